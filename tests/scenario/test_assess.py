"""Rating oneself: opened at once, kept while it is typed, stored once, told in the person's words."""

import asyncio

import pytest

from bot.errors import MembersOnly, StorageUnavailable
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, labels, lines, said, wording

SENIOR = "distributed-training/llm-engineer/senior"
STATEMENTS = ("design-3d-parallel-strategy", "trade-memory-for-step-time", "optimize-communication-at-100-gpus")


def field(statement: str) -> tuple[str, str]:
    return (f"rating {statement}", "assess.rating")


async def opened(scene: Scene, person: str, question: str = "distributed-training senior") -> View:
    answer = (await scene.slack.command(person, question)).message
    view = (await scene.slack.click(person, answer, "assess.open")).view
    assert view is not None
    return view


def ratings_chosen(view: View) -> list[object]:
    """What is chosen for each statement, from the top; None for none."""
    elements = [element for block in view.blocks if block["type"] == "actions" for element in block["elements"]]
    return [element.get("initial_option") for element in elements if element["type"] == "radio_buttons"]


async def rated(scene: Scene, person: str, ratings: dict[str, str]) -> View:
    """The window after those ratings were saved."""
    view = await opened(scene, person)
    outcome = await scene.slack.submit(person, view, {field(one): rating for one, rating in ratings.items()})
    assert outcome.view is not None
    return outcome.view


@pytest.mark.parametrize(
    ("person", "rate", "promise"),
    [
        (EMMA, "Rate yourself", "Only you see your notes, and your ratings too"),
        (DIETER, "Selbst einschätzen", "Deine Notizen siehst nur du, deine Einschätzungen auch"),
        (ROMAN, "Оценить себя", "Ваши заметки видны только вам, и оценки тоже"),
    ],
)
async def test_the_window_asks_about_this_level_and_the_next_and_says_who_sees_it(
    scene: Scene, person: str, rate: str, promise: str
) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    assert labels(answer)[0] == rate

    view = (await scene.slack.click(person, answer, "assess.open")).view

    assert view is not None
    assert promise in said(view)
    headings = [line for line in lines(view) if line in ("*Senior*", "*Lead / Staff*")]
    assert headings == ["*Senior*", "*Lead / Staff*"]
    assert len(ratings_chosen(view)) == 6


async def test_the_command_opens_the_window_too(scene: Scene) -> None:
    for person, words in ((EMMA, "assess distributed-training"), (DIETER, "einschätzen verteiltes training")):
        outcome = await scene.slack.command(person, words)
        assert outcome.view is not None
        assert outcome.messages == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_case_34_the_answer_says_what_was_stored_and_who_sees_it(scene: Scene, person: str) -> None:
    told = await rated(scene, person, {STATEMENTS[0]: "consistent", STATEMENTS[1]: "practising"})

    expected = {
        EMMA: "*Saved:* 2\xa0ratings. Only you see them.",
        DIETER: "*Gespeichert:* 2\xa0Einschätzungen.",
        ROMAN: "*Сохранено:* 2\xa0оценки.",
    }
    assert expected[person] in said(told)
    assert any(line.startswith("Senior: 1 ") for line in lines(told))
    assert scene.public() == []
    assert len(scene.rows("latest_rating")) == 2


async def test_case_32_an_old_rating_is_kept_as_history(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "not_yet"})
    told = await rated(scene, EMMA, {STATEMENTS[0]: "practising"})

    assert "• Not yet → Practising: Designs the strategy" in said(told)
    assert len(scene.rows("assessment")) == 2
    assert len(scene.rows("latest_rating")) == 1


async def test_what_was_said_before_is_chosen_and_saying_it_again_stores_nothing(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})

    view = await opened(scene, EMMA)
    told = (await scene.slack.submit(EMMA, view)).view

    assert told is not None
    assert "Nothing has changed" in said(told)
    assert len(scene.rows("assessment")) == 1


async def test_case_14_submitting_twice_stores_once(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "assess.rating", "consistent", block_id=f"rating {STATEMENTS[0]}")

    await asyncio.gather(scene.slack.submit(EMMA, view), scene.slack.submit(EMMA, view))

    assert len(scene.rows("assessment")) == 1
    assert "*Saved:* 1\xa0rating" in said(view)


