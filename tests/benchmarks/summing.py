"""How long a summary of a large team takes: milliseconds from the database to what may be shown, and those of our own.

Beside it, what the plainest sum takes: how many gave which rating to each statement, from the latest ratings.
"""

import os
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncSession

from bot.catalog.loader import load_framework
from bot.domain.expectations import SkillExpectations, expectations_of
from bot.domain.skills import Framework, Skill
from bot.domain.summaries import main_point, moves, suggestion, take_snapshot
from bot.storage.counting import team_count
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.summaries import changed_since
from bot.storage.tables import (
    CurrentLevelRow,
    FocusRow,
    LatestRatingRow,
    PersonRow,
    RatedSkillRow,
    TeamMemberRow,
    TeamRow,
)
from bot.storage.urls import conninfo
from tests.benchmarks.content import LEVELS, write_framework
from tests.benchmarks.planning import scratch_database
from tests.benchmarks.table import Row

PEOPLE = 10_000
SKILLS = 16
LIMITS = {"PostgreSQL": 100.0, "SQLite": 250.0}  # ms
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
BEFORE = NOW - timedelta(days=14)
TENANT, CHANNEL = "T0BENCH", "C0BENCH"
_PLAIN_SUM = text(
    "SELECT r.skill, r.statement, r.rating, COUNT(*) FROM team_member AS m JOIN latest_rating AS r"
    " ON r.tenant = m.tenant AND r.subject = m.user_id AND r.author = m.user_id"
    " WHERE m.tenant = :tenant AND m.channel_id = :channel GROUP BY r.skill, r.statement, r.rating"
)


async def summing(people: int = PEOPLE, rounds: int = 15) -> list[Row]:
    """A team of which everybody has rated the levels around their own in three or four skills."""
    with tempfile.TemporaryDirectory() as name:
        write_framework(Path(name) / "content", random.Random(5), SKILLS)
        framework = load_framework(Path(name) / "content")
        rows = await _summed("SQLite", f"sqlite:///{Path(name) / 'rung.db'}", framework, people, rounds)
    server = os.environ.get("RUNG_TEST_POSTGRES_URL")
    if not server:
        return [*rows, Row(f"{_what(people)} on PostgreSQL: RUNG_TEST_POSTGRES_URL names no server", "-")]
    with scratch_database(server) as url:
        return [*rows, *await _summed("PostgreSQL", url, framework, people, rounds)]


def _what(people: int) -> str:
    return f"a summary of {people:,} people"


async def _summed(kind: str, url: str, framework: Framework, people: int, rounds: int) -> list[Row]:
    await upgrade(url)
    database = Database.open(url)
    try:
        async with database.writing() as session:
            rated = await _fill(session, framework, people)
        if kind == "PostgreSQL":
            with psycopg.connect(conninfo(url), autocommit=True) as connection:
                connection.execute("VACUUM ANALYZE")
        skills = [expectations_of(skill) for skill in framework.skills.values()]
        times = [(*await _timed(database, skills, people), await _plain(database)) for _ in range(rounds)]
    finally:
        await database.close()
    whole, own, plain = (median(column) for column in zip(*times, strict=True))
    what, limit = f"{_what(people)} and {rated:,} ratings on {kind}", LIMITS[kind]
    return [
        Row(f"{what}: our own time", f"{own:.0f} ms", limit=f"<= {limit:.0f} ms", within=own <= limit),
        Row(f"{what}: until it is there", f"{whole:.0f} ms", f"{plain:.0f} ms", f"{whole / plain:.2f}"),
    ]


async def _plain(database: Database) -> float:
    begun = time.perf_counter()
    async with database.reading() as session:
        (await session.execute(_PLAIN_SUM, {"tenant": TENANT, "channel": CHANNEL})).all()
    return (time.perf_counter() - begun) * 1000


