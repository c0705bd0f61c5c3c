"""XLSX workbooks: merged cells, dates, formulas, and archives that nobody should unpack."""

import re
import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from bot.catalog.importers import workbooks
from bot.catalog.importers.records import Unusable
from tests.unit.catalog.importing import Imported, imported, texts, workbook

HEADINGS = ["Area", "Skill", "Role", "Mandatory", "Junior", "Senior"]


Rows = list[list[Any]]


def read(tmp_path: Path, raw: bytes, sheet: str | None = None) -> Imported:
    file = tmp_path / "table.xlsx"
    file.write_bytes(raw)
    return imported(tmp_path / "content", file, sheet=sheet)


def changed(raw: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """The workbook with something replaced in one of its parts; `old` is a pattern."""
    written = BytesIO()
    with zipfile.ZipFile(BytesIO(raw)) as before, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            after.writestr(name, re.sub(old, new, content) if name == part else content)
    return written.getvalue()


def test_merged_cells_count_for_all_that_they_cover(tmp_path: Path) -> None:
    rows: Rows = [
        HEADINGS,
        ["Sea", "Maps", "Pilot", True, "Reads.", None],
        [None, None, "Mate", "no", "Reads a little.", "Draws."],
    ]
    framework = read(tmp_path, workbook(rows, merged=["A2:A3", "B2:B3", "E2:F2"])).written()

    skill = framework.skills["maps"]
    assert framework.categories[skill.category].name.source == "Sea"
    assert texts(skill, "pilot", "senior", mandatory=True) == texts(skill, "pilot", "junior") == ["Reads."]
    assert texts(skill, "mate", "senior", mandatory=False) == ["Draws."]


def test_a_date_or_a_number_is_no_statement(tmp_path: Path) -> None:
    rows: Rows = [
        HEADINGS,
        ["Sea", "Maps", "Pilot", "x", date(2026, 5, 3), 46082],
        ["", "Boats", "Pilot", "x", "Rows.", None],
    ]
    result = read(tmp_path, workbook(rows))

    assert "is a date, which a spreadsheet may have made of a text: 2026-05-03" in result.told[2]
    assert "is a number, not a sentence: 46082" in result.told[2]


def test_a_formula_counts_by_its_last_result_and_is_told_without_one(tmp_path: Path) -> None:
    raw = workbook([HEADINGS, ["Sea", "Maps", "Pilot", "x", "=A2", "=B2"]])
    raw = changed(
        raw,
        "xl/worksheets/sheet1.xml",
        rb'<c r="E2"><f>A2</f><v ?(/>|></v>)</c>',
        b'<c r="E2" t="str"><f>A2</f><v>Reads.</v></c>',
    )
    result = read(tmp_path, raw)

    assert texts(result.written().skills["maps"], "pilot", "junior") == ["Reads."]
    assert "is a formula without a result" in result.told[2]


def test_a_sheet_is_chosen_by_its_name(tmp_path: Path) -> None:
    book = Workbook()
    book.create_sheet("Skills").append(["Skill", "Role", "Junior", "Senior"])
    book["Skills"].append(["Maps", "Pilot", "Reads.", "Draws."])
    written = BytesIO()
    book.save(written)

    assert "maps" in read(tmp_path, written.getvalue(), sheet="Skills").written().skills
    with pytest.raises(Unusable, match='no sheet "Skils"'):
        read(tmp_path, written.getvalue(), sheet="Skils")
    with pytest.raises(Unusable, match=r"no row of headings .* --sheet names another one: Skills"):
        read(tmp_path, written.getvalue())
    book.move_sheet("Skills", -1)
    written = BytesIO()
    book.save(written)
    assert "one sheet is read. --sheet names another one: Sheet" in read(tmp_path, written.getvalue()).notes


def test_blank_rows_keep_the_numbers_of_the_others(tmp_path: Path) -> None:
    result = read(
        tmp_path,
        workbook(
            [HEADINGS, [], ["Sea", "Maps", "Pilot", "perhaps", "Reads.", ""], ["", "Boats", "Pilot", "", "Rows.", ""]]
        ),
    )

    assert list(result.told) == [3]


def bomb() -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"<row/>" * (workbooks.LARGEST_UNPACKED // 6 + 1))
    return written.getvalue()


def a_million_rows() -> bytes:
    raw = workbook([HEADINGS])
    return changed(raw, "xl/worksheets/sheet1.xml", b"</sheetData>", b"<row/>" * 1_000_000 + b"</sheetData>")


def entities() -> bytes:
    raw = workbook([HEADINGS])
    return changed(raw, "xl/worksheets/sheet1.xml", b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet')


def entities_in_other_letters() -> bytes:
    sheet = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'.encode("utf-16")
    return changed(workbook([HEADINGS]), "xl/worksheets/sheet1.xml", rb"(?s).+", sheet.replace(b"\\", b"\\\\"))


def merged_without_end() -> bytes:
    raw = workbook([HEADINGS, ["Sea", "Maps", "Pilot", "x", "Reads.", "Draws."]], merged=["A2:B2"])
    return changed(raw, "xl/worksheets/sheet1.xml", b'ref="A2:B2"', b'ref="A2:XFD1048576"')


def other_archive() -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", "<document/>")
    return written.getvalue()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (bomb, "would unpack to 60 MiB"),
        (a_million_rows, r"has 1,000,00\d rows"),
        (entities, "defines entities"),
        (entities_in_other_letters, "isn't in UTF-8"),
        (merged_without_end, "merged cells cover more than any table"),
        (other_archive, "no XLSX workbook"),
        (lambda: workbook([HEADINGS])[:-40], "no row of headings|damaged"),
        (lambda: changed(workbook([HEADINGS]), "xl/worksheets/sheet1.xml", b"<sheetData>", b"<sheetData"), "damaged"),
    ],
    ids=[
        "bomb",
        "a million rows",
        "entities",
        "entities in other letters",
        "merged without end",
        "another archive",
        "cut off",
        "broken",
    ],
)
def test_a_workbook_that_cant_be_read_is_told_in_a_sentence(tmp_path: Path, make: object, told: str) -> None:
    assert callable(make)
    with pytest.raises(Unusable, match=told):
        read(tmp_path, make())
