"""The controls of a card: pickers that change it in place, and what can be done with it."""

from collections.abc import Iterable
from typing import Any

from bot.domain.answers import Card
from bot.domain.skills import Role
from bot.i18n.translator import Translator
from bot.views.blocks import OPTIONS_LIMIT, Block, Element, actions, button, option, overflow, plain, select
from bot.views.ids import Action, CardRef, More, block_of_ref
from bot.views.names import named


def ref_of(card: Card) -> CardRef:
    return CardRef(card.skill.slug, card.role.id, card.level.id)


def card_controls(
    card: Card, t: Translator, *, can_keep: bool, in_channel: bool = True, comments: int = 0
) -> list[Block]:
    """All of them; less what would keep something of a guest, or post from where there is no channel."""
    ref = ref_of(card)
    more = []
    if can_keep:
        more.append(option(t.gettext("Grow in this"), f"{More.GROW} {ref}"))
        more.append(option(t.gettext("Set as my level"), f"{More.SET_LEVEL} {ref}"))
    more.append(option(t.gettext("Send me a copy"), f"{More.COPY} {ref}"))
    if in_channel:
        more.append(option(t.gettext("Post to channel"), f"{More.POST} {ref}"))
    if can_keep:
        more.append(option(t.gettext("Suggest a change"), f"{More.SUGGEST} {ref}"))
    buttons = [levels_button(card, t), comments_button(card, t, comments)]
    if can_keep:
        buttons.insert(0, rate_button(card, t))
    return [card_pickers(card, t), actions(*buttons, overflow(Action.CARD_MORE, more))]


def comments_button(card: Card, t: Translator, count: int) -> Element:
    """The way to the discussion; `count` is how many comments there are, 0 too where that isn't known."""
    # Translators: A button, and the title of a window, at most 24 characters.
    label = t.gettext("Comments")
    if count:
        # Translators: A button, at most 30 characters. %(n)s is how many comments there are.
        label = t.gettext("Comments (%(n)s)", n=t.number(count))
    return button(label, Action.COMMENTS_OPEN, str(ref_of(card)))


def card_pickers(card: Card, t: Translator, *, chosen: bool = True) -> Block:
    """A menu of the levels, and one of the roles where there are several; with the card's own chosen or none."""
    ref = ref_of(card)
    levels = card.skill.ladder.levels
    options = [option(named(level.name, t), str(ref._replace(level=level.id))) for level in levels]
    # Translators: The placeholder of a menu with the names of levels.
    pickers = [select(Action.CARD_LEVEL, t.gettext("Choose a level"), options, str(ref) if chosen else None)]
    if len(card.roles) > 1:
        pickers.append(role_picker(Action.CARD_ROLE, card, t, chosen=chosen))
    return actions(*pickers, block_id=block_of_ref(ref))


def role_picker(action: Action, card: Card, t: Translator, *, chosen: bool = True) -> Element:
    """A menu of the roles; where they are more than a menu holds, one that is filled while somebody types."""
    ref = ref_of(card)
    # Translators: The placeholder of a menu with the names of roles.
    placeholder = t.gettext("Choose a role")
    if len(card.roles) <= OPTIONS_LIMIT:
        return select(action, placeholder, _role_options(card.roles, ref, t), str(ref) if chosen else None)
    picker: Element = {
        "type": "external_select",
        "action_id": action,
        "placeholder": plain(placeholder),
        "min_query_length": 0,
    }
    return {**picker, "initial_option": _role_options([card.role], ref, t)[0]} if chosen else picker


def role_options(roles: Iterable[Role], ref: CardRef, t: Translator) -> dict[str, Any]:
    """What a menu of roles offers while somebody types."""
    return {"options": _role_options(roles, ref, t)}


def rate_button(card: Card, t: Translator) -> Element:
    return button(t.gettext("Rate yourself"), Action.ASSESS_OPEN, str(ref_of(card)), primary=True)


def levels_button(card: Card, t: Translator) -> Element:
    return button(t.gettext("All levels"), Action.CARD_LEVELS, str(ref_of(card)))


def _role_options(roles: Iterable[Role], ref: CardRef, t: Translator) -> list[Element]:
    """Each says which card it leads to."""
    return [option(named(role.name, t), str(ref._replace(role=role.id))) for role in roles]
