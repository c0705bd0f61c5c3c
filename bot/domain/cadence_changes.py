"""What a person may do with their cadence, each as a change of it; days are those of their own zone."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from bot.domain.cadence import PATIENCE, Cadence, Kind, Rhythm, slowed
from bot.domain.hours import loud_hours
from bot.domain.tenants import BUILT_IN, Newcomers
from bot.errors import PauseUnusable

Change = Callable[[Cadence, date], Cadence]
"""Takes a cadence and today's date. May raise PauseUnusable."""

LONGEST_PAUSE = timedelta(days=366)
A_WHILE = timedelta(days=14)  # how long a pause lasts where nobody says until when


class Fault(StrEnum):
    """What is wrong with a cadence that somebody wishes."""

    CLOSES_FIRST = "closes_first"  # the window ends before it begins
    NO_DAY = "no_day"  # every day of it is a quiet one
    ALL_QUIET = "all_quiet"  # quiet hours leave nothing of the window
    PAUSE_PASSED = "pause_passed"
    PAUSE_TOO_LONG = "pause_too_long"


def first_cadence(today: date, newcomers: Newcomers = BUILT_IN) -> Cadence:
    """What holds until a person changes it; every two weeks is counted from this one."""
    return newcomers.cadence(today)


def is_on(cadence: Cadence) -> bool:
    """Whether any kind of message comes, now or after a pause."""
    return any(cadence.rhythm(kind) is not Rhythm.OFF for kind in Kind)


def is_paused(cadence: Cadence, today: date) -> bool:
    """A pause ends by itself."""
    return is_on(cadence) and cadence.paused_until is not None and today < cadence.paused_until


def faults_of(cadence: Cadence, today: date) -> tuple[Fault, ...]:
    """Why nothing could ever come of a cadence, or not when the person thinks; empty where all is well."""
    found = []
    if cadence.closes <= cadence.opens:
        found.append(Fault.CLOSES_FIRST)
    elif not loud_hours(cadence.opens, cadence.closes, cadence.quiet_from, cadence.quiet_to):
        found.append(Fault.ALL_QUIET)
    if not cadence.days - cadence.quiet_days:
        found.append(Fault.NO_DAY)
    if cadence.paused_until is not None:
        found += _faults_of_pause(cadence.paused_until, today)
    return tuple(found)


def hours_of(cadence: Cadence) -> tuple[time, time]:
    """From when to when messages come: what quiet hours leave at both ends of the window."""
    parts = loud_hours(cadence.opens, cadence.closes, cadence.quiet_from, cadence.quiet_to)
    if not parts:
        return cadence.opens, cadence.closes
    midnight = datetime.combine(cadence.first_week, time())
    return (midnight + parts[0][0]).time(), (midnight + parts[-1][1]).time()


def paused(cadence: Cadence, until: date, today: date) -> Cadence:
    """Nothing comes before a date. Raises PauseUnusable for one that has come, or is more than a year away."""
    if _faults_of_pause(until, today):
        raise PauseUnusable(until.isoformat())
    return replace(cadence, paused_until=until)


def paused_a_while(cadence: Cadence, today: date) -> Cadence:
    return paused(cadence, today + A_WHILE, today)


def resumed(cadence: Cadence, today: date, newcomers: Newcomers = BUILT_IN) -> Cadence:
    """No pause any more; where all was off, as at first: where that is off too, as it is built in."""
    first = first_cadence(today, BUILT_IN if newcomers.is_off else newcomers)
    rhythms = {} if is_on(cadence) else {kind: first.rhythm(kind) for kind in Kind}
    return replace(with_rhythms(cadence, rhythms), paused_until=None)


def stopped(cadence: Cadence, today: date) -> Cadence:
    return replace(cadence, nudges=Rhythm.OFF, check_ins=Rhythm.OFF, paused_until=None)


def fewer(cadence: Cadence, kind: Kind | None) -> Cadence:
    """One step slower, a kind or with None both; what came once a month comes no more."""
    kinds = Kind if kind is None else (kind,)
    return with_rhythms(cadence, {one: _slower(cadence.rhythm(one)) for one in kinds})


def with_rhythm(cadence: Cadence, rhythm: Rhythm) -> Cadence:
    """Both kinds in one rhythm."""
    return with_rhythms(cadence, dict.fromkeys(Kind, rhythm))


def with_rhythms(cadence: Cadence, rhythms: Mapping[Kind, Rhythm]) -> Cadence:
    """Other rhythms for the kinds that are named."""
    nudges = rhythms.get(Kind.NUDGE, cadence.nudges)
    check_ins = rhythms.get(Kind.CHECK_IN, cadence.check_ins)
    return replace(cadence, nudges=nudges, check_ins=check_ins)


def restored(cadence: Cadence, rhythms: Mapping[Kind, Rhythm], paused_until: date | None, today: date) -> Cadence:
    """As it was before a change was taken back; a pause that has ended since stays ended."""
    until = paused_until if paused_until is not None and not _faults_of_pause(paused_until, today) else None
    return replace(with_rhythms(cadence, rhythms), paused_until=until)


def _slower(rhythm: Rhythm) -> Rhythm:
    return Rhythm.OFF if rhythm in (Rhythm.MONTHLY, Rhythm.OFF) else slowed(rhythm, PATIENCE)


def _faults_of_pause(until: date, today: date) -> tuple[Fault, ...]:
    if until <= today:
        return (Fault.PAUSE_PASSED,)
    return (Fault.PAUSE_TOO_LONG,) if until - today > LONGEST_PAUSE else ()
