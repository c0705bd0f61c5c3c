"""The card: what a level expects of a role, and what comes after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.domain.answers import Card, Comparison, Standing
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, actions, context, divider, header, plain, section, shorten
from bot.views.controls import card_controls, levels_button
from bot.views.helping import helpers_block
from bot.views.names import named, titled
from bot.views.requirements import notes, requirement_blocks, statement_texts

# A message of legal blocks is refused at about 13,200 characters in all (SLACK.md: keep under 12,000); the statements
# of the two levels share what headings, notes and controls leave.
STATEMENTS_BUDGET = 9_000
LEVEL_LIMIT = 50  # characters of a level's name in a title


@dataclass(frozen=True, slots=True)
class CardParts:
    """The blocks of a card, apart where something personal can come in between."""

    head: list[Block]
    body: list[Block]
    controls: list[Block]
    foot: list[Block]

    @property
    def public(self) -> list[Block]:
        """What may be shown to everybody: nothing personal, nothing to click."""
        return [*self.head, *self.body, *self.foot]

    def with_personal(self, personal: list[Block]) -> list[Block]:
        """The whole card, as its reader gets it."""
        return [*self.head, *personal, *self.body, *self.controls, *self.foot]


def card_parts(
    card: Card, t: Translator, *, can_keep: bool = True, in_channel: bool = True, comments: int = 0
) -> CardParts:
    """The card for one language. `can_keep` is false for guests, of whom nothing is stored.

    `comments` is how many the skill has, as far as that is known.
    """
    expected = list(_expected(card, t, STATEMENTS_BUDGET // 2))
    after = list(_after(card, t, STATEMENTS_BUDGET // 2))
    texts = [card.skill.name, *statement_texts((*card.expected, *card.expected_after))]
    return CardParts(
        head=[header(card_title(card, t)), context(plain(_place(card, t)))],
        body=[*expected, divider(), *after, *notes(texts, t)],
        controls=card_controls(card, t, can_keep=can_keep, in_channel=in_channel, comments=comments),
        foot=[context(plain(counts(card, t)))],
    )


def card_title(card: Card, t: Translator) -> str:
    level = shorten(named(card.level.name, t), LEVEL_LIMIT)
    skill = titled(card.skill.name, t, beside=len(level) + 2)
    # Translators: The title of an answer. %(skill)s and %(level)s are names, e.g. "Distributed Training: Senior".
    return t.gettext("%(skill)s: %(level)s", skill=skill, level=level)


def personal_blocks(standing: Standing | None, notice: str, t: Translator, helpers: Sequence[str] = ()) -> list[Block]:
    """Where the reader stands, if it is known, who helps, and what was just done for them.

    Never part of what is posted. `helpers` are user ids.
    """
    return [
        *([standing_block(standing, t)] if standing else []),
        *([helpers_block(helpers, t)] if helpers else []),
        *([context(plain(notice))] if notice else []),
    ]


def saved_notice(t: Translator) -> str:
    return t.gettext("Saved as your level in this skill. Only you see it.")


def copied_notice(t: Translator) -> str:
    return t.gettext("A copy is in your direct messages with Rung. Only you see it.")


def standing_block(standing: Standing, t: Translator) -> Block:
    """The one personal line: where the reader stands in this skill."""
    at = named(standing.level.name, t) if standing.level else None
    following = named(standing.next.name, t) if standing.next else None
    return section(render("card/standing", t, at=at, next=following))


def comparison_blocks(comparison: Comparison, t: Translator) -> list[Block]:
    """Two levels of one skill, stacked, the lower one first."""
    cards = (comparison.lower, comparison.higher)
    lower, higher = (shorten(named(card.level.name, t), LEVEL_LIMIT) for card in cards)
    skill = titled(comparison.lower.skill.name, t, beside=len(lower) + len(higher) + 10)
    # Translators: The title of a comparison. %(skill)s, %(lower)s and %(higher)s are names of a skill and levels.
    title = t.gettext("%(skill)s: %(lower)s and %(higher)s", skill=skill, lower=lower, higher=higher)
    first, second = (list(_expected(card, t, STATEMENTS_BUDGET // 2)) for card in cards)
    texts = [comparison.lower.skill.name, *statement_texts(r for card in cards for r in card.expected)]
    return [
        header(title),
        context(plain(_place(comparison.lower, t))),
        *first,
        divider(),
        *second,
        *notes(texts, t),
        actions(levels_button(comparison.lower, t)),
        context(plain(counts(comparison.lower, t))),
    ]


def counts(card: Card, t: Translator) -> str:
    """How large the skill is, and how fresh: a list of facts, each in its own plural."""
    skill = card.skill
    mandatory, optional = skill.count(mandatory=True), skill.count(mandatory=False)
    facts = [
        # Translators: %(n)s is how many roles a skill is expected of.
        t.ngettext("%(n)s\xa0role", "%(n)s\xa0roles", len(skill.roles)),
        # Translators: %(n)s is how many levels a ladder has.
        t.ngettext("%(n)s\xa0level", "%(n)s\xa0levels", len(skill.ladder.levels)),
        # Translators: %(n)s is how many requirements of a skill have to be met.
        t.ngettext("%(n)s\xa0mandatory requirement", "%(n)s\xa0mandatory requirements", mandatory),
        # Translators: %(n)s is how many requirements of a skill may be met.
        t.ngettext("%(n)s\xa0optional requirement", "%(n)s\xa0optional requirements", optional),
        # Translators: %(date)s is a date in digits, e.g. 2/22/2026.
        t.gettext("updated %(date)s", date=t.date(skill.updated)),
    ]
    return ", ".join(facts)


def _place(card: Card, t: Translator) -> str:
    category = named(card.category.name, t)
    subcategory = named(card.category.subcategories[card.skill.subcategory], t)
    return " · ".join((named(card.role.name, t), category, subcategory))


def _expected(card: Card, t: Translator, budget: int) -> Iterator[Block]:
    level, role = named(card.level.name, t), named(card.role.name, t)
    if not card.expected:
        yield section(render("card/nothing", t, role=role, level=level))
        return
    # Translators: A heading over statements. %(level)s is the name of a level.
    yield from requirement_blocks(t.gettext("Expected at %(level)s", level=level), card.expected, t, budget)


def _after(card: Card, t: Translator, budget: int) -> Iterator[Block]:
    level, role = named(card.level.name, t), named(card.role.name, t)
    if card.after is None:
        yield section(render("card/top", t, level=level))
        return
    following = named(card.after.name, t)
    # Translators: A heading over statements. %(level)s and %(next)s are names of levels, one after the other.
    title = t.gettext("After %(level)s: %(next)s", level=level, next=following)
    if card.expected_after:
        yield from requirement_blocks(title, card.expected_after, t, budget)
        return
    yield section(render("card/heading", t, title=title, mark=None))
    yield section(render("card/nothing", t, role=role, level=following))
