"""Ladders of any height: the first level, the top, and what comes after each."""

from collections.abc import Callable

import pytest

from bot.domain.ladder import Ladder, Level
from bot.domain.texts import Text

LEVELS = tuple(Level(name.lower(), Text(name)) for name in ("Junior", "Middle", "Senior"))
LADDER = Ladder("engineering", LEVELS)


def test_the_first_level_is_the_lowest() -> None:
    assert LADDER.first is LEVELS[0]


@pytest.mark.parametrize(("level", "after"), [("junior", LEVELS[1]), ("middle", LEVELS[2]), ("senior", None)])
def test_nothing_comes_after_the_top(level: str, after: Level | None) -> None:
    assert LADDER.after(level) is after


def test_a_ladder_of_one_level_begins_at_its_top() -> None:
    ladder = Ladder("short", LEVELS[:1])

    assert ladder.after(ladder.first.id) is None


def test_positions_count_from_zero() -> None:
    assert [LADDER.position(level.id) for level in LEVELS] == [0, 1, 2]
    assert LADDER.level("senior") is LEVELS[2]


def test_a_level_of_another_ladder_is_not_on_this_one() -> None:
    assert "senior" in LADDER
    assert "lead" not in LADDER


@pytest.mark.parametrize("ask", [LADDER.level, LADDER.position, LADDER.after])
def test_asking_for_a_level_that_is_not_on_the_ladder_is_an_error(ask: Callable[[str], object]) -> None:
    with pytest.raises(KeyError):
        ask("lead")
