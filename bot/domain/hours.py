"""The hours of a day in a zone, as instants: what quiet hours and changes of the clock leave of a window."""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

# From an instant to one that is no longer in it, both aware UTC.
Part = tuple[datetime, datetime]

_MOMENT = timedelta(microseconds=1)
_DAY = timedelta(days=1)


@lru_cache(maxsize=1024)
def loud_hours(opens: time, closes: time, quiet_from: time, quiet_to: time) -> tuple[tuple[timedelta, timedelta], ...]:
    """What quiet hours leave of a window, in order, as wall time since midnight.

    Quiet hours may go over midnight; where they begin as they end there are none.
    """
    begins, ends, quiet, loud = (_since_midnight(wall) for wall in (opens, closes, quiet_from, quiet_to))
    if quiet == loud:
        left = [(timedelta(), _DAY)]
    elif quiet < loud:
        left = [(timedelta(), quiet), (loud, _DAY)]
    else:
        left = [(loud, quiet)]
    cut = ((max(begin, begins), min(end, ends)) for begin, end in left)
    return tuple((begin, end) for begin, end in cut if begin < end)


@lru_cache(maxsize=4096)
def parts_of_day(hours: tuple[tuple[timedelta, timedelta], ...], day: date, zone: ZoneInfo) -> tuple[Part, ...]:
    """The hours of a local date as they pass there, in order; empty where a change of the clock swallows them all.

    Hours that come twice count from the first time to the first time; what lies between and shows another wall time,
    because the clock was set back, is left out.
    """
    midnight = datetime.combine(day, time())
    return tuple(
        part for begin, end in hours for part in _parts(midnight + begin, midnight + end, zone) if part[0] < part[1]
    )


def first_instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """When a clock of the zone first shows a wall time; where it never does, the first instant after the gap."""
    instant = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == wall:
        return instant
    return _change(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), instant, zone)


def instant_within(parts: tuple[Part, ...], share: float) -> datetime:
    """The instant at a share, from 0 to below 1, of the time that the parts last together. There is at least one."""
    lengths = [(end - begin) // _MOMENT for begin, end in parts]
    ahead = int(sum(lengths) * share)
    for (begin, _), length in zip(parts[:-1], lengths, strict=False):
        if ahead < length:
            return begin + ahead * _MOMENT
        ahead -= length
    return parts[-1][0] + ahead * _MOMENT


def _parts(begins: datetime, ends: datetime, zone: ZoneInfo) -> Iterator[Part]:
    """From one wall time to another. The clock is taken to change at most once in between."""
    begin, end = first_instant(begins, zone), first_instant(ends, zone)
    if _offset(begin, zone) == _offset(end, zone):
        yield begin, end
        return
    for low, high in pairwise((begin, _change(begin, end, zone), end)):
        offset = _offset(low, zone)
        yield max(low, (begins - offset).replace(tzinfo=UTC)), high


def _change(begin: datetime, end: datetime, zone: ZoneInfo) -> datetime:
    """The instant between two at which the offset of the zone becomes another; always a whole second."""
    before = _offset(begin, zone)
    seconds = range(int(begin.timestamp()), int(end.timestamp()) + 1)
    changed = bisect_left(seconds, True, key=lambda at: _offset(datetime.fromtimestamp(at, UTC), zone) != before)
    return datetime.fromtimestamp(seconds[changed], UTC)


def _offset(instant: datetime, zone: ZoneInfo) -> timedelta:
    return instant.astimezone(zone).utcoffset() or timedelta()


def _since_midnight(wall: time) -> timedelta:
    return timedelta(hours=wall.hour, minutes=wall.minute, seconds=wall.second, microseconds=wall.microsecond)
