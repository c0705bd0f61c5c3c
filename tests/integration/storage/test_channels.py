"""A channel's language comes back, of that channel only, from either database."""

from datetime import UTC, datetime

from bot.storage.channels import channel_language, set_channel_language
from bot.storage.engine import Database

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def test_a_channel_has_no_language_until_one_is_chosen(database: Database) -> None:
    async with database.reading() as session:
        assert await channel_language(session, "T1", "C1") is None


async def test_a_channel_language_is_kept_changed_and_undone(database: Database) -> None:
    for locale in ("de", "ru", None):
        async with database.writing() as session:
            await set_channel_language(session, "T1", "C1", locale, NOW)
        async with database.reading() as session:
            assert await channel_language(session, "T1", "C1") == locale


async def test_a_channel_of_another_tenant_is_another_channel(database: Database) -> None:
    async with database.writing() as session:
        await set_channel_language(session, "T1", "C1", "de", NOW)
        await set_channel_language(session, "T2", "C1", "ru", NOW)
        await set_channel_language(session, "T1", "C2", "en", NOW)
    async with database.reading() as session:
        found = [await channel_language(session, *channel) for channel in (("T1", "C1"), ("T2", "C1"), ("T1", "C2"))]
    assert found == ["de", "ru", "en"]
