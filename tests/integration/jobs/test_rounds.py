"""A round plans what is due and has it sent, once, to whoever may be written to at that moment."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.domain.cadence import Cadence, Kind, Rhythm
from bot.domain.deliveries import Delivery, Reason
from bot.domain.people import SlackUser
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, GEORGE, GUS, OLGA, ROMAN
from bot.surfaces.composing import Composed
from tests.integration.jobs.conftest import BEFORE, MONDAY, WEEKLY, Dispatch, Writer

TUESDAY_NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)
NEARLY_NOON = TUESDAY_NOON - timedelta(seconds=30)
DAYS = timedelta(days=1)
CHECK_IN = Kind.CHECK_IN.value


async def test_what_is_due_is_sent_and_planned_anew(dispatch: Dispatch) -> None:
    schedule = await dispatch.expect(EMMA)
    assert schedule.upcoming is not None
    early = schedule.upcoming.at - timedelta(seconds=1)
    assert await dispatch.round(early) == {}
    counts = await dispatch.round(schedule.upcoming.at)
    assert counts == {(CHECK_IN, "planned"): 1, (CHECK_IN, "sent"): 1}
    assert [message.text for message in dispatch.sent(EMMA)] == ["check_in for 2026-03-03 in en-US"]
    after = await dispatch.schedule(EMMA)
    assert after.upcoming is not None
    assert (after.upcoming.day, after.last, after.unanswered) == (date(2026, 3, 10), {CHECK_IN: MONDAY + DAYS}, 1)


@pytest.mark.parametrize(
    ("sunday", "at"),
    [("2026-10-25", "2026-10-25T00:30"), ("2026-03-29", "2026-03-29T01:00")],
    ids=["half past two comes twice", "half past two doesn't exist"],
)
async def test_case_2_in_the_night_of_a_change_of_the_clock_it_comes_once(
    dispatch: Dispatch, sunday: str, at: str
) -> None:
    morning = datetime.fromisoformat(sunday).replace(tzinfo=UTC)
    nightly = replace(
        WEEKLY, days=frozenset({7}), opens=time(2, 30), closes=time(2, 59), quiet_from=time(), quiet_to=time(),
        quiet_days=frozenset(),
    )  # fmt: skip
    if sunday.endswith("29"):
        nightly = replace(nightly, closes=time(4))  # else nothing of it is left that night
    dispatch.clock.at = morning - DAYS
    dispatch.slack.workspace.change_person(EMMA, tz="Europe/Berlin")
    await dispatch.expect(EMMA, nightly, zone="Europe/Berlin")
    dispatch.clock.at = morning - timedelta(hours=2)
    while dispatch.clock.at < morning + timedelta(hours=6):
        await dispatch.round(dispatch.clock.at + timedelta(minutes=5))
    (message,) = dispatch.sent(EMMA)
    assert datetime.fromtimestamp(float(message.ts), UTC) >= datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert await dispatch.status() == {"sent": 1}


async def test_case_5_what_is_a_little_late_is_sent_once(dispatch: Dispatch) -> None:
    schedule = await dispatch.expect(EMMA)
    assert schedule.upcoming is not None
    await dispatch.round(schedule.upcoming.at + timedelta(seconds=1.2))
    await dispatch.round()
    assert len(dispatch.sent(EMMA)) == 1


async def test_case_6_after_downtime_nothing_stale_and_no_heap(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    counts = await dispatch.round(NEARLY_NOON + 30 * DAYS)
    assert dispatch.sent() == []
    assert counts == {(CHECK_IN, Reason.PASSED): 1}
    assert await dispatch.ledger() == [(EMMA, "dropped", "passed")]
    upcoming = (await dispatch.schedule(EMMA)).upcoming
    assert upcoming is not None
    assert upcoming.at > dispatch.clock.at
    await dispatch.round(upcoming.at)
    assert len(dispatch.sent(EMMA)) == 1


async def test_case_7_two_processes_send_it_once(dispatch: Dispatch) -> None:
    for user in (EMMA, DIETER, GEORGE):
        await dispatch.expect(user)
    dispatch.clock.at = NEARLY_NOON
    await asyncio.gather(*(dispatch.rounds().once() for _ in range(3)))
    assert [len(dispatch.sent(user)) for user in (EMMA, DIETER, GEORGE)] == [1, 1, 1]
    assert await dispatch.status() == {"sent": 3}


STANDINGS: dict[str, tuple[str, dict[str, object], Reason]] = {
    "guest": (GUS, {}, Reason.NOT_A_MEMBER),
    "bot": (EMMA, {"is_bot": True}, Reason.NOT_A_MEMBER),
    "stranger": (EMMA, {"is_stranger": True}, Reason.NOT_A_MEMBER),
    "case 8, on vacation by emoji": (EMMA, {"status_emoji": ":palm_tree:"}, Reason.AWAY),
    "on vacation by words": (DIETER, {"status_text": "Im Urlaub bis Montag"}, Reason.AWAY),
    "ill": (ROMAN, {"status_text": "на больничном"}, Reason.AWAY),
}


@pytest.mark.parametrize("user", [OLGA, EMMA], ids=["for long", "since it was planned"])
async def test_case_24_the_deactivated_are_not_written_to_and_others_are(dispatch: Dispatch, user: str) -> None:
    """Slack would take the message and say that all is well."""
    for person in (user, DIETER):
        await dispatch.expect(person)
    dispatch.slack.fail_next("users.info", Failure.http(500), times=2)
    await dispatch.round(NEARLY_NOON - timedelta(minutes=30))  # planned, and not yet sent
    assert await dispatch.status() == {"due": 2}
    dispatch.slack.workspace.change_person(user, deleted=True)
    await dispatch.round(NEARLY_NOON)
    assert [len(dispatch.sent(person)) for person in (user, DIETER)] == [0, 1]
    assert await dispatch.status() == {"sent": 1, Reason.NOT_A_MEMBER: 1}
    assert [args["channel"] for args in dispatch.slack.called("chat.postMessage")] == [DIETER]


async def test_case_24_who_comes_back_is_written_to_again(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.workspace.change_person(EMMA, deleted=True)
    await dispatch.round(NEARLY_NOON)
    dispatch.slack.workspace.change_person(EMMA, deleted=False)
    assert dispatch.sent() == []
    await dispatch.round(NEARLY_NOON + 7 * DAYS)
    assert len(dispatch.sent(EMMA)) == 1


@pytest.mark.parametrize(("user", "changes", "reason"), STANDINGS.values(), ids=STANDINGS.keys())
async def test_people_are_looked_at_when_it_is_sent(
    dispatch: Dispatch, user: str, changes: dict[str, object], reason: Reason
) -> None:
    await dispatch.expect(user)
    dispatch.slack.workspace.change_person(user, **changes)
    await dispatch.round(NEARLY_NOON)
    assert dispatch.sent() == []
    assert await dispatch.ledger() == [(user, "dropped", reason)]


async def test_a_status_of_a_meeting_holds_nothing_up(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.workspace.change_person(EMMA, status_text="In a meeting", status_emoji=":spiral_calendar_pad:")
    await dispatch.round(NEARLY_NOON)
    assert len(dispatch.sent(EMMA)) == 1


async def test_a_message_is_in_the_language_of_the_moment(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.workspace.change_person(EMMA, locale="de-DE")
    await dispatch.round(NEARLY_NOON)
    assert dispatch.sent(EMMA)[0].text.endswith("in de-DE")


async def test_case_9_do_not_disturb_within_the_window_puts_it_off(dispatch: Dispatch) -> None:
    schedule = await dispatch.expect(EMMA)
    assert schedule.upcoming is not None
    at, ends = schedule.upcoming.at, int(NEARLY_NOON.timestamp())
    dispatch.slack.workspace.change_person(EMMA, do_not_disturb=(0, ends))
    await dispatch.round(at)
    assert dispatch.sent() == []
    assert await dispatch.status() == {"due": 1}
    await dispatch.round(NEARLY_NOON)
    assert len(dispatch.sent(EMMA)) == 1


async def test_do_not_disturb_beyond_the_window_drops_it(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.workspace.change_person(EMMA, do_not_disturb=(0, int((NEARLY_NOON + DAYS).timestamp())))
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.ledger() == [(EMMA, "dropped", Reason.DO_NOT_DISTURB)]


async def test_case_10_who_has_moved_west_gets_it_in_their_own_morning(dispatch: Dispatch) -> None:
    await dispatch.expect(DIETER, zone="Europe/Berlin")
    dispatch.slack.workspace.change_person(DIETER, tz="America/New_York")
    await dispatch.round(datetime(2026, 3, 3, 10, 59, tzinfo=UTC))  # before noon in Berlin, before six in New York
    assert dispatch.sent() == []
    await dispatch.round(datetime(2026, 3, 3, 16, 59, 59, tzinfo=UTC))
    assert len(dispatch.sent(DIETER)) == 1


async def test_who_has_moved_east_is_not_written_to_at_night(dispatch: Dispatch) -> None:
    await dispatch.expect(DIETER, zone="Europe/Berlin")
    dispatch.slack.workspace.change_person(DIETER, tz="Asia/Tokyo")
    await dispatch.round(datetime(2026, 3, 3, 10, 59, tzinfo=UTC))  # eight in the evening there
    assert await dispatch.ledger() == [(DIETER, "dropped", Reason.QUIET)]


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"check_ins": Rhythm.OFF}, Reason.STOPPED), ({"paused_until": date(2026, 3, 4)}, Reason.PAUSED)],
    ids=["stopped", "paused"],
)
async def test_who_stopped_after_it_was_planned_gets_nothing(
    dispatch: Dispatch, change: dict[str, object], reason: Reason
) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("users.info", Failure.http(500))
    await dispatch.round(NEARLY_NOON)
    schedule = await dispatch.schedule(EMMA)
    await dispatch.keep(replace(schedule, cadence=replace(schedule.cadence, **change)))  # type: ignore[arg-type]
    await dispatch.round(NEARLY_NOON + timedelta(seconds=29.9))
    assert dispatch.sent() == []
    await dispatch.round(NEARLY_NOON + timedelta(minutes=5))
    assert [one[2] for one in await dispatch.ledger()] == [reason]


async def test_nothing_to_say_is_recorded(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.texts[EMMA] = None
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.ledger() == [(EMMA, "dropped", Reason.NOTHING_TO_SAY)]


async def test_one_that_cannot_be_written_to_stops_nobody_else(dispatch: Dispatch) -> None:
    for user in (EMMA, DIETER, GEORGE):
        await dispatch.expect(user)
    dispatch.slack.fail_next("chat.postMessage", Failure.slack("messages_tab_disabled"))
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.status() == {"sent": 2, "messages_tab_disabled": 1}


async def test_a_mistake_of_ours_is_tried_again_and_given_up_in_the_end(dispatch: Dispatch) -> None:
    cadence = replace(WEEKLY, opens=BEFORE.time(), closes=TUESDAY_NOON.time(), quiet_to=BEFORE.time())
    await dispatch.expect(EMMA, cadence)
    await dispatch.expect(DIETER, cadence)

    class Mistaken(Writer):
        async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
            if delivery.recipient == EMMA:
                raise LookupError("a mistake")
            return await super().compose(delivery, user)

    dispatch.parts = replace(dispatch.parts, writers=dict.fromkeys(Kind, Mistaken({})))
    for minutes in range(300, 0, -20):
        await dispatch.round(TUESDAY_NOON - timedelta(minutes=minutes))
    assert await dispatch.status() == {"sent": 1, "failed": 1}


async def test_nobody_is_written_to_twice_on_a_local_date(dispatch: Dispatch) -> None:
    both = Cadence(MONDAY, Rhythm.WEEKLY, Rhythm.WEEKLY, days=frozenset({1, 2, 3, 4, 5}), most_a_week=2)
    await dispatch.expect(EMMA, both)
    at = BEFORE
    while at < BEFORE + 28 * DAYS:
        await dispatch.round(at)
        at += timedelta(hours=1)
    days = [message.text.split()[2] for message in dispatch.sent(EMMA)]
    assert len(days) == len(set(days)) > 5  # fewer in the end, as nobody answers
