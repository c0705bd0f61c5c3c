"""Where somebody stood over time, and what moved in a period."""

from datetime import timedelta

import pytest

from bot.domain.assessments import Assessment, Rating
from bot.domain.history import Move, moves, standing_over_time
from tests.unit.domain.growth import NOW, ROLE, assessment, skill

NOT_YET, PRACTISING, CONSISTENT = Rating
CELLS = {"junior": ("a b", ""), "senior": ("c", "")}


def standing(*assessments: Assessment, retired: str = "") -> list[tuple[int, dict[str, int], str | None]]:
    """The day, the counts and the level of each point."""
    points = standing_over_time(skill(CELLS, retired=retired), ROLE, assessments)
    return [
        ((point.at - NOW).days, dict(point.consistent), point.covered_up_to.id if point.covered_up_to else None)
        for point in points
    ]


def test_nobody_stands_anywhere_without_a_rating() -> None:
    assert standing() == []


def test_a_standing_is_told_from_the_first_rating_on_and_whenever_it_changes() -> None:
    found = standing(
        assessment("a", NOT_YET, 0),
        assessment("a", PRACTISING, 1),  # changes no count
        assessment("a", CONSISTENT, 2),
        assessment("b", CONSISTENT, 3),
        assessment("c", CONSISTENT, 4),
        assessment("b", PRACTISING, 5),
    )
    assert found == [
        (0, {"junior": 0, "senior": 0}, None),
        (2, {"junior": 1, "senior": 0}, None),
        (3, {"junior": 2, "senior": 0}, "junior"),
        (4, {"junior": 2, "senior": 1}, "senior"),
        (5, {"junior": 1, "senior": 1}, None),
    ]


def test_ratings_that_were_given_together_are_one_point() -> None:
    assert standing(assessment("a", CONSISTENT), assessment("b", CONSISTENT)) == [
        (0, {"junior": 2, "senior": 0}, "junior")
    ]


def test_other_skills_retired_statements_and_lost_ones_make_no_difference() -> None:
    found = standing(
        assessment("a", CONSISTENT, 0, skill="cooking"),
        assessment("gone", CONSISTENT, 1),
        assessment("b", CONSISTENT, 2),
        assessment("a", CONSISTENT, 3),
        retired="b",
    )
    assert found == [(1, {"junior": 0, "senior": 0}, None), (3, {"junior": 1, "senior": 0}, "junior")]


@pytest.mark.parametrize(
    ("ratings", "moved"),
    [
        ([(None, CONSISTENT)], (None, CONSISTENT)),
        ([(PRACTISING, CONSISTENT)], (PRACTISING, CONSISTENT)),
        ([(NOT_YET, PRACTISING), (PRACTISING, CONSISTENT)], (NOT_YET, CONSISTENT)),
        ([(CONSISTENT, NOT_YET)], (CONSISTENT, NOT_YET)),
        ([(PRACTISING, PRACTISING)], None),
        ([(PRACTISING, CONSISTENT), (CONSISTENT, PRACTISING)], None),  # back where it was
    ],
)
def test_what_moved_is_the_end_of_a_period_against_the_time_before_it(
    ratings: list[tuple[Rating | None, Rating]], moved: tuple[Rating | None, Rating] | None
) -> None:
    rows = [assessment("a", after, day, previous=before) for day, (before, after) in enumerate(ratings)]
    last = NOW + timedelta(days=len(rows) - 1)
    assert moves(rows) == ((Move("training", "a", *moved, last),) if moved else ())


def test_the_latest_move_comes_last_and_skills_are_kept_apart() -> None:
    found = moves(
        [
            assessment("a", NOT_YET, 0),
            assessment("a", CONSISTENT, 1, skill="cooking"),
            assessment("a", CONSISTENT, 2, previous=NOT_YET),
        ]
    )
    assert [(move.skill, move.before, move.at) for move in found] == [
        ("cooking", None, NOW + timedelta(days=1)),
        ("training", None, NOW + timedelta(days=2)),
    ]


@pytest.mark.parametrize(
    ("before", "after", "upwards"),
    [
        (None, NOT_YET, False),
        (None, PRACTISING, True),
        (NOT_YET, CONSISTENT, True),
        (CONSISTENT, PRACTISING, False),
    ],
)
def test_a_move_has_a_direction(before: Rating | None, after: Rating, upwards: bool) -> None:
    assert Move("training", "a", before, after, NOW).is_upwards is upwards
