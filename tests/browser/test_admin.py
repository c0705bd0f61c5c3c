"""What admins see and change in the browser, and the message to whoever installed Rung."""

import pytest
from playwright.async_api import expect

from bot.domain.people import PersonId
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.services.asking import example_card
from bot.views.welcome import welcome_message
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What each reads: command, the settings' names, what changes and saves one, what is chosen, and the two buttons.
READ = {
    EMMA: ("admin", "Default language", "Change", "Save", "Deutsch", "Chosen here", "Test", "Show announcement"),
    DIETER: (
        "admin",
        "Standardsprache",
        "Ändern",
        "Speichern",
        "Русский",
        "Hier gewählt",
        "Testen",
        "Ankündigung",
    ),
    ROMAN: (
        "админ",
        "Язык по умолчанию",
        "Изменить",
        "Сохранить",
        "Deutsch",
        "Выбрано здесь",
        "Проверить",
        "объявление",
    ),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("person", "size"), [(EMMA, DESKTOP), (DIETER, PHONE), (ROMAN, PHONE)])
async def test_an_admin_looks_and_chooses(
    world: World, open_window: OpenWindow, person: str, size: dict[str, int], theme: str
) -> None:
    word, setting, change, save, language, chosen, _, announce = READ[person]
    world.slack.workspace.people[person].is_admin = True
    window = await open_window(world.url, person, size=size, theme=theme)
    await window.field.fill(f"/skill {word}")
    await window.field.press("Enter")
    await expect(window.modal).to_contain_text(setting)
    await window.shoot(f"admin-{person}-{theme}-window")
    assert await window.faint_words() == []
    assert not await window.overflows()

    await window.modal.get_by_role("button", name=change, exact=False).nth(1).click()
    await expect(window.modal.locator('[data-action="cadence.field:check_ins"]')).to_be_visible()
    await window.shoot(f"admin-{person}-{theme}-newcomers")
    assert await window.faint_words() == []
    assert not await window.overflows()
    await window.modal.locator("#modal-close").click()
    await window.modal.get_by_role("button", name=change, exact=False).first.click()
    await window.choose(window.modal.locator('[data-action="admin.field:language"] button').first, language)
    await window.modal.get_by_role("button", name=save, exact=True).click()
    await expect(window.modal).to_contain_text(chosen)
    await window.shoot(f"admin-{person}-{theme}-saved")
    await window.modal.locator("#modal-close").click()
    await expect(window.modal).to_contain_text(chosen)
    await window.modal.get_by_role("button", name=change, exact=False).nth(3).click()
    await expect(window.modal.locator('[data-action="admin.field:owners"]')).to_be_visible()
    await window.shoot(f"admin-{person}-{theme}-owners")
    assert await window.faint_words() == []
    await window.modal.locator("#modal-close").click()
    await window.modal.get_by_role("button", name=change, exact=False).nth(4).click()
    await expect(window.modal.locator('[data-action="admin.field:notes"]')).to_be_visible()
    await window.shoot(f"admin-{person}-{theme}-kept")
    assert not await window.overflows()
    await window.modal.locator("#modal-close").click()
    await window.modal.get_by_role("button", name=announce).click()
    await expect(window.modal.locator("pre")).to_contain_text("/skill ")
    await window.shoot(f"admin-{person}-{theme}-announcement")
    assert await window.faint_words() == []
    assert not await window.overflows()


@pytest.mark.parametrize(("person", "theme"), [(EMMA, "light"), (DIETER, "dark")])
async def test_the_installer_is_told(world: World, open_window: OpenWindow, person: str, theme: str) -> None:
    library, parts = world.rung.parts.library(), world.rung.parts
    *_, test, _ = READ[person]
    member = await parts.people.member(PersonId(world.slack.workspace.team_id, person))
    t = library.languages.for_person(member.user, member.profile, member.fallback)
    told = welcome_message("Demo", example_card(library), t, t, parts.command)
    await parts.slack(member.id.tenant).do("chat.postMessage", channel=person, **told)
    direct = world.slack.workspace.direct_channel(person, BOT_USER_ID).id
    window = await open_window(world.url, person, direct, size=PHONE, theme=theme)
    await expect(window.card).to_contain_text("/skill ")
    await window.shoot(f"admin-{person}-{theme}-welcome")
    assert await window.faint_words() == []
    assert not await window.overflows()
    await window.card.get_by_role("button", name=test, exact=True).click()
    await expect(window.card).to_contain_text("LLM Engineer")
    await window.shoot(f"admin-{person}-{theme}-test")
