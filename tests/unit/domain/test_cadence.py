"""When a message comes, and which: rhythms, days, holidays, pauses, and two kinds in one week."""

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest

from bot.domain.cadence import (
    Cadence,
    Kind,
    Rhythm,
    may_come,
    next_occasion,
    share_of,
    slowed,
    zone_of,
)
from tests.unit.domain.cadences import BARE, following, holidays, told, utc

NUDGE, CHECK_IN = Kind
WEEKLY, FORTNIGHTLY, MONTHLY, OFF = Rhythm
TUESDAYS, TUE_THU = frozenset({2}), frozenset({2, 4})
BERLIN, UTC_ZONE = zone_of("Europe/Berlin"), zone_of("UTC")
DEFAULT = Cadence(first_week=date(2026, 3, 3))


def days(found: Any) -> list[str]:
    return [f"{one.day:%m-%d}" for one in found]


def test_by_default_one_message_comes_a_week_in_turn_on_tuesday_between_ten_and_twelve() -> None:
    found = following(DEFAULT, utc("2026-03-02"), count=4)
    assert told(found) == "check_in 03-03, nudge 03-10, check_in 03-17, nudge 03-24"
    assert (found[0].at, found[0].closes_at) == (utc("2026-03-03T09:00"), utc("2026-03-03T11:00"))


@pytest.mark.parametrize(
    ("cadence", "expected"),
    [
        ({}, "check_in 03-03, nudge 03-10, check_in 03-17, nudge 03-24"),
        ({"nudges": OFF}, "check_in 03-03, check_in 03-17, check_in 03-31, check_in 04-14"),
        ({"check_ins": OFF}, "nudge 03-10, nudge 03-24, nudge 04-07, nudge 04-21"),  # it keeps its weeks
        ({"check_ins": WEEKLY, "nudges": OFF}, "check_in 03-03, check_in 03-10, check_in 03-17, check_in 03-24"),
        # Two that want one place take turns.
        ({"check_ins": WEEKLY, "nudges": WEEKLY}, "check_in 03-03, nudge 03-10, check_in 03-17, nudge 03-24"),
        ({"check_ins": MONTHLY, "nudges": MONTHLY}, "check_in 03-03, nudge 03-10, check_in 04-07, nudge 04-14"),
        ({"check_ins": MONTHLY}, "check_in 03-03, nudge 03-10, nudge 03-24, check_in 04-07"),
        ({"check_ins": MONTHLY, "nudges": WEEKLY}, "check_in 03-03, nudge 03-10, nudge 03-17, nudge 03-24"),
        # Two messages a week, though never on one day.
        (
            {"check_ins": WEEKLY, "nudges": WEEKLY, "most_a_week": 2, "days": TUE_THU},
            "check_in 03-03, nudge 03-05, check_in 03-10, nudge 03-12",
        ),
        (
            {"check_ins": WEEKLY, "nudges": WEEKLY, "most_a_week": 2},
            "check_in 03-03, nudge 03-10, check_in 03-17, nudge 03-24",
        ),
        # The first of several days, and only that.
        ({"days": TUE_THU}, "check_in 03-03, nudge 03-10, check_in 03-17, nudge 03-24"),
        # Days that are quiet, and days on which there is no room.
        ({"days": frozenset({6, 7, 3})}, "check_in 03-04, nudge 03-11, check_in 03-18, nudge 03-25"),
        ({"days": frozenset({6, 7})}, ""),
        ({"days": frozenset()}, ""),
        ({"nudges": OFF, "check_ins": OFF}, ""),
        ({"opens": time(20), "closes": time(22)}, ""),  # quiet hours are longer than the window
        ({"opens": time(12), "closes": time(10)}, ""),
    ],
)
def test_each_kind_has_its_rhythm_and_both_share_the_week(cadence: dict[str, Any], expected: str) -> None:
    found = following(replace(DEFAULT, **cadence), utc("2026-03-02"), count=4)
    assert told(found) == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ({}, "check_in 03-03"),
        ({CHECK_IN: date(2026, 2, 17)}, "nudge 03-03"),  # it never came
        ({NUDGE: date(2026, 2, 17)}, "check_in 03-03"),
        ({CHECK_IN: date(2026, 2, 24), NUDGE: date(2026, 2, 17)}, "nudge 03-03"),
        ({CHECK_IN: date(2026, 2, 17), NUDGE: date(2026, 2, 24)}, "check_in 03-03"),
        ({CHECK_IN: date(2026, 3, 2)}, "nudge 03-10"),  # the week has had its message
        ({NUDGE: date(2026, 3, 8)}, "check_in 03-10"),
    ],
)
def test_of_two_kinds_the_one_that_came_longest_ago_comes(last: dict[Kind, date], expected: str) -> None:
    cadence = replace(DEFAULT, check_ins=WEEKLY, nudges=WEEKLY)
    assert told(following(cadence, utc("2026-03-02"), last=last)) == expected


