"""The exported site: read on a desk and on a phone, in both themes, from the keyboard, and on paper."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.catalog.loader import load_framework
from bot.i18n.translator import Catalogs
from bot.settings import BUNDLED_CONTENT
from bot.text.site import site
from tests.browser.conftest import DESKTOP, FAINT_WORDS, PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

OVERFLOWS = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name, page in site(load_framework(BUNDLED_CONTENT), Catalogs.load()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page, "utf-8")
    return folder


@pytest_asyncio.fixture(loop_scope="session", params=["light", "dark"])
async def page(request: pytest.FixtureRequest, browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport=DESKTOP, color_scheme=request.param, java_script_enabled=True)  # type: ignore[arg-type]
    opened = await context.new_page()
    troubles: list[str] = []
    opened.on("console", lambda line: troubles.append(line.text))
    opened.on("requestfailed", lambda failed: troubles.append(failed.url))
    yield opened
    await context.close()
    assert troubles == []


async def test_somebody_reads_the_framework_without_slack(page: Page, pages: Path, shots: Path) -> None:
    theme = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'")
    await page.goto((pages / "index.html").as_uri())
    assert await page.evaluate(FAINT_WORDS) == []
    await page.screenshot(path=shots / f"site-{theme}-index.png", full_page=True)

    await page.get_by_role("link", name="LLM Engineer").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("LLM Engineer")
    matrix = page.get_by_role("table")
    await expect(matrix.get_by_role("columnheader")).to_have_text(
        ["Skill", "Junior", "Middle", "Senior", "Lead / Staff", "Principal"]
    )
    assert await page.evaluate(FAINT_WORDS) == []
    await page.screenshot(path=shots / f"site-{theme}-role.png", full_page=True)
    await matrix.get_by_role("row", name="Distributed Training").get_by_role("link", name="optional").nth(2).click()

    await expect(page.locator("#llm-engineer--senior")).to_be_in_viewport()
    await expect(page.locator("#llm-engineer--senior ~ ul li")).to_have_count(3)
    await page.get_by_role("link", name="Deutsch").click()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Verteiltes Training")
    assert await page.evaluate(FAINT_WORDS) == []
    await page.screenshot(path=shots / f"site-{theme}-skill.png")

    await page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert not await page.evaluate(OVERFLOWS)
    await page.screenshot(path=shots / f"site-{theme}-phone-skill.png")
    await page.goto((pages / "ru/roles/llm-engineer.html").as_uri())
    assert not await page.evaluate(OVERFLOWS)
    await page.screenshot(path=shots / f"site-{theme}-phone-role.png")
    await page.emulate_media(media="print")
    await expect(page.get_by_role("navigation")).to_be_hidden()
