"""A skill's discussion inside the workspace: reading it, adding to it, and how much there is."""

from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.discussion import Comment, CommentPage
from bot.domain.people import PersonId
from bot.errors import NotYourComment
from bot.services.people import DOUBT_DATABASE, People
from bot.services.remembering import Remembered
from bot.storage.comments import (
    add_comment,
    comment_page,
    count_comments,
    edit_comment,
    load_comment,
    remove_comment,
)
from bot.storage.engine import Database

COMMENTS_A_PAGE = 10
COUNT_BELIEVED = 60.0  # seconds: another process may add a comment


class _Discussed(NamedTuple):
    tenant: str
    skill: str


class CommentCounts:
    """How many comments each skill has, remembered for a short while; where it isn't known in time, none."""

    def __init__(
        self,
        database: Database,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
        patience: float,
    ) -> None:
        """`now` gives seconds on a clock that never goes back; `patience` is for how many a card waits."""

        async def count(discussed: _Discussed) -> int:
            async with database.reading() as session:
                return await count_comments(session, *discussed)

        self._counts = Remembered(count, 0, spawn, now, patience=patience, doubt=DOUBT_DATABASE, life=COUNT_BELIEVED)

    async def of(self, tenant: str, skill: str) -> int:
        return await self._counts.patiently(_Discussed(tenant, skill))

    def forget(self, tenant: str, skill: str) -> None:
        """It has changed."""
        self._counts.forget(_Discussed(tenant, skill))

    def forget_all(self) -> None:
        """Somebody's comments are gone, wherever they were."""
        self._counts.forget_all()


async def read_comments(person: PersonId, skill: str, after: str, people: People, database: Database) -> CommentPage:
    """One page, the newest first; the one after the comment of the id `after`, where that isn't empty.

    Raises ColleaguesOnly, StorageUnavailable.
    """
    await people.require_colleague(person)
    async with database.reading() as session:
        return await comment_page(session, person.tenant, skill, COMMENTS_A_PAGE, after or None)


async def comment_on(
    author: PersonId, comment_id: str, skill: str, text: str, people: People, database: Database, now: datetime
) -> None:
    """Add a comment; the same id again adds none. Raises MembersOnly, StorageUnavailable."""
    await people.require_member(author)
    await database.write(lambda session: add_comment(session, author, comment_id, skill, text, now))


async def own_comment(author: PersonId, comment_id: str, people: People, database: Database) -> Comment:
    """The comment, to be changed by who wrote it. Raises MembersOnly, NotYourComment, StorageUnavailable."""
    await people.require_member(author)
    async with database.reading() as session:
        found = await load_comment(session, author.tenant, comment_id)
    if found is None or found.author != author.user:
        raise NotYourComment
    return found


async def change_comment(
    author: PersonId, comment_id: str, text: str, people: People, database: Database, now: datetime
) -> None:
    """Raises MembersOnly, NotYourComment, StorageUnavailable."""
    await people.require_member(author)
    if not await database.write(lambda session: edit_comment(session, author, comment_id, text, now)):
        raise NotYourComment


async def take_comment_away(actor: PersonId, comment_id: str, people: People, database: Database) -> None:
    """Remove the actor's own comment, or any where the actor is an admin; one that is gone stays gone.

    Raises MembersOnly, NotYourComment, StorageUnavailable.
    """
    await people.require_member(actor)
    is_admin = (await people.member(actor)).user.is_admin

    async def take_away(session: AsyncSession) -> Comment | None:
        if await remove_comment(session, actor, comment_id, is_admin=is_admin):
            return None
        return await load_comment(session, actor.tenant, comment_id)

    left = await database.write(take_away)
    if left is not None and not left.is_removed:
        raise NotYourComment
