"""A skill's discussion: the window with the comments, and the one in which a comment is changed."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.domain.discussion import LONGEST_COMMENT, Comment, CommentPage
from bot.domain.progress import local_day
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, Element, actions, button, context, divider, modal, mrkdwn, plain, serialised
from bot.views.confirming import confirmed
from bot.views.fields import words_input
from bot.views.helping import offer_button
from bot.views.ids import Action, Modal, nth
from bot.views.memory import remembered
from bot.views.names import title_blocks


@dataclass(frozen=True, slots=True)
class CommentsState:
    """What the window has to know when something is clicked in it.

    `after` is the comment that the page follows on, empty on the first one. `turn` counts what was added in this
    window, so that each addition is one of its own. While a comment is changed, `comment` is its id and `window` the
    id of the view below.
    """

    skill: str
    after: str = ""
    turn: int = 0
    comment: str = ""
    window: str = ""

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "CommentsState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)

    def at(self, after: str) -> "CommentsState":
        return replace(self, after=after)

    def after_adding(self) -> "CommentsState":
        """The newest page, on which what was added stands, with an empty field."""
        return replace(self, after="", turn=self.turn + 1)

    def changing(self, comment: str, window: str) -> "CommentsState":
        return replace(self, comment=comment, window=window)


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Whoever reads the comments. `zone` is an IANA name."""

    user: str
    can_write: bool
    is_admin: bool
    zone: str | None


def comments_modal(
    skill: Skill, page: CommentPage, state: CommentsState, reader: Onlooker, t: Translator
) -> dict[str, Any]:
    """One page of the comments, the newest first, under the field for another one."""
    return modal(
        callback_id=Modal.COMMENTS,
        title=comments_title(t),
        # Translators: The button that adds a comment, at most 24 characters.
        submit=t.gettext("Add comment") if reader.can_write else None,
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(skill.name, t),
            *(_writing(skill, state, t) if reader.can_write else [context(plain(_for_reading(t)))]),
            divider(),
            *_comments(page, reader, t),
            *_paging(page, state, t),
        ],
        state=state.dump(),
    )


def comments_title(t: Translator) -> str:
    # Translators: A button, and the title of a window, at most 24 characters.
    return t.gettext("Comments")


def change_modal(comment: Comment, state: CommentsState, t: Translator) -> dict[str, Any]:
    """The reader's own comment, to be changed."""
    return modal(
        callback_id=Modal.COMMENT,
        # Translators: The title of a window, and a button, at most 24 characters.
        title=t.gettext("Edit comment"),
        # Translators: The button that saves what was entered, at most 24 characters.
        submit=t.gettext("Save"),
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        close=t.gettext("Cancel"),
        blocks=[words_input("comment", _label(t), LONGEST_COMMENT, written=comment.text or ""), _who_sees(t)],
        state=state.dump(),
    )


def _writing(skill: Skill, state: CommentsState, t: Translator) -> Iterator[Block]:
    yield words_input(f"comment {state.turn}", _label(t), LONGEST_COMMENT)
    yield _who_sees(t)
    suggest = button(t.gettext("Suggest a change"), Action.SUGGEST_OPEN, skill.slug)
    yield actions(suggest, offer_button(skill.slug, t))


def _label(t: Translator) -> str:
    # Translators: What stands over the field for a comment.
    return t.gettext("Your comment")


def _who_sees(t: Translator) -> Block:
    return context(plain(t.gettext("Everybody in this workspace can read it, with your name and the date.")))


def _for_reading(t: Translator) -> str:
    return t.gettext("Everybody in this workspace can read these comments. Guests can't add any.")


def _comments(page: CommentPage, reader: Onlooker, t: Translator) -> Iterator[Block]:
    if not page.comments:
        yield context(plain(t.gettext("Nobody has commented yet.")))
    for comment in page.comments:
        yield from _comment(comment, reader, t)


def _comment(comment: Comment, reader: Onlooker, t: Translator) -> Iterator[Block]:
    date = t.date(local_day(comment.created_at, reader.zone))
    if comment.text is None:
        # Translators: In place of a comment that was removed. %(date)s is when it was written, in digits.
        yield context(plain(t.gettext("A comment of %(date)s was removed.", date=date)))
        return
    edited = t.date(local_day(comment.edited_at, reader.zone)) if comment.edited_at else None
    yield context(mrkdwn(render("comments/by", t, author=comment.author, date=date, edited=edited)))
    yield {"type": "section", "text": plain(comment.text)}
    if controls := list(_controls(comment, reader, t)):
        yield actions(*controls)


def _controls(comment: Comment, reader: Onlooker, t: Translator) -> Iterator[Element]:
    is_own = comment.author == reader.user
    if reader.can_write and is_own:
        yield button(t.gettext("Edit comment"), Action.COMMENTS_EDIT, comment.id)
    if reader.can_write and (is_own or reader.is_admin):
        # Translators: A button, at most 24 characters.
        remove = t.gettext("Remove comment")
        gone = t.gettext("The comment will be gone for everybody, and a line will say that one was removed.")
        yield confirmed(button(remove, Action.COMMENTS_REMOVE, comment.id), gone, remove, t)


def _paging(page: CommentPage, state: CommentsState, t: Translator) -> Iterator[Block]:
    controls = []
    if state.after:
        controls.append(button(t.gettext("Show the newest"), nth(Action.COMMENTS_PAGE, "newest"), "newest"))
    if page.has_more:
        older = f"after {page.comments[-1].id}"
        controls.append(button(t.gettext("Show older"), nth(Action.COMMENTS_PAGE, "older"), older))
    if controls:
        yield actions(*controls)


def page_after(value: str) -> str:
    """The comment that the page which a button leads to follows on, empty for the first page."""
    return value.partition(" ")[2]
