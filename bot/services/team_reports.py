"""The last summary of a team, for somebody who looks at it."""

from collections.abc import Mapping

from bot.domain.skills import Skill
from bot.domain.team_reports import TeamReport, team_report
from bot.storage.engine import Database
from bot.storage.summaries import latest_snapshots
from bot.storage.tenant_settings import load_tenant_settings


async def last_report(
    tenant: str, channel: str, zone: str | None, skills: Mapping[str, Skill], database: Database
) -> TeamReport | None:
    """As it was told, with days in the zone of whoever looks; None before the first one. Raises StorageUnavailable.

    What was told of fewer people than the tenant's admins allow by now isn't shown any more.
    """
    async with database.reading() as session:
        least = (await load_tenant_settings(session, tenant)).least_group
        found = [one for one in await latest_snapshots(session, tenant, channel) if one.counted >= least]
    if not found:
        return None
    return team_report(channel, zone, found[0], next(iter(found[1:]), None), skills)
