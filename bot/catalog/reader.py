"""YAML files as plain data, with the line of everything in them.

libyaml parses; the data is made here rather than by a YAML constructor, so that every scalar is text but for
true and false ("no" stays Norwegian, 12345678 stays a hash), and the nodes, which know the lines, are free.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError
from yaml import MappingNode, Node, ScalarNode, SequenceNode, YAMLError
from yaml.cyaml import CBaseLoader
from yaml.reader import ReaderError

from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.sentences import rule_for_form, sentence_for_form, sentence_for_yaml

LARGEST_FILE = 2 * 1024 * 1024  # bytes
DEEPEST = 12  # collections within each other; the content needs half of that

Data: TypeAlias = "str | bool | list[Data] | dict[str, Data]"
Place = tuple[str | int, ...]
Form = TypeVar("Form")

# What only an escape in a text in double quotes can bring in: libyaml refuses it elsewhere.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LITERALS: dict[str, str | bool] = {"true": True, "false": False, "": "", "~": "", "null": ""}


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was parsed. `name` is relative to the content folder."""

    name: str
    raw: bytes
    root: MappingNode
    data: dict[str, Data]

    def fault(self, path: Place, message: str, rule: str = "schema") -> Fault:
        """A fault of what stands at `path`: keys, and positions in lists from 0."""
        return Fault(self.name, line_of(self.root, path), field_of(path), message, rule)

    def checked(self, form: TypeAdapter[Form]) -> Form:
        """The data in its form. Raises InvalidContent with every way in which it departs from it."""
        return self._checked(self.data, form, ())

    def taken(self, key: str, form: TypeAdapter[Form]) -> Form:
        """What stands under a key, in its form; it is no part of the data any more. Raises InvalidContent."""
        return self._checked(self.data.pop(key), form, (key,))

    def _checked(self, data: Data, form: TypeAdapter[Form], place: Place) -> Form:
        try:
            return form.validate_python(data)
        except ValidationError as error:
            details = error.errors(include_url=False)
        raise InvalidContent(
            self.fault((*place, *detail["loc"]), sentence_for_form(detail), rule_for_form(detail)) for detail in details
        )


def nodes_of(file: Path, name: str) -> Node | None:
    """The nodes of a file, for the lines in it. Raises InvalidContent when it can't be read or parsed."""
    return _compose(_read(file, name), name)


def field_of(path: Place) -> str:
    """The names on the way to something, with dots between them; positions in lists don't count."""
    return ".".join(key for key in path if isinstance(key, str) and key != "[key]")


def read_document(file: Path, name: str) -> Document:
    """Parse a YAML file. Raises InvalidContent when it can't be read, or isn't one plain mapping."""
    return parse_document(_read(file, name), name)


def parse_document(raw: bytes, name: str) -> Document:
    """Parse what a YAML file holds, in UTF-8. Raises InvalidContent when it isn't one plain mapping."""
    root = _compose(raw, name)
    if root is None:
        raise InvalidContent([_unreadable(name, 0, "is empty")])
    if not isinstance(root, MappingNode):
        raise InvalidContent([Fault(name, line_of(root, ()), "", "must be a mapping, with lines like `name: value`")])
    made = _Plain(name)
    data = made.mapping(root, 1)
    if made.faults:
        raise InvalidContent(made.faults)
    return Document(name, raw, root, data)


def _unreadable(name: str, line: int, message: str) -> Fault:
    return Fault(name, line, "", message, "unreadable-file")


def _read(file: Path, name: str) -> bytes:
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise InvalidContent([_unreadable(name, 0, "is missing")]) from None
    except OSError as error:
        raise InvalidContent([_unreadable(name, 0, f"can't be read: {error.strerror}")]) from error
    if len(raw) > LARGEST_FILE:
        raise InvalidContent([_unreadable(name, 0, "is larger than 2 MiB; split it")])
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidContent([_unreadable(name, line, "isn't UTF-8; save the file in that encoding")]) from error
    return raw


class _Loader(CBaseLoader):
    def resolve(self, kind: type[Node], value: str | None, implicit: object) -> str:
        """Plain scalars need no type from YAML, so only tags that are written out arrive in a node."""
        return ""


def _compose(raw: bytes, name: str) -> Node | None:
    loader = _Loader(raw)
    try:
        return loader.get_single_node()
    except ReaderError as error:
        line = raw.count(b"\n", 0, error.position) + 1
        raise InvalidContent([_unreadable(name, line, "holds a control character; remove it")]) from error
    except YAMLError as error:
        line, message = sentence_for_yaml(error, raw)
        raise InvalidContent([_unreadable(name, line, message)]) from error
    finally:
        loader.dispose()


class _Plain:
    """Makes plain data of nodes, and notes what content files may not hold."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.seen: set[int] = set()

    def note(self, node: Node, message: str, rule: str = "unreadable-file", field: str = "") -> None:
        self.faults.append(Fault(self.name, line_of(node, ()), field, message, rule))

    def value(self, node: Node, depth: int) -> Data:
        if id(node) in self.seen:
            self.note(node, "an alias uses this again; write it out in both places")
            return ""
        self.seen.add(id(node))
        if node.tag:
            self.note(node, f"content needs no tags; remove {node.tag}")
        if isinstance(node, ScalarNode):
            return self.scalar(node)
        if depth > DEEPEST:
            self.note(node, f"nothing in content is nested {DEEPEST} deep; mend the indentation")
            return ""
        if isinstance(node, MappingNode):
            return self.mapping(node, depth)
        return [self.value(item, depth + 1) for item in node.value]

    def scalar(self, node: ScalarNode) -> str | bool:
        text: str = node.value
        if not node.style:
            return _LITERALS.get(text, text)
        if node.style == '"' and _UNPRINTABLE.search(text):
            self.note(node, "holds an escaped control character; remove it")
        return text

    def twice(self, key: ScalarNode, first: Data, second: Node) -> None:
        pairs = second.value if isinstance(second, MappingNode) else []
        is_retired = isinstance(first, dict) and first.get("retired") is True
        if is_retired or any((name.value, held.value) == ("retired", "true") for name, held in pairs):
            told = "is the id of a retired statement, and no id is used again; give the other one an id of its own"
            self.note(key, told, "reused-id", field=key.value)
        else:
            self.note(key, "stands here twice; keep one of the two", "duplicate", field=key.value)

    def mapping(self, node: MappingNode, depth: int) -> dict[str, Data]:
        data: dict[str, Data] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self.note(key, "the name before a colon must be one word, not a list or a mapping")
            elif key.value in data:
                self.twice(key, data[key.value], value)
            else:
                data[key.value] = self.value(value, depth + 1)
        return data


def line_of(node: Node, path: Place) -> int:
    """The line, from 1, of what stands at a path; of the nearest thing around it where it is missing."""
    mark = node.start_mark
    for key in path:
        found = next(_children(node, key), None)
        if found is None:
            break
        mark, node = found[0].start_mark, found[1]
    return mark.line + 1


def _children(node: Node, key: str | int) -> Iterator[tuple[Node, Node]]:
    """What stands under a key: the node that names it and the node of its value."""
    if isinstance(node, MappingNode):
        if isinstance(key, int):  # a cell of one requirement, written without a list
            yield node, node
        for name, value in node.value:
            if name.value == key:
                yield name, value
    elif isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.value):
        yield node.value[key], node.value[key]
