"""An import into content that is there: ids stay, what goes is retired, and translations know their source."""

from pathlib import Path

import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.importers.matching import ALIKE_IN_CELL
from bot.catalog.importers.present import read_present
from bot.catalog.loader import load_framework
from bot.catalog.writing import NotWritten, try_content, write_content
from bot.domain.texts import ShownText, TextState
from tests.unit.catalog.importing import Imported, ids, imported, texts
from tests.unit.catalog.tree import SKILL_FILE, Tree

HEADINGS = "Skill,Role,Level,Mandatory,Statement\n"
SAME = """\
Distributed Training,LLM Engineer,Junior,no,Runs a training job on several GPUs.
Distributed Training,LLM Engineer,Senior,no,Runs a training job on several GPUs.
Distributed Training,LLM Engineer,Senior,yes,Plans what a training may cost.
Distributed Training,Data Engineer,Lead,yes,Plans what a training may cost.
Distributed Training,Data Engineer,Lead,yes,Runs a training job on several GPUs.
"""
REWORDED = "Runs a training job on several GPUs and nodes."
assert ALIKE_IN_CELL < 90


def read(tree: Tree, rows: str, headings: str = HEADINGS, locale: str | None = None) -> Imported:
    file = tree.directory.parent / "rows.csv"
    file.write_text(headings + rows, "utf-8")
    return imported(tree.directory, file, locale=locale)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "content")


def test_the_same_rows_change_nothing(tree: Tree) -> None:
    result = read(tree, SAME)

    assert result.changes.is_empty
    assert result.plan.files() == {}


def test_a_reworded_statement_keeps_its_id_and_its_translation_becomes_stale(tree: Tree) -> None:
    tree.edit("skills/distributed-training/de.yaml", 'source: "12345678"', 'source: "4e2d7ef3"')
    result = read(tree, SAME.replace("Runs a training job on several GPUs.", REWORDED))
    (change,) = result.changes.skills

    assert [(one.id, one.after) for one in change.reworded] == [("run-job", REWORDED)]
    skill = result.written().skills["distributed-training"]
    assert skill.statements["run-job"].text.source == REWORDED
    assert skill.statements["run-job"].text.shown(["de"]).state is TextState.STALE
    assert skill.updated.isoformat() == "2026-12-01"


def test_another_statement_gets_another_id_and_the_old_one_is_retired(tree: Tree) -> None:
    result = read(tree, SAME.replace("Plans what a training may cost.", "Buys a cluster for the whole firm."))
    skill = result.written().skills["distributed-training"]

    assert skill.statements["plan-budget"].retired
    assert ids(skill)["Buys a cluster for the whole firm."] == "buys-cluster-whole-firm"
    assert result.changes.skills[0].retired == ["Plans what a training may cost."]


def test_a_new_statement_never_takes_the_id_of_a_retired_one(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "old-one:", "trains-the-team:")
    tree.edit(SKILL_FILE, "roles:\n", "  buys-cluster: {text: Something else entirely., retired: true}\nroles:\n")
    rows = SAME + "Distributed Training,LLM Engineer,Lead,yes,Buys a cluster.\n"

    assert ids(read(tree, rows).written().skills["distributed-training"])["Buys a cluster."] == "buys-cluster-2"


def test_a_retired_statement_that_comes_back_keeps_its_id(tree: Tree) -> None:
    rows = SAME + "Distributed Training,LLM Engineer,Lead,yes,Knows parameter servers.\n"
    result = read(tree, rows)

    assert result.changes.skills[0].revived == ["Knows parameter servers."]
    assert not result.written().skills["distributed-training"].statements["old-one"].retired


def test_the_id_of_a_retired_statement_is_not_taken_for_another_one(tree: Tree) -> None:
    rows = "Distributed Training,LLM Engineer,Lead,yes,Buys clusters.,old-one\n"
    result = read(tree, rows, HEADINGS.replace("\n", ",Statement ID\n"))

    assert "its id is not used again" in result.told[2]
    assert not result.plan.used


def test_an_id_wins_over_the_words(tree: Tree) -> None:
    rows = "Distributed Training,Data Engineer,Lead,yes,Buys clusters.,run-job\n"
    result = read(tree, rows, HEADINGS.replace("\n", ",Statement ID\n"))

    assert result.written().skills["distributed-training"].statements["run-job"].text.source == "Buys clusters."


