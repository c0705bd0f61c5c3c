"""What is shown of a team: bands, snapshots, what moved, and what is said first."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.summaries import (
    AtTheTop,
    Band,
    GrowTogether,
    MainPoint,
    Move,
    Nearest,
    PractiseTogether,
    Rose,
    SkillCount,
    SkillStanding,
    Snapshot,
    StatementCount,
    Suggestion,
    TeamCount,
    TooFewAnswered,
    WorkedOn,
    band,
    is_anew,
    main_point,
    moves,
    suggestion,
    take_snapshot,
    thresholds,
)

AT = datetime(2026, 12, 1, 9, tzinfo=UTC)
LATER = AT + timedelta(days=7)
FEW, HALF, MOST = Band.FEW, Band.HALF, Band.MOST
SIZES = [*range(3, 31), 400]


def counted(counted: int, *skills: SkillCount, growing: int = 0, **people: int) -> TeamCount:
    """`people` are how many work on a statement, by its id."""
    return TeamCount(counted, skills, growing, tuple(StatementCount("a", key, n) for key, n in people.items()))


def skill(slug: str, answered: int, *reached: int) -> SkillCount:
    return SkillCount(slug, answered, dict(zip(("junior", "middle", "senior"), reached, strict=False)))


def standing(slug: str, *bands: Band) -> SkillStanding:
    return SkillStanding(slug, dict(zip(("junior", "middle", "senior"), bands, strict=False)))


def shown(*skills: SkillStanding, worked_on: tuple[WorkedOn, ...] = ()) -> Snapshot:
    return Snapshot(AT, 12, skills, worked_on)


@pytest.mark.parametrize("n", SIZES)
def test_thresholds_hide_what_one_person_says(n: int) -> None:
    found = thresholds(n)
    if n < 5:
        assert found is None
        return
    assert found is not None
    half, most = found
    assert 3 <= half <= most <= n - 2


@pytest.mark.parametrize(
    ("n", "few", "half", "most"),
    [
        (5, "0 1 2", "", "3 4 5"),
        (6, "0 1 2", "3", "4 5 6"),
        (7, "0 1 2", "3 4", "5 6 7"),
        (8, "0 1 2", "3 4 5", "6 7 8"),
        (9, "0 1 2", "3 4 5", "6 7 8 9"),
        (10, "0 1 2 3", "4 5 6", "7 8 9 10"),
        (12, "0 1 2 3", "4 5 6 7", "8 9 10 11 12"),
        (400, "0 133", "134 266", "267 400"),
    ],
)
def test_bands_are_about_a_third_each(n: int, few: str, half: str, most: str) -> None:
    for words, wanted in ((few, FEW), (half, HALF), (most, MOST)):
        assert {band(int(k), n) for k in words.split()} <= {wanted}


@pytest.mark.parametrize("n", SIZES)
def test_a_band_never_falls_with_the_count(n: int) -> None:
    found = [band(k, n) for k in range(n + 1)]
    heights = [one.height for one in found if one]
    assert len(heights) in (0, n + 1)
    assert heights == sorted(heights)
    assert not heights or (heights[0], heights[-1]) == (FEW.height, MOST.height)


@pytest.mark.parametrize(("changed", "wanted"), [(0, False), (2, False), (3, True), (4, True)])
def test_a_snapshot_is_taken_anew_when_three_have_changed(changed: int, wanted: bool) -> None:
    assert is_anew(changed) is wanted


@pytest.mark.parametrize(
    ("people", "group_size", "wanted"),
    [(0, 5, False), (4, 5, False), (5, 5, True), (9, 10, False), (10, 10, True), (2, 2, False), (3, 3, True)],
)
def test_nothing_is_shown_below_the_group_size(people: int, group_size: int, wanted: bool) -> None:
    assert (take_snapshot(counted(people), group_size, AT) is not None) is wanted


@pytest.mark.parametrize(
    ("answered", "group_size", "wanted"),
    [
        (0, 5, ()),
        (4, 5, ()),
        (5, 5, (standing("a", MOST, FEW),)),
        (7, 5, (standing("a", HALF, FEW),)),
        (7, 8, ()),
        (4, 3, ()),  # of four, no band hides what each of them said
        (4, 4, ()),
        (5, 3, (standing("a", MOST, FEW),)),
    ],
)
def test_a_skill_is_shown_when_enough_answered(
    answered: int, group_size: int, wanted: tuple[SkillStanding, ...]
) -> None:
    reached = min(4, answered)
    snapshot = take_snapshot(counted(20, skill("a", answered, reached, 0)), group_size, AT)
    assert snapshot == Snapshot(AT, 20, wanted, ())


def test_a_group_of_three_is_told_only_how_many_are_counted() -> None:
    count = counted(3, skill("a", 3, 3, 3), growing=3, one=3)
    assert take_snapshot(count, 3, AT) == Snapshot(AT, 3, (), ())


@pytest.mark.parametrize(
    ("growing", "group_size", "people", "wanted"),
    [
        (4, 3, {"one": 4}, ""),
        (5, 5, {"one": 3, "two": 2}, "one"),
        (5, 6, {"one": 5}, ""),
        (9, 5, {"one": 5, "two": 6}, "two"),
        (9, 5, {"d": 6, "c": 9, "b": 7, "a": 8}, "d c b"),  # the order of the framework, not of the counts
    ],
)
def test_statements_are_told_that_most_of_those_who_grow_work_on(
    growing: int, group_size: int, people: dict[str, int], wanted: str
) -> None:
    snapshot = take_snapshot(counted(20, growing=growing, **people), group_size, AT)
    assert snapshot is not None
    assert [one.statement for one in snapshot.worked_on] == wanted.split()


def test_a_skill_that_was_shown_stays_as_it_was_when_too_few_are_left() -> None:
    first = take_snapshot(counted(9, skill("a", 5, 3, 0), skill("b", 4, 4)), 5, AT)
    second = take_snapshot(counted(8, skill("a", 4, 0, 0), skill("b", 6, 3)), 5, LATER, first)
    third = take_snapshot(counted(8, skill("a", 5, 0, 0), skill("b", 0, 0)), 5, LATER, second)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.skills == (standing("a", MOST, FEW),)
    assert second.skills == (standing("a", MOST, FEW), standing("b", HALF))
    assert third.skills == (standing("a", FEW, FEW), standing("b", HALF))


def test_a_skill_that_the_team_does_not_ask_for_is_put_aside_and_comes_back_as_it_was() -> None:
    first = take_snapshot(counted(9, skill("a", 5, 3, 0)), 5, AT)
    second = take_snapshot(counted(9), 5, AT, first)
    third = take_snapshot(counted(9), 5, AT, second)
    back = take_snapshot(counted(9, skill("a", 4, 0, 0)), 5, AT, third)
    assert second == third == Snapshot(AT, 9, (), (), (standing("a", MOST, FEW),))
    assert back == Snapshot(AT, 9, (standing("a", MOST, FEW),), ())


def test_what_moved_is_what_is_shown_otherwise_than_before() -> None:
    earlier = shown(standing("a", MOST, FEW), standing("b", MOST, MOST), standing("gone", MOST))
    later = shown(standing("new", MOST), standing("b", MOST, HALF, FEW), standing("a", MOST, HALF))
    assert moves(earlier, later) == (Move("b", "middle", MOST, HALF), Move("a", "middle", FEW, HALF))
    assert moves(later, later) == ()


A_ROSE = Move("a", "junior", FEW, HALF)


@pytest.mark.parametrize(
    ("snapshot", "moved", "wanted"),
    [
        (shown(), (), TooFewAnswered()),
        (shown(standing("a", MOST, MOST)), (), AtTheTop()),
        (shown(standing("a", FEW), standing("b", HALF)), (), Nearest("b", "junior", HALF)),
        (shown(standing("a", FEW), standing("b", MOST, FEW)), (), Nearest("b", "middle", FEW)),
        (shown(standing("a", FEW), standing("b", FEW)), (), Nearest("a", "junior", FEW)),
        (shown(standing("a", FEW)), (Move("a", "junior", HALF, FEW),), Nearest("a", "junior", FEW)),
        (shown(standing("a", HALF)), (A_ROSE,), Rose(A_ROSE)),
        (
            shown(standing("a", HALF), standing("b", MOST)),
            (A_ROSE, Move("b", "junior", HALF, MOST)),
            Rose(Move("b", "junior", HALF, MOST)),
        ),
        (
            shown(standing("a", MOST, MOST)),
            (Move("a", "junior", HALF, MOST), Move("a", "middle", HALF, MOST)),
            Rose(Move("a", "middle", HALF, MOST)),
        ),
    ],
)
def test_what_is_said_first(snapshot: Snapshot, moved: tuple[Move, ...], wanted: MainPoint) -> None:
    assert main_point(snapshot, moved) == wanted


@pytest.mark.parametrize(
    ("snapshot", "wanted"),
    [
        (shown(), None),
        (shown(standing("a", MOST)), None),
        (shown(standing("a", MOST, FEW), standing("b", HALF)), GrowTogether("b", "junior")),
        (shown(standing("a", HALF), standing("b", FEW)), GrowTogether("b", "junior")),
        (shown(standing("a", FEW), worked_on=(WorkedOn("a", "x"),)), PractiseTogether(WorkedOn("a", "x"))),
    ],
)
def test_what_is_suggested(snapshot: Snapshot, wanted: Suggestion | None) -> None:
    assert suggestion(snapshot) == wanted
