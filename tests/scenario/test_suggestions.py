"""Suggested changes reach those who look after the framework, once; searches in vain are counted without a name."""

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, OLGA, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.forging import submission
from tests.scenario.many import FIRST, SECOND, Company, company, sqlite
from tests.scenario.reading import labels, lines, said, title, wording

STATEMENT = "design-3d-parallel-strategy"
DAY = timedelta(days=1).total_seconds()


async def details(scene: Scene, person: str) -> View:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    await scene.slack.click(person, answer, "card.levels")
    levels = scene.slack.workspace.modals.top(person)
    assert levels is not None
    value = "distributed-training/llm-engineer/senior"
    view = (await scene.slack.click(person, levels, "levels.details", value=value)).view
    assert view is not None
    return view


async def unsent(scene: Scene, person: str) -> View:
    """The window with a statement that was chosen, and no words yet."""
    view = (await scene.slack.click(person, await details(scene, person), "details.suggest")).view
    assert view is not None
    await scene.slack.select(person, view, "statement", STATEMENT, query="")
    return view


async def suggest(scene: Scene, person: str, text: str = "Say how many GPUs") -> View:
    """The window after a change was suggested in it."""
    view = await unsent(scene, person)
    await scene.slack.submit(person, view, {"words": text})
    return view


def told(scene: Scene, person: str) -> list[Message]:
    return [m for m in scene.slack.workspace.visible_messages(person) if "suggestions` " in m.text]


async def tick(scene: Scene) -> int:
    return await scene.rung.telling.tell(scene.clock.moment())


@pytest.mark.parametrize(
    ("person", "heading", "who"),
    [
        (EMMA, "Suggest a change", "together with your name"),
        (DIETER, "Änderung vorschlagen", "zusammen mit deinem Namen"),
        (ROMAN, "Предложить правку", "вместе с вашим именем"),
    ],
)
async def test_a_change_is_suggested_after_it_is_said_who_reads_it(
    scene: Scene, person: str, heading: str, who: str
) -> None:
    window = await details(scene, person)
    assert heading in labels(window)
    view = (await scene.slack.click(person, window, "details.suggest")).view
    assert view is window
    assert view.body["title"]["text"] == heading
    assert who in said(view)

    await scene.slack.select(person, view, "statement", STATEMENT, query="3d" if person == EMMA else "")
    await scene.slack.submit(person, view, {"words": "Say how many GPUs"})

    assert "Say how many GPUs" in said(view)
    ((_, author, *_, skill, statement, text, _, told_at),) = scene.rows("suggestion")
    assert (author, skill, statement, text, told_at) == (
        person,
        "distributed-training",
        STATEMENT,
        "Say how many GPUs",
        None,
    )
    assert scene.public() == []


