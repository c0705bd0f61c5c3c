"""Which row of a table holds the headings, and what each column means."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.catalog.importers.cleaning import clean, one_line
from bot.catalog.importers.column_map import ColumnMap
from bot.catalog.importers.records import Defaults, Unusable
from bot.catalog.importers.rows import Row
from bot.catalog.importers.words import FIELDS, heading_in_language, language_of, rank_of
from bot.domain.query import fold
from bot.i18n.locales import canonical

LOOKED_AT = 30  # rows in which the headings are looked for
BESIDE = ("skill", "summary", "text", "suggestion")  # fields that may have a column for each language


@dataclass(slots=True)
class Columns:
    """What the columns mean, each from 0.

    `levels` are those of a wide table, by heading; `beside` are by field and language.
    """

    row: int
    fields: dict[str, int] = field(default_factory=dict)
    beside: dict[tuple[str, str], int] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    language: str | None = None

    @property
    def is_wide(self) -> bool:
        return bool(self.levels)


def find_columns(rows: Sequence[Row], name: str, defaults: Defaults, mapped: ColumnMap) -> Columns:
    """The columns of a table. Raises Unusable where no row holds headings that tell a skill and what is expected."""
    wanted = {key: fold(heading) for key, heading in mapped.columns.items()}
    for row in rows[:LOOKED_AT]:
        headings = [one_line(clean(cell.text)) for cell in row.cells]
        columns = _understood(headings, rows, row, defaults, wanted)
        if columns is not None:
            columns.row = row.number
            return columns
    if wanted:
        said = ", ".join(f'"{heading}"' for heading in mapped.columns.values())
        raise Unusable(f"{name} has no row with the headings that --map names: {said}.")
    raise Unusable(
        f"{name} has no row of headings with a skill and with levels or statements. "
        "Name the columns as docs/importing.md says, or tell them with --map."
    )


def _understood(
    headings: list[str], rows: Sequence[Row], row: Row, defaults: Defaults, wanted: dict[str, str]
) -> Columns | None:
    """What a row means as headings; None where it holds none."""
    columns = Columns(row.number)
    folded = [fold(heading) for heading in headings]
    if not set(wanted.values()) <= set(folded):
        return None
    for key, heading in wanted.items():
        columns.fields[key] = folded.index(heading)
    _take_beside(columns, headings)
    _take_fields(columns, headings, rows, row, defaults)
    if "skill" not in columns.fields and "skill_id" not in columns.fields:
        return None
    if {"level", "level_id"} & columns.fields.keys():
        _take_description(columns, headings)
    rest = _rest(columns, headings)
    if "text" not in columns.fields:
        columns.levels = {heading: at for heading, at in rest.items() if _is_level(heading, defaults)}
        if len(columns.levels) < 2:
            return None
        _drop_from_wide(columns)
        rest = _rest(columns, headings)
    columns.unused = list(rest)
    columns.language = language_of([headings[at] for at in columns.fields.values()])
    return columns


def _take_beside(columns: Columns, headings: list[str]) -> None:
    for at, heading in enumerate(headings):
        found = heading_in_language(heading)
        locale = found and canonical(found[1])
        if found is None or locale is None:
            continue
        for key in BESIDE:
            if rank_of(found[0], key) is not None:
                columns.beside.setdefault((key, locale), at)
                break


def _take_fields(columns: Columns, headings: list[str], rows: Sequence[Row], row: Row, defaults: Defaults) -> None:
    taken = {*columns.fields.values(), *columns.beside.values()}
    for key in FIELDS:
        ranked = [(rank, at) for at, heading in enumerate(headings) if (rank := rank_of(heading, key)) is not None]
        free = [(rank, at) for rank, at in sorted(ranked) if at not in taken]
        if key in columns.fields or not free:
            continue
        at = free[0][1]
        if key == "level" and defaults.order:
            at = next((one for _, one in free if _holds_levels(rows, row, one, defaults)), at)
        columns.fields[key] = at
        taken.add(at)


def _holds_levels(rows: Sequence[Row], header: Row, at: int, defaults: Defaults) -> bool:
    """Whether a column holds nothing but levels that were named."""
    known = {fold(word) for step in defaults.order for word in step}
    found = {fold(row.cell(at).text) for row in rows if row.number > header.number} - {""}
    return bool(found) and found <= known


def _take_description(columns: Columns, headings: list[str]) -> None:
    """In a table with a row a cell, a plain description is what the level expects."""
    at = columns.fields.get("summary")
    if "text" not in columns.fields and at is not None and len(fold(headings[at]).split()) == 1:
        columns.fields["text"] = columns.fields.pop("summary")


def _rest(columns: Columns, headings: list[str]) -> dict[str, int]:
    taken = {*columns.fields.values(), *columns.beside.values(), *columns.levels.values()}
    return {heading: at for at, heading in enumerate(headings) if heading and at not in taken}


def _is_level(heading: str, defaults: Defaults) -> bool:
    """Whether a column without another meaning is a level: any, unless the levels were named."""
    return not defaults.order or fold(heading) in {fold(word) for step in defaults.order for word in step}


def _drop_from_wide(columns: Columns) -> None:
    """Fields that only a table with a row a cell can have."""
    for key in ("level", "level_id", "level_order", "statement_id", "suggestion", "retired"):
        columns.fields.pop(key, None)
