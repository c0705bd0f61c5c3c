"""Each control that is shown has a handler, each window that can be confirmed too, and none is left over."""

import ast

import pytest

from bot.slack.actions import HANDLERS
from bot.views.ids import Action, Modal, More, action_of, nth
from tests.conventions.repository import name_of, sources

VIEWS = [tree for path, tree in sources("bot/views").items() if path.name != "ids.py"]
SUBMISSIONS = list(sources("bot/slack/submissions.py").values())
MODALS = [
    {keyword.arg: keyword.value for keyword in node.keywords}
    for tree in VIEWS
    for node in ast.walk(tree)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "modal"
]


def members(enum: type, trees: list[ast.Module]) -> set[str]:
    """The members of an enumeration that code names."""
    return {
        node.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == enum.__name__
    }


def test_every_action_has_a_handler_and_every_handler_an_action() -> None:
    assert set(HANDLERS) == set(Action)


def test_every_action_is_shown_somewhere() -> None:
    assert members(Action, VIEWS) == set(Action.__members__)


def test_every_choice_of_the_menu_is_offered() -> None:
    assert members(More, VIEWS) == set(More.__members__)


def test_every_window_is_opened_somewhere() -> None:
    assert {ast.unparse(modal["callback_id"]) for modal in MODALS} == {f"Modal.{name}" for name in Modal.__members__}


def test_every_window_that_can_be_confirmed_is_handled_and_no_other() -> None:
    confirmed = {ast.unparse(modal["callback_id"]) for modal in MODALS if "submit" in modal}
    assert confirmed
    assert confirmed == {f"Modal.{name}" for name in members(Modal, SUBMISSIONS)}


@pytest.mark.parametrize("action", Action)
def test_an_id_that_was_made_unique_still_leads_to_its_action(action: Action) -> None:
    assert ":" not in action
    assert action_of(nth(action, 2)) is action


def test_ids_are_written_out_nowhere_else() -> None:
    ids = set(Action)
    strays = {
        name_of(path)
        for room in ("bot/slack", "bot/surfaces", "bot/services", "bot/views")
        for path, tree in sources(room).items()
        if path.name != "ids.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in ids
    }
    assert strays == set()
