"""Taking stock of a team: who still counts, and the snapshot that may be told of them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.expectations import expectations_of
from bot.domain.people import PersonId
from bot.domain.summaries import Snapshot, is_anew, take_snapshot
from bot.domain.team_deliveries import TOO_FEW
from bot.domain.team_reports import TeamReport, team_report
from bot.domain.teams import Team, skills_of
from bot.services.asking import Library
from bot.storage.counting import team_count
from bot.storage.engine import Database
from bot.storage.summaries import changed_since, latest_snapshots, save_snapshot
from bot.storage.team_deliveries import last_summary_sent, tell_owners
from bot.storage.teams import count_members, leave_team, members_of, save_team, team_to_change
from bot.storage.tenant_settings import load_tenant_settings


async def counted_people(tenant: str, channel: str, database: Database) -> tuple[PersonId, ...]:
    """Who is counted in a team. Raises StorageUnavailable."""
    async with database.reading() as session:
        return tuple(PersonId(tenant, user) for user in await members_of(session, tenant, channel))


async def take_stock(
    tenant: str, channel: str, gone: Collection[PersonId], library: Library, database: Database, now: datetime
) -> TeamReport | None:
    """What a team's channel is to be told now; `gone` are counted people who may not be counted any more.

    The snapshot is the last one as long as too few people have changed since. None where there is no team, or fewer
    are counted than it takes: then its owners are told, once. None too where an earlier snapshot is of fewer than that,
    and too few have changed since for another one. Raises StorageUnavailable.
    """

    async def piece(session: AsyncSession) -> TeamReport | None:
        team = await team_to_change(session, tenant, channel)
        if team is None:
            return None
        for person in gone:
            await leave_team(session, person, channel)
        size = team.told_from((await load_tenant_settings(session, tenant)).least_group)
        if await count_members(session, tenant, channel) < size:
            await _tell_that_too_few(session, team, now)
            return None
        last = await latest_snapshots(session, tenant, channel)
        snapshot = await _snapshot(session, team, size, last[0] if last else None, library, now)
        if snapshot is None:
            return None
        if team.small_told_at is not None:
            await save_team(session, replace(team, small_told_at=None), now)
        told_at = await last_summary_sent(session, tenant, channel)
        shown = [one for one in last if one.counted >= size]
        return _report(team, snapshot, shown, library, is_repeated=told_at is not None and told_at >= snapshot.taken_at)

    return await database.write(piece)


async def _snapshot(
    session: AsyncSession, team: Team, size: int, last: Snapshot | None, library: Library, now: datetime
) -> Snapshot | None:
    """The last one as long as too few have changed; None where that is of fewer people than it takes by now.

    A new one goes on with nothing of such a snapshot, whose bands are of those few.
    """
    is_enough = last is not None and last.counted >= size
    if last and not is_anew(await changed_since(session, team.tenant, team.channel, last.taken_at, last.counted)):
        return last if is_enough else None
    expected = [expectations_of(skill) for skill in skills_of(team, library.framework)]
    count = await team_count(session, team.tenant, team.channel, expected)
    taken = take_snapshot(count, size, now, last if is_enough else None)
    assert taken is not None  # enough are counted
    await save_snapshot(session, team.tenant, team.channel, taken)
    return taken


def _report(
    team: Team, shown: Snapshot, last: Sequence[Snapshot], library: Library, *, is_repeated: bool
) -> TeamReport:
    """`last` are the latest snapshots that were stored before and may be shown, the newest first."""
    earlier = next((one for one in last if one.taken_at < shown.taken_at), None)
    return team_report(team.channel, team.zone, shown, earlier, library.framework.skills, is_repeated=is_repeated)


async def _tell_that_too_few(session: AsyncSession, team: Team, now: datetime) -> None:
    if team.small_told_at is None and team.owners:
        await tell_owners(session, team, TOO_FEW, now)
        await save_team(session, replace(team, small_told_at=now), now)
