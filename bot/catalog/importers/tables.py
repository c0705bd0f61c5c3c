"""Tables, wide (a column a level) and long (a row a cell), as records."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.catalog.importers.cleaning import clean, one_line
from bot.catalog.importers.column_map import ColumnMap
from bot.catalog.importers.escaping import unescaped
from bot.catalog.importers.headings import BESIDE, Columns, find_columns
from bot.catalog.importers.naming import slug
from bot.catalog.importers.records import Beside, Defaults, Origin, Reading, Record, Said
from bot.catalog.importers.references import Slot, resolved
from bot.catalog.importers.rows import Kind, Row, TableCell
from bot.catalog.importers.words import day_of, split_statements, weight_of
from bot.domain.query import fold
from bot.domain.texts import SOURCE_LOCALE

_FACTS = ("skill_id", "summary", "category_id", "subcategory_id", "ladder", "updated", "role_id", "level_id")
_GROUPS = ("category", "subcategory", "skill")  # from the widest; a blank cell takes what stands above
_SHEETS_ERROR = re.compile(r"#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|BEZUG!|WERT!|NV)")
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_ORDER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_NO_TEXT = {
    Kind.FORMULA: "is a formula without a result; replace it by its value",
    Kind.DATE: "is a date, which a spreadsheet may have made of a text",
    Kind.NUMBER: "is a number, not a sentence",
}


class _Skip(Exception):
    """A row can't be used; the text says why."""


@dataclass(slots=True)
class _Table:
    """A table while it is read. `above` is what blank cells stand for.

    `filed` are the skills, folded, whose category a row says itself, `filed_by_above` the rows that don't say theirs.
    """

    reading: Reading
    columns: Columns
    defaults: Defaults
    separator: str | None
    above: dict[str, str] = field(default_factory=dict)
    spellings: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    lead_ins: dict[str, int] = field(default_factory=dict)
    slots: list[Slot] = field(default_factory=list)
    filed: set[str] = field(default_factory=set)
    filed_by_above: set[int] = field(default_factory=set)


def read_table(rows: Sequence[Row], name: str, defaults: Defaults, mapped: ColumnMap) -> Reading:
    """The records of a table. Raises Unusable where its headings aren't understood."""
    columns = find_columns(rows, name, defaults, mapped)
    reading = Reading(name, rows=[Origin(name, row.number) for row in rows if row.number != columns.row])
    table = _Table(reading, columns, _with_locale(reading, columns, defaults), mapped.separator)
    for row in rows:
        if row.number < columns.row:
            reading.complain(row.number, "stands above the headings")
        elif row.number > columns.row:
            _read_row(table, row)
    reading.levels = tuple(columns.levels) or None
    reading.records = [_filed_once(table, record) for record in resolved(table.slots, reading)]
    _note(table)
    return reading


def _with_locale(reading: Reading, columns: Columns, defaults: Defaults) -> Defaults:
    if defaults.locale is not None or columns.language is None:
        return defaults
    reading.notes.append(
        f"{reading.file} is taken as {columns.language}, as its headings are. --locale names another language"
    )
    return replace(defaults, locale=columns.language)


def _note(table: _Table) -> None:
    reading, columns = table.reading, table.columns
    reading.notes.append(f"The headings of {reading.file} are in row {columns.row}")
    if columns.is_wide:
        reading.notes.append(f"Columns that are taken as levels, from the lowest: {', '.join(columns.levels)}")
    if columns.unused:
        reading.notes.append(f"Columns that are not used: {', '.join(columns.unused)}")
    if "mandatory" not in columns.fields:
        weight = "mandatory" if table.defaults.mandatory else "optional"
        reading.notes.append(f"No column says what is mandatory: all is taken as {weight}")
    for words, count in table.lead_ins.items():
        reading.notes.append(f'Left out before a list, in {count} cells: "{words}"')


def _read_row(table: _Table, row: Row) -> None:
    try:
        facts = _facts(table, row)
        roles = _roles(table, row, facts)
        mandatory = _mandatory(table, row, facts)
        _check_spelling(table, row, facts, roles)
        if table.columns.is_wide:
            _wide(table, row, _base(table, row, facts, mandatory), roles)
        else:
            _long(table, row, _base(table, row, facts, mandatory), roles)
    except _Skip as skip:
        table.reading.complain(row.number, str(skip))


