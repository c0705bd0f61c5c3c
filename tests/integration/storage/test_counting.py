"""What is counted in a team is what each of its people is told of themselves, added up in the database."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import LatestRating, Rating, consistent_statements
from bot.domain.coaching import path_to_level, skill_progress
from bot.domain.expectations import expectations_of
from bot.domain.focus import Focus, FocusState
from bot.domain.ladder import Ladder, Level
from bot.domain.people import CurrentLevel, PersonId, Profile
from bot.domain.progress import skill_history
from bot.domain.questionnaires import base_level
from bot.domain.skills import Category, Framework, Requirement, Role, Skill, Statement
from bot.domain.summaries import SkillCount, StatementCount, TeamCount
from bot.domain.texts import Text
from bot.services.asking import card_of, default_role
from bot.storage.assessments import record_assessments
from bot.storage.counting import team_count
from bot.storage.engine import Database
from bot.storage.tables import CurrentLevelRow, FocusRow, PersonRow, TeamMemberRow
from tests.integration.storage.growth import given
from tests.integration.storage.teams import team_row

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
ROLES = ("engineer", "analyst", "manager")
LADDER = Ladder("engineering", tuple(Level(key, Text(key)) for key in ("junior", "middle", "senior", "lead")))
TENANT, CHANNEL = "T1", "C1"

Ratings = dict[str, Rating]


@dataclass
class Somebody:
    """A person as they are stored, and what they would be told."""

    id: PersonId
    profile: Profile
    ratings: dict[str, Ratings] = field(default_factory=dict)
    focuses: list[Focus] = field(default_factory=list)

    def latest(self, skill: str) -> dict[str, LatestRating]:
        return {key: LatestRating(one, "en", "0", "0", NOW) for key, one in self.ratings.get(skill, {}).items()}


def some_skill(slug: str, chance: random.Random, most: int) -> Skill:
    """Ragged cells of both weights that share statements, some of them retired, for one to three roles."""
    keys = [f"{slug}-{n}" for n in range(chance.randint(most // 2, most))]
    statements = {key: Statement(key, Text(key), retired=chance.random() < 0.1) for key in keys}
    roles = tuple(chance.sample(ROLES, chance.randint(1, len(ROLES))))
    cells = {}
    for role in roles:
        for level in LADDER.levels:
            found = [
                Requirement(role, level.id, mandatory, tuple(statements[key] for key in chance.sample(keys, size)))
                for mandatory in (True, False)
                if (size := chance.randint(0, max(2, most // 4)))
            ]
            if found and chance.random() < 0.8:
                cells[role, level.id] = tuple(found)
    return Skill(slug, Text(slug), None, (), "c", "s", LADDER, date(2026, 12, 1), roles, statements, cells)


def framework_of(skills: Sequence[Skill]) -> Framework:
    roles = {role: Role(role, Text(role)) for role in ROLES}
    categories = {"c": Category("c", Text("c"), {"s": Text("s")})}
    return Framework("1", ("en",), {LADDER.id: LADDER}, roles, categories, {one.slug: one for one in skills})


def somebody(number: int, skills: Sequence[Skill], chance: random.Random) -> Somebody:
    levels = [CurrentLevel(None), CurrentLevel("of-another-ladder"), *(CurrentLevel(one.id) for one in LADDER.levels)]
    profile = Profile(
        role=chance.choice([None, "pilot", *ROLES]),
        level=chance.choice([None, *levels]),
        skill_levels={
            (one.slug, r): chance.choice(levels) for one in skills for r in one.roles if chance.random() < 0.3
        },
    )
    person = Somebody(PersonId(TENANT, f"U{number}"), profile)
    for skill in chance.sample(skills, chance.randint(0, len(skills))):
        likely = chance.random()
        person.ratings[skill.slug] = {
            key: Rating.CONSISTENT if chance.random() < likely else chance.choice(list(Rating))
            for key in skill.statements
            if chance.random() < 0.8
        }
        for n, role in enumerate(skill.roles):
            if chance.random() < 0.4:
                state = FocusState.ACTIVE if chance.random() < 0.7 else FocusState.PAUSED
                target = chance.choice(LADDER.levels).id
                person.focuses.append(Focus(skill.slug, role, target, state, NOW - timedelta(days=n), NOW))
    return person


def add_up(people: Sequence[Somebody], skills: Sequence[Skill]) -> TeamCount:
    """Person by person, by what each of them is told."""
    framework, worked_on, growing = framework_of(skills), Counter[tuple[str, str]](), 0
    counts = [skill_count(skill, people) for skill in skills]
    for person in people:
        active = [one for one in person.focuses if one.is_active and is_known(one, skills)]
        growing += bool(active)
        for skill in skills:
            mine = sorted((one.started_at, one.role, one) for one in active if one.skill == skill.slug)
            if mine:
                worked_on.update((skill.slug, key) for key in next_open(person, mine[0][2], skill, framework))
    found = tuple(StatementCount(*key, people) for key, people in worked_on.items())
    return TeamCount(len(people), tuple(counts), growing, found)


def is_known(focus: Focus, skills: Sequence[Skill]) -> bool:
    """Whether anything is expected in the skill and role of a focus."""
    return any(s.slug == focus.skill and skill_progress(s, focus.role, frozenset()).defined for s in skills)


def skill_count(skill: Skill, people: Sequence[Somebody]) -> SkillCount:
    defined = {one.level.id for role in skill.roles for one in skill_progress(skill, role, frozenset()).defined}
    told = [
        skill_history(skill, default_role(skill, one.profile), one.latest(skill.slug), (), None, NOW)
        for one in people
        if skill.slug in one.ratings
    ]
    stands = [one.stands for one in told if one is not None]
    levels = [level.id for level in LADDER.levels if level.id in defined]
    return SkillCount(skill.slug, len(stands), {one: sum(up > LADDER.position(one) for up in stands) for one in levels})


def next_open(person: Somebody, focus: Focus, skill: Skill, framework: Framework) -> list[str]:
    base = base_level(
        card_of(skill, focus.role, focus.target, framework), person.profile.current_level(skill.slug, focus.role)
    )
    progress = skill_progress(skill, focus.role, consistent_statements(person.latest(skill.slug)))
    path = path_to_level(progress, focus.target, base)
    level = next((one for one in path.levels if not one.is_covered), None)
    return [statement.id for part in level.deciding for statement in part.open] if level else []


async def store(database: Database, people: Sequence[Somebody], channel: str = CHANNEL) -> None:
    async with database.writing() as session:
        tenant = people[0].id.tenant
        session.add(team_row(tenant, channel))
        for person in people:
            session.add(row_of(person))
        await session.flush()
        for person in people:
            add_all_of(session, person, channel)
        await session.flush()
        for person in people:
            for skill, said in person.ratings.items():
                await rate(session, person.id, person.id, skill, said)


def row_of(person: Somebody) -> PersonRow:
    level = person.profile.level
    return PersonRow(
        tenant=person.id.tenant,
        user_id=person.id.user,
        role=person.profile.role,
        level=level.level if level else None,
        level_set_at=NOW if level else None,
        created_at=NOW,
        updated_at=NOW,
    )


def add_all_of(session: AsyncSession, person: Somebody, channel: str) -> None:
    whose = {"tenant": person.id.tenant, "user_id": person.id.user}
    session.add(TeamMemberRow(**whose, channel_id=channel, joined_at=NOW))
    for (skill, role), level in person.profile.skill_levels.items():
        session.add(CurrentLevelRow(**whose, skill=skill, role=role, level=level.level, updated_at=NOW))
    for one in person.focuses:
        session.add(
            FocusRow(
                **whose,
                skill=one.skill,
                role=one.role,
                started_at=one.started_at,
                target=one.target,
                state=one.state.value,
                since=one.since,
            )
        )


async def rate(session: AsyncSession, subject: PersonId, author: PersonId, skill: str, said: Ratings) -> None:
    ratings = [given(statement, rating, skill=skill) for statement, rating in said.items()]
    await record_assessments(session, subject, author, "V1", ratings, NOW)


async def counted(database: Database, skills: Sequence[Skill], tenant: str = TENANT) -> TeamCount:
    async with database.reading() as session:
        return await team_count(session, tenant, CHANNEL, [expectations_of(one) for one in skills])


def in_no_order(count: TeamCount) -> TeamCount:
    return replace(count, statements=tuple(sorted(count.statements, key=lambda one: (one.skill, one.statement))))


@pytest.mark.parametrize("seed", range(8))
async def test_a_team_stands_where_its_people_are_told_that_they_stand(database: Database, seed: int) -> None:
    chance = random.Random(seed)
    skills = [some_skill(f"s{n}", chance, most=6) for n in range(4)]
    people = [somebody(n, skills, chance) for n in range(40)]
    await store(database, people)
    found = await counted(database, skills)
    assert in_no_order(found) == in_no_order(add_up(people, skills))
    assert any(one.answered for one in found.skills)
    assert found.statements


async def test_a_skill_of_hundreds_of_statements_is_counted_too(database: Database) -> None:
    chance = random.Random(3)
    skills = [some_skill("large", chance, most=300), some_skill("small", chance, most=6)]
    people = [somebody(n, skills, chance) for n in range(30)]
    for person in people[:15]:
        person.ratings["large"] = dict.fromkeys(skills[0].statements, Rating.CONSISTENT)
    await store(database, people)
    found = await counted(database, skills)
    assert in_no_order(found) == in_no_order(add_up(people, skills))
    assert max(found.skills[0].reached.values()) >= 15


async def test_only_the_own_ratings_of_those_who_are_counted_matter(database: Database) -> None:
    chance = random.Random(5)
    skills = [some_skill("s", chance, most=6)]
    people = [somebody(n, skills, chance) for n in range(12)]
    elsewhere = [somebody(n, skills, chance) for n in range(20, 30)]
    namesakes = [replace(somebody(n, skills, chance), id=PersonId("T2", f"U{n}")) for n in range(12)]
    await store(database, people)
    await store(database, elsewhere, channel="C2")
    await store(database, namesakes)
    async with database.writing() as session:
        for person in people:
            said = dict.fromkeys(skills[0].statements, Rating.CONSISTENT)
            await rate(session, person.id, elsewhere[0].id, "s", said)
    assert in_no_order(await counted(database, skills)) == in_no_order(add_up(people, skills))
    assert in_no_order(await counted(database, skills, "T2")) == in_no_order(add_up(namesakes, skills))


async def test_statements_come_in_the_order_of_the_framework(database: Database) -> None:
    chance = random.Random(0)
    skills = [some_skill(slug, chance, most=6) for slug in ("z", "a")]
    people = [somebody(n, skills, chance) for n in range(40)]
    await store(database, people)
    found = await counted(database, skills)
    slugs = [one.skill for one in found.statements]
    assert slugs == sorted(slugs, reverse=True)
    assert set(slugs) == {"z", "a"}


async def test_a_team_of_nobody_is_counted(database: Database) -> None:
    skills = [some_skill("s", random.Random(1), most=6)]
    found = await counted(database, skills)
    assert (found.counted, found.growing, found.statements) == (0, 0, ())
    assert [one.answered for one in found.skills] == [0]
    assert await counted(database, []) == TeamCount(0, (), 0, ())
