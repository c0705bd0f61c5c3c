"""Real frameworks in other people's forms: what is in them is in the content after an import, or told."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.catalog.importers.column_map import read_column_map
from bot.catalog.importers.records import Unusable
from bot.domain.skills import Framework
from bot.domain.texts import TextState
from tests.unit.catalog.importing import Imported, imported, texts

SHARED = Path(__file__).parents[3] / "shared"
FRAMEWORKS = SHARED / "frameworks"
GOVERNMENT = FRAMEWORKS / "ukgov-ddat"
ROLES_LIBRARY = FRAMEWORKS / "tech-roles-library"
UNIDAYS = FRAMEWORKS / "unidays-competency-framework"
GERMAN_SHEET = FRAMEWORKS / "synthetic-sheet-export/matrix_de.csv"
PAGES = [SHARED / f"seeds/skill-profile.{locale}.txt" for locale in ("de", "en", "ru")]

pytestmark = pytest.mark.skipif(
    not FRAMEWORKS.is_dir(), reason="needs ../shared, frameworks of others: not part of this repository"
)

# Where each role's own levels stand on one ladder; the names are the file's.
ROLE_LEVELS = """\
levels:
  - Trainee: [Trainee analytics engineer, Trainee data scientist, Apprentice DevOps engineer, Apprentice developer]
  - Associate: [Associate data scientist, Junior DevOps engineer, Junior developer]
  - Practising: [Analytics engineer, Data engineer, Data scientist, DevOps engineer, Developer]
  - Senior:
    - Senior analytics engineer
    - Senior data engineer
    - Senior machine learning engineer
    - Senior DevOps engineer
    - Senior developer
  - Senior manager: [Senior DevOps engineer - management, Senior developer - management]
  - Lead:
    - Lead analytics engineer
    - Lead data engineer
    - Lead data scientist
    - Lead machine learning engineer
    - Lead DevOps engineer
    - Lead developer
  - Lead manager: [Lead DevOps engineer - management, Lead developer - management]
  - Principal: [Principal data scientist, Principal DevOps engineer, Principal developer]
  - Principal manager: [Principal DevOps engineer - management, Principal developer - management]
  - Head: [Head of analytics engineering, Head of data engineering, Head of data science]
