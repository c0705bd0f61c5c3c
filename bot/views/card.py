"""The card: what a level expects of a role, and what comes after it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.domain.answers import Card, Comparison, Standing
from bot.domain.skills import Requirement, Statement
from bot.domain.texts import Text, TextState
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import (
    SECTION_LIMIT,
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    header,
    mrkdwn,
    option,
    overflow,
    plain,
    rich_list,
    rich_text,
    section,
    select,
)
from bot.views.ids import Action, CardRef, More

# A message of legal blocks is refused at about 13,200 characters in all (SLACK.md: keep under 12,000); the statements
# of the two levels share what headings, notes and controls leave.
STATEMENTS_BUDGET = 9_000
STATEMENT_MARK = "EN"


def ref_of(card: Card) -> CardRef:
    return CardRef(card.skill.slug, card.role.id, card.level.id)


def named(text: Text, t: Translator) -> str:
    """A name in the reader's language, or in English where it has none."""
    return text.shown(t.locale.content).text


def titled(text: Text, t: Translator) -> str:
    """The name of a skill over what is said of it, marked where it is still in English."""
    shown = text.shown(t.locale.content)
    return f"{shown.text} ({STATEMENT_MARK})" if shown.state is TextState.MISSING else shown.text


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


def card_parts(card: Card, t: Translator, *, can_keep: bool = True) -> CardParts:
    """The card for one language. `can_keep` is false for guests, of whom nothing is stored."""
    budget = STATEMENTS_BUDGET
    expected = list(_expected(card, t, budget // 2))
    after = list(_after(card, t, budget // 2))
    return CardParts(
        head=[header(card_title(card, t)), context(plain(_place(card, t)))],
        body=[*expected, divider(), *after, *notes([card.skill.name, *_texts(card)], t)],
        controls=card_controls(card, t, can_keep=can_keep),
        foot=[context(plain(counts(card, t)))],
    )


def card_title(card: Card, t: Translator) -> str:
    # Translators: The title of an answer. %(skill)s and %(level)s are names, e.g. "Distributed Training: Senior".
    return t.gettext("%(skill)s: %(level)s", skill=titled(card.skill.name, t), level=named(card.level.name, t))


def saved_block(t: Translator) -> Block:
    """What was just stored, and who sees it."""
    return context(plain(t.gettext("Saved as your level in this skill. Only you see it.")))


def standing_block(standing: Standing, t: Translator) -> Block:
    """The one personal line: where the reader stands in this skill. Never part of what is posted."""
    at = named(standing.level.name, t) if standing.level else None
    following = named(standing.next.name, t) if standing.next else None
    return section(render("card/standing", t, at=at, next=following))


def comparison_blocks(comparison: Comparison, t: Translator) -> list[Block]:
    """Two levels of one skill, stacked, the lower one first."""
    lower, higher = comparison.lower, comparison.higher
    # Translators: The title of a comparison. %(skill)s, %(lower)s and %(higher)s are names of a skill and levels.
    title = t.gettext(
        "%(skill)s: %(lower)s and %(higher)s",
        skill=titled(lower.skill.name, t),
        lower=named(lower.level.name, t),
        higher=named(higher.level.name, t),
    )
    expected = [
        *_expected(lower, t, STATEMENTS_BUDGET // 2),
        divider(),
        *_expected(higher, t, STATEMENTS_BUDGET // 2),
    ]
    texts = [lower.skill.name, *_statement_texts(lower.expected), *_statement_texts(higher.expected)]
    return [
        header(title),
        context(plain(_place(lower, t))),
        *expected,
        *notes(texts, t),
        actions(levels_button(lower, t)),
        context(plain(counts(lower, t))),
    ]


def requirement_blocks(
    title: str,
    cell: Sequence[Requirement],
    t: Translator,
    budget: int | None,
    *,
    suggest: bool = False,
    whole: str | None = None,
) -> Iterator[Block]:
    """A heading with its mark and the statements as a list; twice where a cell holds both weights.

    `budget` is how many characters of statements are shown, None for all; `whole` names the button that shows
    the rest.
    """
    for requirement in cell:
        yield section(render("card/heading", t, title=title, mark=_mark(requirement, len(cell) > 1, t)))
        shown = _within(requirement.statements, t, budget and budget // len(cell))
        for part in _lists(shown, t, suggest=suggest):
            yield rich_list(statement_elements(statement, t, suggest=suggest) for statement in part)
        if rest := len(requirement.statements) - len(shown):
            # Translators: Under a list that was too long to show. %(button)s is the button that shows the whole.
            more = t.ngettext(
                "and %(n)s\xa0more statement under “%(button)s”",
                "and %(n)s\xa0more statements under “%(button)s”",
                rest,
                button=whole or t.gettext("All levels"),
            )
            yield context(plain(more))


def statement_elements(statement: Statement, t: Translator, *, suggest: bool = False) -> list[Element]:
    """One statement as it is written, marked where it is still in English; with its suggestion if wanted."""
    elements = [*_mark_if_missing(statement.text, t), rich_text(named(statement.text, t))]
    if suggest and statement.suggestion:
        # Translators: %(suggestion)s is a whole sentence that says what somebody could do.
        tried = t.gettext("Try: %(suggestion)s", suggestion=named(statement.suggestion, t))
        elements += [rich_text("\n"), *_mark_if_missing(statement.suggestion, t), rich_text(tried, italic=True)]
    return elements


def _mark_if_missing(text: Text, t: Translator) -> list[Element]:
    if text.shown(t.locale.content).state is not TextState.MISSING:
        return []
    return [rich_text(STATEMENT_MARK, code=True), rich_text(" ")]


def notes(texts: Iterable[Text], t: Translator) -> list[Block]:
    """A line on what is not translated, or translated from an older text; nothing where all is well."""
    states = {text.shown(t.locale.content).state for text in texts}
    missing, stale = TextState.MISSING in states, TextState.STALE in states
    if not missing and not stale:
        return []
    language = t.language_name(t.locale.content[0])
    return [context(mrkdwn(render("card/notes", t, missing=missing, stale=stale, language=language)))]


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


def card_controls(card: Card, t: Translator, *, can_keep: bool) -> list[Block]:
    """Pickers that change the card in place, and what can be done with it."""
    ref = ref_of(card)
    more = [option(t.gettext("Post to channel"), f"{More.POST} {ref}")]
    if can_keep:
        more.insert(0, option(t.gettext("Set as my level"), f"{More.SET_LEVEL} {ref}"))
    return [
        actions(*card_pickers(card, t)),
        actions(levels_button(card, t), overflow(Action.CARD_MORE, more)),
    ]


def card_pickers(card: Card, t: Translator, *, chosen: bool = True) -> list[Element]:
    """A menu of the levels, and one of the roles where there are several; with the card's own chosen or none."""
    ref = ref_of(card)
    levels = [(level.name, ref._replace(level=level.id)) for level in card.skill.ladder.levels]
    # Translators: The placeholder of a menu with the names of levels.
    pickers = [pick(Action.CARD_LEVEL, t.gettext("Choose a level"), levels, ref if chosen else None, t)]
    if len(card.roles) > 1:
        pickers.append(role_picker(Action.CARD_ROLE, card, t, chosen=chosen))
    return pickers


def role_picker(action: Action, card: Card, t: Translator, *, chosen: bool = True) -> Element:
    ref = ref_of(card)
    roles = [(role.name, ref._replace(role=role.id)) for role in card.roles]
    # Translators: The placeholder of a menu with the names of roles.
    return pick(action, t.gettext("Choose a role"), roles, ref if chosen else None, t)


def pick(
    action: Action,
    placeholder: str,
    choices: Sequence[tuple[Text, CardRef]],
    chosen: CardRef | None,
    t: Translator,
) -> Element:
    """A select of levels or roles by name; each value says which card it leads to."""
    options = [option(named(name, t), str(ref)) for name, ref in choices]
    return select(action, placeholder, options, str(chosen) if chosen else None)


def levels_button(card: Card, t: Translator) -> Element:
    return button(t.gettext("All levels"), Action.CARD_LEVELS, str(ref_of(card)))


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


def _mark(requirement: Requirement, counted: bool, t: Translator) -> str:
    n = len(requirement.statements)
    if not counted:
        # Translators: The mark of a requirement, after a heading.
        return t.gettext("mandatory") if requirement.mandatory else t.gettext("optional")
    if requirement.mandatory:
        # Translators: The mark of a requirement, after a heading. %(n)s is how many statements it has.
        return t.ngettext("%(n)s\xa0mandatory statement", "%(n)s\xa0mandatory statements", n)
    # Translators: The mark of a requirement, after a heading. %(n)s is how many statements it has.
    return t.ngettext("%(n)s\xa0optional statement", "%(n)s\xa0optional statements", n)


def _within(statements: Sequence[Statement], t: Translator, budget: int | None) -> list[Statement]:
    """As many statements as fit, at least one."""
    if budget is None:
        return list(statements)
    shown: list[Statement] = []
    for statement in statements:
        budget -= len(named(statement.text, t))
        if shown and budget < 0:
            break
        shown.append(statement)
    return shown


def _lists(statements: Iterable[Statement], t: Translator, *, suggest: bool) -> Iterator[list[Statement]]:
    """The statements in lists that each keep to what one section may hold."""
    part: list[Statement] = []
    room = SECTION_LIMIT
    for statement in statements:
        said = [statement.text, statement.suggestion] if suggest else [statement.text]
        size = sum(len(named(text, t)) for text in said if text)
        if part and size > room:
            yield part
            part, room = [], SECTION_LIMIT
        part.append(statement)
        room -= size
    if part:
        yield part


def _texts(card: Card) -> Iterator[Text]:
    yield from _statement_texts((*card.expected, *card.expected_after))


def _statement_texts(cell: Iterable[Requirement]) -> Iterator[Text]:
    return (statement.text for requirement in cell for statement in requirement.statements)
