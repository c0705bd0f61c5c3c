"""What every file keeps to: no address or path of somebody's machine, small modules, few catch-alls."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conventions.repository import ROOT, files, name_of, sources, text_of

LONGEST_MODULE = 400  # lines
A_LIST = {"bot/storage/tables.py"}  # all tables and nothing else: longer with each of them, and no harder to read
LONGEST_FUNCTION = 45
ONE_LIST = {("bot/app.py", "wired")}  # all parts in the order in which they need each other; cut up, it would be hidden

# Where an error of any kind may be caught: it is told to whoever waits, logged once, and the process lives on.
EDGES = {
    ("bot/slack/errors.py", "guarded"),
    ("bot/slack/errors.py", "or_error_window"),
    ("bot/web/front.py", "_answer"),
    ("bot/web/connection.py", "_deal_with"),
    ("bot/web/socket_mode.py", "_use"),
    ("bot/jobs/lanes.py", "_in_slot"),
}

# Written so that the patterns don't find themselves.
REGISTRIES = re.compile(r"py[p]i\.org|python[h]osted|npm[j]s|(?:index[-]url|find[-]links)[= ]+http")
MACHINE_PATHS = re.compile(r"""(?<![\w.:/<)-])/(?:home|root|Users|work|mnt|private)/\w|\b[A-Z]:\\\w""")

CLOCKS_AND_IO = {"asyncio", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
CODE = {name_of(path): tree for room in ("bot", "tests", "migrations") for path, tree in sources(room).items()}
OURS = {name: tree for name, tree in CODE.items() if name.startswith("bot/")}
VAGUE = {"common", "helpers", "manager", "misc", "utils"}


@pytest.mark.parametrize("pattern", [REGISTRIES, MACHINE_PATHS], ids=["package registries", "paths of a machine"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    found = [(name_of(path), hit[0]) for path in files() for hit in pattern.finditer(text_of(path) or "")]
    assert found == []


def test_the_top_level_holds_only_what_belongs_there() -> None:
    rooms = {"bot", "content", "migrations", "tests", "docs", ".ci"}
    furniture = {
        "pyproject.toml", "app.manifest.yml", "README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "Makefile",
        "Dockerfile", "compose.yaml", "requirements.txt", "requirements-dev.txt", ".gitignore", ".dockerignore",
    }  # fmt: skip
    assert {path.relative_to(ROOT).parts[0] for path in files()} - rooms - furniture == set()


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    assert [name for name in CODE if VAGUE & set(re.split(r"\W|_", name))] == []


def _catch_alls(node: ast.AST, function: str = "<module>") -> Iterator[str]:
    """The names of the functions that catch everything."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node.name
    if isinstance(node, ast.ExceptHandler) and _catches_all(node):
        yield function
    for child in ast.iter_child_nodes(node):
        yield from _catch_alls(child, function)


def _catches_all(handler: ast.ExceptHandler) -> bool:
    caught = [] if handler.type is None else list(ast.walk(handler.type))
    return not caught or any(isinstance(n, ast.Name) and n.id in ("Exception", "BaseException") for n in caught)


def test_only_the_edges_catch_every_error() -> None:
    assert {(name, function) for name, tree in CODE.items() for function in _catch_alls(tree)} == EDGES


def test_every_module_begins_with_a_sentence_on_what_belongs_in_it() -> None:
    assert [name for name, tree in OURS.items() if not ast.get_docstring(tree)] == []


@pytest.mark.parametrize("name", OURS)
def test_modules_and_functions_stay_small(name: str) -> None:
    assert name in A_LIST or len((ROOT / name).read_text("utf-8").splitlines()) <= LONGEST_MODULE
    functions = [node for node in ast.walk(OURS[name]) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {(name, f.name) for f in functions if (f.end_lineno or 0) - f.lineno >= LONGEST_FUNCTION}
    assert long - ONE_LIST == set()


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", sources("bot/domain"), ids=lambda path: path.name)
def test_the_domain_imports_only_the_standard_library_errors_and_itself(path: Path) -> None:
    imported = set(_imported(CODE[name_of(path)]))
    foreign = {
        name
        for name in imported
        if not name.startswith(("bot.domain", "bot.errors")) and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()
    assert {name.partition(".")[0] for name in imported} & CLOCKS_AND_IO == set()


@pytest.mark.parametrize("path", sources("bot/domain"), ids=lambda path: path.name)
def test_the_domain_takes_the_time_as_an_argument(path: Path) -> None:
    asked = [node.attr for node in ast.walk(CODE[name_of(path)]) if isinstance(node, ast.Attribute)]
    assert {"now", "today", "utcnow"}.isdisjoint(asked)


def test_the_environment_is_read_in_one_place() -> None:
    readers = [
        name
        for name, tree in OURS.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    ]
    assert readers == []
