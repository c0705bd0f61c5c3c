"""Planning summaries, and entering notices in the ledger."""

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.deliveries import Status, TeamKind
from bot.domain.team_deliveries import notices
from bot.domain.teams import Team
from bot.storage.bulk import update_rows
from bot.storage.deliveries import add_deliveries
from bot.storage.tables import DeliveryRow, TeamRow
from bot.storage.teams import TEAM_COLUMNS, team_of

_DUE = (
    select(*TEAM_COLUMNS)
    .where(col(TeamRow.next_at) <= bindparam("now"))
    .order_by(col(TeamRow.next_at))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)


async def due_teams(session: AsyncSession, now: datetime, most: int) -> tuple[Team, ...]:
    """Those whose time has come, over all tenants, the earliest first; nobody else plans them meanwhile.

    Their owners aren't read.
    """
    return tuple(team_of(row) for row in await session.execute(_DUE, {"now": now, "most": most}))


async def advance_teams(session: AsyncSession, teams: Iterable[Team]) -> None:
    """Keep what was planned of each, and what comes next."""
    rows = [
        {
            "tenant": one.tenant,
            "channel_id": one.channel,
            "last_day": one.last_day,
            "next_day": one.upcoming.day if one.upcoming else None,
            "next_at": one.upcoming.at if one.upcoming else None,
            "next_closes_at": one.upcoming.closes_at if one.upcoming else None,
        }
        for one in teams
    ]
    await update_rows(session, TeamRow, rows)


async def next_summary_moment(session: AsyncSession) -> datetime | None:
    """When the next summary of any team is planned for."""
    return (await session.execute(select(func.min(col(TeamRow.next_at))))).scalar_one()


async def tell_owners(session: AsyncSession, team: Team, why: str, now: datetime) -> None:
    """Enter a notice for each owner of a team in the ledger; `team` has its owners."""
    found = await session.execute(
        select(col(DeliveryRow.recipient), func.max(col(DeliveryRow.period)))
        .where(
            col(DeliveryRow.tenant) == team.tenant,
            col(DeliveryRow.recipient).in_(sorted(team.owners)),
            col(DeliveryRow.kind) == TeamKind.NOTICE.value,
        )
        .group_by(col(DeliveryRow.recipient))
    )
    latest: dict[str, date] = {recipient: day for recipient, day in found}
    await add_deliveries(session, notices(team, why, latest, now), now)


async def last_summary_sent(session: AsyncSession, tenant: str, channel: str) -> datetime | None:
    """When a team's channel was last told something."""
    sent = select(func.max(col(DeliveryRow.done_at))).where(
        col(DeliveryRow.tenant) == tenant,
        col(DeliveryRow.recipient) == channel,
        col(DeliveryRow.kind) == TeamKind.SUMMARY.value,
        col(DeliveryRow.status) == Status.SENT.value,
    )
    return (await session.execute(sent)).scalar_one()
