"""Everything stands where it belongs, and nothing runs into anything else."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts.layout import ARROW, GAP, MARGIN, NAME, ROOM, SMALL, TEXT, WIDTH, Heading, Row, laid_out
from bot.charts.lettering import Weight, width
from bot.charts.progress import MOST_SKILLS, ProgressPicture, SkillProgress

LADDER = ("Junior", "Middle", "Senior", "Lead / Staff", "Principal")
LONG_LADDER = (
    "Associate Engineer", "Engineer", "Senior Engineer", "Staff Engineer", "Senior Staff Engineer",
    "Principal Engineer", "Senior Principal Engineer", "Distinguished Engineer", "Fellow",
)  # fmt: skip
WORDS = st.text(max_size=80)


def row(now: int, before: int | None = None, levels: tuple[str, ...] = LADDER) -> Row:
    picture = ProgressPicture("Progress", "", levels, "Not yet", (SkillProgress("Hiring", now, before),))
    return laid_out(picture).rows[0]


def names(levels: tuple[str, ...]) -> tuple[Heading, ...]:
    return laid_out(ProgressPicture("Progress", "", levels, "Not yet", ())).headings


def extent(heading: Heading) -> tuple[float, float]:
    """Where a heading begins and ends."""
    wide = width(heading.name, SMALL, Weight.REGULAR)
    begin = heading.x - {"start": 0.0, "middle": wide / 2, "end": wide}[heading.anchor]
    return begin, begin + wide


@pytest.mark.parametrize("levels", [LADDER, LONG_LADDER, ("Junior", "Senior")])
def test_a_higher_standing_is_further_along_the_ladder(levels: tuple[str, ...]) -> None:
    places = [row(standing, levels=levels).now for standing in range(len(levels) + 1)]
    assert places == sorted(set(places))
    assert places[0] > MARGIN
    assert places[-1] < WIDTH - MARGIN


@pytest.mark.parametrize(("before", "now", "is_gain"), [(1, 3, True), (3, 1, False), (0, 1, True), (2, 2, False)])
def test_only_a_rise_is_a_gain(before: int, now: int, is_gain: bool) -> None:
    assert row(now, before).is_gain is is_gain


def test_a_standing_that_has_not_changed_is_marked_once() -> None:
    assert row(2, 2).before is None
    assert row(2).before is None
    assert row(2, 0).before == row(0).now


@pytest.mark.parametrize("levels", [LADDER, tuple(f"L{n}" for n in range(1, 10)), ("Einsteiger", "Fortgeschritten")])
def test_every_level_is_named_above_its_rung_where_there_is_room(levels: tuple[str, ...]) -> None:
    assert [(heading.name, heading.x) for heading in names(levels)] == [
        (name, row(n, levels=levels).now) for n, name in enumerate(levels, start=1)
    ]


def test_the_ends_of_a_ladder_are_named_where_there_is_no_room_for_all() -> None:
    assert [heading.name for heading in names(LONG_LADDER)] == ["Associate Engineer", "Fellow"]


@given(st.lists(st.text("Wшм ", min_size=1, max_size=60), min_size=1, max_size=9).map(tuple))
@settings(deadline=None, derandomize=True)
def test_the_names_of_levels_never_touch(levels: tuple[str, ...]) -> None:
    ends = [extent(heading) for heading in names(levels)]
    assert all(begin >= MARGIN - 0.01 and end <= WIDTH - MARGIN + 0.01 for begin, end in ends)
    assert all(end < begin for (_, end), (begin, _) in pairwise(ends))


@given(st.tuples(WORDS, WORDS), WORDS, WORDS)
@settings(deadline=None, derandomize=True)
def test_a_row_never_overflows(levels: tuple[str, str], name: str, note: str) -> None:
    skill = SkillProgress(name, now=2, before=1, note=note)
    words = laid_out(ProgressPicture("", "", levels, "", (skill,))).rows[0].words
    assert width(words.skill, NAME, Weight.SEMIBOLD) <= ROOM
    before = width(words.before + ARROW, TEXT, Weight.REGULAR) if words.before else 0
    levels_end = before + width(words.now, TEXT, Weight.SEMIBOLD)
    assert levels_end + (GAP if words.note else 0) + width(words.note, TEXT, Weight.REGULAR) <= ROOM + 0.01


@pytest.mark.parametrize("subtitle", ["", "This year"])
@pytest.mark.parametrize("more", ["", "and 3 more"])
@pytest.mark.parametrize("skills", [1, MOST_SKILLS, MOST_SKILLS + 3])
def test_the_picture_is_as_tall_as_what_it_shows(skills: int, more: str, subtitle: str) -> None:
    shown = ProgressPicture("Progress", subtitle, LADDER, "Not yet", (SkillProgress("Hiring", 1),) * skills, more)
    layout = laid_out(shown)
    assert len(layout.rows) == min(skills, MOST_SKILLS)
    tops = [layout.headings_y, *(each.y for each in layout.rows), layout.more_y]
    assert tops == sorted(set(tops))
    assert layout.height - layout.more_y == (38 if more else 14)
