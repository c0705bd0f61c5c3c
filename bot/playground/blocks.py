"""The shapes of blocks, which surface takes which, and the rules that span the blocks of one surface."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from bot.playground import limits
from bot.playground.elements import (
    ACCESSORY,
    IMAGE,
    INPUT,
    INTERACTIVE,
    PICTURE,
    any_text,
    one_picture,
    plain_text,
)
from bot.playground.rich_text import RICH_TEXT
from bot.playground.schema import Check, Fault, boolean, by_type, choice, items, number, shape, string


class Surface(StrEnum):
    """Where blocks are shown."""

    MESSAGE = "message"
    MODAL = "modal"
    HOME = "home"


BLOCK_ID: Mapping[str, Check] = {"block_id": string(limits.IDENTIFIER)}


def says_something(section: dict[str, Any], at: str) -> Iterator[Fault]:
    if "text" not in section and "fields" not in section:
        yield Fault(at, "must have text or fields")


def rows_are_even(table: dict[str, Any], at: str) -> Iterator[Fault]:
    if len({len(row) for row in table["rows"]}) > 1:
        yield Fault(f"{at}/rows", "every row must have the same number of cells")


def cells_fit(table: dict[str, Any], at: str) -> Iterator[Fault]:
    if (total := shown_characters(table["rows"])) > limits.TABLE_TEXT:
        yield Fault(f"{at}/rows", f"{total} characters in all cells, no more than {limits.TABLE_TEXT} allowed")


CELL = by_type(
    raw_text=shape("raw_text", {"text": string(limits.TEXT)}),
    raw_number=shape("raw_number", {"value": number, "text": string(limits.TEXT)}),
    rich_text=RICH_TEXT,
)
COLUMN = shape(None, {}, {"align": choice("left", "center", "right"), "is_wrapped": boolean})
CONTEXT_TEXT = any_text(limits.TEXT)


def context_element(value: Any, at: str) -> Iterator[Fault]:
    is_image = isinstance(value, dict) and value.get("type") == "image"
    yield from (IMAGE if is_image else CONTEXT_TEXT)(value, at)


EVERYWHERE: Mapping[str, Check] = {
    "section": shape(
        "section",
        {},
        {
            **BLOCK_ID,
            "text": any_text(limits.TEXT),
            "fields": items(any_text(limits.FIELD_TEXT), limits.FIELDS),
            "accessory": ACCESSORY,
            "expand": boolean,
        },
        (says_something,),
    ),
    "header": shape("header", {"text": plain_text(limits.HEADER_TEXT)}, BLOCK_ID),
    "divider": shape("divider", {}, BLOCK_ID),
    "context": shape("context", {"elements": items(context_element, limits.CONTEXT_ELEMENTS)}, BLOCK_ID),
    "actions": shape("actions", {"elements": items(INTERACTIVE, limits.ACTION_ELEMENTS)}, BLOCK_ID),
    "input": shape(
        "input",
        {"label": plain_text(limits.LABEL), "element": INPUT},
        {**BLOCK_ID, "hint": plain_text(limits.LABEL), "optional": boolean, "dispatch_action": boolean},
    ),
    "image": shape(
        "image",
        {"alt_text": string(limits.ALT_TEXT)},
        {**BLOCK_ID, **PICTURE, "title": plain_text(limits.ALT_TEXT)},
        (one_picture,),
    ),
    "rich_text": RICH_TEXT,
}
TABLE = shape(
    "table",
    {"rows": items(items(CELL, limits.TABLE_COLUMNS), limits.TABLE_ROWS)},
    {**BLOCK_ID, "column_settings": items(COLUMN, limits.TABLE_COLUMNS)},
    (rows_are_even, cells_fit),
)
MARKDOWN = shape("markdown", {"text": string(limits.MARKDOWN_TEXT)}, BLOCK_ID)

TAKEN: Mapping[Surface, Check] = {
    Surface.MESSAGE: items(by_type(**EVERYWHERE, table=TABLE, markdown=MARKDOWN), limits.MESSAGE_BLOCKS, least=0),
    Surface.MODAL: items(by_type(**EVERYWHERE), limits.VIEW_BLOCKS, least=0),
    Surface.HOME: items(by_type(**EVERYWHERE, table=TABLE), limits.VIEW_BLOCKS, least=0),
}


def elements_of(block: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The elements of a block that a person may act on or fill in, and images beside them."""
    if block["type"] == "actions":
        return list(block["elements"])
    single = block.get("accessory") or block.get("element")
    return [single] if single else []


def duplicates(values: list[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def ids_are_unique(blocks: list[dict[str, Any]], at: str) -> Iterator[Fault]:
    for block_id in duplicates([block["block_id"] for block in blocks if "block_id" in block]):
        yield Fault(at, f"block_id {block_id} already exists")
    for index, block in enumerate(blocks):
        ids = [element["action_id"] for element in elements_of(block) if "action_id" in element]
        for action_id in duplicates(ids):
            yield Fault(f"{at}/{index}/elements", f"action_id {action_id} already exists in this block")


def once_only(blocks: list[dict[str, Any]], at: str) -> Iterator[Fault]:
    if sum(block["type"] == "table" for block in blocks) > 1:
        yield Fault(at, "only one table is allowed")
    focused = [e for block in blocks for e in elements_of(block) if e.get("focus_on_load")]
    if len(focused) > 1:
        yield Fault(at, "only one element may have focus_on_load")


def markdown_fits(blocks: list[dict[str, Any]], at: str) -> Iterator[Fault]:
    total = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    if total > limits.MARKDOWN_TEXT:
        yield Fault(at, f"{total} characters in markdown blocks, no more than {limits.MARKDOWN_TEXT} allowed")


def block_faults(blocks: Any, surface: Surface, at: str = "/blocks") -> list[Fault]:
    """Everything for which Slack would refuse these blocks on this surface; `at` is where they stand."""
    faults = list(TAKEN[surface](blocks, at))
    if not faults:
        for rule in (ids_are_unique, once_only, markdown_fits):
            faults += rule(blocks, at)
    return faults


def shown_characters(node: Any) -> int:
    """All characters that the blocks show, as Slack seems to count them for msg_blocks_too_long."""
    if isinstance(node, list):
        return sum(map(shown_characters, node))
    if not isinstance(node, dict):
        return 0
    shown = ("text", "alt_text", "title", "label", "placeholder", "hint")
    return sum(
        len(value) if key in shown and isinstance(value, str) else shown_characters(value)
        for key, value in node.items()
    )
