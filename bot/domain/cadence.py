"""Cadence: when a person is written to without having asked, and when not.

A week is an ISO week of local dates. In each of its weeks a kind of message comes at most once, on the first day that
is allowed. What is due is a date and a wall time in the person's zone; the instant is worked out for that date alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from zoneinfo import ZoneInfo

from bot.domain.hours import Part, instant_within, loud_hours, parts_of_day


class Kind(StrEnum):
    """What Rung writes unasked."""

    NUDGE = "nudge"
    CHECK_IN = "check_in"


class Rhythm(StrEnum):
    """How often a kind comes."""

    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Cadence:
    """What a person wishes; wall times are those of their zone, weekdays ISO ones (Monday is 1).

    `first_week` is any day of the first week; before it nothing comes, and from it every second week is counted. Of a
    window `closes` is exclusive and later than `opens`: else no day has one. Quiet hours may go over midnight, and are
    none where they begin as they end. `country` is an ISO 3166 code whose public holidays are quiet. `paused_until` is
    the first day on which messages may come again. `most_a_week` is over all kinds.
    """

    first_week: date
    nudges: Rhythm = Rhythm.FORTNIGHTLY
    check_ins: Rhythm = Rhythm.FORTNIGHTLY
    days: frozenset[int] = frozenset({2})
    opens: time = time(10)
    closes: time = time(12)
    quiet_from: time = time(19)
    quiet_to: time = time(8)
    quiet_days: frozenset[int] = frozenset({6, 7})
    country: str | None = None
    paused_until: date | None = None
    most_a_week: int = 1

    def rhythm(self, kind: Kind) -> Rhythm:
        return self.nudges if kind is Kind.NUDGE else self.check_ins


@dataclass(frozen=True, slots=True)
class Occasion:
    """A message that is due: the local date, the instant, and the instant from which it is too late; both aware UTC."""

    kind: Kind
    day: date
    at: datetime
    closes_at: datetime


IsHoliday = Callable[[date], bool]

# Where messages stay without an answer: so many make the rhythm one step slower.
PATIENCE = 3
_SLOWER = (Rhythm.WEEKLY, Rhythm.FORTNIGHTLY, Rhythm.MONTHLY)
_LAST_DAY_OF_MONTHLY = 21
_DAYS_LOOKED_AHEAD = 400


def no_holiday(day: date) -> bool:
    """For a person without a country."""
    return False


def next_occasion(
    cadence: Cadence,
    zone: ZoneInfo,
    *,
    after: datetime,
    last: Mapping[Kind, date],
    share: float,
    is_holiday: IsHoliday = no_holiday,
    unanswered: int = 0,
) -> Occasion | None:
    """The next message after an instant; None where nothing comes within 13 months of the first day that it could.

    `last` are the local dates for which each kind was last planned, sent or not: days only ever go up, even for
    somebody who flies over the date line. `share`, from 0 to below 1, is where in the window it comes. `unanswered`
    are the latest messages in a row without an answer.
    """
    first, then = _first_day(cadence, zone, after, last), (last.get(Kind.NUDGE), last.get(Kind.CHECK_IN))
    wanted = slowed(cadence.nudges, unanswered), slowed(cadence.check_ins, unanswered)
    until = first + timedelta(days=_DAYS_LOOKED_AHEAD)
    while due := _next_due(cadence, wanted, first, until, then, is_holiday):
        kind, day = due
        if (parts := _parts(cadence, zone, day)) and (at := instant_within(parts, share)) > after:
            return Occasion(kind, day, at, parts[-1][1])
        first = day + timedelta(days=1)
    return None


def may_come(cadence: Cadence, zone: ZoneInfo, at: datetime, is_holiday: IsHoliday = no_holiday) -> bool:
    """Whether the days and hours of a person allow a message at an instant, whatever its kind and rhythm."""
    day = at.astimezone(zone).date()
    if not _is_allowed(cadence, day, is_holiday):
        return False
    return any(begin <= at < end for begin, end in _parts(cadence, zone, day))


def same_day_again(
    cadence: Cadence,
    zone: ZoneInfo,
    *,
    kind: Kind,
    day: date,
    after: datetime,
    share: float,
    is_holiday: IsHoliday = no_holiday,
) -> Occasion | None:
    """Another moment, after an instant, for a message of that local date that could not be sent at its own.

    For somebody who has moved, changed their hours or is not to be disturbed just then; what is left of the window is
    shared out anew. None where nothing is left of it: the next message is then that of `next_occasion`.
    """
    if not _is_allowed(cadence, day, is_holiday):
        return None
    soonest = after + timedelta(microseconds=1)
    left = tuple((max(begin, soonest), end) for begin, end in _parts(cadence, zone, day) if end > soonest)
    return Occasion(kind, day, instant_within(left, share), left[-1][1]) if left else None


def slowed(rhythm: Rhythm, unanswered: int) -> Rhythm:
    """One step slower after three messages in a row without an answer, two after six; never off by itself."""
    if rhythm is Rhythm.OFF or unanswered < PATIENCE:
        return rhythm
    return _SLOWER[min(_SLOWER.index(rhythm) + unanswered // PATIENCE, len(_SLOWER) - 1)]


def share_of(key: str) -> float:
    """A number from 0 to below 1 for a key, spread evenly over keys, and the same in every process."""
    digest = blake2b(key.encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") >> 11) / 2**53


def zone_of(name: str | None) -> ZoneInfo:
    """The zone of an IANA name; UTC for none, and for one that isn't known, since Slack's aren't always."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):  # unknown, malformed, or the name of a folder ("America")
        return ZoneInfo("UTC")


