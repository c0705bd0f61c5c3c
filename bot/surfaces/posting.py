"""A card for a channel: what is previewed is what is posted."""

from typing import Any

from bot.domain.answers import Card
from bot.i18n.translator import Translator
from bot.services.languages import Languages
from bot.views.message import message
from bot.views.posting import PostState, posted_blocks, preview_modal


def preview(
    state: PostState, card: Card, person: str, t: Translator, languages: Languages, command: str
) -> dict[str, Any]:
    """The window that shows the card as the channel will get it."""
    posted = posted_blocks(card, languages.for_channel(state.language), person, command)
    return preview_modal(state, posted, t, languages.offered)


def channel_message(state: PostState, card: Card, person: str, languages: Languages, command: str) -> dict[str, Any]:
    """The message for everybody, for a response_url."""
    posted = posted_blocks(card, languages.for_channel(state.language), person, command)
    return {"response_type": "in_channel", "replace_original": False, **message(posted)}
