"""Blocks and elements as Slack takes them, within its limits (docs.slack.dev, reference/block-kit)."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

Block = dict[str, Any]
Element = dict[str, Any]

BLOCKS_LIMIT = 100  # of a view
HEADER_LIMIT = 150
SECTION_LIMIT = 3000
LABEL_LIMIT = 75
TITLE_LIMIT = 24
OPTIONS_LIMIT = 100
ECHO_LIMIT = 60

_WHITE_SPACE = re.compile(r"[^\S\xa0]+")  # a number stays beside its word


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters: cut at a word where there is one, and ended with an ellipsis."""
    text = _WHITE_SPACE.sub(" ", text).strip()
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rsplit(" ", 1)[0] if " " in cut and text[limit - 1] != " " else cut
    return (at_word if len(at_word) > limit // 2 else cut).rstrip(" ,;:-") + "…"


def echo(words: str) -> str:
    """What a person typed, short and without what can't be seen, such as marks that turn the direction of text."""
    return shorten("".join(c if c.isprintable() else " " for c in words), ECHO_LIMIT)


def split_text(text: str, limit: int) -> list[str]:
    """The whole text in parts of at most `limit` characters, cut at a line or a word where there is one."""
    parts = []
    while len(text) > limit:
        at = max(text.rfind("\n", 0, limit), text.rfind(" ", 0, limit))
        at = at if at > limit // 2 else limit
        parts.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [*parts, text] if text else parts


def plain(text: str) -> Element:
    """Text that is shown as written: no formatting, no emoji codes."""
    return {"type": "plain_text", "text": text, "emoji": False}


def mrkdwn(text: str) -> Element:
    """Text that a template made; `verbatim` keeps Slack from making links and mentions of plain words."""
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def header(text: str) -> Block:
    return {"type": "header", "text": plain(shorten(text, HEADER_LIMIT))}


def section(text: str, accessory: Element | None = None) -> Block:
    block: Block = {"type": "section", "text": mrkdwn(text)}
    if accessory:
        block["accessory"] = accessory
    return block


def sections(text: str) -> list[Block]:
    """As many sections as a long text needs."""
    return [section(part) for part in split_text(text, SECTION_LIMIT)]


def context(*elements: Element) -> Block:
    return {"type": "context", "elements": list(elements)}


def divider() -> Block:
    return {"type": "divider"}


def actions(*elements: Element, block_id: str | None = None) -> Block:
    block: Block = {"type": "actions", "elements": list(elements)}
    if block_id:
        block["block_id"] = block_id
    return block


def button(label: str, action_id: str, value: str, *, primary: bool = False, spoken: str = "") -> Element:
    """A button; `spoken` is what a screen reader says where the label alone is not enough."""
    element: Element = {
        "type": "button",
        "action_id": action_id,
        "text": plain(shorten(label, LABEL_LIMIT)),
        "value": value,
    }
    if primary:
        element["style"] = "primary"
    if spoken:
        element["accessibility_label"] = shorten(spoken, LABEL_LIMIT)
    return element


def option(label: str, value: str) -> Element:
    return {"text": plain(shorten(label, LABEL_LIMIT)), "value": value}


def select(action_id: str, placeholder: str, options: Sequence[Element], chosen: str | None = None) -> Element:
    """A select of at most a hundred options; the chosen one is kept among them."""
    shown = list(options[:OPTIONS_LIMIT])
    initial = next((each for each in options if each["value"] == chosen), None)
    if initial is not None and initial not in shown:
        shown[-1] = initial
    element: Element = {
        "type": "static_select",
        "action_id": action_id,
        "placeholder": plain(shorten(placeholder, HEADER_LIMIT)),
        "options": shown,
    }
    if initial is not None:
        element["initial_option"] = initial
    return element


def overflow(action_id: str, options: Iterable[Element]) -> Element:
    return {"type": "overflow", "action_id": action_id, "options": list(options)}


def rich_list(items: Iterable[Sequence[Element]]) -> Block:
    """A bulleted list whose texts are shown as written; each item is a sequence of rich text elements."""
    return {
        "type": "rich_text",
        "elements": [
            {
                "type": "rich_text_list",
                "style": "bullet",
                "elements": [{"type": "rich_text_section", "elements": list(item)} for item in items],
            }
        ],
    }


def rich_text(text: str, **style: bool) -> Element:
    """One piece of rich text, e.g. `rich_text("EN", code=True)`."""
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def modal(
    *,
    callback_id: str,
    title: str,
    close: str,
    blocks: Sequence[Block],
    submit: str | None = None,
    state: str = "",
) -> dict[str, Any]:
    """A modal view; `state` is what the next click on it has to know."""
    view: dict[str, Any] = {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(shorten(title, TITLE_LIMIT)),
        "close": plain(close),
        "private_metadata": state,
        "blocks": list(blocks),
    }
    if submit:
        view["submit"] = plain(submit)
    return view


def serialised(value: Any) -> str:
    """JSON as it is sent: compact, and with every script readable."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
