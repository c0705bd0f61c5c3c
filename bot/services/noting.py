"""Notes: what somebody writes to Rung in words, kept with their evidence for what was spoken about.

An assessment has a note too, but it needs a rating, which nobody gave here, and it is never taken back.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.evidence import Evidence
from bot.domain.people import PersonId
from bot.domain.skills import Skill, Statement
from bot.errors import StaleControl
from bot.services.asking import Library
from bot.services.people import People
from bot.services.scheduling import note_answer
from bot.storage.conversations import SentMessage, latest_message, sent_message
from bot.storage.engine import Database
from bot.storage.evidence import evidence_of, remove_evidence, save_evidence
from bot.storage.focus import focuses


@dataclass(frozen=True, slots=True)
class Place:
    """What a note may be about: a skill, and statements of it that were spoken about."""

    skill: Skill
    statements: tuple[Statement, ...] = ()

    @property
    def statement(self) -> str | None:
        """The one that a note is about without being asked; None: the skill as a whole."""
        return self.statements[0].id if len(self.statements) == 1 else None


async def place_of_thread(
    person: PersonId, channel: str, ts: str, library: Library, database: Database
) -> Place | None:
    """What a message is about that Rung sent them by itself; None for any other. Raises StorageUnavailable."""
    async with database.reading() as session:
        message = await sent_message(session, person, channel, ts)
    return _place(message, library) if message else None


async def place_spoken_of(person: PersonId, library: Library, database: Database) -> Place | None:
    """What Rung and a person spoke about last, else what they grow in. Raises StorageUnavailable."""
    async with database.reading() as session:
        message, mine = await latest_message(session, person), await focuses(session, person)
    if message and (place := _place(message, library)):
        return place
    skills = (library.framework.skills.get(focus.skill) for focus in mine if focus.is_active)
    return next((Place(skill) for skill in skills if skill), None)


async def keep_note(person: PersonId, note: Evidence, people: People, database: Database, now: datetime) -> None:
    """Keep it, the same id once; who writes is there, so their rhythm is the chosen one again.

    What was asked still waits for its answer. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await save_evidence(session, person, note)
        await note_answer(session, person, now)

    await database.write(keep)


async def point_note(
    person: PersonId, note_id: str, statement: str, library: Library, people: People, database: Database
) -> Evidence:
    """Let a note be about one statement of its skill. Raises StaleControl, MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def point(session: AsyncSession) -> Evidence:
        note = await _note(session, person, note_id)
        skill = library.framework.skills.get(note.skill) if note else None
        if note is None or skill is None or not skill.living(statement):
            raise StaleControl(f"no note {note_id} that could be about {statement}")
        pointed = replace(note, statement=statement)
        await save_evidence(session, person, pointed)
        return pointed

    return await database.write(point)


async def take_note_back(person: PersonId, note_id: str, people: People, database: Database) -> Evidence | None:
    """Remove a note; what it was, or None where it is gone already. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def remove(session: AsyncSession) -> Evidence | None:
        note = await _note(session, person, note_id)
        await remove_evidence(session, person, note_id)
        return note

    return await database.write(remove)


async def _note(session: AsyncSession, person: PersonId, note_id: str) -> Evidence | None:
    return next((one for one in await evidence_of(session, person) if one.id == note_id), None)


def _place(message: SentMessage, library: Library) -> Place | None:
    """None where the content has lost the skill."""
    skill = library.framework.skills.get(message.subject.skill)
    if skill is None:
        return None
    return Place(skill, tuple(skill.statements[one] for one in message.subject.statements if skill.living(one)))
