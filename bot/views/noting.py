"""A note in words: offered, kept, pointed at one statement, taken back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.domain.evidence import Evidence
from bot.domain.skills import Skill, Statement
from bot.domain.telling import to_keep
from bot.i18n.translator import Translator
from bot.views.blocks import Block, Element, actions, button, context, option, plain, select, shorten
from bot.views.evidence import evidence_button
from bot.views.ids import Action
from bot.views.message import message
from bot.views.names import named

LOOKED_UP = 200  # characters, of which a question has no more
_NAME_SHOWN, _STATEMENT_SHOWN = 100, 300  # characters
_ID = re.compile(r"([A-Z0-9]+)-([0-9]+\.[0-9]+)")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a button carries that keeps a note: the id that it will have, what it may be about, and its words."""

    id: str
    skill: str
    statements: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return f"{self.id} {self.skill} {'+'.join(self.statements) or '-'} {to_keep(self.words)}"

    @classmethod
    def parse(cls, value: str) -> "Offer":
        """Raises ValueError for anything that isn't an offer's text."""
        note_id, skill, about, words = value.split(" ", 3)
        place_of(note_id)
        return cls(note_id, skill, () if about == "-" else tuple(about.split("+")), words)


def note_id(channel: str, ts: str) -> str:
    """A note is known by the message in which it was written, so that it is kept once."""
    return f"{channel}-{ts}"


def place_of(note: str) -> tuple[str, str]:
    """The channel and the message of a note's id. Raises ValueError for that of other evidence."""
    found = _ID.fullmatch(note)
    if found is None:
        raise ValueError(f"not the id of a note: {note}")
    return found[1], found[2]


def offer_message(offer: Offer, skill: Skill, t: Translator) -> dict[str, Any]:
    """Whether words are a note or a question, only whoever wrote them knows."""
    # Translators: Asked about what somebody wrote to Rung. %(skill)s is the name of a skill.
    asked = t.gettext("Save this as a note to “%(skill)s”, or look it up?", skill=_name(skill, t))
    look = button(t.gettext("Look it up"), Action.NOTE_LOOK, offer.words[:LOOKED_UP])
    told = t.gettext("Notes are kept with your evidence. Only you see them.")
    return message([_said(asked), actions(_keep_button(offer, t), look), context(plain(told))])


def kept_message(
    note: Evidence, skill: Skill, choices: Sequence[Statement], t: Translator, *, whole: bool = True
) -> dict[str, Any]:
    """What was kept, and who sees it; a note to the skill as a whole can be pointed at one of the choices.

    `whole` says that nothing of the words was left out.
    """
    # Translators: %(skill)s is the name of a skill.
    told = t.gettext("Saved as a note to “%(skill)s”. Only you see it.", skill=_name(skill, t))
    about = skill.living(note.statement)
    long = t.gettext("It was long: its beginning is kept, with a link to your message.")
    more = [_chooser(note, choices, t)] if about is None and choices else []
    # Translators: The button that takes back what was just done.
    undo = button(t.gettext("Undo"), Action.NOTE_UNDO, note.id)
    return message(
        [
            _said(told),
            *([context(plain(shorten(named(about.text, t), _STATEMENT_SHOWN)))] if about else []),
            *([] if whole else [context(plain(long))]),
            actions(*more, evidence_button(t), undo),
        ]
    )


def undone_message(again: Offer | None, t: Translator) -> dict[str, Any]:
    """Nothing is kept; `again` are the words, as long as they are known."""
    blocks = [_said(t.gettext("Taken back: the note isn't kept."))]
    return message([*blocks, actions(_keep_button(again, t))] if again else blocks)


def _keep_button(offer: Offer, t: Translator) -> Element:
    # Translators: A button under words that somebody wrote to Rung.
    return button(t.gettext("Save as a note"), Action.NOTE_KEEP, str(offer), primary=True)


def _chooser(note: Evidence, choices: Sequence[Statement], t: Translator) -> Element:
    options = [option(named(one.text, t), f"{note.id} {one.id}") for one in choices]
    # Translators: The placeholder of a menu with statements, one of which a note may be about.
    return select(Action.NOTE_STATEMENT, t.gettext("About one statement"), options)


def _said(text: str) -> Block:
    return {"type": "section", "text": plain(text)}


def _name(skill: Skill, t: Translator) -> str:
    return shorten(named(skill.name, t), _NAME_SHOWN)
