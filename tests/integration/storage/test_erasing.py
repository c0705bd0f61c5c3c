"""Everything of one person is read for an export and erased, and nothing of anybody else."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

from bot.domain.assessments import Rating
from bot.domain.cadence import Cadence, Kind
from bot.domain.deliveries import Delivery, Schedule
from bot.domain.evidence import Evidence
from bot.domain.focus import Focus, FocusState
from bot.domain.people import CurrentLevel, PersonId
from bot.domain.teams import Team
from bot.i18n.holidays import holidays_of
from bot.storage.comments import add_comment, comment_page, edit_comment
from bot.storage.deliveries import add_deliveries
from bot.storage.drafts import save_draft
from bot.storage.engine import Database
from bot.storage.erasing import counts_of, erase_person, everything_of, personal_tables
from bot.storage.evidence import save_evidence
from bot.storage.focus import save_focus
from bot.storage.offers import add_offer
from bot.storage.people import set_current_level, set_language
from bot.storage.schedules import save_schedule
from bot.storage.shares import hold_both, save_share
from bot.storage.suggestions import count_search_miss, save_suggestion
from bot.storage.tables import FrameworkOwnerRow, SetAsideRow
from bot.storage.teams import add_owner, join_team, save_team
from bot.storage.upserts import upsert
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, OTHERS, SOMEBODY, given, record

Everything = dict[str, list[dict[str, str | int | None]]]


def schedule_of(person: PersonId) -> Schedule:
    cadence = Cadence(NOW.date(), country="DE", paused_until=NOW.date() + timedelta(days=3))
    return Schedule(person, "T1", cadence, "Europe/Berlin").following(NOW, holidays_of)


def delivery_to(person: PersonId) -> Delivery:
    return Delivery(person.tenant, person.user, Kind.NUDGE, NOW.date(), "T1", NOW, NOW + timedelta(hours=2))


def key_of(person: PersonId) -> dict[str, str]:
    return {"tenant": person.tenant, "user_id": person.user}


async def live(database: Database, person: PersonId) -> None:
    """Leave something in every table."""
    viewer = PersonId(person.tenant, "U9")

    async def piece(session: AsyncSession) -> None:
        await set_language(session, person, "de", NOW)
        await set_current_level(session, person, "python", "engineer", CurrentLevel("senior"), NOW)
        await save_draft(session, person, "python", "engineer", "{}", NOW)
        await save_focus(session, person, Focus("python", "engineer", "lead", FocusState.ACTIVE, NOW, NOW))
        await save_evidence(session, person, Evidence("V1", "https://example.com", "words", "python", None, NOW))
        await add_comment(session, person, f"C-{person.user}", "python", f"said by {person.user}", NOW)
        await save_suggestion(session, person, "V1", "python", "run", "Say how many", NOW)
        await count_search_miss(session, person.tenant, "rust", NOW)
        await save_schedule(session, schedule_of(person), NOW)
        await add_deliveries(session, [delivery_to(person)], NOW)
        await upsert(session, SetAsideRow, {**key_of(person), "skill": "python", "statement": "run"}, {"at": NOW})
        await save_team(session, Team(person.tenant, "C1", person.tenant, NOW.date()), NOW)
        await add_owner(session, person, "C1", NOW)
        await join_team(session, person, "C1", NOW)
        await add_offer(session, person, "python", NOW)
        await upsert(session, FrameworkOwnerRow, key_of(person), {"since": NOW})
        await hold_both(session, person, viewer, NOW)
        await save_share(session, person, viewer, ["python"], NOW)

    await database.write(piece)
    await record(database, "V1", given("run", Rating.PRACTISING, "my note"), person=person)


async def read(database: Database, person: PersonId = SOMEBODY) -> Everything:
    async with database.reading() as session:
        return await everything_of(session, person)


async def erase(database: Database, person: PersonId = SOMEBODY) -> bool:
    return await database.write(lambda session: erase_person(session, person))


async def rows(database: Database) -> int:
    async with database.reading() as session:
        counted = [
            (await session.execute(select(func.count()).select_from(table))).scalar_one()
            for table in SQLModel.metadata.sorted_tables
        ]
    return sum(counted)


async def test_something_of_every_personal_table_is_exported(database: Database) -> None:
    await live(database, SOMEBODY)
    found = await read(database)
    assert {table.name for table in personal_tables()} < set(found)
    assert [name for name, exported in found.items() if not exported] == []
    assert json.loads(json.dumps(found)) == found
    [cadence] = found["cadence"]
    assert (cadence["opens"], cadence["paused_until"], cadence["country"]) == ("10:00:00", "2026-12-03", "DE")
    [assessment] = found["assessment"]
    assert (assessment["note"], assessment["at"]) == ("my note", "2026-11-30T12:00:00+00:00")
    assert {text["text"] for text in found["rated_text"]} == {"Text", "Text auf Deutsch"}
    assert [(one["id"], one["skill"]) for one in found["comment"]] == [("C-U1", "python")]


async def test_an_export_of_nobody_is_empty(database: Database) -> None:
    await live(database, COLLEAGUE)
    await live(database, NAMESAKE)
    assert [exported for exported in (await read(database)).values() if exported] == []


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_nothing_of_anybody_else_is_exported_or_erased(database: Database, other: PersonId) -> None:
    await live(database, other)
    alone = await read(database, other)
    await live(database, SOMEBODY)
    await record(database, "V2", given("plan", Rating.NOT_YET, skill="go"))
    assert await read(database, other) == alone
    assert await erase(database)
    assert await read(database, other) == alone


async def test_everything_of_a_person_is_erased_at_once(database: Database) -> None:
    await live(database, SOMEBODY)
    assert await erase(database)
    assert [name for name, left in (await read(database)).items() if left] == []
    assert not await erase(database)
    # the place of a comment, two texts of the content, the words of a search, a team, and whom something was shown to
    assert await rows(database) == 6


async def test_a_comment_of_somebody_who_left_is_a_removed_one(database: Database) -> None:
    await live(database, SOMEBODY)
    await live(database, COLLEAGUE)
    await erase(database)
    async with database.reading() as session:
        page = await comment_page(session, "T1", "python", 10)
    assert [(one.id, one.author, one.text) for one in page.comments] == [
        ("C-U2", "U2", "said by U2"),
        ("C-U1", None, None),
    ]
    assert not await database.write(lambda session: edit_comment(session, SOMEBODY, "C-U1", "again", NOW))


async def test_what_somebody_said_of_others_goes_with_them_too(database: Database) -> None:
    await record(database, "V1", given("run", Rating.NOT_YET), person=COLLEAGUE, author=SOMEBODY)
    assert [row["subject"] for row in (await read(database))["assessment"]] == ["U2"]
    assert [row["author"] for row in (await read(database, COLLEAGUE))["assessment"]] == ["U1"]
    await erase(database)
    assert (await read(database, COLLEAGUE))["assessment"] == []


async def test_an_erasure_that_is_interrupted_erases_nothing(database: Database) -> None:
    await live(database, SOMEBODY)
    before = await read(database)

    async def erase_and_fail(session: AsyncSession) -> None:
        await erase_person(session, SOMEBODY)
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(erase_and_fail)
    assert await read(database) == before


async def test_what_would_be_erased_is_counted_by_table(database: Database) -> None:
    await live(database, SOMEBODY)
    await live(database, COLLEAGUE)
    await record(database, "V2", given("run", Rating.CONSISTENT))
    async with database.reading() as session:
        counts = await counts_of(session, SOMEBODY)
    everything = await read(database)
    assert counts == {table.name: len(everything[table.name]) for table in personal_tables()}
    assert (counts["assessment"], counts["latest_rating"]) == (2, 1)