async def _timed(database: Database, skills: list[SkillExpectations], people: int) -> tuple[float, float]:
    """All of it, and what of it this process was at work: all on SQLite, where the database is in it."""
    begun, at_work = time.perf_counter(), time.process_time()
    async with database.reading() as session:
        changed = await changed_since(session, TENANT, CHANNEL, BEFORE, people)
        count = await team_count(session, TENANT, CHANNEL, skills)
    snapshot = take_snapshot(count, 5, NOW)
    if snapshot is None or not changed:
        raise RuntimeError(f"{changed} changed of {count}")
    main_point(snapshot, moves(snapshot, snapshot))
    suggestion(snapshot)
    whole, own = time.perf_counter() - begun, time.process_time() - at_work
    if len(snapshot.skills) != SKILLS or count.counted != people or not count.statements:
        raise RuntimeError(f"not all is counted: {count}")
    return whole * 1000, own * 1000


async def _fill(session: AsyncSession, framework: Framework, people: int) -> int:
    """How many ratings that makes."""
    chance = random.Random(7)
    rows: dict[Any, list[dict[str, object]]] = {
        table: [] for table in (PersonRow, TeamMemberRow, CurrentLevelRow, LatestRatingRow, RatedSkillRow, FocusRow)
    }
    for number in range(people):
        whose = {"tenant": TENANT, "user_id": f"U{number:08X}"}
        role, level = chance.choice([*framework.roles, None]), chance.choice([None, *LEVELS])
        set_at = NOW if level else None
        rows[PersonRow].append(
            {**whose, "role": role, "level": level, "level_set_at": set_at, "created_at": BEFORE, "updated_at": BEFORE}
        )
        rows[TeamMemberRow].append({**whose, "channel_id": CHANNEL, "joined_at": BEFORE})
        for skill in chance.sample(list(framework.skills.values()), chance.randint(3, 4)):
            of = role if role in skill.roles else skill.roles[0]
            _rate(rows, whose, skill, of or "", chance)
    team = {"rhythm": "weekly", "first_week": NOW.date(), "weekday": 1, "hour": NOW.time(), "zone": "UTC"}
    of_team = {"tenant": TENANT, "channel_id": CHANNEL, "workspace": TENANT, "skills": "", "categories": ""}
    await session.execute(
        insert(TeamRow), [team | of_team | {"group_size": 5, "created_at": BEFORE, "updated_at": BEFORE}]
    )
    for table, found in rows.items():
        await session.execute(insert(table), found)
    return len(rows[LatestRatingRow])


def _rate(
    rows: dict[Any, list[dict[str, object]]], whose: dict[str, str], skill: Skill, role: str, chance: random.Random
) -> None:
    """A level and the next one; a few of these people have a level of their own in the skill, or a focus."""
    start = chance.randrange(len(LEVELS) - 1)
    levels = skill.ladder.levels[start : start + 2]
    statements = {s.id: s for level in levels for cell in skill.requirements(role, level.id) for s in cell.statements}
    ratings = {one: chance.choice(["not_yet", "practising", "consistent", "consistent"]) for one in sorted(statements)}
    at = NOW - timedelta(days=chance.randrange(200))
    for statement, rating in ratings.items():
        rows[LatestRatingRow].append(
            {"tenant": TENANT, "subject": whose["user_id"], "author": whose["user_id"], "skill": skill.slug, "nth": 1}
            | {"statement": statement, "rating": rating, "locale": "en", "at": at}
            | {"source_hash": "00000000", "shown_hash": "00000000"}
        )
    consistent = " ".join(one for one, rating in ratings.items() if rating == "consistent")
    others = " ".join(one for one, rating in ratings.items() if rating != "consistent")
    rows[RatedSkillRow].append(whose | {"skill": skill.slug, "consistent": consistent, "others": others, "at": at})
    of_skill = whose | {"skill": skill.slug, "role": role}
    if chance.random() < 0.2:
        rows[CurrentLevelRow].append(of_skill | {"level": levels[0].id, "updated_at": BEFORE})
    if chance.random() < 0.3:
        state = {"started_at": BEFORE, "target": levels[1].id, "state": "active", "since": BEFORE}
        rows[FocusRow].append(of_skill | state)
