"""Rows of a table, from whatever file, as the reader of tables takes them."""

from dataclasses import dataclass
from enum import Enum

LARGEST_TABLE = 100_000  # rows that are not blank


class Kind(Enum):
    """What a spreadsheet keeps in a cell. A formula is one whose result isn't known."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    FORMULA = "formula"


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell. A date's text is in the form 2026-02-22."""

    text: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` is from 1, as the spreadsheet shows it."""

    number: int
    cells: tuple[TableCell, ...]

    @property
    def is_blank(self) -> bool:
        return not any(cell.text.strip() for cell in self.cells)

    def cell(self, column: int) -> TableCell:
        """The cell of a column, from 0; an empty one where the row is shorter."""
        return self.cells[column] if column < len(self.cells) else TableCell("")
