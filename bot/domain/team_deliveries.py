"""What Rung writes because of a team: summaries to its channel, and notices to its owners, at humane hours."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from bot.domain.cadence import Rhythm, zone_of
from bot.domain.deliveries import Delivery, Drop, Postpone, Reason, Send, TeamKind, Verdict
from bot.domain.hours import first_instant
from bot.domain.people import SlackUser
from bot.domain.teams import Team

TOO_FEW = "too_few"
"""Why nothing was posted where too few are counted; else a notice says it in Slack's own word."""

NOTICE_LASTS = timedelta(days=14)  # after that an owner has seen it otherwise
_DAY_BEGINS, _DAY_ENDS = time(8), time(19)  # between which an owner is told, in their own zone


@dataclass(frozen=True, slots=True)
class Matter:
    """What a notice is about: a channel, and why nothing is posted there."""

    channel: str
    why: str

    def __str__(self) -> str:
        return f"{self.channel} {self.why}"

    @classmethod
    def parse(cls, about: str) -> "Matter":
        channel, _, why = about.partition(" ")
        return cls(channel, why)


def plan_summary(team: Team, now: datetime) -> tuple[Delivery, Team]:
    """The summary of a team whose time has come, and the team after it; `team.upcoming` isn't None.

    However long nobody planned anything, it is one, and one whose hours are over comes dropped.
    """
    due = team.upcoming
    assert due is not None
    delivery = Delivery(
        team.tenant,
        team.channel,
        TeamKind.SUMMARY,
        due.day,
        team.workspace,
        due.at,
        due.closes_at,
        reason=Reason.PASSED if now >= due.closes_at else None,
    )
    return delivery, replace(team, last_day=due.day).following(max(now, due.at))


def notices(team: Team, why: str, latest: Mapping[str, date], now: datetime) -> tuple[Delivery, ...]:
    """A notice for each owner. `latest` are the days for which they have one already: a day has one at most."""
    matter, today = str(Matter(team.channel, why)), now.date()
    return tuple(
        Delivery(
            team.tenant,
            owner,
            TeamKind.NOTICE,
            max(today, latest[owner] + timedelta(days=1)) if owner in latest else today,
            team.workspace,
            now,
            now + NOTICE_LASTS,
            about=matter,
        )
        for owner in sorted(team.owners)
    )


def judge_summary(delivery: Delivery, team: Team | None, now: datetime) -> Verdict:
    """Whether a channel may be written to at this moment."""
    if team is None or team.rhythm is Rhythm.OFF:
        return Drop(Reason.STOPPED)
    if team.paused is not None:
        return Drop(Reason.PAUSED)
    return Drop(Reason.PASSED) if now >= delivery.expires_at else Send()


def judge_notice(delivery: Delivery, user: SlackUser, disturbed_until: datetime | None, now: datetime) -> Verdict:
    """Whether an owner may be told now; where it is night, or they aren't to be disturbed, they are told later."""
    if not user.is_member:
        return Drop(Reason.NOT_A_MEMBER)
    if now >= delivery.expires_at:
        return Drop(Reason.PASSED)
    zone = zone_of(user.timezone)
    earliest = max(now, disturbed_until or now)
    local = earliest.astimezone(zone)
    if not _DAY_BEGINS <= local.time() < _DAY_ENDS:
        day = local.date() + timedelta(days=local.time() >= _DAY_ENDS)
        earliest = first_instant(datetime.combine(day, _DAY_BEGINS), zone)
    return Postpone(earliest, delivery.expires_at) if earliest > now else Send()