async def test_the_comments_lead_to_a_suggestion_too(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    talk = (await scene.slack.click(EMMA, answer, "comments.open")).view
    assert talk is not None

    view = (await scene.slack.click(EMMA, talk, "suggest.open")).view

    assert view is not None
    assert view.body["title"]["text"] == "Suggest a change"


async def test_a_guest_is_not_asked_for_suggestions(scene: Scene) -> None:
    assert "Suggest a change" not in labels(await details(scene, GUS))
    assert "Suggest a change" not in labels((await scene.slack.command(GUS, "distributed-training senior")).message)


async def test_a_card_leads_to_a_suggestion_too(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    value = "suggest distributed-training/llm-engineer/senior"

    view = (await scene.slack.click(EMMA, answer, "card.more", value=value)).view

    assert view is not None
    assert view.body["title"]["text"] == "Suggest a change"


@pytest.mark.parametrize(
    ("person", "wrong", "most"),
    [
        (EMMA, "x" * 10_000, "3,000"),
        (DIETER, "x" * 10_000, "3.000"),
        (ROMAN, "x" * 10_000, "3\xa0000"),
        (EMMA, " \n", ""),
    ],
    ids=["en", "de", "ru", "blank"],
)
async def test_case_16_a_text_that_cant_be_taken_is_told_at_its_field(
    scene: Scene, person: str, wrong: str, most: str
) -> None:
    view = await unsent(scene, person)

    body = (await scene.send(RequestKind.INTERACTION, submission(scene, person, view, wrong))).body

    told = "At most %(most)s characters, please." if most else "Please write something."
    assert body == {"response_action": "errors", "errors": {"suggestion": wording(person, told, most=most)}}
    assert scene.rows("suggestion") == []


async def test_sent_twice_at_once_it_is_kept_once(scene: Scene) -> None:
    payload = submission(scene, EMMA, await unsent(scene, EMMA), "once")

    await asyncio.gather(*(scene.slack.deliver(RequestKind.INTERACTION, payload) for _ in range(2)))

    assert len(scene.rows("suggestion")) == 1


async def test_without_a_database_the_person_is_told_and_what_was_written_stays(scene: Scene) -> None:
    view = await unsent(scene, EMMA)
    away = scene.database.rename(scene.database.with_suffix(".away"))

    outcome = await scene.slack.submit(EMMA, view, {"words": "long thoughts"})

    told = wording(EMMA, StorageUnavailable.told)
    assert told in str(outcome.errors) or (outcome.view and told in said(outcome.view))
    away.rename(scene.database)
    if outcome.view is not None and outcome.view is not view:
        await scene.slack.close(EMMA, outcome.view)
    await scene.slack.submit(EMMA, view)
    assert "long thoughts" in str(scene.rows("suggestion"))


async def test_the_owners_are_told_in_their_language_and_guests_and_the_deactivated_are_not(
    new_scene: NewScene,
) -> None:
    async with new_scene(framework_owners=f"{DIETER}, {ROMAN},{OLGA},{GUS},U0NOBODY") as scene:
        await suggest(scene, EMMA, "<!channel> say *how many*")

        assert await tick(scene) == 2

        (german,), (russian,) = told(scene, DIETER), told(scene, ROMAN)
        assert title(german) == "1\xa0Änderungsvorschlag"
        assert title(russian) == "1\xa0предложенная правка"
        assert f"<@{EMMA}>" in said(german)
        assert "<!channel>" not in german.text
        assert scene.public() == []
        assert told(scene, GUS) == []


async def test_the_owners_are_told_once_and_at_most_daily(new_scene: NewScene) -> None:
    async with new_scene(framework_owners=ADA) as scene:
        assert await tick(scene) == 0
        await suggest(scene, EMMA)
        assert sorted(await asyncio.gather(tick(scene), tick(scene))) == [0, 1]
        await suggest(scene, GEORGE, "Another one")
        scene.clock.seconds += DAY - 1
        assert await tick(scene) == 0
        scene.clock.seconds += 1
        assert await tick(scene) == 1
        assert await tick(scene) == 0

        first, second = told(scene, ADA)
        assert ("Say how many GPUs" in said(first), "Another one" in said(first)) == (True, False)
        assert ("Say how many GPUs" in said(second), "Another one" in said(second)) == (False, True)


async def test_what_nobody_could_be_told_is_told_later(new_scene: NewScene) -> None:
    async with new_scene(framework_owners=ADA) as scene:
        await suggest(scene, EMMA)
        scene.slack.fail_next("chat.postMessage", Failure.slack("internal_error"))
        assert await tick(scene) == 0
        assert await tick(scene) == 1


async def test_where_nobody_looks_after_the_framework_a_suggestion_is_kept(scene: Scene) -> None:
    await suggest(scene, EMMA)
    assert await tick(scene) == 0
    assert len(scene.rows("suggestion")) == 1


async def test_more_than_a_message_holds_is_said_to_be_more(new_scene: NewScene) -> None:
    async with new_scene(framework_owners=ADA) as scene:
        for n in range(13):
            await suggest(scene, EMMA, f"{n} " + "ж" * 2_990)
        assert await tick(scene) == 1
        (message,) = told(scene, ADA)
        assert "and 3\xa0more suggested changes" in said(message)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN, GUS])
async def test_searches_in_vain_are_counted_without_a_name(scene: Scene, person: str) -> None:
    await scene.slack.command(person, "find Xylophone!")
    await scene.slack.command(person, "xylophone <@U0DEMOADA>")
    await scene.slack.mention(person, "Xylophone", channel=GENERAL)
    await scene.slack.send_message(person, "xylophone")

    ((_, words, count, _),) = scene.rows("search_miss")
    assert (words, count) == ("xylophone", 4)
    assert person not in str(scene.rows("search_miss"))


async def test_what_was_found_and_what_is_no_search_is_not_counted(scene: Scene) -> None:
    await scene.slack.command(EMMA, "find gpu")
    await scene.slack.command(EMMA, "distributed-training senior")
    await scene.slack.send_message(EMMA, "I had a rough week, honestly")

    assert scene.rows("search_miss") == []


async def test_a_database_that_fails_never_hurts_the_answer(scene: Scene) -> None:
    expected = said((await scene.slack.command(EMMA, "xylophone")).message)
    away = scene.database.rename(scene.database.with_suffix(".away"))

    answer = (await scene.slack.command(EMMA, "xylophone")).message

    assert said(answer) == expected
    assert lines(answer)[0] != wording(EMMA, "That didn't work")
    away.rename(scene.database)


async def test_what_hinders_it_in_one_workspace_keeps_nobody_elsewhere_from_being_told(
    tmp_path: Path, migrated: Path
) -> None:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path), framework_owners=ADA) as there:
        first, second = [await installed(there, tenant) for tenant in (FIRST, SECOND)]
        await suggest(first, EMMA)
        await suggest(second, EMMA)
        there.rung.parts.people.forget_all()
        first.slack.fail_next("users.info", Failure.http(503))

        assert await tick(first) == 1
        assert [len(told(scene, ADA)) for scene in (first, second)] == [0, 1]
        assert await tick(first) == 1
        assert [len(told(scene, ADA)) for scene in (first, second)] == [1, 1]


async def installed(there: Company, tenant: str) -> Scene:
    await there.install(tenant)
    return there.scene(tenant)
