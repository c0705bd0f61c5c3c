"""Sums over the counted people of a team, made in the database: nothing of one person leaves it.

A person's standing in a skill is the one that their own progress tells from their ratings: every level up to it is
covered, from the lowest that they rated on. Each deciding statement of a skill and role is one bit of a number, so that
many thousands of people are few different numbers; `_Coded` gives out the bits, and reads the sums.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from typing import Any

from sqlalchemy import TextClause, bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.expectations import Expected, SkillExpectations
from bot.domain.summaries import SkillCount, StatementCount, TeamCount
from bot.storage.tables import TeamMemberRow

_BITS = 60  # of one number: both databases have 63

_COUNTED = select(func.count()).where(
    col(TeamMemberRow.tenant) == bindparam("tenant"), col(TeamMemberRow.channel_id) == bindparam("channel")
)


async def team_count(
    session: AsyncSession, tenant: str, channel: str, skills: Sequence[SkillExpectations]
) -> TeamCount:
    """Of the skills that the team asks for, in their order."""
    team = {"tenant": tenant, "channel": channel}
    coded, dialect = _Coded(skills), session.get_bind().dialect.name
    counted = (await session.execute(_COUNTED, team)).scalar_one()
    reached = await session.execute(_reached(dialect, coded.words), {**team, **coded.parameters(*_OF_RATINGS)})
    found = {(skill, position): int(people) for skill, position, people in reached}
    worked_on = await session.execute(_worked_on(dialect, coded.words), {**team, **coded.parameters(*_OF_FOCUSES)})
    people = {number: int(people) for number, people in worked_on}
    return TeamCount(counted, coded.skill_counts(found), people[-1], coded.statement_counts(people))


_Row = list[Any]


@dataclass(frozen=True)
class _Coded:
    """Expectations as rows of numbers. A group is a skill in one role, by its number; so are skills and statements."""

    skills: Sequence[SkillExpectations]

    @cached_property
    def words(self) -> int:
        """How many numbers hold the bits of the group that has most."""
        return max((len(bits) // _BITS + 1 for _, _, bits, _ in self._groups), default=1)

    def parameters(self, *names: str) -> dict[str, str]:
        return {name: json.dumps(list(getattr(self, f"_{name}_rows")())) for name in names}

    def skill_counts(self, found: dict[tuple[int, int], int]) -> tuple[SkillCount, ...]:
        """Of sums by skill and place on the ladder; that of those who answered has the place -1."""
        return tuple(
            SkillCount(
                one.skill,
                found.get((number, -1), 0),
                {one.levels[at]: found.get((number, at), 0) for at in sorted({it.position for it in one.expected})},
            )
            for number, one in enumerate(self.skills)
        )

    def statement_counts(self, people: dict[int, int]) -> tuple[StatementCount, ...]:
        return tuple(
            StatementCount(*key, people[number]) for key, number in self._statements.items() if number in people
        )

    @cached_property
    def _groups(self) -> list[tuple[SkillExpectations, str, dict[str, int], list[Expected]]]:
        """Each skill and role of which anything is expected, with a bit for each deciding statement."""
        found = []
        for skill in self.skills:
            for role, levels in groupby(skill.expected, key=lambda one: one.role):
                cells = list(levels)
                ids = dict.fromkeys(statement for one in cells for statement in one.deciding)
                found.append((skill, role, {statement: bit for bit, statement in enumerate(ids)}, cells))
        return found

    @cached_property
    def _statements(self) -> dict[tuple[str, str], int]:
        """Numbers of deciding statements, in the order of the skills, from the lower levels up."""
        found: dict[tuple[str, str], int] = {}
        for skill in self.skills:
            for one in sorted(skill.expected, key=lambda it: it.position):
                for statement in one.deciding:
                    found.setdefault((skill.skill, statement), len(found))
        return found

    def _mask(self, bits: Iterable[int]) -> list[int]:
        mask = sum(1 << bit for bit in bits)
        return [mask >> _BITS * word & (1 << _BITS) - 1 for word in range(self.words)]

    def _cells_rows(self) -> Iterator[_Row]:
        """Of each statement, the lowest level at which it stands, and its bit if it decides anything."""
        for group, (skill, role, bits, cells) in enumerate(self._groups):
            lowest: dict[str, int] = {}
            for one in cells:
                for statement in (*one.deciding, *one.others):
                    lowest.setdefault(statement, one.position)
            for statement, position in lowest.items():
                its = [bits[statement]] if statement in bits else []
                yield [skill.skill, role, statement, group, position, *self._mask(its)]

    def _needs_rows(self) -> Iterator[_Row]:
        """What has to be covered to stand at a level, for those whose lowest rated level is `first`."""
        for group, (skill, _, bits, cells) in enumerate(self._groups):
            number, places = self._numbers[skill.skill], [one.position for one in cells]
            for first in places:
                yield [group, number, first, -1, *self._mask(())]
                for at in range(places[-1] + 1):
                    until = next(place for place in places if place >= at)
                    way = [one for one in cells if first <= one.position <= until] if at >= first else []
                    yield [group, number, first, at, *self._mask({bits[it] for one in way for it in one.deciding})]

    def _levels_rows(self) -> Iterator[_Row]:
        for group, (_, _, bits, cells) in enumerate(self._groups):
            for one in cells:
                yield [group, one.position, *self._mask({bits[it] for it in one.deciding})]

    def _steps_rows(self) -> Iterator[_Row]:
        for group, (skill, _, bits, cells) in enumerate(self._groups):
            for one in cells:
                for it in one.deciding:
                    yield [group, one.position, self._statements[skill.skill, it], *self._mask([bits[it]])]

    def _roles_rows(self) -> Iterator[_Row]:
        for group, (skill, role, _, _) in enumerate(self._groups):
            yield [skill.skill, role, group]

    def _known_rows(self) -> Iterator[_Row]:
        """All roles of each skill, with the default one: whose role isn't among them is measured by that."""
        for one in self.skills:
            for role in one.roles:
                yield [one.skill, role, one.roles[0]]

    def _ladders_rows(self) -> Iterator[_Row]:
        for one in self.skills:
            for position, level in enumerate(one.levels):
                yield [one.skill, level, position]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {one.skill: number for number, one in enumerate(self.skills)}


