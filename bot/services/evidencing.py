"""Evidence: keeping a message that shows what somebody does, listing and removing it."""

from bot.domain.evidence import Evidence
from bot.domain.people import PersonId
from bot.services.people import People
from bot.storage.engine import Database
from bot.storage.evidence import evidence_of, remove_evidence, save_evidence


async def keep_evidence(person: PersonId, evidence: Evidence, people: People, database: Database) -> None:
    """The same id again keeps none. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    await database.write(lambda session: save_evidence(session, person, evidence))


async def own_evidence(person: PersonId, people: People, database: Database) -> tuple[Evidence, ...]:
    """All of a person's, the newest first. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    async with database.reading() as session:
        return await evidence_of(session, person)


async def drop_evidence(person: PersonId, evidence_id: str, people: People, database: Database) -> None:
    """Remove a piece of the person's own; one that is gone stays gone. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    await database.write(lambda session: remove_evidence(session, person, evidence_id))
