"""Recording assessments, and reading them: the newest ratings, the history, and the texts that were rated."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.assessments import Assessment, Change, GivenRating, LatestRating, Rating, Submitted
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import AssessmentRow, LatestRatingRow, RatedSkillRow, RatedTextRow
from bot.storage.typed import storable
from bot.storage.upserts import insert_missing_rows, insert_rows, upsert_rows

_Statement = tuple[str, str]  # the slug of a skill, and an id within it


@dataclass(frozen=True, slots=True)
class Sent:
    """What one submission said of a statement."""

    rating: Rating
    note: str
    previous: Rating | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The newest rating of a statement before a submission is recorded, the `nth` of its author, from 1.

    `sent` is what the same submission brought already.
    """

    latest: LatestRating
    nth: int
    sent: Sent | None


_LATEST = select(
    col(LatestRatingRow.skill),
    col(LatestRatingRow.statement),
    col(LatestRatingRow.rating),
    col(LatestRatingRow.locale),
    col(LatestRatingRow.source_hash),
    col(LatestRatingRow.shown_hash),
    col(LatestRatingRow.at),
)

# Built once, as the window of ratings runs them each time.
_LATEST_OF_SKILL = _LATEST.where(
    col(LatestRatingRow.tenant) == bindparam("tenant"),
    col(LatestRatingRow.subject) == bindparam("subject"),
    col(LatestRatingRow.author) == bindparam("author"),
    col(LatestRatingRow.skill) == bindparam("skill"),
)
_STANDING = (
    _LATEST_OF_SKILL.add_columns(
        col(LatestRatingRow.nth),
        col(AssessmentRow.rating),
        col(AssessmentRow.note),
        col(AssessmentRow.previous),
    )
    .outerjoin(
        AssessmentRow,
        and_(
            col(AssessmentRow.tenant) == col(LatestRatingRow.tenant),
            col(AssessmentRow.subject) == col(LatestRatingRow.subject),
            col(AssessmentRow.author) == col(LatestRatingRow.author),
            col(AssessmentRow.skill) == col(LatestRatingRow.skill),
            col(AssessmentRow.statement) == col(LatestRatingRow.statement),
            col(AssessmentRow.submission) == bindparam("submission"),
        ),
    )
    .order_by(col(AssessmentRow.nth))
)

_HISTORY = select(
    col(AssessmentRow.skill),
    col(AssessmentRow.statement),
    col(AssessmentRow.rating),
    col(AssessmentRow.previous),
    col(AssessmentRow.note),
    col(AssessmentRow.locale),
    col(AssessmentRow.source_hash),
    col(AssessmentRow.shown_hash),
    col(AssessmentRow.at),
).order_by(
    col(AssessmentRow.at), col(AssessmentRow.skill), col(AssessmentRow.statement), col(AssessmentRow.nth)
)  # fmt: skip


async def record_assessments(
    session: AsyncSession,
    subject: PersonId,
    author: PersonId,
    submission: str,
    given: Sequence[GivenRating],
    now: datetime,
) -> tuple[Change, ...]:
    """Append the ratings of one submission, and give what each of them changed.

    The same submission again adds only what differs from what it brought before: sent twice, or once more after a
    time-out, it is stored once and gives the same answer, and what was corrected in between isn't lost.
    """
    for person in sorted({subject, author}, key=lambda one: (one.tenant, one.user)):
        await hold_person(session, person, now)
    standing: dict[_Statement, Standing] = {}
    for skill in sorted({one.skill for one in given}):
        found = await standing_ratings(session, subject, author, skill, submission)
        standing |= {(skill, statement): one for statement, one in found.items()}
    return await append_assessments(session, subject, author, submission, given, standing, now)


async def standing_ratings(
    session: AsyncSession, subject: PersonId, author: PersonId, skill: str, submission: str
) -> dict[str, Standing]:
    """How the statements of a skill stand before a submission; nobody changes it while both are held."""
    rows = await session.execute(_STANDING, {**_of(subject, author), "skill": skill, "submission": submission})
    found = {}
    for _, statement, *latest, nth, sent, note, previous in rows:
        already = Sent(Rating(sent), note, _rating(previous)) if sent else None
        found[statement] = Standing(_latest(*latest), nth, already)
    return found


