"""Deliveries: what Rung sends by itself, from the moment at which it is due until it was sent or dropped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from bot.domain.cadence import (
    Cadence,
    IsHoliday,
    Kind,
    Occasion,
    Rhythm,
    may_come,
    next_occasion,
    same_day_again,
    share_of,
    zone_of,
)
from bot.domain.people import PersonId, SlackUser

HolidaysOf = Callable[[str | None], IsHoliday]  # of a country, by its code

MOST_ATTEMPTS = 8  # with pauses that double from half a minute: an hour


class TeamKind(StrEnum):
    """What Rung writes unasked because of a team: a summary to its channel, a notice to whoever looks after it."""

    SUMMARY = "summary"
    NOTICE = "notice"


AnyKind = Kind | TeamKind


def kind_of(word: str) -> AnyKind:
    """What a stored word means. Raises ValueError for anything else."""
    return Kind(word) if word in _PERSONAL else TeamKind(word)


_PERSONAL = frozenset(one.value for one in Kind)


class Status(StrEnum):
    """Where a delivery stands. `sending` is between the claim and Slack's answer."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    DROPPED = "dropped"


SUPERSEDED = "superseded"
"""Why a message that was sent has no buttons any more: a newer one of its kind came, and nobody had answered it."""


class Reason(StrEnum):
    """Why a delivery was dropped; where Slack refused it, its own word is the reason."""

    PASSED = "passed"  # nobody could send it in its window
    NOT_A_MEMBER = "not_a_member"  # a guest, a bot, deactivated, or of another workspace
    STOPPED = "stopped"  # the person wants none of its kind any more
    PAUSED = "paused"
    AWAY = "away"  # a status that says so
    QUIET = "quiet"  # the person's hours leave no moment of that day
    DO_NOT_DISTURB = "do_not_disturb"
    NOTHING_TO_SAY = "nothing_to_say"
    CONTENT_LOST = "content_lost"  # nothing to say either, as the framework has lost what a focus leads to
    UNCERTAIN = "uncertain"  # it may have been sent, and nobody may look
    SLACK_FAILED = "slack_failed"  # Slack didn't answer, several times
    FAILED = "failed"  # a mistake of ours, several times
    NOT_INSTALLED = "not_installed"  # Rung was uninstalled where the person is


WISHED = frozenset(
    {
        Reason.NOT_A_MEMBER,
        Reason.STOPPED,
        Reason.PAUSED,
        Reason.AWAY,
        Reason.QUIET,
        Reason.DO_NOT_DISTURB,
        Reason.NOTHING_TO_SAY,
        Reason.CONTENT_LOST,
        Reason.NOT_INSTALLED,
    }
)
"""Reasons for which a message is rightly not sent; for all others something failed."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a person is written to next. `zone` is the one from which `upcoming` was computed.

    `last` are the local dates for which each kind was last planned; `unanswered` counts messages since an answer.
    """

    person: PersonId
    workspace: str
    cadence: Cadence
    zone: str | None = None
    last: Mapping[Kind, date] = field(default_factory=dict)
    unanswered: int = 0
    upcoming: Occasion | None = None

    @property
    def share(self) -> float:
        return share_of(f"{self.person.tenant}/{self.person.user}")

    def following(self, after: datetime, holidays: HolidaysOf, last: Mapping[Kind, date] | None = None) -> "Schedule":
        """The same with what comes next after an instant, and after the `last` ones where they are given."""
        last = self.last if last is None else last
        upcoming = next_occasion(
            self.cadence,
            zone_of(self.zone),
            after=after,
            last=last,
            share=self.share,
            is_holiday=holidays(self.cadence.country),
            unanswered=self.unanswered,
        )
        return Schedule(  # dataclasses.replace takes five times as long, and many are planned at once
            self.person, self.workspace, self.cadence, self.zone, last, self.unanswered, upcoming
        )


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message to be sent. `lane` is the workspace that it goes through; the moments are aware UTC.

    `fence` counts the claims so far, and `attempts` those that Slack didn't answer. `about` is what a notice tells of.
    """

    tenant: str
    recipient: str
    kind: AnyKind
    day: date
    lane: str
    due_at: datetime
    expires_at: datetime
    fence: int = 0
    attempts: int = 0
    reason: str | None = None
    about: str | None = None

    @property
    def person(self) -> PersonId:
        return PersonId(self.tenant, self.recipient)

    @property
    def key(self) -> str:
        """What its message carries, so that it can be recognised there."""
        return f"{self.tenant}/{self.recipient}/{self.kind}/{self.day.isoformat()}"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a delivery is about: a skill, a role, and ids of statements."""

    skill: str
    role: str
    statements: tuple[str, ...]


