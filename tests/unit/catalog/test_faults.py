"""Every fault of content names file, line and field, and says how to mend it."""

import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.loader import load_framework
from bot.errors import RungError
from tests.unit.catalog.tree import FILES, GERMAN_FILE, SKILL_FILE, Tree

ONE_FAULT = [
    # (file, what stands there, what is put there, the fault)
    (
        SKILL_FILE,
        "statements: [run-job]}",
        "statements: [foo]}",
        '16: roles.llm-engineer.junior.statements: there is no statement "foo" in this skill',
    ),
    (
        SKILL_FILE,
        "statements: [plan-budget]}",
        "statements: [plan-bugdet]}",
        "19: roles.llm-engineer.senior.statements: "
        'there is no statement "plan-bugdet" in this skill; did you mean "plan-budget"?',
    ),
    (
        SKILL_FILE,
        "junior: {mandatory: false, statements: [run-job]}",
        "junior:\n      mandatory: false\n      statements:\n        - run-job\n        - foo",
        '20: roles.llm-engineer.junior.statements: there is no statement "foo" in this skill',
    ),
    (
        SKILL_FILE,
        "statements: [run-job]}",
        "statements: [old-one]}",
        '16: roles.llm-engineer.junior.statements: the statement "old-one" is retired; refer to another one',
    ),
    (
        SKILL_FILE,
        "statements: [run-job]}",
        "statements: [run-job, run-job]}",
        '16: roles.llm-engineer.junior.statements: the statement "run-job" stands in this cell twice',
    ),
    (
        SKILL_FILE,
        "statements: [plan-budget]}",
        "statements: [plan-budget, run-job]}",
        '19: roles.llm-engineer.senior.statements: the statement "run-job" stands in this cell twice',
    ),
    (
        SKILL_FILE,
        "- {mandatory: false,",
        "- {mandatory: true,",
        "19: roles.llm-engineer.senior: holds two mandatory requirements; make them one",
    ),
    (
        SKILL_FILE,
        "statements: [run-job]}",
        "statements: []}",
        "16: roles.llm-engineer.junior.statements: must hold at least one",
    ),
    (
        SKILL_FILE,
        "mandatory: false, ",
        "",
        "16: roles.llm-engineer.junior.mandatory: is required",
    ),
    (
        SKILL_FILE,
        "mandatory: false",
        "mandatory: no",
        "16: roles.llm-engineer.junior.mandatory: must be true or false, without quotes",
    ),
    (
        SKILL_FILE,
        "category: ml-ai",
        "category: ml",
        '4: category: there is no category "ml"',
    ),
    (
        SKILL_FILE,
        "subcategory: llm-genai",
        "subcategory: vision",
        '5: subcategory: there is no subcategory "vision" in "ml-ai"',
    ),
    (
        SKILL_FILE,
        "category: ml-ai\n",
        "category: ml-ai\nladder: management\n",
        '5: ladder: there is no ladder "management"',
    ),
    (
        SKILL_FILE,
        "  data-engineer:",
        "  poet:",
        '20: roles.poet: there is no role "poet"',
    ),
    (
        SKILL_FILE,
        "    junior:",
        "    middle:",
        '16: roles.llm-engineer.middle: there is no level "middle" on the ladder "engineering"',
    ),
    (
        SKILL_FILE,
        "updated: 2026-02-22",
        "updated: 2026-02-30",
        "6: updated: must be a date that exists, like 2026-02-22",
    ),
    (
        SKILL_FILE,
        "updated: 2026-02-22",
        "updated: 20260222",
        "6: updated: must be a date that exists, like 2026-02-22",
    ),
    (
        SKILL_FILE,
        "updated: 2026-02-22",
        "updated: [2026]",
        "6: updated: must be a date that exists, like 2026-02-22",
    ),
    (
        SKILL_FILE,
        "name: Distributed Training\n",
        "",
        "1: name: is required",
    ),
    (
        SKILL_FILE,
        "name: Distributed Training",
        "name:",
        "1: name: must not be blank",
    ),
    (
        SKILL_FILE,
        "text: Plans what a training may cost.",
        'text: "   "',
        "12: statements.plan-budget.text: must not be blank",
    ),
    (
        SKILL_FILE,
        "text: Plans what a training may cost.",
        "text: true",
        "12: statements.plan-budget.text: must be one text; put it in quotes if it is",
    ),
    (
        SKILL_FILE,
        "  plan-budget:\n    text: Plans what a training may cost.",
        "  plan-budget: Plans what a training may cost.",
        "11: statements.plan-budget: must be a mapping, with lines like `name: value`",
    ),
    (
        SKILL_FILE,
        "category: ml-ai",
        "category:",
        "4: category: must not be blank",
    ),
    (
        SKILL_FILE,
        "aliases: [ddp]",
        "aliases: ddp",
        "3: aliases: must be a list, like [one, two]",
    ),
    (
        SKILL_FILE,
        "summary:",
        "sumary:",
        "2: sumary: isn't a field that is known here; mend its spelling or remove it",
    ),
    (
        SKILL_FILE,
        "  old-one:",
        "  Old_One:",
        '13: statements.Old_One: must be small letters, digits and single hyphens, like "llm-engineer"',
    ),
    (
        SKILL_FILE,
        "  old-one:",
        f"  {'o' * 61}:",
        f"13: statements.{'o' * 61}: must have at most 60 characters",
    ),
    (
        SKILL_FILE,
        "  plan-budget:",
        "  run-job:",
        "11: run-job: stands here twice; keep one of the two",
    ),
    (
        GERMAN_FILE,
        'run-job: {source: "12345678"',
        'walk-job: {source: "12345678"',
        '4: statements.walk-job: there is no statement "walk-job" in this skill',
    ),
    (
        GERMAN_FILE,
        "run-job: {source: 12345678",
        "plan-budget: {source: 12345678",
        '6: suggestions.plan-budget: there is no suggestion for "plan-budget" in this skill',
    ),
    (
        GERMAN_FILE,
        "source: 6f0b7d24",
        "source: 6F0B",
        "1: name.source: must be the eight hex digits of the English text that it was translated from",
    ),
    (
        "locales.yaml",
        "[en, de, ru]",
        "[en, de, ru, de]",
        '1: locales: "de" stands here twice; keep one of the two',
    ),
    (
        "locales.yaml",
        "[en, de, ru]",
        "[en, de, ru, klingon]",
        '1: locales: "klingon" isn\'t the code of a language, like de or pt_BR',
    ),
    (
        "locales.yaml",
        "[en, de, ru]",
        "[en, de, ru, pt-BR]",
        '1: locales: "pt-BR" must be written pt_BR',
    ),
    (
        "locales.yaml",
        "[en, de, ru]",
        "[de, en, ru]",
        "1: locales: must begin with en, which skill.yaml is written in",
    ),
    (
        "ladders.yaml",
        "      aliases: [staff, лид]",
        "      aliases: [staff, JR]",
        '10: engineering.levels.aliases: "JR" already means the level "junior" here',
    ),
    (
        "ladders.yaml",
        "aliases: [staff, лид]",
        "aliases: [сеньор, лид]",
        '10: engineering.levels.aliases: "сеньор" already means the level "senior" here',
    ),
    (
        "ladders.yaml",
        "names: {en: Junior}\n      aliases: [jr]\n    - id: senior\n",
        "names: {en: Beginner}\n    - id: senior\n      aliases: [junior]\n",
        '6: engineering.levels.aliases: "junior" already means the level "junior" here',
    ),
    (
        "ladders.yaml",
        "- id: senior",
        "- id: junior\n      names: {en: Young}\n    - id: senior",
        '6: engineering.levels.id: there are two levels "junior" on this ladder; rename one',
    ),
    (
        "ladders.yaml",
        "ru: Сеньор",
        "fr: Confirmé",
        '7: engineering.levels.names.fr: locales.yaml lists no "fr"; add it there or remove this',
    ),
    (
        "roles.yaml",
        "names: {en: Data Engineer}",
        "names: {de: Data Engineer}",
        "5: data-engineer.names.en: is required",
    ),
    (
        "categories.yaml",
        "      names: {en: LLM}",
        "      names: {en: LLM, xx: LLM}",
        '5: ml-ai.subcategories.llm-genai.names.xx: locales.yaml lists no "xx"; add it there or remove this',
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "told"), ONE_FAULT, ids=[row[3][:60] for row in ONE_FAULT])
def test_a_fault_names_file_line_and_field(tree: Tree, file: str, old: str, new: str, told: str) -> None:
    tree.edit(file, old, new)

    assert tree.faults() == [f"{file}:{told}"]


