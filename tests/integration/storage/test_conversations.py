"""What was sent to a person is found, answered and looked back on by them alone."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import Rating, Submitted
from bot.domain.cadence import Kind
from bot.domain.deliveries import Delivery, Subject
from bot.domain.nudging import CheckedIn, Nudged
from bot.domain.people import PersonId
from bot.storage.assessments import own_submissions
from bot.storage.conversations import (
    SentMessage,
    check_ins_so_far,
    latest_message,
    mark_answered,
    nudges_so_far,
    sent_message,
    set_statement_aside,
    statements_set_aside,
    take_statement_back,
    unanswered_before,
)
from bot.storage.deliveries import add_deliveries, claim_delivery, drop_delivery, mark_sent
from bot.storage.engine import Database
from bot.storage.people import hold_person
from tests.integration.storage.growth import NOW, OTHERS, SOMEBODY, given, record

WEEK = timedelta(weeks=1)
EVERYBODY = [SOMEBODY, *OTHERS]


async def send(
    database: Database,
    person: PersonId,
    kind: Kind,
    statements: Sequence[str],
    at: datetime = NOW,
    *,
    is_dropped: bool = False,
) -> str:
    """Plan it, claim it, and have it sent or dropped; the time stamp of the message."""
    one = Delivery(person.tenant, person.user, kind, at.date(), person.tenant, at, at + WEEK)
    ts = f"{at.timestamp():.0f}.{kind}"

    async def piece(session: AsyncSession) -> None:
        await hold_person(session, person, at)
        await add_deliveries(session, [one], at)
        assert await claim_delivery(session, one, Subject("python", "engineer", tuple(statements)), at)
        claimed = Delivery(one.tenant, one.recipient, kind, one.day, one.lane, at, one.expires_at, fence=1)
        if is_dropped:
            assert await drop_delivery(session, claimed, "away", at)
        else:
            assert await mark_sent(session, claimed, f"D-{person.user}", ts, at)

    await database.write(piece)
    return ts


async def found(database: Database, person: PersonId, ts: str, channel: str = "D-U1") -> SentMessage | None:
    async with database.reading() as session:
        return await sent_message(session, person, channel, ts)


async def test_a_message_is_found_by_its_place_and_by_nobody_else(database: Database) -> None:
    ts = await send(database, SOMEBODY, Kind.CHECK_IN, ("run", "tune"))
    message = await found(database, SOMEBODY, ts)
    assert message == SentMessage(
        Kind.CHECK_IN, NOW.date(), Subject("python", "engineer", ("run", "tune")), "D-U1", ts, None
    )
    assert await found(database, SOMEBODY, "1.1") is None
    assert await found(database, SOMEBODY, ts, "D-U2") is None
    assert [await found(database, other, ts) for other in OTHERS] == [None, None]


async def test_the_latest_one_is_what_was_sent_last_of_whatever_kind(database: Database) -> None:
    async def latest(person: PersonId) -> str | None:
        async with database.reading() as session:
            message = await latest_message(session, person)
        return message.ts if message else None

    assert await latest(SOMEBODY) is None
    await send(database, SOMEBODY, Kind.CHECK_IN, ("run",), NOW)
    newer = await send(database, SOMEBODY, Kind.NUDGE, ("run",), NOW + WEEK)
    await send(database, SOMEBODY, Kind.NUDGE, ("run",), NOW + 2 * WEEK, is_dropped=True)
    assert await latest(SOMEBODY) == newer
    assert [await latest(other) for other in OTHERS] == [None, None]


async def test_those_that_wait_are_of_a_kind_and_from_before_the_latest_three(database: Database) -> None:
    waiting = [await send(database, SOMEBODY, Kind.NUDGE, ("run",), NOW + n * WEEK) for n in range(5)]
    await send(database, SOMEBODY, Kind.CHECK_IN, ("run",), NOW)
    answered = await found(database, SOMEBODY, waiting[2])
    assert answered is not None
    await database.write(lambda session: mark_answered(session, SOMEBODY, answered, NOW))

    async def before(day: datetime, person: PersonId = SOMEBODY) -> list[str]:
        async with database.reading() as session:
            return [one.ts for one in await unanswered_before(session, person, Kind.NUDGE, day.date())]

    assert await before(NOW + 4 * WEEK) == [waiting[3], waiting[1], waiting[0]]
    assert await before(NOW + 5 * WEEK) == [waiting[4], waiting[3], waiting[1]]
    assert await before(NOW) == []
    assert [await before(NOW + 5 * WEEK, other) for other in OTHERS] == [[], []]

    await database.write(lambda session: mark_answered(session, SOMEBODY, answered, None))
    assert await before(NOW + 3 * WEEK) == [waiting[2], waiting[1], waiting[0]]


async def test_an_answer_marks_the_message_of_one_person(database: Database) -> None:
    for person in EVERYBODY:
        await send(database, person, Kind.NUDGE, ("run",))
    mine = await found(database, SOMEBODY, f"{NOW.timestamp():.0f}.nudge")
    assert mine is not None
    await database.write(lambda session: mark_answered(session, SOMEBODY, mine, NOW))
    places = [(person, f"D-{person.user}") for person in EVERYBODY]
    marked = [await found(database, person, mine.ts, channel) for person, channel in places]
    assert [one.answered_at if one else NOW for one in marked] == [NOW, None, None]


async def test_what_was_spoken_about_is_known_by_kind(database: Database) -> None:
    await send(database, SOMEBODY, Kind.NUDGE, ("run",), NOW)
    await send(database, SOMEBODY, Kind.CHECK_IN, ("run", "tune"), NOW + WEEK)
    await send(database, SOMEBODY, Kind.NUDGE, ("tune",), NOW + 2 * WEEK, is_dropped=True)
    async with database.reading() as session:
        assert await nudges_so_far(session, SOMEBODY) == (Nudged("python", "engineer", "run", NOW),)
        assert await check_ins_so_far(session, SOMEBODY) == (
            CheckedIn("python", "engineer", ("run", "tune"), NOW + WEEK),
        )
        for other in OTHERS:
            assert (await nudges_so_far(session, other), await check_ins_so_far(session, other)) == ((), ())


@pytest.mark.parametrize("times", [1, 2])
async def test_a_statement_is_set_aside_by_one_person_until_they_take_it_back(database: Database, times: int) -> None:
    for person in EVERYBODY:
        await database.write(partial(hold_person, person=person, now=NOW))
    for _ in range(times):
        await database.write(lambda session: set_statement_aside(session, SOMEBODY, ("python", "run"), NOW))
    await database.write(lambda session: set_statement_aside(session, SOMEBODY, ("python", "tune"), NOW))

    async def aside(person: PersonId) -> set[tuple[str, str]]:
        async with database.reading() as session:
            return set(await statements_set_aside(session, person))

    assert [await aside(person) for person in EVERYBODY] == [{("python", "run"), ("python", "tune")}, set(), set()]
    for _ in range(times):
        await database.write(lambda session: take_statement_back(session, SOMEBODY, ("python", "run")))
    assert await aside(SOMEBODY) == {("python", "tune")}


async def test_what_was_submitted_is_read_newest_first_for_some_statements_of_one_person(database: Database) -> None:
    await record(database, "D1 1.1 a", given("run", Rating.PRACTISING), given("tune", Rating.NOT_YET))
    await record(database, "V2", given("run", Rating.CONSISTENT), given("other", Rating.CONSISTENT))
    for other in OTHERS:
        await record(database, "V3", given("run", Rating.NOT_YET), person=other)
    async with database.reading() as session:
        assert await own_submissions(session, SOMEBODY, "python", ("run", "tune", "unknown")) == {
            "run": [Submitted("V2", Rating.PRACTISING), Submitted("D1 1.1 a", None)],
            "tune": [Submitted("D1 1.1 a", None)],
        }
        assert await own_submissions(session, SOMEBODY, "rust", ("run",)) == {}
