"""Rung speaks first: a check-in and a nudge come when it is time, are answered, and are never asked twice."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.domain.cadence import Rhythm
from bot.errors import StaleControl
from bot.playground.failures import Failure
from bot.playground.payloads import interaction, place_of
from bot.playground.people import EMMA, GEORGE
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, has_control, labels, lines, said, wording
from tests.scenario.test_assess_windows import payload
from tests.scenario.test_cadence import FOCUS, grow, kept, schedule_of
from tests.scenario.test_evidence import retire

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
CHECK_IN_DAY = datetime(2026, 3, 3, tzinfo=UTC)
NUDGE_DAY = CHECK_IN_DAY + timedelta(days=7)
SAVED = "Saved: %(rating)s. Only you see it."
FIRST = "design-3d-parallel-strategy"


async def message_of(scene: Scene, person: str, day: datetime) -> Message:
    """What Rung sends on a day, at the moment when it is planned."""
    before = len(sent(scene, person))
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    assert upcoming.day == day.date()
    scene.clock.seconds = upcoming.at.timestamp()
    await scene.rung.rounds.once()
    after = sent(scene, person)
    assert len(after) == before + 1
    return after[-1]


def sent(scene: Scene, person: str) -> list[Message]:
    """What came without being asked for."""
    channels = scene.slack.workspace.channels
    return [m for m in scene.slack.workspace.messages if m.metadata and person in channels[m.channel].members]


async def check_in(scene: Scene, person: str) -> Message:
    await grow(scene, person)
    return await message_of(scene, person, CHECK_IN_DAY)


async def nudge(scene: Scene, person: str) -> Message:
    await check_in(scene, person)
    return await message_of(scene, person, NUDGE_DAY)


def ratings(scene: Scene) -> list[tuple[str, str]]:
    """Statement and rating of each assessment, in the order in which they were given."""
    rows = sorted(scene.rows("assessment"), key=lambda row: (str(row[-1]), int(str(row[5]))))
    return [(str(row[4]), str(row[6])) for row in rows]


def is_live(message: Message) -> bool:
    return has_control(message, "nudge.rate:1") or has_control(message, Action.CHECK_IN_SAME)


async def test_slack_is_asked_once_for_each_message_who_somebody_is(scene: Scene) -> None:
    await grow(scene, EMMA)
    scene.rung.parts.people.forget_all()
    before = len(scene.slack.called("users.info"))

    assert is_live(await message_of(scene, EMMA, CHECK_IN_DAY))

    assert len(scene.slack.called("users.info")) == before + 1


@SPEAKERS
async def test_a_check_in_asks_about_three_statements_in_the_persons_language(scene: Scene, person: str) -> None:
    asked = await check_in(scene, person)
    assert lines(asked)[0] == wording(person, "*How is your focus going?*").strip("*") or lines(asked)[0].startswith(
        "*"
    )
    assert said(asked).count(wording(person, "Not rated yet")) == 3
    wanted = (
        "Nothing changed", "Update ratings", "Skip", "Fewer of these", "Pause two weeks", "Stop", "Change rhythm",
    )  # fmt: skip
    assert labels(asked) == [wording(person, one) for one in wanted]
    assert asked.text.splitlines()[0] == lines(asked)[0]


@SPEAKERS
async def test_case_31_a_nudge_names_both_levels_and_gives_one_idea(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    assert {"Middle", "Senior"} <= set(lines(idea)[1].split())
    assert wording(person, "Try: %(suggestion)s", suggestion="")[:4] in said(idea)
    wanted = (
        "I do this consistently", "Practising", "Add an example", "Not yet", "Not this one", "Fewer of these",
        "Pause two weeks", "Stop",
    )  # fmt: skip
    assert labels(idea) == [wording(person, one) for one in wanted]


@SPEAKERS
async def test_case_34_an_answer_is_stored_once_and_shrinks_the_message(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    await scene.slack.click(person, idea, "nudge.rate:1")
    assert ratings(scene) == [(FIRST, "consistent")]
    assert lines(idea) == [wording(person, SAVED, rating=wording(person, "Consistent"))]
    assert labels(idea) == [wording(person, "Undo")]
    assert not is_live(idea)


async def test_undo_appends_and_asks_again(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await scene.slack.click(EMMA, idea, "nudge.rate:1")
    await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
    assert ratings(scene) == [(FIRST, "consistent"), (FIRST, "not_yet")]
    assert is_live(idea)
    await scene.slack.click(EMMA, idea, "nudge.rate:2")
    assert ratings(scene)[2:] == [(FIRST, "practising")]
    assert not is_live(idea)


async def test_two_clicks_at_once_store_one_rating(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await asyncio.gather(*(scene.slack.click(EMMA, idea, "nudge.rate:1") for _ in range(2)))
    assert ratings(scene) == [(FIRST, "consistent")]


@SPEAKERS
async def test_ratings_are_updated_in_a_window_and_can_be_changed(scene: Scene, person: str) -> None:
    asked = await check_in(scene, person)
    window = (await scene.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert window is not None
    fields = [
        f"rating {block['block_id'].removeprefix('rating ')}"
        for block in window.blocks
        if "rating" in block["block_id"]
    ]
    assert len(fields) == 3
    await rate(scene, person, window, {fields[0]: "practising", fields[1]: "consistent"})
    assert sorted(rating for _, rating in ratings(scene)) == ["consistent", "practising"]
    assert wording(person, "Change") in labels(asked)
    assert not is_live(asked)

    again = (await scene.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert again is not None
    await rate(scene, person, again, {fields[0]: "consistent"})
    assert len(ratings(scene)) == 3


async def rate(scene: Scene, person: str, window: View, chosen: Mapping[str, str]) -> None:
    for field, rating in chosen.items():
        await scene.slack.select(person, window, Action.CHECK_IN_FIELD, rating, block_id=field)
    outcome = await scene.slack.submit(person, window, {})
    assert outcome.errors == {}


async def test_a_window_that_is_saved_twice_stores_once(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    window = (await scene.slack.click(EMMA, asked, Action.CHECK_IN_OPEN)).view
    assert window is not None
    field = next(block["block_id"] for block in window.blocks if block["block_id"].startswith("rating "))
    await scene.slack.select(EMMA, window, Action.CHECK_IN_FIELD, "practising", block_id=field)
    sent_twice = payload(scene, "view_submission", window)
    scene.slack.fail_next("chat.update", Failure.http(500))
    for _ in range(2):
        await scene.send(RequestKind.INTERACTION, sent_twice)
        assert len(ratings(scene)) == 1
    assert not is_live(asked)


@SPEAKERS
@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Action.CHECK_IN_SAME, "Saved: nothing has changed. Only you see it."),
        (Action.CHECK_IN_SKIP, "Skipped. Rung asks again another time."),
    ],
)
async def test_nothing_has_to_be_rated(scene: Scene, person: str, action: Action, told: str) -> None:
    asked = await check_in(scene, person)
    assert (await kept(scene, person)).unanswered == 1
    await scene.slack.click(person, asked, action)
    assert lines(asked) == [wording(person, told)]
    assert ratings(scene) == []
    assert (await kept(scene, person)).unanswered == 0


async def test_not_this_one_is_not_nudged_about_again_until_it_is_undone(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await scene.slack.select(EMMA, idea, Action.NUDGE_MORE, "aside")
    assert lines(idea) == ["Rung won't nudge you about this statement again."]
    assert [row[3] for row in scene.rows("set_aside")] == [FIRST]
    await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
    assert scene.rows("set_aside") == []
    assert is_live(idea)


@pytest.mark.parametrize(
    ("wish", "rhythm"), [("fewer", Rhythm.MONTHLY), ("pause", Rhythm.FORTNIGHTLY), ("stop", Rhythm.OFF)]
)
async def test_fewer_a_pause_and_stop_are_on_every_message_and_can_be_undone(
    scene: Scene, wish: str, rhythm: Rhythm
) -> None:
    asked = await check_in(scene, EMMA)
    await scene.slack.select(EMMA, asked, Action.CHECK_IN_MORE, wish)
    cadence = (await kept(scene, EMMA)).cadence
    assert cadence.check_ins is rhythm
    assert (cadence.paused_until is not None) == (wish == "pause")
    assert "Undo" in labels(asked)
    await scene.slack.click(EMMA, asked, buttons(asked)["Undo"])
    cadence = (await kept(scene, EMMA)).cadence
    assert (cadence.check_ins, cadence.paused_until) == (Rhythm.FORTNIGHTLY, None)


async def test_a_newer_message_takes_the_buttons_from_one_that_nobody_answered(scene: Scene) -> None:
    first = await check_in(scene, EMMA)
    await message_of(scene, EMMA, NUDGE_DAY)
    assert is_live(first)
    second = await message_of(scene, EMMA, CHECK_IN_DAY + timedelta(days=14))
    assert not is_live(first)
    assert "A newer message has come since, so this one has no buttons any more." in lines(first)
    assert is_live(second)


async def test_a_message_that_lost_its_buttons_is_not_told_as_answered(scene: Scene) -> None:
    await check_in(scene, EMMA)
    await message_of(scene, EMMA, NUDGE_DAY)
    await message_of(scene, EMMA, CHECK_IN_DAY + timedelta(days=14))
    assert [(row[3], row[12], row[19]) for row in scene.rows("delivery") if row[2] == "check_in"] == [
        ("2026-03-03", "superseded", None),
        ("2026-03-17", None, None),
    ]


@pytest.mark.parametrize("wish", ["fewer", "pause"])
async def test_what_stands_in_a_message_after_a_wish_stays_there(scene: Scene, wish: str) -> None:
    asked = await check_in(scene, EMMA)
    await scene.slack.select(EMMA, asked, Action.CHECK_IN_MORE, wish)
    told = said(asked)
    for _ in range(3):
        upcoming = (await kept(scene, EMMA)).upcoming
        assert upcoming is not None
        newest = await message_of(scene, EMMA, datetime.combine(upcoming.day, time(), UTC))
    assert newest.ts > asked.ts
    assert [row[2] for row in scene.rows("delivery")].count("check_in") > 1
    assert said(asked) == told


async def test_an_answer_keeps_a_message_from_being_put_away_until_it_is_taken_back(scene: Scene) -> None:
    first = await check_in(scene, EMMA)
    await scene.slack.click(EMMA, first, Action.CHECK_IN_SAME)
    await message_of(scene, EMMA, NUDGE_DAY)
    await message_of(scene, EMMA, CHECK_IN_DAY + timedelta(days=14))
    assert lines(first) == ["Saved: nothing has changed. Only you see it."]
    await scene.slack.click(EMMA, first, Action.ANSWER_UNDO)
    assert is_live(first)
    await message_of(scene, EMMA, CHECK_IN_DAY + timedelta(days=21))
    await message_of(scene, EMMA, CHECK_IN_DAY + timedelta(days=28))
    assert not is_live(first)


async def test_a_late_answer_counts_after_weeks(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    scene.clock.seconds += timedelta(days=5).total_seconds()
    await scene.slack.click(EMMA, idea, "nudge.rate:2")
    assert ratings(scene) == [(FIRST, "practising")]


async def test_case_33_somebody_else_can_do_nothing_with_a_message(scene: Scene) -> None:
    """It can't be seen by others; whoever forges a click on it is told that there is nothing."""
    idea = await nudge(scene, EMMA)
    payload = interaction(scene.slack.backend, "block_actions", scene.slack.present(GEORGE), trigger_id="1.1.demo")
    chosen = {"type": "button", "block_id": "b", "action_id": "nudge.rate:1", "action_ts": "1.0", "value": "consistent"}
    payload |= place_of(scene.slack.backend, idea) | {"actions": [chosen]}
    await scene.send(RequestKind.INTERACTION, payload)
    assert ratings(scene) == []
    assert is_live(idea)


