"""Blocks shown in a terminal, legibly at 80 columns and without colour: what `rung ask` prints.

The only module that imports rich, which takes its time to load: import this one where it is used.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.box import ROUNDED, SIMPLE
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bot.playground.mrkdwn import Style, runs
from bot.playground.outcome import Outcome

Names = Mapping[str, str]
Block = Mapping[str, Any]

STYLES = {
    Style.BOLD: "bold",
    Style.ITALIC: "italic",
    Style.STRIKE: "strike",
    Style.CODE: "cyan",
    Style.CODE_BLOCK: "cyan",
    Style.LINK: "underline",
}
LIST_ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[•◦▪–-]|\d+\.)\s+(?P<text>.*)")
WIDEST = 80


def render(blocks: Sequence[Block], names: Names | None = None) -> RenderableType:
    """The blocks, one below the other; `names` are those of people and channels by id."""
    shown: list[RenderableType] = []
    above = "divider"
    for block in blocks:
        if _are_apart({above, block["type"]}):
            shown.append("")
        shown += BLOCKS[block["type"]](block, names or {})
        above = block["type"]
    return Group(*shown)


def _are_apart(neighbours: set[str]) -> bool:
    """Whether an empty line goes between two blocks of these types."""
    return "divider" not in neighbours and neighbours not in ({"actions"}, {"context"}, {"header", "context"})


def show(blocks: Sequence[Block], console: Console, names: Names | None = None) -> None:
    """Print the blocks as a card."""
    _frame(render(blocks, names), console)


def show_window(view: Block, console: Console, names: Names | None = None) -> None:
    """Print a modal as a card: its title, its blocks, and the buttons below them."""
    title = Text(view["title"]["text"], "bold")
    buttons = Controls([f"[{view[name]['text']}]" for name in ("close", "submit") if name in view])
    _frame(Group(title, Rule(style="dim"), render(view["blocks"], names), Rule(style="dim"), buttons), console)


def show_outcome(outcome: Outcome, console: Console, names: Names | None = None) -> None:
    """Print what somebody sees after their act: the new messages, and the window that it opened."""
    for message in outcome.messages:
        show(message.blocks, console, names)
    if outcome.view is not None:
        show_window(outcome.view.body, console, names)


def _frame(shown: RenderableType, console: Console) -> None:
    console.print(Panel(shown, box=ROUNDED, padding=(0, 1), width=min(console.width, WIDEST)))


class Controls:
    """Labels side by side, broken between labels only."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = labels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = ""
        for label in self.labels:
            if line and len(line) + 2 + len(label) > options.max_width:
                yield Text(line)
                line = ""
            line = f"{line}  {label}" if line else label
        yield Text(line)


def text_of(text: Block, names: Names, style: str = "") -> Text:
    """A text object: plain text to the letter, mrkdwn with its markup carried out."""
    if text["type"] == "plain_text":
        return Text(text["text"], style)
    return _styled(text["text"], names, style)


def _styled(mrkdwn: str, names: Names, style: str = "") -> Text:
    shown = Text(style=style)
    for run in runs(mrkdwn, names):
        shown.append(run.text, " ".join(STYLES[each] for each in sorted(run.styles)))
    return shown


def _hanging(mark: str, text: Text, indent: int = 0) -> RenderableType:
    """A list item whose further lines stand below its text, not below its mark."""
    item = Table.grid(padding=(0, 1, 0, 0))
    item.add_column(no_wrap=True)
    item.add_column(overflow="fold")
    item.add_row(mark, text)
    return Padding(item, (0, 0, 0, 2 * indent))


