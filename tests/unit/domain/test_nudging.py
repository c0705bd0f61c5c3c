"""What a nudge and a check-in are about: which focus, which level, which statements, and in which order."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.answers import Card
from bot.domain.assessments import LatestRating, Rating
from bot.domain.coaching import path_to_level, skill_progress
from bot.domain.focus import Focus, FocusState
from bot.domain.home import FocusStanding, Way
from bot.domain.nudging import CheckedIn, Nudged, Topic, check_in_statements, choose_statement
from bot.domain.people import CurrentLevel
from bot.domain.skills import Category, Role
from bot.domain.texts import Text
from tests.unit.domain.growth import NOW, ROLE, Cell, latest, skill

ACTIVE, PAUSED, ACHIEVED, DROPPED = FocusState
CELLS: dict[str, Cell] = {"junior": ("j", ""), "middle": ("a b c", "o p"), "senior": ("s t", "u"), "lead": ("x", "")}
JUNIOR = CurrentLevel("junior")


def standing(
    consistent: str = "",
    *,
    of: str = "training",
    role: str = ROLE,
    cells: Mapping[str, Cell] = CELLS,
    retired: str = "",
    target: str = "senior",
    state: FocusState = ACTIVE,
    current: CurrentLevel | None = JUNIOR,
) -> FocusStanding:
    """How far somebody is in a focus, for whom those statements count."""
    training = replace(skill(cells, retired=retired, role=role), slug=of)
    progress = skill_progress(training, role, frozenset(consistent.split()))
    named, level = Role(role, Text(role)), training.ladder.level(target)
    card = Card(training, Category("ml", Text("ML"), {}), named, (named,), level, (), None, ())
    way = Way(card, progress.level(target), path_to_level(progress, target, current))
    return FocusStanding(Focus(of, role, target, state, NOW, NOW), way)


def nudges(words: str, of: str = "training", role: str = ROLE) -> list[Nudged]:
    """Nudges about those statements, the oldest first, a day apart."""
    days = enumerate(words.split())
    return [Nudged(of, role, statement, NOW + timedelta(days=day)) for day, statement in days]


def asked(*words: str, of: str = "training") -> list[CheckedIn]:
    """Check-ins about those statements, the oldest first, a day apart."""
    days = enumerate(words)
    return [CheckedIn(of, ROLE, tuple(one.split()), NOW + timedelta(days=day)) for day, one in days]


def rated(practising: str = "", not_yet: str = "") -> dict[str, LatestRating]:
    """Ratings, each a minute after the one before."""
    words = [
        *((word, Rating.PRACTISING) for word in practising.split()),
        *((w, Rating.NOT_YET) for w in not_yet.split()),
    ]
    return {key: replace(latest(rating), at=NOW + timedelta(minutes=n)) for n, (key, rating) in enumerate(words)}


def name(topic: Topic | None) -> str | None:
    return f"{topic.focus.skill}/{topic.level.id}/{topic.statement.id}" if topic else None


def ids(topics: tuple[Topic, ...]) -> str:
    return " ".join(topic.statement.id for topic in topics)


@pytest.mark.parametrize(
    ("consistent", "before", "expected"),
    [
        ("", "", "middle/a"),
        ("", "a", "middle/b"),
        ("", "a b", "middle/c"),
        ("", "a b c", "middle/a"),  # the least recently nudged
        ("", "b a", "middle/c"),
        ("", "c b a", "middle/c"),
        ("", "a a a", "middle/b"),
        ("a", "", "middle/b"),  # nothing that is consistent
        ("a b", "", "middle/c"),
        ("a b", "c", "middle/o"),  # never the same twice in a row, where another is open
        ("a b", "c o", "middle/c"),  # mandatory ones first
        ("a b", "c o c", "middle/p"),
        ("a b", "o", "middle/c"),
        ("a b o p", "c", "senior/s"),
        ("a b c", "", "senior/s"),  # Middle is covered: what is left of it is optional, and comes last
        ("a b c", "s t", "senior/s"),
        ("a b c s t", "", "middle/o"),
        ("a b c s t", "o p", "middle/o"),
        ("a b c s t o p", "", "senior/u"),
        ("a b c s t u", "o", "middle/p"),
        ("a b c s t u o", "p", "middle/p"),  # nothing else is open
        ("a b c s t u o p", "", None),
        ("", "j x gone", "middle/a"),  # what is below, above the target, or no longer there
    ],
)
def test_a_nudge_is_about_the_next_level_and_what_was_nudged_longest_ago(
    consistent: str, before: str, expected: str | None
) -> None:
    found = name(choose_statement([standing(consistent)], nudges(before)))
    assert found == (expected and f"training/{expected}")


@pytest.mark.parametrize(
    ("cells", "retired", "current", "target", "expected"),
    [
        ({"junior": ("j", ""), "middle": ("a", "")}, "", None, "middle", "junior/j True"),
        ({"junior": ("j", ""), "middle": ("a", "")}, "", CurrentLevel(None), "middle", "junior/j True"),
        ({"senior": ("s", "")}, "", JUNIOR, "senior", "senior/s True"),  # Middle is not defined
        ({"middle": ("", "o p"), "senior": ("s", "")}, "", JUNIOR, "senior", "middle/o False"),
        ({"middle": ("a b", "o")}, "a", JUNIOR, "middle", "middle/b True"),
        ({"middle": ("a", "o")}, "a", JUNIOR, "middle", "middle/o False"),
        ({"middle": ("a", ""), "senior": ("s", "")}, "a", JUNIOR, "senior", "senior/s True"),
        ({"middle": ("a", "")}, "a", JUNIOR, "middle", None),
        ({"middle": ("a", ""), "senior": ("s", "")}, "", CurrentLevel("senior"), "middle", "middle/a True"),
    ],
)
def test_a_nudge_is_about_what_the_framework_still_expects(
    cells: Mapping[str, Cell], retired: str, current: CurrentLevel | None, target: str, expected: str | None
) -> None:
    found = choose_statement([standing(cells=cells, retired=retired, current=current, target=target)], [])
    assert (f"{found.level.id}/{found.statement.id} {found.mandatory}" if found else None) == expected


def test_a_statement_that_levels_share_is_of_the_lower_one() -> None:
    shared = {"middle": ("a", ""), "senior": ("a b", "")}
    assert name(choose_statement([standing(cells=shared)], [])) == "training/middle/a"
    assert name(choose_statement([standing(cells=shared)], nudges("a"))) == "training/senior/b"
    assert ids(check_in_statements([standing(cells=shared)], [], {})) == "a b"


@pytest.mark.parametrize(
    ("set_aside", "before", "expected"),
    [
        ("a", "", "middle/b"),
        ("a b c", "", "middle/o"),
        ("a b c o p", "", "senior/s"),
        ("b c o p s t u", "a", "middle/a"),  # all else is set aside
        ("a b c o p s t u", "", None),
    ],
)
def test_a_statement_that_was_set_aside_is_nudged_no_more(set_aside: str, before: str, expected: str | None) -> None:
    keys = {("training", statement) for statement in set_aside.split()}
    found = name(choose_statement([standing()], nudges(before), keys))
    assert found == (expected and f"training/{expected}")
    assert choose_statement([standing()], [], {("cooking", "a")}) == choose_statement([standing()], [])


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([], "training/middle/a"),
        (nudges("a"), "cooking/middle/a"),
        (nudges("a", of="cooking"), "training/middle/a"),
        ([*nudges("a a"), *nudges("a", of="cooking")], "cooking/middle/b"),
        ([*nudges("a"), *nudges("a a", of="cooking")], "training/middle/b"),
        (nudges("a", of="gardening"), "training/middle/a"),
        # In another role it is another focus, though the same sentence.
        (nudges("a", role="coach"), "training/middle/b"),
    ],
)
def test_focuses_are_nudged_in_turn(before: list[Nudged], expected: str) -> None:
    assert name(choose_statement([standing(), standing(of="cooking")], before)) == expected
    assert name(choose_statement([standing(), standing(of="cooking")], before[::-1])) == expected


def test_rather_another_focus_than_the_same_statement_twice_in_a_row() -> None:
    one_left = standing("a b c o p t u")
    coach = standing("a b c o p t u", role="coach")
    other = standing("a b c o p s t", of="cooking")
    assert name(choose_statement([one_left], nudges("s"))) == "training/senior/s"
    assert name(choose_statement([one_left, coach], nudges("s"))) == "training/senior/s"
    assert name(choose_statement([coach, other], nudges("s"))) == "cooking/senior/u"
    assert name(choose_statement([one_left, standing("a b c o p s t u", of="cooking")], [])) == "training/senior/s"


@pytest.mark.parametrize("state", [PAUSED, ACHIEVED, DROPPED])
def test_focuses_that_are_not_active_are_silent(state: FocusState) -> None:
    quiet = standing(state=state)
    assert choose_statement([quiet], []) is None
    assert check_in_statements([quiet], [], {}) == ()
    assert name(choose_statement([quiet, standing(of="cooking")], [])) == "cooking/middle/a"
    assert {topic.focus.skill for topic in check_in_statements([quiet, standing(of="cooking")], [], {})} == {"cooking"}


def test_a_focus_of_which_the_content_knows_nothing_any_more_is_silent() -> None:
    lost = replace(standing(), way=None)
    assert choose_statement([lost], []) is None
    assert check_in_statements([lost], [], {}) == ()
    assert choose_statement([], []) is None
    assert check_in_statements([], [], {}) == ()


@pytest.mark.parametrize(
    ("consistent", "ratings", "before", "expected"),
    [
        ("", rated(), (), "a b c"),
        ("", rated("c"), (), "c a b"),  # what is practised
        ("", rated("c", "a"), (), "c b a"),  # then what was never rated, then what is not yet
        ("", rated("c b", "a"), (), "c b a"),  # of two, the one that was rated longest ago
        ("", rated("o p"), (), "a b c"),  # mandatory ones before all that is optional
        ("a", rated("b"), (), "b c o"),
        ("a", rated("b p"), (), "b c p"),
        ("a b c", rated(), (), "s t u"),
        ("a b c s", rated(), (), "t u o"),
        ("a b c s t u", rated(), (), "o p"),
        ("a b c s t u o p", rated(), (), ""),
        ("", rated("a b c"), ("a b",), "c a b"),  # of equals, the one that was asked longest ago
        ("", rated("b"), ("b", "b a"), "b c a"),
    ],
)
def test_a_check_in_asks_about_up_to_three_statements_as_a_coach_would(
    consistent: str, ratings: dict[str, LatestRating], before: tuple[str, ...], expected: str
) -> None:
    found = check_in_statements([standing(consistent)], asked(*before), {"training": ratings})
    assert ids(found) == expected


def test_over_time_a_check_in_asks_about_all_that_is_practised() -> None:
    many = standing(cells={"middle": ("a b c d e", "")}, target="middle")
    practised = {"training": rated("a b c d e")}
    history: list[CheckedIn] = []
    for day in range(5):
        found = check_in_statements([many], history, practised)
        history.append(CheckedIn("training", ROLE, tuple(ids(found).split()), NOW + timedelta(days=day)))
    assert [" ".join(one.statements) for one in history] == ["a b c", "d e a", "b c d", "e a b", "c d e"]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([], "training"),
        (asked("a"), "cooking"),
        (asked("a", of="cooking"), "training"),
        ([*asked("a", "a"), *asked("a", of="cooking")], "cooking"),
        ([*asked("a"), *asked("a", "a", of="cooking")], "training"),
    ],
)
def test_focuses_are_checked_in_on_in_turn_and_one_at_a_time(before: list[CheckedIn], expected: str) -> None:
    found = check_in_statements([standing(), standing(of="cooking")], before, {})
    assert {topic.focus.skill for topic in found} == {expected}


def test_a_focus_with_nothing_open_leaves_its_turn_to_the_next() -> None:
    done = standing("a b c s t u o p")
    assert {topic.focus.skill for topic in check_in_statements([done, standing(of="cooking")], [], {})} == {"cooking"}
    assert name(choose_statement([done, standing(of="cooking")], [])) == "cooking/middle/a"
