"""Time passes in the playground: Rung asks by itself, and is answered."""

import pytest
from playwright.async_api import expect

from bot.playground.people import DIETER, EMMA, ROMAN
from tests.browser.conftest import PHONE, OpenWindow, World
from tests.scenario.reading import wording
from tests.scenario.test_cadence import FOCUS

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("person", "size", "theme"), [(EMMA, None, "light"), (DIETER, PHONE, "dark"), (ROMAN, None, "dark")]
)
async def test_a_week_goes_by_and_a_check_in_is_answered(
    world: World, open_window: OpenWindow, person: str, size: dict[str, int], theme: str
) -> None:
    window = await open_window(world.url, person, "messages", theme=theme, size=size)
    await window.ask(f"/skill {FOCUS[person]} distributed-training senior")
    await window.shoot(f"coaching-{person.lower()}-begun")
    assert world.slack.pass_time is not None
    await world.slack.pass_time()

    asked = window.log.locator(".message").filter(has_text=wording(person, "Not rated yet")).last
    await expect(asked).to_be_visible()
    await window.shoot(f"coaching-{person.lower()}-asked")
    assert not await window.overflows()
    assert await window.faint_words() == []
    await asked.get_by_role("button", name=wording(person, "Update ratings")).click()
    await expect(window.modal.get_by_role("radio").first).to_be_attached()
    await window.shoot(f"coaching-{person.lower()}-window")
    await window.modal.get_by_text(wording(person, "Practising")).first.click()
    await window.modal.get_by_role("button", name=wording(person, "Save"), exact=True).click()

    answered = window.log.locator(".message").filter(
        has=window.page.get_by_role("button", name=wording(person, "Undo"))
    )
    await expect(answered.last).to_be_visible()
    await window.shoot(f"coaching-{person.lower()}-answered")


async def test_the_clock_is_put_forward_by_a_button(world: World, open_window: OpenWindow) -> None:
    window = await open_window(world.url, EMMA, "messages")
    before = await window.page.locator(".today span").inner_text()
    await window.page.get_by_role("button", name="Go to Monday").click()
    await expect(window.page.locator(".today span")).not_to_have_text(before)
    await expect(window.page.locator(".today span")).to_contain_text("Mon, ")
