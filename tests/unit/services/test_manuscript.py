"""The content folder while somebody writes: what stays, what is told, and when it is looked at again."""

from datetime import date
from pathlib import Path

import pytest

from bot.domain.texts import TextState
from bot.services.manuscript import SHARED, Edition, Manuscript
from bot.views.room import ROOMS
from tests.unit.catalog.tree import GERMAN_FILE, SKILL_FILE, Tree

TODAY = date(2026, 3, 2)
SKILL = "distributed-training"


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "content")


@pytest.fixture
def manuscript(tree: Tree) -> Manuscript:
    return Manuscript(tree.directory, ROOMS, lambda: TODAY)


async def read(manuscript: Manuscript) -> Edition:
    assert await manuscript.renew()
    assert manuscript.edition
    return manuscript.edition


async def test_it_is_read_again_only_after_a_change(tree: Tree, manuscript: Manuscript) -> None:
    before = await read(manuscript)
    assert not await manuscript.renew()

    tree.edit(SKILL_FILE, "Distributed Training", "Training at Scale")

    assert (await read(manuscript)).framework.skills[SKILL].name.source == "Training at Scale"
    assert before.framework.skills[SKILL].name.source == "Distributed Training"


async def test_a_fault_leaves_the_last_good_edition_and_is_told_until_it_is_mended(
    tree: Tree, manuscript: Manuscript
) -> None:
    good = await read(manuscript)
    tree.edit(SKILL_FILE, "[plan-budget]", "[plan-bugdet]")

    assert await read(manuscript) is good
    assert [(fault.file, fault.line, fault.rule) for fault in manuscript.faults] == [(SKILL_FILE, 19, "unknown-id")]

    tree.edit(SKILL_FILE, "[plan-bugdet]", "[plan-budget]")
    assert await read(manuscript) is not good
    assert manuscript.faults == ()


async def test_a_folder_that_vanishes_is_told_once(tree: Tree, manuscript: Manuscript) -> None:
    good = await read(manuscript)
    tree.directory.rename(tree.directory.with_name("elsewhere"))

    assert await read(manuscript) is good
    assert await manuscript.check()
    assert [fault.message for fault in manuscript.faults] == ["there is no such content folder"]
    assert manuscript.findings_of(SHARED) == ()


async def test_the_check_is_of_what_was_read_last(tree: Tree, manuscript: Manuscript) -> None:
    await read(manuscript)
    assert not manuscript.is_checked
    assert await manuscript.check()
    assert manuscript.is_checked
    assert not await manuscript.check()
    assert "unobservable" not in {fault.rule for fault in manuscript.findings_of("whittling")}

    tree.edit("skills/whittling/skill.yaml", "Carves a spoon.", "Knows spoons.")
    await read(manuscript)
    assert not manuscript.is_checked
    assert await manuscript.check()

    assert "unobservable" in {fault.rule for fault in manuscript.findings_of("whittling")}
    assert {fault.file.partition("/")[0] for fault in manuscript.findings_of(SKILL)} == {"skills"}
    assert {fault.file for fault in manuscript.findings_of(SHARED)} <= {"roles.yaml", "ladders.yaml", "categories.yaml"}


async def test_the_check_does_not_repeat_why_the_content_cannot_be_used(tree: Tree, manuscript: Manuscript) -> None:
    tree.edit(SKILL_FILE, "[plan-budget]", "[plan-bugdet]")
    await manuscript.renew()
    await manuscript.check()

    assert len(manuscript.faults) == 1
    assert manuscript.findings_of(SKILL) == ()
    assert manuscript.findings_of("whittling") != ()


async def test_open_texts_are_those_of_a_skill_and_of_the_names_on_its_cards(
    tree: Tree, manuscript: Manuscript
) -> None:
    edition = await read(manuscript)
    texts = edition.open_texts(edition.framework.skills["whittling"], "ru")

    assert [text.context for text in texts] == [
        "whittling/name",
        "whittling/statements.carve-spoon",
        "ladders/craft.apprentice",
        "roles/data-engineer",
        "categories/ml-ai",
        "categories/ml-ai.llm-genai",
    ]


async def test_open_texts_have_the_line_where_they_stand_or_would(tree: Tree, manuscript: Manuscript) -> None:
    edition = await read(manuscript)
    of_skill = [text for text in edition.open_texts(edition.framework.skills[SKILL], "de") if text.file == GERMAN_FILE]

    lines = dict(zip((text.field for text in of_skill), manuscript.lines_of(of_skill), strict=True))

    assert lines == {
        "name": 1,
        "summary": 1,
        "statements.run-job": 4,
        "suggestions.run-job": 6,
        "statements.plan-budget": 3,
    }
    assert [text.field for text in of_skill if text.state is TextState.MISSING] == ["summary", "statements.plan-budget"]
    russian = edition.open_texts(edition.framework.skills["whittling"], "ru")[:1]
    assert manuscript.lines_of(russian) == (0,)


async def test_english_has_no_open_texts(manuscript: Manuscript) -> None:
    edition = await read(manuscript)
    assert edition.open_texts(edition.framework.skills[SKILL], "en") == ()