async def test_case_16_a_closed_window_resumes_where_it_was(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "assess.rating", "practising", block_id=f"rating {STATEMENTS[0]}")
    await scene.slack.click(EMMA, view, f"assess.note:{STATEMENTS[0]}")
    note = next(block["block_id"] for block in view.blocks if block.get("block_id", "").startswith("note "))
    await scene.slack.select(EMMA, view, "assess.words", "Тренировал 🧑‍💻 <!channel> 7B", block_id=note)
    await scene.slack.close(EMMA, view)
    assert scene.rows("assessment") == []

    again = await opened(scene, EMMA)
    told = (await scene.slack.submit(EMMA, again)).view

    assert told is not None
    assert "*Saved:* 1\xa0rating" in said(told)
    assert any("Тренировал 🧑‍💻 <!channel> 7B" in row for row in scene.rows("assessment"))
    assert scene.rows("draft") == []
    assert scene.public() == []


async def test_a_covered_level_is_proposed_and_the_person_decides(scene: Scene) -> None:
    told = await rated(scene, EMMA, dict.fromkeys(STATEMENTS, "consistent"))
    assert "You've covered what Senior expects" in said(told)
    assert scene.rows("current_level") == []

    await scene.slack.click(EMMA, told, "assess.move")

    assert "*Your level:* Senior" in said(told)
    assert len(scene.rows("current_level")) == 1


async def test_a_guest_is_not_asked_to_rate_and_told_why_the_command_does_nothing(scene: Scene) -> None:
    answer = (await scene.slack.command(GUS, "distributed-training senior")).message
    assert "Rate yourself" not in labels(answer)

    told = (await scene.slack.command(GUS, "assess distributed-training")).message

    assert lines(told)[0] == wording(GUS, MembersOnly.told)
    assert scene.rows("person") == []


async def test_case_33_ratings_are_seen_by_nobody_else(scene: Scene) -> None:
    await rated(scene, EMMA, dict.fromkeys(STATEMENTS, "consistent"))

    for person in (GEORGE, ADA):
        view = await opened(scene, person)
        assert ratings_chosen(view) == [None] * 6


async def test_changed_expectations_are_shown_beside_what_was_rated(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        await rated(scene, EMMA, {STATEMENTS[0]: "consistent"})
        path = "skills/distributed-training/skill.yaml"
        before = "Designs the strategy for training a large LLM"
        content.edit(
            path, lambda held: held["statements"][STATEMENTS[0]].update(text="Plans the training of a large LLM.")
        )
        assert await scene.rung.shelf.renew()

        view = await opened(scene, EMMA)

        assert f"Changed since you rated it. It said: “{before}" in said(view)
        assert len(scene.rows("assessment")) == 1


async def test_a_page_that_begins_within_a_level_says_which_it_is(new_scene: NewScene, content: Content) -> None:
    many = [f"statement-{number}" for number in range(20)]
    cell = {"mandatory": True, "statements": many}
    statements = {one: {"text": f"Keeps {one}."} for one in many}
    content.add_skills(1, statements=statements, roles={"llm-engineer": {"senior": cell}})
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, EMMA, "invented-1 senior")
        first = lines(view)
        assert "Page 1 of 2" in first
        assert "Keeps statement-13." in first

        await scene.slack.click(EMMA, view, buttons(view)["Next page"])

        second = lines(view)
        assert second.index("*Senior*") < second.index("Keeps statement-14.")
        assert "Page 2 of 2" in second


async def test_without_a_database_nothing_is_lost_and_the_person_is_told(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "assess.rating", "consistent", block_id=f"rating {STATEMENTS[0]}")
    kept = scene.database.read_bytes()
    scene.database.write_bytes(b"noise" * 1000)

    outcome = await scene.slack.submit(EMMA, view)

    assert outcome.view is not view
    assert outcome.view is not None
    assert wording(EMMA, StorageUnavailable.told) in str(outcome.view.body)
    scene.database.write_bytes(kept)
