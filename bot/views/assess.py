"""Rating oneself: the window with the statements, and what is said once they are rated."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bot.domain.answers import Card, Standing
from bot.domain.assessments import Change, Rating
from bot.domain.coaching import LevelProgress
from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel
from bot.domain.questionnaires import (
    LONGEST_NOTE,
    Question,
    Questionnaire,
    Recorded,
    Typed,
    is_reworded,
    seen_texts,
)
from bot.domain.skills import Skill, Statement
from bot.domain.texts import TextState
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
    modal,
    option,
    plain,
    rich_list,
    rich_text,
    section,
    serialised,
    shorten,
)
from bot.views.card import personal_blocks, saved_notice
from bot.views.controls import ref_of
from bot.views.evidence import evidence_line
from bot.views.helping import offer_button
from bot.views.ids import Action, CardRef, Modal, nth
from bot.views.memory import remembered
from bot.views.names import MARK, named, title_blocks
from bot.views.paging import page_controls, page_place, pages
from bot.views.requirements import notes
from bot.views.telling import tell_button

BLOCKS_A_PAGE = 30
MOVES_SHOWN = 10
MOVE_LIMIT = 120  # characters of a statement whose rating moved
STEP_LIMIT, IDEA_LIMIT = 1_000, 600  # characters of the next statement, and of an idea for it
_RATING, _NOTE = "rating ", "note "  # what the block_id of a question, and of its note, begins with


@dataclass(frozen=True, slots=True)
class AssessState:
    """What the window has to know when something is clicked in it.

    `languages` are those in which it shows its statements, `seen` the hash of the text of each, by id.
    """

    card: str
    page: int = 0
    languages: Sequence[str] = ()
    seen: Mapping[str, str] = field(default_factory=dict)

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "AssessState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)

    def is_reworded(self, skill: Skill) -> bool:
        """Whether a statement that the window shows says something else by now."""
        return is_reworded(skill, self.seen, self.languages)

    @property
    def ref(self) -> CardRef:
        return CardRef.parse(self.card)


def rating_label(rating: Rating, t: Translator) -> str:
    match rating:
        case Rating.NOT_YET:
            # Translators: The first of three ratings of a statement, by a person about themselves.
            return t.gettext("Not yet")
        case Rating.PRACTISING:
            # Translators: The second of three ratings of a statement, by a person about themselves.
            return t.gettext("Practising")
        case Rating.CONSISTENT:
            # Translators: The third of three ratings of a statement, by a person about themselves.
            return t.gettext("Consistent")


def assess_modal(asked: Questionnaire, t: Translator, page: int = 0, *, is_reworded: bool = False) -> dict[str, Any]:
    """One page of the statements to rate, with what was said before and what was typed already.

    `is_reworded` tells why the window comes back instead of being saved.
    """
    packed = pages(_chunks(asked, t), BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    state = _state(asked, page, packed[page], t)
    controls = page_controls(Action.ASSESS_PAGE, state.card, page, len(packed), t)
    texts = [question.statement.text for _, questions in asked.levels for question in questions]
    return modal(
        callback_id=Modal.ASSESS,
        title=assess_title(t),
        # Translators: The button that saves what was entered, at most 24 characters.
        submit=t.gettext("Save"),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(asked.card.skill.name, t),
            *([section(render("assess/reworded", t))] if is_reworded else []),
            section(render("assess/intro", t)),
            *evidence_line(asked.evidence, t),
            *_continued(packed[page], asked, t),
            *page_place(page, len(packed), t),
            *([actions(*controls)] if controls else []),
            *notes(texts, t),
        ],
        state=state.dump(),
    )


def _state(asked: Questionnaire, page: int, shown: Iterable[Block], t: Translator) -> AssessState:
    blocks, languages = {block.get("block_id") for block in shown}, t.locale.content
    statements = (question.statement for _, questions in asked.levels for question in questions)
    seen = seen_texts((one for one in statements if f"{_RATING}{one.id}" in blocks), languages)
    return AssessState(str(ref_of(asked.card)), page, languages, seen)


def assess_title(t: Translator) -> str:
    # Translators: The title of a window, and a button, at most 24 characters.
    return t.gettext("Rate yourself")


def typed_in(values: Mapping[str, Mapping[str, Any]]) -> Typed:
    """What stands in the fields of the window. Raises ValueError for a rating that there isn't."""
    ratings, typed_notes = {}, {}
    for block_id, fields in values.items():
        for entered in fields.values():
            if block_id.startswith(_RATING) and entered.get("selected_option"):
                ratings[block_id.removeprefix(_RATING)] = Rating(entered["selected_option"]["value"])
            elif block_id.startswith(_NOTE):
                typed_notes[block_id.removeprefix(_NOTE)] = entered.get("value") or ""
    return Typed(ratings, typed_notes, frozenset(typed_notes))


