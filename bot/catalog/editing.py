"""Changes to a YAML file that leave everything else in it as it is, to the byte: comments, layout, quotes.

The nodes of libyaml know where they stand, so a change replaces just those characters, where a library that writes the
whole file anew would wrap and quote what nobody touched. Whatever is changed is read again and compared with what was
wanted before anybody writes it.
"""

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from yaml import CollectionNode, CSafeLoader, MappingNode, Node, ScalarNode, SequenceNode, YAMLError, load

from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.reader import Data, field_of, parse_document
from bot.catalog.schema import HASH_PATTERN
from bot.catalog.writing import NotWritten

WIDTH = 100  # characters of a line, as in the bundled content
INDENT = 2
_BYTE_ORDER_MARK = "\ufeff"

Leaf: TypeAlias = str | Sequence[str]
Value: TypeAlias = "Leaf | Mapping[str, Value]"
Place = tuple[str | int, ...]


class EditedFile:
    """A YAML file while it is changed. `name` is what faults call it; an empty `text` is a new file."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
        self._breaks_by_crlf = "\r\n" in text
        self._text = text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n")

    @property
    def text(self) -> str:
        return self._mark + (self._text.replace("\n", "\r\n") if self._breaks_by_crlf else self._text)

    def put(self, place: Place, value: Value, *orders: Sequence[str]) -> None:
        """Set what stands at a place, which is made where it is missing.

        `orders` are the orders of the keys in the mappings on the way, from the outermost: where a new key goes. Raises
        InvalidContent when the file isn't one plain mapping, or can't be changed here without touching the rest.
        """
        wanted = _merged(self._data(), place, value)
        for leaf, each in _leaves(place, value):
            self._put(leaf, each, orders)
        if self._data() != wanted:
            raise self._unfit(place)

    def _unfit(self, place: Place) -> InvalidContent:
        return InvalidContent([Fault(self.name, 0, field_of(place), "can't be changed here; change it by hand")])

    def _data(self) -> dict[str, Data]:
        return parse_document(self._text.encode(), self.name).data if self._has_content() else {}

    def _has_content(self) -> bool:
        return any(line.strip() and not line.lstrip().startswith("#") for line in self._text.splitlines())

    def _put(self, place: Place, value: Leaf, orders: Sequence[Sequence[str]]) -> None:
        if not self._has_content():
            self._text = f"{self._text}{_block(place, value, 0)}\n"
            return
        node: Node = parse_document(self._text.encode(), self.name).root
        column, flow, above = 0, False, None
        for depth, key in enumerate(place):
            if isinstance(node, SequenceNode) and isinstance(key, int):
                node = node.value[key]
                continue
            if not isinstance(node, MappingNode):
                raise self._unfit(place)
            found = next((pair for pair in node.value if pair[0].value == key), None)
            if found is None:
                self._insert(node, place[depth:], value, orders[depth] if depth < len(orders) else ())
                return
            flow = flow or bool(node.flow_style)
            column, above, node = found[0].start_mark.column, found[0], found[1]
        assert above is not None
        self._replace(node, _flow(value) if flow else _inline(value, column, above.end_mark.column + 2))

    def _replace(self, node: Node, put: str) -> None:
        start, end = node.start_mark.index, _content_end(node, self._text)
        line_end = _line_end(self._text, end)
        header, *lines = put.splitlines()
        # A comment behind a text stays behind the first line of one that takes several.
        put = "\n".join((header + self._text[end:line_end], *lines))
        self._text = self._text[:start] + put + self._text[line_end:]

    def _insert(self, node: MappingNode, place: Place, value: Leaf, order: Sequence[str]) -> None:
        """Add a key to a mapping: after those that come before it in `order`, else before all others."""
        key = place[0]
        before = order[: order.index(key)] if key in order else [name.value for name, _ in node.value]
        previous = next((held for name, held in reversed(node.value) if name.value in before), None)
        if node.flow_style:
            at = _content_end(previous, self._text) if previous else node.start_mark.index + 1
            put = _flow_pair(place, value)
            put = f", {put}" if previous else f"{put}, " if node.value else put
        else:
            put = _block(place, value, node.start_mark.column)
            if previous:
                at = _line_end(self._text, _content_end(previous, self._text))
                put = f"\n{put}"
            else:
                at = node.start_mark.index - node.start_mark.column
                put = f"{put}\n"
        self._text = self._text[:at] + put + self._text[at:]


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file so that whoever reads it meanwhile gets the old or the new one, never half. Raises NotWritten."""
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        beside.replace(file)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise NotWritten(f"{file} can't be written: {error.strerror}.") from error


