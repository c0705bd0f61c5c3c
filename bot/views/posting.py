"""Posting a card to a channel: the preview that says who will see it, and the message itself."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from bot.domain.answers import Card
from bot.i18n.translator import Translator, own_name
from bot.text.templates import render
from bot.views.blocks import (
    Block,
    actions,
    context,
    divider,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    select,
    serialised,
)
from bot.views.card import card_parts
from bot.views.controls import ref_of
from bot.views.ids import Action, CardRef, Modal

SHARED_CHANNELS = ("C", "G")


@dataclass(frozen=True, slots=True)
class PostState:
    """What the preview has to know when it is confirmed. `language` is the one that the card will be posted in."""

    card: str
    channel: str
    response_url: str
    language: str

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "PostState":
        """Raises ValueError for anything that `dump` didn't make."""
        kept = json.loads(text)
        if not isinstance(kept, dict) or kept.keys() != {each.name for each in fields(cls)}:
            raise ValueError(f"not the state of a preview: {text[:80]}")
        return cls(**{name: str(value) for name, value in kept.items()})

    def speaking(self, language: str) -> "PostState":
        return replace(self, language=language)

    @property
    def ref(self) -> CardRef:
        return CardRef.parse(self.card)


def post_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Post to channel")


def chosen_language(view: Mapping[str, Any]) -> str | None:
    """What the menu of the preview says, which is newer than its state where the two differ."""
    entered = ((view.get("state") or {}).get("values") or {}).values()
    fields = (block[Action.POST_LANGUAGE] for block in entered if Action.POST_LANGUAGE in block)
    options = (field.get("selected_option") for field in fields)
    return next((str(option["value"]) for option in options if option), None)


def posted_blocks(card: Card, channel_t: Translator, person: str, command: str) -> list[Block]:
    """The card as everybody gets it: in the channel's language, nothing personal, and who posted it."""
    ref = ref_of(card)
    typed = f"{command} {ref.skill} {ref.level}"
    by = render("post/by", channel_t, person=person, command=typed)
    return [*card_parts(card, channel_t).public, context(mrkdwn(by))]


def preview_modal(state: PostState, posted: list[Block], t: Translator, languages: tuple[str, ...]) -> dict[str, Any]:
    """What will be posted and where, before anything is public; and in which language."""
    channel = state.channel if state.channel.startswith(SHARED_CHANNELS) else None
    options = [option(own_name(code), code) for code in languages]
    return modal(
        callback_id=Modal.POST,
        title=post_title(t),
        # Translators: The button that posts, at most 24 characters.
        submit=t.gettext("Post"),
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        close=t.gettext("Cancel"),
        blocks=[
            section(render("post/where", t, channel=channel)),
            actions(select(Action.POST_LANGUAGE, t.gettext("Choose a language"), options, state.language)),
            context(plain(t.gettext("Rung remembers this language for the channel."))),
            divider(),
            *posted,
        ],
        state=state.dump(),
    )
