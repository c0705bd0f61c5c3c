"""The exported spreadsheet as people edit it, who look at the names and not at the ids on the right."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from bot.catalog.exporting import as_csv
from bot.catalog.importers.present import read_present
from tests.unit.catalog.importing import Imported, imported, texts
from tests.unit.catalog.tree import CATEGORIES, Tree

Rows = list[dict[str, str]]
JOB = "Runs a training job on several GPUs."
BUDGET = "Plans what a training may cost."


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "content")


def rows_of(tree: Tree) -> Rows:
    return list(csv.DictReader(StringIO(as_csv(read_present(tree.directory)).decode("utf-8-sig"))))


def back(tree: Tree, rows: Rows) -> Imported:
    file = tree.directory.parent / "framework.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return imported(tree.directory, file)


def the_row(rows: Rows, **said: str) -> dict[str, str]:
    (found,) = [row for row in rows if all(row[heading] == text for heading, text in said.items())]
    return found


def without_ids(row: dict[str, str]) -> dict[str, str]:
    return {heading: "" if heading.endswith(" ID") else text for heading, text in row.items()}


@pytest.mark.parametrize(
    ("heading", "name", "place"),
    [("Level", "Senior", ("data-engineer", "senior")), ("Role", "LLM Engineer", ("llm-engineer", "lead"))],
)
def test_a_row_whose_level_or_role_is_set_to_another_moves_there(
    tree: Tree, heading: str, name: str, place: tuple[str, str]
) -> None:
    rows = rows_of(tree)
    the_row(rows, Role="Data Engineer", Statement=BUDGET)[heading] = name
    result = back(tree, rows)

    assert result.changes.shared == []
    assert BUDGET in texts(result.written().skills["distributed-training"], *place)


def test_a_new_name_beside_an_id_is_told_with_the_old_one(tree: Tree) -> None:
    rows = rows_of(tree)
    the_row(rows, Role="Data Engineer", Statement=BUDGET)["Role"] = "Pipeline Engineer"

    assert back(tree, rows).changes.shared == ["changed role: Data Engineer -> Pipeline Engineer"]


def test_a_row_that_names_another_skill_than_its_id_is_told(tree: Tree) -> None:
    rows = rows_of(tree)
    the_row(rows, Role="Data Engineer", Statement=BUDGET)["Skill"] = "Whittling"
    result = back(tree, rows)

    assert [reason.partition(":")[0] for reason in result.told.values()] == [
        '"Whittling" is another skill, whittling, than the id beside it, distributed-training'
    ]
    assert result.plan.after.skills["distributed-training"].name == "Distributed Training"


def test_one_row_that_files_its_skill_elsewhere_renames_no_category(tree: Tree) -> None:
    crafts = "crafts:\n  names: {en: Crafts}\n  subcategories:\n    wood:\n      names: {en: Wood}\n"
    tree.put("categories.yaml", CATEGORIES + crafts)
    rows = rows_of(tree)
    the_row(rows, Role="Data Engineer", Statement=BUDGET)["Category"] = "Crafts"
    result = back(tree, rows)

    assert list(result.told.values()) == ['files the skill under "Crafts", and another row before it elsewhere']
    assert result.changes.is_empty


def test_a_new_row_among_those_of_another_skill_stays_in_its_category(tree: Tree) -> None:
    rows = rows_of(tree)
    new = dict.fromkeys(rows[0], "") | {"Skill": "Whittling", "Role": "Data Engineer", "Level": "Apprentice"}
    result = back(tree, [rows[0], new | {"Statement": "Sharpens a knife."}, *rows[1:]])

    assert result.told == {}
    assert (result.changes.skills[0].added, result.changes.skills[0].facts) == (["Sharpens a knife."], [])


def test_a_copied_row_without_ids_refers_to_the_same_statement(tree: Tree) -> None:
    rows = rows_of(tree)
    copied = without_ids(the_row(rows, Role="Data Engineer", Statement=JOB)) | {"Level": "Senior", "Suggestion": ""}
    skill = back(tree, [*rows, copied]).written().skills["distributed-training"]

    assert texts(skill, "data-engineer", "senior") == [JOB]
    assert [key for key, said in skill.statements.items() if said.text.source == JOB] == ["run-job"]
    assert skill.statements["run-job"].suggestion is not None


def test_a_statement_marked_as_retired_leaves_the_cells_of_its_rows(tree: Tree) -> None:
    rows = rows_of(tree)
    the_row(rows, Role="Data Engineer", Statement=JOB)["Retired"] = "yes"
    skill = back(tree, rows).written().skills["distributed-training"]
    assert texts(skill, "data-engineer", "lead") == [BUDGET]
    assert not skill.statements["run-job"].retired

    for row in rows:
        row["Retired"] = "yes" if row["Statement"] == JOB else row["Retired"]
    skill = back(tree, rows).written().skills["distributed-training"]
    assert skill.statements["run-job"].retired
    assert skill.requirements("llm-engineer", "junior") == ()


def test_an_id_that_cant_be_one_is_told_also_beside_a_translation(tree: Tree) -> None:
    rows = rows_of(tree)
    row = the_row(rows, Role="LLM Engineer", Level="Junior")
    row |= {"Statement ID": "../x", "Statement (de)": "Startet einen Lauf."}
    row_number = rows.index(row) + 2

    assert list(back(tree, rows).told) == [row_number]


def test_a_date_that_alone_is_newer_is_told(tree: Tree) -> None:
    rows = [row | {"Updated": "30.11.2026" if row["Skill"] == "Whittling" else row["Updated"]} for row in rows_of(tree)]

    (change,) = back(tree, rows).changes.skills
    assert change.facts == ["updated: 2026-01-01 -> 2026-11-30"]


def test_rows_in_another_order_are_told_as_such(tree: Tree) -> None:
    result = back(tree, rows_of(tree)[::-1])

    cells = {cell.rpartition(": ")[2] for change in result.changes.skills for cell in change.cells}
    assert cells == {"in another order"}
