"""What a level requires: a heading with its mark, and statements as a list, exactly as they are written."""

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.skills import Requirement, Statement
from bot.domain.texts import Text, TextState
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import (
    SECTION_LIMIT,
    Block,
    Element,
    context,
    mrkdwn,
    plain,
    rich_list,
    rich_text,
    section,
    shorten,
)
from bot.views.names import MARK, named


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
    share = budget and budget // len(cell)
    for requirement in cell:
        yield section(render("card/heading", t, title=title, mark=_mark(requirement, len(cell) > 1, t)))
        shown = _within(requirement.statements, t, share)
        for part in _lists(shown, t, suggest=suggest):
            yield rich_list(statement_elements(statement, t, suggest=suggest, limit=share) for statement in part)
        if rest := len(requirement.statements) - len(shown):
            # Translators: Under a list that was too long to show. %(button)s is the button that shows the whole.
            more = t.ngettext(
                "and %(n)s\xa0more statement under “%(button)s”",
                "and %(n)s\xa0more statements under “%(button)s”",
                rest,
                button=whole or t.gettext("All levels"),
            )
            yield context(plain(more))


def statement_elements(
    statement: Statement, t: Translator, *, suggest: bool = False, limit: int | None = None
) -> list[Element]:
    """One statement as it is written, marked where it is still in English; with its suggestion if wanted.

    One of more than `limit` characters is shortened.
    """
    text = named(statement.text, t)
    elements = [*_mark_if_missing(statement.text, t), rich_text(shorten(text, limit) if limit else text)]
    if suggest and statement.suggestion:
        # Translators: %(suggestion)s is a whole sentence that says what somebody could do.
        tried = t.gettext("Try: %(suggestion)s", suggestion=named(statement.suggestion, t))
        elements += [rich_text("\n"), *_mark_if_missing(statement.suggestion, t), rich_text(tried, italic=True)]
    return elements


def notes(texts: Iterable[Text], t: Translator) -> list[Block]:
    """A line on what is not translated, or translated from an older text; nothing where all is well."""
    states = {text.shown(t.locale.content).state for text in texts}
    missing, stale = TextState.MISSING in states, TextState.STALE in states
    if not missing and not stale:
        return []
    language = t.language_name(t.locale.content[0])
    return [context(mrkdwn(render("card/notes", t, missing=missing, stale=stale, language=language)))]


def statement_texts(cell: Iterable[Requirement]) -> Iterator[Text]:
    """The texts that a reader is shown of these requirements."""
    return (statement.text for requirement in cell for statement in requirement.statements)


def _mark_if_missing(text: Text, t: Translator) -> list[Element]:
    if text.shown(t.locale.content).state is not TextState.MISSING:
        return []
    return [rich_text(MARK, code=True), rich_text(" ")]


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