def test_of_rows_that_share_a_statement_the_edited_one_counts(tree: Tree) -> None:
    headings = HEADINGS.replace("\n", ",Statement ID\n")
    rows = "".join(f"{line},{key}\n" for line, key in zip(SAME.splitlines(), "rrppr", strict=True))
    rows = rows.replace(",r\n", ",run-job\n").replace(",p\n", ",plan-budget\n")
    result = read(tree, rows.replace("Runs a training job on several GPUs.", REWORDED, 1), headings)

    assert [one.after for one in result.changes.skills[0].reworded] == [REWORDED]
    assert not result.told


def test_rows_that_say_different_new_things_of_one_statement_are_told(tree: Tree) -> None:
    row = "Distributed Training,LLM Engineer,{},no,{},run-job\n"
    rows = row.format("Junior", "First.") + row.format("Lead", "Second.")
    result = read(tree, rows, HEADINGS.replace("\n", ",Statement ID\n"))

    assert result.told == {
        3: 'the statement "run-job" is said otherwise in rows.csv, row 2, which was taken: "Second."'
    }


def test_a_file_that_writes_a_sentence_in_two_ways_changes_nothing_again(tree: Tree) -> None:
    rows = SAME.replace("Plans what a training may cost.", "plans what a training may cost.", 1)

    assert read(tree, rows).changes.is_empty


def test_roles_and_skills_that_the_file_doesnt_name_stay(tree: Tree) -> None:
    result = read(tree, "Distributed Training,LLM Engineer,Junior,no,Runs a training job on several GPUs.\n")
    framework = result.written()

    skill = framework.skills["distributed-training"]
    assert skill.requirements("llm-engineer", "senior") == ()
    assert texts(skill, "data-engineer", "lead") == [
        "Plans what a training may cost.",
        "Runs a training job on several GPUs.",
    ]
    assert "whittling" in framework.skills
    assert "left as they are: Distributed Training: Data Engineer" in result.notes


def test_a_file_that_doesnt_change_stays_byte_for_byte(tree: Tree) -> None:
    before = (tree.directory / "ladders.yaml").read_bytes()
    result = read(tree, SAME + "Whittling,Data Engineer,Apprentice,yes,Carves a fork out of oak.\n")
    result.written()

    assert (tree.directory / "ladders.yaml").read_bytes() == before
    assert list(result.plan.files()) == ["skills/whittling/skill.yaml"]


def test_new_levels_make_a_ladder_of_their_own(tree: Tree) -> None:
    file = tree.directory.parent / "new.csv"
    file.write_text("Skill,Role,One,Two\nMaps,Pilot,Reads.,Draws.\n", "utf-8")
    framework = imported(tree.directory, file).written()

    assert list(framework.ladders) == ["engineering", "craft", "new"]
    assert framework.skills["maps"].ladder.id == "new"


def test_a_level_that_the_skills_ladder_lacks_is_told(tree: Tree) -> None:
    file = tree.directory.parent / "new.csv"
    file.write_text("Skill,Role,One,Two\nWhittling,Data Engineer,Reads.,Draws.\n", "utf-8")
    result = imported(tree.directory, file)

    assert '"One" is no level of the ladder "craft"' in result.told[2]
    assert list(result.plan.after.ladders) == ["engineering", "craft"]


def test_english_takes_the_place_of_what_stood_in_for_it(tmp_path: Path) -> None:
    content, german, english = tmp_path / "content", tmp_path / "de.csv", tmp_path / "en.csv"
    german.write_text("Skill,Role,One,Two\nKarten,Lotse,Liest.,Zeichnet.\n", "utf-8")
    english.write_text("Skill,Skill ID,Role,One,Two\nMaps,karten,Lotse,Reads.,Draws.\n", "utf-8")
    first = imported(content, german, locale="de").written().skills["karten"]

    result = imported(content, english)
    skill = result.written().skills["karten"]

    assert texts(skill, "lotse", "two") == ["Draws."]
    assert texts(skill, "lotse", "two", locale="de") == ["Zeichnet."]
    assert set(skill.statements) == set(first.statements)
    assert {said.text.shown(["de"]).state for said in skill.statements.values()} == {TextState.CURRENT}
    assert (skill.name.source, skill.name.shown(["de"])) == ("Maps", ShownText("Karten", "de", TextState.CURRENT))


def test_what_a_sheet_in_another_language_names_is_named_in_it(tmp_path: Path) -> None:
    file = tmp_path / "de.csv"
    file.write_text("Bereich,Skill,Rolle,Anfang,Ende\nSee,Karten,Lotse,Liest.,Zeichnet.\n", "utf-8")
    framework = imported(tmp_path / "content", file).written()

    skill, ladder = framework.skills["karten"], framework.ladders["de"]
    names = [
        framework.roles["lotse"].name,
        framework.categories["see"].name,
        skill.name,
        *(x.name for x in ladder.levels),
    ]
    assert {name.shown(["de"]).state for name in names} == {TextState.CURRENT}


