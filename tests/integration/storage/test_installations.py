"""Installations: one a tenant, their tokens encrypted, and gone when Slack says so."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.domain.installations import BotToken, Installation
from bot.storage.encryption import KeysMissing, SecretUnreadable, new_key
from bot.storage.engine import Database
from bot.storage.installations import (
    add_uninstalled,
    encrypt_anew,
    find_installation,
    live_installations,
    mark_scopes_told,
    mark_uninstalled,
    renew_token,
    save_installation,
    tenants_with_tokens,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OLD, NEW = new_key(), new_key()
LONG = "xoxe.xoxb-1-" + "Ж" * 400
INSTALLED = Installation(
    tenant="T1",
    name="Ünicode & Söhne",
    is_org_wide=False,
    bot_user="U0BOT",
    scopes=frozenset({"commands", "chat:write"}),
    installed_by="U1",
    installed_at=NOW,
    token=BotToken(LONG, "xoxe-1-refresh", NOW + timedelta(hours=12)),
)


@pytest.fixture
async def database(clean_url: str) -> AsyncIterator[Database]:
    database = Database.open(clean_url, keys=[OLD])
    yield database
    await database.close()


async def save(database: Database, installation: Installation = INSTALLED) -> None:
    await database.write(lambda session: save_installation(session, installation))


async def found(database: Database, tenant: str = "T1") -> Installation | None:
    async with database.reading() as session:
        return await find_installation(session, tenant)


async def raw(database: Database) -> list[str]:
    """What stands in the columns, as whoever steals the database reads it."""
    async with database.reading() as session:
        rows = await session.execute(text("SELECT token, refresh_token FROM installation ORDER BY tenant"))
        return [str(value) for row in rows for value in row]


async def test_an_installation_is_read_as_it_was_saved_and_another_takes_its_place(database: Database) -> None:
    await save(database)
    assert await found(database) == INSTALLED
    again = replace(INSTALLED, token=BotToken("xoxb-2"), installed_at=NOW + timedelta(days=1), installed_by="U2")
    await save(database, again)
    assert await found(database) == again
    assert await found(database, "T2") is None


async def test_tokens_are_stored_encrypted_only(database: Database) -> None:
    await save(database)
    stored = await raw(database)
    assert all(value.startswith("gAAAA") for value in stored)
    assert not [value for value in stored if "xox" in value]


async def test_a_token_is_shown_by_no_representation() -> None:
    assert "xox" not in repr(INSTALLED)


async def test_every_key_decrypts_and_the_first_encrypts_anew(clean_url: str, database: Database) -> None:
    await save(database)
    both = Database.open(clean_url, keys=[NEW, OLD])
    assert await found(both) == INSTALLED
    for _ in range(2):
        assert await both.write(lambda session: encrypt_anew(session, "T1"))
    assert not await both.write(lambda session: encrypt_anew(session, "T2"))
    await both.close()
    alone = Database.open(clean_url, keys=[NEW])
    assert await found(alone) == INSTALLED
    await alone.close()
    with pytest.raises(SecretUnreadable):
        await found(database)


async def test_without_a_key_nothing_is_stored_or_read(clean_url: str, database: Database) -> None:
    await save(database)
    keyless = Database.open(clean_url)
    with pytest.raises(KeysMissing):
        await found(keyless)
    with pytest.raises(Exception, match="KeysMissing") as refused:
        await save(keyless, replace(INSTALLED, tenant="T2"))
    assert "xox" not in str(refused.value)
    await keyless.close()
    assert await found(database, "T2") is None


async def test_a_token_is_renewed_only_where_it_is_still_installed(database: Database) -> None:
    fresh = BotToken("xoxe.xoxb-2", "xoxe-2", NOW + timedelta(hours=24))
    await save(database)
    assert await database.write(lambda session: renew_token(session, INSTALLED, fresh))
    assert await found(database) == replace(INSTALLED, token=fresh)
    older = replace(INSTALLED, installed_at=NOW - timedelta(days=1))
    assert not await database.write(lambda session: renew_token(session, older, INSTALLED.token or fresh))
    await database.write(lambda session: mark_uninstalled(session, INSTALLED, NOW))
    assert not await database.write(lambda session: renew_token(session, INSTALLED, fresh))
    assert await raw(database) == ["None", "None"]


async def test_uninstalling_erases_the_tokens_once_and_installing_again_undoes_it(database: Database) -> None:
    await save(database)
    marks = [await database.write(lambda session: mark_uninstalled(session, INSTALLED, NOW)) for _ in range(2)]
    assert marks == [True, False]
    assert await found(database) == replace(INSTALLED, token=None, uninstalled_at=NOW)
    again = replace(INSTALLED, installed_at=NOW + timedelta(days=2))
    await save(database, again)
    assert not await database.write(lambda session: mark_uninstalled(session, INSTALLED, NOW))
    assert await found(database) == again


async def test_an_unknown_tenant_can_be_uninstalled_too(database: Database) -> None:
    marks = [await database.write(lambda session: add_uninstalled(session, "T9", NOW)) for _ in range(2)]
    assert marks == [True, False]
    unknown = await found(database, "T9")
    assert unknown is not None
    assert (unknown.token, unknown.uninstalled_at) == (None, NOW)


async def test_those_with_tokens_are_listed_and_missing_scopes_told_once(database: Database) -> None:
    await save(database)
    await save(database, replace(INSTALLED, tenant="T2", token=None, uninstalled_at=NOW))
    async with database.reading() as session:
        assert [tuple(row) for row in await live_installations(session)] == [("T1", "chat:write commands", "U1", "")]
        assert await tenants_with_tokens(session) == ("T1",)
    notes = [
        await database.write(lambda session, told=told: mark_scopes_told(session, "T1", told))  # type: ignore[misc]
        for told in ("dnd:read", "dnd:read", "dnd:read files:write")
    ]
    assert notes == [True, False, True]
