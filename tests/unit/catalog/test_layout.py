"""Content that is written: what it says comes back, whatever it is, and it reads as content does."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.layout import WIDTH, as_yaml
from bot.catalog.reader import read_document

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn"), exclude_characters="\ufeff"), min_size=1)
SKILLS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "name": TEXTS,
        "aliases": st.lists(TEXTS, min_size=1, max_size=3),
        "statements": st.dictionaries(
            TEXTS, st.fixed_dictionaries({"text": TEXTS, "retired": st.just(True)}), min_size=1, max_size=2
        ),
        "roles": st.dictionaries(
            TEXTS,
            st.lists(
                st.fixed_dictionaries(
                    {"mandatory": st.booleans(), "statements": st.lists(TEXTS, min_size=1, max_size=4)}
                ),
                min_size=1,
                max_size=2,
            ),
            min_size=1,
            max_size=2,
        ),
    }
)
PAGE = """\
name: Incident Response
summary: >-
  Finding, mending and learning from what breaks in production, together with those who built it and
  those who use it.
aliases: [on-call, outages]
updated: 2026-11-30

statements:
  lead-it:
    text: "yes: #1"
    suggestion: Offer it.
    retired: true

roles:
  sre:
    junior: {mandatory: true, statements: [lead-it]}
    senior:
      - {mandatory: true, statements: [lead-it]}
      - {mandatory: false, statements: [other]}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layout") / "file.yaml"


@settings(deadline=None, derandomize=True, max_examples=100)
@given(data=SKILLS)
def test_what_is_written_is_read_back(file: Path, data: dict[str, Any]) -> None:
    file.write_text(as_yaml(data), "utf-8")

    assert read_document(file, "file.yaml").data == data


@settings(deadline=None, derandomize=True, max_examples=100)
@given(words=st.lists(st.text("abc \u00a0-#:'\"", min_size=1), min_size=20, max_size=60))
def test_a_long_text_is_folded_and_read_back(file: Path, words: list[str]) -> None:
    text = " ".join(" ".join(words).split(" "))
    file.write_text(as_yaml({"text": text}), "utf-8")

    assert read_document(file, "file.yaml").data == {"text": text}


def test_a_skill_is_laid_out_as_people_write_it() -> None:
    data = {
        "name": "Incident Response",
        "summary": "Finding, mending and learning from what breaks in production, together with those who built it and "
        "those who use it.",
        "aliases": ["on-call", "outages"],
        "updated": date(2026, 11, 30),
        "statements": {"lead-it": {"text": "yes: #1", "suggestion": "Offer it.", "retired": True}},
        "roles": {
            "sre": {
                "junior": {"mandatory": True, "statements": ["lead-it"]},
                "senior": [
                    {"mandatory": True, "statements": ["lead-it"]},
                    {"mandatory": False, "statements": ["other"]},
                ],
            }
        },
    }

    assert as_yaml(data).replace("'", '"') == PAGE
    assert max(map(len, as_yaml(data).splitlines())) <= WIDTH


def test_hashes_are_in_quotes_and_names_on_one_line() -> None:
    levels = [{"id": "junior", "names": {"en": "Junior", "de": "Anfang"}, "aliases": ["jr"]}]

    assert (
        as_yaml({"name": {"source": "12345678", "text": "Karten"}}) == 'name:\n  source: "12345678"\n  text: Karten\n'
    )
    assert as_yaml({"ranks": {"levels": levels}}).splitlines()[2:] == [
        "    - id: junior",
        "      names: {en: Junior, de: Anfang}",
        "      aliases: [jr]",
    ]