def _merged(data: Mapping[str, Data], place: Place, value: Value) -> dict[str, Data]:
    """The data with what is put there."""
    key, *rest = place
    assert isinstance(key, str)
    held = data.get(key)
    if rest and isinstance(held, list) and isinstance(n := rest[0], int):
        item = held[n]
        assert isinstance(item, dict)
        return {**data, key: [*held[:n], _merged(item, tuple(rest[1:]), value), *held[n + 1 :]]}
    inner = held if isinstance(held, dict) else {}
    if rest:
        return {**data, key: _merged(inner, tuple(rest), value)}
    if isinstance(value, Mapping):
        for name, each in value.items():
            inner = _merged(inner, (name,), each)
        return {**data, key: inner}
    return {**data, key: value if isinstance(value, str) else list(value)}


def _leaves(place: Place, value: Value) -> list[tuple[Place, Leaf]]:
    if isinstance(value, Mapping):
        return [leaf for key, each in value.items() for leaf in _leaves((*place, key), each)]
    return [(place, value)]


def _content_end(node: Node, text: str) -> int:
    """Where a node's own last character ends: libyaml counts the blank lines and comments after it as a part of it."""
    if isinstance(node, ScalarNode):
        start, end = node.start_mark.index, node.end_mark.index
        return start + len(text[start:end].rstrip()) if node.style in ("|", ">") else end
    assert isinstance(node, CollectionNode)
    if node.flow_style:
        return node.end_mark.index
    last = node.value[-1]
    return _content_end(last[1] if isinstance(node, MappingNode) else last, text)


def _line_end(text: str, index: int) -> int:
    end = text.find("\n", index)
    return len(text) if end < 0 else end


def _block(place: Place, value: Leaf, column: int) -> str:
    """Lines without a break at the end, each place one level deeper."""
    keys = [f"{' ' * (column + INDENT * depth)}{key}:" for depth, key in enumerate(place)]
    inner = column + INDENT * (len(place) - 1)
    return "\n".join(keys) + " " + _inline(value, inner, len(keys[-1]) + 1)


def _inline(value: Leaf, column: int, used: int) -> str:
    """A value behind its key, which stands at a column; `used` is how much of the line is taken already."""
    if not isinstance(value, str):
        return _flow(value)
    if used + len(value) <= WIDTH and _reads_back(f"k: {value}\n", value):
        return value
    indent = " " * (column + INDENT)
    lines = textwrap.wrap(
        value, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    )
    folded = ">-\n" + "\n".join(indent + line for line in lines)
    if used + len(value) > WIDTH and _reads_back(f"{' ' * column}k: {folded}\n", value):
        return folded
    return json.dumps(value, ensure_ascii=False)


def _flow(value: Leaf) -> str:
    if not isinstance(value, str):
        return f"[{', '.join(_flow(each) for each in value)}]"
    return value if _reads_back(f"{{k: {value}}}", value) else json.dumps(value, ensure_ascii=False)


def _flow_pair(place: Place, value: Leaf) -> str:
    key, *rest = place
    return f"{key}: {{{_flow_pair(tuple(rest), value)}}}" if rest else f"{key}: {_flow(value)}"


def _reads_back(written: str, value: str) -> bool:
    """Whether it is that text for us and for any other reader of YAML; hashes are quoted, as many look like numbers."""
    if re.fullmatch(HASH_PATTERN, value):
        return False
    try:
        wanted = {"k": value}
        return bool(load(written, CSafeLoader) == wanted == parse_document(written.encode(), "").data)
    except (InvalidContent, YAMLError, ValueError):
        return False
