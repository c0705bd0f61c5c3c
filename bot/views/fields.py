"""Fields in which people write words or choose a statement: drawing them, reading them, and what is wrong with them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.domain.skills import Skill, Statement
from bot.i18n.translator import Translator
from bot.views.blocks import LABEL_LIMIT, Block, Element, option, plain, shorten
from bot.views.ids import CardRef, Field, block_of_ref
from bot.views.names import named

Values = Mapping[str, Mapping[str, Any]]


class Entered(NamedTuple):
    """What stands in a field: a text, or the value of an option; `block` is where an error about it belongs."""

    block: str
    text: str


def entered(values: Values, action_id: str) -> Entered:
    """What stands in the field of that id. Raises ValueError where the window has no such field."""
    for block, fields in values.items():
        if action_id in fields:
            field = fields[action_id]
            chosen = field.get("selected_option") or {}
            return Entered(block, str(field.get("value") or chosen.get("value") or ""))
    raise ValueError(f"no field is called {action_id}")


def words_input(block_id: str, label: str, longest: int, *, written: str = "") -> Block:
    """A field of several lines that has to be filled; `longest` is how many characters it takes."""
    element: Element = {
        "type": "plain_text_input",
        "action_id": Field.WORDS,
        "multiline": True,
        "max_length": longest,
    }
    if written:
        element["initial_value"] = written[:longest]
    return {"type": "input", "block_id": block_id, "label": plain(label), "element": element}


def words_error(words: str, longest: int, t: Translator) -> str | None:
    """What is wrong with what was written, for a field that has to be filled."""
    if not any(c.isprintable() and not c.isspace() for c in words):
        return t.gettext("Please write something.")
    if len(words) > longest:
        # Translators: An error at a field. %(most)s is how many characters a note may have.
        return t.gettext("At most %(most)s characters, please.", most=t.number(longest))
    return None


def statement_input(
    skill: Skill, label: str, t: Translator, *, optional: bool = False, chosen: Statement | None = None
) -> Block:
    """A menu of the skill's statements that is filled while somebody types."""
    element: Element = {
        "type": "external_select",
        "action_id": Field.STATEMENT,
        # Translators: The placeholder of a menu with statements, in which people may type.
        "placeholder": plain(t.gettext("Choose a statement")),
        "min_query_length": 0,
    }
    if chosen:
        element["initial_option"] = _statement_option(chosen, skill, t)
    block = {"type": "input", "block_id": block_of_ref(CardRef(skill.slug)), "label": plain(label)}
    return {**block, "element": element, **({"optional": True} if optional else {})}


def statement_options(statements: Iterable[Statement], skill: Skill | None, t: Translator) -> dict[str, Any]:
    """What that menu offers: each statement's beginning, and at which levels it is expected."""
    return {"options": [_statement_option(statement, skill, t) for statement in statements]}


def statement_gone(t: Translator) -> str:
    """An error at that menu."""
    return t.gettext("This statement isn't there any more. Please choose another.")


def _statement_option(statement: Statement, skill: Skill | None, t: Translator) -> Element:
    offered = option(named(statement.text, t), statement.id)
    if skill and (levels := _levels(statement, skill, t)):
        offered["description"] = plain(shorten(levels, LABEL_LIMIT))
    return offered


def _levels(statement: Statement, skill: Skill, t: Translator) -> str:
    at = {r.level for cell in skill.cells.values() for r in cell if statement in r.statements}
    return ", ".join(named(level.name, t) for level in skill.ladder.levels if level.id in at)