def drawn_in(blocks: Iterable[Mapping[str, Any]]) -> Typed:
    """What stood in the fields of the window when it was drawn. Raises ValueError for a rating that there isn't."""
    return typed_in({block.get("block_id", ""): dict(_drawn(block)) for block in blocks})


def _drawn(block: Mapping[str, Any]) -> Iterator[tuple[str, Element]]:
    for element in (*block.get("elements", ()), block.get("element", {})):
        yield (
            element.get("action_id", ""),
            {
                "selected_option": element.get("initial_option"),
                "value": element.get("initial_value"),
            },
        )


def note_errors(typed: Typed, t: Translator) -> dict[str, str]:
    """By the id of its block, what is wrong with a note."""
    # Translators: An error at a field. %(most)s is how many characters a note may have.
    long = t.gettext("At most %(most)s characters, please.", most=t.number(LONGEST_NOTE))
    # Translators: An error at the field of a note about a statement that isn't rated yet.
    alone = t.gettext("A note is kept with a rating: please choose one too.")
    found = {}
    for statement, note in typed.notes.items():
        if len(note) > LONGEST_NOTE:
            found[f"{_NOTE}{statement}"] = long
        elif note.strip() and statement not in typed.ratings:
            found[f"{_NOTE}{statement}"] = alone
    return found


def recorded_modal(recorded: Recorded, t: Translator) -> dict[str, Any]:
    """What was stored, who sees it, what that means, and what could be next."""
    return modal(
        callback_id=Modal.ASSESS,
        # Translators: The title of a window after something was saved, at most 24 characters.
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(recorded.card.skill.name, t),
            *_saved(recorded, t),
            divider(),
            *_standing(recorded, t),
            # Translators: The rule by which a level counts as covered, told to the person who rated themselves.
            context(
                plain(
                    t.gettext(
                        "A level is covered when you're consistent in all its mandatory statements, or, where none is "
                        "mandatory, in all its optional ones. You decide when your level moves."
                    )
                )
            ),
        ],
        state=AssessState(str(ref_of(recorded.card))).dump(),
    )


def moved_modal(card: Card, t: Translator) -> dict[str, Any]:
    """The proposed level was taken."""
    standing = Standing.of(CurrentLevel(card.level.id), card)
    return modal(
        callback_id=Modal.ASSESS,
        title=t.gettext("Saved"),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(card.skill.name, t),
            *personal_blocks(standing, saved_notice(t), t),
            actions(tell_button(card, t), offer_button(card.skill.slug, t)),
        ],
        state=AssessState(str(ref_of(card))).dump(),
    )


def _chunks(asked: Questionnaire, t: Translator) -> Iterator[list[Block]]:
    for level, questions in asked.levels:
        for n, question in enumerate(questions):
            heading = [divider(), _heading(level, t)] if n == 0 else []
            yield [*heading, *_question(question, asked.typed, t)]


def _continued(blocks: list[Block], asked: Questionnaire, t: Translator) -> list[Block]:
    """A page; one that begins within a level says again which it is."""
    first = next((block["block_id"] for block in blocks if block.get("block_id", "").startswith(_RATING)), "")
    if not first or blocks[0]["type"] == "divider":
        return blocks
    level_of = {question.statement.id: level for level, questions in asked.levels for question in questions}
    return [divider(), _heading(level_of[first.removeprefix(_RATING)], t), *blocks]


def _heading(level: Level, t: Translator) -> Block:
    return section(render("card/heading", t, title=named(level.name, t), mark=None))


