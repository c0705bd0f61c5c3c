"""People who have left something in every table, in words of which one can tell whose they are."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.domain.cadence import Cadence, Kind, Rhythm
from bot.domain.deliveries import Delivery, Schedule
from bot.domain.evidence import Evidence
from bot.domain.focus import Focus, FocusState
from bot.domain.people import CurrentLevel, PersonId
from bot.domain.personal import Everything
from bot.domain.questionnaires import Typed
from bot.domain.teams import Team
from bot.i18n.holidays import holidays_of
from bot.playground.people import FLORENCE
from bot.playground.workspace import GENERAL, TEAM
from bot.storage.assessments import record_assessments
from bot.storage.comments import add_comment
from bot.storage.deliveries import add_deliveries
from bot.storage.drafts import save_draft
from bot.storage.erasing import PERSON_COLUMNS, everything_of, personal_tables
from bot.storage.evidence import save_evidence
from bot.storage.focus import save_focus
from bot.storage.offers import add_offer
from bot.storage.people import set_current_level, set_profile_level, set_role
from bot.storage.schedules import save_schedule
from bot.storage.shares import hold_both, save_share
from bot.storage.suggestions import save_suggestion
from bot.storage.tables import FrameworkOwnerRow, SetAsideRow
from bot.storage.teams import add_owner, join_team, save_team
from bot.storage.upserts import upsert
from tests.scenario.conftest import Scene

BEFORE = datetime(2026, 2, 1, 12, tzinfo=UTC)
SKILL, ROLE = "distributed-training", "llm-engineer"
SENIOR = f"{SKILL}/{ROLE}/senior"
STATEMENT = "design-3d-parallel-strategy"

KINDS_KEPT_TO_ONESELF = ("note", "draft", "link", "evidence")


def id_of(scene: Scene, user: str) -> PersonId:
    return PersonId(scene.slack.workspace.team_id, user)


def secrets(user: str) -> list[str]:
    """What nobody else may ever be shown."""
    return [f"own-{kind}-{user}-🏳️‍🌈" for kind in KINDS_KEPT_TO_ONESELF]


def schedule_of(person: PersonId) -> Schedule:
    """Written to every week, on Tuesdays and Thursdays, but not before spring."""
    cadence = Cadence(BEFORE.date(), Rhythm.WEEKLY, Rhythm.WEEKLY, frozenset({2, 4}), paused_until=date(2026, 4, 20))
    return Schedule(person, person.tenant, cadence, "America/New_York").following(BEFORE, holidays_of)


def delivery_to(person: PersonId) -> Delivery:
    return Delivery(person.tenant, person.user, Kind.NUDGE, BEFORE.date(), person.tenant, BEFORE, BEFORE, reason="away")


def key_of(person: PersonId) -> dict[str, str]:
    return {"tenant": person.tenant, "user_id": person.user}


async def live(scene: Scene, user: str) -> None:
    """Leave something in every personal table."""
    person = id_of(scene, user)
    await scene.rung.parts.database.write(lambda session: leave(session, person))
    scene.rung.parts.people.forget_profile(person)


async def leave(session: AsyncSession, person: PersonId) -> None:
    """The same, in a database."""
    note, draft, link, words = secrets(person.user)
    rated = GivenRating(SKILL, STATEMENT, Rating.PRACTISING, note, "en", "The English text", "The text as it was shown")
    proof = Evidence("V1", f"https://rung-demo.slack.com/{link}", words, SKILL, STATEMENT, BEFORE)
    typed = Typed({}, {STATEMENT: draft}, frozenset({STATEMENT}))
    await set_role(session, person, ROLE, BEFORE)
    await set_profile_level(session, person, CurrentLevel("middle"), BEFORE)
    await set_current_level(session, person, SKILL, ROLE, CurrentLevel("senior"), BEFORE)
    await save_draft(session, person, SKILL, ROLE, typed.dump(), BEFORE)
    await save_focus(session, person, Focus(SKILL, ROLE, "lead", FocusState.ACTIVE, BEFORE, BEFORE))
    await save_evidence(session, person, proof)
    await add_comment(session, person, f"C-{person.user}", SKILL, f"comment of {person.user}", BEFORE)
    await save_suggestion(session, person, "V1", SKILL, STATEMENT, f"change by {person.user}", BEFORE)
    await save_schedule(session, schedule_of(person), BEFORE)
    await add_deliveries(session, [delivery_to(person)], BEFORE)
    await upsert(session, SetAsideRow, {**key_of(person), "skill": SKILL, "statement": STATEMENT}, {"at": BEFORE})
    for channel in (GENERAL, TEAM):
        await save_team(session, Team(person.tenant, channel, person.tenant, BEFORE.date()), BEFORE)
    await add_owner(session, person, GENERAL, BEFORE)
    await join_team(session, person, TEAM, BEFORE)
    await add_offer(session, person, SKILL, BEFORE)
    await upsert(session, FrameworkOwnerRow, key_of(person), {"since": BEFORE})
    viewer = PersonId(person.tenant, FLORENCE)
    await hold_both(session, person, viewer, BEFORE)
    await save_share(session, person, viewer, [SKILL], BEFORE)
    await record_assessments(session, person, person, "V0", [rated], BEFORE)


async def stored(scene: Scene, person: PersonId) -> Everything:
    """All that is stored of somebody; empty where nothing is."""
    async with scene.rung.parts.database.reading() as session:
        found = await everything_of(session, person)
    return found if any(found.values()) else {}


def rows_by_person(scene: Scene) -> Mapping[PersonId, Mapping[str, list[object]]]:
    """All that is stored of everybody, by table, at the cost of one look at the database."""
    found: dict[PersonId, dict[str, list[object]]] = {}
    with closing(sqlite3.connect(scene.database)) as connection:
        for table in personal_tables():
            names = table.columns.keys()
            for row in connection.execute(f"SELECT {', '.join(names)} FROM {table.name}"):
                values = dict(zip(names, row, strict=True))
                for user in {values[name] for name in PERSON_COLUMNS if values.get(name)}:
                    person = PersonId(values["tenant"], user)
                    found.setdefault(person, {}).setdefault(table.name, []).append(row)
    return found
