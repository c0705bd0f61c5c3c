"""The discussion of each skill: adding, changing and removing comments, and reading them a page at a time."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.discussion import Comment, CommentPage
from bot.domain.people import PersonId
from bot.storage.people import hold_person
from bot.storage.tables import CommentRow, CommentWordsRow
from bot.storage.upserts import insert_new

_WORDS_OF_COMMENT = and_(
    col(CommentWordsRow.tenant) == col(CommentRow.tenant), col(CommentWordsRow.comment_id) == col(CommentRow.id)
)
_COMMENT = select(
    col(CommentRow.id),
    col(CommentRow.skill),
    col(CommentWordsRow.user_id),
    col(CommentWordsRow.text),
    col(CommentRow.created_at),
    col(CommentWordsRow.edited_at),
).outerjoin(CommentWordsRow, _WORDS_OF_COMMENT)


async def add_comment(
    session: AsyncSession, author: PersonId, comment_id: str, skill: str, text: str, now: datetime
) -> None:
    """Add a comment. Its id is that of the submission that brought it: sent again, it only takes the later text."""
    await hold_person(session, author, now)
    place = {"tenant": author.tenant, "id": comment_id}
    if await insert_new(session, CommentRow, place, skill=skill, created_at=now):
        words = {"tenant": author.tenant, "comment_id": comment_id}
        await insert_new(session, CommentWordsRow, words, user_id=author.user, text=text)
    else:
        await edit_comment(session, author, comment_id, text, now)


async def edit_comment(session: AsyncSession, author: PersonId, comment_id: str, text: str, now: datetime) -> bool:
    """Change a comment's text. False where it isn't this author's, or is there no more."""
    words = col(CommentWordsRow.text)
    edited_at = case((words == text, col(CommentWordsRow.edited_at)), else_=now)  # the same text again is no edit
    changed = (
        update(CommentWordsRow)
        .where(*_words(author.tenant, comment_id), _is_by(author))
        .values(text=text, edited_at=edited_at)
        .returning(col(CommentWordsRow.comment_id))
    )
    return (await session.execute(changed)).first() is not None


async def remove_comment(session: AsyncSession, actor: PersonId, comment_id: str, *, is_admin: bool) -> bool:
    """Remove what a comment says and who said it. False where it isn't the actor's or is gone; an admin removes any."""
    words = delete(CommentWordsRow).where(*_words(actor.tenant, comment_id))
    if not is_admin:
        words = words.where(_is_by(actor))
    return (await session.execute(words.returning(col(CommentWordsRow.comment_id)))).first() is not None


async def load_comment(session: AsyncSession, tenant: str, comment_id: str) -> Comment | None:
    of_id = (col(CommentRow.tenant) == tenant, col(CommentRow.id) == comment_id)
    found = (await session.execute(_COMMENT.where(*of_id))).first()
    return Comment(*found) if found else None


async def comment_page(
    session: AsyncSession, tenant: str, skill: str, limit: int, after: str | None = None
) -> CommentPage:
    """At most `limit` comments of a skill, the newest first; those that follow on the one whose id is `after`.

    What is added or removed meanwhile moves nothing from one page to another.
    """
    statement = _COMMENT.where(col(CommentRow.tenant) == tenant, col(CommentRow.skill) == skill)
    if after is not None:
        last = select(col(CommentRow.created_at)).where(col(CommentRow.tenant) == tenant, col(CommentRow.id) == after)
        at = last.correlate(None).scalar_subquery()
        same_instant = and_(col(CommentRow.created_at) == at, col(CommentRow.id) < after)
        statement = statement.where(or_(col(CommentRow.created_at) < at, same_instant))
    newest_first = (col(CommentRow.created_at).desc(), col(CommentRow.id).desc())
    rows = (await session.execute(statement.order_by(*newest_first).limit(limit + 1))).all()
    return CommentPage(tuple(Comment(*row) for row in rows[:limit]), len(rows) > limit)


async def count_comments(session: AsyncSession, tenant: str, skill: str) -> int:
    """How many comments of a skill say something; those that were removed don't."""
    counted = select(func.count()).select_from(CommentRow).join(CommentWordsRow, _WORDS_OF_COMMENT)
    of_skill = (col(CommentRow.tenant) == tenant, col(CommentRow.skill) == skill)
    return (await session.execute(counted.where(*of_skill))).scalar_one()


def _words(tenant: str, comment_id: str) -> tuple[ColumnElement[bool], ...]:
    return col(CommentWordsRow.tenant) == tenant, col(CommentWordsRow.comment_id) == comment_id


def _is_by(author: PersonId) -> ColumnElement[bool]:
    return col(CommentWordsRow.user_id) == author.user
