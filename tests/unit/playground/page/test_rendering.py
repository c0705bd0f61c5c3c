"""Whole pages: every block is shown, everything is escaped, ids are unique."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from bot.playground.blocks import EVERYWHERE, Surface, block_faults
from bot.playground.checks import view_faults
from bot.playground.elements import CHOICES, PICKERS, SELECTS, TEXT_INPUTS
from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.page.rendering import render
from bot.playground.page.scene import HOME, Memory, Scene
from bot.playground.people import EMMA
from bot.playground.workspace import TEAM
from tests.unit.playground.demo_bot import MANIFEST, NOW, home, mrkdwn, section
from tests.unit.playground.page.sink import MESSAGE, MODAL

VOID = {"br", "hr", "img", "input", "link", "meta", "path", "circle"}
KNOWN = {*EVERYWHERE, "table", "markdown", "button", "overflow", *SELECTS, *CHOICES, *PICKERS, *TEXT_INPUTS}


class Document(HTMLParser):
    """The elements of a page; parsing fails where tags don't close what was opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "template" not in self.open:  # what stands in one is no part of the page yet
            self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, attribute: str) -> list[str]:
        return [str(attributes[attribute]) for _, attributes in self.elements if attributes.get(attribute)]


def kinds(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from kinds(item)
    elif isinstance(node, dict):
        yield node.get("type", "")
        for value in node.values():
            yield from kinds(value)


@pytest.fixture
def slack() -> LocalSlack:
    return LocalSlack(MANIFEST)


def shown(slack: LocalSlack, place: str = TEAM) -> str:
    scene = Scene(slack, Memory(), slack.workspace.people[EMMA], place)
    return render(scene, theme="system", shows_calls=True)


def test_the_sink_holds_everything_that_slack_knows_and_is_sound() -> None:
    assert {*kinds(MESSAGE), *kinds(MODAL)} >= KNOWN
    assert block_faults(MESSAGE, Surface.MESSAGE) == []
    assert view_faults(MODAL, Surface.MODAL) == []


def test_everything_is_shown_at_once(slack: LocalSlack) -> None:
    slack.workspace.post(TEAM, BOT_USER_ID, "Everything", NOW, blocks=MESSAGE)
    slack.workspace.post(TEAM, BOT_USER_ID, "Everything", NOW, blocks=MESSAGE, only_for=EMMA)
    slack.workspace.modals.open(EMMA, MODAL, TEAM)
    slack.backend.note("views.open", {"view": MODAL}, "invalid_arguments", ("[ERROR] <too> long",))
    document = Document(shown(slack))
    ids = document.values("id")
    assert sorted(ids) == sorted(set(ids))
    for attribute in ("for", "aria-labelledby", "aria-controls", "aria-describedby", "popovertarget"):
        assert {name for value in document.values(attribute) for name in value.split()} <= {
            *ids,
            "confirm-title",
            "confirm-text",
        }


def test_a_home_tab_is_shown(slack: LocalSlack) -> None:
    slack.workspace.modals.publish(EMMA, home(*[block for block in MESSAGE if block["type"] != "markdown"]))
    Document(shown(slack, HOME))


def test_what_the_app_sends_never_becomes_markup(slack: LocalSlack) -> None:
    evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"

    def spoilt(node: Any, key: str = "") -> Any:
        if isinstance(node, list):
            return [spoilt(item) for item in node]
        if isinstance(node, dict):
            return {name: spoilt(value, name) for name, value in node.items()}
        return f"{node}{evil}" if key in ("text", "alt_text", "value", "url", "image_url", "fallback") else node

    slack.workspace.post(TEAM, BOT_USER_ID, evil, NOW, blocks=spoilt(MESSAGE))
    slack.workspace.post(TEAM, EMMA, evil, NOW)
    slack.workspace.modals.open(EMMA, spoilt(MODAL), TEAM)
    slack.backend.note(evil, {evil: evil}, evil, (evil,))
    slack.workspace.change_person(EMMA, name=evil, title=evil)
    document = Document(shown(slack))
    scripts = [attributes for tag, attributes in document.elements if tag == "script"]
    assert [attributes.get("src") for attributes in scripts] == ["/static/page.js", None]
    assert scripts[1] == {"type": "application/json", "id": "offers"}
    assert not any(
        name.startswith("on") or name == "style" for _, attributes in document.elements for name in attributes
    )
    assert not [url for url in document.values("href") if re.match(r"\s*javascript:", url, re.IGNORECASE)]


def test_only_what_is_ephemeral_is_marked_so(slack: LocalSlack) -> None:
    slack.workspace.post(TEAM, BOT_USER_ID, "For all", NOW)
    assert "Only visible to you" not in shown(slack)
    slack.workspace.post(TEAM, BOT_USER_ID, "For Emma", NOW, only_for=EMMA)
    assert shown(slack).count("Only visible to you") == 1


def test_a_change_is_marked_and_what_is_deleted_is_gone(slack: LocalSlack) -> None:
    message = slack.workspace.post(TEAM, BOT_USER_ID, "Before", NOW)
    slack.workspace.edit(message, NOW, "", [section("After")])
    assert "(edited)" in shown(slack)
    assert "After" in shown(slack)
    slack.workspace.delete(message)
    assert "After" not in shown(slack)


def test_shortcuts_of_the_manifest_are_offered(slack: LocalSlack) -> None:
    slack.workspace.post(TEAM, EMMA, "Hello", NOW)
    callbacks = Document(shown(slack)).values("data-callback")
    assert callbacks == ["look", "ask"]


def test_entries_stand_where_they_were_made(slack: LocalSlack) -> None:
    view = slack.workspace.modals.open(EMMA, MODAL, TEAM)
    slack.fill(EMMA, view, {"story": "Once </textarea>", "static_select": "two", "users_select": EMMA})
    html = shown(slack)
    assert "Once &lt;/textarea&gt;</textarea>" in html
    chosen = re.findall(r'class="picker-value">([^<]*)<', html)
    assert {"Second choice", "Demo Emma"} <= {words.strip() for words in chosen}


def test_mentions_go_by_name(slack: LocalSlack) -> None:
    slack.workspace.post(TEAM, BOT_USER_ID, "", NOW, blocks=[{"type": "section", "text": mrkdwn(f"<@{EMMA}>")}])
    assert '<span class="mention">@Demo Emma</span>' in shown(slack)
