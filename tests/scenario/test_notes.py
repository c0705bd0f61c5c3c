"""What a person writes to Rung in words is a note or a request, and never swallowed."""

import asyncio
from datetime import timedelta

import pytest

from bot.errors import StaleControl
from bot.playground.payloads import interaction, place_of
from bot.playground.people import DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.lives import SKILL, STATEMENT
from tests.scenario.reading import buttons, choices, has_control, labels, lines, said, title, wording
from tests.scenario.test_cadence import FOCUS, grew_before, grow, kept
from tests.scenario.test_coaching import FIRST, check_in, is_live, nudge, ratings
from tests.scenario.test_evidence import formatted, retire

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
NAMES = {EMMA: "Distributed Training", DIETER: "Verteiltes Training", ROMAN: "Распределённое обучение"}
SAVED = "Saved as a note to “%(skill)s”. Only you see it."
OFFERED = "Save this as a note to “%(skill)s”, or look it up?"
WORDS = {
    EMMA: "I had a rough week, honestly",
    DIETER: "Diese Woche kam ich zu nichts, leider",
    ROMAN: "На этой неделе ничего не вышло",
}


def notes(scene: Scene) -> list[tuple[str, str, str | None]]:
    """Words, skill and statement of each note that is kept."""
    return [(str(row[4]), str(row[5]), row[6] and str(row[6])) for row in scene.rows("evidence")]  # type: ignore[misc]


async def write(scene: Scene, person: str, words: str, under: Message | None = None) -> Message:
    return (await scene.slack.send_message(person, words, thread_ts=under.ts if under else None)).message


@SPEAKERS
async def test_case_34_under_a_nudge_words_are_a_note_to_its_statement(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)

    told = await write(scene, person, WORDS[person], idea)

    assert lines(told)[0] == wording(person, SAVED, skill=NAMES[person])
    assert told.thread_ts == idea.ts
    assert labels(told) == [wording(person, one) for one in ("Show my evidence", "Undo")]
    assert notes(scene) == [(WORDS[person], SKILL, FIRST)]
    assert is_live(idea)
    assert (await kept(scene, person)).unanswered == 0


@SPEAKERS
async def test_under_a_check_in_they_are_one_to_the_skill_and_can_be_pointed_at_a_statement(
    scene: Scene, person: str
) -> None:
    asked = await check_in(scene, person)

    told = await write(scene, person, WORDS[person], asked)

    assert notes(scene) == [(WORDS[person], SKILL, None)]
    offered = choices(told, Action.NOTE_STATEMENT)
    assert len(offered) == 3
    await scene.slack.select(person, told, Action.NOTE_STATEMENT, list(offered.values())[1])
    assert notes(scene) == [(WORDS[person], SKILL, list(offered.values())[1].split()[1])]
    assert lines(told)[0] == wording(person, SAVED, skill=NAMES[person])
    assert not has_control(told, Action.NOTE_STATEMENT)


@SPEAKERS
async def test_a_note_is_taken_back_and_kept_again(scene: Scene, person: str) -> None:
    told = await write(scene, person, WORDS[person], await nudge(scene, person))

    await scene.slack.click(person, told, Action.NOTE_UNDO)

    assert notes(scene) == []
    assert lines(told) == [wording(person, "Taken back: the note isn't kept.")]
    await scene.slack.click(person, told, Action.NOTE_KEEP)
    assert notes(scene) == [(WORDS[person], SKILL, FIRST)]
    assert wording(person, "Undo") in labels(told)


@SPEAKERS
async def test_case_36_other_words_are_saved_or_looked_up_as_the_person_says(scene: Scene, person: str) -> None:
    await check_in(scene, person)

    offered = await write(scene, person, WORDS[person])

    assert lines(offered)[0] == wording(person, OFFERED, skill=NAMES[person])
    assert labels(offered) == [wording(person, one) for one in ("Save as a note", "Look it up")]
    assert notes(scene) == []
    await scene.slack.click(person, offered, Action.NOTE_KEEP)
    assert notes(scene) == [(WORDS[person], SKILL, None)]
    assert lines(offered)[0] == wording(person, SAVED, skill=NAMES[person])
    assert len(choices(offered, Action.NOTE_STATEMENT)) == 3

    another = await write(scene, person, WORDS[person])
    await scene.slack.click(person, another, Action.NOTE_LOOK)
    assert WORDS[person] in said(another)
    assert has_control(another, "skill.search")
    assert len(notes(scene)) == 1


async def test_before_anything_was_asked_a_note_is_about_what_the_person_grows_in(scene: Scene) -> None:
    await grew_before(scene, EMMA)
    offered = await write(scene, EMMA, WORDS[EMMA])
    await scene.slack.click(EMMA, offered, Action.NOTE_KEEP)
    assert notes(scene) == [(WORDS[EMMA], SKILL, None)]
    assert not has_control(offered, Action.NOTE_STATEMENT)


@pytest.mark.parametrize("person", [EMMA, GUS])
async def test_who_grows_in_nothing_is_answered_as_before(scene: Scene, person: str) -> None:
    answer = await write(scene, person, WORDS[EMMA])
    assert has_control(answer, "skill.search")
    assert not has_control(answer, Action.NOTE_KEEP)


@pytest.mark.parametrize(("words", "expected"), [("model-evaluation senior", "senior"), ("list", "skills")])
async def test_a_name_or_a_verb_is_answered_as_the_command_would_be_in_the_thread_too(
    scene: Scene, words: str, expected: str
) -> None:
    asked = await check_in(scene, EMMA)
    answer = await write(scene, EMMA, words, asked)
    assert expected in title(answer).lower()
    assert notes(scene) == []


