"""What one process changes is heard by the others, once it is committed and not before."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.people import CurrentLevel, PersonId
from bot.errors import StorageUnavailable
from bot.storage.announcing import Changed, Matter, announcements
from bot.storage.engine import Database
from bot.storage.erasing import erase_person
from bot.storage.offers import add_offer, remove_every_offer, remove_offer
from bot.storage.people import hold_person, set_current_level, set_language, set_profile_level, set_role
from bot.storage.tenant_settings import set_tenant_language
from bot.storage.urls import conninfo

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
EMMA = PersonId("T1", "U1")
PROFILE = Changed(Matter.PROFILE, "T1", "U1")


@asynccontextmanager
async def listening(url: str, own: str = "nobody") -> AsyncIterator[AsyncIterator[Changed | None]]:
    """What is announced from here on."""
    heard = announcements(url, own)
    assert await anext(heard) is None
    try:
        yield heard
    finally:
        await heard.aclose()  # type: ignore[attr-defined]


@pytest.fixture
async def open_database(emptied_postgres_url: str) -> AsyncIterator[Database]:
    database = Database.open(emptied_postgres_url)
    yield database
    await database.close()


CHANGES: list[tuple[Callable[[AsyncSession], Awaitable[object]], Changed]] = [
    (lambda session: set_language(session, EMMA, "de", NOW), PROFILE),
    (lambda session: set_role(session, EMMA, "llm-engineer", NOW), PROFILE),
    (lambda session: set_profile_level(session, EMMA, CurrentLevel("senior"), NOW), PROFILE),
    (lambda session: set_profile_level(session, EMMA, None, NOW), PROFILE),
    (lambda session: set_current_level(session, EMMA, "python", "engineer", CurrentLevel("lead"), NOW), PROFILE),
    (lambda session: set_current_level(session, EMMA, "python", "engineer", None, NOW), PROFILE),
    (lambda session: add_offer(session, EMMA, "python", NOW), Changed(Matter.OFFERS, "T1", "python")),
    (lambda session: remove_offer(session, EMMA, "python"), Changed(Matter.OFFERS, "T1", "python")),
    (lambda session: remove_every_offer(session, EMMA), Changed(Matter.OFFERS, "T1", "")),
    (lambda session: set_tenant_language(session, "T1", "de", NOW), Changed(Matter.TENANT, "T1", "")),
    (lambda session: erase_person(session, EMMA), PROFILE),
]


async def test_whatever_others_may_remember_is_announced(open_database: Database, emptied_postgres_url: str) -> None:
    async with listening(emptied_postgres_url) as heard:
        for change, told in CHANGES:
            async with open_database.writing() as session:
                await change(session)

            assert await anext(heard) == told


async def test_what_is_not_committed_is_not_heard(open_database: Database, emptied_postgres_url: str) -> None:
    async def fails(session: AsyncSession) -> None:
        await set_language(session, EMMA, "de", NOW)
        raise LookupError

    async with listening(emptied_postgres_url) as heard:
        with pytest.raises(LookupError):
            await open_database.write(fails)
        await open_database.write(lambda session: hold_person(session, EMMA, NOW))  # nobody remembers any of that
        await open_database.write(lambda session: add_offer(session, EMMA, "python", NOW))

        assert await anext(heard) == Changed(Matter.OFFERS, "T1", "python")


async def test_the_own_changes_are_not_heard(open_database: Database, emptied_postgres_url: str) -> None:
    other = Database.open(emptied_postgres_url)
    async with listening(emptied_postgres_url, own=open_database.teller) as heard:
        await open_database.write(lambda session: add_offer(session, EMMA, "python", NOW))
        await other.write(lambda session: add_offer(session, EMMA, "rust", NOW))

        assert await anext(heard) == Changed(Matter.OFFERS, "T1", "rust")
    await other.close()


async def test_a_lost_connection_is_told(emptied_postgres_url: str) -> None:
    async with listening(emptied_postgres_url) as heard:
        next_one = asyncio.ensure_future(anext(heard))
        with psycopg.connect(conninfo(emptied_postgres_url), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
                " AND datname = current_database()"
            )

        with pytest.raises(StorageUnavailable):
            await next_one


async def test_what_a_newer_version_announces_is_passed_over(emptied_postgres_url: str) -> None:
    async with listening(emptied_postgres_url) as heard:
        with psycopg.connect(conninfo(emptied_postgres_url), autocommit=True) as connection:
            for told in ("", "x", "x weather T1 U1", "x profile T1", "x profile T1 U1 U2", "x user T1 U1"):
                connection.execute("SELECT pg_notify('rung_changed', %s)", (told,))

        assert await anext(heard) == Changed(Matter.USER, "T1", "U1")
