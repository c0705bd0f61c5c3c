"""The summary of a team: in every language, of every size, within Slack's limits, and naming nobody."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Skill, Statement
from bot.domain.summaries import Band, SkillStanding, Snapshot, WorkedOn
from bot.domain.team_reports import TeamReport, team_report
from bot.domain.texts import Text
from bot.views.blocks import Block, button, section
from bot.views.ids import Action
from bot.views.progress_picture import ALT_LIMIT
from bot.views.summary import (
    BAND_ROOM,
    band_name,
    last_summary_notice,
    summary_message,
    summary_modal,
    summary_table,
)
from bot.views.summary_picture import team_alt_text, team_picture
from tests.conventions.test_views import FRAMEWORK, NOW, for_each_reader, hold_message, hold_view, speaker

FEW, HALF, MOST = Band.FEW, Band.HALF, Band.MOST
LONG = ("ж" * 400, "&<*_`~> " * 50, "Fähigkeit " * 40)
STANDINGS = ((MOST, MOST, HALF, FEW), (MOST,) * 9, (FEW,) * 9, (HALF, FEW), (MOST, HALF, HALF, FEW, FEW, FEW, FEW))


def long_ladder(name: str, levels: int) -> Ladder:
    return Ladder(name, tuple(Level(f"{name}-{n}", Text(LONG[n % 3])) for n in range(levels)))


def long_skills(count: int) -> dict[str, Skill]:
    """With names of 400 characters, on two ladders, one of them of as many levels as a table can have."""
    plain = next(iter(FRAMEWORK.skills.values()))
    ladders = long_ladder("a", 9), long_ladder("b", 19)
    statements = {f"s{n}": Statement(f"s{n}", Text(text * 5)) for n, text in enumerate(LONG)}
    return {
        f"skill-{n}": replace(
            plain, slug=f"skill-{n}", name=Text(LONG[n % 3]), ladder=ladders[n % 2], statements=statements
        )
        for n in range(count)
    }


def standing(skill: Skill, n: int) -> SkillStanding:
    levels = [level.id for level in skill.ladder.levels]
    return SkillStanding(skill.slug, dict(zip(levels, STANDINGS[n % len(STANDINGS)], strict=False)))


def snapshot_of(skills: dict[str, Skill], turn: int = 0, counted: int = 6) -> Snapshot:
    standings = tuple(standing(skill, n + turn) for n, skill in enumerate(skills.values()))
    worked_on = tuple(WorkedOn(slug, one) for slug, skill in skills.items() for one in skill.statements)[:3]
    return Snapshot(NOW, counted, standings, worked_on if turn % 2 else ())


def reports(skills: dict[str, Skill]) -> Iterator[TeamReport]:
    for turn in range(len(STANDINGS)):
        shown, earlier = snapshot_of(skills, turn), snapshot_of(skills, turn + 1)
        for before in (None, shown, earlier):
            yield team_report("C0000000001", "Europe/Berlin", shown, before, skills)
        yield team_report("C0000000001", "Nowhere", shown, earlier, skills, is_repeated=True)
    for counted in (3, 4, 5, 21, 10_000):
        yield team_report("C0000000001", "UTC", Snapshot(NOW, counted, (), ()), None, skills)


SIZES = [dict(FRAMEWORK.skills), *(long_skills(n) for n in (1, 5, 30, 130))]
of_each_size = pytest.mark.parametrize("skills", SIZES, ids=lambda skills: f"{len(skills)} skills")


@of_each_size
@for_each_reader
def test_the_summary(skills: dict[str, Skill], locale: str) -> None:
    t = speaker(locale)
    join = button("Count me in", Action.SUMMARY_TABLE, "C0000000001", primary=True)
    for report in reports(skills):
        for notice in ("", last_summary_notice(t, pictured=True), last_summary_notice(t, pictured=False)):
            for joining in (join, None):
                shown = summary_message(report, t, joining and {**joining, "action_id": "summary.table:2"}, notice)
                hold_message(shown)
                assert len([line for line in shown["text"].splitlines() if line]) <= 6
                assert "@" not in shown["text"]


@of_each_size
@for_each_reader
def test_the_table_and_the_window_have_every_skill(skills: dict[str, Skill], locale: str) -> None:
    t = speaker(locale)
    for report in reports(skills):
        rows = words = 0
        for page in range(30):
            table, view = summary_table(report, t, page), summary_modal(report, t, page)
            hold_message(table)
            hold_view(view)
            if page == 0 or not is_last(summary_table(report, t, page - 1)["blocks"]):
                rows += sum(len(block["rows"]) - 1 for block in table["blocks"] if block["type"] == "table")
            if page == 0 or not is_last(summary_modal(report, t, page - 1)["blocks"]):
                words += sum("\n" in block["text"]["text"] for block in view["blocks"] if is_of_a_skill(block))
        assert rows == words == len(report.snapshot.skills)


def is_last(blocks: list[Block]) -> bool:
    controls = [element["action_id"] for block in blocks if block["type"] == "actions" for element in block["elements"]]
    return not any(control.endswith(":next") for control in controls)


def is_of_a_skill(block: Block) -> bool:
    return block["type"] == "section" and "\n•" not in block["text"]["text"]


@of_each_size
@for_each_reader
def test_what_goes_with_the_picture_of_a_team(skills: dict[str, Skill], locale: str) -> None:
    t = speaker(locale)
    for report in reports(skills):
        picture = team_picture(report, t)
        assert (picture is None) == (not report.snapshot.skills)
        if picture is not None:
            assert all(picture.words.values())
            assert 0 < len(team_alt_text(report, t)) <= ALT_LIMIT


@for_each_reader
def test_how_many_is_told_shortly(locale: str) -> None:
    names = [band_name(band, speaker(locale)) for band in Band]
    assert len(set(names)) == len(Band)
    assert max(map(len, names)) <= BAND_ROOM


def test_a_table_is_read_out_row_by_row() -> None:
    t = speaker("en-US")
    skills = dict(FRAMEWORK.skills)
    report = team_report("C1", "UTC", snapshot_of(skills), None, skills)
    told = summary_table(report, t)["text"]
    assert "Data Pipelines and Quality · most · most · about half · few · –" in told
    assert section("x")["text"]["text"] not in told.splitlines()
