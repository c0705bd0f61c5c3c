"""The level that "Grow in this" leads to."""

import pytest

from bot.app import load_library
from bot.domain.people import CurrentLevel
from bot.i18n.translator import Catalogs
from bot.services.asking import Library, card_of
from bot.services.focusing import target_of
from bot.settings import Settings


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library(Settings.model_construct(), Catalogs.load())


@pytest.mark.parametrize(
    ("card", "current", "target"),
    [
        ("senior", None, "senior"),
        ("senior", CurrentLevel(None), "senior"),
        ("senior", CurrentLevel("junior"), "senior"),
        ("senior", CurrentLevel("senior"), "lead"),
        ("junior", CurrentLevel("middle"), "senior"),
        ("principal", CurrentLevel("principal"), "principal"),
        ("senior", CurrentLevel("of-another-ladder"), "senior"),
    ],
)
def test_it_is_the_cards_own_while_that_lies_ahead_and_else_the_next_one(
    library: Library, card: str, current: CurrentLevel | None, target: str
) -> None:
    skill = library.framework.skills["distributed-training"]
    assert target_of(card_of(skill, "llm-engineer", card, library.framework), current) == target