# The statements are built once for a database and a number of words. What they are given as JSON is a table to them.

_OF_RATINGS = ("cells", "known", "needs")
_OF_FOCUSES = ("cells", "roles", "ladders", "levels", "steps")
_MEMBERS = """
    team_member AS m JOIN person AS p ON p.tenant = m.tenant AND p.user_id = m.user_id
"""
_OF_TEAM = "m.tenant = :tenant AND m.channel_id = :channel"
# SQLite follows its index, which has the author. PostgreSQL would take an author that is the subject for rare, and plan
# for a few rows.
_OWN = {
    "postgresql": "r.tenant = m.tenant AND r.subject = m.user_id AND COALESCE(r.author = r.subject, FALSE)",
    "sqlite": "r.tenant = m.tenant AND r.subject = m.user_id AND r.author = m.user_id",
}


@cache
def _reached(dialect: str, words: int) -> TextClause:
    """How many people stand at each level of each skill or above it, and, at -1, how many answered in the skill.

    First the few different standings are found, then each of them is held against what the levels need.
    """
    bits, got = _each("b{0}", words), _each("g{0}", words)
    consistent = "CASE WHEN r.rating = 'consistent' THEN e.b{0} ELSE 0 END"
    return text(f"""
        WITH cells AS MATERIALIZED ({_given(dialect, "cells", _CELL, words)}),
        known AS MATERIALIZED ({_given(dialect, "known", "skill text, role text, fallback text")}),
        needs AS MATERIALIZED ({_given(dialect, "needs", "grp, number, first, position", words)}),
        expected AS MATERIALIZED (
            SELECT given.role AS given, c.skill, c.statement, c.grp, c.position, {bits}
            FROM (SELECT DISTINCT COALESCE(p.role, '') AS role FROM {_MEMBERS} WHERE {_OF_TEAM}) AS given
            CROSS JOIN (SELECT DISTINCT skill, fallback FROM known) AS s
            LEFT JOIN known AS k ON k.skill = s.skill AND k.role = given.role
            JOIN cells AS c ON c.skill = s.skill AND c.role = COALESCE(k.role, s.fallback)
        ),
        standings AS (
            SELECT grp, first, {got}, COUNT(*) AS people
            FROM (
                SELECT MIN(e.grp) AS grp, MIN(e.position) AS first, {_collected(dialect, consistent, words)}
                FROM {_MEMBERS} JOIN latest_rating AS r ON {_OWN[dialect]}
                LEFT JOIN expected AS e
                    ON e.skill = r.skill AND e.statement = r.statement AND e.given = COALESCE(p.role, '')
                WHERE {_OF_TEAM}
                GROUP BY m.user_id, r.skill
                HAVING MIN(e.grp) IS NOT NULL
            ) AS each_one
            GROUP BY grp, first, {got}
        )
        SELECT n.number, n.position, SUM(s.people) AS people
        FROM standings AS s JOIN needs AS n
            ON n.grp = s.grp AND n.first = s.first AND {_each("(s.g{0} & n.b{0}) = n.b{0}", words, " AND ")}
        GROUP BY n.number, n.position
    """)


