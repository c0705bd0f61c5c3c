"""What Rung speaks about by itself, and what people answer: ratings, and wishes about what is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import Change, GivenRating, LatestRating, Rating
from bot.domain.cadence import Kind
from bot.domain.deliveries import Delivery, Reason
from bot.domain.evidence import Evidence
from bot.domain.focus import lost_part
from bot.domain.nudging import Topic, check_in_statements, choose_statement, open_topics
from bot.domain.people import PersonId, Profile
from bot.domain.questionnaires import is_news
from bot.domain.retention import was_long_ago
from bot.domain.skills import Skill, Statement
from bot.domain.undoing import Undoing, answer_id, undo_id, undoing
from bot.errors import MessageTooOld, StaleControl
from bot.services.asking import Library
from bot.services.focusing import in_order
from bot.services.people import People
from bot.services.scheduling import note_answer
from bot.settings import SHORTEST_KEPT
from bot.storage.assessments import (
    append_assessments,
    own_ratings,
    own_ratings_of_skill,
    own_submissions,
    standing_ratings,
)
from bot.storage.conversations import (
    SentMessage,
    check_ins_so_far,
    mark_answered,
    mark_superseded,
    nudges_so_far,
    sent_message,
    set_statement_aside,
    statements_set_aside,
    take_statement_back,
    unanswered_before,
)
from bot.storage.engine import Database
from bot.storage.evidence import save_evidence
from bot.storage.focus import focuses
from bot.storage.people import hold_person

Said = Mapping[str, tuple[Rating, str]]  # by statement: the rating, and a note or nothing


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that a person has, the skill that it is about as it is now, and their newest ratings of it."""

    message: SentMessage
    skill: Skill
    latest: Mapping[str, LatestRating]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What can still be rated of it."""
        known = (self.skill.statements.get(one) for one in self.message.subject.statements)
        return tuple(one for one in known if one is not None and not one.retired)


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer changed."""

    asked: Asked
    changes: tuple[Change, ...]

    @property
    def moved(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.is_move)


async def topic_to_nudge(person: PersonId, profile: Profile, library: Library, database: Database) -> Topic | None:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        mine, latest = await focuses(session, person), await own_ratings(session, person)
        nudged, aside = await nudges_so_far(session, person), await statements_set_aside(session, person)
    return choose_statement(in_order(mine, latest, profile, library), nudged, aside)


async def topics_to_ask(
    person: PersonId, profile: Profile, library: Library, database: Database
) -> tuple[tuple[Topic, ...], Mapping[str, Mapping[str, LatestRating]]]:
    """What to ask about, and all newest ratings. Raises StorageUnavailable."""
    async with database.reading() as session:
        mine, latest = await focuses(session, person), await own_ratings(session, person)
        asked = await check_ins_so_far(session, person)
    return check_in_statements(in_order(mine, latest, profile, library), asked, latest), latest


async def why_silent(person: PersonId, library: Library, database: Database) -> Reason:
    """Why there is neither a nudge nor a check-in for somebody now. Raises StorageUnavailable."""
    async with database.reading() as session:
        mine = await focuses(session, person)
    lost = any(focus.is_active and lost_part(focus, library.framework) for focus in mine)
    return Reason.CONTENT_LOST if lost else Reason.NOTHING_TO_SAY


async def topics_again(
    person: PersonId, asked: Asked, profile: Profile, library: Library, database: Database
) -> tuple[Topic, ...]:
    """What a message asked, as far as it is still open in an active focus. Raises StorageUnavailable."""
    async with database.reading() as session:
        mine, latest = await focuses(session, person), await own_ratings(session, person)
    wanted = set(asked.message.subject.statements)
    standings = [one for one in in_order(mine, latest, profile, library) if one.focus.skill == asked.skill.slug]
    return tuple(topic for topic in open_topics(standings) if topic.statement.id in wanted)


async def older_messages(delivery: Delivery, database: Database) -> tuple[SentMessage, ...]:
    """Those of the same kind that still wait for an answer. Raises StorageUnavailable."""
    async with database.reading() as session:
        return await unanswered_before(session, delivery.person, Kind(delivery.kind), delivery.day)


async def supersede(person: PersonId, message: SentMessage, database: Database) -> bool:
    """A newer one takes its place; False where it was answered in the meantime. Raises StorageUnavailable."""
    return await database.write(lambda session: mark_superseded(session, person, message))


async def message_to(person: PersonId, channel: str, ts: str, database: Database, now: datetime) -> SentMessage:
    """The message there that a person was sent, whatever of it the content still knows.

    Raises StaleControl, StorageUnavailable.
    """
    async with database.reading() as session:
        return await _message_to(session, person, channel, ts, now)


