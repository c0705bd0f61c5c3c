"""What people want of the framework, as operators read it: plain English text, JSON or CSV."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from io import StringIO

from bot.domain.discussion import Heard

_COLUMNS = ("kind", "tenant", "skill", "statement", "text", "author", "created_at", "told_at", "count", "last_at")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what makes a spreadsheet calculate with somebody's text

_Record = Mapping[str, str | int | None]


def as_text(heard: Sequence[Heard]) -> str:
    return "\n".join(line for one in heard for line in _lines(one)) + "\n" if heard else "Nothing was suggested.\n"


def as_json(heard: Sequence[Heard]) -> str:
    """One list of suggestions and one of searches, of all tenants."""
    lists: dict[str, list[_Record]] = {"suggestions": [], "searches": []}
    for record in (record for one in heard for record in _records(one)):
        told = {key: value for key, value in record.items() if key != "kind"}
        lists["searches" if record["kind"] == "search" else "suggestions"].append(told)
    return json.dumps(lists, ensure_ascii=False, indent=2) + "\n"


def as_csv(heard: Sequence[Heard]) -> str:
    """One table; a text that a spreadsheet would take for a formula gets an apostrophe before it."""
    written = StringIO()
    table = csv.DictWriter(written, _COLUMNS, lineterminator="\n")
    table.writeheader()
    for record in (record for one in heard for record in _records(one)):
        table.writerow({key: _harmless(value) for key, value in record.items()})
    return written.getvalue()


def _records(heard: Heard) -> Iterator[_Record]:
    for one in heard.suggestions:
        yield {
            "kind": "suggestion",
            "tenant": heard.tenant,
            "skill": one.skill,
            "statement": one.statement,
            "text": one.text,
            "author": one.author,
            "created_at": _instant(one.created_at),
            "told_at": _instant(one.told_at),
        }
    for miss in heard.misses:
        yield {
            "kind": "search",
            "tenant": heard.tenant,
            "text": miss.words,
            "count": miss.count,
            "last_at": _instant(miss.last_at),
        }


def _lines(heard: Heard) -> Iterator[str]:
    yield f"{heard.tenant}: {len(heard.suggestions)} suggested, {len(heard.misses)} searched for in vain"
    for one in heard.suggestions:
        told = "told" if one.told_at else "not told yet"
        yield f"\n  {one.skill} / {one.statement}, by {one.author} at {_instant(one.created_at)} ({told})"
        yield from (f"    {line}" for line in one.text.splitlines())
    if heard.misses:
        yield "\n  Searches that found nothing:"
    for miss in heard.misses:
        yield f"  {miss.count:5}  {miss.words}"


def _instant(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _harmless(value: str | int | None) -> str | int | None:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


FORMS: Mapping[str, Callable[[Sequence[Heard]], str]] = {"text": as_text, "json": as_json, "csv": as_csv}
