"""A message: its blocks, and the text that says the same to screen readers, notifications and old clients."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from bot.text.mrkdwn import literal
from bot.views.blocks import Block

TEXT_LIMIT = 40_000


def message(blocks: Sequence[Block]) -> dict[str, Any]:
    """What is sent to Slack: `text` is made of the blocks and says all that they say."""
    return {"text": spoken(blocks), "blocks": list(blocks)}


def spoken(blocks: Iterable[Block]) -> str:
    """All that the blocks say, a line each, without their controls."""
    return "\n".join(line for block in blocks for line in _lines(block))[:TEXT_LIMIT]


def _lines(block: Block) -> Iterator[str]:
    match block["type"]:
        case "header" | "section":
            yield _text(block["text"])
            yield from (_text(field) for field in block.get("fields", ()))
        case "context":
            yield " ".join(_text(element) for element in block["elements"])
        case "rich_text":
            for part in block["elements"]:
                yield from _rich_lines(part)
        case "table":
            for row in block["rows"]:
                yield " · ".join(str(literal(cell["text"])) for cell in row)


def _rich_lines(part: Block) -> Iterator[str]:
    if part["type"] == "rich_text_list":
        for item in part["elements"]:
            yield "• " + _rich(item["elements"])
    else:
        yield _rich(part["elements"])


def _rich(elements: Iterable[Block]) -> str:
    return str(Markup().join(literal(element["text"]) for element in elements))


def _text(text: Block) -> str:
    return str(text["text"]) if text["type"] == "mrkdwn" else str(literal(text["text"]))
