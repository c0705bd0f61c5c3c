"""Our own form, into which any other can be turned: one JSON object a line, one record a cell (docs/importing.md)."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from bot.catalog.importers.cleaning import clean
from bot.catalog.importers.records import Defaults, Entry, Origin, Reading, Record, Said, Unusable
from bot.catalog.schema import (
    CategoryForm,
    Id,
    LadderForm,
    LevelId,
    RoleForm,
    RoleId,
    SourceHash,
    Words,
)
from bot.catalog.sentences import sentence_for_form
from bot.domain.texts import SOURCE_LOCALE
from bot.i18n.locales import canonical


def _statement(value: Any) -> Any:
    return {"text": value} if isinstance(value, str) else value


def _statements(value: Any) -> Any:
    return [value] if isinstance(value, str | dict) else value


def _locale(value: Any) -> Any:
    if isinstance(value, str) and canonical(value) is None:
        raise ValueError(f'"{value}" isn\'t the code of a language, like de or pt_BR')
    return canonical(value) if isinstance(value, str) else value


def _day(value: Any) -> Any:
    try:
        date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError("must be a date that exists, like 2026-02-22") from None
    return value


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SaidForm(_Form):
    text: str = ""
    suggestion: str | None = None
    id: Id | None = None
    retired: bool = False
    source: SourceHash | None = None
    suggestion_source: SourceHash | None = None


class RecordForm(_Form):
    locale: Annotated[str | None, BeforeValidator(_locale)] = None
    skill: Words | None = None
    skill_id: Id | None = None
    skill_source: SourceHash | None = None
    summary: Words | None = None
    summary_source: SourceHash | None = None
    aliases: list[Words] | None = None
    category: Words | None = None
    category_id: Id | None = None
    subcategory: Words | None = None
    subcategory_id: Id | None = None
    ladder: Id | None = None
    updated: Annotated[str | None, BeforeValidator(_day)] = None
    role: Words | None = None
    role_id: RoleId | None = None
    level: Words | None = None
    level_id: LevelId | None = None
    level_order: float | None = None
    mandatory: bool | None = None
    statements: Annotated[list[Annotated[SaidForm, BeforeValidator(_statement)]], BeforeValidator(_statements)] = []


class EntryForm(_Form):
    register_: Literal["ladders", "roles", "categories", "locales"] = Field(alias="register")
    id: Id | None = None
    form: Any


_RECORD = TypeAdapter(RecordForm)
_ENTRY = TypeAdapter(EntryForm)
_ENTRIES: Mapping[str, TypeAdapter[Any]] = {
    "ladders": TypeAdapter(LadderForm),
    "roles": TypeAdapter(RoleForm),
    "categories": TypeAdapter(CategoryForm),
    "locales": TypeAdapter(list[Words]),
}


def read_json_lines(text: str, file: str, defaults: Defaults) -> Reading:
    """The records of a file, each row of which is a line. Raises Unusable where no line is JSON."""
    reading = Reading(file)
    for row, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        origin = Origin(file, row)
        reading.rows.append(origin)
        try:
            data = json.loads(line, object_pairs_hook=_without_duplicates)
        except (ValueError, RecursionError) as error:
            reading.complain(row, f"isn't a JSON object on one line: {_reason(error)}")
            continue
        _take(reading, origin, data, defaults)
    if not reading.records and not reading.entries:
        raise Unusable("\n".join(str(one) for one in reading.complaints) or f"{file}: holds no record")
    return reading


def _reason(error: Exception) -> str:
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a field stands there twice")
    return data


def _take(reading: Reading, origin: Origin, data: Any, defaults: Defaults) -> None:
    if not isinstance(data, dict):
        reading.complain(origin.row, "isn't a JSON object, which begins with { and ends with }")
        return
    try:
        if "register" in data:
            reading.entries.append(_entry(origin, _ENTRY.validate_python(data)))
        else:
            reading.records.append(_record(origin, _RECORD.validate_python(data), defaults))
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            field = ".".join(str(part) for part in fault["loc"] if isinstance(part, str))
            reading.complain(origin.row, f"{field}: {sentence_for_form(fault)}" if field else sentence_for_form(fault))


def _entry(origin: Origin, form: EntryForm) -> Entry:
    checked = _ENTRIES[form.register_].validate_python(form.form)
    plain = checked if isinstance(checked, list) else checked.model_dump(exclude_defaults=True)
    return Entry(origin, form.register_, form.id or "", plain)


def _record(origin: Origin, form: RecordForm, defaults: Defaults) -> Record:
    facts = {name: _cleaned(value) for name, value in _plain(form) if value is not None}
    return Record(
        origin,
        form.locale or defaults.locale or SOURCE_LOCALE,
        **facts,
        aliases=None if form.aliases is None else tuple(filter(None, map(clean, form.aliases))),
        mandatory=defaults.mandatory if form.mandatory is None else form.mandatory,
        statements=tuple(_said(said) for said in form.statements),
    )


def _plain(form: RecordForm) -> Iterator[tuple[str, Any]]:
    """The fields that a record takes as they are."""
    others = {"locale", "aliases", "mandatory", "statements"}
    yield from ((name, value) for name, value in form if name not in others)


def _said(form: SaidForm) -> Said:
    fields = {name: _cleaned(value) for name, value in form}
    return Said(**fields)


def _cleaned(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value
