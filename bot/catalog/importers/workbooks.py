"""XLSX workbooks as rows: bounded before anything is parsed, merged cells filled, formulas by their last result."""

import codecs
import re
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time
from io import BytesIO
from itertools import islice
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax import SAXException

from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException

from bot.catalog.importers.records import Unusable
from bot.catalog.importers.rows import LARGEST_TABLE, Kind, Row, TableCell

LARGEST_UNPACKED = 60 * 1024 * 1024  # bytes of all parts
MOST_PARTS = 2_000
WIDEST = 500  # columns
TALLEST = 1_048_576  # rows that a sheet can have
MOST_MERGED = 50_000  # cells that merged ranges may fill
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')

_BROKEN = (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, SyntaxError)
_Values = tuple[Any, ...]


def workbook_rows(raw: bytes, name: str, sheet: str | None) -> tuple[list[Row], list[str]]:
    """The rows of one sheet, the first unless another is named, and the names of the others. Raises Unusable."""
    _bound(raw, name)
    try:
        return _rows(raw, name, sheet)
    except (*_BROKEN, ParseError, SAXException, zipfile.BadZipFile, InvalidFileException) as error:
        raise Unusable(f"{name} is damaged and can't be read as a workbook: {error}. Save it anew.") from error


def _bound(raw: bytes, name: str) -> None:
    """Refuse what is no workbook, or would unpack to more than anybody's framework, by the archive's directory."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if size > LARGEST_UNPACKED or len(parts) > MOST_PARTS:
                raise Unusable(
                    f"{name} would unpack to {size // 2**20} MiB in {len(parts)} parts, "
                    f"and at most {LARGEST_UNPACKED // 2**20} MiB are read. Split it, or remove what isn't the table."
                )
            if "xl/workbook.xml" not in archive.namelist():
                raise Unusable(f"{name} is an archive, but no XLSX workbook. Save the table as .xlsx or CSV.")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    _look_into(archive, part, name)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise Unusable(f"{name} is damaged and can't be unpacked: {error}. Save it anew.") from error


def _look_into(archive: zipfile.ZipFile, part: zipfile.ZipInfo, name: str) -> None:
    content = archive.read(part)
    if b"\0" in content[:4] or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unusable(f"{name} isn't in UTF-8, as every spreadsheet is. Save it anew.")
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise Unusable(f"{name} defines entities of its own, which no spreadsheet does. Save it anew.")
    if _SHEET.fullmatch(part.filename) and (rows := content.count(b"<row")) > LARGEST_TABLE * 2:
        raise Unusable(f"{name} has {rows:,} rows, and at most {LARGEST_TABLE:,} are read. Split it.")


def _rows(raw: bytes, name: str, sheet: str | None) -> tuple[list[Row], list[str]]:
    values = load_workbook(BytesIO(raw), read_only=True, data_only=True, keep_links=False)
    formulas = load_workbook(BytesIO(raw), read_only=True, data_only=False, keep_links=False)
    chosen = _chosen(values.sheetnames, name, sheet)
    merged = _merged(raw, values[chosen])
    for book in (values, formulas):
        book[chosen].reset_dimensions()
    rows: list[Row] = []
    pairs = zip(*(book[chosen].iter_rows(values_only=True) for book in (values, formulas)), strict=False)
    for number, (row, written) in enumerate(islice(pairs, TALLEST), 1):
        if any(value is not None for value in written) or number in merged:
            rows.append(Row(number, _cells(row, written, merged.get(number, {}))))
        if len(rows) > LARGEST_TABLE:
            raise Unusable(f"{name} has more than {LARGEST_TABLE:,} rows. Split it.")
    return _filled(rows, merged), [other for other in values.sheetnames if other != chosen]


def _chosen(names: Sequence[str], name: str, sheet: str | None) -> str:
    if sheet is None:
        return names[0]
    if sheet not in names:
        raise Unusable(f'{name} has no sheet "{sheet}". It has: {", ".join(names)}.')
    return sheet


def _cells(row: _Values, written: _Values, merged: dict[int, tuple[int, int]]) -> tuple[TableCell, ...]:
    width = min(max(len(row), len(written), *(column + 1 for column in merged), 0), WIDEST)
    padded = (*row, *(None,) * width)[:width]
    sources = (*written, *(None,) * width)[:width]
    return tuple(_cell(value, source) for value, source in zip(padded, sources, strict=True))


def _cell(value: Any, written: Any) -> TableCell:
    if value is None:
        return TableCell(str(written), Kind.FORMULA) if written is not None else TableCell("")
    if isinstance(value, bool):
        return TableCell(str(value).lower())
    if isinstance(value, datetime):
        return TableCell(value.date().isoformat(), Kind.DATE)
    if isinstance(value, date | time):
        return TableCell(value.isoformat(), Kind.DATE)
    if isinstance(value, int | float):
        return TableCell(f"{value:g}" if isinstance(value, float) else str(value), Kind.NUMBER)
    return TableCell(str(value))


def _merged(raw: bytes, sheet: Any) -> dict[int, dict[int, tuple[int, int]]]:
    """For each row and column, from 1 and 0, inside a merged range: the row and column of the range's first cell."""
    with zipfile.ZipFile(BytesIO(raw)) as archive:
        content = archive.read(sheet._worksheet_path)
    inside: dict[int, dict[int, tuple[int, int]]] = {}
    count = 0
    for found in _MERGED.finditer(content):
        left, top, right, bottom = (int(edge or 0) for edge in range_boundaries(found[1].decode()))
        count += (right - left + 1) * (bottom - top + 1)
        if count > MOST_MERGED:
            raise ValueError("merged cells cover more than any table")
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (row, column) != (top, left):
                    inside.setdefault(row, {})[column - 1] = (top, left - 1)
    return inside


def _filled(rows: list[Row], merged: dict[int, dict[int, tuple[int, int]]]) -> list[Row]:
    """The rows with what their merged cells show."""
    by_number = {row.number: row for row in rows}
    filled = []
    for row in rows:
        cells = list(row.cells)
        for column, (top, left) in merged.get(row.number, {}).items():
            if column < len(cells) and not cells[column].text and top in by_number:
                cells[column] = by_number[top].cell(left)
        filled.append(Row(row.number, tuple(cells)))
    return [row for row in filled if not row.is_blank]
