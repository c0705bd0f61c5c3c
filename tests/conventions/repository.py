"""Reading the repository itself: its files, its documents, its code and its message catalogs."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import takewhile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.i18n.translator import CATALOGS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]

KEPT_HIDDEN = {".ci", ".gitignore", ".dockerignore"}  # other hidden names are those of editors and tools

_FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def name_of(path: Path) -> str:
    """The path from the root of the repository, for the names of tests and faults."""
    return path.relative_to(ROOT).as_posix()


def files() -> Iterator[Path]:
    """Every file that git would keep. The patterns of .gitignore are plain names, so no git is needed."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            is_hidden = path.name.startswith(".") and path.name not in KEPT_HIDDEN
            if is_hidden or any(fnmatch(path.name, pattern) for pattern in ignored):
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                yield path


def text_of(path: Path) -> str | None:
    """What a text file says; None for any other."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of a document. `info` is what stands after the three backticks, e.g. `sh run`."""

    info: str
    text: str


def fences(document: Path) -> list[Fence]:
    return [Fence(found["info"].strip(), found["text"]) for found in _FENCE.finditer(document.read_text("utf-8"))]


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", document.read_text("utf-8"))


def table(document: Path, first_column: str) -> list[dict[str, str]]:
    """The rows of the table whose first column has that title, by the titles; backticks around a cell don't count."""
    lines = prose(document).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first_column} |"))
    rows = [_cells(line) for line in takewhile(lambda line: line.startswith("|"), lines[start:])]
    titles, _, *rest = rows
    return [dict(zip(titles, row, strict=True)) for row in rest]


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def sources(room: str) -> dict[Path, ast.Module]:
    """The parsed modules of a folder, such as `bot/views`, or of one file."""
    place = ROOT / room
    paths = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


def nodes(room: str) -> Iterator[ast.AST]:
    for tree in sources(room).values():
        yield from ast.walk(tree)


def catalogs() -> dict[str, Catalog]:
    """Every message catalog, by its language."""
    found = {}
    for path in sorted(CATALOGS.glob("*/LC_MESSAGES/messages.po")):
        with path.open("rb") as file:
            found[path.parts[-3]] = read_po(file, locale=path.parts[-3])
    return found


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A message or a translation as its plural forms; one where it has no plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())
