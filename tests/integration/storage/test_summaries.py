"""Snapshots come back as they were kept, and who changed is counted without a name."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete
from sqlmodel import col

from bot.domain.assessments import Rating
from bot.domain.focus import Focus, FocusState
from bot.domain.people import PersonId
from bot.domain.summaries import Band, SkillStanding, Snapshot, WorkedOn
from bot.storage.engine import Database
from bot.storage.focus import save_focus
from bot.storage.people import hold_person
from bot.storage.summaries import changed_since, latest_snapshots, save_snapshot
from bot.storage.tables import TeamMemberRow
from tests.integration.storage.growth import given, record
from tests.integration.storage.teams import team_row

AT = datetime(2026, 12, 1, 9, tzinfo=UTC)
BEFORE, AFTER = AT - timedelta(days=1), AT + timedelta(days=1)
TENANT, CHANNEL = "T1", "C1"
STANDING = SkillStanding("python", {"z": Band.MOST, "a": Band.HALF, "m": Band.FEW})  # in the order of the ladder
SNAPSHOT = Snapshot(AT, 7, (STANDING,), (WorkedOn("python", "b"), WorkedOn("go", "a")), (SkillStanding("go", {}),))


async def set_up(database: Database, *, tenant: str = TENANT, channel: str = CHANNEL) -> None:
    async with database.writing() as session:
        session.add(team_row(tenant, channel))


async def join(database: Database, *users: str, at: datetime, tenant: str = TENANT, channel: str = CHANNEL) -> None:
    async with database.writing() as session:
        for user in users:
            await hold_person(session, PersonId(tenant, user), at)
            session.add(TeamMemberRow(tenant=tenant, channel_id=channel, user_id=user, joined_at=at))


async def leave(database: Database, *users: str) -> None:
    async with database.writing() as session:
        await session.execute(delete(TeamMemberRow).where(col(TeamMemberRow.user_id).in_(users)))


async def rate(database: Database, user: str, at: datetime, *, author: str | None = None, tenant: str = TENANT) -> None:
    by = PersonId(tenant, author) if author else None
    person = PersonId(tenant, user)
    await record(database, f"V{at}", given("x", Rating.PRACTISING), person=person, author=by, now=at)


async def grow(database: Database, user: str, at: datetime) -> None:
    async with database.writing() as session:
        await hold_person(session, PersonId(TENANT, user), at)
        await save_focus(session, PersonId(TENANT, user), Focus("go", "dev", "lead", FocusState.PAUSED, BEFORE, at))


async def changed(database: Database, counted_then: int = 4) -> int:
    async with database.reading() as session:
        return await changed_since(session, TENANT, CHANNEL, AT, counted_then)


@pytest.fixture
async def team(database: Database) -> Database:
    """Four people from before, one of whom rated something and has a focus."""
    await set_up(database)
    await join(database, "U1", "U2", "U3", "U4", at=BEFORE)
    await rate(database, "U1", BEFORE)
    await grow(database, "U1", BEFORE)
    return database


async def test_nobody_has_changed_at_first(team: Database) -> None:
    assert await changed(team) == 0


async def test_whoever_rates_or_does_something_with_a_focus_has_changed_once(team: Database) -> None:
    await rate(team, "U1", AFTER)
    await grow(team, "U1", AFTER)
    assert await changed(team) == 1
    await grow(team, "U2", AFTER)
    assert await changed(team) == 2


async def test_joining_and_leaving_are_changes(team: Database) -> None:
    await join(team, "U5", "U6", at=AFTER)
    await rate(team, "U5", AFTER)
    assert await changed(team) == 2
    await rate(team, "U2", AFTER)
    assert await changed(team) == 3
    await leave(team, "U2", "U5", "U6")
    assert await changed(team) == 1


async def test_whoever_leaves_and_comes_back_is_one_person(team: Database) -> None:
    await leave(team, "U1")
    await join(team, "U1", at=AFTER)
    assert await changed(team) == 1


async def test_what_others_do_changes_nothing(team: Database) -> None:
    await set_up(team, channel="C2")
    await set_up(team, tenant="T2")
    await join(team, "U7", at=AFTER, channel="C2")
    await join(team, "U1", "U2", at=AFTER, tenant="T2")
    await rate(team, "U1", AFTER, tenant="T2")
    await rate(team, "U7", AFTER)
    await rate(team, "U2", AFTER, author="U7")
    assert await changed(team) == 0


async def test_snapshots_come_back_as_they_were_kept(database: Database) -> None:
    await set_up(database)
    later = Snapshot(AFTER, 8, (), ())
    for one in (SNAPSHOT, later, Snapshot(BEFORE, 5, (), ())):
        await database.write(lambda session, one=one: save_snapshot(session, TENANT, CHANNEL, one))  # type: ignore[misc]
    async with database.reading() as session:
        found = await latest_snapshots(session, TENANT, CHANNEL)
        assert found == (later, SNAPSHOT)
        assert list(found[1].skills[0].bands) == ["z", "a", "m"]
        assert await latest_snapshots(session, TENANT, CHANNEL, 1) == (later,)
        assert len(await latest_snapshots(session, TENANT, CHANNEL, 9)) == 3


async def test_two_processes_that_take_one_at_once_keep_the_first(database: Database) -> None:
    await set_up(database)
    for counted in (7, 8):
        one = Snapshot(AT, counted, (), ())
        await database.write(lambda session, one=one: save_snapshot(session, TENANT, CHANNEL, one))  # type: ignore[misc]
    async with database.reading() as session:
        assert [one.counted for one in await latest_snapshots(session, TENANT, CHANNEL)] == [7]


@pytest.mark.parametrize(("tenant", "channel"), [("T2", CHANNEL), (TENANT, "C2")])
async def test_each_team_has_its_own(database: Database, tenant: str, channel: str) -> None:
    await set_up(database)
    await set_up(database, tenant=tenant, channel=channel)
    await database.write(lambda session: save_snapshot(session, TENANT, CHANNEL, SNAPSHOT))
    async with database.reading() as session:
        assert await latest_snapshots(session, tenant, channel) == ()
