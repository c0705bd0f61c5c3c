"""Telling a team that a level was reached: the preview that says where, and the message itself."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.domain.answers import Card
from bot.errors import RungError
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, Element, actions, button, context, divider, modal, plain, section, serialised
from bot.views.controls import ref_of
from bot.views.errors import error_blocks
from bot.views.ids import Action, CardRef, Modal
from bot.views.memory import remembered
from bot.views.names import named


@dataclass(frozen=True, slots=True)
class TellState:
    """What the preview has to know when it is confirmed: the level, as a card, and the channel, empty at first."""

    card: str
    channel: str = ""

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "TellState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)

    def to(self, channel: str) -> "TellState":
        return replace(self, channel=channel)

    @property
    def ref(self) -> CardRef:
        return CardRef.parse(self.card)


def tell_button(card: Card, t: Translator) -> Element:
    # Translators: A button that leads to a message by which somebody tells a channel which level they have reached.
    return button(t.gettext("Tell a team"), Action.TELL_OPEN, str(ref_of(card)))


def tell_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Tell a team")


def told_blocks(card: Card, person: str, channel_t: Translator) -> list[Block]:
    """What everybody in the channel gets, in its language: the level, and nothing else of the person."""
    names = {part: named(getattr(card, part).name, channel_t) for part in ("level", "skill", "role")}
    return [
        section(render("telling/told", channel_t, person=person, **names)),
        # Translators: Below a message by which somebody tells a channel which level they have reached.
        context(plain(channel_t.gettext("Told by their own click. Rung tells nothing of anybody by itself."))),
    ]


def tell_modal(
    state: TellState,
    card: Card,
    t: Translator,
    posted: list[Block] | None = None,
    problem: RungError | None = None,
    *,
    is_shared: bool = False,
) -> dict[str, Any]:
    """Asks for a channel, and says exactly what will be posted there, or why nothing can be.

    `is_shared`: people of another company are in it.
    """
    intro = render("telling/intro", t, level=named(card.level.name, t), skill=named(card.skill.name, t))
    others = t.gettext("People of another company are in this channel, or are invited to it. They'll see it too.")
    where = [section(render("post/where", t, channel=state.channel)), *([context(plain(others))] if is_shared else [])]
    return modal(
        callback_id=Modal.TELL,
        title=tell_title(t),
        submit=t.gettext("Post") if posted else None,
        close=t.gettext("Cancel"),
        blocks=[
            section(intro),
            actions(_channels(state.channel, t)),
            *([*where, divider(), *posted] if posted else []),
            *(error_blocks(problem, t, None) if problem else []),
        ],
        state=state.dump(),
    )


def chosen_channel(view: Mapping[str, Any]) -> str:
    """What the menu of the window says, which is newer than its state where the two differ; empty for nothing."""
    entered = ((view.get("state") or {}).get("values") or {}).values()
    fields = (block[Action.TELL_CHANNEL] for block in entered if Action.TELL_CHANNEL in block)
    return next((str(field.get("selected_conversation") or "") for field in fields), "")


def _channels(chosen: str, t: Translator) -> Element:
    menu: Element = {
        "type": "conversations_select",
        "action_id": Action.TELL_CHANNEL,
        # Translators: The placeholder of a menu with the names of channels.
        "placeholder": plain(t.gettext("Choose a channel")),
        "filter": {"include": ["public", "private"], "exclude_bot_users": True},
    }
    return {**menu, "initial_conversation": chosen} if chosen else menu
