"""When people are written to, begun and changed, on either database."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain import cadence_changes
from bot.domain.cadence import Cadence, Kind, Rhythm
from bot.domain.deliveries import Schedule, plan_due
from bot.domain.people import PersonId, SlackUser
from bot.domain.tenants import BUILT_IN
from bot.errors import MembersOnly, PauseUnusable, RhythmGone
from bot.i18n.holidays import holidays_of
from bot.services.people import People
from bot.services.scheduling import (
    Rescheduled,
    begin_cadence,
    change_cadence,
    fewer,
    follow_zone,
    note_answer,
    pause_until,
    resume,
    rhythms_of,
    stop,
)
from bot.storage.engine import Database
from bot.storage.erasing import erase_person
from bot.storage.people import hold_person
from bot.storage.schedules import (
    advance_schedules,
    count_unanswered,
    due_schedules,
    load_schedule,
    save_schedule,
)
from tests.integration.storage.growth import OTHERS, SOMEBODY

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)
BERLIN = SlackUser("de-DE", "Europe/Berlin", workspace="T9")
GUEST = replace(BERLIN, is_member=False)


def people_of(database: Database, user: SlackUser = BERLIN) -> People:
    async def fetch(_: PersonId) -> SlackUser:
        return user

    tasks = set()

    def spawn(work: Awaitable[None]) -> None:
        tasks.add(asyncio.ensure_future(work))

    return People(database, fetch, spawn, time.monotonic, 10.0)


async def begin(database: Database, person: PersonId = SOMEBODY, now: datetime = MONDAY) -> Schedule | None:
    async def piece(session: AsyncSession) -> Schedule | None:
        await hold_person(session, person, now)
        return await begin_cadence(session, person, BERLIN, BUILT_IN, now)

    return await database.write(piece)


async def kept(database: Database, person: PersonId = SOMEBODY) -> Schedule:
    async with database.reading() as session:
        schedule = await load_schedule(session, person)
    assert schedule is not None
    return schedule


async def save(database: Database, schedule: Schedule) -> None:
    async def piece(session: AsyncSession) -> None:
        await hold_person(session, schedule.person, MONDAY)
        await save_schedule(session, schedule, MONDAY)

    await database.write(piece)


async def ignored(database: Database, times: int) -> None:
    for _ in range(times):
        await database.write(lambda session: count_unanswered(session, SOMEBODY))


async def plan(session: AsyncSession, now: datetime) -> int:
    pairs = [plan_due(schedule, now, holidays_of) for schedule in await due_schedules(session, now, 10)]
    await advance_schedules(session, [schedule for _, schedule in pairs])
    return len(pairs)


async def test_it_begins_once_with_the_default_in_the_persons_zone_and_workspace(database: Database) -> None:
    begun = await begin(database)

    assert begun == await kept(database)
    assert (begun.zone, begun.workspace, begun.cadence) == ("Europe/Berlin", "T9", Cadence(date(2026, 11, 30)))
    assert begun.upcoming is not None
    assert (begun.upcoming.kind, begun.upcoming.day) == (Kind.CHECK_IN, date(2026, 12, 1))
    await stop(SOMEBODY, people_of(database), database, MONDAY)
    assert await begin(database) is None
    assert (await kept(database)).upcoming is None


async def test_case_1_the_first_week_is_that_of_the_persons_own_date(database: Database) -> None:
    sunday_in_utc = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    begun = await begin(database, now=sunday_in_utc)
    assert begun is not None
    assert begun.cadence.first_week == date(2026, 11, 30)


async def test_case_3_what_is_due_is_found_by_its_instant_whatever_offset_it_came_with(database: Database) -> None:
    """As texts, the moments below stand in the opposite order."""
    hour, west, east = timedelta(hours=1), timezone(timedelta(hours=-11)), timezone(timedelta(hours=14))
    base = await begin(database)
    assert base is not None
    assert base.upcoming is not None
    moments = dict(zip(OTHERS[:2], (MONDAY.astimezone(east), (MONDAY + hour).astimezone(west)), strict=True))
    for person, at in moments.items():
        upcoming = replace(base.upcoming, at=at, closes_at=at + 2 * hour)
        await save(database, replace(base, person=person, upcoming=upcoming))

    async def due(now: datetime) -> list[tuple[PersonId, datetime | None]]:
        async with database.writing() as session:
            found = await due_schedules(session, now, 10)
        return [(one.person, one.upcoming.at if one.upcoming else None) for one in found]

    first, second = moments.items()
    assert str(first[1]) > str(second[1])
    assert await due((MONDAY - hour / 2).astimezone(west)) == []
    assert await due((MONDAY + hour / 2).astimezone(west)) == [first]
    assert await due((MONDAY + hour).astimezone(east)) == [first, second]
    assert {at.tzinfo for _, at in await due(MONDAY + hour) if at} == {UTC}


Do = Callable[[People, Database], Awaitable[Rescheduled]]


async def pause(people: People, database: Database) -> Rescheduled:
    return await pause_until(SOMEBODY, date(2026, 12, 24), people, database, MONDAY)


async def go_on(people: People, database: Database) -> Rescheduled:
    return await resume(SOMEBODY, people, database, MONDAY)


async def halt(people: People, database: Database) -> Rescheduled:
    return await stop(SOMEBODY, people, database, MONDAY)


async def less(people: People, database: Database) -> Rescheduled:
    return await fewer(SOMEBODY, Kind.CHECK_IN, people, database, MONDAY)


@pytest.mark.parametrize(
    ("do", "upcoming"),
    [(pause, date(2026, 12, 29)), (go_on, date(2026, 12, 1)), (halt, None), (less, date(2026, 12, 1))],
)
async def test_each_change_computes_what_comes_next_and_forgets_what_was_not_answered(
    database: Database, do: Do, upcoming: date | None
) -> None:
    await begin(database)
    before = await kept(database)
    await ignored(database, 4)

    done = await do(people_of(database), database)

    assert done.before == before.cadence
    assert done.schedule == await kept(database)
    assert done.schedule.unanswered == 0
    assert (done.schedule.upcoming.day if done.schedule.upcoming else None) == upcoming


async def test_fewer_ends_with_none(database: Database) -> None:
    await begin(database)
    people = people_of(database)
    for _ in range(2):
        done = await fewer(SOMEBODY, None, people, database, MONDAY)
    assert (done.schedule.cadence.nudges, done.schedule.upcoming) == (Rhythm.OFF, None)


async def test_who_has_none_begins_by_changing_it_but_not_by_a_button_for_fewer(database: Database) -> None:
    people = people_of(database)
    with pytest.raises(RhythmGone):
        await fewer(SOMEBODY, None, people, database, MONDAY)
    with pytest.raises(PauseUnusable):
        await pause_until(SOMEBODY, date(2026, 11, 30), people, database, MONDAY)
    assert (await rhythms_of(SOMEBODY, {}, database)).schedule is None

    done = await pause(people, database)

    assert done.before is None
    assert done.schedule.cadence.paused_until == date(2026, 12, 24)


async def test_guests_begin_nothing_and_can_still_stop(database: Database) -> None:
    guest = people_of(database, GUEST)
    for do in (pause, go_on, halt):
        with pytest.raises(MembersOnly):
            await do(guest, database)
    assert (await rhythms_of(SOMEBODY, {}, database)).schedule is None
    await begin(database)
    assert (await halt(guest, database)).schedule.upcoming is None


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_nobody_elses_is_changed(database: Database, other: PersonId) -> None:
    await begin(database)
    await begin(database, other)
    before = await kept(database, other)
    for do in (pause, halt, go_on, less):
        await do(people_of(database), database)
    await follow_zone(SOMEBODY, "Asia/Tokyo", database, MONDAY)
    assert await kept(database, other) == before


async def test_case_10_a_person_who_moves_is_written_to_at_their_new_wall_time(database: Database) -> None:
    begun = await begin(database)
    assert begun is not None
    assert begun.upcoming is not None

    assert await follow_zone(SOMEBODY, "America/New_York", database, MONDAY)
    assert not await follow_zone(SOMEBODY, "America/New_York", database, MONDAY)
    assert not await follow_zone(SOMEBODY, None, database, MONDAY)

    moved = await kept(database)
    assert moved.upcoming is not None
    assert moved.zone == "America/New_York"
    assert moved.upcoming.at - begun.upcoming.at == timedelta(hours=6)


async def test_following_somebody_who_has_none_or_was_erased_stores_nothing(database: Database) -> None:
    assert not await follow_zone(SOMEBODY, "Asia/Tokyo", database, MONDAY)
    await begin(database)
    await database.write(lambda session: erase_person(session, SOMEBODY))
    assert not await follow_zone(SOMEBODY, "Asia/Tokyo", database, MONDAY)
    async with database.reading() as session:
        assert await load_schedule(session, SOMEBODY) is None


async def test_an_unknown_zone_doesnt_take_the_place_of_a_known_one(database: Database) -> None:
    await begin(database)
    done = await resume(SOMEBODY, people_of(database, SlackUser()), database, MONDAY)
    assert (done.schedule.zone, done.schedule.workspace) == ("Europe/Berlin", "T9")


async def test_an_answer_brings_the_chosen_rhythm_back(database: Database) -> None:
    await begin(database)
    weekly = replace((await kept(database)).cadence, nudges=Rhythm.OFF, check_ins=Rhythm.WEEKLY)
    await save(database, replace(await kept(database), cadence=weekly, last={Kind.CHECK_IN: date(2026, 12, 1)}))
    await ignored(database, 3)
    now = datetime(2026, 12, 2, 12, tzinfo=UTC)
    slow = (await kept(database)).following(now, holidays_of).upcoming
    assert slow is not None
    assert slow.day == date(2026, 12, 15)  # every two weeks by now

    await database.write(lambda session: note_answer(session, SOMEBODY, now))

    schedule = await kept(database)
    assert schedule.unanswered == 0
    assert schedule.upcoming is not None
    assert schedule.upcoming.day == date(2026, 12, 8)


async def test_an_answer_of_somebody_without_a_rhythm_stores_nothing(database: Database) -> None:
    await database.write(lambda session: note_answer(session, SOMEBODY, MONDAY))
    assert (await rhythms_of(SOMEBODY, {}, database)).schedule is None


async def test_case_8_holidays_of_a_country_are_kept_free(database: Database) -> None:
    await begin(database)

    def in_austria(cadence: Cadence, today: date) -> Cadence:
        return replace(cadence_changes.with_rhythm(cadence, Rhythm.WEEKLY), country="AT")

    now = datetime(2026, 12, 2, 12, tzinfo=UTC)
    done = await change_cadence(SOMEBODY, in_austria, people_of(database), database, now)

    assert done.schedule.upcoming is not None
    assert done.schedule.upcoming.day == date(2026, 12, 15)  # the eighth is one


async def test_what_is_planned_in_the_meantime_is_not_forgotten_by_a_change(database: Database) -> None:
    """Else two messages could come in one week."""
    await begin(database)
    tuesday = datetime(2026, 12, 1, 12, tzinfo=UTC)
    async with database.writing() as session:
        assert await plan(session, tuesday) == 1
        changing = asyncio.create_task(resume(SOMEBODY, people_of(database), database, tuesday))
        await asyncio.wait([changing], timeout=0.2)

    done = await changing

    assert done.schedule.last == {Kind.CHECK_IN: date(2026, 12, 1)}
    assert done.schedule.upcoming is not None
    assert done.schedule.upcoming.day == date(2026, 12, 8)


async def test_two_changes_at_once_are_both_kept(database: Database) -> None:
    people = people_of(database)

    def only_nudges(cadence: Cadence, today: date) -> Cadence:
        return replace(cadence, check_ins=Rhythm.OFF)

    await asyncio.gather(pause(people, database), change_cadence(SOMEBODY, only_nudges, people, database, MONDAY))

    cadence = (await kept(database)).cadence
    assert (cadence.check_ins, cadence.paused_until) == (Rhythm.OFF, date(2026, 12, 24))