def _facts(table: _Table, row: Row) -> dict[str, Any]:
    """What a row says of its skill; blank cells of merged groups say what stands above."""
    facts: dict[str, Any] = {key: said for key in _FACTS if (said := _words(table, row, key))}
    _dated(table, row, facts)
    if "ladder" in facts:
        facts["ladder"] = slug(facts["ladder"])
    facts |= _grouped(table, row)
    if "skill" not in facts and "skill_id" not in facts:
        raise _Skip("names no skill")
    if _words(table, row, "skill"):
        for key in ("role", "mandatory"):
            table.above.pop(key, None)
    _note_filing(table, row, facts)
    for key in _GROUPS:
        table.above.pop(key, None)
        if key in facts:
            table.above[key] = facts[key]
    return facts


def _note_filing(table: _Table, row: Row, facts: dict[str, Any]) -> None:
    if _words(table, row, "category"):
        table.filed.add(fold(facts.get("skill") or facts["skill_id"]))
    else:
        table.filed_by_above.add(row.number)


def _filed_once(table: _Table, record: Record) -> Record:
    """A row that says no category of its own doesn't file a skill elsewhere than a row that does."""
    if record.origin.row in table.filed_by_above and fold(record.skill or record.skill_id or "") in table.filed:
        return replace(record, category=None, subcategory=None)
    return record


def _grouped(table: _Table, row: Row) -> dict[str, str]:
    """Category, subcategory and skill; blank ones are those above, but not below the beginning of another group."""
    facts = {}
    is_other = False
    for key in _GROUPS:
        said = _words(table, row, key)
        is_other = is_other or bool(said and fold(said) != fold(table.above.get(key, "")))
        if said or (not is_other and key in table.above):
            facts[key] = said or table.above[key]
    return facts


def _words(table: _Table, row: Row, key: str) -> str:
    """What stands in the column of a field, on one line. Raises _Skip for a formula."""
    at = table.columns.fields.get(key)
    if at is None:
        return ""
    cell = row.cell(at)
    if cell.kind is Kind.FORMULA or (cell.text.startswith("=") and cell.kind is Kind.TEXT):
        raise _Skip(f'the cell of "{key}" {_NO_TEXT[Kind.FORMULA]}: {cell.text[:60]}')
    return one_line(clean(unescaped(cell.text)))


def _roles(table: _Table, row: Row, facts: dict[str, Any]) -> list[str | None]:
    """The roles that a row speaks of; None where the table has no column of them, or names one by its id alone."""
    if "roles" in table.columns.fields and (listed := _words_of_list(table, row)):
        return [*listed]
    if "role" not in table.columns.fields:
        return [None]
    if not table.columns.is_wide and not (_words(table, row, "level") or "level_id" in facts):
        return [None]
    role = _words(table, row, "role") or table.above.get("role") or table.defaults.role
    if role is None and "role_id" not in facts:
        raise _Skip("names no role")
    if role != table.above.get("role"):
        table.above.pop("mandatory", None)
    if role is not None:
        table.above["role"] = role
    return [role]


def _words_of_list(table: _Table, row: Row) -> list[str]:
    cell = clean(unescaped(row.cell(table.columns.fields["roles"]).text))
    parts = cell.replace("\n", ",").replace(";", ",").split(",")
    return list(dict.fromkeys(one_line(part) for part in parts if part.strip()))


def _mandatory(table: _Table, row: Row, facts: dict[str, Any]) -> bool:
    if "mandatory" not in table.columns.fields:
        return table.defaults.mandatory
    mark = _words(table, row, "mandatory") or table.above.get("mandatory", "")
    weight = weight_of(mark)
    if weight is None:
        raise _Skip(f'"{mark}" says neither mandatory nor optional: write yes or no')
    table.above["mandatory"] = mark
    return weight


def _check_spelling(table: _Table, row: Row, facts: dict[str, Any], roles: Sequence[str | None]) -> None:
    """A skill that is spelled otherwise for the same role is more likely a slip than a second row of it."""
    if not table.columns.is_wide or "skill" not in facts:
        return
    for role in roles:
        place = (fold(facts["skill"]), fold(role or ""))
        first, spelled = table.spellings.setdefault(place, (row.number, facts["skill"]))
        if spelled != facts["skill"]:
            whose = f" and the role {role}" if role else ""
            raise _Skip(
                f'"{facts["skill"]}" is the skill "{spelled}" of row {first}{whose} spelled otherwise: '
                "write both the same if this row belongs to it"
            )