async def asked_of(
    person: PersonId, channel: str, ts: str, library: Library, database: Database, now: datetime
) -> Asked:
    """What a message asked that person. Raises StaleControl, StorageUnavailable."""
    async with database.reading() as session:
        message = await _message_to(session, person, channel, ts, now)
        skill = library.framework.skills.get(message.subject.skill)
        if skill is None or message.subject.role not in skill.roles:
            raise StaleControl(f"what {person.user} was asked in {channel} at {ts} is lost")
        return Asked(message, skill, await own_ratings_of_skill(session, person, skill.slug))


async def answer_message(
    person: PersonId,
    asked: Asked,
    said: Said,
    click: str,
    chain: Sequence[str],
    people: People,
    database: Database,
    now: datetime,
) -> Answered:
    """Append what says something new, and note that the message was answered, in one transaction.

    `click` is the click or the window by which it came: the same one again stores nothing and gives the same answer.
    `chain` are the languages in which the statements were shown. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)
    skill, submission = asked.skill, answer_id(asked.message.id, click)
    given = [
        GivenRating.of(skill.slug, skill.statements[statement], rating, chain, note.strip())
        for statement, (rating, note) in said.items()
        if statement in skill.statements and not skill.statements[statement].retired
    ]

    async def record(session: AsyncSession) -> tuple[Change, ...]:
        await hold_person(session, person, now)
        standing = await standing_ratings(session, person, person, skill.slug, submission)
        news = [
            one
            for one in given
            if (stands := standing.get(one.statement)) is None
            or stands.sent is not None
            or is_news(skill.statements[one.statement], one, stands.latest)
        ]
        before = {(skill.slug, statement): one for statement, one in standing.items()}
        changes = await append_assessments(session, person, person, submission, news, before, now)
        await mark_answered(session, person, asked.message, now)
        await note_answer(session, person, now)
        return changes

    return Answered(asked, await database.write(record))


async def take_back(
    person: PersonId,
    asked: Asked,
    click: str,
    chain: tuple[str, ...],
    people: People,
    database: Database,
    now: datetime,
) -> Undoing:
    """Undo all answers to a message since they were last undone, whatever the message shows of them.

    The history stays as it was, and the rating before is appended once more. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)
    skill, statements = asked.skill, asked.message.subject.statements
    submission = undo_id(asked.message.id, click)

    async def record(session: AsyncSession) -> Undoing:
        await hold_person(session, person, now)
        undone = undoing(asked.message.id, await own_submissions(session, person, skill.slug, statements))
        standing = await standing_ratings(session, person, person, skill.slug, submission)
        given = [
            GivenRating.of(skill.slug, skill.statements[statement], rating, chain)
            for statement, rating in undone.appended.items()
            if statement in skill.statements
        ]
        news = [one for one in given if standing[one.statement].latest.rating is not one.rating]
        before = {(skill.slug, statement): one for statement, one in standing.items()}
        await append_assessments(session, person, person, submission, news, before, now)
        await note_answer(session, person, now)
        return undone

    return await database.write(record)


async def keep_example(
    person: PersonId, message: SentMessage, example: Evidence, people: People, database: Database, now: datetime
) -> None:
    """Keep what somebody did as evidence, the same id once, which answers the message that asked.

    Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await save_evidence(session, person, example)
        await mark_answered(session, person, message, now)
        await note_answer(session, person, now)

    await database.write(keep)


async def ask_again(person: PersonId, asked: Asked, database: Database) -> None:
    """The message waits for an answer. Raises StorageUnavailable."""
    await database.write(lambda session: mark_answered(session, person, asked.message, None))


async def note_wish(person: PersonId, message: SentMessage, database: Database, now: datetime) -> None:
    """What the person wants of such messages was kept, and this one is done with. Raises StorageUnavailable."""
    await database.write(lambda session: mark_answered(session, person, message, now))


async def set_aside(person: PersonId, asked: Asked, people: People, database: Database, now: datetime) -> None:
    """No more nudges about the statement of this one. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        await hold_person(session, person, now)
        for statement in asked.message.subject.statements:
            await set_statement_aside(session, person, (asked.skill.slug, statement), now)
        await mark_answered(session, person, asked.message, now)
        await note_answer(session, person, now)

    await database.write(keep)


async def unset_aside(person: PersonId, asked: Asked, people: People, database: Database) -> None:
    """Nudges about it may come again. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)

    async def keep(session: AsyncSession) -> None:
        for statement in asked.message.subject.statements:
            await take_statement_back(session, person, (asked.skill.slug, statement))

    await database.write(keep)


async def _message_to(session: AsyncSession, person: PersonId, channel: str, ts: str, now: datetime) -> SentMessage:
    message = await sent_message(session, person, channel, ts)
    if message is None:
        gone = MessageTooOld if was_long_ago(ts, now, timedelta(days=SHORTEST_KEPT)) else StaleControl
        raise gone(f"nothing is kept of what was sent to {person.user} in {channel} at {ts}")
    return message
