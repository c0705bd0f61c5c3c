"""Rung beside a Slack that somebody else has built: it is installed by OAuth, answers and writes there.

The emulator refuses calls whose scope wasn't granted, reads arguments from the body alone, and knows no dnd.teamInfo.
"""

import json
import os
import re
import select
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from bot.app import Rung, wired
from bot.domain.installations import Installation
from bot.domain.people import CurrentLevel, PersonId
from bot.messenger.channels import fetch_channel, members_of
from bot.playground import asgi
from bot.playground.signing import RequestKind, encoded, signed_headers
from bot.settings import Settings
from bot.slack.manifest import read_manifest
from bot.storage.encryption import new_key
from bot.storage.installations import find_installation
from bot.storage.people import set_current_level
from tests.scenario.many import HOST, Browser

FOLDER = os.environ.get("RUNG_TEST_EMULATOR")
PATIENCE = 60  # seconds until it serves, on a busy machine
SCOPES = read_manifest()["oauth_config"]["scopes"]["bot"]
SECRET = "signing-secret"

# What the emulator begins with: one workspace, its admin and its first channel.
TEAM, ADMIN, GENERAL = "T000000001", "U000000001", "C000000001"
WEBHOOK = f"services/{TEAM}/B000000001/X000000001"
ADMIN_TOKEN = "xoxp-of-the-admin"
SEED = {
    "slack": {
        "team": {"name": "Demo"},
        "strict_scopes": True,
        "oauth_apps": [
            {
                "client_id": "1.2",
                "client_secret": "client-secret",
                "name": "Rung",
                "redirect_uris": [f"{HOST}slack/oauth_redirect"],
                "scopes": SCOPES,
            }
        ],
        "tokens": [{"token": ADMIN_TOKEN, "user": "admin", "type": "user", "scopes": ["channels:manage"]}],
    }
}
START = """
import { createEmulator } from 'emulate'
const slack = await createEmulator({ service: 'slack', port: 0, seed: JSON.parse(process.argv[1]) })
console.log(new URL(slack.url).port)
"""


@pytest.fixture(scope="module")
def emulator() -> Iterator[str]:
    """Its address, which ends in a slash."""
    if FOLDER is None:
        pytest.skip("RUNG_TEST_EMULATOR names no folder with the emulator of Slack's API and Node")
    node = str(Path(FOLDER, "node_modules/.bin/node").resolve())
    command = [node, "--input-type=module", "--eval", START, json.dumps(SEED)]
    with subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told, _, _ = select.select([process.stdout], [], [], PATIENCE)
            assert told, "the emulator doesn't start"
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/"
        finally:
            process.terminate()