def _wide(table: _Table, row: Row, base: Record, roles: Sequence[str | None]) -> None:
    slots = []
    for level, at in table.columns.levels.items():
        statements = _statements(table, row, row.cell(at), level)
        if statements:
            slots += [Slot(replace(base, role=role, level=level), statements) for role in roles]
    if not slots and _words(table, row, "skill"):
        slots = [Slot(base, [])]
    elif not slots:
        _skip_silent(table, base, "says nothing under any level")
    table.slots += slots


def _skip_silent(table: _Table, base: Record, reason: str) -> None:
    """Tell that a row says nothing, unless it was told already what it says instead."""
    if not any(one.origin == base.origin for one in table.reading.complaints):
        raise _Skip(reason)


def _long(table: _Table, row: Row, base: Record, roles: Sequence[str | None]) -> None:
    cell = row.cell(table.columns.fields["text"])
    key = _words(table, row, "statement_id") or None
    statements = _statements(table, row, cell, "", is_one=key is not None)
    if not statements:
        _skip_silent(table, base, "says nothing in the column of statements")
        return
    idea = None if "suggestion" not in table.columns.fields else _words(table, row, "suggestion")
    is_retired = bool(weight_of(_words(table, row, "retired") or "no"))
    said = tuple(Said(text, idea, key, is_retired) for text in statements)
    level = _words(table, row, "level") or None
    table.slots += [Slot(replace(base, role=role, level=level), statements, said) for role in roles]


def _statements(table: _Table, row: Row, cell: TableCell, level: str, *, is_one: bool = False) -> list[str]:
    """The statements of a cell; none, with a complaint where something stands there that can't be one."""
    where = f'under "{level}" ' if level else "the statement "
    if cell.kind is not Kind.TEXT or cell.text.startswith("="):
        kind = Kind.FORMULA if cell.text.startswith("=") else cell.kind
        table.reading.complain(row.number, f"{where}{_NO_TEXT[kind]}: {cell.text[:60]}")
        return []
    text = clean(unescaped(cell.text))
    if _SHEETS_ERROR.fullmatch(text):
        table.reading.complain(row.number, f"{where}is an error of the spreadsheet: {text}")
        return []
    if is_one:
        return [text] if text else []
    if _NUMBER.fullmatch(text):
        table.reading.complain(row.number, f"{where}{_NO_TEXT[Kind.NUMBER]}: {text[:60]}")
        return []
    statements, lead_in = split_statements(text, table.separator)
    if lead_in:
        table.lead_ins[lead_in] = table.lead_ins.get(lead_in, 0) + 1
    return [one_line(statement) for statement in statements]


def _beside(table: _Table, row: Row) -> tuple[Beside, ...]:
    """What the row says in columns of other languages."""
    languages = dict.fromkeys(locale for _, locale in table.columns.beside)
    found = []
    for locale in languages:
        said = {key: _beside_text(table, row, key, locale) for key in BESIDE}
        if any(said.values()):
            found.append(Beside(locale, **said))
    return tuple(found)


def _beside_text(table: _Table, row: Row, key: str, locale: str) -> str | None:
    at = table.columns.beside.get((key, locale))
    return None if at is None else clean(unescaped(row.cell(at).text)) or None


def _base(table: _Table, row: Row, facts: dict[str, Any], mandatory: bool) -> Record:
    """What all records of a row have in common."""
    order = _words(table, row, "level_order")
    return Record(
        Origin(table.reading.file, row.number),
        table.defaults.locale or SOURCE_LOCALE,
        **facts,
        level_order=float(order.replace(",", ".")) if _ORDER.fullmatch(order) else None,
        mandatory=mandatory,
        beside=_beside(table, row),
    )


def _dated(table: _Table, row: Row, facts: dict[str, Any]) -> None:
    """The day that a skill was updated on, in the form 2026-02-22; left out, with a complaint, where it is none."""
    if said := facts.pop("updated", None):
        facts["updated"] = day_of(said)
        if facts["updated"] is None:
            table.reading.complain(row.number, f'"{said}" is no date like 2026-02-22, so it was not taken')
