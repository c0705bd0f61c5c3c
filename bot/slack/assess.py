"""Rating oneself: opening the window, keeping what is typed into it, and recording it."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.questionnaires import Entered, Typed
from bot.errors import StaleControl
from bot.services.assessing import keep_typed, open_questionnaire, submit_ratings
from bot.services.choosing import set_level
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import field_errors, window
from bot.views.assess import (
    AssessState,
    assess_modal,
    assess_title,
    drawn_in,
    moved_modal,
    note_errors,
    recorded_modal,
    typed_in,
)
from bot.views.ids import Action, CardRef
from bot.views.paging import page_of


async def open_assess(parts: Parts, click: Click) -> After:
    card = click.reader.card(CardRef.parse(click.value))
    await parts.people.require_member(click.act.person)
    return _open(parts, click, card)


async def _open(parts: Parts, click: Click, card: Card) -> None:
    await open_over(parts, click, assess_title(click.t), _window(parts, click.reader, card))


async def open_window(parts: Parts, reader: Reader, card: Card) -> None:
    """The same for a command, which carries a trigger too."""
    await open_by_command(parts, reader.act, reader.t, assess_title(reader.t), _window(parts, reader, card))


async def _window(parts: Parts, reader: Reader, card: Card, page: int = 0) -> dict[str, Any]:
    profile = reader.member.profile
    asked = await open_questionnaire(reader.act.person, card, profile, parts.database)
    return assess_modal(asked, reader.t, page)


async def keep_rating(parts: Parts, click: Click) -> None:
    """Each choice and each word is kept at once: a closed window has no memory of its own."""
    await _keep(parts, click, typed_in(click.entered))


async def open_note(parts: Parts, click: Click) -> After:
    typed = typed_in(click.entered)
    card = await _keep(parts, click, Typed(typed.ratings, typed.notes, typed.noted | {click.value}))
    return _show_page(parts, click, card, AssessState.load(click.state).page)


async def turn_page(parts: Parts, click: Click) -> After:
    page, _ = page_of(click.value)
    return _show_page(parts, click, await _keep(parts, click, typed_in(click.entered)), page)


async def move_up(parts: Parts, click: Click) -> After:
    """The person takes the level that was proposed."""
    card = click.reader.card(CardRef.parse(click.value))
    skill, role = card.skill.slug, card.role.id
    await set_level(click.act.person, skill, role, card.level.id, parts.people, parts.database, parts.now())
    parts.homes.refresh(click.act.person)
    return change(parts, click, moved_modal(card, click.t))


async def _keep(parts: Parts, click: Click, typed: Typed) -> Card:
    card = click.reader.card(AssessState.load(click.state).ref)
    window = Entered(click.act.view_id, typed, drawn_in(click.drawn))
    async with click.turn.keeping() as is_newest:
        person, people, database = click.act.person, parts.people, parts.database
        await keep_typed(person, card, window, people, database, parts.now(), is_newest=is_newest)
    parts.homes.refresh(click.act.person)
    return card


async def _show_page(parts: Parts, click: Click, card: Card, page: int) -> None:
    await change(parts, click, await _window(parts, click.reader, card, page))


async def submit_assess(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Records, and says in the same window what was stored. Raises StaleControl, MembersOnly, StorageUnavailable."""
    try:
        state = AssessState.load(view["private_metadata"])
        card = reader.card(state.ref)
        entered = Entered(view["id"], typed_in(view["state"]["values"]), drawn_in(view.get("blocks") or ()))
    except ValueError as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    if errors := note_errors(entered.typed, reader.t):
        return field_errors(errors)
    if state.is_reworded(card.skill):
        return window("update", await _ask_again(parts, reader, card, entered, state.page))
    person, languages = reader.act.person, state.languages or reader.t.locale.content
    recorded = await submit_ratings(person, card, entered, languages, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    return window("update", recorded_modal(recorded, reader.t))


async def _ask_again(parts: Parts, reader: Reader, card: Card, entered: Entered, page: int) -> dict[str, Any]:
    """A rating is about the text that was read: where that has changed, the window shows the new one first."""
    person, profile = reader.act.person, reader.member.profile
    await keep_typed(person, card, entered, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    asked = await open_questionnaire(person, card, profile, parts.database)
    return assess_modal(asked, reader.t, page, is_reworded=True)


ASSESSING: Mapping[Action, Handler] = {
    Action.ASSESS_OPEN: open_assess,
    Action.ASSESS_RATING: keep_rating,
    Action.ASSESS_NOTE_TEXT: keep_rating,
    Action.ASSESS_NOTE: open_note,
    Action.ASSESS_PAGE: turn_page,
    Action.ASSESS_MOVE: move_up,
}
