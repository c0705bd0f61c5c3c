"""What holds of every cadence, in every zone, over years: found by trying many."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.cadence import Cadence, Kind, Occasion, Rhythm, may_come, share_of, zone_of
from tests.unit.domain.cadences import BARE, BOTH_WEEKLY, following, until, utc

NUDGE, CHECK_IN = Kind
WEEKLY, FORTNIGHTLY, MONTHLY, OFF = Rhythm
TWO_YEARS = 728
ZONES = (
    "America/New_York", "America/St_Johns", "Europe/Berlin", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Honolulu",
    "America/Nuuk", "UTC",
)  # fmt: skip

thorough = settings(deadline=None, derandomize=True, max_examples=100)
shares = st.floats(0, 1, exclude_max=True)
zones = st.sampled_from(ZONES)
starts = st.integers(0, 5 * 365 * 24 * 60).map(lambda minutes: utc("2024-01-01") + timedelta(minutes=minutes))
weekdays = st.frozensets(st.integers(1, 7))
times = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))
windows = st.tuples(times, times).filter(lambda window: window[0] < window[1])


@st.composite
def cadences(draw: st.DrawFn) -> Cadence:
    """Any at all, of which many leave little."""
    opens, closes = draw(windows)
    return Cadence(
        first_week=draw(st.dates(date(2023, 12, 1), date(2026, 6, 1))),
        nudges=draw(st.sampled_from(Rhythm)),
        check_ins=draw(st.sampled_from(Rhythm)),
        days=draw(weekdays),
        opens=opens,
        closes=closes,
        quiet_from=draw(times),
        quiet_to=draw(times),
        quiet_days=draw(weekdays),
        paused_until=draw(st.none() | st.dates(date(2024, 1, 1), date(2026, 6, 1))),
        most_a_week=draw(st.sampled_from([1, 2])),
    )


@st.composite
def free_days(draw: st.DrawFn) -> Callable[[date], bool]:
    """Holidays: every so many days."""
    every, first = draw(st.integers(2, 40)), draw(st.integers(0, 40))
    return lambda day: day.toordinal() % every == first


def is_quiet(cadence: Cadence, at: time) -> bool:
    begin, end = cadence.quiet_from, cadence.quiet_to
    return begin <= at < end if begin <= end else at >= begin or at < end


def assert_is_welcome(one: Occasion, cadence: Cadence, zone: str, is_holiday: Callable[[date], bool]) -> None:
    local = one.at.astimezone(zone_of(zone))
    assert local.date() == one.day
    assert cadence.opens <= local.time() < cadence.closes
    assert not is_quiet(cadence, local.time())
    assert one.day.isoweekday() in cadence.days - cadence.quiet_days
    assert not is_holiday(one.day)
    assert cadence.paused_until is None or one.day >= cadence.paused_until
    assert one.at < one.closes_at
    assert cadence.rhythm(one.kind) is not OFF


def assert_in_order(found: list[Occasion], most_a_week: int) -> None:
    assert all(one.at < other.at and one.day < other.day for one, other in pairwise(found))
    weeks = Counter(one.day.isocalendar()[:2] for one in found)
    assert max(weeks.values(), default=0) <= most_a_week
    assert max(Counter((one.kind, one.day.isocalendar()[:2]) for one in found).values(), default=0) <= 1


@thorough
@given(cadences(), zones, starts, shares, free_days())
def test_a_message_is_never_unwelcome(
    cadence: Cadence, zone: str, start: datetime, share: float, is_holiday: Callable[[date], bool]
) -> None:
    found = following(cadence, start, zone=zone, share=share, is_holiday=is_holiday, count=12)
    for one in found:
        assert_is_welcome(one, cadence, zone, is_holiday)
        assert may_come(cadence, zone_of(zone), one.at, is_holiday)
        assert not may_come(cadence, zone_of(zone), one.closes_at, is_holiday)
    assert_in_order(found, cadence.most_a_week)
    assert all(one.at > start for one in found)


@thorough
@given(cadences(), zones, starts, free_days())
def test_whether_a_message_may_come_is_told_by_the_clock_on_the_wall(
    cadence: Cadence, zone: str, at: datetime, is_holiday: Callable[[date], bool]
) -> None:
    local = at.astimezone(zone_of(zone))
    welcome = (
        local.isoweekday() in cadence.days - cadence.quiet_days
        and not is_holiday(local.date())
        and (cadence.paused_until is None or local.date() >= cadence.paused_until)
        and cadence.opens <= local.time() < cadence.closes
        and not is_quiet(cadence, local.time())
    )
    if may_come(cadence, zone_of(zone), at, is_holiday):
        assert welcome
    elif welcome:  # only where the clock was set back: the second time round isn't taken
        assert (at - timedelta(hours=3)).astimezone(zone_of(zone)).utcoffset() != local.utcoffset()


@thorough
@given(cadences(), st.lists(zones, min_size=12, max_size=12), starts, shares)
def test_no_date_comes_twice_however_often_somebody_moves(
    cadence: Cadence, stays: list[str], start: datetime, share: float
) -> None:
    found = following(cadence, start, zone=stays.__getitem__, share=share, count=12)
    assert_in_order(found, cadence.most_a_week)


@thorough
@given(cadences(), zones, starts, shares, st.integers(0, 99))
def test_looking_again_before_a_message_comes_finds_the_same_one(
    cadence: Cadence, zone: str, start: datetime, share: float, percent: int
) -> None:
    for one in following(cadence, start, zone=zone, share=share):
        sooner = start + (one.at - start) * percent / 100
        assert following(cadence, sooner, zone=zone, share=share) == [one]


@thorough
@given(cadences(), zones, starts, free_days())
def test_no_day_is_passed_over_on_which_a_message_may_come(
    cadence: Cadence, zone: str, start: datetime, is_holiday: Callable[[date], bool]
) -> None:
    first_week = date(2023, 12, 1)
    eager = replace(cadence, nudges=WEEKLY, check_ins=WEEKLY, first_week=first_week)
    found = following(eager, start, zone=zone, is_holiday=is_holiday)
    today = start.astimezone(zone_of(zone)).date()
    for at in (start + timedelta(minutes=20 * n) for n in range(30 * 24 * 3)):
        day = at.astimezone(zone_of(zone)).date()
        if found and day >= found[0].day:
            break
        assert day == today or not may_come(eager, zone_of(zone), at, is_holiday)


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland", "Australia/Lord_Howe"])
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("weekday", [1, 3, 7])
def test_a_kind_keeps_its_rhythm_over_two_years(kind: Kind, zone: str, weekday: int) -> None:
    def of(rhythm: Rhythm) -> list[Occasion]:
        nudges, check_ins = (rhythm if one is kind else OFF for one in Kind)
        cadence = replace(BARE, nudges=nudges, check_ins=check_ins, days=frozenset({weekday}))
        return until(cadence, utc("2026-01-01"), TWO_YEARS, zone=zone, share=0.5)

    def gaps(found: list[Occasion]) -> set[int]:
        return {(other.day - one.day).days for one, other in pairwise(found)}

    assert (gaps(of(WEEKLY)), len(of(WEEKLY)) in (103, 104)) == ({7}, True)
    assert (gaps(of(FORTNIGHTLY)), len(of(FORTNIGHTLY)) in (51, 52)) == ({14}, True)
    assert gaps(of(MONTHLY)) == {28, 35}
    assert len(of(MONTHLY)) == 24
    assert of(OFF) == []


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland"])
def test_two_kinds_keep_their_rhythms_beside_each_other_over_two_years(zone: str) -> None:
    start = utc("2026-01-01")
    for rhythm, each in ((WEEKLY, 52), (FORTNIGHTLY, 52), (MONTHLY, 24)):
        cadence = Cadence(start.date(), nudges=rhythm, check_ins=rhythm)
        found = Counter(one.kind for one in until(cadence, start, TWO_YEARS, zone=zone))
        assert found == {NUDGE: each, CHECK_IN: each}


@pytest.mark.parametrize(("nudges", "check_ins"), [(a, b) for a in Rhythm for b in Rhythm if OFF not in (a, b)])
def test_no_kind_starves_the_other(nudges: Rhythm, check_ins: Rhythm) -> None:
    cadence = replace(BOTH_WEEKLY, nudges=nudges, check_ins=check_ins, days=frozenset({2}))
    found = Counter(one.kind for one in until(cadence, utc("2026-01-01"), TWO_YEARS))
    assert min(found[NUDGE], found[CHECK_IN]) >= 23


def test_a_share_is_from_nothing_to_less_than_all() -> None:
    assert all(0 <= share_of(f"T1:U{n}") < 1 for n in range(10_000))