@dataclass(frozen=True, slots=True)
class There:
    """A Rung that calls the emulator, and what people do with both."""

    rung: Rung
    emulator: str
    web: aiohttp.ClientSession

    async def agree(self, begun: str) -> str:
        """Go where /slack/install leads, agree as the admin, and say where that leads."""
        async with self.web.get(begun) as page:
            form = (await page.text()).split("<form")[1]
        fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
        assert fields["user_id"] == ADMIN
        posted = self.web.post(f"{self.emulator}oauth/v2/authorize/callback", data=fields, allow_redirects=False)
        async with posted as answer:
            return answer.headers["Location"]

    async def send(self, kind: RequestKind, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Something that Slack tells Rung, and the answer once Rung has done all that follows from it."""
        content_type, body = encoded(kind, payload)
        headers = signed_headers(SECRET, body, datetime.now(UTC).timestamp())
        answer = await asgi.request(self.rung.front, "/slack/events", {"Content-Type": content_type, **headers}, body)
        assert answer.status == 200
        await self.rung.background.settled()
        return json.loads(answer.body) if answer.body else {}

    async def command(self, installed: Installation, text: str) -> dict[str, Any]:
        """Give a command; what answers it later is posted by the webhook that the emulator has from the start."""
        assert installed.token is not None
        token = installed.token.token
        trigger = await self.ask("views.generateTriggerId", token, user_id=ADMIN)
        form = {"team_id": TEAM, "user_id": ADMIN, "channel_id": GENERAL, "command": "/skill", "text": text}
        later = {"trigger_id": trigger["trigger_id"], "response_url": f"{self.emulator}{WEBHOOK}"}
        return await self.send(RequestKind.COMMAND, {**form, **later})

    async def ask(self, method: str, token: str, **args: str) -> dict[str, Any]:
        """Call the emulator as somebody else than Rung."""
        headers = {"Authorization": f"Bearer {token}"}
        async with self.web.post(f"{self.emulator}api/{method}", data=args, headers=headers) as answer:
            told: dict[str, Any] = await answer.json()
        assert told["ok"], told
        return told

    async def event(self, number: int, kind: str, **facts: str) -> None:
        event = {"type": kind, "user": ADMIN, "event_ts": f"{number}.0", **facts}
        authorizations = [{"team_id": TEAM, "enterprise_id": None, "is_enterprise_install": False}]
        envelope = {"type": "event_callback", "team_id": TEAM, "event_id": f"Ev{number}", "event": event}
        await self.send(RequestKind.EVENT, {**envelope, "authorizations": authorizations})

    async def shown(self, tab: str) -> str:
        """The rows that the emulator's own page lists, as text."""
        async with self.web.get(self.emulator, params={"tab": tab}) as page:
            rows = re.findall(r"<tr>(.*?)</tr>", await page.text(), re.DOTALL)
        return unescape("\n".join(re.sub(r"<[^>]+>", " ", row) for row in rows))


@pytest.fixture
async def there(emulator: str, sqlite_file: Path) -> AsyncIterator[There]:
    recorded = os.environ.get("RUNG_RECORD_CALLS")
    settings = Settings.model_construct().model_copy(
        update={
            "slack_api_url": f"{emulator}api/",
            "slack_client_id": "1.2",
            "slack_client_secret": SecretStr("client-secret"),
            "slack_signing_secret": SecretStr(SECRET),
            "public_url": HOST,
            "database_url": SecretStr(f"sqlite:///{sqlite_file}"),
            "encryption_keys": SecretStr(new_key()),
            "record_calls": Path(recorded) if recorded else None,
        }
    )
    async with aiohttp.ClientSession() as web, wired(settings) as rung:
        yield There(rung, emulator, web)


async def test_an_admin_installs_rung_and_is_answered_everywhere(there: There) -> None:
    browser = Browser(there.rung)
    begun = await browser.get("/slack/install")
    assert begun.link.startswith(f"{there.emulator}oauth/v2/authorize?")
    page = await browser.get(await there.agree(begun.link))
    assert (page.status, page.heading) == (200, "Rung is installed in Demo")
    await there.rung.background.settled()
    database, now = there.rung.parts.database, there.rung.parts.now()
    async with database.reading() as session:
        installed = await find_installation(session, TEAM)
    assert installed is not None
    assert (installed.scopes, installed.installed_by) == (frozenset(SCOPES), ADMIN)

    assert "Distributed Training" in json.dumps(await there.command(installed, "distributed-training senior"))
    assert await there.command(installed, "profile") == {}
    assert "Your role and level decide what is shown" in await there.shown("views")
    await there.event(1, "app_home_opened", tab="home", channel="D1")
    assert "app home   admin" in await there.shown("views")

    slack = there.rung.parts.slack(TEAM)
    direct = (await slack.call("conversations.open", users=ADMIN))["channel"]["id"]
    await there.event(2, "message", channel=direct, channel_type="im", text="distributed-training senior", ts="2.0")
    answered = (await slack.submit("conversations.history", channel=direct, limit=1))["messages"]
    assert "Distributed Training" in answered[0]["text"]

    level = CurrentLevel("senior")
    async with database.writing() as session:
        await set_current_level(session, PersonId(TEAM, ADMIN), "distributed-training", "llm-engineer", level, now)
    assert await there.command(installed, "export") == {}
    assert "Your data as a page to read" in await there.shown("files")

    await there.ask("conversations.invite", ADMIN_TOKEN, channel=GENERAL, users=installed.bot_user)
    await there.event(3, "app_mention", channel=GENERAL, text=f"<@{installed.bot_user}> list", ts="3.0")
    assert "Distributed Training" in await there.shown("messages")
    assert (await fetch_channel(slack, GENERAL)).has_rung
    assert {ADMIN, installed.bot_user} <= await members_of(slack, GENERAL)