@pytest.mark.parametrize(
    ("zone", "after", "before", "since"),
    [
        ("America/New_York", "2026-10-26", "2026-10-27T13:00", "2026-11-03T14:00"),
        ("America/New_York", "2026-03-02", "2026-03-03T14:00", "2026-03-10T13:00"),
        ("Europe/Berlin", "2026-10-19", "2026-10-20T07:00", "2026-10-27T08:00"),
        ("Europe/Berlin", "2026-03-23", "2026-03-24T08:00", "2026-03-31T07:00"),
        ("Australia/Sydney", "2026-03-30", "2026-03-30T22:00", "2026-04-06T23:00"),  # on Tuesday there
        ("Australia/Sydney", "2026-09-28", "2026-09-28T23:00", "2026-10-05T22:00"),
        ("America/Santiago", "2026-08-31", "2026-09-01T13:00", "2026-09-08T12:00"),  # it changes at midnight
        ("Australia/Lord_Howe", "2026-03-30", "2026-03-30T22:00", "2026-04-06T22:30"),  # by half an hour
    ],
)
def test_case_1_weekday_and_hour_hold_on_both_sides_of_a_change(zone: str, after: str, before: str, since: str) -> None:
    cadence = replace(BARE, days=TUESDAYS, opens=time(9), closes=time(10))
    found = following(cadence, utc(after), zone=zone, count=3)
    assert [one.at for one in found] == [utc(before), utc(since), utc(since) + timedelta(days=7)]
    local = [one.at.astimezone(zone_of(zone)) for one in found]
    assert {(at.isoweekday(), at.time()) for at in local} == {(2, time(9))}


@pytest.mark.parametrize(
    ("zone", "after", "at"),
    [
        ("Asia/Kolkata", "2026-03-09T00:00", "2026-03-10T04:30"),
        ("Asia/Kathmandu", "2026-03-09T00:00", "2026-03-10T04:15"),
        ("Australia/Lord_Howe", "2026-04-05T00:00", "2026-04-06T23:30"),
        ("Pacific/Auckland", "2026-04-05T00:00", "2026-04-06T22:00"),
        ("Pacific/Kiritimati", "2026-03-09T00:00", "2026-03-09T20:00"),
        ("Pacific/Honolulu", "2026-03-09T00:00", "2026-03-10T20:00"),
        ("America/St_Johns", "2026-03-09T00:00", "2026-03-10T12:30"),
        ("Africa/Casablanca", "2026-02-16T00:00", "2026-02-17T10:00"),
        ("Africa/Casablanca", "2026-03-23T00:00", "2026-03-24T09:00"),
        # Already the day, and still the day before: what counts is the person's date.
        ("Pacific/Kiritimati", "2026-03-09T21:00", "2026-03-16T20:00"),
        ("Pacific/Honolulu", "2026-03-10T19:59", "2026-03-10T20:00"),
        ("Pacific/Honolulu", "2026-03-10T20:00", "2026-03-17T20:00"),  # always after, never at
    ],
)
def test_case_3_tuesday_at_ten_is_an_instant_in_utc_and_tuesday_where_the_person_is(
    zone: str, after: str, at: str
) -> None:
    (found,) = following(replace(BARE, days=TUESDAYS), utc(after), zone=zone)
    assert (found.at, found.at.utcoffset()) == (utc(at), timedelta())
    assert found.at.astimezone(zone_of(zone)).date() == found.day
    assert found.day.isoweekday() == 2


