"""The page over HTTP: whom it answers, what it serves, what orders do."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.page.app import Page
from bot.playground.people import DIETER, EMMA, GUS, OLGA
from bot.playground.serving import CannotServe, served
from bot.playground.workspace import GENERAL, PRIVATE, TEAM
from tests.unit.playground.demo_bot import (
    MANIFEST,
    NOW,
    DemoBot,
    actions,
    button,
    menu,
    modal,
    option,
    text_input,
)


class Browser:
    """A client that names itself as a browser on this machine would."""

    def __init__(self, slack: LocalSlack, bot: DemoBot, session: aiohttp.ClientSession, url: str) -> None:
        self.slack, self.bot, self.session, self.url = slack, bot, session, url

    async def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        async with self.session.get(f"{self.url}{path}", headers=headers, allow_redirects=False) as response:
            told = {name.lower(): value for name, value in response.headers.items()}
            return response.status, (await response.read()).decode("utf-8", "replace"), told

    async def act(self, order: Any, person: str = EMMA, **headers: str) -> tuple[int, Any]:
        headers = {"Origin": self.url.rstrip("/")} | headers
        async with self.session.post(f"{self.url}{person}/act", data=json.dumps(order), headers=headers) as response:
            body = await response.text()
            return response.status, json.loads(body) if response.content_type == "application/json" else body

    async def told(self, person: str = EMMA, **order: Any) -> Any:
        """What an order that is sound is answered with."""
        status, told = await self.act(order, person)
        assert status == 200, told
        return told


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    slack, bot = LocalSlack(MANIFEST), DemoBot()
    slack.connect(bot)
    page = Page(slack, lambda typed, locale: [(f"{typed} senior", locale)])
    async with served(page) as url, aiohttp.ClientSession() as session:
        yield Browser(slack, bot, session, url)


async def test_it_begins_as_somebody_in_the_teams_channel(browser: Browser) -> None:
    status, _, headers = await browser.get("")
    assert (status, headers["location"]) == (302, f"/{EMMA}/{TEAM}")


async def test_a_page_may_run_nothing_but_our_own_script(browser: Browser) -> None:
    status, html, headers = await browser.get(f"{EMMA}/{TEAM}")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert "Demo workspace" in html


@pytest.mark.parametrize("host", ["rebound.example:3333", "rebound.example", "127.0.0.1.rebound.example", ""])
async def test_a_name_that_is_not_of_this_machine_gets_no_answer(browser: Browser, host: str) -> None:
    status, body, _ = await browser.get(f"{EMMA}/{TEAM}", Host=host)
    assert status in (400, 403)
    assert "Demo" not in body


async def test_localhost_is_this_machine(browser: Browser) -> None:
    assert (await browser.get(f"{EMMA}/{TEAM}", Host="localhost:3333"))[0] == 200


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "", "https://127.0.0.1"])
async def test_no_other_site_acts_here(browser: Browser, origin: str) -> None:
    status, _ = await browser.act({"act": "say", "channel": TEAM, "text": "Hello"}, Origin=origin)
    assert status == 403
    assert browser.slack.workspace.messages == []


@pytest.mark.parametrize(
    "path",
    ["nowhere", f"{EMMA}/C0NOWHERE", f"{GUS}/{TEAM}", f"{OLGA}/{TEAM}", f"U0NOBODY/{TEAM}", "static/none.css",
     "static/..%2Fapp.py", "static/page.css/more", "files/F1/x.png", f"{EMMA}/act"],
)  # fmt: skip
async def test_what_is_not_there_is_404(browser: Browser, path: str) -> None:
    assert (await browser.get(path))[0] == 404


@pytest.mark.parametrize(
    ("name", "kind"), [("page.css", "text/css"), ("page.js", "text/javascript"), ("rung.svg", "image/svg+xml")]
)
async def test_its_own_files_are_served(browser: Browser, name: str, kind: str) -> None:
    status, body, headers = await browser.get(f"static/{name}")
    assert (status, headers["content-type"].partition(";")[0]) == (200, kind)
    assert body


async def test_an_uploaded_picture_is_served(browser: Browser) -> None:
    file = browser.slack.workspace.add_file("chart.png", 4, "A chart")
    assert (await browser.get(f"files/{file.id}/chart.png"))[0] == 404
    file.content = b"\x89PNG"
    assert (await browser.get(f"files/{file.id}/chart.png"))[2]["content-type"] == "image/png"


async def test_a_file_that_is_no_picture_is_offered_to_be_saved(browser: Browser) -> None:
    file = browser.slack.workspace.add_file("data.json", 2, "")
    file.title, file.content = "Your data", "Я".encode()
    browser.slack.workspace.post(TEAM, BOT_USER_ID, "Here it is", NOW).files.append(file)

    _, html, _ = await browser.get(f"{EMMA}/{TEAM}")

    assert f'href="/files/{file.id}/data.json" download="data.json"><b>Your data</b>' in html
    assert f'<img src="/files/{file.id}' not in html
    _, body, headers = await browser.get(f"files/{file.id}/data.json")
    assert (body, headers["content-type"]) == ("Я", "text/plain; charset=utf-8")


async def test_the_theme_and_the_drawer_are_as_they_were_left(browser: Browser) -> None:
    _, html, _ = await browser.get(f"{EMMA}/{TEAM}", Cookie="theme=dark; calls=shown")
    assert 'data-theme="dark" data-calls="shown"' in html
    _, html, _ = await browser.get(f"{EMMA}/{TEAM}", Cookie='theme="><script>; calls=1')
    assert 'data-theme="system" data-calls="hidden"' in html


async def test_words_that_can_follow_are_asked_for_in_the_persons_language(browser: Browser) -> None:
    _, body, _ = await browser.get(f"{DIETER}/complete?typed=a%20%26b")
    assert json.loads(body) == [{"text": "a &b senior", "hint": "de-DE"}]


@pytest.mark.parametrize(
    "order",
    [None, [], {}, {"act": "dance"}, {"act": "say"}, {"act": "say", "text": 1, "channel": TEAM},
     {"act": "click", "surface": "m-1"}, {"act": "select", "surface": 1, "action": "a", "value": {}}],
)  # fmt: skip
async def test_an_order_that_the_page_never_sends_is_400_or_told(browser: Browser, order: Any) -> None:
    status, told = await browser.act(order)
    assert status == 400 or told["problem"]
    assert browser.bot.requests == []


async def test_a_command_is_sent_with_what_was_typed(browser: Browser) -> None:
    assert await browser.told(act="say", channel=TEAM, text=" /skill gpu for @Demo Emma ", thread=None) == {}
    heard = browser.bot.heard
    assert (heard["command"], heard["channel_id"]) == ("/skill", TEAM)
    assert heard["text"] == f"gpu for <@{EMMA}>"


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ({"text": "/other x", "channel": TEAM}, "/other is not a command"),
        ({"text": "/skill x", "channel": TEAM, "thread": "1.000001"}, "not supported in threads"),
        ({"text": "Hello", "channel": "C0NOBOT2"}, "can't write in"),
    ],
)
async def test_what_cannot_be_said_is_told(browser: Browser, order: dict[str, str], problem: str) -> None:
    told = await browser.told(act="say", **order)
    assert problem in told["problem"]


async def test_a_mention_is_made_of_a_name(browser: Browser) -> None:
    await browser.told(act="say", channel=GENERAL, text="@Rung, ask in #demo-team not @Rungs")
    [message] = browser.slack.workspace.messages
    assert message.text == f"<@{BOT_USER_ID}>, ask in <#{TEAM}> not @Rungs"
    assert browser.bot.requests[0]["event"]["type"] == "app_mention"


async def test_direct_messages_go_to_the_bot(browser: Browser) -> None:
    await browser.told(act="say", channel="messages", text="gpu")
    assert browser.bot.heard["event"]["channel_type"] == "im"


async def test_a_click_and_a_choice_reach_the_bot(browser: Browser) -> None:
    message = browser.slack.workspace.post(TEAM, BOT_USER_ID, "", NOW, blocks=[actions(button(value="7"), menu())])
    surface = f"m-{message.ts}"
    await browser.told(act="click", surface=surface, block="b0", action="go", value="7")
    assert browser.bot.heard["actions"][0]["value"] == "7"
    await browser.told(act="select", surface=surface, block="b0", action="level", value="two")
    assert browser.bot.heard["actions"][0]["selected_option"] == option("two")


async def test_what_is_gone_by_now_is_told(browser: Browser) -> None:
    message = browser.slack.workspace.post(TEAM, BOT_USER_ID, "", NOW, blocks=[actions(button())])
    browser.slack.workspace.delete(message)
    told = await browser.told(act="click", surface=f"m-{message.ts}", block="b0", action="go")
    assert told == {"problem": "That is no longer there"}
    told = await browser.told(act="submit", surface="v-V1")
    assert told == {"problem": "That is no longer there"}


async def test_what_is_typed_is_kept_however_unfinished(browser: Browser) -> None:
    view = browser.slack.workspace.modals.open(EMMA, modal(text_input(element={"min_length": 5})), TEAM)
    order = {"surface": f"v-{view.id}", "block": "note", "action": "words"}
    await browser.told(act="type", **order, value="abc")
    assert "abc" in (await browser.get(f"{EMMA}/{TEAM}"))[1]

    await browser.told(act="submit", surface=f"v-{view.id}")
    assert browser.bot.requests == []
    assert "Must be 5 to 3000 characters long; it is 3." in (await browser.get(f"{EMMA}/{TEAM}"))[1]

    await browser.told(act="type", **order, value="abcdef")
    await browser.told(act="submit", surface=f"v-{view.id}")
    assert browser.bot.heard["view"]["state"]["values"]["note"]["words"]["value"] == "abcdef"
    assert not view.is_open


async def test_a_text_that_is_too_long_is_kept_and_not_sent(browser: Browser) -> None:
    asking = {"min_length": 5, "max_length": 7}
    block = text_input(element=asking) | {"dispatch_action": True}
    view = browser.slack.workspace.modals.open(EMMA, modal(block), TEAM)
    order = {"surface": f"v-{view.id}", "block": "note", "action": "words"}

    assert await browser.told(act="select", **order, value="abcdefgh") == {}

    assert browser.bot.requests == []
    await browser.told(act="submit", surface=f"v-{view.id}")
    shown = (await browser.get(f"{EMMA}/{TEAM}"))[1]
    assert "abcdefgh" in shown
    assert "Must be 5 to 7 characters long; it is 8." in shown


async def test_nobody_uses_the_modal_of_another(browser: Browser) -> None:
    view = browser.slack.workspace.modals.open(EMMA, modal(text_input()), TEAM)
    for act in ("submit", "close"):
        told = await browser.told(DIETER, act=act, surface=f"v-{view.id}")
        assert told["problem"]
    order = {"surface": f"v-{view.id}", "block": "note", "action": "words", "value": "x"}
    assert (await browser.told(DIETER, act="type", **order))["problem"]
    assert view.is_open
    assert view.entries == {}


@pytest.mark.parametrize(("person", "channel"), [(EMMA, TEAM), (DIETER, PRIVATE), (GUS, TEAM), (EMMA, "C0NOWHERE")])
async def test_nobody_joins_twice_or_uninvited(browser: Browser, person: str, channel: str) -> None:
    before = {each.id: list(each.members) for each in browser.slack.workspace.channels.values()}
    assert (await browser.told(person, act="join", channel=channel))["problem"]
    assert {each.id: each.members for each in browser.slack.workspace.channels.values()} == before


async def test_shortcuts_are_chosen(browser: Browser) -> None:
    message = browser.slack.workspace.post(TEAM, EMMA, "Hello", NOW)
    await browser.told(act="shortcut", callback="ask")
    assert browser.bot.heard["type"] == "shortcut"
    await browser.told(act="shortcut", callback="look", surface=f"m-{message.ts}")
    assert browser.bot.heard["message"]["ts"] == message.ts


async def test_whoever_watches_hears_of_every_change(browser: Browser) -> None:
    async with browser.session.get(f"{browser.url}changes") as stream:
        assert stream.content_type == "text/event-stream"
        for change in (
            lambda: None,
            lambda: browser.slack.workspace.post(TEAM, EMMA, "Hello", NOW),
            lambda: browser.slack.backend.note("auth.test", {}, None),
            lambda: browser.slack.workspace.modals.open(EMMA, modal(), TEAM),
        ):
            change()
            async with asyncio.timeout(5):
                assert await stream.content.readuntil(b"\n\n") == b"data: changed\n\n"


async def test_a_port_in_use_is_told(browser: Browser) -> None:
    port = int(browser.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(CannotServe, match=f"127.0.0.1:{port}"):
        async with served(browser.slack.web_api, port):
            pass
