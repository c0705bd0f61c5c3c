"""What is offered while a command is typed, over the bundled content."""

import pytest

from bot.app import load_library
from bot.i18n.translator import Catalogs
from bot.services.asking import Library
from bot.services.completing import MOST, complete
from bot.settings import Settings

VERBS = ["list", "find", "show", "focus", "profile", "evidence", "language", "help"]


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library(Settings.model_construct(), Catalogs.load())


def texts(typed: str, library: Library) -> list[str]:
    return [text for text, _ in complete(typed, "en-US", library)]


def test_at_first_skills_and_verbs_are_offered(library: Library) -> None:
    offered = texts("", library)
    assert offered[-len(VERBS) :] == VERBS
    assert set(offered[: -len(VERBS)]) <= library.framework.skills.keys()
    assert len(offered) <= MOST


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("distri", ["distributed-training"]),
        ("distribted", ["distributed-training"]),
        ("Verteiltes", ["distributed-training"]),
        ("lang", ["language"]),
        ("спи", ["список"]),
        ("distributed-training s", ["distributed-training senior", "distributed-training lead"]),
        ("Distributed Training sen", ["Distributed Training senior"]),
        ("distributed-training сень", ["distributed-training senior"]),
        ("distributed-training senior pri", ["distributed-training senior principal"]),
        ("distributed-training middle senior l", ["distributed-training middle senior llm-engineer"]),
        ("distributed-training llm-engineer j", ["distributed-training llm-engineer junior"]),
        ("show distri", ["show distributed-training"]),
        ("show distributed-training p", ["show distributed-training principal"]),
        ("find gpu", []),
        ("language d", []),
    ],
)
def test_what_was_begun_is_completed(typed: str, offered: list[str], library: Library) -> None:
    assert texts(typed, library) == offered


def test_categories_follow_list(library: Library) -> None:
    assert texts("list ", library) == [f"list {key}" for key in library.framework.categories]


def test_names_are_those_of_the_reader(library: Library) -> None:
    assert complete("distri", "de-AT", library) == [("distributed-training", "Verteiltes Training")]


def test_what_is_offered_leads_on(library: Library) -> None:
    for text in texts("", library)[: -len(VERBS)]:
        assert all(following.startswith(f"{text} ") for following in texts(f"{text} ", library))
