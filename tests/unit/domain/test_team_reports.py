"""What a channel is told, made of a snapshot: only what the content still has, and nothing twice."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

import pytest

from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Skill, Statement
from bot.domain.summaries import (
    Band,
    Move,
    Nearest,
    PractiseTogether,
    Rose,
    SkillStanding,
    Snapshot,
    TooFewAnswered,
    WorkedOn,
)
from bot.domain.team_reports import TeamReport, reached, team_report
from bot.domain.texts import Text

FEW, HALF, MOST = Band.FEW, Band.HALF, Band.MOST
AT = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
CRAFT = Ladder("craft", tuple(Level(one, Text(one.title())) for one in ("junior", "middle", "senior", "lead")))
SHORT = Ladder("short", (Level("l1", Text("L1")), Level("l2", Text("L2"))))


def skill(slug: str, ladder: Ladder = CRAFT) -> Skill:
    statements = {"new": Statement("new", Text("New")), "old": Statement("old", Text("Old"), retired=True)}
    return Skill(slug, Text(slug), None, (), "c", "s", ladder, date(2026, 1, 1), (), statements, {})


SKILLS = {one.slug: one for one in (skill("a"), skill("b"), skill("c"), skill("s", SHORT))}


def standing(slug: str, *bands: Band) -> SkillStanding:
    levels = [level.id for level in (SHORT if slug == "s" else CRAFT).levels]
    return SkillStanding(slug, dict(zip(levels, bands, strict=False)))


def snapshot(*standings: SkillStanding, worked_on: tuple[WorkedOn, ...] = ()) -> Snapshot:
    return Snapshot(AT, 6, standings, worked_on)


def report(
    shown: Snapshot, earlier: Snapshot | None = None, skills: Mapping[str, Skill] = SKILLS, *, is_repeated: bool = False
) -> TeamReport:
    return team_report("C1", "Europe/Berlin", shown, earlier, skills, is_repeated=is_repeated)


def test_its_day_is_that_of_the_team() -> None:
    assert report(snapshot()).day == date(2026, 12, 2)
    assert team_report("C1", "America/New_York", snapshot(), None, SKILLS).day == date(2026, 12, 1)


def test_what_moved_is_told_and_what_matters_comes_first() -> None:
    found = report(snapshot(standing("a", MOST, MOST)), snapshot(standing("a", MOST, HALF)))
    assert found.moved == (Move("a", "middle", HALF, MOST),)
    assert found.main_point == Rose(Move("a", "middle", HALF, MOST))


def test_the_same_snapshot_told_again_tells_of_no_move_again() -> None:
    found = report(snapshot(standing("a", MOST, MOST, FEW)), snapshot(standing("a", MOST, HALF, FEW)), is_repeated=True)
    assert found.moved is None
    assert found.main_point == Nearest("a", "senior", FEW)


def test_the_first_one_has_nothing_to_compare_with() -> None:
    assert report(snapshot(standing("a", MOST))).moved is None
    assert report(snapshot(standing("a", MOST)), snapshot(standing("a", MOST))).moved == ()


def test_what_the_content_has_no_longer_is_not_told() -> None:
    gone = SkillStanding("a", {"junior": MOST, "gone": MOST})
    shown = snapshot(
        standing("gone", MOST), gone, SkillStanding("b", {"gone": MOST}),
        worked_on=(WorkedOn("a", "old"), WorkedOn("gone", "new"), WorkedOn("a", "lost"), WorkedOn("a", "new")),
    )  # fmt: skip
    before = snapshot(standing("gone", FEW), SkillStanding("a", {"junior": FEW, "gone": FEW}))
    found = report(shown, before)
    assert found.snapshot.skills == (standing("a", MOST),)
    assert found.snapshot.worked_on == (WorkedOn("a", "new"),)
    assert found.suggestion == PractiseTogether(WorkedOn("a", "new"))
    assert found.moved == (Move("a", "junior", FEW, MOST),)
    assert report(shown, before, {}).main_point == TooFewAnswered()


def test_levels_are_told_from_the_lowest_however_they_were_kept() -> None:
    (only,) = report(snapshot(SkillStanding("a", {"senior": FEW, "junior": MOST}))).snapshot.skills
    assert list(only.bands) == ["junior", "senior"]


@pytest.mark.parametrize(
    ("bands", "level"),
    [((), None), ((FEW, FEW), None), ((HALF,), None), ((MOST, HALF, FEW), "junior"), ((MOST, MOST, MOST), "senior")],
)
def test_how_far_most_are(bands: tuple[Band, ...], level: str | None) -> None:
    assert reached(standing("a", *bands)) == level


def strongest(*standings: SkillStanding) -> tuple[str, list[str]] | None:
    found = report(snapshot(*standings)).strongest
    return (found.level.id, [one.slug for one in found.skills]) if found else None


def test_the_strongest_are_the_skills_in_which_most_are_furthest_up() -> None:
    assert strongest(standing("a", MOST), standing("b", MOST, MOST), standing("c", MOST, MOST, HALF)) == (
        "middle",
        ["b", "c"],
    )
    assert strongest(standing("a", FEW), standing("b", HALF)) is None
    assert strongest() is None


def test_on_several_ladders_the_highest_share_of_one_counts() -> None:
    assert strongest(standing("a", MOST, MOST, MOST), standing("s", MOST, HALF)) == ("senior", ["a"])
    assert strongest(standing("a", MOST, MOST, MOST), standing("s", MOST, MOST)) == ("l2", ["s"])


def test_the_skills_of_a_ladder_stand_together() -> None:
    found = report(snapshot(standing("a", MOST), standing("s", MOST), standing("b", FEW)))
    assert [(ladder.id, [one.skill for one in ones]) for ladder, ones in found.by_ladder()] == [
        ("craft", ["a", "b"]),
        ("short", ["s"]),
    ]