def test_an_overlay_translates_no_summary_that_is_not_there(tree: Tree) -> None:
    tree.put("skills/whittling/de.yaml", "summary: {source: 12345678, text: Schnitzen}\n")

    assert tree.faults() == ["skills/whittling/de.yaml:1: summary: the skill has no summary; remove this"]


def test_a_ladder_without_levels_has_nothing_to_stand_on(tree: Tree) -> None:
    tree.put("ladders.yaml", "engineering: {levels: []}\n")

    assert tree.faults() == ["ladders.yaml:1: engineering.levels: must hold at least one"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fr.yaml", 'locales.yaml lists no "fr"; add it there or remove this file'),
        ("en.yaml", "the English texts stand in skill.yaml; move them there and remove this file"),
        (
            "notes.txt",
            "isn't a content file; a skill's folder holds skill.yaml and one YAML file for each locale",
        ),
    ],
)
def test_a_file_that_does_not_belong_into_a_skill_is_told(tree: Tree, name: str, told: str) -> None:
    tree.put(f"skills/whittling/{name}", "name: {source: 12345678, text: Schnitzen}\n")

    assert tree.faults() == [f"skills/whittling/{name}: {told}"]


@pytest.mark.parametrize("slug", ["Whittling", "wood--work", "schnitzen-für-alle", "x" * 61])
def test_a_folder_that_is_no_slug_is_told(tree: Tree, slug: str) -> None:
    (tree.directory / "skills/whittling").rename(tree.directory / "skills" / slug)

    assert tree.faults() == [f"skills/{slug}: the folder's name must be small letters, digits and hyphens, at most 60"]


