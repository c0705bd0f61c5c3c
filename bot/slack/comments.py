"""The discussion of a skill: opening and paging it, adding, changing and removing comments."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.discussion import LONGEST_COMMENT
from bot.errors import SlackRefused, StaleControl
from bot.services.discussing import change_comment, comment_on, own_comment, read_comments, take_comment_away
from bot.slack.clicks import After, Click, Handler, change, open_view
from bot.slack.errors import afterwards
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, field_errors, window
from bot.views.comments import CommentsState, Onlooker, change_modal, comments_modal, comments_title, page_after
from bot.views.fields import Entered, entered, words_error
from bot.views.ids import Action, CardRef, Field


async def comments_on(parts: Parts, reader: Reader, card: Card) -> int:
    """How many comments a card tells of; none to those who can't read them."""
    return 0 if reader.member.user.is_stranger else await parts.comments.of(reader.act.person.tenant, card.skill.slug)


async def open_comments(parts: Parts, click: Click) -> After:
    state = CommentsState(click.reader.card(CardRef.parse(click.value)).skill.slug)
    return open_over(parts, click, comments_title(click.t), _window(parts, click.reader, state))


async def turn_page(parts: Parts, click: Click) -> After:
    state = CommentsState.load(click.state).at(page_after(click.value))
    return change(parts, click, await _window(parts, click.reader, state))


async def edit(parts: Parts, click: Click) -> After:
    """On top of the comments, so that what is being written there stays."""
    state = CommentsState.load(click.state).changing(click.value, click.act.view_id)
    comment = await own_comment(click.act.person, click.value, parts.people, parts.database)
    return open_view(parts, click, change_modal(comment, state, click.t))


async def remove(parts: Parts, click: Click) -> After:
    state = CommentsState.load(click.state)
    await take_comment_away(click.act.person, click.value, parts.people, parts.database)
    parts.comments.forget(click.act.person.tenant, state.skill)
    return change(parts, click, await _window(parts, click.reader, state))


async def submit_comment(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Adds, and shows it in the same window. Raises StaleControl, MembersOnly, StorageUnavailable."""
    state, written = _submitted(view)
    if wrong := words_error(written.text, LONGEST_COMMENT, reader.t):
        return field_errors({written.block: wrong})
    person, skill = reader.act.person, reader.skill(state.skill).slug
    comment_id = f"{view['id']}-{state.turn}"
    await comment_on(person, comment_id, skill, written.text.strip(), parts.people, parts.database, parts.now())
    parts.comments.forget(person.tenant, skill)
    return window("update", await _window(parts, reader, state.after_adding()))


async def submit_change(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Changes, closes its window and shows it in the one below. Raises what `submit_comment` does, NotYourComment."""
    state, written = _submitted(view)
    if wrong := words_error(written.text, LONGEST_COMMENT, reader.t):
        return field_errors({written.block: wrong})
    author, text = reader.act.person, written.text.strip()
    await change_comment(author, state.comment, text, parts.people, parts.database, parts.now())
    afterwards(parts, reader.act, _show_below(parts, reader, state))
    return acknowledged()


async def _show_below(parts: Parts, reader: Reader, state: CommentsState) -> None:
    below = await _window(parts, reader, state.changing("", ""))
    try:
        await parts.slack(reader.act.tenant).do("views.update", view_id=state.window, view=below)
    except SlackRefused as refused:
        if refused.error != "not_found":  # it was closed meanwhile
            raise


def _submitted(view: Mapping[str, Any]) -> tuple[CommentsState, Entered]:
    try:
        return CommentsState.load(view["private_metadata"]), entered(view["state"]["values"], Field.WORDS)
    except ValueError as error:
        raise StaleControl(f"not a window of this version: {error}") from error


async def _window(parts: Parts, reader: Reader, state: CommentsState) -> dict[str, Any]:
    skill, person, user = reader.skill(state.skill), reader.act.person, reader.member.user
    page = await read_comments(person, skill.slug, state.after, parts.people, parts.database)
    onlooker = Onlooker(person.user, reader.can_keep, user.is_admin, user.timezone)
    return comments_modal(skill, page, state, onlooker, reader.t)


COMMENTING: Mapping[Action, Handler] = {
    Action.COMMENTS_OPEN: open_comments,
    Action.COMMENTS_PAGE: turn_page,
    Action.COMMENTS_EDIT: edit,
    Action.COMMENTS_REMOVE: remove,
}