def _first_day(cadence: Cadence, zone: ZoneInfo, after: datetime, last: Mapping[Kind, date]) -> date:
    later = [day + timedelta(days=1) for day in last.values()]
    if cadence.paused_until is not None:
        later.append(cadence.paused_until)
    return max(after.astimezone(zone).date(), _monday(cadence.first_week), *later)


@lru_cache(maxsize=4096)  # many people who are planned together share all of it
def _next_due(
    cadence: Cadence,
    wanted: tuple[Rhythm, Rhythm],
    first: date,
    until: date,
    then: tuple[date | None, date | None],
    is_holiday: IsHoliday,
) -> tuple[Kind, date] | None:
    """What is due first, and when, before the day `until`; `wanted` and `then` have the nudge before the check-in."""
    rhythms = dict(zip((Kind.NUDGE, Kind.CHECK_IN), wanted, strict=True))
    last = {kind: day for kind, day in zip(rhythms, then, strict=True) if day}
    for day in _allowed_days(cadence, first, until, is_holiday):
        if kind := _kind_of(cadence, rhythms, day, last):
            return kind, day
    return None


def _allowed_days(cadence: Cadence, first: date, until: date, is_holiday: IsHoliday) -> Iterator[date]:
    """Those that `_is_allowed` allows, from the first on; a day of another weekday costs nothing."""
    weekdays = cadence.days - cadence.quiet_days
    ahead = [n for n in range(7) if (first.isoweekday() + n - 1) % 7 + 1 in weekdays]
    for week in range(0, (until - first).days, 7):
        for n in ahead:
            day = first + timedelta(days=week + n)
            if day < until and _is_allowed(cadence, day, is_holiday):
                yield day


def _is_allowed(cadence: Cadence, day: date, is_holiday: IsHoliday) -> bool:
    weekday = day.isoweekday()
    if weekday not in cadence.days or weekday in cadence.quiet_days:
        return False
    return (cadence.paused_until is None or day >= cadence.paused_until) and not is_holiday(day)


def _kind_of(cadence: Cadence, rhythms: Mapping[Kind, Rhythm], day: date, last: Mapping[Kind, date]) -> Kind | None:
    """The kind that comes on a day after all the last ones: of several, the one that was there longest ago."""
    monday = _monday(day)
    if sum(before >= monday for before in last.values()) >= cadence.most_a_week:
        return None
    weeks = (monday - _monday(cadence.first_week)).days // 7
    due = [kind for kind in Kind if _is_due(kind, rhythms[kind], day, weeks, last.get(kind, date.min))]
    return min(due, key=lambda kind: (last.get(kind, date.min), kind is not Kind.CHECK_IN), default=None)


def _is_due(kind: Kind, rhythm: Rhythm, day: date, weeks: int, last: date) -> bool:
    """`weeks` is how many weeks after the first one the day is: check-ins have the even ones, nudges the odd ones."""
    if last >= _monday(day):
        return False
    match rhythm:
        case Rhythm.WEEKLY:
            return True
        case Rhythm.FORTNIGHTLY:
            return weeks % 2 == (0 if kind is Kind.CHECK_IN else 1)
        case Rhythm.MONTHLY:
            return day.day <= _LAST_DAY_OF_MONTHLY and (last.year, last.month) != (day.year, day.month)
        case Rhythm.OFF:
            return False


def _parts(cadence: Cadence, zone: ZoneInfo, day: date) -> tuple[Part, ...]:
    hours = loud_hours(cadence.opens, cadence.closes, cadence.quiet_from, cadence.quiet_to)
    return parts_of_day(hours, day, zone)


@lru_cache(maxsize=1024)
def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