def plan_due(schedule: Schedule, now: datetime, holidays: HolidaysOf) -> tuple[Delivery, Schedule]:
    """The delivery of a schedule whose time has come, and the schedule after it; `schedule.upcoming` isn't None.

    However long nobody planned anything, it is one delivery, and one whose window is over comes dropped.
    """
    occasion = schedule.upcoming
    assert occasion is not None
    passed = Reason.PASSED if now >= occasion.closes_at else None
    delivery = Delivery(
        schedule.person.tenant,
        schedule.person.user,
        occasion.kind,
        occasion.day,
        schedule.workspace,
        occasion.at,
        occasion.closes_at,
        reason=passed,
    )
    last = {**schedule.last, occasion.kind: occasion.day}
    return delivery, schedule.following(max(now, occasion.at), holidays, last)


@dataclass(frozen=True, slots=True)
class Send:
    """It may be sent now."""


@dataclass(frozen=True, slots=True)
class Postpone:
    """Not at this moment, but at another one of the same day."""

    at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Drop:
    """It is not sent at all; the next one comes when it is due."""

    reason: Reason


Verdict = Send | Postpone | Drop


def judge(
    delivery: Delivery,
    schedule: Schedule | None,
    user: SlackUser,
    disturbed_until: datetime | None,
    now: datetime,
    holidays: HolidaysOf,
) -> Verdict:
    """Whether a person may be written to at this moment: much can have changed since it was planned.

    `schedule` None: the person has none any more. `disturbed_until` is when Slack's do-not-disturb ends, if it is on.
    """
    if not user.is_member:
        return Drop(Reason.NOT_A_MEMBER)
    if schedule is None or schedule.cadence.rhythm(Kind(delivery.kind)) is Rhythm.OFF:
        return Drop(Reason.STOPPED)
    cadence, zone = schedule.cadence, zone_of(user.timezone)
    if cadence.paused_until is not None and now.astimezone(zone).date() < cadence.paused_until:
        return Drop(Reason.PAUSED)
    if user.is_away(now):
        return Drop(Reason.AWAY)
    is_holiday = holidays(cadence.country)
    if now >= delivery.expires_at or not may_come(cadence, zone, now, is_holiday):
        passed = Reason.PASSED if now >= delivery.expires_at else Reason.QUIET
        return _later(delivery, schedule, user, now, holidays) or Drop(passed)
    if disturbed_until is None or disturbed_until <= now:
        return Send()
    if may_come(cadence, zone, disturbed_until, is_holiday) and disturbed_until.astimezone(zone).date() == delivery.day:
        return Postpone(disturbed_until, max(delivery.expires_at, disturbed_until))
    return Drop(Reason.DO_NOT_DISTURB)


def _later(
    delivery: Delivery, schedule: Schedule, user: SlackUser, now: datetime, holidays: HolidaysOf
) -> Postpone | None:
    """Another moment of the day, for whoever has moved or changed their hours."""
    again = same_day_again(
        schedule.cadence,
        zone_of(user.timezone),
        kind=Kind(delivery.kind),
        day=delivery.day,
        after=now,
        share=schedule.share,
        is_holiday=holidays(schedule.cadence.country),
    )
    return Postpone(again.at, again.closes_at) if again else None