@cache
def _worked_on(dialect: str, words: int) -> TextClause:
    """How many people have each statement open in the next level of their focus, and, at -1, how many have a focus.

    The next level is the lowest with something open on the way from where a person stands, by their own word, to their
    target. Of focuses for several roles in one skill the one that was started first counts, and nobody twice.
    """
    got, consistent = _each("g{0}", words), "CASE WHEN r.rating = 'consistent' THEN c.b{0} ELSE 0 END"
    return text(f"""
        WITH cells AS MATERIALIZED ({_given(dialect, "cells", _CELL, words)}),
        roles AS MATERIALIZED ({_given(dialect, "roles", "skill text, role text, grp")}),
        ladders AS MATERIALIZED ({_given(dialect, "ladders", "skill text, level text, position")}),
        levels AS MATERIALIZED ({_given(dialect, "levels", "grp, position", words)}),
        steps AS MATERIALIZED ({_given(dialect, "steps", "grp, position, number", words)}),
        focuses AS MATERIALIZED (
            SELECT f.user_id, f.skill, f.role, f.started_at, MIN(k.grp) AS grp, MIN(aim.position) AS target,
                MIN({_BASE}) AS base, {_collected(dialect, consistent, words)}
            FROM {_MEMBERS} {_FOCUSED}
            LEFT JOIN cells AS c ON c.skill = f.skill AND c.role = f.role AND c.statement = r.statement
            WHERE {_OF_TEAM}
            GROUP BY f.user_id, f.skill, f.role, f.started_at
            HAVING MIN(k.grp) IS NOT NULL AND MIN(aim.position) IS NOT NULL
        ),
        ways AS MATERIALIZED (
            SELECT ROW_NUMBER() OVER () AS way, grp, target, base, {got}, COUNT(*) AS people
            FROM (
                SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id, skill ORDER BY started_at, role) AS place
                FROM focuses
            ) AS ordered
            WHERE place = 1
            GROUP BY grp, target, base, {got}
        ),
        next AS (
            SELECT w.way, MIN(n.position) AS position
            FROM ways AS w JOIN levels AS n
                ON n.grp = w.grp AND NOT ({_each("(w.g{0} & n.b{0}) = n.b{0}", words, " AND ")})
                AND (n.position = w.target OR (n.position > w.base AND n.position < w.target))
            GROUP BY w.way
        )
        SELECT t.number, SUM(w.people) AS people
        FROM next AS x JOIN ways AS w ON w.way = x.way
        JOIN steps AS t ON t.grp = w.grp AND t.position = x.position
            AND {_each("(w.g{0} & t.b{0}) = 0", words, " AND ")}
        GROUP BY t.number
        UNION ALL SELECT -1, COUNT(DISTINCT user_id) FROM focuses
    """)


_CELL = "skill text, role text, statement text, grp, position"
# A person who says nothing of where they stand is on the way to their target alone; "not yet" is below all levels.
_BASE = """
    CASE WHEN own.position IS NOT NULL THEN own.position
    WHEN l.user_id IS NOT NULL AND l.level IS NULL THEN -1
    WHEN l.user_id IS NULL AND p.level_set_at IS NOT NULL AND p.level IS NULL THEN -1
    ELSE aim.position - 1 END
"""


# Left joins, as PostgreSQL takes any other with what is given as JSON for one that leaves nothing over.
_FOCUSED = """
    JOIN focus AS f ON f.tenant = m.tenant AND f.user_id = m.user_id AND f.state = 'active'
    LEFT JOIN current_level AS l
        ON l.tenant = f.tenant AND l.user_id = f.user_id AND l.skill = f.skill AND l.role = f.role
    LEFT JOIN roles AS k ON k.skill = f.skill AND k.role = f.role
    LEFT JOIN ladders AS aim ON aim.skill = f.skill AND aim.level = f.target
    LEFT JOIN ladders AS own ON own.skill = f.skill
        AND own.level = CASE WHEN l.user_id IS NULL THEN p.level ELSE l.level END
    LEFT JOIN latest_rating AS r
        ON r.tenant = f.tenant AND r.subject = f.user_id AND r.author = f.user_id AND r.skill = f.skill
"""


def _given(dialect: str, name: str, columns: str, words: int = 0) -> str:
    """A parameter of rows as JSON, as a table: a column is a number unless it says otherwise."""
    wanted = [one.split() for one in columns.split(", ")] + [[f"b{word}"] for word in range(words)]
    element, source = _JSON[dialect]
    found = ", ".join(
        f"CAST({element.format(at)} AS {kind[0] if kind else 'bigint'}) AS {column}"
        for at, (column, *kind) in enumerate(wanted)
    )
    return f"SELECT {found} FROM {source.format(name)} AS v"


_JSON = {
    "postgresql": ("v.value ->> {0}", "jsonb_array_elements(CAST(:{0} AS jsonb))"),
    "sqlite": ("json_extract(v.value, '$[{0}]')", "json_each(:{0})"),
}


def _collected(dialect: str, bits: str, words: int) -> str:
    """All bits of somebody; on SQLite they are added up, as nobody has a rating twice."""
    together = {"postgresql": "BIT_OR", "sqlite": "SUM"}[dialect]
    return _each(f"COALESCE({together}({bits}), 0) AS g{{0}}", words)


def _each(pattern: str, words: int, between: str = ", ") -> str:
    return between.join(pattern.format(word) for word in range(words))
