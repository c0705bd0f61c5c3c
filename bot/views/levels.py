"""The whole table of a skill: a modal with every level for one role, and one with every role for one level."""

from collections.abc import Iterator
from typing import Any

from bot.domain.answers import Card
from bot.domain.ladder import Level
from bot.domain.skills import Role, Statement
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, actions, button, context, divider, header, modal, plain, section
from bot.views.card import card_title, counts
from bot.views.controls import ref_of, role_picker
from bot.views.ids import Action, Modal, block_of_ref
from bot.views.names import named, title_blocks
from bot.views.paging import page_controls, pages
from bot.views.profile import level_button
from bot.views.requirements import notes, requirement_blocks

# Nine levels of this many characters in Cyrillic stay within the 250,000 bytes that Slack takes.
LEVEL_BUDGET = 8_000
BLOCKS_A_PAGE = 60


def levels_modal(card: Card, t: Translator, *, can_keep: bool = True) -> dict[str, Any]:
    """Every level from the first to the top for the card's role, each with Details."""
    skill = card.skill
    blocks = [*title_blocks(skill.name, t), context(plain(counts(card, t)))]
    if len(card.roles) > 1:
        blocks.append(actions(role_picker(Action.LEVELS_ROLE, card, t), block_id=block_of_ref(ref_of(card))))
    if can_keep:
        blocks.append(actions(level_button(card, t)))
    for level in skill.ladder.levels:
        blocks += [divider(), *_level(card, level, t)]
    shown = [s.text for s in _statements_of(card, card.role)]
    return modal(
        callback_id=Modal.LEVELS,
        # Translators: The title of a window, at most 24 characters.
        title=t.gettext("All levels"),
        # Translators: The button that closes a window, at most 24 characters.
        close=t.gettext("Close"),
        blocks=[*blocks, *notes([skill.name, *shown], t)],
        state=str(ref_of(card)),
    )


def details_modal(card: Card, t: Translator, page: int = 0, *, can_keep: bool = True) -> dict[str, Any]:
    """What one level requires of every role, with marks and suggestions; many roles are paged, from page 0."""
    ref = ref_of(card)
    packed = pages((list(_role(card, role, t)) for role in card.roles), BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    blocks = [header(card_title(card, t)), *packed[page]]
    controls = page_controls(Action.DETAILS_PAGE, str(ref), page, len(packed), t)
    if can_keep:
        controls.append(button(t.gettext("Suggest a change"), Action.DETAILS_SUGGEST, ref.skill))
    if controls:
        blocks.append(actions(*controls))
    statements = [
        s for role in card.roles for q in card.skill.requirements(role.id, card.level.id) for s in q.statements
    ]
    shown = [text for s in statements for text in (s.text, s.suggestion) if text]
    return modal(
        callback_id=Modal.DETAILS,
        title=named(card.level.name, t),
        # Translators: The button that goes back to the window before, at most 24 characters.
        close=t.gettext("Back"),
        blocks=[*blocks, *notes([card.skill.name, *shown], t)],
        state=str(ref),
    )


def _level(card: Card, level: Level, t: Translator) -> Iterator[Block]:
    ref = ref_of(card)._replace(level=level.id)
    name = named(level.name, t)
    details = button(
        t.gettext("Details"),
        Action.LEVELS_DETAILS,
        str(ref),
        # Translators: What a screen reader says for the button "Details". %(level)s is the name of a level.
        spoken=t.gettext("Details of %(level)s", level=name),
    )
    cell = card.skill.requirements(card.role.id, level.id)
    if not cell:
        yield section(render("card/heading", t, title=name, mark=None), details)
        yield section(render("card/nothing", t, role=named(card.role.name, t), level=name))
        return
    blocks = list(requirement_blocks(name, cell, t, LEVEL_BUDGET, whole=t.gettext("Details")))
    blocks[0]["accessory"] = details
    yield from blocks


def _role(card: Card, role: Role, t: Translator) -> Iterator[Block]:
    cell = card.skill.requirements(role.id, card.level.id)
    name = named(role.name, t)
    if not cell:
        yield section(render("card/heading", t, title=name, mark=None))
        yield section(render("card/nothing", t, role=name, level=named(card.level.name, t)))
        return
    yield from requirement_blocks(name, cell, t, None, suggest=True)


def _statements_of(card: Card, role: Role) -> Iterator[Statement]:
    for level in card.skill.ladder.levels:
        for requirement in card.skill.requirements(role.id, level.id):
            yield from requirement.statements
