"""What a person chooses to have kept: a language, and the level that they stand at."""

import logging
from datetime import datetime

from bot.domain.people import CurrentLevel, PersonId
from bot.errors import StorageUnavailable
from bot.services.people import People
from bot.storage.channels import channel_language, set_channel_language
from bot.storage.engine import Database
from bot.storage.people import set_current_level, set_language
from bot.storage.tenant_settings import load_tenant_settings

_logger = logging.getLogger(__name__)


async def choose_language(
    person: PersonId, language: str | None, people: People, database: Database, now: datetime
) -> None:
    """Keep a person's language; None follows Slack again. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    await database.write(lambda session: set_language(session, person, language, now))
    people.forget_profile(person)


async def set_level(
    person: PersonId, skill: str, role: str, level: str, people: People, database: Database, now: datetime
) -> None:
    """Keep where a person stands in one skill and role. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    await database.write(lambda session: set_current_level(session, person, skill, role, CurrentLevel(level), now))
    people.forget_profile(person)


async def language_of_channel(tenant: str, channel: str, database: Database) -> str | None:
    """The language chosen for a channel, else for its tenant, if any; None too where the database can't be reached,
    since reading goes on."""
    try:
        async with database.reading() as session:
            chosen = await channel_language(session, tenant, channel)
            return chosen or (await load_tenant_settings(session, tenant)).language
    except StorageUnavailable as error:
        _logger.warning("The language of %s can't be read: %s", channel, error)
        return None


async def choose_channel_language(tenant: str, channel: str, language: str, database: Database, now: datetime) -> None:
    """Keep the language of a channel. Raises StorageUnavailable."""
    async with database.writing() as session:
        await set_channel_language(session, tenant, channel, language, now)
