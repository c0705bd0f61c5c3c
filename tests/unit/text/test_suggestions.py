"""What people want of the framework, as operators read it."""

import csv
import json
from datetime import UTC, datetime
from io import StringIO

from bot.domain.discussion import Heard, SearchMiss, Suggestion
from bot.text.suggestions import as_csv, as_json, as_text

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
HEARD = (
    Heard(
        "T1",
        (Suggestion("V1", "U1", "python", "run", '=HYPERLINK("x")\nЁ, "quoted"', AT, None),),
        (SearchMiss("rust", 3, AT),),
    ),
    Heard("T2", (Suggestion("V2", "U2", "python", "run", "Fine", AT, AT),), ()),
)


def test_json_has_both_lists_of_all_tenants() -> None:
    told = json.loads(as_json(HEARD))

    assert [one["author"] for one in told["suggestions"]] == ["U1", "U2"]
    assert told["suggestions"][0]["text"] == '=HYPERLINK("x")\nЁ, "quoted"'
    assert told["searches"] == [{"tenant": "T1", "text": "rust", "count": 3, "last_at": "2026-03-02T09:30:00+00:00"}]


def test_csv_is_one_table_in_which_nothing_is_calculated() -> None:
    rows = list(csv.DictReader(StringIO(as_csv(HEARD))))

    assert [row["kind"] for row in rows] == ["suggestion", "search", "suggestion"]
    assert rows[0]["text"] == '\'=HYPERLINK("x")\nЁ, "quoted"'
    assert rows[1]["count"] == "3"


def test_text_says_who_suggested_what_and_what_was_searched_in_vain() -> None:
    lines = as_text(HEARD).splitlines()

    assert lines[0] == "T1: 1 suggested, 1 searched for in vain"
    assert "  python / run, by U1 at 2026-03-02T09:30:00+00:00 (not told yet)" in lines
    assert "      3  rust" in lines


def test_nothing_is_said_in_each_form() -> None:
    assert as_text(()) == "Nothing was suggested.\n"
    assert json.loads(as_json(())) == {"suggestions": [], "searches": []}
    assert len(as_csv(()).splitlines()) == 1
