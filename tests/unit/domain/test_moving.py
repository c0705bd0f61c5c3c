"""What becomes of messages when somebody moves to another zone, or over the date line."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.domain.cadence import Cadence, Kind, same_day_again, zone_of
from tests.unit.domain.cadences import BARE, BOTH_WEEKLY, following, utc

NUDGE, CHECK_IN = Kind
BERLIN = zone_of("Europe/Berlin")
DEFAULT = Cadence(first_week=date(2026, 3, 3))


def test_case_10_who_moves_is_written_to_at_their_new_hours() -> None:
    found = following(BARE, utc("2026-03-02"), zone=["Europe/Berlin", "America/New_York"].__getitem__, count=2)
    assert [one.at for one in found] == [utc("2026-03-02T09:00"), utc("2026-03-09T14:00")]


@pytest.mark.parametrize(
    ("zone", "after", "at"),
    [
        ("America/New_York", "2026-03-03T09:30", "2026-03-03T15:30"),  # planned in Berlin, before the flight west
        ("America/New_York", "2026-03-03T16:00", "2026-03-03T16:15:00.000000"),  # what is left of the window
        ("America/New_York", "2026-03-03T16:59:59.999999", None),
        ("America/New_York", "2026-03-03T17:00", None),
        ("Asia/Kolkata", "2026-03-03T09:30", None),  # the window there is over
        ("Pacific/Kiritimati", "2026-03-03T09:30", None),
    ],
)
def test_case_10_what_waits_for_somebody_who_moves_comes_on_its_date_or_not_at_all(
    zone: str, after: str, at: str | None
) -> None:
    found = same_day_again(DEFAULT, zone_of(zone), kind=CHECK_IN, day=date(2026, 3, 3), after=utc(after), share=0.25)
    if at is None:
        assert found is None
        return
    assert found is not None
    assert (found.kind, found.day, found.closes_at) == (CHECK_IN, date(2026, 3, 3), utc("2026-03-03T17:00"))
    assert abs(found.at - utc(at)) <= timedelta(microseconds=1)
    assert found.at > utc(after)


@pytest.mark.parametrize("cadence", [{"days": frozenset({3})}, {"paused_until": date(2026, 3, 9)}])
def test_what_waits_does_not_come_where_its_day_is_no_longer_allowed(cadence: dict[str, Any]) -> None:
    changed = replace(DEFAULT, **cadence)
    after = utc("2026-03-03T00:00")
    assert same_day_again(changed, BERLIN, kind=NUDGE, day=date(2026, 3, 3), after=after, share=0.5) is None


@pytest.mark.parametrize(
    ("zone", "after", "last", "expected"),
    [
        # In Kiritimati it was Tuesday already; in Honolulu it is Monday again, and then a second Tuesday.
        ("Pacific/Honolulu", "2026-03-09T12:00", "2026-03-10", "2026-03-11"),
        ("Pacific/Honolulu", "2026-03-09T12:00", "2026-03-09", "2026-03-10"),
        # In Honolulu it was Monday, in Kiritimati it is Tuesday.
        ("Pacific/Kiritimati", "2026-03-09T19:00", "2026-03-09", "2026-03-10"),
        ("Pacific/Kiritimati", "2026-03-09T19:00", "2026-03-08", "2026-03-10"),
    ],
)
def test_nobody_has_one_date_twice_by_flying_over_the_date_line(
    zone: str, after: str, last: str, expected: str
) -> None:
    busy = replace(BOTH_WEEKLY, most_a_week=2)
    (found,) = following(busy, utc(after), zone=zone, last={CHECK_IN: date.fromisoformat(last)})
    assert (found.kind, found.day) == (NUDGE, date.fromisoformat(expected))
