"""A company with several workspaces, in which one Rung is installed by OAuth."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from pydantic import SecretStr

from bot.app import Rung, wired
from bot.domain.installations import Installation
from bot.playground import asgi
from bot.playground.grid import LocalGrid
from bot.playground.local_slack import LocalSlack
from bot.playground.oauth import Authorizations
from bot.playground.people import ADA
from bot.playground.workspace import Workspace, demo_workspace
from bot.settings import Settings
from bot.slack.manifest import manifest_for, read_manifest
from bot.storage.encryption import new_key
from bot.storage.installations import find_installation
from tests.scenario.conftest import UNHURRIED, Clock, Scene

KEY = new_key()
HOST = "https://rung.test/"
FIRST, SECOND, WHOLE = "T0FIRST", "T0SECOND", "E0WHOLE"


@dataclass(slots=True)
class Browser:
    """Goes where it is sent, and brings its cookies along."""

    rung: Rung
    language: str = "en"
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, address: str) -> "Page":
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Accept-Language": self.language, **({"Cookie": cookies} if cookies else {})}
        answer = await asgi.request(self.rung.front, address.removeprefix(HOST.rstrip("/")), headers, b"", "GET")
        if (cookie := answer.headers.get("set-cookie")) is not None:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Page(answer.status, answer.headers, answer.body.decode())


@dataclass(frozen=True, slots=True)
class Page:
    status: int
    headers: Mapping[str, str]
    html: str

    @property
    def heading(self) -> str:
        return self._text(re.search(r"<h1>(.*?)</h1>", self.html, re.DOTALL))

    @property
    def said(self) -> str:
        return self._text(re.search(r"<main>(.*)</main>", self.html, re.DOTALL))

    @property
    def link(self) -> str:
        found = re.search(r'<a class="action" href="([^"]*)"', self.html)
        assert found is not None
        return unescape(found[1])

    def _text(self, found: re.Match[str] | None) -> str:
        assert found is not None
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1]))).strip()


@dataclass(frozen=True, slots=True)
class Company:
    """The workspaces in the order of their ids; `whole` is one of an enterprise, which installs Rung for all of it."""

    grid: LocalGrid
    rung: Rung
    clock: Clock
    settings: Settings

    def slack(self, tenant: str) -> LocalSlack:
        return next(one for one in self.grid.slacks if tenant in (one.workspace.enterprise_id, one.workspace.team_id))

    def scene(self, tenant: str) -> Scene:
        return Scene(self.slack(tenant), self.rung, self.clock, self.settings)

    def browser(self, language: str = "en") -> Browser:
        return Browser(self.rung, language)

    async def begun(self, browser: Browser) -> str:
        """Where somebody is led who begins an installation."""
        return (await browser.get("/slack/install")).link

    async def install(self, tenant: str, browser: Browser | None = None) -> Page:
        browser = browser or self.browser()
        page = await browser.get(self.grid.agree(await self.begun(browser), self.slack(tenant), ADA))
        await self.rung.background.settled()
        return page

    async def uninstall(self, tenant: str, *events: str) -> None:
        """Take Rung away, and tell it so by these events in this order."""
        slack = self.slack(tenant)
        self.grid.authorizations.revoke(slack.workspace)
        for event in events:
            await (slack.uninstall() if event == "app_uninstalled" else slack.revoke_tokens())

    async def installation(self, tenant: str) -> Installation | None:
        async with self.rung.parts.database.reading() as session:
            return await find_installation(session, tenant)

    def granted(self, tenant: str) -> list[str]:
        """The tokens that work."""
        grants = self.grid.authorizations.grants.values()
        return [one.token for one in grants if one.workspace is self.slack(tenant).workspace and not one.is_revoked]


def workspace(team: str, enterprise: str | None = None) -> Workspace:
    made = demo_workspace()
    made.team_id, made.enterprise_id = team, enterprise
    made.name, made.domain = f"Demo <{enterprise or team}>", (enterprise or team).lower()
    return made


@asynccontextmanager
async def company(database_url: str, *, rotates: bool = False, **changes: object) -> AsyncIterator[Company]:
    """Three workspaces with the same people, and a Rung that none has installed yet."""
    clock = Clock()
    manifest = manifest_for(read_manifest(), command="/skill", url=HOST)
    spaces = [workspace(FIRST), workspace(SECOND), workspace("T0INWHOLE", WHOLE)]
    authorizations = Authorizations("1.2", "client-secret", f"{HOST}slack/oauth_redirect", clock, rotates)
    grid = LocalGrid([LocalSlack(manifest, workspace=one, now=clock) for one in spaces], authorizations)
    async with grid.serving() as api_url:
        settings = Settings.model_construct().model_copy(
            update={
                "slack_api_url": api_url,
                "slack_client_id": "1.2",
                "slack_client_secret": SecretStr("client-secret"),
                "slack_signing_secret": SecretStr(grid.slacks[0].signing_secret),
                "database_url": SecretStr(database_url),
                "encryption_keys": SecretStr(KEY),
                **changes,
            }
        )
        async with wired(settings, now=clock.moment, monotonic=clock, patience=UNHURRIED) as rung:
            for slack in grid.slacks:
                slack.connect(rung.front, rung.background.settled)
            yield Company(grid, rung, clock, settings)
            await rung.background.settled()


def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'rung.db'}"
