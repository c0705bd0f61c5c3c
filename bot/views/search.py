"""The window in which a skill is looked up, and what its search offers."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.domain.answers import Card, Standing
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, actions, modal, option, section
from bot.views.card import card_parts, personal_blocks
from bot.views.ids import CardRef, Modal
from bot.views.lists import search_field
from bot.views.names import named


def skill_options(skills: Iterable[Skill], t: Translator) -> dict[str, Any]:
    """What a search offers, best first, in the reader's language."""
    return {"options": [option(named(skill.name, t), str(CardRef(skill.slug))) for skill in skills]}


def search_modal(t: Translator, found: Sequence[Block] = ()) -> dict[str, Any]:
    """The window with the search, and below it the card that was chosen."""
    return modal(
        callback_id=Modal.SEARCH,
        # Translators: The title of a window, at most 24 characters.
        title=t.gettext("Look up a skill"),
        close=t.gettext("Close"),
        blocks=[section(render("search/hint", t)), actions(search_field(t)), *found],
    )


def found_blocks(
    card: Card,
    standing: Standing | None,
    t: Translator,
    *,
    can_keep: bool,
    notice: str,
    comments: int = 0,
    helpers: Sequence[str] = (),
) -> list[Block]:
    """A card inside of a window: there is no channel to post it to."""
    parts = card_parts(card, t, can_keep=can_keep, in_channel=False, comments=comments)
    return parts.with_personal(personal_blocks(standing, notice, t, helpers))
