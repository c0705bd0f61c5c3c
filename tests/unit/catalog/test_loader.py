"""What a content folder without a fault becomes."""

from datetime import date

import pytest
from pydantic import TypeAdapter

from bot.catalog.folder import ContentFolder
from bot.domain.texts import TextState
from tests.unit.catalog.tree import GERMAN_FILE, SKILL_FILE, Tree

ANYTHING: TypeAdapter[dict[str, object]] = TypeAdapter(dict[str, object])


def test_a_skill_has_all_that_its_files_say(tree: Tree) -> None:
    skill = tree.load().skills["distributed-training"]

    assert skill.name.everywhere() == ("Distributed Training", "Verteiltes Training")
    assert skill.summary is not None
    assert skill.summary.source == "Training on many GPUs at once."
    assert (skill.category, skill.subcategory, skill.updated) == ("ml-ai", "llm-genai", date(2026, 2, 22))
    assert skill.roles == ("llm-engineer", "data-engineer")
    suggestion = skill.statements["run-job"].suggestion
    assert suggestion is not None
    assert suggestion.translations["de"].text == "Ein kleines Training übernehmen."


def test_aliases_of_all_languages_come_together_once(tree: Tree) -> None:
    assert tree.load().skills["distributed-training"].aliases == ("ddp", "verteilt")


def test_a_cell_gives_the_mandatory_requirement_first(tree: Tree) -> None:
    cell = tree.load().skills["distributed-training"].requirements("llm-engineer", "senior")

    assert [(r.mandatory, [s.id for s in r.statements]) for r in cell] == [
        (True, ["plan-budget"]),
        (False, ["run-job"]),
    ]


def test_roles_share_a_statement(tree: Tree) -> None:
    skill = tree.load().skills["distributed-training"]

    (junior,) = skill.requirements("llm-engineer", "junior")
    (lead,) = skill.requirements("data-engineer", "lead")
    assert junior.statements[0] is lead.statements[1] is skill.statements["run-job"]


def test_a_missing_cell_is_not_defined(tree: Tree) -> None:
    assert tree.load().skills["distributed-training"].requirements("data-engineer", "junior") == ()


def test_a_retired_statement_is_kept(tree: Tree) -> None:
    assert tree.load().skills["distributed-training"].statements["old-one"].retired


@pytest.mark.parametrize(("skill", "ladder"), [("distributed-training", "engineering"), ("whittling", "craft")])
def test_a_skill_stands_on_its_ladder_or_on_the_first(tree: Tree, skill: str, ladder: str) -> None:
    framework = tree.load()

    assert framework.skills[skill].ladder is framework.ladders[ladder]


def test_a_name_of_the_registers_is_never_stale(tree: Tree) -> None:
    framework = tree.load()

    shown = framework.categories["ml-ai"].name.shown(["de"])
    assert (shown.text, shown.state) == ("Maschinelles Lernen", TextState.CURRENT)
    assert framework.roles["data-engineer"].name.shown(["de"]).state is TextState.MISSING


def test_a_skill_without_an_overlay_is_shown_in_english_and_marked(tree: Tree) -> None:
    shown = tree.load().skills["distributed-training"].name.shown(["ru"])

    assert (shown.text, shown.locale, shown.state) == ("Distributed Training", "en", TextState.MISSING)


def test_a_translation_of_an_older_text_is_stale(tree: Tree) -> None:
    assert tree.load().skills["distributed-training"].statements["run-job"].text.shown(["de"]).state is TextState.STALE


def test_a_translation_of_the_present_text_is_current(tree: Tree) -> None:
    present = tree.load().skills["distributed-training"].statements["run-job"].text.hash
    tree.edit(GERMAN_FILE, '"12345678"', present)

    text = tree.load().skills["distributed-training"].statements["run-job"].text
    assert text.shown(["de"]).state is TextState.CURRENT


def test_what_yaml_takes_for_other_things_stays_text(tree: Tree) -> None:
    tree.edit("locales.yaml", "ru", "ru, no")
    tree.edit("roles.yaml", "aliases: [llm]", "aliases: [on, 1e3, 0o7, 12:30]")

    framework = tree.load()
    assert framework.locales == ("en", "de", "ru", "no")
    assert framework.roles["llm-engineer"].aliases == ("on", "1e3", "0o7", "12:30")


def test_white_space_around_a_text_is_taken_off(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "summary: Training on many GPUs at once.", "summary: |\n\n  Two lines,\n  of text.\n\n")

    summary = tree.load().skills["distributed-training"].summary
    assert summary is not None
    assert summary.source == "Two lines,\nof text."


def test_hidden_files_are_passed_over(tree: Tree) -> None:
    tree.put("skills/.DS_Store", "")
    tree.put("skills/distributed-training/.skill.yaml.swp", "")

    assert len(tree.load().skills) == 2


def test_the_framework_cannot_be_changed(tree: Tree) -> None:
    framework = tree.load()

    with pytest.raises(TypeError):
        framework.skills["new"] = framework.skills["whittling"]  # type: ignore[index]


def test_the_version_stays_with_the_same_files(tree: Tree) -> None:
    before = tree.load().version
    tree.put("README.md", "not content")

    assert tree.load().version == before


@pytest.mark.parametrize("name", ["locales.yaml", "ladders.yaml", "roles.yaml", SKILL_FILE, GERMAN_FILE])
def test_the_version_changes_with_any_file(tree: Tree, name: str) -> None:
    before = tree.load().version
    tree.put(name, (tree.directory / name).read_bytes() + b"# a comment\n")

    assert tree.load().version != before


def test_the_version_changes_when_a_file_moves(tree: Tree) -> None:
    before = tree.load().version
    (tree.directory / "skills/whittling").rename(tree.directory / "skills/whittled")

    assert tree.load().version != before


def test_the_version_does_not_depend_on_the_order_of_reading(tree: Tree) -> None:
    forward, backward = ContentFolder(tree.directory), ContentFolder(tree.directory)
    names = ["roles.yaml", "ladders.yaml", "locales.yaml"]
    for name in names:
        forward.read(name, ANYTHING)
    for name in reversed(names):
        backward.read(name, ANYTHING)

    assert forward.version() == backward.version()