"""


def expected(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "expected.json").read_text("utf-8"))
    return found


def cells(framework: Framework) -> Iterator[tuple[str, str, str, bool, tuple[str, ...]]]:
    """Skill, role, level, weight and the ids of the statements of every requirement."""
    for skill in framework.skills.values():
        for (role, level), cell in skill.cells.items():
            for requirement in cell:
                ids = tuple(statement.id for statement in requirement.statements)
                yield skill.slug, role, level, requirement.mandatory, ids


def again(result: Imported, *files: Path) -> Imported:
    return imported(result.directory, *files)


def test_the_government_skills_come_over_whole(tmp_path: Path) -> None:
    result = imported(tmp_path, GOVERNMENT / "skills.csv")
    framework, counts = result.written(), expected(GOVERNMENT)

    empty = [reason for reason in result.told.values() if reason.startswith("no level of this skill says anything")]
    assert len(empty) == counts["skills_with_no_level_text"]
    assert len(framework.skills) + len(empty) == result.tally.read == counts["skills"]
    assert len({(skill, level) for skill, _, level, _, _ in cells(framework)}) == counts["level_cells"]
    (ladder,) = framework.ladders.values()
    assert [level.name.source for level in ladder.levels] == ["Awareness", "Working", "Practitioner", "Expert"]
    assert not any(
        "\u200b" in said.text.source for skill in framework.skills.values() for said in skill.statements.values()
    )
    assert again(result, GOVERNMENT / "skills.csv").changes.is_empty


def test_the_order_of_the_governments_roles_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"In which order these 35 levels stand .* --levels"):
        imported(tmp_path, GOVERNMENT / "roles_subset.csv")


def test_the_governments_roles_come_over_by_their_own_levels(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text(ROLE_LEVELS, "utf-8")
    columns = read_column_map(tmp_path / "map.yaml")
    result = imported(tmp_path / "content", GOVERNMENT / "roles_subset.csv", columns=columns)
    framework, counts = result.written(), expected(GOVERNMENT)

    assert (result.tally.read, result.tally.used, result.told) == (counts["role_rows"], counts["role_rows"], {})
    assert sorted(role.name.source for role in framework.roles.values()) == sorted(counts["roles"])
    found = list(cells(framework))
    assert len(found) == counts["role_rows"]
    assert len({(role, level) for _, role, level, _, _ in found}) == counts["role_levels"]


def test_the_governments_roles_come_over_by_the_levels_of_the_skill(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text("columns: {role: Role Level, level: Skill Level}\n", "utf-8")
    columns = read_column_map(tmp_path / "map.yaml")
    levels = "Awareness,Working,Practitioner,Expert"
    framework = imported(
        tmp_path / "content", GOVERNMENT / "roles_subset.csv", columns=columns, levels=levels
    ).written()

    counts = expected(GOVERNMENT)
    found = Counter(level for _, _, level, _, _ in cells(framework))
    assert found == {level.lower(): count for level, count in counts["skill_level_values"].items()}
    assert len(framework.roles) == counts["role_levels"]


def test_the_german_spreadsheet_loses_nothing_to_its_traps(tmp_path: Path) -> None:
    result = imported(tmp_path, GERMAN_SHEET)
    framework = result.written()

    assert sorted(result.told) == [1, 2, 7, 8]
    monitoring, pipelines = framework.skills["monitoring"], framework.skills["datenpipelines"]
    assert monitoring.roles == ("mlops-engineer", "ml-engineer")
    assert [name.name.source for name in framework.categories.values()] == ["Betrieb", "Daten"]
    shared = [monitoring.requirements("mlops-engineer", level)[0] for level in ("senior", "lead-staff")]
    assert shared[0].statements == shared[1].statements
    assert shared[0].mandatory
    assert len(texts(monitoring, "ml-engineer", "junior", mandatory=False, locale="de")) == 2
    assert texts(monitoring, "ml-engineer", "middle") == texts(monitoring, "ml-engineer", "junior")
    assert pipelines.requirements("data-engineer", "senior") == ()
    assert len(texts(pipelines, "data-engineer", "junior", mandatory=True)) == 1
    assert again(result, GERMAN_SHEET).changes.is_empty


def test_the_pages_of_one_skill_become_one_skill_in_three_languages(tmp_path: Path) -> None:
    result = imported(tmp_path, *PAGES)
    framework = result.written()

    (skill,) = framework.skills.values()
    assert (skill.slug, skill.updated.isoformat()) == ("distributed-training", "2026-02-22")
    assert (skill.count(mandatory=True), skill.count(mandatory=False)) == (0, 5)
    assert [level.name.source for level in skill.ladder.levels] == [
        "Junior",
        "Middle",
        "Senior",
        "Lead / Staff",
        "Principal",
    ]
    states = {
        locale: {said.text.shown([locale]).state for said in skill.statements.values()} for locale in ("de", "ru")
    }
    assert states == {"de": {TextState.MISSING}, "ru": {TextState.CURRENT}}
    assert skill.name.shown(["ru"]).text != skill.name.source
    category = framework.categories[skill.category]
    assert category.name.shown(["ru"]).state is TextState.CURRENT
    assert category.subcategories[skill.subcategory].shown(["ru"]).state is TextState.CURRENT
    assert again(result, *PAGES).changes.is_empty


def roles_library(file: Path, locale: str) -> Iterator[dict[str, Any]]:
    """A role of the library as our records: core competencies are mandatory, all else is optional."""
    role = json.loads(file.read_text("utf-8"))
    named = {"locale": locale, "skill": role["role"], "skill_id": file.stem, "category": role["category"]}
    named |= {"category_id": "tech", "role": role["role"], "role_id": file.stem}
    for level in role["levels"].values():
        number = level["levelNumber"]
        place = {"level": f"L{number}", "level_id": f"l{number}", "level_order": number}
        for key, mandatory in (("coreCompetencies", True), ("complementaryCompetencies", False), ("indicators", False)):
            yield named | place | {"mandatory": mandatory, "statements": level[key]}


def in_json_lines(file: Path, records: Iterator[dict[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return file


def test_the_roles_library_comes_over_in_both_languages(tmp_path: Path) -> None:
    files = [
        in_json_lines(
            tmp_path / f"{locale}.jsonl",
            (one for file in sorted((ROLES_LIBRARY / locale).glob("*.json")) for one in roles_library(file, locale)),
        )
        for locale in ("en", "es")
    ]
    framework = imported(tmp_path / "content", *files).written()

    for name, counts in expected(ROLES_LIBRARY).items():
        skill = framework.skills[Path(name).stem]
        found = [cell for cell in cells(framework) if cell[0] == skill.slug]
        assert len({level for _, _, level, _, _ in found}) == counts["levels"]
        assert sum(len(ids) for *_, ids in found) == counts["statements"]
        assert {said.text.shown(["es"]).state for said in skill.statements.values()} == {TextState.CURRENT}
    assert framework.locales == ("en", "es")
    assert framework.roles["data-engineer"].name.shown(["es"]).state is TextState.CURRENT


def unidays() -> Iterator[dict[str, Any]]:
    """Topics are skills. A role's levels are steps; what one refers to is required or optional there."""
    topics = {
        f"{area['path']}/{topic['path']}": topic
        for file in sorted((UNIDAYS / "content/competencies").glob("*.json"))
        for area in [json.loads(file.read_text("utf-8"))]
        for topic in area.get("topics", ())
    }
    for path, topic in topics.items():
        for level in topic["levels"]:
            yield {"skill_id": path.replace("/", "-"), "skill": topic["title"], "statements": level["criteria"]}
    for file in sorted((UNIDAYS / "content/roles").glob("*.json")):
        for role in roles_below(json.loads(file.read_text("utf-8"))):
            for number, level in enumerate(role["levels"], 1):
                place = {
                    "role": role["title"],
                    "role_id": role["path"],
                    "level": f"Step {number}",
                    "level_order": number,
                }
                for weight, mandatory in (("required", True), ("optional", False)):
                    for reference in level["competencies"].get(weight, ()):
                        path, _, step = reference.rpartition("/")
                        criteria = next(one["criteria"] for one in topics[path]["levels"] if one["path"] == step)
                        yield place | {
                            "skill_id": path.replace("/", "-"), "mandatory": mandatory, "statements": criteria
                        }  # fmt: skip


def roles_below(department: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from department.get("roles", ())
    for below in department.get("departments", ()):
        yield from roles_below(below)


def test_unidays_comes_over_with_what_is_required_and_optional(tmp_path: Path) -> None:
    result = imported(tmp_path / "content", in_json_lines(tmp_path / "unidays.jsonl", unidays()))
    framework, counts = result.written(), expected(UNIDAYS)

    kept = {one.origin for one in result.plan.complaints if "no role has a level of this skill" in one.reason}
    topics = {record.skill_id for reading in result.readings for record in reading.records}
    dropped = {record.skill_id for reading in result.readings for record in reading.records if record.origin in kept}
    assert len(topics) == counts["topics"]
    assert set(framework.skills) == topics - dropped
    found = list(cells(framework))
    assert len(found) == counts["refs"]
    assert len(framework.roles) == counts["roles"]
    assert len({(role, level) for _, role, level, _, _ in found}) == counts["role_levels"]
    assert any("\u200d" in skill.name.source for skill in framework.skills.values())
    criteria = sum(len(skill.statements) for skill in framework.skills.values())
    assert (
        criteria
        + sum(
            len(record.statements)
            for reading in result.readings
            for record in reading.records
            if record.skill_id in dropped
        )
        == counts["criteria"]
    )