async def append_assessments(
    session: AsyncSession,
    subject: PersonId,
    author: PersonId,
    submission: str,
    given: Sequence[GivenRating],
    standing: Mapping[_Statement, Standing],
    now: datetime,
) -> tuple[Change, ...]:
    """What `record_assessments` does, where both people are held and all that stands in the skills is known already."""
    ratings = {(one.skill, one.statement): one for one in given}
    new = [one for key, one in ratings.items() if not _was_sent(one, standing.get(key))]
    if new:
        await _append(session, _of(subject, author), submission, new, standing, now)
    return tuple(_change(one, standing.get(key)) for key, one in ratings.items())


async def own_ratings(session: AsyncSession, person: PersonId) -> dict[str, dict[str, LatestRating]]:
    """The newest rating that a person gave themselves, by skill and statement."""
    found: dict[str, dict[str, LatestRating]] = {}
    rows = await session.execute(_LATEST.where(*_own(LatestRatingRow, person)))
    for skill, statement, *latest in rows:
        found.setdefault(skill, {})[statement] = _latest(*latest)
    return found


async def own_ratings_of_skill(session: AsyncSession, person: PersonId, skill: str) -> dict[str, LatestRating]:
    """The newest rating that a person gave themselves in one skill, by statement."""
    return await ratings_by(session, person, person, skill)


async def ratings_by(session: AsyncSession, author: PersonId, subject: PersonId, skill: str) -> dict[str, LatestRating]:
    """The newest rating that one person gave another, or themselves, in one skill, by statement."""
    rows = await session.execute(_LATEST_OF_SKILL, {**_of(subject, author), "skill": skill})
    return {statement: _latest(*latest) for _, statement, *latest in rows}


