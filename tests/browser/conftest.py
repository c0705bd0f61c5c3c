"""The page in Chromium: a local Slack with a whole Rung in it, and browsers that look at it."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright, expect
from pydantic import SecretStr

from bot.app import Rung, wired
from bot.demo import DemoClock, go_to_monday, page_of
from bot.playground.local_slack import LocalSlack
from bot.playground.page.app import Page as LocalPage
from bot.playground.people import EMMA
from bot.playground.serving import served
from bot.playground.workspace import TEAM
from bot.preview import previewed
from bot.settings import BUNDLED_CONTENT, Settings
from bot.slack.manifest import manifest_for, read_manifest

SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
FAINT_WORDS = Path(__file__).with_name("faint_words.js").read_text("utf-8")
START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)  # a Monday: by default Rung writes on Tuesdays
PATIENCE = 10_000  # milliseconds: how long a condition may take on a busy machine

expect.set_options(timeout=PATIENCE)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium isn't installed: the page can't be looked at")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield started
        await started.close()


@dataclass(frozen=True, slots=True)
class Window:
    """One browser window of one person."""

    page: Page
    errors: list[str]
    shots: Path

    @property
    def field(self) -> Locator:
        """Where messages are written."""
        return self.page.locator("#composer-text")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def card(self) -> Locator:
        """The last message."""
        return self.log.locator(".message").last

    @property
    def modal(self) -> Locator:
        return self.page.locator("#modal")

    async def ask(self, text: str) -> Locator:
        """Type something and send it; gives the answer, which must be a new message."""
        before = await self.log.locator(".message").count()
        await self.field.fill(text)
        await self.field.press("Enter")
        await expect(self.log.locator(".message")).to_have_count(before + 1)
        return self.card

    async def pick(self, menu: Locator, item: str) -> None:
        """Choose something in the overflow menu that a surface has."""
        await menu.get_by_role("button", name="More actions").click()
        await self.page.get_by_role("menuitem", name=item, exact=True).click()

    async def rate(self, nth: int, rating: str) -> None:
        """Rate the nth statement of the page that the window shows."""
        await self.statement(nth).get_by_label(rating, exact=True).check()

    def statement(self, nth: int) -> Locator:
        """The ratings of the nth statement."""
        return self.modal.get_by_role("radiogroup").nth(nth)

    async def close(self) -> None:
        """Close the modal, by whatever its button is called."""
        await self.modal.locator("#modal-close").click()
        await expect(self.modal).to_be_hidden()

    async def follow(self, link: Locator) -> None:
        async with self.page.expect_navigation():
            await link.click()

    async def choose(self, menu: Locator, option: str) -> None:
        await menu.click()
        await self.page.get_by_role("option", name=option, exact=True).click()

    async def shoot(self, name: str) -> None:
        """Leave a picture of the window, to be looked at."""
        await self.page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
        await self.page.screenshot(path=self.shots / f"{name}.png")

    async def overflows(self) -> bool:
        """Whether anything is cut off at the right, or has to be scrolled to."""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    async def faint_words(self) -> list[str]:
        """The words whose contrast is below 4.5 to 1, each with its contrast."""
        found: list[str] = await self.page.evaluate(FAINT_WORDS)
        return found


OpenWindow = Callable[..., Awaitable[Window]]


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go: RUNG_SCREENSHOTS, or nowhere that lasts."""
    folder = os.environ.get("RUNG_SCREENSHOTS")
    place = Path(folder) if folder else tmp_path_factory.mktemp("screenshots")
    place.mkdir(parents=True, exist_ok=True)
    return place


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(browser: Browser, shots: Path) -> AsyncIterator[OpenWindow]:
    """Opens a window at a page of a local Slack. No script may fail, and the page's policy may refuse nothing."""
    contexts: list[BrowserContext] = []
    windows: list[Window] = []

    async def opened(
        url: str, person: str = EMMA, place: str = TEAM, *, size: dict[str, int] = DESKTOP, theme: str = "light"
    ) -> Window:
        context = await browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page, errors = await context.new_page(), list[str]()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        windows.append(Window(page, errors, shots))
        await page.goto(f"{url}{person}/{place}")
        return windows[-1]

    yield opened
    for context in contexts:
        await context.close()
    assert [error for window in windows for error in window.errors] == []


@dataclass(frozen=True, slots=True)
class World:
    """A local Slack with Rung installed, and where its page is."""

    slack: LocalSlack
    rung: Rung
    url: str


@asynccontextmanager
async def opened_world(folder: Path, content: Path = BUNDLED_CONTENT) -> AsyncIterator[World]:
    """A world whose database lies in `folder`."""
    recorded = os.environ.get("RUNG_RECORD_CALLS")
    clock = DemoClock(START)
    slack = LocalSlack(manifest_for(read_manifest(), command="/skill", url=None), now=clock.seconds)
    async with AsyncExitStack() as stack:
        settings = Settings.model_construct().model_copy(
            update={
                "slack_api_url": await stack.enter_async_context(slack.serving()),
                "slack_bot_token": SecretStr(slack.bot_token),
                "slack_signing_secret": SecretStr(slack.signing_secret),
                "database_url": SecretStr(f"sqlite:///{folder}/rung.db"),
                "content_dir": content,
                "record_calls": Path(recorded) if recorded else None,
            }
        )
        rung = await stack.enter_async_context(wired(settings, now=clock.moment))
        slack.connect(rung.front, rung.background.settled)
        slack.pass_time = partial(go_to_monday, rung, clock)
        preview = await stack.enter_async_context(previewed(content, settings))
        yield World(slack, rung, await stack.enter_async_context(served(page_of(slack, rung, preview))))


@pytest_asyncio.fixture(loop_scope="session")
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with opened_world(tmp_path) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def page_url() -> AsyncIterator[Callable[[LocalSlack], Awaitable[str]]]:
    """Serves the page of a local Slack that a test has made; gives its url."""
    async with AsyncExitStack() as stack:

        async def serve(slack: LocalSlack) -> str:
            return await stack.enter_async_context(served(LocalPage(slack)))

        yield serve
