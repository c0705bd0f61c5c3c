"""Teams come back as they were chosen, count whoever joined, and follow what becomes of their channel."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.cadence import Rhythm
from bot.domain.people import PersonId
from bot.domain.teams import BY_OWNER, SummaryTime, Team
from bot.storage.engine import Database
from bot.storage.erasing import erase_person
from bot.storage.tables import SummaryRow
from bot.storage.teams import (
    CLAIM_LASTS,
    add_owner,
    claim_counting,
    count_members,
    counted_in,
    delete_team,
    is_counted,
    join_team,
    keep_members,
    leave_every_team,
    leave_team,
    load_team,
    members_of,
    move_team,
    owned_by,
    save_team,
    set_counting,
    team_to_change,
)
from bot.storage.upserts import upsert
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, SOMEBODY

T = TypeVar("T")
LATER = NOW + timedelta(days=30)
PLAIN = Team("T1", "C1", "W1", date(2026, 11, 30))
FULL = replace(
    PLAIN,
    rhythm=Rhythm.MONTHLY,
    weekday=5,
    hour=time(16, 30),
    zone="Europe/Berlin",
    skills=("python", "sql"),
    categories=("code", "data"),
    group_size=12,
    paused=BY_OWNER,
    small_told_at=NOW,
    last_day=date(2026, 11, 27),
    upcoming=SummaryTime(date(2026, 12, 4), datetime(2026, 12, 4, 15, 30, tzinfo=UTC), LATER),
)


async def read(database: Database, query: Callable[..., Awaitable[T]], *args: Any) -> T:
    async with database.reading() as session:
        return await query(session, *args)


async def write(database: Database, change: Callable[..., Any], *args: Any) -> Any:
    async def piece(session: AsyncSession) -> Any:
        return await change(session, *args)

    return await database.write(piece)


async def of_channel(database: Database, channel: str = "C1", tenant: str = "T1") -> Team | None:
    return await read(database, load_team, tenant, channel)


@pytest.fixture
async def teams(database: Database) -> Database:
    """Two channels of one tenant, and one of the same id in another."""
    for team in (PLAIN, replace(PLAIN, channel="C2"), replace(PLAIN, tenant="T2")):
        await write(database, save_team, team, NOW)
    return database


@pytest.mark.parametrize("team", [PLAIN, FULL])
async def test_a_team_comes_back_as_it_was_chosen(database: Database, team: Team) -> None:
    assert await of_channel(database) is None
    await write(database, save_team, team, NOW)
    assert await of_channel(database) == team
    assert await write(database, team_to_change, "T1", "C1") == team


async def test_a_team_is_changed_in_place_and_keeps_who_is_in_it(teams: Database) -> None:
    await write(teams, add_owner, SOMEBODY, "C1", NOW)
    await write(teams, join_team, COLLEAGUE, "C1", NOW)
    await write(teams, set_counting, "T1", "C1", "1700000000.000001")

    await write(teams, save_team, FULL, LATER)

    kept = replace(FULL, owners=frozenset({"U1"}), counting_ts="1700000000.000001")
    assert await of_channel(teams) == kept
    assert await read(teams, members_of, "T1", "C1") == ("U2",)


async def test_joining_and_leaving_twice_is_harmless(teams: Database) -> None:
    assert [await write(teams, join_team, SOMEBODY, "C1", at) for at in (NOW, LATER)] == [True, False]
    assert await read(teams, is_counted, SOMEBODY, "C1")
    assert await read(teams, count_members, "T1", "C1") == 1
    assert [await write(teams, leave_team, SOMEBODY, "C1") for _ in range(2)] == [True, False]
    assert not await read(teams, is_counted, SOMEBODY, "C1")
    assert await read(teams, count_members, "T1", "C1") == 0


async def test_many_clicks_at_once_count_a_person_once(teams: Database) -> None:
    joined = await asyncio.gather(*(write(teams, join_team, SOMEBODY, "C1", NOW) for _ in range(5)))
    assert sorted(joined) == [False] * 4 + [True]
    assert await read(teams, members_of, "T1", "C1") == ("U1",)


async def test_nobody_joins_or_owns_what_is_no_team(database: Database) -> None:
    for change in (join_team, add_owner):
        with pytest.raises(IntegrityError):
            await write(database, change, SOMEBODY, "C9", NOW)
    assert await read(database, counted_in, SOMEBODY) == ()


async def test_a_person_s_teams_are_told_in_the_order_in_which_they_joined(teams: Database) -> None:
    await write(teams, join_team, SOMEBODY, "C2", NOW)
    await write(teams, join_team, SOMEBODY, "C1", LATER)
    await write(teams, join_team, NAMESAKE, "C1", NOW)
    await write(teams, add_owner, SOMEBODY, "C1", NOW)

    assert await read(teams, counted_in, SOMEBODY) == ("C2", "C1")
    assert await read(teams, owned_by, SOMEBODY) == ("C1",)
    assert await read(teams, owned_by, NAMESAKE) == ()
    assert await write(teams, leave_every_team, SOMEBODY) == ("C1", "C2")
    assert await read(teams, counted_in, SOMEBODY) == ()
    assert await read(teams, counted_in, NAMESAKE) == ("C1",)


async def test_a_namesake_s_team_is_never_seen_or_changed(teams: Database) -> None:
    await write(teams, join_team, SOMEBODY, "C1", NOW)
    await write(teams, add_owner, SOMEBODY, "C1", NOW)

    assert await read(teams, members_of, "T2", "C1") == ()
    assert not await write(teams, leave_team, NAMESAKE, "C1")
    assert await write(teams, keep_members, "T2", "C1", frozenset()) == ()
    assert await write(teams, delete_team, "T2", "C1")
    team = await of_channel(teams)
    assert team is not None
    assert team.owners == {"U1"}
    assert await read(teams, count_members, "T1", "C1") == 1


async def test_case_27_membership_follows_the_channel(teams: Database) -> None:
    for user in ("U1", "U2", "U3"):
        await write(teams, join_team, PersonId("T1", user), "C1", NOW)
        await write(teams, join_team, PersonId("T1", user), "C2", NOW)

    assert await write(teams, keep_members, "T1", "C1", {"U2", "U9"}) == ("U1", "U3")

    assert await read(teams, members_of, "T1", "C1") == ("U2",)
    assert await read(teams, count_members, "T1", "C2") == 3


async def test_a_team_that_is_deleted_takes_along_all_that_hangs_on_it(teams: Database) -> None:
    await write(teams, join_team, SOMEBODY, "C1", NOW)
    await write(teams, add_owner, SOMEBODY, "C1", NOW)
    key = {"tenant": "T1", "channel_id": "C1", "taken_at": NOW}
    await write(teams, upsert, SummaryRow, key, {"counted": 5, "content": "{}"})

    assert [await write(teams, delete_team, "T1", "C1") for _ in range(2)] == [True, False]

    assert await of_channel(teams) is None
    assert await read(teams, counted_in, SOMEBODY) == ()
    assert await of_channel(teams, "C2") == replace(PLAIN, channel="C2")


async def test_a_team_outlives_its_last_owner(teams: Database) -> None:
    await write(teams, join_team, SOMEBODY, "C1", NOW)
    await write(teams, add_owner, SOMEBODY, "C1", NOW)

    await write(teams, erase_person, SOMEBODY)

    assert await of_channel(teams) == PLAIN
    assert await read(teams, count_members, "T1", "C1") == 0


async def test_the_counting_message_is_posted_by_one_of_all_who_try(teams: Database) -> None:
    claims = await asyncio.gather(*(write(teams, claim_counting, "T1", "C1", NOW) for _ in range(4)))
    assert sorted(claims, key=str) == ["", None, None, None]
    assert await of_channel(teams) == PLAIN  # it doesn't stand anywhere yet

    await write(teams, set_counting, "T1", "C1", "1700000000.000001")
    assert await write(teams, claim_counting, "T1", "C1", NOW + 2 * CLAIM_LASTS) is None
    assert await of_channel(teams) == replace(PLAIN, counting_ts="1700000000.000001")


async def test_who_claimed_the_counting_message_and_is_gone_makes_room_for_another(teams: Database) -> None:
    await write(teams, claim_counting, "T1", "C1", NOW)
    assert await write(teams, claim_counting, "T1", "C1", NOW + CLAIM_LASTS / 2) is None
    assert await write(teams, claim_counting, "T1", "C1", NOW + CLAIM_LASTS)  # told that somebody was there before

    await write(teams, set_counting, "T1", "C1", None)
    assert await write(teams, claim_counting, "T1", "C1", NOW) == ""
    assert await write(teams, claim_counting, "T1", "C9", NOW) is None


async def test_all_of_a_team_follows_when_its_channel_gets_another_id(teams: Database) -> None:
    await write(teams, save_team, FULL, NOW)
    await write(teams, set_counting, "T1", "C1", "1700000000.000001")
    await write(teams, join_team, SOMEBODY, "C1", NOW)
    await write(teams, add_owner, COLLEAGUE, "C1", NOW)

    assert await write(teams, move_team, "T1", "C1", "C7", LATER)

    expected = replace(FULL, channel="C7", owners=frozenset({"U2"}), counting_ts="1700000000.000001")
    assert await of_channel(teams, "C7") == expected
    assert await read(teams, members_of, "T1", "C7") == ("U1",)
    assert await of_channel(teams) is None
    assert await of_channel(teams, tenant="T2") is not None
    assert not await write(teams, move_team, "T1", "C1", "C7", LATER)


async def test_a_team_that_was_set_up_under_the_new_id_already_stays(teams: Database) -> None:
    await write(teams, join_team, SOMEBODY, "C1", NOW)
    await write(teams, join_team, COLLEAGUE, "C2", NOW)

    assert await write(teams, move_team, "T1", "C1", "C2", LATER)

    assert await read(teams, members_of, "T1", "C2") == ("U2",)
    assert await of_channel(teams) is None
