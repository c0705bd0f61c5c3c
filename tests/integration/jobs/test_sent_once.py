"""Whatever Slack does and wherever a process dies: every delivery arrives once, or is dropped with its reason."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest

from bot.domain.deliveries import MOST_ATTEMPTS, Reason, Subject
from bot.errors import StorageUnavailable
from bot.jobs import lanes
from bot.jobs.lanes import HELD, SETTLE_AFTER
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE
from bot.storage.deliveries import claim_delivery, due_deliveries, mark_sent, release_delivery
from tests.integration.jobs.conftest import WEEKLY, Dispatch

NEARLY_NOON = datetime(2026, 3, 3, 11, 50, tzinfo=UTC)
A_LITTLE = timedelta(seconds=31)

UNCERTAIN = {
    "500": Failure.http(500),
    "dropped before": Failure.dropped(),
    "dropped after": Failure.dropped(does_the_work=True),
    "garbled": Failure.garbled(),
    "nothing at all": Failure.silent(),
    "fatal": Failure.slack("fatal_error"),
}


@pytest.mark.parametrize("failure", UNCERTAIN.values(), ids=UNCERTAIN.keys())
async def test_what_slack_does_not_confirm_arrives_once(dispatch: Dispatch, failure: Failure) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("chat.postMessage", failure)
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.status() == {"sending": 1}
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    assert len(dispatch.sent(EMMA)) == 1
    assert await dispatch.status() == {"sent": 1}
    assert (await dispatch.schedule(EMMA)).unanswered == 1


async def test_a_process_that_ends_finishes_what_is_on_its_way_and_leaves_the_rest(dispatch: Dispatch) -> None:
    users = (EMMA, DIETER, GEORGE)
    for user in users:
        await dispatch.expect(user)
    dispatch.clock.at = NEARLY_NOON

    await dispatch.end_amid(dispatch.rounds())

    assert await dispatch.status() == {"sent": 1, "due": 2}
    await dispatch.round(NEARLY_NOON)
    assert [len(dispatch.sent(user)) for user in users] == [1, 1, 1]


async def test_case_28_a_limit_pauses_the_lane_and_everybody_gets_one(dispatch: Dispatch) -> None:
    users = (EMMA, DIETER, GEORGE, ADA)
    for user in users:
        await dispatch.expect(user)
    dispatch.slack.fail_next("chat.postMessage", Failure.rate_limited(20), times=3)
    before = dispatch.clock.slept
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.status() == {"sent": 4}
    assert [len(dispatch.sent(user)) for user in users] == [1, 1, 1, 1]
    assert dispatch.clock.slept - before >= 20


@pytest.mark.parametrize("method", ["users.info", "dnd.teamInfo"])
async def test_case_28_a_limit_of_what_is_asked_before_is_waited_for_too(dispatch: Dispatch, method: str) -> None:
    users = (EMMA, DIETER, GEORGE)
    for user in users:
        await dispatch.expect(user)
    dispatch.slack.workspace.change_person(EMMA, do_not_disturb=(0, int((NEARLY_NOON + timedelta(days=1)).timestamp())))
    dispatch.slack.fail_next(method, Failure.rate_limited(20))
    before = dispatch.clock.slept
    await dispatch.round(NEARLY_NOON)
    assert [len(dispatch.sent(user)) for user in users] == [0, 1, 1]
    assert await dispatch.status() == {"sent": 2, Reason.DO_NOT_DISTURB: 1}
    assert dispatch.clock.slept - before >= 20


async def test_case_28_slack_is_not_asked_again_before_it_said(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("users.info", Failure.rate_limited(20), times=3)

    await dispatch.round(NEARLY_NOON)

    asked = [call.at for call in dispatch.slack.calls if call.method == "users.info"]
    assert [later - earlier >= 20 for earlier, later in pairwise(asked)] == [True, True, True]
    assert await dispatch.status() == {"sent": 1}


async def test_case_28_a_limit_of_the_history_is_waited_for_too(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
    await dispatch.round(NEARLY_NOON)
    dispatch.slack.fail_next("conversations.history", Failure.rate_limited(20), times=2)
    before = dispatch.clock.slept
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    assert len(dispatch.sent(EMMA)) == 1
    assert await dispatch.status() == {"sent": 1}
    assert dispatch.clock.slept - before >= 40


async def test_a_limit_that_outlasts_the_window_drops_it(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("chat.postMessage", Failure.rate_limited(3600))
    await dispatch.round(NEARLY_NOON)
    assert dispatch.sent() == []
    assert await dispatch.ledger() == [(EMMA, "dropped", Reason.PASSED)]


async def test_where_the_history_may_not_be_read_it_is_dropped_rather_than_repeated(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    dispatch.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
    dispatch.slack.fail_next("conversations.history", Failure.slack("missing_scope"))
    await dispatch.round(NEARLY_NOON)
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    await dispatch.round(NEARLY_NOON + 2 * A_LITTLE)
    assert len(dispatch.sent(EMMA)) == 1
    assert await dispatch.ledger() == [(EMMA, "dropped", Reason.UNCERTAIN)]


async def test_a_slack_that_never_takes_it_is_given_up_in_the_end(dispatch: Dispatch) -> None:
    """After an hour: it is tried less and less often, and within the window alone."""
    until_four = replace(WEEKLY, closes=time(16))
    await dispatch.expect(EMMA, until_four)
    dispatch.slack.fail_next("chat.postMessage", Failure.http(500), times=100)
    begun = dispatch.clock.at = (await dispatch.schedule(EMMA)).upcoming.at  # type: ignore[union-attr]
    while set(await dispatch.status()) != {Reason.SLACK_FAILED}:
        await dispatch.round(dispatch.clock.at + A_LITTLE)
    assert len(dispatch.slack.called("chat.postMessage")) == MOST_ATTEMPTS
    assert timedelta(minutes=30) < dispatch.clock.at - begun < timedelta(minutes=90)
    assert dispatch.sent() == []


async def test_a_token_that_is_gone_stops_the_lane_and_loses_nothing(dispatch: Dispatch) -> None:
    for user in (EMMA, DIETER):
        await dispatch.expect(user)
    dispatch.slack.fail_next("chat.postMessage", Failure.slack("token_revoked"), times=2)
    await dispatch.round(NEARLY_NOON)
    assert await dispatch.status() == {"due": 2}
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    assert await dispatch.status() == {"sent": 2}


class Killed(BaseException):
    """The process is gone, here and now."""


Step = Callable[..., Coroutine[Any, Any, Any]]
DEATHS = {
    "before the claim": ("claim_delivery", False),
    "after the claim": ("claim_delivery", True),
    "before Slack's answer is kept": ("mark_sent", False),
    "after Slack's answer is kept": ("mark_sent", True),
}


@pytest.mark.parametrize(("name", "after"), DEATHS.values(), ids=DEATHS.keys())
async def test_a_process_that_dies_there_leaves_what_the_next_one_needs(
    dispatch: Dispatch, monkeypatch: pytest.MonkeyPatch, name: str, after: bool
) -> None:
    """On SQLite a transaction that was under way is undone with its process, on PostgreSQL with its connection."""
    await dispatch.expect(EMMA)
    step: Step = getattr(lanes, name)
    committed = dispatch.database.write
    deaths = 0

    async def die(*args: Any) -> Any:
        nonlocal deaths
        deaths += 1
        raise Killed

    with monkeypatch.context() as patch:
        if after:

            async def write(self: object, piece: Any) -> Any:
                result = await committed(piece)
                if name in piece.__code__.co_names + piece.__code__.co_freevars:
                    raise Killed
                return result

            patch.setattr(type(dispatch.database), "write", write)
        else:
            patch.setattr(lanes, name, die)
        with pytest.raises(BaseException):  # noqa: B017, PT011
            await lanes.run_lane(dispatch.person(EMMA).tenant, await planned(dispatch))
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    await dispatch.round(NEARLY_NOON + 2 * A_LITTLE)
    assert len(dispatch.sent(EMMA)) == 1
    assert await dispatch.status() == {"sent": 1}
    assert step is getattr(lanes, name)


async def planned(dispatch: Dispatch) -> Any:
    """Plan what is due, and give what a lane works with."""
    rounds = dispatch.rounds()
    dispatch.clock.at = NEARLY_NOON
    rounds.engine.start = lambda lanes: None  # type: ignore[method-assign]
    await rounds.round()
    return dispatch.parts


async def test_a_process_that_was_paused_after_its_claim_does_not_send(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    usual = dispatch.database

    class Slow:
        """Each write takes longer than a claim is held."""

        def __getattr__(self, name: str) -> Any:
            return getattr(usual, name)

        async def write(self, piece: Any) -> Any:
            result = await usual.write(piece)
            dispatch.clock.at += timedelta(seconds=HELD + 1)
            return result

    parts = replace(await planned(dispatch), database=Slow())
    dispatch.clock.at = NEARLY_NOON + timedelta(minutes=9)
    await lanes.run_lane(dispatch.person(EMMA).tenant, parts)
    assert dispatch.slack.called("chat.postMessage") == []


async def test_an_older_claim_can_neither_send_nor_settle(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    await planned(dispatch)
    tenant, subject = dispatch.person(EMMA).tenant, Subject("python", "llm-engineer", ("a",))
    async with dispatch.database.reading() as session:
        (due,) = await due_deliveries(session, tenant, NEARLY_NOON, 10)

    async def write(step: Step, *args: Any, **named: Any) -> bool:
        return bool(await dispatch.database.write(lambda session: step(session, *args, **named)))

    assert await write(claim_delivery, due, subject, NEARLY_NOON)
    assert not await write(claim_delivery, due, subject, NEARLY_NOON)
    first = replace(due, fence=1)
    again = {"due_at": due.due_at, "expires_at": due.expires_at, "attempts": 1}
    assert await write(release_delivery, first, **again)
    assert await write(claim_delivery, first, subject, NEARLY_NOON)
    assert not await write(mark_sent, first, "D1", "1.1", NEARLY_NOON)
    assert not await write(release_delivery, first, **again)
    assert await write(mark_sent, replace(due, fence=2), "D1", "1.2", NEARLY_NOON)
    assert await dispatch.status() == {"sent": 1}


async def test_a_claim_is_settled_by_another_process_once_it_is_old(dispatch: Dispatch) -> None:
    await dispatch.expect(EMMA)
    parts, lane = await planned(dispatch), dispatch.person(EMMA).tenant
    dispatch.slack.fail_next("chat.postMessage", Failure.http(500))
    for wait, status in ((0.0, "sending"), (0.5, "sending"), (0.6, "sent")):
        dispatch.clock.at += SETTLE_AFTER * wait
        await lanes.run_lane(lane, parts)
        assert await dispatch.status() == {status: 1}


async def test_a_database_that_fails_while_slack_is_asked_costs_no_second_message(
    dispatch: Dispatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await dispatch.expect(EMMA)

    async def fail(*_: Any) -> bool:
        raise StorageUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(lanes, "mark_sent", fail)
        await dispatch.round(NEARLY_NOON)
    await dispatch.round(NEARLY_NOON + A_LITTLE)
    assert len(dispatch.sent(EMMA)) == 1
    assert await dispatch.status() == {"sent": 1}
