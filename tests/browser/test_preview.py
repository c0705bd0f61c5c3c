"""The preview as an author has it beside the editor: it follows each save, and marks what is left to translate."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.playground.page.preview_app import PreviewApp
from bot.playground.serving import served
from bot.preview import previewed
from bot.settings import BUNDLED_CONTENT, Settings
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, Window, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

SKILL = "skills/distributed-training/skill.yaml"
BEFORE, AFTER = "Designs the strategy for training a large LLM", "Designs and defends the strategy for a large LLM"
CARD = "?skill=distributed-training&role=llm-engineer&level=senior&language="
STALE = "older than the English"


@dataclass(frozen=True, slots=True)
class Desk:
    """A copy of the bundled content with a preview that looks at it all the time."""

    directory: Path
    url: str

    def edit(self, file: str, change: Callable[[str], str]) -> None:
        path = self.directory / file
        before = path.read_text("utf-8")
        assert change(before) != before
        path.write_text(change(before), "utf-8")


@pytest_asyncio.fixture(loop_scope="session")
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    directory = copytree(BUNDLED_CONTENT, tmp_path / "content")
    async with AsyncExitStack() as stack:
        preview = await stack.enter_async_context(previewed(directory, Settings.model_construct(), every=0.05))
        yield Desk(directory, await stack.enter_async_context(served(PreviewApp(preview))))


def card(window: Window) -> Locator:
    return window.page.locator("#card")


def statement(window: Window, words: str) -> Locator:
    return card(window).get_by_role("listitem").filter(has_text=words)


def without_statement(overlay: str) -> str:
    """An overlay of which the first statement is gone, of one line or of two."""
    return re.sub(r"(?m)(^statements:\n)  \S+:.*\n(?:    .*\n)*", r"\1", overlay, count=1)


async def look_at(window: Window, name: str) -> None:
    """Everything is within the window and can be read; a picture of it is left."""
    assert not await window.overflows()
    assert await window.faint_words() == []
    await window.shoot(f"preview-{name}")


@pytest.mark.parametrize(
    ("locale", "language", "words", "size", "theme"),
    [("de", "German", "3D-Parallel", DESKTOP, "light"), ("ru", "Russian", "3D parallelism", PHONE, "dark")],
)
async def test_a_saved_edit_shows_and_makes_the_translation_stale(
    desk: Desk, open_window: OpenWindow, locale: str, language: str, words: str, size: dict[str, int], theme: str
) -> None:
    window = await open_window(desk.url, "preview", f"{CARD}{locale}", size=size, theme=theme)
    await expect(card(window)).to_contain_text(words)
    await expect(window.page.locator("#open-texts")).to_contain_text(f"Nothing is missing or stale in {language}.")
    await expect(window.page.locator("#remarks")).to_contain_text("The check finds nothing else in this skill.")
    await look_at(window, f"{locale}-whole")
    await window.page.evaluate("scrollTo(0, 120)")

    desk.edit(SKILL, lambda text: text.replace(BEFORE, AFTER))

    mark = statement(window, words).get_by_role("button", name=STALE)
    await expect(mark).to_be_visible()
    await expect(window.page.locator("#open-texts")).to_contain_text(f"To translate into {language}: 1")
    assert await window.page.evaluate("scrollY") == 120
    await mark.click()
    await expect(window.page.locator(":popover-open")).to_contain_text(AFTER)
    await look_at(window, f"{locale}-stale")
    await window.page.keyboard.press("Escape")

    await window.page.get_by_label("Language").select_option("en")
    await expect(card(window)).to_contain_text(AFTER)
    await expect(card(window).get_by_text(STALE)).to_have_count(0)
    await expect(window.page).to_have_url(re.compile("language=en"))


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "dark"), (PHONE, "light")])
async def test_what_is_missing_is_marked_wherever_it_stands(
    desk: Desk, open_window: OpenWindow, size: dict[str, int], theme: str
) -> None:
    window = await open_window(desk.url, "preview", f"{CARD.replace('senior', 'junior')}de", size=size, theme=theme)
    await expect(card(window)).to_contain_text("Erwartet auf Level Junior")

    desk.edit("skills/distributed-training/de.yaml", without_statement)
    desk.edit("roles.yaml", lambda text: text.replace("de: LLM Engineer, ", "", 1))

    await expect(card(window).get_by_text("no German yet")).to_have_count(2)
    await expect(window.page.locator("#nudges").get_by_text("no German yet").first).to_be_attached()
    texts = window.page.locator("#open-texts").get_by_role("listitem")
    await expect(texts).to_have_count(2)
    await texts.first.get_by_text("The English").click()
    await look_at(window, f"missing-{theme}")
    await window.page.locator("#nudges").scroll_into_view_if_needed()
    await window.shoot(f"preview-nudges-{theme}")


async def test_a_broken_file_is_told_over_the_last_good_card(desk: Desk, open_window: OpenWindow) -> None:
    window = await open_window(desk.url, "preview", f"{CARD}de")
    await expect(card(window)).to_contain_text("3D-Parallel")

    desk.edit(SKILL, lambda text: text.replace("- trade-memory-for-step-time", "- trade-memory-for-steptime"))

    faults = window.page.get_by_role("alert")
    await expect(faults).to_contain_text(re.compile(re.escape(SKILL) + r":\d+"))
    await expect(faults).to_contain_text('did you mean "trade-memory-for-step-time"?')
    await expect(card(window)).to_contain_text("3D-Parallel")
    await look_at(window, "fault")

    desk.edit(SKILL, lambda text: text.replace("- trade-memory-for-steptime", "- trade-memory-for-step-time"))
    await expect(faults).to_have_count(0)


async def test_a_page_that_began_without_content_shows_it_once_it_is_whole(desk: Desk, open_window: OpenWindow) -> None:
    desk.edit("locales.yaml", lambda text: f"{text}\n: [")
    window = await open_window(desk.url, "preview", f"{CARD}de", theme="dark")
    await expect(window.page.get_by_role("alert")).to_contain_text("There is nothing to show yet.")
    await window.shoot("preview-nothing")

    desk.edit("locales.yaml", lambda text: text.replace("\n: [", ""))
    await expect(card(window)).to_contain_text("3D-Parallel")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
async def test_the_overview_leads_to_every_card(
    desk: Desk, open_window: OpenWindow, size: dict[str, int], theme: str
) -> None:
    desk.edit(SKILL, lambda text: text.replace(BEFORE, AFTER).replace("updated: 20", "updated: 19"))
    desk.edit("locales.yaml", lambda text: text.replace("ru]", "ru, pt_BR]"))
    window = await open_window(desk.url, "preview", "", size=size, theme=theme)
    row = window.page.get_by_role("row").filter(has_text="Distributed Training")
    await expect(row).to_contain_text("1 stale")
    await expect(row.get_by_role("link", name="1 in Distributed Training")).to_be_visible()
    await look_at(window, f"overview-{theme}")

    await window.follow(row.get_by_role("link", name="in Portuguese (Brazil)"))

    await expect(card(window).get_by_text("no Portuguese (Brazil) yet").first).to_be_visible()
    await expect(window.page.locator("#remarks")).to_contain_text("[outdated]")
    await look_at(window, f"new-language-{theme}")


async def test_what_is_chosen_stands_in_the_address(desk: Desk, open_window: OpenWindow) -> None:
    window = await open_window(desk.url, "preview", f"{CARD}ru")
    await window.page.get_by_label("Level").focus()
    await window.page.get_by_label("Level").select_option("principal")
    await expect(card(window)).to_contain_text("Principal — высший грейд")
    await expect(window.page.get_by_label("Level")).to_be_focused()
    await window.page.get_by_label("Skill").select_option("llm-evaluation")
    await expect(window.page).to_have_url(
        re.compile("skill=llm-evaluation&role=llm-engineer&level=principal&language=ru")
    )

    await window.page.go_back()
    await expect(card(window)).to_contain_text("Распределённое обучение")
    await card(window).get_by_role("button", name="Principal").click()
    await expect(window.page.get_by_role("option", name="Middle", exact=True).last).to_be_visible()


async def test_the_local_slack_leads_to_the_preview(world: World, open_window: OpenWindow) -> None:
    window = await open_window(world.url)
    await window.shoot("desktop-light-leads-to-preview")
    await window.follow(window.page.get_by_role("link", name="Preview content"))
    await expect(window.page.get_by_role("row").filter(has_text="In all")).to_contain_text("complete")
    await window.follow(window.page.get_by_role("link", name="Local Slack"))
    await expect(window.field).to_be_visible()
