"""Cells that a spreadsheet would take for a formula: an apostrophe before them on the way out, none on the way in."""

import re

_RISKY = re.compile(r"'*[=+\-@\t\r]")


def escaped(text: str) -> str:
    """The text as a cell that nothing is calculated from."""
    return f"'{text}" if _RISKY.match(text) else text


def unescaped(cell: str) -> str:
    """The text that `escaped` made a cell of; any other stays as it is."""
    return cell[1:] if cell.startswith("'") and _RISKY.match(cell) else cell
