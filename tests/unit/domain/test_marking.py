"""Which texts of a card are marked for a reader, and that nothing else of it changes."""

from pathlib import Path

import pytest

from bot.domain.answers import Card
from bot.domain.marking import marked_card
from bot.domain.texts import ShownText
from bot.services.asking import card_of
from tests.unit.catalog.tree import Tree


@pytest.fixture
def card(tmp_path: Path) -> Card:
    framework = Tree(tmp_path).load()
    return card_of(framework.skills["distributed-training"], "llm-engineer", "junior", framework)


def mark(shown: ShownText, source: str) -> str:
    return f"[{shown.state}: {shown.text}|{source}]"


def test_missing_and_stale_texts_are_marked_and_current_ones_are_not(card: Card) -> None:
    marked = marked_card(card, ("de", "en"), mark)

    said = {key: one.text.shown(("de", "en")).text for key, one in marked.skill.statements.items()}
    assert said["run-job"] == "[stale: Führt ein Training auf mehreren GPUs aus.|Runs a training job on several GPUs.]"
    assert said["plan-budget"] == "[missing: Plans what a training may cost.|Plans what a training may cost.]"
    assert marked.category.name.shown(("de", "en")).text == "Maschinelles Lernen"
    assert marked.category.subcategories["llm-genai"].source == "[missing: LLM|LLM]"
    assert marked.role.name.source == "[missing: LLM Engineer|LLM Engineer]"
    assert marked.skill.name.shown(("de", "en")).text.startswith("[stale: Verteiltes Training|")


def test_what_a_card_shows_is_marked_in_each_of_its_places(card: Card) -> None:
    marked = marked_card(card, ("de", "en"), mark)

    assert [one for cell in marked.expected for one in cell.statements] == [marked.skill.statements["run-job"]]
    assert marked.after is not None
    assert marked.after.name.source == "[missing: Senior|Senior]"
    assert {one.id for cell in marked.expected_after for one in cell.statements} == {"run-job", "plan-budget"}
    suggestion = marked.expected[0].statements[0].suggestion
    assert suggestion is not None
    assert suggestion.shown(("de", "en")).text.startswith("[stale: Ein kleines Training übernehmen.|")


def test_marks_leave_the_state_of_each_text(card: Card) -> None:
    marked = marked_card(card, ("de", "en"), mark)

    for key, statement in card.skill.statements.items():
        state = marked.skill.statements[key].text.shown(("de", "en")).state
        assert state is statement.text.shown(("de", "en")).state


@pytest.mark.parametrize("chain", [("en",), ("en_GB", "en")])
def test_nothing_is_marked_for_who_reads_the_source(card: Card, chain: tuple[str, ...]) -> None:
    assert marked_card(card, chain, mark) == card
