"""A lane: the deliveries of one workspace, sent one after the other at the rate that Slack allows.

Only one process runs a lane at a time. Each delivery is claimed right before it is sent, and is settled afterwards;
one that was claimed by somebody who is gone is looked for in the conversation before it is sent again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.domain.deliveries import (
    MOST_ATTEMPTS,
    AnyKind,
    Delivery,
    Drop,
    HolidaysOf,
    Postpone,
    Reason,
    Send,
    Status,
    TeamKind,
    Verdict,
    judge,
)
from bot.domain.people import PersonId, SlackUser
from bot.domain.team_deliveries import judge_notice, judge_summary
from bot.errors import NotInstalled, SlackLimited, SlackRefused, SlackUnavailable, StorageUnavailable
from bot.jobs.ending import Ending
from bot.jobs.pace import Pace
from bot.messenger.courier import MOST_AT_ONCE, Courier
from bot.storage.deliveries import (
    claim_delivery,
    drop_delivery,
    due_deliveries,
    mark_sent,
    release_delivery,
    unsettled_deliveries,
)
from bot.storage.engine import Database
from bot.storage.schedules import count_unanswered, load_schedule
from bot.storage.teams import load_team
from bot.surfaces.composing import Composed, Writer
from bot.telemetry import reference_here

CONCURRENT = 16  # deliveries that are prepared or on their way at once
HELD = 5.0  # seconds after which a claim isn't acted upon any more: this process may have been paused
SETTLE_AFTER = timedelta(seconds=20)  # among several processes: longer than a claim is held and a call lasts
BACK_OFF = timedelta(seconds=30)

# Slack's words for "nobody of this workspace can be written to": the others' deliveries would fare no better.
_WORKSPACE_GONE = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_revoked", "token_expired", "missing_scope",
     "team_access_not_granted", "org_login_required"}
)  # fmt: skip
# And for "something broke on our side": it may have been sent.
_UNCERTAIN = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})

_logger = logging.getLogger(__name__)

Outcomes = Counter[tuple[str, str]]  # by kind, and "sent", "later" or the reason for which it was dropped


class LaneStopped(Exception):
    """Nothing more can be sent in this lane now."""


@dataclass(frozen=True, slots=True)
class LaneParts:
    """What a lane works with. `courier` is that of a tenant; `fetch` asks Slack who somebody is.

    `a_minute` is how many messages may leave.
    `wall` is the clock on the wall, by which a claim ages, whatever moment `now` is made to be.
    `back_off` is how long a delivery waits where Slack didn't answer; where it failed again and again, twice as long
    each time.
    """

    database: Database
    courier: Callable[[str], Courier]
    fetch: Callable[[PersonId], Awaitable[SlackUser]]
    writers: Mapping[AnyKind, Writer]
    holidays: HolidaysOf
    now: Callable[[], datetime]
    monotonic: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    a_minute: float
    wall: Callable[[], datetime]
    back_off: timedelta = BACK_OFF
    ending: Ending = field(default_factory=Ending)


async def run_lane(lane: str, parts: LaneParts, settle_after: timedelta = SETTLE_AFTER) -> Outcomes:
    """Send all that is due in a lane, until the process is to end. Raises StorageUnavailable.

    Claims that are so old are settled first: none need be where no other process can have made them, and even our own
    aren't at once, since Slack may still be at work on a message whose fate it didn't tell.
    """
    run = _Run(lane, parts)
    try:
        await run.settle(settle_after)
        while not parts.ending.has_begun and await run.send_some():
            pass
    except LaneStopped as stopped:
        _logger.warning("The lane of %s stopped: %s", lane, stopped)
    return run.outcomes


class _Run:
    """One run through a lane."""

    def __init__(self, lane: str, parts: LaneParts) -> None:
        self.outcomes: Outcomes = Counter()
        self._lane = lane
        self._parts = parts
        self._pace = Pace(parts.a_minute, parts.monotonic, self._rest)
        self._slots = asyncio.Semaphore(CONCURRENT)
        self._stopped = False
        self._unanswered = 0  # calls in a row that Slack didn't answer

    async def settle(self, after: timedelta) -> None:
        """Find out of each delivery that was claimed a while ago whether it was sent: whoever did it is gone."""
        async with self._parts.database.reading() as session:
            now = self._parts.wall()
            unsettled = await unsettled_deliveries(session, self._lane, now - after, now)
        for delivery in unsettled:
            if not self._parts.ending.has_begun:
                await self._find(delivery)

    async def _rest(self, seconds: float) -> None:
        await self._parts.ending.cut_short(self._parts.sleep(seconds))

    async def send_some(self) -> bool:
        """Whether there may be more."""
        parts = self._parts
        await self._pace.resumed()
        if parts.ending.has_begun:
            return False
        async with parts.database.reading() as session:
            due = await due_deliveries(session, self._lane, parts.now(), MOST_AT_ONCE)
        if not due:
            return False
        people = [one.person for one in due if one.kind is not TeamKind.SUMMARY]
        disturbed = await self._disturbed(people)
        tasks = [self._in_slot(delivery, disturbed.get(delivery.person)) for delivery in due]
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):  # what is on its way comes to its end
            if isinstance(outcome, BaseException):
                raise outcome
        return True

    async def _in_slot(self, delivery: Delivery, disturbed_until: datetime | None) -> None:
        async with self._slots:
            if self._stopped or self._parts.ending.has_begun:
                return
            try:
                await self._handle(delivery, disturbed_until)
            except (LaneStopped, StorageUnavailable):
                self._stopped = True
                raise
            except Exception:
                reference = reference_here()
                _logger.exception("%s could not be written (reference %s)", delivery.key, reference)
                await self._again_later(delivery, Reason.FAILED)

    async def _handle(self, delivery: Delivery, disturbed_until: datetime | None) -> None:
        """Judge it, write it, and send it."""
        parts = self._parts
        try:
            await parts.courier(delivery.tenant).require_token()
            await self._pace.resumed()  # another one of the lane may have been told to wait
            user = None if delivery.kind is TeamKind.SUMMARY else await parts.fetch(delivery.person)
            if not await self._may_be_sent(delivery, user, disturbed_until):
                return
            composed = await parts.writers[delivery.kind].compose(delivery, user)
        except SlackUnavailable as error:
            _logger.warning("Slack doesn't say what has to be known for %s: %s", delivery.key, error)
            self._note_no_answer()
            await self._release(delivery, parts.now() + parts.back_off, delivery.expires_at)
            self._require_answers(error)
            return
        except SlackRefused as error:
            await self._refused(delivery, error)
            return
        self._unanswered = 0
        if isinstance(composed, Reason):
            await self._drop(delivery, composed)
            return
        await self._pace.turn()
        if parts.ending.has_begun:
            return
        if await self._may_be_sent(delivery, user, disturbed_until):  # the turn may have been a long time in coming
            await self._send(delivery, composed)

    async def _may_be_sent(self, delivery: Delivery, user: SlackUser | None, disturbed_until: datetime | None) -> bool:
        """Whether it may be sent now, by what is stored at this moment; what else is to be done with it is done."""
        parts = self._parts
        async with parts.database.reading() as session:
            if user is None:
                team = await load_team(session, delivery.tenant, delivery.recipient)
                verdict = judge_summary(delivery, team, parts.now())
            elif delivery.kind is TeamKind.NOTICE:
                verdict = judge_notice(delivery, user, disturbed_until, parts.now())
            else:
                schedule = await load_schedule(session, delivery.person)
                verdict = judge(delivery, schedule, user, disturbed_until, parts.now(), parts.holidays)
        return await self._obey(delivery, verdict)

    async def _obey(self, delivery: Delivery, verdict: Verdict) -> bool:
        """Whether it may be sent; what else is to be done with it is done."""
        match verdict:
            case Drop(reason):
                await self._drop(delivery, reason)
            case Postpone(at, expires_at):
                await self._release(delivery, at, expires_at)
        return isinstance(verdict, Send)

    async def _send(self, delivery: Delivery, composed: Composed) -> None:
        """Between the claim and Slack's answer lies nothing that could take long."""
        parts = self._parts
        begun, claimed_at = parts.monotonic(), parts.wall()
        if not await parts.database.write(
            lambda session: claim_delivery(session, delivery, composed.subject, claimed_at)
        ):
            return  # somebody else has it
        claimed = replace(delivery, fence=delivery.fence + 1)
        if parts.monotonic() - begun > HELD:
            await self._release(claimed, delivery.due_at, delivery.expires_at)
            return
        try:
            channel, ts = await parts.courier(delivery.tenant).send(delivery.recipient, delivery.key, composed.message)
        except SlackUnavailable as error:
            self._count(delivery, "later")
            _logger.warning("Slack didn't say whether it has %s: %s", delivery.key, error)
        except SlackRefused as error:
            await self._refused(claimed, error)
        else:
            await self._sent(claimed, channel, ts)

    async def _find(self, delivery: Delivery) -> None:
        """Look for the message of a delivery that was claimed, and send it later where it isn't there."""
        try:
            found = await self._parts.courier(delivery.tenant).find(delivery.recipient, delivery.key)
        except SlackLimited as error:
            await self._find_after(error.retry_after, delivery)
        except SlackUnavailable as error:
            self._count(delivery, "later")
            _logger.warning("It isn't known whether %s was sent: %s", delivery.key, error)
            self._note_no_answer()
            self._require_answers(error)
        except SlackRefused as error:
            if error.error in _WORKSPACE_GONE - {"missing_scope"}:
                raise LaneStopped(str(error)) from error
            await self._drop(delivery, Reason.UNCERTAIN)
        else:
            if found is not None:
                await self._sent(delivery, *found)
            elif delivery.attempts + 1 >= MOST_ATTEMPTS:
                await self._drop(delivery, Reason.SLACK_FAILED)
            else:  # at first at once
                pause = self._parts.back_off * (2**delivery.attempts - 1)
                due_at = max(delivery.due_at, self._parts.now() + pause) if pause else delivery.due_at
                await self._release(delivery, due_at, delivery.expires_at, delivery.attempts + 1)

    def _note_no_answer(self) -> None:
        """One delivery waits. Where none gets an answer the others would wait as long: then they are left alone."""
        self._unanswered += 1
        self._stopped = self._stopped or self._unanswered >= CONCURRENT

    def _require_answers(self, error: SlackUnavailable) -> None:
        if self._unanswered >= CONCURRENT:
            raise LaneStopped(f"Slack can't be reached: {error}")

    async def _find_after(self, seconds: float, delivery: Delivery) -> None:
        self._pace.pause(seconds)
        await self._pace.turn()
        if not self._parts.ending.has_begun:
            await self._find(delivery)

    async def _disturbed(self, people: list[PersonId]) -> Mapping[PersonId, datetime]:
        """Until when people are not to be disturbed."""
        found: dict[PersonId, datetime] = {}
        for tenant in dict.fromkeys(person.tenant for person in people):
            users = [person.user for person in people if person.tenant == tenant]
            disturbed = await self._disturbed_of(tenant, users)
            found |= {PersonId(tenant, user): until for user, until in disturbed.items()}
        return found

    async def _disturbed_of(self, tenant: str, users: list[str]) -> Mapping[str, datetime]:
        """Where Slack doesn't say, nobody is taken to be disturbed: everybody has quiet hours of their own."""
        courier = self._parts.courier(tenant)
        try:
            try:
                return await courier.disturbed(users, self._lane, self._parts.now())
            except SlackLimited as error:
                self._pace.pause(error.retry_after)
                await self._pace.turn()
                return await courier.disturbed(users, self._lane, self._parts.now())
        except (SlackUnavailable, SlackRefused) as error:
            if isinstance(error, SlackRefused) and error.error in _WORKSPACE_GONE:
                raise LaneStopped(str(error)) from error
            _logger.warning("Slack doesn't say who is not to be disturbed: %s", error)
            return {}

    async def _refused(self, delivery: Delivery, error: SlackRefused) -> None:
        """Slack certainly doesn't have it, except where something broke there."""
        if isinstance(error, SlackLimited):
            self._pace.pause(error.retry_after)
            await self._release(delivery, delivery.due_at, delivery.expires_at)
        elif error.error in _UNCERTAIN:
            self._count(delivery, "later")
        elif isinstance(error, NotInstalled):
            await self._drop(delivery, Reason.NOT_INSTALLED)
        elif error.error in _WORKSPACE_GONE:
            await self._release(delivery, self._parts.now() + self._parts.back_off, delivery.expires_at)
            raise LaneStopped(str(error)) from error
        else:
            if await self._drop(delivery, error.error):
                await self._parts.writers[delivery.kind].refused(delivery, error.error)

    async def _again_later(self, delivery: Delivery, reason: Reason) -> None:
        """It is tried a few times, and dropped for that reason."""
        attempts = delivery.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self._drop(delivery, reason)
            return
        due_at = self._parts.now() + self._parts.back_off * 2 ** (attempts - 1)
        await self._release(delivery, due_at, delivery.expires_at, attempts)

    async def _sent(self, delivery: Delivery, channel: str, ts: str) -> None:
        now = self._parts.now()

        async def keep(session: Any) -> bool:
            is_first = await mark_sent(session, delivery, channel, ts, now)
            if is_first and not isinstance(delivery.kind, TeamKind):
                await count_unanswered(session, delivery.person)
            return is_first

        is_first = await self._parts.database.write(keep)
        self._count(delivery, Status.SENT.value)
        if is_first:
            await self._parts.writers[delivery.kind].followed(delivery, channel, ts)

    async def _drop(self, delivery: Delivery, reason: str) -> bool:
        """Whether it was still ours to drop."""
        now = self._parts.now()
        is_ours = await self._parts.database.write(lambda session: drop_delivery(session, delivery, reason, now))
        if is_ours:
            _logger.info("%s was not sent: %s", delivery.key, reason)
            self._count(delivery, reason)
        return is_ours

    async def _release(
        self, delivery: Delivery, due_at: datetime, expires_at: datetime, attempts: int | None = None
    ) -> None:
        tries = delivery.attempts if attempts is None else attempts
        await self._parts.database.write(
            lambda session: release_delivery(session, delivery, due_at=due_at, expires_at=expires_at, attempts=tries)
        )
        self._count(delivery, "later")

    def _count(self, delivery: Delivery, outcome: str) -> None:
        self.outcomes[delivery.kind.value, str(outcome)] += 1
