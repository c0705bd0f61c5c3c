"""Evidence: the window that keeps a message, the one that lists what is kept, and the line beside what it shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.domain.evidence import LONGEST_WORDS, Evidence
from bot.domain.progress import local_day
from bot.domain.skills import Skill, Statement
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    serialised,
    shorten,
)
from bot.views.confirming import confirmed
from bot.views.fields import statement_input, words_input
from bot.views.ids import Action, CardRef, Modal
from bot.views.lists import search_field
from bot.views.memory import remembered
from bot.views.names import named, title_blocks
from bot.views.paging import page_controls, pages

BLOCKS_A_PAGE = 40
LINKS_SHOWN = 5
WORDS_SHOWN = 60  # characters
STATEMENT_SHOWN = 300  # characters
EVERYTHING = "all"  # what the controls of the list carry


@dataclass(frozen=True, slots=True)
class EvidenceState:
    """What the window has to know when something is chosen in it. `nudge` is the id of the message that it answers."""

    link: str
    nudge: str = ""

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "EvidenceState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)


def evidence_modal(
    state: EvidenceState, t: Translator, skill: Skill | None = None, statement: Statement | None = None
) -> dict[str, Any]:
    """A message to be kept: in the person's own words, for a skill, and once that is chosen for a statement of it.

    Opened by a nudge, it asks for an example of its statement.
    """
    return modal(
        callback_id=Modal.EVIDENCE,
        title=_title(state, t),
        # Translators: The button that saves what was entered, at most 24 characters.
        submit=t.gettext("Save"),
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        close=t.gettext("Cancel"),
        blocks=[
            _intro(state, t),
            words_input("words", _question(state, t), LONGEST_WORDS),
            _skill_input(skill, t),
            *(_statement_of(skill, statement, t) if skill else ()),
        ],
        state=state.dump(),
    )


def _title(state: EvidenceState, t: Translator) -> str:
    if state.nudge:
        return example_label(t)
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Save as evidence")


def example_label(t: Translator) -> str:
    # Translators: A button that opens a window in which a person keeps something that shows what they do, and the
    # title of that window: at most 24 characters.
    return t.gettext("Add an example")


def _intro(state: EvidenceState, t: Translator) -> Block:
    if state.nudge:
        return context(plain(t.gettext("Only you see what you save here.")))
    return section(render("evidence/intro", t, url=state.link))


def _question(state: EvidenceState, t: Translator) -> str:
    if state.nudge:
        # Translators: What stands over the field for something that a person has done.
        return t.gettext("In your own words: what did you do?")
    # Translators: What stands over the field for what a message shows.
    return t.gettext("In your own words: what does it show?")


def kept_modal(evidence: Evidence, skill: Skill, t: Translator, command: str) -> dict[str, Any]:
    """What was kept, who sees it, and where it is found again; `command` lists it."""
    return modal(
        callback_id=Modal.EVIDENCE,
        # Translators: The title of a window after something was saved, at most 24 characters.
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(skill.name, t),
            section(render("evidence/saved", t, command=command)),
            *([context(plain(_statement(evidence, skill, t)))] if evidence.statement else ()),
            {"type": "section", "text": plain(evidence.words)},
            actions(button(t.gettext("Rate yourself"), Action.ASSESS_OPEN, str(CardRef(skill.slug)))),
        ],
    )


def evidence_list_modal(
    kept: Sequence[Evidence], skills: Mapping[str, Skill], zone: str | None, t: Translator, page: int = 0
) -> dict[str, Any]:
    """All that a person keeps, the newest first, to read and to remove; `zone` is theirs, an IANA name."""
    packed = pages((list(_piece(one, skills.get(one.skill), zone, t)) for one in kept), BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    controls = page_controls(Action.EVIDENCE_PAGE, EVERYTHING, page, len(packed), t)
    told = t.gettext("Only you see your evidence.") if kept else _empty(t)
    return modal(
        callback_id=Modal.EVIDENCE_LIST,
        title=evidence_title(t),
        close=t.gettext("Close"),
        blocks=[context(plain(told)), *packed[page], *([actions(*controls)] if controls else [])],
        state=str(page),
    )


def evidence_door(t: Translator) -> list[Block]:
    """The way to that window from where none can be opened at once."""
    told = t.gettext("Your evidence opens in a window, which only you see.")
    return [section(told), actions(evidence_button(t))]


def evidence_line(kept: Sequence[Evidence], t: Translator) -> list[Block]:
    """How much evidence a person keeps for something, in their words; nothing where there is none."""
    if not kept:
        return []
    shown = [{"url": one.link, "words": shorten(one.words, WORDS_SHOWN)} for one in kept[:LINKS_SHOWN]]
    rest = len(kept) - len(shown)
    return [context(mrkdwn(render("evidence/line", t, count=len(kept), shown=shown, rest=rest)))]


def evidence_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Your evidence")


def evidence_button(t: Translator) -> Element:
    """The way to all of it."""
    return button(t.gettext("Show my evidence"), Action.EVIDENCE_LIST, EVERYTHING)


def _empty(t: Translator) -> str:
    return t.gettext(
        "You keep no evidence yet. Where a message shows what you do, choose “Save as evidence” in its menu."
    )


def _skill_input(skill: Skill | None, t: Translator) -> Block:
    element = {**search_field(t), "action_id": Action.EVIDENCE_SKILL}
    if skill:
        element["initial_option"] = option(named(skill.name, t), str(CardRef(skill.slug)))
    # Translators: What stands over a menu with the names of skills.
    label = t.gettext("Skill")
    return {"type": "input", "block_id": "skill", "dispatch_action": True, "label": plain(label), "element": element}


def _statement_of(skill: Skill, statement: Statement | None, t: Translator) -> Iterator[Block]:
    # Translators: What stands over a menu with statements that may be left empty.
    yield statement_input(skill, t.gettext("Statement that it's about"), t, optional=True, chosen=statement)


def _piece(evidence: Evidence, skill: Skill | None, zone: str | None, t: Translator) -> Iterator[Block]:
    # Translators: A button, at most 24 characters.
    remove = t.gettext("Remove")
    gone = t.gettext("What you wrote about the message will be gone. The message itself stays where it is.")
    yield section(
        render(
            "evidence/one",
            t,
            skill=shorten(named(skill.name, t), 100) if skill else evidence.skill,
            statement=_statement(evidence, skill, t) if evidence.statement else None,
            date=t.date(local_day(evidence.created_at, zone)),
            url=evidence.link,
        ),
        confirmed(button(remove, Action.EVIDENCE_REMOVE, evidence.id), gone, remove, t),
    )
    yield {"type": "section", "text": plain(evidence.words)}


def _statement(evidence: Evidence, skill: Skill | None, t: Translator) -> str:
    """What the statement says now; where the content has lost it, its id."""
    statement = skill.statements.get(evidence.statement or "") if skill else None
    return shorten(named(statement.text, t), STATEMENT_SHOWN) if statement else str(evidence.statement)
