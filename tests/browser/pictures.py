"""The pictures of the README, as `make pictures` draws them: what the demo's people see in the local Slack.

Each is drawn in both themes. The demo's clock begins at the same Monday each time: only a change of Rung, of its
content or of Chromium changes a picture.
"""

import asyncio
import shutil
import struct
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, FloatRect, Locator, Page, async_playwright, expect

from bot.playground.people import EMMA, GEORGE
from bot.playground.workspace import GENERAL, TEAM
from tests.browser.conftest import SWITCHES, World, opened_world
from tests.browser.test_summary import told
from tests.conventions.repository import ROOT

Theme = Literal["light", "dark"]

PICTURES = ROOT / "docs/pictures"
THEMES: tuple[Theme, ...] = ("light", "dark")
WIDTH, HEIGHT = 1024, 2400  # tall enough for all that is drawn, so that nothing has to be scrolled to
SHARPNESS = 2  # pixels of the picture for one of the page
FEW_COLOURS = Path(__file__).with_name("few_colours.js").read_text("utf-8")

FOCUSES = ("distributed-training senior", "model-evaluation senior")
RATINGS = ("consistent", "practising", "consistent", "not_yet")


async def grow(world: World) -> None:
    """Somebody says who they are, chooses what to grow in, and rates themselves in it."""
    slack = world.slack
    view = (await slack.command(GEORGE, "profile")).view
    assert view is not None
    chosen: dict[str | tuple[str, str], Any] = {
        ("profile.role", "profile.role"): "role llm-engineer",
        ("profile.level", "profile.level"): "level middle",
    }
    await slack.submit(GEORGE, view, chosen)
    await slack.close(GEORGE, view)
    for skill in FOCUSES:
        await slack.command(GEORGE, f"focus {skill}")
        view = (await slack.command(GEORGE, f"assess {skill}")).view
        assert view is not None
        statements = [one["block_id"] for one in view.blocks if one.get("block_id", "").startswith("rating ")]
        for n, statement in enumerate(statements):
            await slack.select(GEORGE, view, "assess.rating", RATINGS[n % len(RATINGS)], block_id=statement)
        await slack.submit(GEORGE, view)
        await slack.close(GEORGE, view)


async def card(page: Page, world: World) -> list[Locator]:
    await page.goto(f"{world.url}{GEORGE}/{GENERAL}")
    await page.locator("#composer-text").fill("/skill distributed-training senior")
    await page.keyboard.press("Enter")
    return [page.locator(".message").filter(has_text="Expected at Senior").last]


async def home(page: Page, world: World) -> list[Locator]:
    await page.goto(f"{world.url}{GEORGE}/home")
    return [page.get_by_role("region", name="Home").filter(has_text="Looking back")]


async def summary(page: Page, world: World) -> list[Locator]:
    await page.goto(f"{world.url}{GEORGE}/{TEAM}")
    message = page.locator(".message").filter(has_text="What's next")
    return [
        message.first,
        page.locator(".message").filter(has=page.get_by_role("img", name="Where the team stands")).last,
    ]


# What each picture shows: the elements from the first to the last.
DRAWN: dict[str, Callable[[Page, World], Awaitable[list[Locator]]]] = {"card": card, "home": home, "summary": summary}


def file_of(name: str, theme: Theme) -> str:
    return f"{name}-{theme}.png"


async def draw(browser: Browser, world: World, name: str, theme: Theme) -> bytes:
    """One picture, as PNG."""
    context = await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme=theme,
        device_scale_factor=SHARPNESS,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    elements = await DRAWN[name](page, world)
    await page.evaluate("document.activeElement.blur()")
    shot = await page.screenshot(clip=await around(elements))
    await page.goto("about:blank")
    found = await page.evaluate(FEW_COLOURS, f"data:image/png;base64,{b64encode(shot).decode()}")
    await context.close()
    return png(found["width"], found["height"], bytes(found["palette"]), b64decode(found["pixels"]))


async def around(elements: list[Locator]) -> FloatRect:
    """The least rectangle with all of these, once all of them are there."""
    boxes = []
    for element in elements:
        await expect(element).to_be_visible()
        boxes.append(await element.bounding_box() or sys.exit("what should be drawn isn't there"))
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right = max(box["x"] + box["width"] for box in boxes)
    bottom = max(box["y"] + box["height"] for box in boxes)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def png(width: int, height: int, palette: bytes, pixels: bytes) -> bytes:
    """A picture whose pixels are places in a palette: less than half of what Chromium writes."""

    def chunk(kind: bytes, held: bytes) -> bytes:
        return struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held))

    lines = b"".join(b"\0" + pixels[start : start + width] for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (("IHDR", header), ("PLTE", palette), ("IDAT", zlib.compress(lines, 9)), ("IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind.encode(), held) for kind, held in parts)


async def draw_all(folder: Path) -> None:
    """Draw each picture in each theme. Without Chromium it says so and exits."""
    chromium = shutil.which("chromium") or sys.exit("make pictures needs Chromium")
    with tempfile.TemporaryDirectory() as place:
        async with opened_world(Path(place)) as world, async_playwright() as playwright:
            await grow(world)
            await told(world, EMMA)
            browser = await playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
            for name in DRAWN:
                for theme in THEMES:
                    (folder / file_of(name, theme)).write_bytes(await draw(browser, world, name, theme))
            await browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(draw_all(PICTURES))
