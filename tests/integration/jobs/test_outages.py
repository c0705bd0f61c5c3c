"""Slack can't be reached for minutes, or the clock jumps: what is due waits, and comes once within its window."""

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.deliveries import Reason
from bot.jobs.lanes import CONCURRENT, run_lane
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE
from tests.integration.jobs.conftest import Dispatch

OPENS = datetime(2026, 3, 3, 10, tzinfo=UTC)
NEARLY_NOON = datetime(2026, 3, 3, 11, 50, tzinfo=UTC)
CLOSES = datetime(2026, 3, 3, 12, tzinfo=UTC)
USERS = (EMMA, DIETER, GEORGE, ADA)
METHODS = ("users.info", "chat.postMessage", "conversations.open", "conversations.history", "dnd.teamInfo")


def pull_the_cable(dispatch: Dispatch) -> None:
    for method in METHODS:
        dispatch.slack.fail_next(method, Failure.dropped(), times=10_000)


def plug_it_in(dispatch: Dispatch) -> None:
    for method in METHODS:
        while dispatch.slack.web_api.failures.take(method):
            pass


async def rounds_until(dispatch: Dispatch, end: datetime) -> None:
    """As a process makes them, but less often."""
    while dispatch.clock.at < end:
        await dispatch.round(dispatch.clock.at + timedelta(minutes=4))


async def test_what_is_due_waits_while_slack_is_away_and_comes_once(dispatch: Dispatch) -> None:
    for user in USERS:
        await dispatch.expect(user)
    pull_the_cable(dispatch)
    dispatch.clock.at = OPENS
    await rounds_until(dispatch, NEARLY_NOON)
    assert set(await dispatch.status()) == {"due"}

    plug_it_in(dispatch)
    await rounds_until(dispatch, CLOSES)

    assert await dispatch.status() == {"sent": len(USERS)}
    assert [len(dispatch.sent(user)) for user in USERS] == [1] * len(USERS)


async def test_what_was_on_its_way_when_slack_went_away_comes_once(dispatch: Dispatch) -> None:
    for user in USERS:
        await dispatch.expect(user)
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(), times=3)
    await dispatch.round(NEARLY_NOON)
    pull_the_cable(dispatch)
    await rounds_until(dispatch, NEARLY_NOON + timedelta(minutes=4))
    assert await dispatch.status() == {"sending": len(USERS)}

    plug_it_in(dispatch)
    await rounds_until(dispatch, CLOSES - timedelta(minutes=3))

    assert await dispatch.status() == {"sent": len(USERS)}
    assert [len(dispatch.sent(user)) for user in USERS] == [1] * len(USERS)


async def test_where_nobody_gets_an_answer_the_others_are_left_alone(
    dispatch: Dispatch, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(5 * CONCURRENT):
        await dispatch.expect(f"U{number}")
    pull_the_cable(dispatch)
    with caplog.at_level(logging.WARNING):
        await dispatch.round(NEARLY_NOON)
    assert len(dispatch.slack.called("users.info")) <= 2 * CONCURRENT
    assert "stopped: Slack can't be reached" in caplog.text
    assert set(await dispatch.status()) == {"due"}


async def test_a_slack_that_is_away_for_longer_than_the_window_is_waited_for_no_longer(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    pull_the_cable(dispatch)
    await dispatch.round(NEARLY_NOON)
    plug_it_in(dispatch)
    await dispatch.round(CLOSES + timedelta(minutes=1))
    assert await dispatch.status() == {Reason.PASSED: 1}
    assert dispatch.sent() == []


@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(days=-3)], ids=str)
async def test_a_clock_that_goes_back_sends_nothing_twice_and_loses_nothing(
    dispatch: Dispatch, jump: timedelta
) -> None:
    await dispatch.expect(EMMA)
    await dispatch.expect(DIETER)
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
    await dispatch.round(NEARLY_NOON)
    assert sorted(await dispatch.status()) == ["sending", "sent"]

    await dispatch.round(NEARLY_NOON + jump)
    assert await dispatch.status() == {"sent": 2}  # what was claimed at a time that is yet to come is looked up
    for minutes in (0, 1, 20, 60, 24 * 60):
        await dispatch.round(NEARLY_NOON + timedelta(minutes=minutes))

    assert [len(dispatch.sent(user)) for user in (EMMA, DIETER)] == [1, 1]
    await dispatch.round(NEARLY_NOON + timedelta(days=7))
    assert [len(dispatch.sent(user)) for user in (EMMA, DIETER)] == [2, 2]


async def test_a_clock_that_jumps_ahead_and_back_sends_nothing_twice(dispatch: Dispatch) -> None:
    """A day ahead for a moment: what is planned then comes a day early, and not again."""
    await dispatch.expect(EMMA)
    await dispatch.round(NEARLY_NOON)
    ahead = NEARLY_NOON - timedelta(days=1)
    for at in (ahead, NEARLY_NOON, ahead, NEARLY_NOON + timedelta(minutes=5)):
        await dispatch.round(at)
    assert len(dispatch.sent(EMMA)) == 1


async def test_a_claim_that_a_clock_of_before_made_is_settled_among_several_processes(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
    tomorrow = dispatch.clock.at + timedelta(days=1)
    dispatch.parts = replace(dispatch.parts, wall=lambda: tomorrow)
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.status() == {"sending": 1}

    dispatch.parts = replace(dispatch.parts, wall=dispatch.clock.now)
    dispatch.clock.at = NEARLY_NOON - timedelta(days=2)
    await run_lane(dispatch.person(EMMA).tenant, dispatch.parts)

    assert await dispatch.status() == {"sent": 1}
    assert len(dispatch.sent(EMMA)) == 1
