"""Talking about a skill and keeping evidence, as a person clicks through it."""

import pytest
from playwright.async_api import expect

from bot.playground.people import DIETER, EMMA, ROMAN
from tests.browser.conftest import PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = "/skill distributed-training senior"


@pytest.mark.parametrize(
    ("person", "comments", "add", "edit"),
    [
        (EMMA, "Comments", "Add comment", "Edit comment"),
        (DIETER, "Kommentare", "Kommentar hinzufügen", "Kommentar bearbeiten"),
        (ROMAN, "Комментарии", "Добавить комментарий", "Изменить комментарий"),
    ],
)
async def test_a_comment_is_written_and_counted(
    world: World, open_window: OpenWindow, person: str, comments: str, add: str, edit: str
) -> None:
    window = await open_window(world.url, person, size=PHONE)
    card = await window.ask(QUESTION)
    await card.get_by_role("button", name=comments).click()
    await window.modal.get_by_role("textbox").fill("Clear <!channel> *and* useful 🧑‍💻")
    await window.modal.get_by_role("button", name=add).click()

    await expect(window.modal).to_contain_text("Clear <!channel> *and* useful 🧑‍💻")
    await expect(window.modal.get_by_role("button", name=edit)).to_be_visible()
    await expect(window.modal.get_by_role("textbox")).to_have_value("")
    assert not await window.overflows()
    assert await window.faint_words() == []
    await window.shoot(f"phone-light-comments-{person.lower()}")
    await window.page.keyboard.press("Escape")
    await expect(window.modal).to_be_hidden()
    await expect((await window.ask(QUESTION)).get_by_role("button", name=f"{comments} (1)")).to_be_visible()


async def test_a_message_is_kept_and_found_beside_its_statement(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    said = await emma.ask("The 3D-parallel run is through")
    await said.hover()
    await said.get_by_role("button", name="More for this message").click()
    await emma.page.get_by_role("menuitem", name="Save as evidence").click()
    await emma.modal.get_by_role("textbox").first.fill("I planned the run")
    for menu, wanted in ((0, "Distributed Training"), (1, "Designs")):
        await emma.modal.locator("[aria-haspopup=listbox]").nth(menu).click()
        await emma.page.get_by_role("option", name=wanted).first.click()
    await expect(emma.modal.get_by_role("textbox").first).to_have_value("I planned the run")
    await emma.shoot("desktop-light-evidence")
    await emma.modal.get_by_role("button", name="Save", exact=True).click()
    await expect(emma.modal).to_contain_text("Saved as evidence.")
    await emma.shoot("desktop-light-evidence-saved")

    await emma.modal.get_by_role("button", name="Rate yourself").click()

    await expect(emma.modal.get_by_role("link", name="I planned the run")).to_be_visible()
    await emma.shoot("desktop-light-evidence-rating")
