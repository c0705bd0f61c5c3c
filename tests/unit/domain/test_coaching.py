"""What covers a requirement, a level and a skill, what is still open, and what is proposed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.domain.coaching import (
    SkillProgress,
    level_to_grow_towards,
    level_to_propose,
    path_to_level,
    skill_progress,
)
from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel
from bot.domain.skills import Statement
from tests.unit.domain.growth import LADDER, ROLE, Cell, skill

FULL = {"junior": ("a b", ""), "middle": ("c", "d"), "senior": ("", "e f"), "lead": ("g", "")}
GAPS = {"middle": ("c", ""), "lead": ("g", "")}
UNSET, NOT_YET = None, CurrentLevel(None)


def progress(cells: dict[str, Cell], consistent: str, *, retired: str = "") -> SkillProgress:
    return skill_progress(skill(cells, retired=retired), ROLE, frozenset(consistent.split()))


def ids(statements: tuple[Statement, ...]) -> str:
    return " ".join(statement.id for statement in statements)


def name(level: Level | None) -> str | None:
    return level.id if level else None


@pytest.mark.parametrize(
    ("cell", "consistent", "covered", "counts", "mandatory_open", "optional_open"),
    [
        (("a b", ""), "", False, (0, 2), "a b", ""),
        (("a b", ""), "a", False, (1, 2), "b", ""),
        (("a b", ""), "b a", True, (2, 2), "", ""),
        (("a", "b"), "b", False, (1, 2), "a", ""),
        (("a", "b"), "a", True, (1, 2), "", "b"),  # optional ones don't hold anybody up beside mandatory ones
        (("a", "b"), "a b", True, (2, 2), "", ""),
        (("", "a b"), "a", False, (1, 2), "", "b"),
        (("", "a b"), "a b", True, (2, 2), "", ""),  # where nothing is mandatory, they decide
        (("a", ""), "somewhere-else", False, (0, 1), "a", ""),
    ],
)
def test_a_level_is_covered_by_its_mandatory_statements_or_without_any_by_the_optional_ones(
    cell: Cell, consistent: str, covered: bool, counts: tuple[int, int], mandatory_open: str, optional_open: str
) -> None:
    level = progress({"junior": cell}, consistent).level("junior")
    assert level.is_covered is covered
    assert (level.consistent, level.total) == counts
    assert (ids(level.mandatory_open), ids(level.optional_open)) == (mandatory_open, optional_open)


@pytest.mark.parametrize(
    ("cell", "retired", "consistent", "defined", "covered"),
    [
        (("a b", ""), "b", "a", True, True),
        (("a b", ""), "b", "b", True, False),  # a rating of a retired statement counts for nothing
        (("a b", ""), "a b", "a b", False, False),  # nothing is left that could be rated
        (("a", "b"), "a", "", True, False),  # the optional one is all that is left, so it decides
        (("a", "b"), "a", "b", True, True),
        (("a", "b"), "b", "a", True, True),
    ],
)
def test_retired_statements_neither_count_nor_hold_anybody_up(
    cell: Cell, retired: str, consistent: str, defined: bool, covered: bool
) -> None:
    level = progress({"junior": cell}, consistent, retired=retired).level("junior")
    assert (level.is_defined, level.is_covered) == (defined, covered)
    assert not set(retired.split()) & {statement.id for statement in (*level.mandatory_open, *level.optional_open)}


def test_a_level_that_is_not_defined_is_neither_covered_nor_open() -> None:
    level = progress(GAPS, "c g").level("junior")
    assert (level.is_defined, level.is_covered, level.total) == (False, False, 0)
    assert (level.mandatory_open, level.optional_open) == ((), ())


def test_every_level_of_the_ladder_is_told_and_the_defined_ones_are_known() -> None:
    found = progress(GAPS, "")
    assert [one.level for one in found.levels] == list(LADDER.levels)
    assert [one.level.id for one in found.defined] == ["middle", "lead"]


def test_a_role_of_which_nothing_is_expected_has_nothing_open() -> None:
    found = skill_progress(skill(FULL), "another-role", frozenset("abc"))
    assert (found.defined, found.covered_up_to) == ((), None)
    assert level_to_grow_towards(found, UNSET) is None
    assert level_to_propose(found, UNSET) is None


def test_the_mandatory_requirement_comes_first_whatever_the_order_of_the_content() -> None:
    mixed = skill({"junior": ("a", "b")})
    upside_down = replace(mixed, cells={key: cell[::-1] for key, cell in mixed.cells.items()})
    parts = skill_progress(upside_down, ROLE, frozenset()).level("junior").requirements
    assert [part.mandatory for part in parts] == [True, False]


@pytest.mark.parametrize(
    ("cells", "consistent", "reached"),
    [
        (FULL, "", None),
        (FULL, "a", None),
        (FULL, "a b", "junior"),
        (FULL, "c g", None),  # what is below is open
        (FULL, "a b c", "middle"),
        (FULL, "a b c e f", "senior"),
        (FULL, "a b e f g", "junior"),
        (FULL, "a b c e f g", "lead"),
        (GAPS, "", None),
        (GAPS, "c", "middle"),
        (GAPS, "c g", "lead"),
        (GAPS, "g", None),
        ({}, "a", None),
    ],
)
def test_a_skill_is_covered_up_to_a_level_when_every_defined_one_below_is_too(
    cells: dict[str, Cell], consistent: str, reached: str | None
) -> None:
    assert name(progress(cells, consistent).covered_up_to) == reached


@pytest.mark.parametrize(
    ("cells", "current", "towards"),
    [
        (FULL, UNSET, "junior"),
        (FULL, NOT_YET, "junior"),
        (FULL, CurrentLevel("junior"), "middle"),
        (FULL, CurrentLevel("lead"), None),
        (FULL, CurrentLevel("of-another-ladder"), "junior"),
        (GAPS, NOT_YET, "middle"),
        (GAPS, CurrentLevel("junior"), "middle"),
        (GAPS, CurrentLevel("middle"), "lead"),  # the ladder's next level is Senior, of which nothing is expected
        (GAPS, CurrentLevel("lead"), None),
    ],
)
def test_people_grow_towards_the_next_level_that_is_defined(
    cells: dict[str, Cell], current: CurrentLevel | None, towards: str | None
) -> None:
    assert name(level_to_grow_towards(progress(cells, ""), current)) == towards


@pytest.mark.parametrize(
    ("cells", "current", "consistent", "proposed"),
    [
        (FULL, NOT_YET, "a", None),
        (FULL, NOT_YET, "a b", "junior"),
        (FULL, UNSET, "a b", "junior"),
        (FULL, CurrentLevel("junior"), "a b", None),  # where they stand already
        (FULL, CurrentLevel("junior"), "c", "middle"),  # what is below the level that they say is theirs isn't asked
        (FULL, CurrentLevel("junior"), "c e f", "senior"),  # two levels at once, not one after the other
        (FULL, CurrentLevel("junior"), "e f g", None),  # the next one is open
        (FULL, CurrentLevel("lead"), "a b c d e f g", None),
        (GAPS, CurrentLevel("middle"), "g", "lead"),
        (GAPS, CurrentLevel("middle"), "c", None),
    ],
)
def test_moving_up_is_proposed_when_the_next_defined_level_is_covered(
    cells: dict[str, Cell], current: CurrentLevel | None, consistent: str, proposed: str | None
) -> None:
    assert name(level_to_propose(progress(cells, consistent), current)) == proposed


@pytest.mark.parametrize(
    ("cells", "target", "current", "consistent", "levels", "needed", "optional"),
    [
        (FULL, "junior", UNSET, "a", "junior", "b", ""),
        (FULL, "middle", NOT_YET, "", "junior middle", "a b c", "d"),
        (FULL, "middle", CurrentLevel("junior"), "", "middle", "c", "d"),
        (FULL, "senior", CurrentLevel("junior"), "e", "middle senior", "c f", "d"),
        (FULL, "middle", CurrentLevel("middle"), "", "middle", "c", "d"),  # to make sure of the level one stands at
        (FULL, "junior", CurrentLevel("lead"), "", "junior", "a b", ""),
        (FULL, "middle", CurrentLevel("junior"), "c", "middle", "", "d"),
        (GAPS, "lead", NOT_YET, "", "middle lead", "c g", ""),
        (GAPS, "senior", CurrentLevel("middle"), "", "", "", ""),  # nothing is expected there
    ],
)
def test_the_way_to_a_level_tells_what_is_open_mandatory_statements_first(
    cells: dict[str, Cell],
    target: str,
    current: CurrentLevel | None,
    consistent: str,
    levels: str,
    needed: str,
    optional: str,
) -> None:
    way = path_to_level(progress(cells, consistent), target, current)
    assert way.target.id == target
    assert " ".join(one.level.id for one in way.levels) == levels
    assert (ids(way.needed), ids(way.optional)) == (needed, optional)
    assert way.open == (*way.needed, *way.optional)
    assert way.is_reached is bool(levels and not needed)


@pytest.mark.parametrize(
    ("cells", "needed", "optional"),
    [
        ({"junior": ("a b", ""), "middle": ("b c", "")}, "a b c", ""),
        ({"junior": ("a", "b"), "middle": ("b", "")}, "a b", ""),  # mandatory higher up, so needed
        ({"junior": ("a", "b"), "middle": ("c", "b")}, "a c", "b"),
    ],
)
def test_a_statement_that_levels_share_is_open_once(cells: dict[str, Cell], needed: str, optional: str) -> None:
    way = path_to_level(progress(cells, ""), "middle", UNSET)
    assert (ids(way.needed), ids(way.optional)) == (needed, optional)


def test_a_shared_statement_counts_in_each_level_that_it_stands_in() -> None:
    found = progress({"junior": ("a", ""), "middle": ("a", "")}, "a")
    assert name(found.covered_up_to) == "middle"


@pytest.mark.parametrize("ask", [lambda p: p.level("cto"), lambda p: path_to_level(p, "cto", UNSET)])
def test_a_level_of_another_ladder_is_an_error(ask: Callable[[SkillProgress], object]) -> None:
    with pytest.raises(KeyError):
        ask(progress(FULL, ""))
