"""A check-in: how it goes with a few statements of a focus, asked in a message and answered in a window."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bot.domain.assessments import LatestRating, Rating
from bot.domain.nudging import Topic
from bot.domain.questionnaires import LONGEST_NOTE, Typed, is_reworded, seen_texts
from bot.domain.skills import Role, Skill, Statement
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.assess import rating_label
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    modal,
    option,
    overflow,
    plain,
    section,
    serialised,
    shorten,
)
from bot.views.cadence import settings_option
from bot.views.ids import Action, Modal, nth
from bot.views.memory import remembered
from bot.views.message import message
from bot.views.names import named
from bot.views.nudge import STATEMENT_LIMIT, why, wishes

_RATING, _NOTE = "rating ", "note "

Latest = Mapping[str, LatestRating]


def check_in_message(
    topics: Sequence[Topic], skill: Skill, role: Role, latest: Latest, t: Translator, command: str
) -> dict[str, Any]:
    # Translators: %(level)s is the level that somebody wants to reach.
    target = t.gettext("Target: %(level)s", level=_target(topics, skill, t))
    place = " · ".join((named(skill.name, t), named(role.name, t), target))
    blocks = [section(render("check_in/title", t)), context(plain(shorten(place, 280)))]
    for topic in topics:
        blocks.append({"type": "section", "text": plain(shorten(named(topic.statement.text, t), STATEMENT_LIMIT))})
        blocks.append(context(plain(f"{named(topic.level.name, t)} · {standing(latest.get(topic.statement.id), t)}")))
    more = overflow(Action.CHECK_IN_MORE, [*wishes(t), settings_option(t)])
    return message([*blocks, actions(*_answers(t), more), why(t, command)])


def _target(topics: Sequence[Topic], skill: Skill, t: Translator) -> str:
    ladder = skill.ladder
    return named(ladder.levels[ladder.position(topics[0].focus.target)].name, t)


def _answers(t: Translator) -> tuple[Element, Element, Element]:
    return (
        # Translators: A button under a few statements and the ratings that were given last.
        button(t.gettext("Nothing changed"), Action.CHECK_IN_SAME, "same"),
        update_button(t, primary=True),
        # Translators: A button: this time the person doesn't want to answer.
        button(t.gettext("Skip"), Action.CHECK_IN_SKIP, "skip"),
    )


def update_button(t: Translator, *, primary: bool = False) -> Element:
    return button(t.gettext("Update ratings"), Action.CHECK_IN_OPEN, "open", primary=primary)


def change_button(t: Translator) -> Element:
    # Translators: The button that opens the window of an answer again.
    return button(t.gettext("Change"), Action.CHECK_IN_OPEN, "open")


def standing(rated: LatestRating | None, t: Translator) -> str:
    if rated is None:
        return t.gettext("Not rated yet")
    # Translators: %(rating)s is the rating that somebody gave last.
    return t.gettext("Last time: %(rating)s", rating=rating_label(rated.rating, t))


@dataclass(frozen=True, slots=True)
class CheckInState:
    """What the window has to know when it is saved: the id of the message that it answers, and what was read in it.

    `languages` are those in which it shows its statements, `seen` the hash of the text of each, by id.
    """

    message: str
    languages: Sequence[str] = ()
    seen: Mapping[str, str] = field(default_factory=dict)

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "CheckInState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)

    @property
    def place(self) -> tuple[str, str]:
        """The channel and the time stamp of the message."""
        channel, _, ts = self.message.partition(" ")
        return channel, ts

    def is_reworded(self, skill: Skill) -> bool:
        """Whether a statement that the window shows says something else by now."""
        return is_reworded(skill, self.seen, self.languages)


def check_in_modal(
    message: str, statements: Sequence[Statement], latest: Latest, t: Translator, typed: Typed | None = None
) -> dict[str, Any]:
    """The statements with their last ratings, to be changed; `message` is the id of the one that it answers.

    `typed` is what was entered before it turned out that the statements had been reworded: it comes back for that.
    """
    state = CheckInState(message, t.locale.content, seen_texts(statements, t.locale.content))
    entered = typed or Typed()
    blocks = [block for one in statements for block in _question(one, latest.get(one.id), entered, t)]
    return modal(
        callback_id=Modal.CHECK_IN,
        title=check_in_title(t),
        submit=t.gettext("Save"),
        close=t.gettext("Close"),
        blocks=[
            *([section(render("assess/reworded", t))] if typed else []),
            section(render("assess/intro", t)),
            *blocks,
        ],
        state=state.dump(),
    )


def check_in_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("How is it going?")


def _question(statement: Statement, rated: LatestRating | None, typed: Typed, t: Translator) -> Iterator[Block]:
    chosen = typed.ratings.get(statement.id, rated.rating if rated else None)
    note = typed.notes.get(statement.id, "")
    options = [option(rating_label(rating, t), rating) for rating in Rating]
    radio: Element = {"type": "radio_buttons", "action_id": Action.CHECK_IN_FIELD, "options": options}
    if chosen is not None:
        radio["initial_option"] = options[tuple(Rating).index(chosen)]
    yield divider()
    yield {"type": "section", "text": plain(shorten(named(statement.text, t), STATEMENT_LIMIT))}
    yield actions(radio, block_id=f"{_RATING}{statement.id}")
    yield {
        "type": "input",
        "block_id": f"{_NOTE}{statement.id}",
        "optional": True,
        "label": plain(t.gettext("Your note, which only you see")),
        "element": {
            "type": "plain_text_input",
            "action_id": nth(Action.CHECK_IN_FIELD, "note"),
            "multiline": True,
            "max_length": LONGEST_NOTE,
            **({"initial_value": note[:LONGEST_NOTE]} if note else {}),
        },
    }


def typed_in(values: Mapping[str, Mapping[str, Any]]) -> Typed:
    """What stands in the fields of the window. Raises ValueError for a rating that there isn't."""
    ratings, notes = {}, {}
    for block_id, fields in values.items():
        for entered in fields.values():
            chosen, words = entered.get("selected_option"), entered.get("value")
            if block_id.startswith(_RATING) and chosen:
                ratings[block_id.removeprefix(_RATING)] = Rating(chosen["value"])
            elif block_id.startswith(_NOTE) and words and words.strip():
                notes[block_id.removeprefix(_NOTE)] = str(words)
    return Typed(ratings, notes)


def note_block(statement: str) -> str:
    return f"{_NOTE}{statement}"


def saved_notice(changed: int, t: Translator) -> str:
    if not changed:
        return t.gettext("Saved: nothing has changed. Only you see it.")
    # Translators: %(n)s is how many ratings are other ones now.
    return t.ngettext(
        "Saved: %(n)s\xa0rating changed. Only you see it.", "Saved: %(n)s\xa0ratings changed. Only you see it.", changed
    )


def skipped_notice(t: Translator) -> str:
    return t.gettext("Skipped. Rung asks again another time.")