def test_a_file_among_the_skills_is_told(tree: Tree) -> None:
    tree.put("skills/carving.yaml", "name: Carving")

    assert tree.faults() == ["skills/carving.yaml: isn't a skill's folder; move it into one or remove it"]


@pytest.mark.parametrize("name", ["locales.yaml", "ladders.yaml", "roles.yaml", "categories.yaml", SKILL_FILE])
def test_a_missing_file_is_told_once_and_nothing_is_held_against_it(tree: Tree, name: str) -> None:
    tree.remove(name)

    assert tree.faults() == [f"{name}: is missing"]


def test_content_without_skills_is_told(tree: Tree) -> None:
    shutil.rmtree(tree.directory / "skills")
    assert tree.faults() == ["skills: can't be read: No such file or directory"]

    (tree.directory / "skills").mkdir()
    assert tree.faults() == ["skills: holds no skill; each one is a folder here with a skill.yaml in it"]


def test_a_missing_content_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidContent, match="there is no such content folder"):
        load_framework(tmp_path / "nowhere")


def test_all_faults_of_all_files_are_told_in_order(tree: Tree) -> None:
    tree.edit("roles.yaml", "llm-engineer:", "LLM:")
    tree.edit(SKILL_FILE, "updated: 2026-02-22", "updated: soon")
    tree.edit(SKILL_FILE, "aliases: [ddp]", "alias: [ddp]")
    tree.edit(GERMAN_FILE, "source: 6f0b7d24, ", "")
    tree.put("skills/whittling/skill.yaml", "")

    assert tree.faults() == [
        f"{file}: {told}"
        for file, told in [
            ("roles.yaml:1", 'LLM: must be small letters, digits and single hyphens, like "llm-engineer"'),
            (f"{GERMAN_FILE}:1", "name.source: is required"),
            (f"{SKILL_FILE}:3", "alias: isn't a field that is known here; mend its spelling or remove it"),
            (f"{SKILL_FILE}:6", "updated: must be a date that exists, like 2026-02-22"),
            ("skills/whittling/skill.yaml", "is empty"),
        ]
    ]


def test_invalid_content_is_an_error_of_the_family_and_lists_its_faults() -> None:
    error = InvalidContent([Fault("b.yaml", 2, "x", "is wrong"), Fault("a.yaml", 0, "", "is empty")])

    assert isinstance(error, RungError)
    assert str(error) == "a.yaml: is empty\nb.yaml:2: x: is wrong"


TRICKY = [
    b"\n",
    b"  ",
    b"\t",
    b": ",
    b"- ",
    b"{",
    b"]",
    b"&a ",
    b"*a",
    b"!x ",
    b"'",
    b'"',
    b"\xff",
    b"\0",
    b"|",
    b"~",
    b"? ",
]


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 1000), st.integers(0, 12), st.sampled_from(TRICKY))
def test_damage_anywhere_is_a_fault_or_does_no_harm(file: str, start: int, length: int, put: bytes) -> None:
    whole = FILES[file].encode()
    start %= len(whole)
    with TemporaryDirectory() as directory:
        tree = Tree(Path(directory))
        tree.put(file, whole[:start] + put + whole[start + length :])
        with suppress(InvalidContent):  # anything else that is raised fails the test
            tree.load()
