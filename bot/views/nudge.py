"""A nudge: one idea for a focus, the ways to answer it, and what stands in its place once it is answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.domain.answers import Verb
from bot.domain.assessments import Rating
from bot.domain.ladder import Level
from bot.domain.nudging import Topic
from bot.domain.skills import Role, Skill, Statement
from bot.domain.texts import text_hash
from bot.domain.undoing import Undoing
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.assess import rating_label
from bot.views.blocks import Block, Element, actions, button, context, mrkdwn, option, overflow, plain, section, shorten
from bot.views.cadence import undone_notice
from bot.views.confirming import confirmed
from bot.views.evidence import evidence_button, example_label
from bot.views.ids import Action, nth
from bot.views.message import message
from bot.views.names import named

STATEMENT_LIMIT = 2_900


class Wish(StrEnum):
    """What a person can want of such messages, beside answering."""

    ASIDE = "aside"
    FEWER = "fewer"
    PAUSE = "pause"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Reply:
    """What rates the statement of a nudge: the rating, and the text that it stood under, by its language and hash."""

    rating: Rating
    locale: str = ""
    seen: str = ""

    def __str__(self) -> str:
        return f"{self.rating} {self.locale} {self.seen}".rstrip()

    @classmethod
    def parse(cls, value: str) -> "Reply":
        """Raises ValueError for anything that isn't a reply's text."""
        rating, *seen = value.split(" ")
        if len(seen) not in (0, 2):
            raise ValueError(f"not a reply to a nudge: {value}")
        return cls(Rating(rating), *seen)

    @classmethod
    def to(cls, rating: Rating, statement: Statement, t: Translator) -> "Reply":
        shown = statement.text.shown(t.locale.content)
        return cls(rating, shown.locale, text_hash(shown.text))

    def is_outdated(self, statement: Statement) -> bool:
        """Whether the statement says something else by now."""
        return bool(self.seen) and self.seen != text_hash(statement.text.shown((self.locale,)).text)


def nudge_message(
    topic: Topic, skill: Skill, role: Role, below: Level | None, t: Translator, command: str
) -> dict[str, Any]:
    """`below` is the level that the person comes from; None: they aren't at the first one yet.

    `command` is what this deployment's slash command is called.
    """
    level = named(topic.level.name, t)
    # Translators: Under the title of a message with one idea. Both are names of levels: from one to the next one.
    way = t.gettext("From %(below)s to %(level)s", below=named(below.name, t), level=level) if below else level
    place = " · ".join((named(skill.name, t), named(role.name, t), way))
    suggestion = topic.statement.suggestion
    blocks = [
        section(render("nudge/title", t)),
        context(plain(shorten(place, 280))),
        _said(named(topic.statement.text, t)),
        *([_said(t.gettext("Try: %(suggestion)s", suggestion=named(suggestion, t)))] if suggestion else []),
        actions(*_answers(topic.statement, t), overflow(Action.NUDGE_MORE, _more(topic.statement, t))),
        why(t, command),
    ]
    return message(blocks)


def _said(text: str) -> Block:
    """As it is written, and no more of it than a section holds."""
    return {"type": "section", "text": plain(shorten(text, STATEMENT_LIMIT))}


def _answers(statement: Statement, t: Translator) -> tuple[Element, Element, Element]:
    consistent, practising = (str(Reply.to(one, statement, t)) for one in (Rating.CONSISTENT, Rating.PRACTISING))
    return (
        # Translators: A button under one statement of what a level expects.
        button(t.gettext("I do this consistently"), nth(Action.NUDGE_RATE, 1), consistent, primary=True),
        button(rating_label(Rating.PRACTISING, t), nth(Action.NUDGE_RATE, 2), practising),
        button(example_label(t), Action.NUDGE_EXAMPLE, "example"),
    )


def _more(statement: Statement, t: Translator) -> list[Element]:
    not_yet = option(rating_label(Rating.NOT_YET, t), str(Reply.to(Rating.NOT_YET, statement, t)))
    # Translators: An entry of a menu: no more messages about this one statement.
    return [not_yet, option(t.gettext("Not this one"), Wish.ASIDE), *wishes(t)]


def wishes(t: Translator) -> list[Element]:
    """What every message that nobody asked for offers."""
    return [
        # Translators: An entry of a menu: messages of this kind come less often.
        option(t.gettext("Fewer of these"), Wish.FEWER),
        option(t.gettext("Pause two weeks"), Wish.PAUSE),
        # Translators: An entry of a menu: Rung doesn't write by itself any more.
        option(t.gettext("Stop"), Wish.STOP),
    ]


def why(t: Translator, command: str) -> Block:
    """Why such a message comes, and how to change or end that."""
    return context(mrkdwn(render("nudge/why", t, command=typed(command, Verb.NUDGES, t))))


def answered_message(said: str, undo: str, t: Translator, *more: Element) -> dict[str, Any]:
    """One line in place of the message, with a way back; `undo` is what that carries."""
    back = button(t.gettext("Undo"), Action.ANSWER_UNDO, undo)
    return message([{"type": "section", "text": plain(said)}, actions(*more, back)])


def example_message(example: str, t: Translator) -> dict[str, Any]:
    """The same after an example was kept, by its id; the way back takes away what was written, so it asks first."""
    told, undo = t.gettext("Your example is saved as evidence. Only you see it."), t.gettext("Undo")
    back = button(undo, Action.ANSWER_UNDO, f"{UNDO_EXAMPLE} {example}")
    asked = confirmed(back, t.gettext("What you wrote will be gone."), undo, t)
    return message([{"type": "section", "text": plain(told)}, actions(evidence_button(t), asked)])


def rated_notice(rating: Rating, t: Translator) -> str:
    # Translators: Said after a click. %(rating)s is one of the three ratings.
    return t.gettext("Saved: %(rating)s. Only you see it.", rating=rating_label(rating, t))


def reworded_notice(t: Translator) -> str:
    # Translators: Said in place of an answer, over what the statement says now.
    return t.gettext("Nothing was saved yet: this statement has changed since you got it.")


def aside_notice(t: Translator) -> str:
    return t.gettext("Rung won't nudge you about this statement again.")


def superseded_message(texts: list[str], t: Translator) -> dict[str, Any]:
    """An older one that was never answered: its words stay, its buttons are gone."""
    told = [{"type": "section", "text": plain(shorten(text, STATEMENT_LIMIT))} for text in texts]
    return message(
        [context(plain(t.gettext("A newer message has come since, so this one has no buttons any more."))), *told]
    )


def asked_again(shown: Mapping[str, Any], notice: str) -> dict[str, Any]:
    """The message that asks, and under its title what was just done; its first line tells nothing of a rating."""
    title, *rest = shown["blocks"]
    return message([title, context(plain(notice)), *rest])


def taken_back_message(notice: str) -> dict[str, Any]:
    return message([{"type": "section", "text": plain(notice)}])


def taken_back_notice(undone: Undoing, t: Translator) -> str:
    """Says too what isn't as it was before: a first rating, and one that was given elsewhere in the meantime."""
    if undone.never_rated:
        told = [
            # Translators: %(rating)s is the lowest of the three ratings.
            t.gettext(
                "Undone: what had no rating before counts as “%(rating)s” now, the same as none.",
                rating=rating_label(Rating.NOT_YET, t),
            )
        ]
    else:
        told = [undone_notice(t)] if undone.appended or not undone.rated_since else []
    if undone.rated_since:
        told.append(t.gettext("What you've rated in another place since stays as it is."))
    return " ".join(told)


UNDO_ANSWER = "answer"
UNDO_ASIDE = "aside"
UNDO_EXAMPLE = "example"