@pytest.mark.parametrize(
    ("zone", "opens", "closes", "day", "at"),
    [
        ("Europe/Berlin", time(2, 30), time(4), "2026-03-29", "2026-03-29T01:00"),
        ("Europe/Berlin", time(2, 30), time(4), "2026-10-25", "2026-10-25T00:30"),
        ("America/New_York", time(2, 30), time(4), "2026-03-08", "2026-03-08T07:00"),
        ("America/New_York", time(1, 30), time(4), "2026-11-01", "2026-11-01T05:30"),
        ("Australia/Lord_Howe", time(2, 15), time(4), "2026-10-04", "2026-10-03T15:30"),
    ],
)
def test_case_2_what_is_due_when_the_clock_changes_comes_once_at_the_first_valid_instant(
    zone: str, opens: time, closes: time, day: str, at: str
) -> None:
    cadence = replace(BARE, opens=opens, closes=closes, days=frozenset({7}))
    first, second = following(cadence, utc(day) - timedelta(days=3), zone=zone, count=2)
    assert (first.day, first.at) == (date.fromisoformat(day), utc(at))
    assert second.day - first.day == timedelta(days=7)


@pytest.mark.parametrize(
    ("among", "expected"),
    [(frozenset({7}), "04-05"), (frozenset({6, 7}), "03-28"), (frozenset({7, 1}), "03-30")],
)
def test_case_2_a_day_whose_window_the_clock_swallows_is_not_one(among: frozenset[int], expected: str) -> None:
    cadence = replace(BARE, opens=time(2), closes=time(3), days=among)
    assert days(following(cadence, utc("2026-03-27"), last={CHECK_IN: date(2026, 3, 22)})) == [expected]


def test_case_2_a_date_that_a_country_left_out_is_not_one() -> None:
    fridays = replace(BARE, first_week=date(2011, 12, 1), days=frozenset({5}))
    found = following(fridays, utc("2011-12-20"), zone="Pacific/Apia", count=2)
    assert days(found) == ["12-23", "01-06"]
    weekdays = replace(fridays, days=frozenset({5, 6}))
    assert days(following(weekdays, utc("2011-12-24T22:00"), zone="Pacific/Apia")) == ["12-31"]


def test_case_5_a_run_that_is_late_by_seconds_still_finds_its_message_in_time() -> None:
    (found,) = following(DEFAULT, utc("2026-03-02"), share=0.5)
    late = found.at + timedelta(seconds=1.2)
    assert late < found.closes_at
    assert may_come(DEFAULT, BERLIN, late)


@pytest.mark.parametrize("weeks", [1, 5, 60])
def test_case_6_after_weeks_of_silence_one_message_is_next_and_none_that_is_past(weeks: int) -> None:
    back = utc("2026-03-04") + timedelta(weeks=weeks)
    found = following(DEFAULT, back, last={CHECK_IN: date(2026, 3, 3)}, count=2)
    assert back < found[0].at < back + timedelta(days=7)
    assert found[1].day - found[0].day == timedelta(days=7)


@pytest.mark.parametrize(
    ("on", "free", "expected"),
    [
        (TUESDAYS, "2026-03-03", "nudge 03-10, check_in 03-17"),  # nothing is left of the week: it is skipped
        (TUE_THU, "2026-03-03", "check_in 03-05, nudge 03-10"),
        (TUE_THU, "2026-03-03 2026-03-05", "nudge 03-10, check_in 03-17"),
        (TUE_THU, "2026-03-05", "check_in 03-03, nudge 03-10"),
    ],
)
def test_case_8_nobody_is_asked_on_a_public_holiday(on: frozenset[int], free: str, expected: str) -> None:
    found = following(replace(DEFAULT, days=on), utc("2026-03-02"), count=2, is_holiday=holidays(free))
    assert told(found) == expected


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        (None, "check_in 03-03"),
        ("2026-02-01", "check_in 03-03"),
        ("2026-03-03", "check_in 03-03"),  # the day on which messages may come again
        ("2026-03-04", "nudge 03-10"),
        ("2026-03-11", "check_in 03-17"),
        ("2029-01-01", "check_in 01-02"),  # however long it is, it ends
    ],
)
def test_case_8_a_pause_ends_by_itself(until: str | None, expected: str) -> None:
    cadence = replace(DEFAULT, paused_until=date.fromisoformat(until) if until else None)
    assert told(following(cadence, utc("2026-03-02"))) == expected


