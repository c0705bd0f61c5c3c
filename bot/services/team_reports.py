"""The last summary of a team, for somebody who looks at it."""

from collections.abc import Mapping

from bot.domain.skills import Skill
from bot.domain.team_reports import TeamReport, team_report
from bot.storage.engine import Database
from bot.storage.summaries import latest_snapshots


async def last_report(
    tenant: str, channel: str, zone: str | None, skills: Mapping[str, Skill], database: Database
) -> TeamReport | None:
    """As it was told, with days in the zone of whoever looks; None before the first one. Raises StorageUnavailable."""
    async with database.reading() as session:
        found = await latest_snapshots(session, tenant, channel)
    if not found:
        return None
    return team_report(channel, zone, found[0], next(iter(found[1:]), None), skills)
