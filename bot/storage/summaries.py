"""Keeping what may be shown of a team, and finding out whether enough of it has changed."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.summaries import ANEW_AFTER, Band, SkillStanding, Snapshot, WorkedOn
from bot.storage.tables import FocusRow, RatedSkillRow, SummaryRow, TeamMemberRow
from bot.storage.upserts import insert_new

_OF_TEAM = and_(col(TeamMemberRow.tenant) == bindparam("tenant"), col(TeamMemberRow.channel_id) == bindparam("channel"))
_JOINED = select(func.count()).where(_OF_TEAM, col(TeamMemberRow.joined_at) > bindparam("at"))
_STAYED = select(func.count()).where(_OF_TEAM, col(TeamMemberRow.joined_at) <= bindparam("at"))
_RATED = exists().where(
    col(RatedSkillRow.tenant) == col(TeamMemberRow.tenant),
    col(RatedSkillRow.user_id) == col(TeamMemberRow.user_id),
    col(RatedSkillRow.at) > bindparam("at"),
)
_FOCUSED = exists().where(
    col(FocusRow.tenant) == col(TeamMemberRow.tenant),
    col(FocusRow.user_id) == col(TeamMemberRow.user_id),
    col(FocusRow.since) > bindparam("at"),
)
_ENOUGH = _STAYED.with_only_columns(col(TeamMemberRow.user_id)).where(or_(_RATED, _FOCUSED)).limit(ANEW_AFTER)
_MOVED = select(func.count()).select_from(_ENOUGH.subquery())
_SNAPSHOTS = (
    select(col(SummaryRow.taken_at), col(SummaryRow.counted), col(SummaryRow.content))
    .where(col(SummaryRow.tenant) == bindparam("tenant"), col(SummaryRow.channel_id) == bindparam("channel"))
    .order_by(col(SummaryRow.taken_at).desc())
    .limit(bindparam("most"))
)


async def changed_since(session: AsyncSession, tenant: str, channel: str, at: datetime, counted_then: int) -> int:
    """How many counted people have changed since an instant at which `counted_then` were counted.

    They joined or left, rated anything, or did something with a focus; of the last two no more are looked for than a
    new snapshot needs. It isn't kept who left: somebody who did and came back looks like one who left and one who
    joined, so those are taken for the same people as far as they can be.
    """
    team = {"tenant": tenant, "channel": channel, "at": at}
    joined = (await session.execute(_JOINED, team)).scalar_one()
    stayed = (await session.execute(_STAYED, team)).scalar_one()
    moved = (await session.execute(_MOVED, team)).scalar_one()
    return max(joined, counted_then - stayed) + moved


async def save_snapshot(session: AsyncSession, tenant: str, channel: str, snapshot: Snapshot) -> None:
    """Keep it beside the earlier ones. The first one of an instant stays: another process may have taken it too."""
    key = {"tenant": tenant, "channel_id": channel, "taken_at": snapshot.taken_at}
    await insert_new(session, SummaryRow, key, counted=snapshot.counted, content=_dump(snapshot))


async def latest_snapshots(session: AsyncSession, tenant: str, channel: str, most: int = 2) -> tuple[Snapshot, ...]:
    """The newest first."""
    found = await session.execute(_SNAPSHOTS, {"tenant": tenant, "channel": channel, "most": most})
    return tuple(_load(taken_at, counted, json.loads(content)) for taken_at, counted, content in found)


def _dump(snapshot: Snapshot) -> str:
    """Bands and ids alone; objects keep their order, and so the levels theirs."""
    return json.dumps(
        {
            "skills": _plain(snapshot.skills),
            "worked_on": [[one.skill, one.statement] for one in snapshot.worked_on],
            "aside": _plain(snapshot.aside),
        }
    )


def _load(taken_at: datetime, counted: int, content: dict[str, Any]) -> Snapshot:
    return Snapshot(
        taken_at=taken_at,
        counted=counted,
        skills=_standings(content["skills"]),
        worked_on=tuple(WorkedOn(skill, statement) for skill, statement in content["worked_on"]),
        aside=_standings(content["aside"]),
    )


def _plain(standings: Iterable[SkillStanding]) -> list[dict[str, Any]]:
    return [
        {"skill": one.skill, "bands": {level: band.value for level, band in one.bands.items()}} for one in standings
    ]


def _standings(plain: Iterable[dict[str, Any]]) -> tuple[SkillStanding, ...]:
    return tuple(
        SkillStanding(one["skill"], {level: Band(band) for level, band in one["bands"].items()}) for one in plain
    )