async def own_history(
    session: AsyncSession,
    person: PersonId,
    *,
    skill: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> tuple[Assessment, ...]:
    """What a person said of themselves from `since` up to, not including, `until`, in the order of time."""
    statement = _HISTORY.where(*_own(AssessmentRow, person))
    if skill is not None:
        statement = statement.where(col(AssessmentRow.skill) == skill)
    if since is not None:
        statement = statement.where(col(AssessmentRow.at) >= since)
    if until is not None:
        statement = statement.where(col(AssessmentRow.at) < until)
    return tuple(
        Assessment(person, person, of, said, Rating(rating), _rating(previous), note, locale, source, shown, at)
        for of, said, rating, previous, note, locale, source, shown, at in await session.execute(statement)
    )


async def own_submissions(
    session: AsyncSession, person: PersonId, skill: str, statements: Collection[str]
) -> dict[str, list[Submitted]]:
    """What a person said of themselves about some statements of a skill, each with the newest first."""
    found: dict[str, list[Submitted]] = {}
    rows = await session.execute(
        select(col(AssessmentRow.statement), col(AssessmentRow.submission), col(AssessmentRow.previous))
        .where(
            *_own(AssessmentRow, person),
            col(AssessmentRow.skill) == skill,
            col(AssessmentRow.statement).in_(sorted(statements)),
        )
        .order_by(col(AssessmentRow.statement), col(AssessmentRow.nth).desc())
    )
    for statement, submission, previous in rows:
        found.setdefault(statement, []).append(Submitted(submission, _rating(previous)))
    return found


async def rated_texts(
    session: AsyncSession, tenant: str, skill: str, hashes: Collection[str]
) -> dict[tuple[str, str], str]:
    """The texts of a skill that were rated, by statement and hash."""
    found = await session.execute(
        select(col(RatedTextRow.statement), col(RatedTextRow.hash), col(RatedTextRow.text)).where(
            col(RatedTextRow.tenant) == tenant,
            col(RatedTextRow.skill) == skill,
            col(RatedTextRow.hash).in_(sorted(hashes)),
        )
    )
    return {(statement, digest): text for statement, digest, text in found}


def _of(subject: PersonId, author: PersonId) -> dict[str, str]:
    return {"tenant": subject.tenant, "subject": subject.user, "author": author.user}


def _was_sent(given: GivenRating, standing: Standing | None) -> bool:
    sent = standing.sent if standing else None
    return sent is not None and (sent.rating, sent.note) == (given.rating, storable(given.note))


def _change(given: GivenRating, standing: Standing | None) -> Change:
    if standing is not None and standing.sent is not None and _was_sent(given, standing):
        return Change(given.skill, given.statement, standing.sent.previous, given.rating)
    return Change(given.skill, given.statement, standing.latest.rating if standing else None, given.rating)


async def _append(
    session: AsyncSession,
    whose: Mapping[str, str],
    submission: str,
    new: Sequence[GivenRating],
    standing: Mapping[_Statement, Standing],
    now: datetime,
) -> None:
    latest, assessments, reworded = [], [], []
    for one in new:
        before = standing.get((one.skill, one.statement))
        hashes = one.source_hash, one.shown_hash
        row = {
            **whose,
            "skill": one.skill,
            "statement": one.statement,
            "nth": before.nth + 1 if before else 1,
            "rating": one.rating.value,
            "locale": one.locale,
            "source_hash": hashes[0],
            "shown_hash": hashes[1],
            "at": now,
        }
        latest.append(row)
        previous = before.latest.rating.value if before else None
        assessments.append({**row, "previous": previous, "note": one.note, "submission": submission})
        if before is None or (before.latest.source_hash, before.latest.shown_hash) != hashes:
            reworded.append(one)
    if reworded:  # what was rated before in the same words has them stored
        await insert_missing_rows(session, RatedTextRow, _texts(whose["tenant"], reworded))
    await insert_rows(session, AssessmentRow, assessments)
    await upsert_rows(session, LatestRatingRow, latest)
    if whose["subject"] == whose["author"]:
        await upsert_rows(session, RatedSkillRow, _rated_skills(whose, new, standing, now))


def _rated_skills(
    whose: Mapping[str, str], new: Sequence[GivenRating], standing: Mapping[_Statement, Standing], now: datetime
) -> list[dict[str, object]]:
    """The skills of which something is new, with all ratings that they have now."""
    ratings = {key: one.latest.rating for key, one in standing.items()}
    ratings |= {(one.skill, one.statement): one.rating for one in new}
    rows = []
    for skill in sorted({one.skill for one in new}):
        of_skill = sorted((statement, rating) for (of, statement), rating in ratings.items() if of == skill)
        rows.append(
            {
                "tenant": whose["tenant"],
                "user_id": whose["subject"],
                "skill": skill,
                "consistent": " ".join(one for one, rating in of_skill if rating is Rating.CONSISTENT),
                "others": " ".join(one for one, rating in of_skill if rating is not Rating.CONSISTENT),
                "at": now,
            }
        )
    return rows


def _texts(tenant: str, new: Sequence[GivenRating]) -> list[dict[str, str]]:
    """Sorted, because other people may be rating the same statements at this moment."""
    texts = {}
    for one in new:
        texts[one.skill, one.statement, one.source_hash] = one.source
        texts[one.skill, one.statement, one.shown_hash] = one.shown
    return [
        {"tenant": tenant, "skill": skill, "statement": statement, "hash": digest, "text": text}
        for (skill, statement, digest), text in sorted(texts.items())
    ]


def _own(table: type[AssessmentRow | LatestRatingRow], person: PersonId) -> tuple[ColumnElement[bool], ...]:
    return (
        col(table.tenant) == person.tenant,
        col(table.subject) == person.user,
        col(table.author) == person.user,
    )


def _latest(rating: Any, *of: Any) -> LatestRating:
    return LatestRating(Rating(rating), *of)


def _rating(stored: str | None) -> Rating | None:
    return Rating(stored) if stored else None
