"""Focuses are kept with their history, and a limit holds under two clicks at once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.focus import Focus, FocusState, drop_focus, pause_focus
from bot.domain.people import PersonId
from bot.errors import TooManyFocuses
from bot.storage.engine import Database
from bot.storage.focus import focuses, focuses_to_change, save_focus
from bot.storage.people import hold_person
from tests.integration.storage.growth import NOW, OTHERS, SOMEBODY

LATER = NOW + timedelta(days=30)
FOCUS = Focus("python", "engineer", "senior", FocusState.ACTIVE, NOW, NOW)


async def save(database: Database, focus: Focus, person: PersonId = SOMEBODY) -> None:
    async def piece(session: AsyncSession) -> None:
        await hold_person(session, person, NOW)
        await save_focus(session, person, focus)

    await database.write(piece)


async def stored(database: Database, person: PersonId = SOMEBODY) -> tuple[Focus, ...]:
    async with database.reading() as session:
        return await focuses(session, person)


async def test_a_focus_comes_back_in_its_latest_state(database: Database) -> None:
    assert await stored(database) == ()
    await save(database, FOCUS)
    assert await stored(database) == (FOCUS,)
    resting = replace(pause_focus(FOCUS, LATER), target="lead")
    await save(database, resting)
    assert await stored(database) == (resting,)


async def test_what_has_ended_stays_beside_a_new_start(database: Database) -> None:
    ended = drop_focus(FOCUS, LATER)
    again = replace(FOCUS, started_at=LATER, since=LATER)
    other_role = replace(FOCUS, role="analyst", started_at=LATER + timedelta(days=1))
    for one in (FOCUS, ended, again, other_role):
        await save(database, one)
    assert await stored(database) == (ended, again, other_role)


@pytest.mark.parametrize("state", [FocusState.ACTIVE, FocusState.PAUSED])
async def test_a_second_open_focus_of_a_skill_and_role_is_refused(database: Database, state: FocusState) -> None:
    await save(database, FOCUS)
    with pytest.raises(IntegrityError):
        await save(database, replace(FOCUS, state=state, started_at=LATER))
    assert await stored(database) == (FOCUS,)


async def test_two_clicks_at_once_start_no_more_than_the_limit(database: Database) -> None:
    async def start(skill: str) -> None:
        async def piece(session: AsyncSession) -> None:
            if any(one.is_active for one in await focuses_to_change(session, SOMEBODY, NOW)):
                raise TooManyFocuses
            await save_focus(session, SOMEBODY, replace(FOCUS, skill=skill))

        await database.write(piece)

    results = await asyncio.gather(*(start(f"skill-{n}") for n in range(5)), return_exceptions=True)
    assert [type(one) for one in results].count(TooManyFocuses) == 4
    assert len(await stored(database)) == 1


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_nobody_else_s_focuses_are_seen_or_changed(database: Database, other: PersonId) -> None:
    await save(database, FOCUS)
    assert await stored(database, other) == ()
    await save(database, pause_focus(FOCUS, LATER), other)
    assert await stored(database) == (FOCUS,)