def test_a_sheet_in_another_language_is_its_own_source_until_it_is_translated(tmp_path: Path) -> None:
    content, file = tmp_path / "content", tmp_path / "de.csv"
    file.write_text("Skill,Role,One,Two\nKarten,Lotse,Liest eine Karte.,Zeichnet.\n", "utf-8")
    imported(content, file, locale="de").written()
    file.write_text("Skill,Role,One,Two\nKarten,Lotse,Liest eine alte Karte.,Zeichnet.\n", "utf-8")

    result = imported(content, file, locale="de")

    assert [one.id for one in result.changes.skills[0].reworded] == ["liest-karte"]
    skill = result.written().skills["karten"]
    assert {said.text.shown(["de"]).state for said in skill.statements.values()} == {TextState.CURRENT}


def test_what_is_the_same_in_two_languages_counts_as_not_translated(tree: Tree) -> None:
    headings = "Skill,Role,Level,Statement,Statement ID,Statement (de)\n"
    text = "Plans what a training may cost."
    result = read(tree, f"Distributed Training,LLM Engineer,Senior,{text},plan-budget,{text}\n", headings)

    assert "1 texts are the same in de and in English" in result.notes
    statement = result.written().skills["distributed-training"].statements["plan-budget"]
    assert statement.text.shown(["de"]).state is TextState.MISSING


def test_nothing_is_written_where_the_whole_would_have_a_fault(tree: Tree) -> None:
    before = {file: file.read_bytes() for file in tree.directory.rglob("*") if file.is_file()}

    with pytest.raises(InvalidContent, match=r"roles\.yaml: is empty"):
        write_content(tree.directory, {"locales.yaml": {"locales": ["en", "de", "ru", "fr"]}, "roles.yaml": {}})

    assert {file: file.read_bytes() for file in tree.directory.rglob("*") if file.is_file()} == before


def test_trying_tells_the_fault_and_changes_nothing(tree: Tree) -> None:
    before = {file: file.read_bytes() for file in tree.directory.rglob("*") if file.is_file()}

    try_content(tree.directory, {"locales.yaml": {"locales": ["en", "de", "ru", "fr"]}})
    with pytest.raises(InvalidContent, match=r"roles\.yaml: is empty"):
        try_content(tree.directory, {"roles.yaml": {}})

    assert {file: file.read_bytes() for file in tree.directory.rglob("*") if file.is_file()} == before


def test_what_was_moved_is_put_back_where_the_next_file_cant_be(tree: Tree) -> None:
    before = (tree.directory / "locales.yaml").read_bytes()
    skill = read_present(tree.directory).skills["whittling"].files()["skills/whittling/skill.yaml"]
    (tree.directory / "skills/zither").write_text("a file where a folder should be", "utf-8")

    with pytest.raises((NotWritten, InvalidContent)):
        write_content(
            tree.directory, {"locales.yaml": {"locales": ["en", "de", "ru", "fr"]}, "skills/zither/skill.yaml": skill}
        )

    assert (tree.directory / "locales.yaml").read_bytes() == before
    assert [file.name for file in tree.directory.iterdir() if file.name.startswith(".")] == []


def test_what_a_file_says_about_faults_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text("Skill,Role,One,Two\nMaps,Pilot,Reads.,Draws.\n", "utf-8")
    imported(tmp_path / "content", file).written()
    skill = tmp_path / "content/skills/maps/skill.yaml"
    silence = "silence:\n- rule: unobservable\n  reason: It is what they do.\n"
    skill.write_text(silence + skill.read_text("utf-8"), "utf-8")
    file.write_text("Skill,Role,One,Two\nMaps,Pilot,Reads any.,Draws.\n", "utf-8")
    imported(tmp_path / "content", file).written()

    assert "Reads any." in skill.read_text("utf-8")
    assert "It is what they do." in skill.read_text("utf-8")


def test_a_folder_that_isnt_there_is_made_and_holds_what_loads(tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text('Skill,Role,One,Two\nMaps: "all",Pilot,"yes: no # comment","- 12345678"\n', "utf-8")
    imported(tmp_path / "far" / "away", file).written()

    skill = load_framework(tmp_path / "far" / "away").skills["maps-all"]
    assert texts(skill, "pilot", "one") == ["yes: no # comment"]
