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
    GROUP BY p.role, r.skill, r.consistent, r.others
""")
# Of focuses for several roles in one skill the one that was started first counts, and nobody twice. What is known is
# looked up rather than joined: PostgreSQL can't tell how many rows a join with a parameter leaves, and plans for none.
_FOCUSED = """
    SELECT skill, role, target, level, consistent, COUNT(*) AS people, SUM(persons) AS persons
    FROM (
        SELECT f.skill, f.role, f.target, COALESCE(r.consistent, '') AS consistent,
            CASE WHEN l.user_id IS NOT NULL THEN COALESCE(l.level, '')
                WHEN p.level_set_at IS NOT NULL THEN COALESCE(p.level, '') END AS level,
            ROW_NUMBER() OVER (PARTITION BY m.user_id, f.skill ORDER BY f.started_at, f.role) AS place,
            CASE ROW_NUMBER() OVER (PARTITION BY m.user_id ORDER BY f.skill, f.started_at, f.role)
                WHEN 1 THEN 1 ELSE 0 END AS persons
        FROM team_member AS m
        JOIN person AS p ON p.tenant = m.tenant AND p.user_id = m.user_id
        JOIN focus AS f ON f.tenant = m.tenant AND f.user_id = m.user_id AND f.state = 'active'
        LEFT JOIN current_level AS l
            ON l.tenant = f.tenant AND l.user_id = f.user_id AND l.skill = f.skill AND l.role = f.role
        LEFT JOIN rated_skill AS r ON r.tenant = f.tenant AND r.user_id = f.user_id AND r.skill = f.skill
        WHERE m.tenant = :tenant AND m.channel_id = :channel
            AND f.skill || ' ' || f.role IN ({roles}) AND f.skill || ' ' || f.target IN ({levels})
    ) AS focuses
    WHERE place = 1
    GROUP BY skill, role, target, level, consistent
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
    focused = (await session.execute(focused_on, {**team, **_known(skills)})).all()
    return add_up(
        counted,
        sum(int(persons) for *_, persons in focused),
        (RatedAlike(*one) for one in rated),
        (GrowingAlike(*one) for *one, _ in focused),
        skills,
    )


def _known(skills: Sequence[SkillExpectations]) -> dict[str, str]:
    """The skills with each role of which anything is expected, and with each level, as JSON."""
    roles = sorted({f"{one.skill} {cell.role}" for one in skills for cell in one.expected})
    levels = [f"{one.skill} {level}" for one in skills for level in one.levels]
    return {"roles": json.dumps(roles), "levels": json.dumps(levels)}
