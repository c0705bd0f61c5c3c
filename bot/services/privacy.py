"""What is stored of a person: counted, read whole, and erased when they wish it.

None of it asks whether somebody is a member: who became a guest still has what was stored before.
"""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.people import PersonId
from bot.domain.personal import Everything, with_texts
from bot.domain.sharing import Share
from bot.errors import NothingErased, StorageUnavailable
from bot.services.people import People
from bot.storage.engine import Database
from bot.storage.erasing import counts_of, erase_person, everything_of
from bot.storage.shares import shares_by


async def everything_stored(person: PersonId, database: Database) -> Everything:
    """All that is stored of a person, by table, each rating with the texts that it is about.

    Empty where nothing is stored. Raises StorageUnavailable.
    """
    async with database.reading() as session:
        found = await everything_of(session, person)
    return with_texts(found) if any(found.values()) else {}


async def is_anything_stored(person: PersonId, database: Database) -> bool:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        return any((await counts_of(session, person)).values())


async def what_would_go(person: PersonId, database: Database) -> Mapping[str, int]:
    """How many rows of each table would be erased; empty where nothing is stored. Raises NothingErased."""
    try:
        async with database.reading() as session:
            counts = await counts_of(session, person)
    except StorageUnavailable as error:
        raise NothingErased(str(error)) from error
    return {table: count for table, count in counts.items() if count}


async def erase_everything(person: PersonId, database: Database) -> tuple[Share, ...]:
    """Erase all that is stored of a person, in one transaction; what they had shown to others until then.

    Where nothing is stored, nothing happens. Raises NothingErased.
    """

    async def erase(session: AsyncSession) -> tuple[Share, ...]:
        shown = await shares_by(session, person)
        await erase_person(session, person)
        return shown

    try:
        return await database.write(erase)
    except StorageUnavailable as error:
        raise NothingErased(str(error)) from error


async def forget_person(person: PersonId, people: People, database: Database) -> tuple[Share, ...]:
    """The same, and what is remembered of it in memory. Raises NothingErased."""
    async with people.erasing(person):
        return await erase_everything(person, database)
