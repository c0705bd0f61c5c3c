"""The profile: role, profile-wide level and language, kept together; and a level in one skill, unset again too."""

from datetime import datetime
from itertools import islice

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel, PersonId
from bot.domain.query import fold
from bot.domain.skills import Role
from bot.services.asking import Library
from bot.services.people import People
from bot.storage.engine import Database
from bot.storage.people import set_current_level, set_language, set_profile_level, set_role


async def save_profile(
    person: PersonId,
    role: str | None,
    level: CurrentLevel | None,
    language: str | None,
    people: People,
    database: Database,
    now: datetime,
) -> None:
    """Keep all three at once; None: not set, and for the language, as in Slack.

    Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await set_role(session, person, role, now)
        await set_profile_level(session, person, level, now)
        await set_language(session, person, language, now)

    await database.write(keep)
    people.forget_profile(person)


async def choose_role(person: PersonId, role: str, people: People, database: Database, now: datetime) -> None:
    """Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await set_role(session, person, role, now)

    await database.write(keep)
    people.forget_profile(person)


async def choose_skill_level(
    person: PersonId,
    skill: str,
    role: str,
    level: CurrentLevel | None,
    people: People,
    database: Database,
    now: datetime,
) -> None:
    """Keep a level in one skill, or with None let the profile's hold again. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await set_current_level(session, person, skill, role, level, now)

    await database.write(keep)
    people.forget_profile(person)


def profile_levels(library: Library) -> tuple[Level, ...]:
    """The levels that a profile can have: of every ladder in turn, each id once.

    A profile-wide level holds in every skill whose ladder has its id, so that a person on two ladders needs to be
    offered both; where there is one ladder, this is it.
    """
    found = {level.id: level for ladder in library.framework.ladders.values() for level in ladder.levels}
    return tuple(found.values())


def roles_like(typed: str, library: Library, limit: int) -> tuple[Role, ...]:
    """The roles in whose names, in any language, the letters so far begin a word."""
    begun = f" {fold(typed)}"
    roles = library.framework.roles.values()
    names = ((role, (*role.name.everywhere(), *role.aliases)) for role in roles)
    return tuple(islice((role for role, called in names if any(begun in f" {fold(n)}" for n in called)), limit))
