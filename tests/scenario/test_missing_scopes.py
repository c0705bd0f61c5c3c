"""Rung was installed before it needed a scope: what needs it doesn't work, and one person is told, once."""

import logging
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.playground import asgi
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, ROMAN
from bot.playground.records import Message
from bot.slack.manifest import read_manifest
from tests.scenario.conftest import Scene
from tests.scenario.many import FIRST, HOST, SECOND, Company, company, sqlite
from tests.scenario.reading import said, wording
from tests.scenario.test_coaching import check_in

ALL = read_manifest()["oauth_config"]["scopes"]["bot"]
LATER = ("dnd:read", "files:write")
EARLIER = [scope for scope in ALL if scope not in LATER]
TOLD = (
    "*Rung was brought up to date and needs more permissions than it had when you installed it.* What needs them "
    "doesn't work yet, everything else does. These are missing:"
)


@pytest.fixture
async def there(tmp_path: Path, migrated: Path) -> AsyncIterator[Company]:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path), public_url=HOST) as opened:
        yield opened


async def installed_long_ago(there: Company, tenant: str, user: str) -> None:
    browser = there.browser()
    address = (await there.begun(browser)).replace("%2C".join(ALL).replace(":", "%3A"), ",".join(EARLIER))
    assert (await browser.get(there.grid.agree(address, there.slack(tenant), user))).status == 200


def told(there: Company, tenant: str) -> list[Message]:
    return [message for message in there.slack(tenant).workspace.messages if "`dnd:read`" in message.text]


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_who_installed_it_is_told_once_in_their_language(there: Company, person: str) -> None:
    await installed_long_ago(there, FIRST, person)
    await there.install(SECOND)
    for _ in range(2):
        await there.rung.scopes.check()

    (message,) = told(there, FIRST)
    assert person in there.slack(FIRST).workspace.channels[message.channel].members
    assert wording(person, TOLD) in said(message)
    assert "• `dnd:read`\n• `files:write`" in said(message)
    assert f"<{HOST}slack/install|{wording(person, 'Install Rung again')}>" in said(message)
    assert told(there, SECOND) == []


async def test_installed_again_with_all_of_them_nobody_is_told(there: Company) -> None:
    await installed_long_ago(there, FIRST, ADA)
    await there.install(FIRST)
    await there.rung.scopes.check()
    assert told(there, FIRST) == []


async def test_where_slack_does_not_answer_it_is_told_the_next_time(there: Company) -> None:
    await installed_long_ago(there, FIRST, ADA)
    there.slack(FIRST).fail_next("chat.postMessage", Failure.http(503))
    await there.rung.scopes.check()
    assert told(there, FIRST) == []
    await there.rung.scopes.check()
    assert len(told(there, FIRST)) == 1


async def test_what_needs_no_missing_scope_goes_on(there: Company) -> None:
    await installed_long_ago(there, FIRST, ADA)
    assert "Distributed Training" in said(await check_in(there.scene(FIRST), EMMA))
    progress = await there.slack(FIRST).command(EMMA, "progress")
    assert any("rated" in said(message) for message in progress.messages)


async def test_where_the_token_is_a_setting_operators_are_told_once(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    installation = scene.slack.backend.installation
    scene.slack.backend.installation = replace(installation, scopes=installation.scopes - set(LATER))
    caplog.set_level(logging.WARNING, "bot")
    for _ in range(2):
        await scene.rung.scopes.check()
    problem = "Rung was installed without these scopes, install it again: dnd:read files:write"
    assert [record.getMessage() for record in caplog.records] == [problem]
    ready = await asgi.request(scene.rung.front, "/ready", {}, b"", "GET")
    assert (ready.status, problem in ready.body.decode()) == (200, True)
    scene.slack.backend.installation = installation
    await scene.rung.scopes.check()
    assert scene.rung.scopes.problem is None