def _paragraphs(text: Block, names: Names) -> Iterator[RenderableType]:
    if text["type"] == "plain_text":
        yield text_of(text, names)
        return
    for line in text["text"].split("\n"):
        if item := LIST_ITEM.fullmatch(line):
            yield _hanging(item["mark"], _styled(item["text"], names), len(item["indent"]) // 2)
        else:
            yield _styled(line, names)


def _section(block: Block, names: Names) -> Iterator[RenderableType]:
    if "text" in block:
        yield from _paragraphs(block["text"], names)
    for field in block.get("fields", ()):
        yield from _paragraphs(field, names)
    if accessory := block.get("accessory"):
        yield Controls([control_label(accessory)])


def _header(block: Block, names: Names) -> Iterator[RenderableType]:
    yield text_of(block["text"], names, "bold")


def _context(block: Block, names: Names) -> Iterator[RenderableType]:
    shown = (
        Text(image_label(element), "dim") if element["type"] == "image" else text_of(element, names, "dim")
        for element in block["elements"]
    )
    yield Text("  ").join(shown)


def _divider(block: Block, names: Names) -> Iterator[RenderableType]:
    yield Rule(style="dim")


def _actions(block: Block, names: Names) -> Iterator[RenderableType]:
    yield Controls([control_label(element) for element in block["elements"]])


def _input(block: Block, names: Names) -> Iterator[RenderableType]:
    yield text_of(block["label"], names, "bold")
    yield Controls([control_label(block["element"])])
    if "hint" in block:
        yield text_of(block["hint"], names, "dim")


def _image(block: Block, names: Names) -> Iterator[RenderableType]:
    if "title" in block:
        yield text_of(block["title"], names)
    yield Text(image_label(block))


def _markdown(block: Block, names: Names) -> Iterator[RenderableType]:
    yield Text(block["text"])


def _table(block: Block, names: Names) -> Iterator[RenderableType]:
    head, *rows = block["rows"]
    shown = Table(box=SIMPLE)
    for cell in head:
        shown.add_column(_cell(cell, names), overflow="fold")
    for row in rows:
        shown.add_row(*(_cell(cell, names) for cell in row))
    yield shown


def _cell(cell: Block, names: Names) -> Text:
    if cell["type"] != "rich_text":
        return Text(cell["text"])
    return Text("\n").join(_inline(part["elements"], names) for part in cell["elements"])


def _rich_text(block: Block, names: Names) -> Iterator[RenderableType]:
    for part in block["elements"]:
        if part["type"] == "rich_text_list":
            for number, item in enumerate(part["elements"], 1):
                mark = f"{number}." if part["style"] == "ordered" else "•"
                yield _hanging(mark, _inline(item["elements"], names), part.get("indent", 0))
        elif part["type"] == "rich_text_section":
            yield _inline(part["elements"], names)
        else:
            yield Padding(_inline(part["elements"], names), (0, 0, 0, 2))


def _inline(elements: Sequence[Block], names: Names) -> Text:
    shown = Text()
    for element in elements:
        styles = [Style(name) for name, on in element.get("style", {}).items() if on and name in set(Style)]
        shown.append(_inline_text(element, names), " ".join(STYLES[style] for style in styles))
    return shown


def _inline_text(element: Block, names: Names) -> str:
    match element["type"]:
        case "text":
            return str(element["text"])
        case "link":
            return str(element.get("text") or element["url"])
        case "emoji":
            return f":{element['name']}:"
        case "user":
            return f"@{names.get(element['user_id'], element['user_id'])}"
        case "channel":
            return f"#{names.get(element['channel_id'], element['channel_id'])}"
        case "date":
            return str(element.get("fallback", element["timestamp"]))
        case _:
            return f"@{element.get('range') or element.get('usergroup_id')}"


def control_label(element: Block) -> str:
    """A control in words: `[Button]`, `[Choice ▾]`, `[⋯ First | Second ▾]`, `(x) Yes`, a picture by its alt text."""
    kind = element["type"]
    if kind == "image":
        return image_label(element)
    if kind == "button":
        return f"[{element['text']['text']}]"
    if kind == "overflow":
        return f"[⋯ {' | '.join(option['text']['text'] for option in element['options'])} ▾]"
    chosen = _chosen(element)
    if kind in ("radio_buttons", "checkboxes"):
        labels = [option["text"]["text"] for option in element["options"]]
        return "  ".join(f"({'x' if label in chosen else ' '}) {label}" for label in labels)
    shown = ", ".join(chosen) or element.get("placeholder", {"text": ""})["text"]
    return f"[{shown:_<20}]" if kind.endswith("input") else f"[{shown} ▾]"


def _chosen(element: Block) -> list[str]:
    """What is entered there before anybody enters something."""
    options = [*element.get("initial_options", ()), *filter(None, [element.get("initial_option")])]
    entered = (element.get(f"initial_{kind}") for kind in ("value", "time", "date"))
    return [*(option["text"]["text"] for option in options), *filter(None, entered)]


def image_label(image: Block) -> str:
    return f"[{image['alt_text']}]"


BLOCKS: Mapping[str, Callable[[Block, Names], Iterator[RenderableType]]] = {
    "section": _section,
    "header": _header,
    "context": _context,
    "divider": _divider,
    "actions": _actions,
    "input": _input,
    "image": _image,
    "markdown": _markdown,
    "table": _table,
    "rich_text": _rich_text,
}
