"""Teams: a channel that is told how its team grows, what it is told of, when, and who may change that."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.domain.cadence import Rhythm, zone_of
from bot.domain.hours import first_instant
from bot.domain.skills import Framework, Skill
from bot.domain.summaries import DEFAULT_GROUP, LEAST_GROUP, MOST_GROUP

BY_OWNER = "by_owner"
"""Why nothing is posted where an owner said so; else the reason is Slack's own word."""

OPEN_FOR = timedelta(hours=4)  # a summary that couldn't be posted so long after its hour isn't posted any more

_WEEK = timedelta(weeks=1)
_FIRST_OF_MONTH = 7  # a weekday comes first in a month by then
_DAYS_LOOKED_AHEAD = 70
_WEEKDAYS = range(1, 8)


@dataclass(frozen=True, slots=True)
class SummaryTime:
    """When a summary is due: the local date, the instant, and the one from which it is too late; both aware UTC."""

    day: date
    at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class Team:
    """A channel and what its owners chose; `weekday` is an ISO one (Monday is 1), `hour` the wall time of `zone`.

    `first_week` is any day of the first week; before it nothing comes, and from it every second week is counted.
    `skills` and `categories` are ids; both empty: all of the framework. `paused` says why nothing is posted.
    `counting_ts` is the message with the button that counts people in, `small_told_at` when the owners were told that
    too few are counted, `last_day` the local date for which a summary was last planned. Owners are user ids.
    """

    tenant: str
    channel: str
    workspace: str
    first_week: date
    rhythm: Rhythm = Rhythm.FORTNIGHTLY
    weekday: int = 2
    hour: time = time(10)
    zone: str = "UTC"
    skills: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    group_size: int = DEFAULT_GROUP
    paused: str | None = None
    owners: frozenset[str] = frozenset()
    counting_ts: str | None = None
    small_told_at: datetime | None = None
    last_day: date | None = None
    upcoming: SummaryTime | None = None

    def may_be_changed_by(self, user: str, *, is_admin: bool) -> bool:
        """Who set it up, and the workspace's admins."""
        return is_admin or user in self.owners

    def told_from(self, least: int) -> int:
        """From how many people on there is a summary; `least` is what the tenant's admins allow."""
        return max(self.group_size, least)

    def following(self, after: datetime) -> "Team":
        """The same with what comes next after an instant."""
        return replace(self, upcoming=next_summary(self, after, self.last_day))


class TeamFault(StrEnum):
    """What is wrong with a team that somebody wishes."""

    GROUP_SIZE = "group_size"
    WEEKDAY = "weekday"
    ZONE = "zone"
    NO_SKILLS = "no_skills"  # something was chosen, and the content has none of it any more


def faults_of(team: Team, framework: Framework, least: int = LEAST_GROUP) -> tuple[TeamFault, ...]:
    """Why a team can't be kept as it is; empty where all is well. `least` is the smallest group that is allowed."""
    found = []
    if not least <= team.group_size <= MOST_GROUP:
        found.append(TeamFault.GROUP_SIZE)
    if team.weekday not in _WEEKDAYS:
        found.append(TeamFault.WEEKDAY)
    if zone_of(team.zone).key != team.zone:
        found.append(TeamFault.ZONE)
    if not skills_of(team, framework):
        found.append(TeamFault.NO_SKILLS)
    return tuple(found)


def skills_of(team: Team, framework: Framework) -> tuple[Skill, ...]:
    """Those that a team is told of, in the framework's order; where nothing was chosen, all.

    What was chosen and isn't in the content any more counts for nothing: it never widens what is told.
    """
    if not team.skills and not team.categories:
        return tuple(framework.skills.values())
    return tuple(
        skill for skill in framework.skills.values() if skill.slug in team.skills or skill.category in team.categories
    )


def next_summary(team: Team, after: datetime, last_day: date | None) -> SummaryTime | None:
    """The next summary after an instant; None where it is paused or off.

    `last_day` is the local date for which one was last planned, posted or not: days only ever go up, a week (of local
    dates) has at most one, and with a monthly rhythm a month too.
    """
    if team.paused is not None or team.rhythm is Rhythm.OFF:
        return None
    zone = zone_of(team.zone)
    first = max(after.astimezone(zone).date(), _monday(team.first_week))
    for day in (first + timedelta(days=n) for n in range(_DAYS_LOOKED_AHEAD)):
        if day.isoweekday() == team.weekday and _is_due(team, day, last_day) and (at := _at(team, day, zone)) > after:
            return SummaryTime(day, at, at + OPEN_FOR)
    return None


def begun(team: Team, now: datetime) -> Team:
    """The same, its weeks counted anew from the next day that it could come on."""
    zone = zone_of(team.zone)
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=n) for n in range(8))
    first = next(day for day in days if day.isoweekday() == team.weekday and _at(team, day, zone) > now)
    return replace(team, first_week=first)


def ids_of(words: Iterable[str]) -> tuple[str, ...]:
    """Ids without repetition, in one order, so that the same choice is the same team."""
    return tuple(sorted(set(words)))


def _is_due(team: Team, day: date, last: date | None) -> bool:
    if last is not None and last >= _monday(day):
        return False
    match team.rhythm:
        case Rhythm.FORTNIGHTLY:
            return (_monday(day) - _monday(team.first_week)) // _WEEK % 2 == 0
        case Rhythm.MONTHLY:
            return day.day <= _FIRST_OF_MONTH and (last is None or (last.year, last.month) != (day.year, day.month))
    return True


def _at(team: Team, day: date, zone: ZoneInfo) -> datetime:
    return first_instant(datetime.combine(day, team.hour), zone)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
