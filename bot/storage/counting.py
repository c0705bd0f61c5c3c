"""Sums over the counted people of a team: the database counts who has said the same, and names nobody."""

import json
from collections.abc import Sequence

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.expectations import SkillExpectations
from bot.domain.summaries import TeamCount
from bot.domain.team_counts import GrowingAlike, RatedAlike, add_up
from bot.storage.tables import TeamMemberRow

_COUNTED = select(func.count()).where(
    col(TeamMemberRow.tenant) == bindparam("tenant"), col(TeamMemberRow.channel_id) == bindparam("channel")
)
_RATED = text("""
    SELECT p.role, r.skill, r.consistent, r.others, COUNT(*) AS people
    FROM team_member AS m
    JOIN person AS p ON p.tenant = m.tenant AND p.user_id = m.user_id
    JOIN rated_skill AS r ON r.tenant = m.tenant AND r.user_id = m.user_id
    WHERE m.tenant = :tenant AND m.channel_id = :channel
    GROUP BY r.skill, r.consistent, r.others, p.role
""")
# Of focuses for several roles in one skill the one that was started first counts. The last row is how many people have
# a focus. What is known is looked up rather than joined, and a tenant is compared with the parameter: PostgreSQL would
# else plan for a few rows.
_FOCUSED = """
    WITH active AS MATERIALIZED (
        SELECT f.user_id, f.skill, f.role, f.target, f.started_at
        FROM team_member AS m
        JOIN focus AS f ON f.tenant = m.tenant AND f.user_id = m.user_id AND f.state = 'active'
        WHERE m.tenant = :tenant AND m.channel_id = :channel
            AND f.skill || ' ' || f.role IN ({roles}) AND f.skill || ' ' || f.target IN ({levels})
    )
    SELECT f.skill, f.role, f.target,
        CASE WHEN l.user_id IS NOT NULL THEN COALESCE(l.level, '')
            WHEN p.level_set_at IS NOT NULL THEN COALESCE(p.level, '') END AS level,
        COALESCE(r.consistent, '') AS consistent, COUNT(*) AS people
    FROM active AS f
    JOIN person AS p ON p.tenant = :tenant AND p.user_id = f.user_id
    LEFT JOIN current_level AS l
        ON l.tenant = :tenant AND l.user_id = f.user_id AND l.skill = f.skill AND l.role = f.role
    LEFT JOIN rated_skill AS r ON r.tenant = :tenant AND r.user_id = f.user_id AND r.skill = f.skill
    WHERE NOT EXISTS (
        SELECT 1 FROM active AS earlier
        WHERE earlier.user_id = f.user_id AND earlier.skill = f.skill
            AND (earlier.started_at, earlier.role) < (f.started_at, f.role)
    )
    GROUP BY 1, 2, 3, 4, 5
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, COUNT(DISTINCT user_id) FROM active
"""
_ELEMENTS = {
    "postgresql": "SELECT jsonb_array_elements_text(CAST(:{0} AS jsonb))",
    "sqlite": "SELECT value FROM json_each(:{0})",
}
_FOCUSED_ON = {
    dialect: text(_FOCUSED.format(roles=elements.format("roles"), levels=elements.format("levels")))
    for dialect, elements in _ELEMENTS.items()
}


async def team_count(
    session: AsyncSession, tenant: str, channel: str, skills: Sequence[SkillExpectations]
) -> TeamCount:
    """Of the skills that the team asks for, in their order."""
    team = {"tenant": tenant, "channel": channel}
    counted = (await session.execute(_COUNTED, team)).scalar_one()
    rated = await session.execute(_RATED, team)
    focused_on = _FOCUSED_ON[session.get_bind().dialect.name]
    *focused, growing = await session.execute(focused_on, {**team, **_known(skills)})
    return add_up(counted, growing.people, map(RatedAlike._make, rated), map(GrowingAlike._make, focused), skills)


def _known(skills: Sequence[SkillExpectations]) -> dict[str, str]:
    """The skills with each role of which anything is expected, and with each level, as JSON."""
    roles = sorted({f"{one.skill} {cell.role}" for one in skills for cell in one.expected})
    levels = [f"{one.skill} {level}" for one in skills for level in one.levels]
    return {"roles": json.dumps(roles), "levels": json.dumps(levels)}