def test_case_8_what_was_stopped_can_begin_again() -> None:
    last = {CHECK_IN: date(2026, 3, 3), NUDGE: date(2026, 3, 10)}
    stopped = replace(DEFAULT, nudges=OFF, check_ins=OFF)
    assert following(stopped, utc("2026-03-11"), last=last) == []
    assert told(following(DEFAULT, utc("2026-08-11"), last=last)) == "nudge 08-11"


@pytest.mark.parametrize(
    ("at", "allowed"),
    [
        ("2026-03-03T09:00", True),
        ("2026-03-03T10:59:59.999", True),
        ("2026-03-03T11:00", False),
        ("2026-03-03T08:59:59.999", False),
        ("2026-03-04T09:00", False),  # not one of the days
        ("2026-03-10T09:00", False),  # a holiday
        ("2026-03-31T08:00", True),  # summer time
        ("2026-03-31T10:00", False),
    ],
)
def test_case_9_rung_has_its_own_quiet_hours_and_days_and_looks_again_when_sending(at: str, allowed: bool) -> None:
    assert may_come(DEFAULT, BERLIN, utc(at), holidays("2026-03-10")) is allowed


@pytest.mark.parametrize(
    ("cadence", "at", "allowed"),
    [
        ({"quiet_days": frozenset({2})}, "2026-03-03T10:30", False),
        ({"quiet_from": time(10), "quiet_to": time(11)}, "2026-03-03T10:30", False),
        ({"quiet_from": time(10), "quiet_to": time(11)}, "2026-03-03T11:00", True),
        ({"quiet_from": time(23), "quiet_to": time(10, 30)}, "2026-03-03T10:15", False),
        ({"paused_until": date(2026, 3, 4)}, "2026-03-03T10:30", False),
        ({"paused_until": date(2026, 3, 3)}, "2026-03-03T10:30", True),
    ],
)
def test_case_9_a_change_of_mind_before_sending_counts(cadence: dict[str, Any], at: str, allowed: bool) -> None:
    assert may_come(replace(DEFAULT, **cadence), UTC_ZONE, utc(at)) is allowed


@pytest.mark.parametrize(
    ("after", "free", "paused", "expected"),
    [
        ("2026-01-01", "", None, ["01-06", "02-03", "03-03", "04-07"]),
        ("2026-01-31", "", None, ["02-03", "03-03"]),
        ("2026-01-13T10:00", "", None, ["01-20", "02-03"]),
        ("2026-01-20T12:00", "", None, ["02-03"]),  # the 27th is too late
        ("2026-01-01", "2026-01-06", None, ["01-13", "02-03"]),
        ("2026-01-01", "2026-01-06 2026-01-13 2026-01-20", None, ["02-03", "03-03"]),
        ("2026-01-01", "", "2026-01-14", ["01-20", "02-03"]),
        ("2026-01-01", "", "2026-01-21", ["02-03"]),
        ("2026-12-02", "", None, ["12-08", "01-05"]),
        ("2026-04-15", "", None, ["04-21", "05-05"]),  # the last day on which it may be
        ("2026-01-21", "2026-02-03 2026-02-10 2026-02-17 2026-02-24", None, ["03-03", "04-07"]),
        ("2026-07-01", "", None, ["07-07", "08-04"]),
    ],
)
def test_a_monthly_message_comes_on_the_first_allowed_day_of_the_month_until_the_21st(
    after: str, free: str, paused: str | None, expected: list[str]
) -> None:
    pause = date.fromisoformat(paused) if paused else None
    cadence = replace(BARE, check_ins=MONTHLY, days=TUESDAYS, paused_until=pause)
    assert days(following(cadence, utc(after), count=len(expected), is_holiday=holidays(free))) == expected


def test_the_end_of_a_month_and_the_beginning_of_the_next_share_a_week() -> None:
    monthly = replace(BARE, check_ins=MONTHLY)
    found = following(monthly, utc("2026-03-31"), last={CHECK_IN: date(2026, 3, 30)})  # it was weekly until then
    assert days(found) == ["04-06"]


def test_every_second_week_is_counted_through_a_year_of_53_weeks() -> None:
    cadence = replace(DEFAULT, first_week=date(2026, 12, 14))
    found = following(cadence, utc("2026-12-14"), count=5)
    assert told(found) == "check_in 12-15, nudge 12-22, check_in 12-29, nudge 01-05, check_in 01-12"
    assert found[2].day.isocalendar().week == 53


