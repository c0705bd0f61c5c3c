"""Rating oneself: asking, keeping what is typed, and recording it."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.answers import Card
from bot.domain.assessments import (
    Change,
    Draft,
    GivenRating,
    LatestRating,
    changed_since_rated,
    consistent_statements,
)
from bot.domain.coaching import level_to_propose, skill_progress
from bot.domain.people import PersonId, Profile
from bot.domain.questionnaires import Question, Questionnaire, Recorded, Typed, base_level, is_news, levels_to_ask
from bot.domain.skills import Statement
from bot.services.people import People
from bot.storage.assessments import (
    Standing,
    append_assessments,
    own_ratings_of_skill,
    rated_texts,
    standing_ratings,
)
from bot.storage.drafts import draft_to_change, drop_draft, load_draft, save_draft
from bot.storage.engine import Database
from bot.storage.evidence import evidence_of


async def open_questionnaire(person: PersonId, card: Card, profile: Profile, database: Database) -> Questionnaire:
    """What to ask, what was said before, and what was typed and never submitted. Raises StorageUnavailable."""
    skill, role = card.skill, card.role.id
    async with database.reading() as session:
        latest = await own_ratings_of_skill(session, person, skill.slug)
        draft = await load_draft(session, person, skill.slug, role)
        hashes = {latest[statement.id].shown_hash for statement in changed_since_rated(skill, latest)}
        kept = await evidence_of(session, person, skill=skill.slug)
        texts = await rated_texts(session, person.tenant, skill.slug, hashes) if hashes else {}

    def question(statement_id: str) -> Question:
        statement, rated = skill.statements[statement_id], latest.get(statement_id)
        before = texts.get((statement_id, rated.shown_hash)) if rated else None
        return Question(statement, rated, before, tuple(one for one in kept if one.statement == statement_id))

    asked = levels_to_ask(card, profile.current_level(skill.slug, role))
    levels = tuple((level, tuple(question(s.id) for s in statements)) for level, statements in asked)
    beside = {s.id for _, statements in asked for s in statements}
    others = tuple(one for one in kept if one.statement not in beside)
    return Questionnaire(card, levels, Typed.load(draft.content) if draft else Typed(), others)


async def keep_typed(
    person: PersonId, card: Card, typed: Typed, people: People, database: Database, now: datetime
) -> None:
    """Add what is typed to the draft. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(person)
    skill, role = card.skill.slug, card.role.id

    async def keep(session: AsyncSession) -> None:
        draft = await draft_to_change(session, person, skill, role, now)
        await save_draft(session, person, skill, role, _whole(typed, draft).dump(), now)

    await database.write(keep)


async def submit_ratings(
    person: PersonId,
    card: Card,
    submission: str,
    typed: Typed,
    chain: tuple[str, ...],
    people: People,
    database: Database,
    now: datetime,
) -> Recorded:
    """Record what says something new, and forget the draft, in one transaction.

    The same submission again stores nothing and gives the same answer. `chain` are the languages in which the
    statements were shown. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)
    skill, role = card.skill, card.role.id

    async def record(session: AsyncSession) -> tuple[tuple[Change, ...], dict[str, LatestRating]]:
        draft = await draft_to_change(session, person, skill.slug, role, now)
        standing = await standing_ratings(session, person, person, skill.slug, submission)
        given = _given(card, _whole(typed, draft), chain)
        news = [one for one in given if _is_news(skill.statements[one.statement], one, standing.get(one.statement))]
        before = {(skill.slug, statement): one for statement, one in standing.items()}
        changes = await append_assessments(session, person, person, submission, news, before, now)
        if draft:
            await drop_draft(session, person, skill.slug, role)
        latest = {statement: one.latest for statement, one in standing.items()}
        return changes, latest | {one.statement: one.as_latest(now) for one in news}

    changes, latest = await database.write(record)
    progress = skill_progress(skill, role, consistent_statements(latest))
    base = base_level(card, (await people.member(person)).profile.current_level(skill.slug, role))
    return Recorded(card, changes, progress, base, level_to_propose(progress, base))


def _is_news(statement: Statement, given: GivenRating, standing: Standing | None) -> bool:
    """Also what this submission brought when it was sent before: it gets the same answer again."""
    if standing is None:
        return is_news(statement, given, None)
    return standing.sent is not None or is_news(statement, given, standing.latest)


def _whole(typed: Typed, draft: Draft | None) -> Typed:
    return typed.over(Typed.load(draft.content)) if draft else typed


def _given(card: Card, typed: Typed, chain: tuple[str, ...]) -> list[GivenRating]:
    """Statements that the content has lost or retired since the window opened are left out."""
    return [
        GivenRating.of(card.skill.slug, statement, rating, chain, typed.notes.get(one, "").strip())
        for one, rating in typed.ratings.items()
        if (statement := card.skill.living(one))
    ]
