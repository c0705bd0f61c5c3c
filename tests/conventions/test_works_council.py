"""The sheet for works councils says the same in both languages, and what it says is so."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.domain.deliveries import Reason
from bot.domain.summaries import ANEW_AFTER, DEFAULT_GROUP, LEAST_BANDED, LEAST_GROUP, MOST_GROUP
from bot.settings import Settings
from tests.conventions.repository import ROOT

SHEETS = {"en": ROOT / "docs/works-council.md", "de": ROOT / "docs/works-council.de.md"}
BOTH = pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))

FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
WORD = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)]+)\)")
STARTS = {"row": "| ", "point": "- ", "heading": "#"}


def sections(sheet: Path) -> dict[int, str]:
    """What stands under each heading, by its place."""
    return dict(enumerate(re.split(r"^#+ .*$", sheet.read_text("utf-8"), flags=re.MULTILINE)))


def outline(text: str) -> list[str]:
    """What each line is: a row, with how many cells, a point, or one of a numbered list."""
    kinds = []
    for line in text.splitlines():
        kinds += [f"{kind} {line.count(' | ')}" for kind, start in STARTS.items() if line.startswith(start)]
        kinds += [found[0] for found in [re.match(r"\d+\. (\*\*)?", line)] if found]
    return kinds


def test_both_languages_have_the_same_outline() -> None:
    english, german = (sections(sheet) for sheet in SHEETS.values())
    assert len(english) > 10
    assert {n: outline(text) for n, text in english.items()} == {n: outline(text) for n, text in german.items()}


@pytest.mark.parametrize("pattern", [FIGURE, WORD, LINK], ids=["figures", "names", "links"])
def test_both_languages_name_the_same_in_each_section(pattern: re.Pattern[str]) -> None:
    english, german = (
        {
            n: sorted(pattern.findall(text.replace("works-council.de.md", "works-council.md")))
            for n, text in each.items()
        }
        for each in (sections(sheet) for sheet in SHEETS.values())
    )
    assert english == german
    assert any(english.values())


@BOTH
def test_what_is_kept_how_long_is_the_default_of_its_setting(sheet: Path) -> None:
    days = {"en": "Days", "de": "Tage"}["de" if sheet.stem.endswith(".de") else "en"]
    told = {setting: int(row[days]) for row in rows_with(sheet, days) for setting in row.values() if "RUNG_" in setting}
    fields = {str(field.validation_alias): field.default for field in Settings.model_fields.values()}
    wanted = {name: kept for name, kept in fields.items() if name.startswith(("RUNG_KEEP_", "RUNG_ERASE_AFTER_"))}
    assert told == wanted


def rows_with(sheet: Path, title: str) -> Iterator[dict[str, str]]:
    """The rows of the tables that have a column with that title."""
    lines = sheet.read_text("utf-8").splitlines()
    for n, line in enumerate(lines):
        if line.startswith("| ") and lines[n + 1].startswith("| ---") and f"| {title} |" in line:
            titles = [cell.strip() for cell in line.strip("|").split("|")]
            for row in lines[n + 2 :]:
                if not row.startswith("|"):
                    break
                yield dict(zip(titles, (cell.strip().strip("`") for cell in row.strip("|").split("|")), strict=True))


@BOTH
def test_the_floors_are_those_of_the_code(sheet: Path) -> None:
    told = next(line for text in sections(sheet).values() for line in re.split(r"\n\n", text) if "0019" in line)
    floors = [DEFAULT_GROUP, LEAST_GROUP, MOST_GROUP, LEAST_BANDED, ANEW_AFTER]
    assert [int(figure) for figure in FIGURE.findall(told)][:5] == floors


@BOTH
def test_why_nothing_was_sent_is_called_so(sheet: Path) -> None:
    assert {Reason.AWAY, Reason.DO_NOT_DISTURB} <= set(WORD.findall(sheet.read_text("utf-8")))


@BOTH
def test_each_claim_names_a_test_that_is_there(sheet: Path) -> None:
    named = [word for word in WORD.findall(sheet.read_text("utf-8")) if word.startswith("tests/")]
    assert len(named) == len(set(named)) > 10
    for one in named:
        file, _, name = one.partition("::")
        assert re.search(rf"^(?:async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), one
