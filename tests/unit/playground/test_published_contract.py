"""Our tables and checks held against Slack's published contract, where a copy of it lies beside the checkout."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from bot.playground.blocks import Surface
from bot.playground.checks import check_message, check_view
from bot.playground.contract import METHODS, OF_AN_APP, Method
from bot.playground.refusals import SlackError
from tests.unit.playground.demo_bot import (
    actions,
    button,
    home,
    menu,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    text_input,
)

CONTRACTS = Path(__file__).parents[4] / "shared" / "contracts"

pytestmark = pytest.mark.skipif(
    not CONTRACTS.is_dir(), reason="needs ../shared/contracts, Slack's published contract: not part of this repository"
)


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    methods: dict[str, Any] = json.loads((CONTRACTS / "web-api-methods.json").read_text(encoding="utf-8"))
    return methods


@pytest.mark.parametrize(("name", "ours"), (METHODS | OF_AN_APP).items(), ids=(METHODS | OF_AN_APP).keys())
def test_what_we_know_of_a_method_is_what_slack_publishes(name: str, ours: Method, published: dict[str, Any]) -> None:
    theirs = published[name]
    assert ours.required == set(theirs["required"])
    assert ours.required | ours.optional == set(theirs["args"]) - {"team_id"}
    assert ours.scopes == set(theirs["bot_scopes"])
    assert f"t{ours.tier}" == theirs["rate_tier"]


def published_faults(method: str, args: dict[str, Any]) -> list[str]:
    spec = importlib.util.spec_from_file_location("check_calls", CONTRACTS / "check_calls.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    faults: list[str] = module.call_faults(method, args)
    return faults


def our_faults(method: str, args: dict[str, Any]) -> str:
    """The refusal, or nothing."""
    try:
        if method == "chat.postMessage":
            check_message(args["text"], args["blocks"])
        else:
            check_view(args["view"], Surface.MODAL if method == "views.open" else Surface.HOME)
    except SlackError as refusal:
        return str(refusal)
    return ""


def message(*blocks: Any, text: str = "Text") -> tuple[str, dict[str, Any]]:
    return "chat.postMessage", {"channel": "C1", "text": text, "blocks": list(blocks)}


def opened(view: Any) -> tuple[str, dict[str, Any]]:
    return "views.open", {"trigger_id": "1", "view": view}


def published_home(view: Any) -> tuple[str, dict[str, Any]]:
    return "views.publish", {"user_id": "U1", "view": view}


GOOD: dict[str, tuple[str, dict[str, Any]]] = {
    "a card": message(
        {"type": "header", "text": plain()},
        {"type": "context", "elements": [mrkdwn()]},
        section(),
        {"type": "divider"},
        actions(
            menu(initial_option=option(), placeholder=plain()),
            button(style="primary", value="1"),
            {"type": "overflow", "action_id": "more", "options": [option()]},
        ),
    ),
    "a rich list": message(
        {
            "type": "rich_text",
            "elements": [
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "Text"}]}],
                }
            ],
        }
    ),
    "a table": message({"type": "table", "rows": [[{"type": "raw_text", "text": "Text"}]]}),
    "a picture": message({"type": "image", "slack_file": {"id": "F1"}, "alt_text": "Text"}),
    "a modal": opened(
        modal(
            text_input(hint=plain(), optional=True, element={"multiline": True, "max_length": 500}),
            {"type": "input", "label": plain(), "element": {"type": "checkboxes", "options": [option()]}},
            section(accessory={"type": "external_select", "action_id": "find", "min_query_length": 1}),
            private_metadata="{}",
            callback_id="rate",
            notify_on_close=True,
        )
    ),
    "a home tab": published_home(home(section(accessory=button()), private_metadata="{}")),
}
BAD: dict[str, tuple[str, dict[str, Any]]] = {
    "a long section": message(section("x" * 3_001), text="x" * 3_001),
    "a long header": message({"type": "header", "text": plain("x" * 151)}, text="x" * 151),
    "a header in mrkdwn": message({"type": "header", "text": mrkdwn()}),
    "an unknown key": message(section(color="red")),
    "an unknown block": message({"type": "chart"}),
    "51 blocks": message(*[section()] * 51),
    "12,001 characters": message(*[section("Text " * 600)] * 4, section("Text")),
    "a long button": message(actions(button(text="x" * 76))),
    "six overflow options": message(actions({"type": "overflow", "options": [option(str(n)) for n in range(6)]})),
    "two options of one value": message(actions(menu("level", "a", "a"))),
    "one block_id twice": message(section(block_id="a"), section(block_id="a")),
    "one action_id twice": message(actions(button(), button())),
    "eleven context elements": message({"type": "context", "elements": [mrkdwn()] * 11}),
    "no elements": message(actions()),
    "a modal's long title": opened(modal(section(), title=plain("x" * 25))),
    "an input and no submit": opened({"type": "modal", "title": plain(), "blocks": [text_input()]}),
    "long metadata": opened(modal(section(), private_metadata="x" * 3_001)),
    "a title at home": published_home(home(section(), title=plain())),
    "101 blocks at home": published_home(home(*[section()] * 101)),
}


@pytest.mark.parametrize(("method", "args"), GOOD.values(), ids=GOOD.keys())
def test_a_good_payload_passes_both(method: str, args: dict[str, Any]) -> None:
    assert published_faults(method, args) == []
    assert our_faults(method, args) == ""


@pytest.mark.parametrize(("method", "args"), BAD.values(), ids=BAD.keys())
def test_a_bad_payload_passes_neither(method: str, args: dict[str, Any]) -> None:
    assert published_faults(method, args)
    assert our_faults(method, args)