async def test_stop_in_a_thread_stops(scene: Scene) -> None:
    await write(scene, EMMA, "stop", await check_in(scene, EMMA))
    assert notes(scene) == []
    assert (await kept(scene, EMMA)).upcoming is None


async def test_words_in_another_thread_are_asked_about(scene: Scene) -> None:
    await check_in(scene, EMMA)
    answer = await write(scene, EMMA, "list")
    offered = await write(scene, EMMA, WORDS[EMMA], answer)
    assert has_control(offered, Action.NOTE_KEEP)
    assert offered.thread_ts == answer.ts


async def test_case_14_what_slack_sends_twice_and_two_clicks_at_once_keep_one_note(scene: Scene) -> None:
    await write(scene, EMMA, WORDS[EMMA], await nudge(scene, EMMA))
    await scene.slack.repeat_event()
    assert len(notes(scene)) == 1

    offered = await write(scene, EMMA, "Another thing that happened this week")
    await asyncio.gather(*(scene.slack.click(EMMA, offered, Action.NOTE_KEEP) for _ in range(2)))
    assert len(notes(scene)) == 2


async def test_a_note_wakes_the_rhythm_and_leaves_the_history_alone(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    assert (await kept(scene, EMMA)).unanswered == 1
    await write(scene, EMMA, WORDS[EMMA], asked)
    assert (await kept(scene, EMMA)).unanswered == 0
    assert ratings(scene) == []
    assert is_live(asked)


async def test_a_late_note_counts_after_weeks_and_after_the_answer(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    await scene.slack.click(EMMA, asked, Action.CHECK_IN_SAME)
    scene.clock.seconds += timedelta(weeks=5).total_seconds()
    await write(scene, EMMA, WORDS[EMMA], asked)
    assert notes(scene) == [(WORDS[EMMA], SKILL, None)]


async def test_long_words_are_kept_in_part_and_linked(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    told = await write(scene, EMMA, "We measured it again & again <twice>.\n" * 60, idea)
    assert "It was long: its beginning is kept, with a link to your message." in said(told)
    [(words, _, _)] = notes(scene)
    assert words.startswith("We measured it again & again <twice>.\nWe")
    assert len(words) <= 1_000
    await scene.slack.click(EMMA, told, Action.NOTE_UNDO)
    await scene.slack.click(EMMA, told, Action.NOTE_KEEP)
    assert notes(scene)[0][0] == words


@pytest.mark.parametrize("words", ["<!channel> *loud* 🏳️‍🌈", "`a` _b_ ~c~ <@U0DEMOADA> did it"])
async def test_what_is_kept_is_shown_to_nobody_else_and_pings_nobody(scene: Scene, words: str) -> None:
    await write(scene, EMMA, words, await nudge(scene, EMMA))
    await scene.slack.command(EMMA, "evidence")
    assert scene.public() == []
    shown = [text for call in scene.slack.calls for text in formatted(call.args)]
    assert len(shown) > 5
    assert [text for text in shown if "<!" in text or "<@" in text] == []


async def test_a_note_of_somebody_else_stays_theirs(scene: Scene) -> None:
    told = await write(scene, EMMA, WORDS[EMMA], await nudge(scene, EMMA))
    note = str(scene.rows("evidence")[0][2])
    payload = payload_of(scene, GEORGE, told, Action.NOTE_UNDO, note)
    await scene.send(RequestKind.INTERACTION, payload)
    assert len(notes(scene)) == 1


def payload_of(scene: Scene, person: str, message: Message, action: str, value: str) -> dict[str, object]:
    payload = interaction(scene.slack.backend, "block_actions", scene.slack.present(person), trigger_id="1.1.demo")
    chosen = {"type": "button", "block_id": "b", "action_id": action, "action_ts": "1.0", "value": value}
    return payload | place_of(scene.slack.backend, message) | {"actions": [chosen]}


@SPEAKERS
async def test_a_statement_that_was_retired_cant_be_chosen_any_more(
    new_scene: NewScene, content: Content, person: str
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        told = await write(scene, person, WORDS[person], await check_in(scene, person))
        value = f"{scene.rows('evidence')[0][2]} {STATEMENT}"
        assert value in choices(told, Action.NOTE_STATEMENT).values()
        content.edit(f"skills/{SKILL}/skill.yaml", retire)
        await scene.rung.shelf.renew()
        outcome = await scene.slack.select(person, told, Action.NOTE_STATEMENT, value)
        assert wording(person, StaleControl.told) in said(outcome.message)
        assert notes(scene) == [(WORDS[person], SKILL, None)]


async def test_after_forget_a_note_is_gone_and_the_thread_is_an_ordinary_one(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await write(scene, EMMA, WORDS[EMMA], idea)
    asking = (await scene.slack.command(EMMA, "forget")).view
    assert asking is not None
    await scene.slack.submit(EMMA, asking, {})
    assert notes(scene) == []
    answer = await write(scene, EMMA, WORDS[EMMA], idea)
    assert has_control(answer, "skill.search")
    assert notes(scene) == []


async def test_a_note_stands_beside_the_statement_when_it_is_rated(scene: Scene) -> None:
    await grow(scene, EMMA)
    told = await write(scene, EMMA, WORDS[EMMA], await nudge(scene, EMMA))
    window = (await scene.slack.command(EMMA, "assess distributed-training senior")).view
    assert window is not None
    assert WORDS[EMMA] in said(window)
    listed = (await scene.slack.click(EMMA, told, buttons(told)["Show my evidence"])).view
    assert listed is not None
    assert WORDS[EMMA] in said(listed)
