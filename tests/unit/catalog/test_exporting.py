"""The framework taken out and brought back: whole, unchanged, and harmless in a spreadsheet."""

import csv
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bot.catalog.exporting import FORMS, as_csv, as_xlsx, table
from bot.catalog.importers.escaping import escaped, unescaped
from bot.catalog.importers.present import read_present
from bot.domain.skills import Framework
from tests.unit.catalog.importing import TODAY, Imported, imported, texts
from tests.unit.catalog.tree import SKILL_FILE, Tree

RISKY = ["=1+1", "+49 30", "-x", "@home", "\tx", "'=1", "''@x", "'quoted'", "plain", ""]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "content")


def exported(tree: Tree, form: str) -> Path:
    file = tree.directory.parent / f"framework.{form}"
    file.write_bytes(FORMS[form](read_present(tree.directory)))
    return file


def back(tree: Tree, form: str, into: str = "content") -> Imported:
    return imported(tree.directory.parent / into, exported(tree, form))


def same(framework: Framework) -> Framework:
    return replace(framework, version="")


@pytest.mark.parametrize("form", FORMS)
def test_what_was_taken_out_comes_back_without_a_change(tree: Tree, form: str) -> None:
    result = back(tree, form)

    assert result.changes.is_empty
    assert result.told == {}


def test_json_lines_carry_everything_to_another_folder(tree: Tree) -> None:
    assert same(back(tree, "jsonl", into="elsewhere").written()) == same(tree.load())


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_spreadsheet_carries_structure_and_texts_to_another_folder(tree: Tree, form: str) -> None:
    there, here = back(tree, form, into="elsewhere").written(), tree.load()

    assert set(there.skills) == set(here.skills)
    for slug, skill in here.skills.items():
        found = there.skills[slug]
        assert set(found.cells) == set(skill.cells)
        assert {key: said.retired for key, said in found.statements.items()} == {
            key: said.retired for key, said in skill.statements.items()
        }
        assert found.ladder.id == skill.ladder.id
    job = there.skills["distributed-training"].statements["run-job"]
    assert job.text.shown(["de"]).text == "Führt ein Training auf mehreren GPUs aus."
    assert job.suggestion is not None


@pytest.mark.parametrize("text", RISKY)
def test_a_risky_cell_is_harmless_and_comes_back(text: str) -> None:
    assert not escaped(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unescaped(escaped(text)) == text


@pytest.mark.parametrize("form", FORMS)
def test_risky_texts_make_the_round(tree: Tree, form: str) -> None:
    tree.edit(SKILL_FILE, "text: Plans what a training may cost.", "text: '=SUM(A1:A9) is planned.'")
    tree.edit(SKILL_FILE, "suggestion: Take over a small job.", "suggestion: '@here, take over a job.'")
    tree.edit(SKILL_FILE, "name: Distributed Training", 'name: "\'=Distributed"')

    result = back(tree, form)

    assert result.changes.is_empty


def test_no_cell_of_the_table_is_a_formula(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "text: Plans what a training may cost.", "text: '=SUM(A1:A9) is planned.'")
    present = read_present(tree.directory)

    cells = [cell for row in csv.reader(StringIO(as_csv(present).decode("utf-8-sig"))) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
    sheet = load_workbook(BytesIO(as_xlsx(present))).active
    assert sheet is not None
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s"}


def test_an_edited_cell_of_a_spreadsheet_is_the_only_change(tree: Tree) -> None:
    file = exported(tree, "csv")
    text = file.read_text("utf-8-sig").replace("Carves a spoon.", "Carves a fork.")
    file.write_text(text, "utf-8-sig")

    result = imported(tree.directory, file)

    (change,) = result.changes.skills
    assert (change.slug, [one.after for one in change.reworded]) == ("whittling", ["Carves a fork."])


def test_an_edited_spreadsheet_changes_nothing_the_second_time(tree: Tree) -> None:
    file = exported(tree, "csv")
    file.write_text(file.read_text("utf-8-sig").replace("Carves a spoon.", "Carves a fork."), "utf-8-sig")
    assert imported(tree.directory, file).written().skills["whittling"].updated == TODAY

    assert imported(tree.directory, file).changes.is_empty


def test_a_new_row_without_ids_is_a_new_statement_with_its_translation(tree: Tree) -> None:
    file = exported(tree, "csv")
    headings, *_ = table(read_present(tree.directory))
    new = {"Skill": "Whittling", "Role": "Data Engineer", "Level": "Apprentice", "Mandatory": "no"}
    new |= {"Statement": "Sharpens a knife.", "Suggestion": "Borrow one.", "Statement (de)": "Schärft ein Messer."}
    with file.open("a", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerow(new.get(heading, "") for heading in headings)

    skill = imported(tree.directory, file).written().skills["whittling"]

    assert texts(skill, "data-engineer", "apprentice", mandatory=False) == ["Sharpens a knife."]
    assert skill.statements["sharpens-knife"].text.shown(["de"]).text == "Schärft ein Messer."


def test_a_suggestion_that_was_cleared_goes_with_its_translation(tree: Tree) -> None:
    file = exported(tree, "csv")
    file.write_text(file.read_text("utf-8-sig").replace("Take over a small job.", ""), "utf-8-sig")

    skill = imported(tree.directory, file).written().skills["distributed-training"]

    assert skill.statements["run-job"].suggestion is None
