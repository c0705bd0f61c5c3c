"""Tables as text: which character separates the columns, and the rows as a spreadsheet counts them."""

import csv
from collections import Counter
from io import StringIO

from bot.catalog.importers.records import Unusable
from bot.catalog.importers.rows import LARGEST_TABLE, Row, TableCell

DELIMITERS = (";", ",", "\t", "|")
LOOKED_AT = 300  # rows
LONGEST_CELL = 1_000_000  # characters
_END = "\x1e"  # a row of its own, unless a cell that was never closed takes it in


def separated_rows(text: str, name: str) -> list[Row]:
    """The rows of a CSV file. Raises Unusable."""
    csv.field_size_limit(LONGEST_CELL)
    text = text.removeprefix("\ufeff")
    try:
        rows = list(csv.reader(StringIO(f"{text}\n{_END}", newline=""), delimiter=_delimiter(text), strict=False))
    except csv.Error as error:
        raise Unusable(f"{name} can't be read as a table: {error}.") from error
    if rows.pop() != [_END]:
        raise Unusable(f"{name}: a quotation mark in row {len(rows) + 1} opens a cell that never ends. Close it.")
    found = [Row(number, tuple(TableCell(cell) for cell in row)) for number, row in enumerate(rows, 1)]
    filled = [row for row in found if not row.is_blank]
    if len(filled) > LARGEST_TABLE:
        raise Unusable(f"{name} has {len(filled):,} rows, and at most {LARGEST_TABLE:,} are read. Split it.")
    return filled


def _delimiter(text: str) -> str:
    """The character by which most rows have the same number of columns; of several, the one that makes more columns."""
    return max(DELIMITERS, key=lambda delimiter: _evenness(text, delimiter))


def _evenness(text: str, delimiter: str) -> tuple[float, int]:
    widths: Counter[int] = Counter()
    try:
        for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter):
            widths[len(row)] += bool(row)
            if sum(widths.values()) >= LOOKED_AT:
                break
    except csv.Error:
        return 0, 0
    several = Counter({width: count for width, count in widths.items() if width > 1})
    if not several:
        return 0, 0
    width, count = several.most_common(1)[0]
    return round(count / sum(widths.values()), 1), width
