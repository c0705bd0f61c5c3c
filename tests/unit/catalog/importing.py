"""Importing small files into a content folder of a test."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from bot.catalog.importers.column_map import ColumnMap
from bot.catalog.importers.difference import Difference, difference
from bot.catalog.importers.opening import How, read_files
from bot.catalog.importers.plan import Plan, Planner
from bot.catalog.importers.present import read_present
from bot.catalog.importers.records import Reading, Tally
from bot.catalog.loader import load_framework
from bot.catalog.writing import write_content
from bot.domain.skills import Framework, Skill

TODAY = date(2026, 12, 1)


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of an import, and of each of its rows."""

    readings: list[Reading]
    plan: Plan
    changes: Difference
    directory: Path

    @property
    def told(self) -> dict[int, str]:
        """The complaints, by row."""
        by_row: dict[int, str] = {}
        for one in self.plan.complaints:
            by_row[one.origin.row] = "; ".join(filter(None, (by_row.get(one.origin.row), one.reason)))
        return by_row

    @property
    def tally(self) -> Tally:
        rows = [row for reading in self.readings for row in reading.rows]
        return Tally.of(rows, self.plan.used, self.plan.complaints)

    @property
    def notes(self) -> str:
        return "\n".join(self.plan.notes)

    def written(self) -> Framework:
        write_content(self.directory, self.plan.files())
        return load_framework(self.directory)


def imported(directory: Path, *files: Path, columns: ColumnMap | None = None, **said: str | bool | None) -> Imported:
    """The plan for some files; the keyword arguments are the options of `rung content import`."""
    how = How.of(columns or ColumnMap(), **said)  # type: ignore[arg-type]  # each option has its own type
    readings = read_files(files, how)
    plan = Planner(read_present(directory), how.defaults, TODAY).plan(readings)
    result = Imported(readings, plan, difference(plan), directory)
    tally = result.tally
    told = {one.origin for one in plan.complaints} | plan.used
    assert [str(row) for reading in readings for row in reading.rows if row not in told] == []
    assert tally.used + tally.unused == tally.read
    return result


def texts(skill: Skill, role: str, level: str, *, mandatory: bool | None = None, locale: str = "en") -> list[str]:
    """What a cell says, in its order."""
    return [
        statement.text.shown([locale]).text
        for requirement in skill.requirements(role, level)
        if mandatory in (None, requirement.mandatory)
        for statement in requirement.statements
    ]


def ids(skill: Skill) -> dict[str, str]:
    """The id of each statement, by its text."""
    return {said.text.source: key for key, said in skill.statements.items()}


def workbook(rows: Sequence[Sequence[Any]], merged: Sequence[str] = ()) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    for area in merged:
        sheet.merge_cells(area)
    written = BytesIO()
    book.save(written)
    return written.getvalue()
