"""Cadences and walks through their occasions, for the tests of when a message comes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any

from bot.domain.cadence import Cadence, Kind, Occasion, Rhythm, next_occasion, no_holiday, zone_of

EVERY_DAY = frozenset(range(1, 8))
# One kind on any day at any hour, so that a test narrows down only what it is about.
BARE = Cadence(
    first_week=date(2026, 1, 1),
    nudges=Rhythm.OFF,
    check_ins=Rhythm.WEEKLY,
    days=EVERY_DAY,
    quiet_from=time(),
    quiet_to=time(),
    quiet_days=frozenset(),
)
BOTH_WEEKLY = replace(BARE, nudges=Rhythm.WEEKLY)


def utc(words: str) -> datetime:
    return datetime.fromisoformat(words).replace(tzinfo=UTC)


def following(
    cadence: Cadence,
    after: datetime,
    *,
    zone: str | Callable[[int], str] = "Europe/Berlin",
    last: Mapping[Kind, date] | None = None,
    share: float = 0.0,
    count: int = 1,
    **more: Any,
) -> list[Occasion]:
    """The next occasions, each planned right when the one before comes. `zone` may be another one at each step."""

    def walk() -> Any:
        days, now, step = dict(last or {}), after, 0
        while True:
            here = zone_of(zone if isinstance(zone, str) else zone(step))
            found = next_occasion(cadence, here, after=now, last=days, share=share, **more)
            if found is None:
                return
            yield found
            days, now, step = {**days, found.kind: found.day}, found.at, step + 1

    return list(islice(walk(), count))


def until(cadence: Cadence, after: datetime, days: int, **more: Any) -> list[Occasion]:
    """The occasions of so many days from an instant."""
    found = following(cadence, after, count=days, **more)
    return [one for one in found if one.at < after + timedelta(days=days)]


def told(found: list[Occasion]) -> str:
    """Occasions in short: `check_in 03-03, nudge 03-10`."""
    return ", ".join(f"{one.kind} {one.day:%m-%d}" for one in found)


def holidays(words: str) -> Callable[[date], bool]:
    """Those dates, apart from each other by spaces, are holidays."""
    days = {date.fromisoformat(word) for word in words.split()}
    return days.__contains__ if days else no_holiday
