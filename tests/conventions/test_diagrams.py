"""The diagrams of docs/architecture.md say what is so: rooms that exist, arrows that are imports and lead down."""

import ast
import re
import tomllib
from itertools import pairwise

import pytest

from tests.conventions.repository import ROOT, fences, sources

DIAGRAMS = [fence.text for fence in fences(ROOT / "docs/architecture.md") if fence.info == "mermaid"]
ROOMS, *FLOWS = DIAGRAMS
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [[room.strip().removeprefix("bot.") for room in layer.split("|")] for layer in CONTRACTS[0]["layers"]][
    1:
]  # the first is `python -m bot`
DEPTH = {room: depth for depth, layer in enumerate(LAYERS) for room in layer}

LABEL = re.compile(r'[\[(]+"[^"]*"[\])]+')
ARROW = re.compile(r"\s*--(?: \"[^\"]*\" --)?>\s*")
PLACE = re.compile(r"\b(?P<room>\w+)/(?P<module>\w+)\b")


def arrows(diagram: str) -> set[tuple[str, str]]:
    """Each arrow, from the id of a node to that of another."""
    found: set[tuple[str, str]] = set()
    for line in diagram.splitlines()[1:]:
        ends = [[one.strip() for one in part.split("&")] for part in ARROW.split(LABEL.sub("", line))]
        for starts, targets in pairwise(ends):
            found |= {(start, target) for start in starts for target in targets}
    return found


def imported(room: str) -> set[str]:
    """The rooms that a room imports from."""
    place = f"bot/{room}" if (ROOT / "bot" / room).is_dir() else f"bot/{room}.py"
    nodes = [node for tree in sources(place).values() for node in ast.walk(tree)]
    named = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    named += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [f"bot.{one.name}" for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "bot"
              for one in node.names]  # fmt: skip
    return {name.split(".")[1] for name in named if name.startswith("bot.")}


def test_every_room_is_drawn_and_no_other() -> None:
    drawn = arrows(ROOMS)
    assert {end for arrow in drawn for end in arrow} == set(DEPTH)


@pytest.mark.parametrize("room", DEPTH)
def test_an_arrow_is_an_import_and_leads_down(room: str) -> None:
    targets = {target for start, target in arrows(ROOMS) if start == room}
    assert targets <= imported(room)
    assert [target for target in targets if DEPTH[target] <= DEPTH[room]] == []


def test_what_a_room_imports_is_reached_by_arrows() -> None:
    drawn = arrows(ROOMS)
    reached: dict[str, set[str]] = {}
    for room in sorted(DEPTH, key=DEPTH.__getitem__, reverse=True):
        targets = {target for start, target in drawn if start == room}
        reached[room] = targets.union(*(reached[target] for target in targets))
    everywhere = set(LAYERS[-1]) | set(LAYERS[-2])  # settings, telemetry and errors: their arrows would hide the rest
    assert {room: imported(room) & set(DEPTH) - reached[room] - everywhere - {room} for room in DEPTH} == {
        room: set() for room in DEPTH
    }


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_names_modules_that_exist(flow: str) -> None:
    named = {found.groups() for label in LABEL.findall(flow) for found in PLACE.finditer(label)}
    there = {(room, module) for room, module in named if room in DEPTH}
    assert len(there) > 3
    assert [one for one in there if not (ROOT / "bot" / one[0] / f"{one[1]}.py").exists()] == []