def _question(question: Question, typed: Typed, t: Translator) -> Iterator[Block]:
    """The statement as it is written, and its ratings.

    Not an input: Slack would write "optional" beside it, which says something else here.
    """
    statement = question.statement
    shown = statement.text.shown(t.locale.content)
    mark = f"{MARK} " if shown.state is TextState.MISSING else ""
    rated = question.latest.rating if question.latest else None
    yield {"type": "section", "text": plain(shorten(mark + shown.text, SECTION_LIMIT))}
    if question.rated_text is not None:
        # Translators: Under a statement that was rated when it still said something else. %(text)s is what it said.
        said = t.gettext("Changed since you rated it. It said: “%(text)s”", text=shorten(question.rated_text, 1_500))
        yield context(plain(said))
    yield from evidence_line(question.evidence, t)
    controls = [_ratings(typed.ratings.get(statement.id, rated), t)]
    noted = statement.id in typed.noted
    if not noted:
        controls.append(button(t.gettext("Add a note"), nth(Action.ASSESS_NOTE, statement.id), statement.id))
    yield actions(*controls, block_id=f"{_RATING}{statement.id}")
    if noted:
        yield _note(statement.id, typed.notes.get(statement.id, ""), t)


def _ratings(chosen: Rating | None, t: Translator) -> Element:
    options = [option(rating_label(rating, t), rating) for rating in Rating]
    element: Element = {"type": "radio_buttons", "action_id": Action.ASSESS_RATING, "options": options}
    if chosen is not None:
        element["initial_option"] = options[tuple(Rating).index(chosen)]
    return element


def _note(statement: str, typed: str, t: Translator) -> Block:
    element: Element = {
        "type": "plain_text_input",
        "action_id": Action.ASSESS_NOTE_TEXT,
        "multiline": True,
        "max_length": LONGEST_NOTE,
        "dispatch_action_config": {"trigger_actions_on": ["on_character_entered"]},
    }
    if typed:
        element["initial_value"] = typed[:LONGEST_NOTE]
    return {
        "type": "input",
        "block_id": f"{_NOTE}{statement}",
        "optional": True,
        "dispatch_action": True,
        "label": plain(t.gettext("Your note, which only you see")),
        "element": element,
    }


def _saved(recorded: Recorded, t: Translator) -> Iterator[Block]:
    """How many ratings were stored, and those that moved."""
    yield section(render("assess/saved", t, saved=len(recorded.changes)))
    moves = [change for change in recorded.changes if change.is_move]
    if moves:
        yield rich_list(_move(recorded, change, t) for change in moves[:MOVES_SHOWN])
    if rest := len(moves[MOVES_SHOWN:]):
        # Translators: Under a list that was too long to show. %(n)s is how many more ratings have changed.
        yield context(plain(t.ngettext("and %(n)s\xa0more change", "and %(n)s\xa0more changes", rest)))


def _move(recorded: Recorded, change: Change, t: Translator) -> list[Element]:
    """`Not yet → Consistent: Designs the strategy …`"""
    before = f"{rating_label(change.before, t)} → " if change.before else ""
    text = named(recorded.card.skill.statements[change.statement].text, t)
    after = rich_text(rating_label(change.after, t), bold=True)
    return [*([rich_text(before)] if before else []), after, rich_text(f": {shorten(text, MOVE_LIMIT)}")]


def _standing(recorded: Recorded, t: Translator) -> Iterator[Block]:
    for one in recorded.progress.defined:
        if one.consistent:
            yield context(plain(level_standing(one, t)))
    if recorded.proposed:
        level = named(recorded.proposed.name, t)
        ref = ref_of(recorded.card)._replace(level=recorded.proposed.id)
        yield section(render("assess/covered", t, level=level))
        yield actions(button(t.gettext("Set as my level"), Action.ASSESS_MOVE, str(ref), primary=True))
        return
    yield from _next_step(recorded, t)


def level_standing(one: LevelProgress, t: Translator) -> str:
    """`Senior: 2 of 3 consistent`."""
    # Translators: How far somebody is with a level. %(level)s is its name, %(n)s and %(total)s count statements.
    return t.gettext(
        "%(level)s: %(n)s of %(total)s consistent",
        level=named(one.level.name, t),
        n=t.number(one.consistent),
        total=t.number(one.total),
    )


def _next_step(recorded: Recorded, t: Translator) -> Iterator[Block]:
    """The first statement that is still open, and an idea for it."""
    above = recorded.progress.above(recorded.base)
    following = next((one for one in above if one.is_defined and not one.is_covered), None)
    if following is None:
        return
    still_open = following.mandatory_open or following.optional_open
    level = named(following.level.name, t)
    yield section(render("assess/next", t, level=level, **step_facts(still_open[0], t)))


def step_facts(statement: Statement, t: Translator) -> dict[str, str | None]:
    """A statement and an idea for it, within what one section holds."""
    idea = shorten(named(statement.suggestion, t), IDEA_LIMIT) if statement.suggestion else None
    return {"statement": shorten(named(statement.text, t), STEP_LIMIT), "idea": idea}
