"""Everything of one person at once: read for an export, or erased."""

from datetime import date, time

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, or_, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from bot.domain.people import PersonId
from bot.domain.personal import Rows
from bot.storage.announcing import Matter, announce
from bot.storage.tables import AssessmentRow, CommentRow, CommentWordsRow, PersonRow, RatedTextRow

PERSON_COLUMNS = ("user_id", "subject", "author", "viewer")  # in any table, these name a person


async def erase_person(session: AsyncSession, person: PersonId) -> bool:
    """Erase all that is stored of a person; whether there was anything.

    All of it hangs on one row. A comment's place in a discussion stays, and is shown as removed.
    """
    await announce(session, Matter.PROFILE, person.tenant, person.user)
    await announce(session, Matter.OFFERS, person.tenant, "")
    of_person = (col(PersonRow.tenant) == person.tenant, col(PersonRow.user_id) == person.user)
    erased = await session.execute(delete(PersonRow).where(*of_person).returning(col(PersonRow.user_id)))
    return erased.first() is not None


async def everything_of(session: AsyncSession, person: PersonId) -> dict[str, Rows]:
    """All that is stored of a person as plain data, by table: times in ISO 8601, in UTC.

    A table that is added later is in it by itself. The texts that were rated and the places of the comments, which
    are nobody's, come along, because without them the rest can't be read.
    """
    found = {table.name: await _rows_of(session, table, person) for table in personal_tables()}
    found[str(RatedTextRow.__tablename__)] = await _read(session, _rated_texts(person))
    found[str(CommentRow.__tablename__)] = await _read(session, _places_of_comments(person))
    return found


async def counts_of(session: AsyncSession, person: PersonId) -> dict[str, int]:
    """How many rows of each personal table are about a person or by them."""
    counted = {}
    for table in personal_tables():
        of_person = select(func.count()).select_from(table).where(_is_of(table, person))
        counted[table.name] = (await session.execute(of_person)).scalar_one()
    return counted


def personal_tables() -> list[Table]:
    """The tables whose rows are somebody's."""
    return [table for table in SQLModel.metadata.sorted_tables if set(PERSON_COLUMNS) & set(table.columns.keys())]


async def _rows_of(session: AsyncSession, table: Table, person: PersonId) -> Rows:
    return await _read(session, select(table).where(_is_of(table, person)))


def _is_of(table: Table, person: PersonId) -> ColumnElement[bool]:
    names = [table.c[name] == person.user for name in PERSON_COLUMNS if name in table.c]
    return and_(table.c.tenant == person.tenant, or_(*names))


def _rated_texts(person: PersonId) -> Select[tuple[object, ...]]:
    theirs = (
        col(AssessmentRow.tenant) == person.tenant,
        or_(col(AssessmentRow.subject) == person.user, col(AssessmentRow.author) == person.user),
    )
    statement = (col(AssessmentRow.skill), col(AssessmentRow.statement))
    # From the assessments to their texts: a tenant's texts are many, a person's assessments few.
    rated = union(
        *(
            select(*statement, digest.label("hash")).where(*theirs)
            for digest in (col(AssessmentRow.source_hash), col(AssessmentRow.shown_hash))
        )
    ).subquery()
    return select(_table(RatedTextRow)).join(
        rated,
        and_(
            col(RatedTextRow.tenant) == person.tenant,
            col(RatedTextRow.skill) == rated.c.skill,
            col(RatedTextRow.statement) == rated.c.statement,
            col(RatedTextRow.hash) == rated.c.hash,
        ),
    )


def _places_of_comments(person: PersonId) -> Select[tuple[object, ...]]:
    theirs = select(col(CommentWordsRow.comment_id)).where(
        col(CommentWordsRow.tenant) == person.tenant, col(CommentWordsRow.user_id) == person.user
    )
    return select(_table(CommentRow)).where(col(CommentRow.tenant) == person.tenant, col(CommentRow.id).in_(theirs))


async def _read(session: AsyncSession, statement: Select[tuple[object, ...]]) -> Rows:
    """In the order of the primary key, which is the first of the columns."""
    rows = (await session.execute(statement.order_by(*statement.selected_columns))).mappings()
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: date | time | str | int | None) -> str | int | None:
    return value.isoformat() if isinstance(value, date | time) else value


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]