async def test_where_everything_is_consistent_nothing_is_said(scene: Scene) -> None:
    await grow(scene, EMMA)
    focus = (await scene.slack.command(EMMA, "focus")).message
    assert focus is not None
    await scene.slack.open_home(EMMA)
    await scene.slack.command(EMMA, "stop")
    assert (await schedule_of(scene, EMMA)) is not None
    upcoming = (await kept(scene, EMMA)).upcoming
    assert upcoming is None
    scene.clock.seconds += timedelta(days=30).total_seconds()
    await scene.rung.rounds.once()
    assert sent(scene, EMMA) == []


async def test_a_statement_that_the_content_has_lost_is_told_kindly(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        idea = await nudge(scene, EMMA)
        content.edit("skills/distributed-training/skill.yaml", retire)
        assert await scene.rung.shelf.renew()
        outcome = await scene.slack.click(EMMA, idea, "nudge.rate:1")
        assert StaleControl.told in said(outcome.message)
        assert ratings(scene) == []


@SPEAKERS
async def test_whoever_was_erased_is_told_that_the_message_is_out_of_date(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    asking = (await scene.slack.command(person, "forget")).view
    assert asking is not None
    await scene.slack.submit(person, asking, {})
    outcome = await scene.slack.click(person, idea, "nudge.rate:1")
    assert wording(person, StaleControl.told) in said(outcome.message)
    assert ratings(scene) == []


@SPEAKERS
async def test_what_is_written_in_the_thread_is_a_note(scene: Scene, person: str) -> None:
    asked = await check_in(scene, person)
    answer = (await scene.slack.send_message(person, "I ran it on two nodes <!channel>", thread_ts=asked.ts)).message
    assert answer.thread_ts == asked.ts
    assert wording(person, "Undo") in labels(answer)
    assert len(scene.rows("evidence")) == 1
    assert (await kept(scene, person)).unanswered == 0
    assert is_live(asked)
    await scene.slack.click(person, answer, Action.NOTE_UNDO)
    assert scene.rows("evidence") == []


@SPEAKERS
async def test_case_36_words_that_mean_nothing_always_get_a_reply_and_may_become_a_note(
    scene: Scene, person: str
) -> None:
    await check_in(scene, person)
    answer = (await scene.slack.send_message(person, "xqzt wvbnk jjjjj")).message
    assert wording(person, "Save as a note") in labels(answer)
    await scene.slack.click(person, answer, Action.NOTE_KEEP)
    assert len(scene.rows("evidence")) == 1
    await scene.slack.send_message(person, "distributed-training senior")
    assert len(scene.rows("evidence")) == 1


async def test_who_was_asked_nothing_is_offered_no_note(scene: Scene) -> None:
    answer = (await scene.slack.send_message(EMMA, "xqzt wvbnk jjjjj")).message
    assert "Save as a note" not in labels(answer)
