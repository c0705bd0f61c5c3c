"""Suggesting a change to a statement."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.discussion import LONGEST_SUGGESTION
from bot.errors import StaleControl
from bot.services.suggesting import suggest_change
from bot.slack.clicks import After, Click, Handler, change, open_view
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import field_errors, window
from bot.views.fields import entered, statement_gone, words_error
from bot.views.ids import Action, Field
from bot.views.suggesting import suggest_modal, suggested_modal


async def open_suggestion(parts: Parts, click: Click) -> After:
    return open_view(parts, click, await _window(parts, click))


async def suggest_from_card(parts: Parts, click: Click, card: Card) -> After:
    await parts.people.require_member(click.act.person)
    return open_view(parts, click, suggest_modal(card.skill, click.t))


async def suggest_in_place(parts: Parts, click: Click) -> After:
    """In place of the details: with them, three windows may lie on each other already, and Slack takes no fourth."""
    return change(parts, click, await _window(parts, click))


async def _window(parts: Parts, click: Click) -> dict[str, Any]:
    await parts.people.require_member(click.act.person)
    return suggest_modal(click.reader.skill(click.value), click.t)


async def submit_suggestion(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Keeps it, and says who will read it. Raises StaleControl, MembersOnly, StorageUnavailable."""
    skill, person = reader.skill(view["private_metadata"]), reader.act.person
    try:
        words, statement = (entered(view["state"]["values"], field) for field in (Field.WORDS, Field.STATEMENT))
    except ValueError as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    if wrong := words_error(words.text, LONGEST_SUGGESTION, reader.t):
        return field_errors({words.block: wrong})
    if not skill.living(statement.text):
        return field_errors({statement.block: statement_gone(reader.t)})
    text = words.text.strip()
    await suggest_change(
        person, view["id"], skill.slug, statement.text, text, parts.people, parts.database, parts.now()
    )
    return window("update", suggested_modal(skill, statement.text, text, reader.t))


SUGGESTING: Mapping[Action, Handler] = {
    Action.SUGGEST_OPEN: open_suggestion,
    Action.DETAILS_SUGGEST: suggest_in_place,
}
