"""JSON Lines, our own form: what a line may say, and what is told of one that says something else."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.catalog.importers.records import Unusable
from tests.unit.catalog.importing import Imported, ids, imported, texts

CELL: dict[str, Any] = {
    "skill": "Maps",
    "role": "Pilot",
    "level": "Junior",
    "level_order": 1,
    "mandatory": True,
    "statements": ["Reads a map."],
}


def read(tmp_path: Path, *lines: dict[str, Any] | str) -> Imported:
    file = tmp_path / "framework.jsonl"
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return imported(tmp_path / "content", file)


def test_a_record_is_a_cell(tmp_path: Path) -> None:
    second = CELL | {"level": "Senior", "level_order": 2, "mandatory": False, "statements": {"text": "Draws a map."}}
    skill = read(tmp_path, CELL, second).written().skills["maps"]

    assert texts(skill, "pilot", "junior", mandatory=True) == ["Reads a map."]
    assert texts(skill, "pilot", "senior", mandatory=False) == ["Draws a map."]


def test_a_record_may_give_every_id_and_fact(tmp_path: Path) -> None:
    record = CELL | {
        "skill_id": "charts",
        "summary": "Where things are.",
        "aliases": ["chart"],
        "category": "Sea",
        "category_id": "sea-things",
        "subcategory": "Deep sea",
        "updated": "2026-02-03",
        "role_id": "helm",
        "level_id": "jr",
        "ladder": "ranks",
        "statements": [{"id": "read-it", "text": "Reads a map.", "suggestion": "Borrow one."}],
    }
    framework = read(tmp_path, record).written()

    skill = framework.skills["charts"]
    assert (skill.name.source, skill.category, skill.subcategory) == ("Maps", "sea-things", "deep-sea")
    assert (skill.aliases, skill.updated.isoformat(), skill.ladder.id) == (("chart",), "2026-02-03", "ranks")
    assert skill.summary is not None
    assert ids(skill) == {"Reads a map.": "read-it"}
    assert texts(skill, "helm", "jr") == ["Reads a map."]
    assert framework.roles["helm"].name.source == "Pilot"


def test_a_record_in_another_language_translates_by_place_or_by_id(tmp_path: Path) -> None:
    english = CELL | {"skill_id": "maps", "statements": [{"id": "read-it", "text": "Reads a map."}]}
    german = CELL | {"locale": "de", "skill_id": "maps", "skill": "Karten", "statements": ["Liest eine Karte."]}
    french = {"locale": "fr", "skill_id": "maps", "statements": [{"id": "read-it", "text": "Lit une carte."}]}
    skill = read(tmp_path, german, french, english).written().skills["maps"]

    assert skill.name.shown(["de"]).text == "Karten"
    assert texts(skill, "pilot", "junior", locale="de") == ["Liest eine Karte."]
    assert texts(skill, "pilot", "junior", locale="fr") == ["Lit une carte."]


def test_a_translation_with_another_number_of_statements_is_told(tmp_path: Path) -> None:
    german = CELL | {"locale": "de", "skill_id": "maps", "skill": "Karten", "statements": ["Liest.", "Zeichnet."]}
    result = read(tmp_path, CELL, german)

    assert result.told == {2: "is of 2 statements in de where the cell in English has 1, so none was taken"}


def test_statements_may_be_required_of_nobody(tmp_path: Path) -> None:
    alone = {"skill": "Maps", "statements": ["Sells maps.", {"text": "Burns maps.", "retired": True}]}
    skill = read(tmp_path, CELL, alone).written().skills["maps"]

    assert {said.text.source: said.retired for said in skill.statements.values()} == {
        "Reads a map.": False,
        "Sells maps.": False,
        "Burns maps.": True,
    }


def test_the_shared_files_may_come_along(tmp_path: Path) -> None:
    ladder = {"levels": [{"id": "junior", "names": {"en": "Junior", "de": "Anfang"}, "aliases": ["jr"]}]}
    role = {"names": {"en": "Pilot", "de": "Lotse"}}
    framework = read(
        tmp_path,
        {"register": "locales", "form": ["en", "de"]},
        {"register": "ladders", "id": "ranks", "form": ladder},
        {"register": "roles", "id": "helm", "form": role},
        CELL,
    ).written()

    assert framework.ladders["ranks"].levels[0].aliases == ("jr",)
    assert list(framework.roles) == ["helm"]
    assert texts(framework.skills["maps"], "helm", "junior") == ["Reads a map."]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "isn't a JSON object"),
        ("[" * 100_000, "nested too deep"),
        ('{"skill": "a", "skill": "b"}', "a field stands there twice"),
        ("[]", "isn't a JSON object, which begins with {"),
        ({"skil": "Maps"}, "skil: isn't a field"),
        (CELL | {"mandatory": "maybe"}, "mandatory: must be true or false"),
        (CELL | {"skill_id": "My Maps"}, "skill_id: must be small letters"),
        (CELL | {"updated": "03.02.2026"}, "updated: must be a date"),
        (CELL | {"locale": "klingon"}, "isn't the code of a language"),
        (CELL | {"statements": [{"suggestion": "Do."}]}, "a statement without a text"),
        (CELL | {"level": None}, "names no level"),
        (CELL | {"skill": None}, "names no skill"),
        ({"register": "roles", "id": "x", "form": {"names": "x"}}, "names: must be a mapping"),
        ({"register": "stars", "id": "x", "form": {}}, "register"),
    ],
)
def test_a_line_that_cant_be_used_is_told_with_its_number(
    tmp_path: Path, line: dict[str, Any] | str, told: str
) -> None:
    result = read(tmp_path, CELL, line)

    assert list(result.told) == [2]
    assert told in result.told[2]


def test_translations_of_a_skill_that_cant_be_used_are_told_too(tmp_path: Path) -> None:
    result = read(
        tmp_path,
        CELL,
        {"skill_id": "boats", "skill": "Boats"},
        CELL | {"skill_id": "boats", "locale": "de", "statements": []},
    )

    assert result.told[2] == result.told[3] == "no level of this skill says anything, so there is nothing to import"


def test_a_file_without_a_usable_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="row 1"):
        read(tmp_path, {"skil": "Maps"})
