"""The page and the JSON of an export: all of it, escaped, in the reader's language and zone."""

import json
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from bot.catalog.loader import load_framework
from bot.domain.people import PersonId
from bot.domain.personal import Everything, Rows
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs, Translator
from bot.settings import BUNDLED_CONTENT
from bot.views.export import export_json, export_page

FRAMEWORK = load_framework(BUNDLED_CONTENT)
CATALOGS = Catalogs.load()
NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
LATE = "2026-11-30T22:30:00+00:00"  # the next day in Berlin from 23:00 on
NASTY = '<script>alert(1)</script> & "quotes" \' {{ 7 * 7 }} <!channel> 🏳️‍🌈'

SKILL = {"skill": "distributed-training", "role": "llm-engineer"}
STATEMENT = {**SKILL, "statement": "design-3d-parallel-strategy"}
RATED = {**STATEMENT, "source_hash": "a", "shown_hash": "a", "shown_text": "Text as it was rated"}


CADENCE: dict[str, str | int | None] = {
    "nudges": "off", "check_ins": "monthly", "days": "24", "opens": "10:00:00", "closes": "12:30:00",
    "quiet_from": "19:00:00", "quiet_to": "08:00:00", "quiet_days": "67", "country": "AT", "paused_until": "2026-12-24",
    "next_day": None,
}  # fmt: skip
DELIVERY: dict[str, str | int | None] = {
    **STATEMENT, "kind": "check_in", "period": "2026-11-24", "status": "sent", "done_at": LATE, "answered_at": LATE,
    "statements": "design-3d-parallel-strategy gone-statement",
}  # fmt: skip


def everything(**tables: Rows) -> Everything:
    chose: dict[str, str | int | None] = {
        "language": "de",
        "role": "llm-engineer",
        "level": None,
        "level_set_at": LATE,
        "created_at": LATE,
    }
    return {
        "person": [chose],
        "current_level": [{**SKILL, "level": "senior", "updated_at": LATE}],
        "assessment": [{**RATED, "rating": "practising", "note": "my note", "at": LATE}],
        "draft": [
            {
                **SKILL,
                "content": json.dumps({"ratings": {"x": "not_yet"}, "notes": {"y": "typed note"}, "noted": []}),
                "updated_at": LATE,
            }
        ],
        "focus": [{**SKILL, "target": "lead", "state": "paused", "since": LATE}],
        "evidence": [{**STATEMENT, "link": "https://x.test/p1", "words": "my proof", "created_at": LATE}],
        "comment": [{"id": "C1", "skill": "gone-skill", "created_at": LATE}],
        "comment_words": [{"comment_id": "C1", "text": "my comment"}],
        "suggestion": [{**STATEMENT, "text": "my change", "created_at": LATE}],
        "cadence": [{**CADENCE}],
        "delivery": [
            {**DELIVERY},
            {**DELIVERY, "status": "dropped", "answered_at": None, "skill": None, "statements": None},
        ],
        "set_aside": [{**STATEMENT, "at": LATE}],
        **tables,
    }


def reader(language: str = "en") -> Translator:
    region = {"en": "en_US"}.get(language, language)
    return CATALOGS.translator(ReaderLocale(language, region, (language, "en")))


def page(found: Everything, language: str = "en", zone: str | None = None) -> str:
    return export_page(found, FRAMEWORK, reader(language), zone, NOW)


class Tags(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "When Rung writes to you",
                "Once a month",
                "Tuesday and Thursday",
                "10:00\u202fAM–12:30\u202fPM",
                "Austria",
            ],
        ),
        ("de", ["Wann Rung dir schreibt", "Einmal im Monat", "Dienstag und Donnerstag", "10:00–12:30", "24.12.2026"]),
        ("ru", ["Когда Rung вам пишет", "Раз в месяц", "вторник и четверг", "19:00–08:00", "Австрия"]),
    ],
)
def test_when_rung_writes_and_what_it_wrote_is_told(language: str, expected: list[str]) -> None:
    said = Tags(page(everything(), language, "Europe/Berlin")).said
    assert [words for words in expected if words not in said] == []
    assert "gone-statement" in said
    assert reader(language).gettext("Not sent") in said


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Your ratings", "Practising", "Distributed Training", "Not yet the first level", "Paused"]),
        ("de", ["Deine Einschätzungen", "In Übung", "Verteiltes Training", "Noch nicht das erste Level", "Pausiert"]),
        ("ru", ["Ваши оценки", "Осваиваю", "Распределённое обучение", "Пока ниже первого грейда", "На паузе"]),
    ],
)
def test_the_page_says_all_of_it_in_the_readers_language(language: str, expected: list[str]) -> None:
    said = Tags(page(everything(), language)).said
    kept = ["Text as it was rated", "my note", "typed note", "my proof", "my comment", "gone-skill", "my change"]
    assert [words for words in expected + kept if words not in said] == []
    assert f'<html lang="{language}">' in page(everything(), language)


@pytest.mark.parametrize(
    ("zone", "day", "named"),
    [
        (None, "11/30/2026", "UTC"),
        ("Asia/Yekaterinburg", "12/1/2026", "Asia/Yekaterinburg"),
        ("Mars/Base", "11/30/2026", "UTC"),
        ("../../etc", "11/30/2026", "UTC"),
    ],
)
def test_dates_are_in_the_readers_zone_which_is_named(zone: str | None, day: str, named: str) -> None:
    said = Tags(page(everything(), zone=zone)).said
    assert day in said
    assert f"in the time zone {named}." in said


def test_what_people_typed_is_text_and_nothing_else() -> None:
    rated: dict[str, str | int | None] = {**RATED, "rating": "not_yet", "note": NASTY, "shown_text": NASTY, "at": LATE}
    found = everything(
        assessment=[rated],
        evidence=[{**STATEMENT, "link": "javascript:alert(1)", "words": NASTY, "created_at": LATE}],
    )
    tags = Tags(page(found))
    assert tags.said.count(NASTY) == 3
    assert not {"script", "img", "iframe", "link"} & set(tags.opened)
    assert [value for name, value in tags.attributes if name in ("href", "src") or name.startswith("on")] == []


def test_the_page_needs_nothing_from_elsewhere() -> None:
    tags = Tags(page(everything()))
    assert [value for name, value in tags.attributes if name in ("href", "src")] == ["https://x.test/p1"]
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in tags.attributes
    assert "url(" not in page(everything())


def test_what_there_is_nothing_of_has_no_heading() -> None:
    assert "Your focuses" not in Tags(page(everything(focus=[]))).said


def test_the_json_says_whose_it_is_and_all_as_it_is_stored() -> None:
    found = everything()
    exported = json.loads(export_json(PersonId("T1", "U1"), found, NOW))
    [draft] = exported["data"].pop("draft")
    rest = {name: rows for name, rows in found.items() if name != "draft"}
    assert exported == {"tenant": "T1", "user": "U1", "exported_at": "2026-11-30T23:30:00+00:00", "data": rest}
    assert draft["content"] == {"ratings": {"x": "not_yet"}, "notes": {"y": "typed note"}, "noted": []}
