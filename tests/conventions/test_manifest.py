"""What the bot listens to and calls stands in app.manifest.yml, and the other way round."""

import ast
import json
from collections.abc import Iterator

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest

from bot.doctor.manifest import SCOPE_OF_EVENT
from bot.playground.contract import METHODS
from bot.settings import Settings
from bot.slack.manifest import EVENTS_PATH, in_socket_mode, manifest_for, read_manifest
from tests.conventions.repository import ROOT, nodes, table

MANIFEST = read_manifest()
SCHEMA = ROOT.parent / "shared/contracts/app-manifest.schema.json"
GRANTED = set(MANIFEST["oauth_config"]["scopes"]["bot"])
COMMANDS = MANIFEST["features"]["slash_commands"]
SETTINGS = MANIFEST["settings"]

NEED_NO_SCOPE = {"app_home_opened", "app_uninstalled", "tokens_revoked"}
SCOPE_OF_COMMANDS = "commands"


def registered(kind: str) -> list[ast.expr]:
    """What is given to `app.<kind>(...)`, in the listeners."""
    return [
        node.args[0]
        for node in nodes("bot/slack")
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == kind
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "app"
    ]


def called_methods() -> set[str]:
    """The Web API methods that are named in the rooms that call Slack."""
    rooms = ("bot/messenger", "bot/slack", "bot/surfaces", "bot/services")
    constants = (node.value for room in rooms for node in nodes(room) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and value in METHODS}


def literals(given: list[ast.expr]) -> set[str]:
    return {ast.literal_eval(each) for each in given}


@pytest.mark.parametrize("url", ["https://rung.your-company.com", None], ids=["http", "socket mode"])
def test_case_29_recipients_can_answer(url: str | None) -> None:
    """By writing back, which Rung hears of, and by buttons; in what an operator is given to paste."""
    printed = manifest_for(read_manifest(), command="/growth", url=url)
    given = printed if url else in_socket_mode(printed)
    home, settings = given["features"]["app_home"], given["settings"]
    assert home["messages_tab_enabled"] is True
    assert home["messages_tab_read_only_enabled"] is False
    assert "message.im" in settings["event_subscriptions"]["bot_events"]
    assert settings["interactivity"]["is_enabled"] is True
    assert {"im:history", "chat:write"} <= set(given["oauth_config"]["scopes"]["bot"])


def test_every_event_is_subscribed_to_and_listened_to() -> None:
    subscribed = {event.partition(".")[0] for event in SETTINGS["event_subscriptions"]["bot_events"]}
    assert literals(registered("event")) == subscribed


def test_the_one_command_is_the_one_that_is_listened_to() -> None:
    assert [ast.unparse(given) for given in registered("command")] == ["parts.command"]
    assert [command["command"] for command in COMMANDS] == [Settings.model_fields["command"].default]


def test_shortcuts_are_declared_where_they_are_listened_to() -> None:
    declared = {shortcut["callback_id"] for shortcut in MANIFEST["features"].get("shortcuts", [])}
    assert literals(registered("shortcut")) == declared


def test_clicks_are_sent_to_the_bot_that_listens_to_them() -> None:
    assert registered("action")
    assert registered("view")
    assert SETTINGS["interactivity"]["is_enabled"] is True


def test_people_and_channels_that_are_typed_arrive_as_ids() -> None:
    assert all(command["should_escape"] for command in COMMANDS)


def test_a_method_is_called_only_with_a_scope_for_it() -> None:
    methods = called_methods()
    assert {"users.info", "views.open", "chat.postMessage"} <= methods
    ungranted = {name for name in methods if METHODS[name].scopes and not METHODS[name].scopes & GRANTED}
    assert ungranted == set()


def test_no_scope_is_asked_for_that_nothing_needs() -> None:
    needed = {scope for name in called_methods() for scope in METHODS[name].scopes}
    events = set(SETTINGS["event_subscriptions"]["bot_events"]) - NEED_NO_SCOPE
    needed |= {SCOPE_OF_EVENT[event] for event in events}
    needed |= {SCOPE_OF_COMMANDS} if COMMANDS else set()
    assert needed >= GRANTED


def test_each_scope_is_explained_to_whoever_installs() -> None:
    explained = {row["Scope"]: row["What for"] for row in table(ROOT / "docs/install.md", "Scope")}
    assert set(explained) == GRANTED
    assert all(reason.endswith(".") for reason in explained.values())


def addresses() -> Iterator[str]:
    yield from (command["url"] for command in COMMANDS)
    yield SETTINGS["event_subscriptions"]["request_url"]
    yield SETTINGS["interactivity"]["request_url"]


def test_everything_is_sent_to_one_address() -> None:
    assert len(set(addresses())) == 1
    assert next(addresses()).endswith(EVENTS_PATH)


@pytest.mark.parametrize("org_wide", [True, False])
def test_many_workspaces_can_install_it_where_it_is_reached(org_wide: bool) -> None:
    given = manifest_for(MANIFEST, command="/skill", url="https://rung.your-company.com/", org_wide=org_wide)
    assert given["oauth_config"]["redirect_urls"] == ["https://rung.your-company.com/slack/oauth_redirect"]
    assert given["settings"]["org_deploy_enabled"] is org_wide


@pytest.mark.skipif(not SCHEMA.exists(), reason="needs ../shared/contracts: not part of this repository")
def test_the_manifest_is_what_slack_publishes_as_its_form() -> None:
    jsonschema.validate(MANIFEST, json.loads(SCHEMA.read_text("utf-8")))
