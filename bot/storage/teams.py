"""Reading and keeping teams: their settings, who owns them, and who chose to be counted."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.cadence import Rhythm
from bot.domain.people import PersonId
from bot.domain.teams import SummaryTime, Team
from bot.storage.people import hold_person
from bot.storage.tables import SummaryRow, TeamMemberRow, TeamOwnerRow, TeamRow
from bot.storage.upserts import insert_new, upsert

CLAIMED = "claimed "  # what `counting_ts` begins with while somebody posts that message; then comes when they began
CLAIM_LASTS = timedelta(minutes=1)  # longer than Slack takes; who claimed it before that is gone

TEAM_COLUMNS = tuple(
    getattr(TeamRow, name)
    for name in (
        "tenant", "channel_id", "workspace", "rhythm", "first_week", "weekday", "hour", "zone", "skills", "categories",
        "group_size", "paused", "small_told_at", "counting_ts", "last_day", "next_day", "next_at", "next_closes_at",
    )
)  # fmt: skip
_OF_CHANNEL = (col(TeamRow.tenant) == bindparam("tenant"), col(TeamRow.channel_id) == bindparam("channel_id"))
_TEAM = select(*TEAM_COLUMNS).where(*_OF_CHANNEL)
_TO_CHANGE = _TEAM.with_for_update()
_OWNERS = select(col(TeamOwnerRow.user_id)).where(
    col(TeamOwnerRow.tenant) == bindparam("tenant"), col(TeamOwnerRow.channel_id) == bindparam("channel_id")
)
_MEMBERS = (
    select(col(TeamMemberRow.user_id))
    .where(col(TeamMemberRow.tenant) == bindparam("tenant"), col(TeamMemberRow.channel_id) == bindparam("channel_id"))
    .order_by(col(TeamMemberRow.user_id))
)


async def load_team(session: AsyncSession, tenant: str, channel: str) -> Team | None:
    """The team of a channel with its owners; None where the channel has none."""
    return await _load(session, _TEAM, tenant, channel)


async def team_to_change(session: AsyncSession, tenant: str, channel: str) -> Team | None:
    """The same, and nobody else changes it until this transaction ends, and nobody plans by it."""
    return await _load(session, _TO_CHANGE, tenant, channel)


async def save_team(session: AsyncSession, team: Team, now: datetime) -> None:
    """Keep all that was chosen of a team and what comes next; its owners are kept apart.

    Where its counting message stands is kept by `claim_counting` and `set_counting` alone.
    """
    upcoming = team.upcoming
    changes = {
        "workspace": team.workspace,
        "rhythm": team.rhythm.value,
        "first_week": team.first_week,
        "weekday": team.weekday,
        "hour": team.hour,
        "zone": team.zone,
        "skills": " ".join(team.skills),
        "categories": " ".join(team.categories),
        "group_size": team.group_size,
        "paused": team.paused,
        "small_told_at": team.small_told_at,
        "last_day": team.last_day,
        "next_day": upcoming.day if upcoming else None,
        "next_at": upcoming.at if upcoming else None,
        "next_closes_at": upcoming.closes_at if upcoming else None,
        "updated_at": now,
    }
    await upsert(session, TeamRow, _key(team.tenant, team.channel), changes, created_at=now)


async def delete_team(session: AsyncSession, tenant: str, channel: str) -> bool:
    """Forget a team, and with it its owners, who is counted and what was told; whether there was one."""
    gone = delete(TeamRow).where(*_is_channel(TeamRow, tenant, channel)).returning(col(TeamRow.channel_id))
    return (await session.execute(gone)).first() is not None


async def add_owner(session: AsyncSession, person: PersonId, channel: str, now: datetime) -> bool:
    """Let a person own a team that is stored; whether they didn't yet."""
    await hold_person(session, person, now)
    key = {**_key(person.tenant, channel), "user_id": person.user}
    return await insert_new(session, TeamOwnerRow, key, since=now)


async def join_team(session: AsyncSession, person: PersonId, channel: str, now: datetime) -> bool:
    """Count a person in a team that is stored; whether they weren't yet."""
    await hold_person(session, person, now)
    key = {**_key(person.tenant, channel), "user_id": person.user}
    return await insert_new(session, TeamMemberRow, key, joined_at=now)


async def leave_team(session: AsyncSession, person: PersonId, channel: str) -> bool:
    """Count a person no longer; whether they were."""
    theirs = (*_is_channel(TeamMemberRow, person.tenant, channel), col(TeamMemberRow.user_id) == person.user)
    left = delete(TeamMemberRow).where(*theirs).returning(col(TeamMemberRow.user_id))
    return (await session.execute(left)).first() is not None


async def leave_every_team(session: AsyncSession, person: PersonId) -> tuple[str, ...]:
    """Count a person nowhere any more; the channels in which they were."""
    theirs = (col(TeamMemberRow.tenant) == person.tenant, col(TeamMemberRow.user_id) == person.user)
    left = delete(TeamMemberRow).where(*theirs).returning(col(TeamMemberRow.channel_id))
    return tuple(sorted((await session.execute(left)).scalars()))


async def keep_members(session: AsyncSession, tenant: str, channel: str, present: Collection[str]) -> tuple[str, ...]:
    """Count only those who are still in a channel; who isn't counted any more."""
    gone = tuple(user for user in await members_of(session, tenant, channel) if user not in present)
    for user in gone:
        await leave_team(session, PersonId(tenant, user), channel)
    return gone


