"""Rating oneself: asking, keeping what is typed, and recording it."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.answers import Card
from bot.domain.assessments import (
    Change,
    Draft,
    GivenRating,
    LatestRating,
    Rating,
    changed_since_rated,
    consistent_statements,
    is_changed_since_rated,
)
from bot.domain.coaching import level_to_propose, skill_progress
from bot.domain.people import PersonId, Profile
from bot.domain.questionnaires import (
    Entered,
    Question,
    Questionnaire,
    Recorded,
    Typed,
    base_level,
    is_news,
    levels_to_ask,
)
from bot.domain.skills import Skill, Statement
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
    return Questionnaire(card, levels, _typed(draft), others)


async def keep_typed(
    person: PersonId,
    card: Card,
    window: Entered,
    people: People,
    database: Database,
    now: datetime,
    *,
    is_newest: bool = True,
) -> None:
    """Add what is typed to the draft; what comes late, after something newer of the same window, goes below it.

    Nothing is kept of a window that was submitted. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)
    skill, role = card.skill, card.role.id

    async def keep(session: AsyncSession) -> None:
        draft = await draft_to_change(session, person, skill.slug, role, now)
        standing = await standing_ratings(session, person, person, skill.slug, window.id)
        if any(one.sent for one in standing.values()):
            return
        earlier = _typed(draft)
        typed = window.typed.since(window.drawn, earlier)
        whole = _worth_keeping(typed.over(earlier) if is_newest else earlier.over(typed), skill, standing)
        if not whole.is_empty:
            await save_draft(session, person, skill.slug, role, whole.dump(), now)
        elif draft:
            await drop_draft(session, person, skill.slug, role)

    await database.write(keep)


async def submit_ratings(
    person: PersonId,
    card: Card,
    window: Entered,
    chain: Sequence[str],
    people: People,
    database: Database,
    now: datetime,
) -> Recorded:
    """Record what says something new, and forget the draft, in one transaction.

    The same window again stores nothing and gives the same answer. `chain` are the languages in which the
    statements were shown. Raises MembersOnly, StorageUnavailable.
    """
    await people.require_member(person)
    skill, role = card.skill, card.role.id

    async def record(session: AsyncSession) -> tuple[tuple[Change, ...], dict[str, LatestRating]]:
        draft = await draft_to_change(session, person, skill.slug, role, now)
        standing = await standing_ratings(session, person, person, skill.slug, window.id)
        whole = _said(window, _typed(draft), standing)
        given = _given(card, whole, chain)
        news = [one for one in given if _is_news(skill.statements[one.statement], one, standing.get(one.statement))]
        before = {(skill.slug, statement): one for statement, one in standing.items()}
        changes = await append_assessments(session, person, person, window.id, news, before, now)
        if (left := _left(whole, skill)).notes:
            await save_draft(session, person, skill.slug, role, left.dump(), now)
        elif draft:
            await drop_draft(session, person, skill.slug, role)
        latest = {statement: one.latest for statement, one in standing.items()}
        again = _sent_before(skill.slug, standing, {one.statement for one in news})
        return (*again, *changes), latest | {one.statement: one.as_latest(now) for one in news}

    changes, latest = await database.write(record)
    progress = skill_progress(skill, role, consistent_statements(latest))
    base = base_level(card, (await people.member(person)).profile.current_level(skill.slug, role))
    return Recorded(card, changes, progress, base, level_to_propose(progress, base))


def _said(window: Entered, earlier: Typed, standing: Mapping[str, Standing]) -> Typed:
    """All that a window says: what was typed into it, what stands there as it was rated, and what its notes are about.

    A note belongs to the rating that stands beside it, else to the newest one.
    """
    whole = window.typed.since(window.drawn, earlier).over(earlier)
    latest = {statement: one.latest.rating for statement, one in standing.items()}
    as_rated = {one: rating for one, rating in window.typed.ratings.items() if latest.get(one) is rating}
    noted = {one: window.typed.ratings.get(one, latest.get(one)) for one, note in whole.notes.items() if note.strip()}
    beside = {one: rating for one, rating in noted.items() if rating is not None}
    return Typed({**as_rated, **beside, **whole.ratings}, whole.notes, whole.noted)


def _left(typed: Typed, skill: Skill) -> Typed:
    """Notes on a page that isn't shown, about statements that were never rated: they wait for a rating."""
    living = {one.id for one in skill.statements.values() if not one.retired}
    notes = {one: note for one, note in typed.notes.items() if note.strip() and one in living - {*typed.ratings}}
    return Typed({}, notes, frozenset(notes))


def _sent_before(skill: str, standing: Mapping[str, Standing], besides: Set[str]) -> list[Change]:
    """What the same window brought when it was submitted before, as on a page that isn't shown any more."""
    sent = ((statement, one.sent) for statement, one in standing.items() if one.sent and statement not in besides)
    return [Change(skill, statement, one.previous, one.rating) for statement, one in sent]


def _worth_keeping(typed: Typed, skill: Skill, standing: Mapping[str, Standing]) -> Typed:
    """A draft without the ratings that stand already: taken up later, they would undo what was said meanwhile."""

    def is_new(statement: str, rating: Rating) -> bool:
        latest = standing[statement].latest if statement in standing else None
        is_reworded = (
            latest and statement in skill.statements and is_changed_since_rated(skill.statements[statement], latest)
        )
        return latest is None or latest.rating is not rating or bool(is_reworded)

    return Typed({one: r for one, r in typed.ratings.items() if is_new(one, r)}, typed.notes, typed.noted)


def _is_news(statement: Statement, given: GivenRating, standing: Standing | None) -> bool:
    """Also what this submission brought when it was sent before: it gets the same answer again."""
    if standing is None:
        return is_news(statement, given, None)
    return standing.sent is not None or is_news(statement, given, standing.latest)


def _typed(draft: Draft | None) -> Typed:
    return Typed.load(draft.content) if draft else Typed()


def _given(card: Card, typed: Typed, chain: Sequence[str]) -> list[GivenRating]:
    """Statements that the content has lost or retired since the window opened are left out."""
    return [
        GivenRating.of(card.skill.slug, statement, rating, chain, typed.notes.get(one, "").strip())
        for one, rating in typed.ratings.items()
        if (statement := card.skill.living(one))
    ]
