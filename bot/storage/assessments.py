"""Recording assessments, and reading them: the newest ratings, the history, and the texts that were rated."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.assessments import Assessment, Change, GivenRating, LatestRating, Rating
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import AssessmentRow, LatestRatingRow, RatedTextRow
from bot.storage.typed import storable
from bot.storage.upserts import insert_missing_rows, insert_rows, upsert_rows

_Statement = tuple[str, str]  # the slug of a skill, and an id within it


@dataclass(frozen=True, slots=True)
class _Known:
    """What is stored of a statement before a submission. `sent` is what the same submission brought already."""

    nth: int
    rating: Rating
    sent: "_Sent | None"


@dataclass(frozen=True, slots=True)
class _Sent:
    rating: Rating
    note: str
    previous: Rating | None


# The newest rating of some statements, each with what one submission has added to it, if anything.
_KNOWN = (
    select(
        col(LatestRatingRow.skill),
        col(LatestRatingRow.statement),
        col(LatestRatingRow.nth),
        col(LatestRatingRow.rating),
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
    .where(
        col(LatestRatingRow.tenant) == bindparam("tenant"),
        col(LatestRatingRow.subject) == bindparam("subject"),
        col(LatestRatingRow.author) == bindparam("author"),
        col(LatestRatingRow.skill).in_(bindparam("skills", expanding=True)),
        col(LatestRatingRow.statement).in_(bindparam("statements", expanding=True)),
    )
    .order_by(col(AssessmentRow.nth))
)

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
    col(LatestRatingRow.subject) == bindparam("person"),
    col(LatestRatingRow.author) == bindparam("person"),
    col(LatestRatingRow.skill) == bindparam("skill"),
)
_BROUGHT = select(col(AssessmentRow.statement)).where(
    col(AssessmentRow.tenant) == bindparam("tenant"),
    col(AssessmentRow.subject) == bindparam("person"),
    col(AssessmentRow.author) == bindparam("person"),
    col(AssessmentRow.skill) == bindparam("skill"),
    col(AssessmentRow.submission) == bindparam("submission"),
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
    if not given:
        return ()
    for person in sorted({subject, author}, key=lambda one: (one.tenant, one.user)):
        await hold_person(session, person, now)
    ratings = {(one.skill, one.statement): one for one in given}
    known = await _known(session, _of(subject, author), submission, ratings)
    new = [one for key, one in ratings.items() if not _was_sent(one, known.get(key))]
    if new:
        await _append(session, _of(subject, author), submission, new, known, now)
    return tuple(_change(one, known.get(key)) for key, one in ratings.items())


async def own_ratings(session: AsyncSession, person: PersonId) -> dict[str, dict[str, LatestRating]]:
    """The newest rating that a person gave themselves, by skill and statement."""
    found: dict[str, dict[str, LatestRating]] = {}
    rows = await session.execute(_LATEST.where(*_own(LatestRatingRow, person)))
    for skill, statement, latest in _latest(rows):
        found.setdefault(skill, {})[statement] = latest
    return found


async def own_ratings_of_skill(session: AsyncSession, person: PersonId, skill: str) -> dict[str, LatestRating]:
    """The newest rating that a person gave themselves in one skill, by statement."""
    values = {"tenant": person.tenant, "person": person.user, "skill": skill}
    found = _latest(await session.execute(_LATEST_OF_SKILL, values))
    return {statement: latest for _, statement, latest in found}


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


async def brought_by(session: AsyncSession, person: PersonId, skill: str, submission: str) -> frozenset[str]:
    """The statements of a skill that one submission of a person rated."""
    values = {"tenant": person.tenant, "person": person.user, "skill": skill, "submission": submission}
    return frozenset((await session.execute(_BROUGHT, values)).scalars())


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


async def _known(
    session: AsyncSession, whose: Mapping[str, str], submission: str, wanted: Collection[_Statement]
) -> dict[_Statement, _Known]:
    skills, statements = (sorted(set(ids)) for ids in zip(*wanted, strict=True))
    values = {**whose, "submission": submission, "skills": skills, "statements": statements}
    found = {}
    for skill, statement, nth, rating, sent, note, previous in await session.execute(_KNOWN, values):
        already = _Sent(Rating(sent), note, _rating(previous)) if sent else None
        found[skill, statement] = _Known(nth, Rating(rating), already)
    return found


def _was_sent(given: GivenRating, known: _Known | None) -> bool:
    sent = known.sent if known else None
    return sent is not None and (sent.rating, sent.note) == (given.rating, storable(given.note))


def _change(given: GivenRating, known: _Known | None) -> Change:
    if known is not None and known.sent is not None and _was_sent(given, known):
        return Change(given.skill, given.statement, known.sent.previous, given.rating)
    return Change(given.skill, given.statement, known.rating if known else None, given.rating)


async def _append(
    session: AsyncSession,
    whose: Mapping[str, str],
    submission: str,
    new: Sequence[GivenRating],
    known: Mapping[_Statement, _Known],
    now: datetime,
) -> None:
    latest, assessments = [], []
    for one in new:
        before = known.get((one.skill, one.statement))
        row = {
            **whose,
            "skill": one.skill,
            "statement": one.statement,
            "nth": before.nth + 1 if before else 1,
            "rating": one.rating.value,
            "locale": one.locale,
            "source_hash": one.source_hash,
            "shown_hash": one.shown_hash,
            "at": now,
        }
        latest.append(row)
        previous = before.rating.value if before else None
        assessments.append({**row, "previous": previous, "note": one.note, "submission": submission})
    await insert_missing_rows(session, RatedTextRow, _texts(whose["tenant"], new))
    await insert_rows(session, AssessmentRow, assessments)
    await upsert_rows(session, LatestRatingRow, latest)


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


def _latest(rows: Iterable[Any]) -> Iterator[tuple[str, str, LatestRating]]:
    """Skill, statement and rating."""
    for skill, statement, rating, locale, source_hash, shown_hash, at in rows:
        yield skill, statement, LatestRating(Rating(rating), locale, source_hash, shown_hash, at)


def _rating(stored: str | None) -> Rating | None:
    return Rating(stored) if stored else None
