"""The summary of a team: in every language, of every size, within Slack's limits, and naming nobody."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Skill, Statement
from bot.domain.summaries import Band, SkillStanding, Snapshot, WorkedOn
from bot.domain.team_reports import TeamReport, team_report
from bot.domain.texts import Text
from bot.i18n.translator import Translator
from bot.views.blocks import Block, button
from bot.views.ids import Action, nth
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


def long_skills(number: int) -> dict[str, Skill]:
    """With names of 400 characters, on two ladders, one of them of as many levels as a table can have."""
    plain = next(iter(FRAMEWORK.skills.values()))
    ladders = long_ladder("a", 9), long_ladder("b", 19)
    statements = {f"s{n}": Statement(f"s{n}", Text(text * 5)) for n, text in enumerate(LONG)}
    return {
        f"skill-{n}": replace(
            plain, slug=f"skill-{n}", name=Text(LONG[n % 3]), ladder=ladders[n % 2], statements=statements
        )
        for n in range(number)
    }


def standing(skill: Skill, n: int) -> SkillStanding:
    levels = [level.id for level in skill.ladder.levels]
    return SkillStanding(skill.slug, dict(zip(levels, STANDINGS[n % len(STANDINGS)], strict=False)))


def snapshot_of(skills: dict[str, Skill], turn: int = 0, counted: int = 6) -> Snapshot:
    standings = tuple(standing(skill, n + turn) for n, skill in enumerate(skills.values()))
    worked_on = tuple(WorkedOn(slug, one) for slug, skill in skills.items() for one in skill.statements)[:3]
    return Snapshot(NOW, counted, standings, worked_on if turn % 2 else ())


def reports(skills: dict[str, Skill]) -> Iterator[TeamReport]:
    for turn in range(2):
        shown, earlier = snapshot_of(skills, turn), snapshot_of(skills, turn + 1)
        for before in (None, shown, earlier):
            yield team_report("C0000000001", "Europe/Berlin", shown, before, skills)
        yield team_report("C0000000001", "Nowhere", shown, earlier, skills, is_repeated=True)
    for counted in (3, 4, 5, 21, 10_000):
        yield team_report("C0000000001", "UTC", Snapshot(NOW, counted, (), ()), None, skills)


SIZES = [dict(FRAMEWORK.skills), *(long_skills(n) for n in (1, 30, 130))]
of_each_size = pytest.mark.parametrize("skills", SIZES, ids=lambda skills: f"{len(skills)} skills")


@of_each_size
@for_each_reader
def test_the_summary(skills: dict[str, Skill], locale: str) -> None:
    t = speaker(locale)
    join = button("Count me in", nth(Action.SUMMARY_TABLE, 2), "C0000000001", primary=True)
    for report in reports(skills):
        for joining, notice in ((join, ""), *((None, last_summary_notice(t, pictured=yes)) for yes in (True, False))):
            shown = summary_message(report, t, joining, notice)
            hold_message(shown)
            assert len(shown["text"].splitlines()) <= 6
            assert "@" not in shown["text"]


@of_each_size
@for_each_reader
def test_the_table_and_the_window_have_every_skill(skills: dict[str, Skill], locale: str) -> None:
    t = speaker(locale)
    first, *_, last = reports(skills)
    for report in (first, last):
        tables, windows = list(pages(summary_table, report, t)), list(pages(summary_modal, report, t))
        for table in tables:
            hold_message(table)
        for window in windows:
            hold_view(window)
        rows = [len(block["rows"]) - 1 for one in tables for block in one["blocks"] if block["type"] == "table"]
        words = [is_of_a_skill(block) for one in windows for block in one["blocks"]]
        assert sum(rows) == sum(words) == len(report.snapshot.skills)


def pages(
    draw: Callable[[TeamReport, Translator, int], dict[str, Any]], report: TeamReport, t: Translator
) -> Iterator[dict[str, Any]]:
    """Each page, until one has no way to a next."""
    for page in count():
        shown = draw(report, t, page)
        yield shown
        controls = [
            one["action_id"] for block in shown["blocks"] if block["type"] == "actions" for one in block["elements"]
        ]
        if not any(control.endswith(":next") for control in controls):
            return


def is_of_a_skill(block: Block) -> bool:
    text = block["text"]["text"] if block["type"] == "section" else ""
    return "\n" in text and "\n•" not in text


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