@pytest.mark.parametrize(
    ("first_week", "after", "expected"),
    [
        ("2026-03-08", "2026-03-02", "check_in 03-03, nudge 03-10"),  # any day names its week
        ("2026-03-09", "2026-03-02", "check_in 03-10, nudge 03-17"),
        ("2026-06-30", "2026-03-02", "check_in 06-30, nudge 07-07"),
        ("2028-06-27", "2026-03-02", "check_in 06-27, nudge 07-04"),
        ("2026-03-03", "2026-03-03T09:30", "nudge 03-10, check_in 03-17"),
        ("2024-01-01", "2026-03-09", "check_in 03-10, nudge 03-17"),
    ],
)
def test_nothing_comes_before_the_first_week(first_week: str, after: str, expected: str) -> None:
    cadence = replace(DEFAULT, first_week=date.fromisoformat(first_week))
    assert told(following(cadence, utc(after), count=2)) == expected


@pytest.mark.parametrize(
    ("rhythm", "expected"),
    [
        (WEEKLY, [WEEKLY, WEEKLY, FORTNIGHTLY, FORTNIGHTLY, MONTHLY, MONTHLY]),
        (FORTNIGHTLY, [FORTNIGHTLY, FORTNIGHTLY, MONTHLY, MONTHLY, MONTHLY, MONTHLY]),
        (MONTHLY, [MONTHLY] * 6),
        (OFF, [OFF] * 6),
    ],
)
def test_messages_without_an_answer_become_rarer_and_never_stop_by_themselves(
    rhythm: Rhythm, expected: list[Rhythm]
) -> None:
    assert [slowed(rhythm, unanswered) for unanswered in (0, 2, 3, 5, 6, 99)] == expected


@pytest.mark.parametrize(
    ("unanswered", "expected"),
    [
        (2, "check_in 03-03, nudge 03-10, check_in 03-17"),
        (3, "check_in 03-03, nudge 03-10, check_in 04-07"),
    ],
)
def test_no_answers_slow_both_kinds_down(unanswered: int, expected: str) -> None:
    assert told(following(DEFAULT, utc("2026-03-02"), count=3, unanswered=unanswered)) == expected


@pytest.mark.parametrize("name", [None, "", "Mars/Olympus", "America", "../etc/passwd", "/etc/passwd", "a\0b", "Ü"])
def test_a_zone_that_is_not_known_is_utc(name: str | None) -> None:
    assert zone_of(name) is UTC_ZONE


def test_a_share_is_the_same_in_every_process() -> None:
    assert [round(share_of(key), 6) for key in ("T1:U1", "T1:U2", "Ж")] == [0.407921, 0.902343, 0.289168]


def test_shares_are_spread_evenly() -> None:
    counts = [0] * 20
    for n in range(10_000):
        counts[int(share_of(f"T1:U{n:09}") * 20)] += 1
    assert 400 < min(counts) <= max(counts) < 600


def test_an_occasion_lies_in_its_window_by_its_share() -> None:
    shares = {share: following(DEFAULT, utc("2026-03-02"), share=share)[0] for share in (0.0, 0.5, 1 - 2**-53)}
    assert [f"{one.at:%H:%M}" for one in shares.values()] == ["09:00", "10:00", "10:59"]
    assert all(one.at < one.closes_at for one in shares.values())


def test_an_occasion_that_quiet_hours_split_closes_with_its_window() -> None:
    cadence = replace(DEFAULT, opens=time(10), closes=time(14), quiet_from=time(12), quiet_to=time(13))
    (found,) = following(cadence, utc("2026-03-02"), zone="UTC", share=0.1)
    assert (found.at, found.closes_at) == (utc("2026-03-03T10:18"), utc("2026-03-03T14:00"))


def test_where_every_day_is_a_holiday_nothing_comes() -> None:
    assert following(DEFAULT, utc("2026-03-02"), is_holiday=lambda day: True) == []


def test_a_message_whose_moment_has_passed_today_comes_on_the_next_allowed_day_of_the_week() -> None:
    cadence = replace(DEFAULT, days=TUE_THU)
    found = next_occasion(cadence, BERLIN, after=utc("2026-03-03T10:30"), last={}, share=0.5)
    assert found is not None
    assert (found.kind, found.day) == (CHECK_IN, date(2026, 3, 5))
