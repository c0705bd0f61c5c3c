"""The hours of a day as they really pass: half-hour zones, changes of the clock, the date line, quiet hours."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.domain.hours import Part, first_instant, instant_within, loud_hours, parts_of_day
from tests.unit.domain.cadences import utc

NONE = ("00:00", "00:00")


def wall(words: str) -> time:
    return time.fromisoformat(words)


def parts(zone: str, day: str, window: str, quiet: tuple[str, str] = NONE) -> tuple[Part, ...]:
    opens, closes = window.split("-")
    hours = loud_hours(wall(opens), wall(closes), *(wall(one) for one in quiet))
    return parts_of_day(hours, date.fromisoformat(day), ZoneInfo(zone))


def shown(found: tuple[Part, ...], on: str) -> list[str]:
    """The parts in UTC as `HH:MM-HH:MM`, of which the first begins on the date `on`."""
    assert all(f"{begin:%Y-%m-%d}" == on for begin, _ in found[:1])
    return [f"{begin:%H:%M}-{end:%H:%M}" for begin, end in found]


@pytest.mark.parametrize(
    ("zone", "day", "window", "on", "expected"),
    [
        ("America/New_York", "2026-03-03", "09:00-10:00", "2026-03-03", ["14:00-15:00"]),
        ("America/New_York", "2026-03-10", "09:00-10:00", "2026-03-10", ["13:00-14:00"]),
        ("America/New_York", "2026-10-27", "09:00-10:00", "2026-10-27", ["13:00-14:00"]),
        ("America/New_York", "2026-11-03", "09:00-10:00", "2026-11-03", ["14:00-15:00"]),
        ("Europe/Berlin", "2026-03-24", "10:00-12:00", "2026-03-24", ["09:00-11:00"]),
        ("Europe/Berlin", "2026-03-31", "10:00-12:00", "2026-03-31", ["08:00-10:00"]),
        ("Europe/Berlin", "2026-10-20", "10:00-12:00", "2026-10-20", ["08:00-10:00"]),
        ("Europe/Berlin", "2026-10-27", "10:00-12:00", "2026-10-27", ["09:00-11:00"]),
        ("Asia/Kolkata", "2026-03-10", "10:00-12:00", "2026-03-10", ["04:30-06:30"]),
        ("Asia/Kathmandu", "2026-03-10", "10:00-12:00", "2026-03-10", ["04:15-06:15"]),
        ("Australia/Lord_Howe", "2026-03-31", "10:00-12:00", "2026-03-30", ["23:00-01:00"]),
        ("Australia/Lord_Howe", "2026-04-07", "10:00-12:00", "2026-04-06", ["23:30-01:30"]),
        ("Pacific/Auckland", "2026-03-31", "10:00-12:00", "2026-03-30", ["21:00-23:00"]),
        ("Pacific/Auckland", "2026-04-07", "10:00-12:00", "2026-04-06", ["22:00-00:00"]),
        ("Pacific/Kiritimati", "2026-03-10", "10:00-12:00", "2026-03-09", ["20:00-22:00"]),
        ("Pacific/Apia", "2011-12-29", "10:00-12:00", "2011-12-29", ["20:00-22:00"]),
        ("Pacific/Apia", "2011-12-31", "10:00-12:00", "2011-12-30", ["20:00-22:00"]),
        ("America/St_Johns", "2026-03-03", "10:00-12:00", "2026-03-03", ["13:30-15:30"]),
        ("America/St_Johns", "2026-03-10", "10:00-12:00", "2026-03-10", ["12:30-14:30"]),
        ("Africa/Casablanca", "2026-02-10", "10:00-12:00", "2026-02-10", ["09:00-11:00"]),
        ("Africa/Casablanca", "2026-02-24", "10:00-12:00", "2026-02-24", ["10:00-12:00"]),  # during Ramadan
        ("Africa/Casablanca", "2026-03-24", "10:00-12:00", "2026-03-24", ["09:00-11:00"]),
        ("UTC", "2026-03-10", "10:00-12:00", "2026-03-10", ["10:00-12:00"]),
    ],
)
def test_a_window_holds_its_wall_time_in_every_zone(
    zone: str, day: str, window: str, on: str, expected: list[str]
) -> None:
    assert shown(parts(zone, day, window), on) == expected


@pytest.mark.parametrize(
    ("zone", "day", "window", "on", "expected"),
    [
        # 02:00 to 03:00 doesn't exist.
        ("Europe/Berlin", "2026-03-29", "01:00-04:00", "2026-03-29", ["00:00-01:00", "01:00-02:00"]),
        ("Europe/Berlin", "2026-03-29", "02:30-04:00", "2026-03-29", ["01:00-02:00"]),
        ("Europe/Berlin", "2026-03-29", "01:00-02:30", "2026-03-29", ["00:00-01:00"]),
        ("Europe/Berlin", "2026-03-29", "02:00-03:00", "2026-03-29", []),
        ("America/New_York", "2026-03-08", "02:15-02:45", "2026-03-08", []),
        # 02:00 to 03:00 comes twice.
        ("Europe/Berlin", "2026-10-25", "01:00-04:00", "2026-10-24", ["23:00-01:00", "01:00-03:00"]),
        ("Europe/Berlin", "2026-10-25", "02:15-02:45", "2026-10-25", ["00:15-00:45"]),
        ("Europe/Berlin", "2026-10-25", "02:30-03:30", "2026-10-25", ["00:30-01:00", "01:30-02:30"]),
        ("Europe/Berlin", "2026-10-25", "01:00-02:30", "2026-10-24", ["23:00-00:30"]),
        # The clock is set by half an hour: from 02:00, and back to 01:30.
        ("Australia/Lord_Howe", "2026-10-04", "02:15-03:00", "2026-10-03", ["15:30-16:00"]),
        ("Australia/Lord_Howe", "2026-10-04", "02:00-02:30", "2026-10-03", []),
        ("Australia/Lord_Howe", "2026-04-05", "01:45-02:15", "2026-04-04", ["14:45-15:00", "15:15-15:45"]),
        # The gap ends the day, so what comes after it is another one.
        ("America/Nuuk", "2026-03-28", "22:00-23:30", "2026-03-29", ["00:00-01:00"]),
        ("America/Nuuk", "2026-03-28", "23:15-23:45", "2026-03-29", []),
        # A day that was left out to change the side of the date line.
        ("Pacific/Apia", "2011-12-30", "10:00-12:00", "2011-12-30", []),
    ],
)
def test_case_2_a_change_of_the_clock_takes_from_a_window_or_adds_to_it(
    zone: str, day: str, window: str, on: str, expected: list[str]
) -> None:
    assert shown(parts(zone, day, window), on) == expected


@pytest.mark.parametrize(
    ("zone", "shows", "at"),
    [
        ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00"),  # never
        ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30"),  # twice
        ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:00"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30"),
        ("Australia/Lord_Howe", "2026-10-04T02:10:30", "2026-10-03T15:30"),
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45"),
        ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00"),
        ("America/Nuuk", "2026-03-28T23:30", "2026-03-29T01:00"),
    ],
)
def test_case_2_a_wall_time_that_does_not_exist_or_comes_twice_is_the_first_valid_instant(
    zone: str, shows: str, at: str
) -> None:
    assert first_instant(datetime.fromisoformat(shows), ZoneInfo(zone)) == utc(at)


@pytest.mark.parametrize(
    ("window", "quiet", "expected"),
    [
        ("10:00-12:00", ("19:00", "08:00"), ["10:00-12:00"]),
        ("06:00-23:00", ("19:00", "08:00"), ["08:00-19:00"]),  # over midnight
        ("06:00-09:00", ("19:00", "08:00"), ["08:00-09:00"]),
        ("18:00-23:00", ("19:00", "08:00"), ["18:00-19:00"]),
        ("20:00-22:00", ("19:00", "08:00"), []),
        ("10:00-14:00", ("12:00", "13:00"), ["10:00-12:00", "13:00-14:00"]),  # split
        ("12:15-12:45", ("12:00", "13:00"), []),
        ("10:00-12:00", ("12:00", "13:00"), ["10:00-12:00"]),
        ("13:00-14:00", ("12:00", "13:00"), ["13:00-14:00"]),
        ("00:00-23:59", ("00:00", "07:00"), ["07:00-23:59"]),
        ("00:00-23:59", ("22:00", "00:00"), ["00:00-22:00"]),
        ("10:00-12:00", ("11:00", "11:00"), ["10:00-12:00"]),  # none
        ("12:00-10:00", NONE, []),  # a window that isn't one
        ("10:00-10:00", NONE, []),
    ],
)
def test_case_9_quiet_hours_are_cut_out_of_the_window(window: str, quiet: tuple[str, str], expected: list[str]) -> None:
    assert shown(parts("UTC", "2026-03-10", window, quiet), "2026-03-10") == expected


def test_quiet_hours_that_come_twice_stay_quiet_each_time() -> None:
    found = parts("Europe/Berlin", "2026-10-25", "01:00-04:00", ("02:30", "02:45"))
    assert shown(found, "2026-10-24") == ["23:00-00:30", "00:45-01:00", "01:45-03:00"]


@pytest.mark.parametrize(
    ("zone", "day", "window", "share", "at"),
    [
        ("UTC", "2026-03-10", "10:00-12:00", 0.0, "2026-03-10T10:00"),
        ("UTC", "2026-03-10", "10:00-12:00", 0.25, "2026-03-10T10:30"),
        ("UTC", "2026-03-10", "10:00-12:00", 1 - 2**-53, "2026-03-10T11:59:59.999999"),
        ("Europe/Berlin", "2026-03-29", "01:00-04:00", 0.75, "2026-03-29T01:30"),  # two hours are all there is
        ("Europe/Berlin", "2026-10-25", "01:00-04:00", 0.75, "2026-10-25T02:00"),  # and here four
        ("Europe/Berlin", "2026-10-25", "02:30-03:30", 0.5, "2026-10-25T01:45"),
    ],
)
def test_a_share_is_one_of_the_time_that_really_passes(zone: str, day: str, window: str, share: float, at: str) -> None:
    assert instant_within(parts(zone, day, window), share) == utc(at)


@pytest.mark.parametrize(("share", "at"), [(0.0, "18:00"), (0.25, "18:45"), (0.5, "21:30"), (0.75, "22:15")])
def test_a_share_counts_only_what_quiet_hours_leave(share: float, at: str) -> None:
    found = parts("UTC", "2026-03-10", "18:00-23:00", ("19:00", "21:00"))
    assert f"{instant_within(found, share):%H:%M}" == at


def test_a_share_that_is_used_up_as_quiet_hours_begin_waits_for_them_to_end() -> None:
    found = parts("UTC", "2026-03-10", "18:00-22:00", ("19:00", "21:00"))
    assert instant_within(found, 0.5) == utc("2026-03-10T21:00")
