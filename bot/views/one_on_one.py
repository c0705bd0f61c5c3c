"""Preparing a 1:1: the window with a text to edit, and the message that carries it to its author."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from bot.domain.one_on_one import LONGEST_TEXT, USUAL_WEEKS, WEEKS, OneOnOne
from bot.domain.progress import local_day
from bot.domain.texts import text_hash
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.assess import rating_label
from bot.views.blocks import (
    SECTION_LIMIT,
    Block,
    Element,
    actions,
    button,
    divider,
    modal,
    option,
    plain,
    section,
    select,
    shorten,
    split_text,
)
from bot.views.ids import Action, Modal
from bot.views.names import named
from bot.views.paging import more

_BLOCK = "text "  # what the block_id of the text begins with; then comes what tells one text from another
_FIELD = "text"
_MOVES_ROOM, _EVIDENCE_ROOM = 1_400, 800  # characters; the ask gets what is left


def is_edited(typed: str, made: str) -> bool:
    """Whether something of the person's own would be lost with the text; nothing is with an empty one.

    `made` is the hash of the text as Rung made it, which the window remembers.
    """
    return bool(typed.strip()) and text_hash(typed) != made


def one_on_one_title(t: Translator) -> str:
    # Translators: A button, and the title of the window that it opens: at most 24 characters.
    return t.gettext("Prepare my 1:1")


def one_on_one_button(t: Translator) -> Element:
    return button(one_on_one_title(t), Action.ONE_ON_ONE_OPEN, str(USUAL_WEEKS))


def offer_blocks(t: Translator) -> list[Block]:
    """For where no window can be opened without a click."""
    return [section(render("one_on_one/offer", t)), actions(one_on_one_button(t))]


def one_on_one_modal(prepared: OneOnOne, weeks: int, t: Translator, timezone: str | None) -> dict[str, Any]:
    """The text as Rung makes it."""
    text = prepared_text(prepared, t, timezone)
    return _modal(text_hash(text), weeks, text, [], t)


def edited_modal(made: str, weeks: int, typed: str, t: Translator) -> dict[str, Any]:
    """The text as the person changed it, after another period was chosen."""
    # Translators: A button that makes a text anew and loses what was typed.
    label = t.gettext("Start over")
    anew = button(label, Action.ONE_ON_ONE_ANEW, str(weeks)) | {
        "confirm": {
            "title": plain(label),
            # Translators: The question before a text that a person edited is replaced.
            "text": plain(t.gettext("Your changes to the text will be gone.")),
            "confirm": plain(label),
            # Translators: A button: what was edited stays.
            "deny": plain(t.gettext("Keep my text")),
        }
    }
    return _modal(made, weeks, typed, [section(render("one_on_one/edited", t), anew)], t)


def typed_text(values: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """The block_id of the field, and what stands in it. Raises ValueError where there is no such field."""
    for block_id, fields in values.items():
        if block_id.startswith(_BLOCK) and _FIELD in fields:
            return block_id, str(fields[_FIELD].get("value") or "")
    raise ValueError("no field with a text")


def sent_modal(text: str, t: Translator) -> dict[str, Any]:
    """After it was confirmed; the text stays in sight until the window is closed."""
    return modal(
        callback_id=Modal.ONE_ON_ONE,
        title=one_on_one_title(t),
        close=t.gettext("Close"),
        blocks=[section(render("one_on_one/sent", t)), divider(), *_as_written(text)],
    )


def text_blocks(text: str, t: Translator) -> list[Block]:
    """The message to the person alone."""
    return [section(render("one_on_one/message", t)), divider(), *_as_written(text)]


def prepared_text(prepared: OneOnOne, t: Translator, timezone: str | None) -> str:
    """Plain text, since a field takes no formatting; at most LONGEST_TEXT characters."""
    since = t.date(local_day(prepared.since, timezone))
    if prepared.moves:
        # Translators: A heading in a person's own text for a 1:1. %(since)s is a date.
        moved = [t.gettext("What moved since %(since)s", since=since), *_within(_moves(prepared, t), _MOVES_ROOM, t)]
    else:
        # Translators: A line in a person's own text for a 1:1. %(since)s is a date.
        moved = [t.gettext("None of my ratings has changed since %(since)s.", since=since)]
    # Translators: A heading in a person's own text for a 1:1, over links to messages.
    evidence = [t.gettext("What shows it"), *_within(_evidence(prepared), _EVIDENCE_ROOM, t)]
    parts = [moved, evidence if prepared.evidence else [], list(_ask(prepared, t))]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _modal(made: str, chosen: int, text: str, notice: list[Block], t: Translator) -> dict[str, Any]:
    # Translators: A choice of a period.
    options = [
        option(t.ngettext("The last %(n)s\xa0week", "The last %(n)s\xa0weeks", weeks), str(weeks)) for weeks in WEEKS
    ]
    # Translators: The placeholder of a menu with periods.
    period = select(Action.ONE_ON_ONE_WEEKS, t.gettext("Choose a period"), options, str(chosen))
    return modal(
        callback_id=Modal.ONE_ON_ONE,
        title=one_on_one_title(t),
        # Translators: The button that sends a text to the person who wrote it, at most 24 characters.
        submit=t.gettext("Send it to me"),
        close=t.gettext("Close"),
        blocks=[section(render("one_on_one/intro", t)), actions(period), *notice, _field(text, t)],
        state=made,
    )


def _field(text: str, t: Translator) -> Block:
    """Slack keeps what stands in a field while its block_id stays the same: another text comes in another block."""
    return {
        "type": "input",
        "block_id": f"{_BLOCK}{text_hash(text)}",
        # Translators: The label of a field with a text for a 1:1.
        "label": plain(t.gettext("Your text")),
        "element": {
            "type": "plain_text_input",
            "action_id": _FIELD,
            "multiline": True,
            "max_length": LONGEST_TEXT,
            "initial_value": text[:LONGEST_TEXT],
        },
    }


def _as_written(text: str) -> list[Block]:
    return [{"type": "section", "text": plain(part)} for part in split_text(text, SECTION_LIMIT)]


def _moves(prepared: OneOnOne, t: Translator) -> Iterator[str]:
    """What moved, skill by skill; the first of a skill comes with its name."""
    for skill, moves in groupby(prepared.moves, key=itemgetter(0)):
        heading = f"{shorten(named(skill.name, t), 60)}:\n"
        for _, move in moves:
            text, after = shorten(named(skill.statements[move.statement].text, t), 160), rating_label(move.after, t)
            moved = f"{rating_label(move.before, t)} → {after}" if move.before else after
            yield f"{heading}• {text} ({moved})"
            heading = ""


def _evidence(prepared: OneOnOne) -> Iterator[str]:
    """A link is whole or left out."""
    for one in prepared.evidence:
        yield " ".join(filter(None, ("•", shorten(one.words, 160), one.link)))


def _within(lines: Iterable[str], room: int, t: Translator) -> list[str]:
    """As many of the lines as there is room for, and how many more there are."""
    every = list(lines)
    kept: list[str] = []
    for line in every:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if rest := len(every) - len(kept):
        kept.append(more(rest, t))
    return kept


def _ask(prepared: OneOnOne, t: Translator) -> Iterator[str]:
    if prepared.ask is None:
        return
    ask = prepared.ask
    # Translators: A heading in a person's own text for a 1:1.
    yield t.gettext("One thing to ask for")
    # Translators: A question in a person's own text for a 1:1. %(statement)s is a whole sentence from the content,
    # %(skill)s and %(level)s are names.
    question = t.gettext(
        "“%(statement)s” (%(skill)s, %(level)s): where could I show this in the coming weeks, and what would help?",
        statement=shorten(named(ask.statement.text, t), 400).rstrip("."),
        skill=shorten(named(ask.skill.name, t), 60),
        level=shorten(named(ask.level.name, t), 60),
    )
    yield f"• {question}"
