"""What a person does with their cadence."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from bot.domain.cadence import Cadence, Kind, Rhythm
from bot.domain.cadence_changes import (
    Fault,
    faults_of,
    fewer,
    first_cadence,
    hours_of,
    is_on,
    is_paused,
    paused,
    paused_a_while,
    restored,
    resumed,
    stopped,
    with_rhythm,
)
from bot.errors import PauseUnusable

TODAY = date(2026, 11, 30)
FIRST = first_cadence(TODAY)
OFF, MONTHLY, FORTNIGHTLY, WEEKLY = Rhythm.OFF, Rhythm.MONTHLY, Rhythm.FORTNIGHTLY, Rhythm.WEEKLY


def both(cadence: Cadence) -> tuple[Rhythm, Rhythm]:
    return cadence.nudges, cadence.check_ins


def test_the_first_one_has_no_fault_and_counts_from_its_own_week() -> None:
    assert FIRST.first_week == TODAY
    assert faults_of(FIRST, TODAY) == ()
    assert is_on(FIRST)
    assert not is_paused(FIRST, TODAY)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"closes": time(10)}, (Fault.CLOSES_FIRST,)),
        ({"closes": time(9)}, (Fault.CLOSES_FIRST,)),
        ({"closes": time(10, 1)}, ()),
        ({"quiet_from": time(9), "quiet_to": time(12)}, (Fault.ALL_QUIET,)),
        ({"quiet_from": time(20), "quiet_to": time(12)}, (Fault.ALL_QUIET,)),
        ({"quiet_from": time(10), "quiet_to": time(11, 59)}, ()),
        ({"quiet_from": time(), "quiet_to": time()}, ()),
        ({"days": frozenset({6, 7})}, (Fault.NO_DAY,)),
        ({"days": frozenset()}, (Fault.NO_DAY,)),
        ({"days": frozenset({2, 7})}, ()),
        ({"paused_until": TODAY}, (Fault.PAUSE_PASSED,)),
        ({"paused_until": TODAY + timedelta(days=1)}, ()),
        ({"paused_until": TODAY + timedelta(days=366)}, ()),
        ({"paused_until": TODAY + timedelta(days=367)}, (Fault.PAUSE_TOO_LONG,)),
        ({"paused_until": date.max}, (Fault.PAUSE_TOO_LONG,)),
        ({"paused_until": date.min, "days": frozenset({6})}, (Fault.NO_DAY, Fault.PAUSE_PASSED)),
    ],
)
def test_what_could_never_come_is_a_fault(changes: dict[str, object], faults: tuple[Fault, ...]) -> None:
    assert faults_of(replace(FIRST, **changes), TODAY) == faults  # type: ignore[arg-type]  # names of fields


@pytest.mark.parametrize(
    ("quiet_from", "quiet_to", "hours"),
    [
        (time(19), time(8), (time(10), time(12))),
        (time(11), time(9), (time(10), time(11))),
        (time(23), time(10, 30), (time(10, 30), time(12))),
        (time(10, 30), time(11), (time(10), time(12))),  # in the middle
        (time(9), time(13), (time(10), time(12))),  # nothing is left: what was wished
    ],
)
def test_hours_are_what_quiet_hours_leave(quiet_from: time, quiet_to: time, hours: tuple[time, time]) -> None:
    assert hours_of(replace(FIRST, quiet_from=quiet_from, quiet_to=quiet_to)) == hours


def test_a_pause_ends_by_itself() -> None:
    cadence = paused_a_while(FIRST, TODAY)
    assert cadence.paused_until == date(2026, 12, 14)
    assert is_paused(cadence, date(2026, 12, 13))
    assert not is_paused(cadence, date(2026, 12, 14))


@pytest.mark.parametrize("until", [date.min, TODAY, TODAY + timedelta(days=367), date.max])
def test_a_pause_without_sense_is_refused(until: date) -> None:
    with pytest.raises(PauseUnusable):
        paused(FIRST, until, TODAY)


def test_what_is_off_is_not_paused() -> None:
    assert not is_paused(replace(stopped(FIRST, TODAY), paused_until=date.max), TODAY)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((WEEKLY, WEEKLY), (WEEKLY, WEEKLY)),
        ((OFF, MONTHLY), (OFF, MONTHLY)),
        ((OFF, OFF), (FORTNIGHTLY, FORTNIGHTLY)),
    ],
)
def test_resuming_keeps_what_is_on_and_begins_anew_where_nothing_is(
    before: tuple[Rhythm, Rhythm], after: tuple[Rhythm, Rhythm]
) -> None:
    cadence = replace(FIRST, nudges=before[0], check_ins=before[1], paused_until=date(2027, 1, 1), opens=time(9))
    found = resumed(cadence, TODAY)
    assert (both(found), found.paused_until, found.opens) == (after, None, time(9))


@pytest.mark.parametrize(
    ("kind", "steps"),
    [
        (None, [(FORTNIGHTLY, FORTNIGHTLY), (MONTHLY, MONTHLY), (OFF, OFF), (OFF, OFF)]),
        (Kind.NUDGE, [(FORTNIGHTLY, WEEKLY), (MONTHLY, WEEKLY), (OFF, WEEKLY), (OFF, WEEKLY)]),
        (Kind.CHECK_IN, [(WEEKLY, FORTNIGHTLY), (WEEKLY, MONTHLY), (WEEKLY, OFF), (WEEKLY, OFF)]),
    ],
)
def test_fewer_is_one_step_at_a_time_down_to_none(kind: Kind | None, steps: list[tuple[Rhythm, Rhythm]]) -> None:
    cadence = with_rhythm(FIRST, WEEKLY)
    for step in steps:
        cadence = fewer(cadence, kind)
        assert both(cadence) == step


def test_taken_back_it_is_as_before() -> None:
    before = replace(FIRST, nudges=MONTHLY, check_ins=OFF, paused_until=date(2026, 12, 24), opens=time(9))
    rhythms = {kind: before.rhythm(kind) for kind in Kind}
    assert restored(stopped(before, TODAY), rhythms, before.paused_until, TODAY) == before


def test_a_pause_that_has_ended_since_is_not_taken_back() -> None:
    assert restored(FIRST, {}, date(2026, 11, 30), TODAY).paused_until is None
