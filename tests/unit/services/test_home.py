"""What a home begins with: the role that a title names, and skills of that role."""

import pytest

from bot.app import load_library
from bot.i18n.translator import Catalogs
from bot.services.asking import Library
from bot.services.home import examples_for, guess_role
from bot.services.profiles import profile_levels, roles_like
from bot.settings import Settings


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library(Settings.model_construct(), Catalogs.load())


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("LLM Engineer", "llm-engineer"),
        ("Senior LLM Engineer", "llm-engineer"),
        ("ML-инженер", "ml-engineer"),
        ("Staff Data Engineer, Berlin", "data-engineer"),
        ("Head of Engineering", None),
        ("LLM Engineer and Data Engineer", None),
        ("", None),
        ("x" * 500, None),
    ],
)
def test_a_role_is_guessed_where_the_title_names_exactly_one(library: Library, title: str, role: str | None) -> None:
    guessed = guess_role(title, library)
    assert (guessed.id if guessed else None) == role


def test_examples_are_of_the_role_first(library: Library) -> None:
    role = library.framework.roles["llm-engineer"]
    assert role.id in examples_for(role, library)[0].roles
    assert len(examples_for(None, library)) == 3


def test_the_levels_of_a_profile_are_those_of_every_ladder_each_once(library: Library) -> None:
    assert [level.id for level in profile_levels(library)] == ["junior", "middle", "senior", "lead", "principal"]


@pytest.mark.parametrize(("typed", "found"), [("дата", "data-engineer"), ("mlo", "mlops-engineer"), ("zzz", None)])
def test_roles_are_found_by_the_beginning_of_a_word(library: Library, typed: str, found: str | None) -> None:
    assert [role.id for role in roles_like(typed, library, 100)] == ([found] if found else [])