async def members_of(session: AsyncSession, tenant: str, channel: str) -> tuple[str, ...]:
    """The user ids of those who are counted, in order."""
    return tuple((await session.execute(_MEMBERS, _key(tenant, channel))).scalars())


async def count_members(session: AsyncSession, tenant: str, channel: str) -> int:
    counted = select(func.count()).select_from(TeamMemberRow).where(*_is_channel(TeamMemberRow, tenant, channel))
    return int((await session.execute(counted)).scalar_one())


async def is_counted(session: AsyncSession, person: PersonId, channel: str) -> bool:
    theirs = (*_is_channel(TeamMemberRow, person.tenant, channel), col(TeamMemberRow.user_id) == person.user)
    return (await session.execute(select(col(TeamMemberRow.user_id)).where(*theirs))).first() is not None


async def counted_in(session: AsyncSession, person: PersonId) -> tuple[str, ...]:
    """The channels in whose teams a person is counted, the one that they joined first before the others."""
    theirs = (col(TeamMemberRow.tenant) == person.tenant, col(TeamMemberRow.user_id) == person.user)
    channels = select(col(TeamMemberRow.channel_id)).where(*theirs)
    ordered = channels.order_by(col(TeamMemberRow.joined_at), col(TeamMemberRow.channel_id))
    return tuple((await session.execute(ordered)).scalars())


async def owned_by(session: AsyncSession, person: PersonId) -> tuple[str, ...]:
    """The channels whose teams a person owns."""
    theirs = (col(TeamOwnerRow.tenant) == person.tenant, col(TeamOwnerRow.user_id) == person.user)
    channels = select(col(TeamOwnerRow.channel_id)).where(*theirs)
    return tuple((await session.execute(channels.order_by(col(TeamOwnerRow.channel_id)))).scalars())


async def claim_counting(session: AsyncSession, tenant: str, channel: str, now: datetime) -> str | None:
    """Take it upon oneself to post a team's counting message: one of all who try may.

    What was there before is "" where nobody ever tried, else the claim of somebody who may have posted it and is gone.
    None: it stands already, or somebody is posting it right now, or there is no team.
    """
    found = (await session.execute(_TO_CHANGE, _key(tenant, channel))).first()
    if found is None or not _may_be_claimed(found.counting_ts, now):
        return None
    await _set_counting(session, tenant, channel, f"{CLAIMED}{now.timestamp()}")
    return found.counting_ts or ""


async def set_counting(session: AsyncSession, tenant: str, channel: str, ts: str | None) -> None:
    """Where a team's counting message stands; None: nowhere."""
    await _set_counting(session, tenant, channel, ts)


async def move_team(session: AsyncSession, tenant: str, channel: str, moved_to: str, now: datetime) -> bool:
    """Slack has given a channel another id: all that is stored of its team follows; whether there was one.

    What was set up under the new id already stays as it is.
    """
    team = await team_to_change(session, tenant, channel)
    if team is not None and await load_team(session, tenant, moved_to) is None:
        await save_team(session, replace(team, channel=moved_to), now)
        await set_counting(session, tenant, moved_to, team.counting_ts)
        for table in (TeamOwnerRow, TeamMemberRow, SummaryRow):
            moved = update(table).where(*_is_channel(table, tenant, channel)).values(channel_id=moved_to)
            await session.execute(moved)
    return await delete_team(session, tenant, channel)


def team_of(row: Any, owners: Collection[str] = ()) -> Team:
    """What a row of `TEAM_COLUMNS` says."""
    upcoming = SummaryTime(row.next_day, row.next_at, row.next_closes_at) if row.next_at else None
    return Team(
        tenant=row.tenant,
        channel=row.channel_id,
        workspace=row.workspace,
        first_week=row.first_week,
        rhythm=Rhythm(row.rhythm),
        weekday=row.weekday,
        hour=row.hour,
        zone=row.zone,
        skills=tuple(row.skills.split()),
        categories=tuple(row.categories.split()),
        group_size=row.group_size,
        paused=row.paused,
        owners=frozenset(owners),
        counting_ts=None if _is_claim(row.counting_ts) else row.counting_ts,
        small_told_at=row.small_told_at,
        last_day=row.last_day,
        upcoming=upcoming,
    )


async def _load(session: AsyncSession, statement: Any, tenant: str, channel: str) -> Team | None:
    key = _key(tenant, channel)
    found = (await session.execute(statement, key)).first()
    if found is None:
        return None
    return team_of(found, (await session.execute(_OWNERS, key)).scalars().all())


async def _set_counting(session: AsyncSession, tenant: str, channel: str, ts: str | None) -> None:
    await session.execute(update(TeamRow).where(*_is_channel(TeamRow, tenant, channel)).values(counting_ts=ts))


def _may_be_claimed(counting_ts: str | None, now: datetime) -> bool:
    if counting_ts is None:
        return True
    if not _is_claim(counting_ts):
        return False
    claimed = datetime.fromtimestamp(float(counting_ts.removeprefix(CLAIMED)), UTC)
    return claimed + CLAIM_LASTS <= now


def _is_claim(counting_ts: str | None) -> bool:
    return counting_ts is not None and counting_ts.startswith(CLAIMED)


def _is_channel(table: Any, tenant: str, channel: str) -> tuple[ColumnElement[bool], ...]:
    return (and_(col(table.tenant) == tenant, col(table.channel_id) == channel),)


def _key(tenant: str, channel: str) -> dict[str, str]:
    return {"tenant": tenant, "channel_id": channel}
