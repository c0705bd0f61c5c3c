"""Content data as YAML that people read and review: laid out as the bundled content is."""

import re
import textwrap
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Any

import yaml

WIDTH = 100  # characters of a line
INDENT = 2
SECTIONS = ("statements", "suggestions", "roles")  # a blank line stands before them
_HASH = re.compile(r"[0-9a-f]{8}")
# Words that begin with a letter, none of which YAML could take for something else: more than one, or with a hyphen.
_UNFIT = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"
_PLAIN = re.compile(rf"[^\W\d_][^{_UNFIT}]*[ -][^{_UNFIT}]*[^{_UNFIT}\s]")
_INDICATORS = re.compile(r": | #|:$")
_IN_FLOW = re.compile(r"[,\[\]{}:#]")
_FOLDABLE = re.compile(r"[^ \t\n]+(?: [^ \t\n]+)+")


def as_yaml(data: dict[str, Any]) -> str:
    """The text of a content file, its entries in the order of the data."""
    lines: list[str] = []
    for key, value in data.items():
        if key in SECTIONS and lines:
            lines.append("")
        lines += _entry(key, value, 0)
    return "".join(f"{line}\n" for line in lines)


def _entry(key: str, value: Any, indent: int) -> Iterator[str]:
    """The lines of one entry of a mapping."""
    margin = " " * indent
    name = f"{margin}{_scalar(key)}:"
    if isinstance(value, str) and len(name) + 1 + len(_scalar(value)) > WIDTH and _FOLDABLE.fullmatch(value):
        yield f"{name} >-"
        yield from _folded(value, indent + INDENT)
        return
    flow = _flow(value) if isinstance(value, list | dict) else None
    if flow is not None and len(name) + 1 + len(flow) <= WIDTH and _is_short(key, value):
        yield f"{name} {flow}"
    elif isinstance(value, dict):
        yield name
        for inner, below in value.items():
            yield from _entry(inner, below, indent + INDENT)
    elif isinstance(value, list):
        yield name
        for item in value:
            yield from _item(item, indent + INDENT)
    else:
        yield f"{name} {_scalar(value)}"


def _item(item: Any, indent: int) -> Iterator[str]:
    """The lines of one item of a list."""
    margin = " " * indent
    flow = _flow(item)
    is_level = isinstance(item, dict) and "id" in item
    if not isinstance(item, dict) or (flow is not None and len(flow) + indent + 2 <= WIDTH and not is_level):
        yield f"{margin}- {flow if flow is not None else _scalar(item)}"
        return
    lines = [line for key, value in item.items() for line in _entry(key, value, indent + INDENT)]
    yield f"{margin}- {lines[0].lstrip()}"
    yield from lines[1:]


def _folded(text: str, indent: int) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )


def _is_short(key: str, value: Any) -> bool:
    """Whether a value may stand on the line of its key, if it fits."""
    if isinstance(value, list):
        return key != "statements" and all(isinstance(item, str) for item in value)
    return key == "names" or "mandatory" in value


def _flow(value: Any) -> str | None:
    """A value on one line; None for what is nested further."""
    if isinstance(value, list):
        items = [_flow(item) for item in value]
        return None if None in items else f"[{', '.join(str(item) for item in items)}]"
    if isinstance(value, dict):
        entries = {key: _flow(inner) for key, inner in value.items()}
        if None in entries.values():
            return None
        return "{" + ", ".join(f"{_scalar(key)}: {inner}" for key, inner in entries.items()) + "}"
    return _scalar(value, in_flow=True)


def _scalar(value: Any, *, in_flow: bool = False) -> str:
    """One value as YAML; in quotes where it could be taken for something else."""
    if isinstance(value, date | bool):
        return value.isoformat() if isinstance(value, date) else str(value).lower()
    if _PLAIN.fullmatch(value) and not _INDICATORS.search(value) and not (in_flow and _IN_FLOW.search(value)):
        return str(value)
    return _dumped(value, in_flow)


@lru_cache(maxsize=4096)
def _dumped(text: str, in_flow: bool) -> str:
    """What libyaml makes of a text, which is right for any, and slow."""
    style = '"' if _HASH.fullmatch(text) else None
    data: Any = [text] if in_flow else text
    dumped: str = yaml.dump(
        data,
        Dumper=yaml.CSafeDumper,
        allow_unicode=True,
        width=1 << 30,
        default_style=style,
        default_flow_style=in_flow,
    )
    plain = dumped.removesuffix("\n").removesuffix("\n...")
    return plain[1:-1] if in_flow else plain
