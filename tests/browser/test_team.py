"""A team as people set it up in the browser, and what its channel is told."""

import pytest
from playwright.async_api import expect

from bot.playground.people import DIETER, EMMA, ROMAN
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What each reads: command, label, what saves, language of the channel, the button that counts in, and its answer.
READ = {
    EMMA: ("team", "Time", "Save", "English", "Count me in", "You're counted in"),
    DIETER: ("Team", "Uhrzeit", "Speichern", "Deutsch", "Mich mitzählen", "wirst du mitgezählt"),
    ROMAN: ("команда", "Время", "Сохранить", "Русский", "Учитывать меня", "вас учитывают"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("person", "size"), [(EMMA, DESKTOP), (DIETER, PHONE), (ROMAN, PHONE)])
async def test_a_team_is_set_up_and_joined(
    world: World, open_window: OpenWindow, person: str, size: dict[str, int], theme: str
) -> None:
    word, clock, save, language, join, joined = READ[person]
    window = await open_window(world.url, person, size=size, theme=theme)
    await window.field.fill(f"/skill {word}")
    await window.field.press("Enter")
    await expect(window.modal.get_by_label(clock, exact=True)).to_have_value("10:00")
    await window.shoot(f"team-{person}-{theme}-window")
    assert await window.faint_words() == []
    assert not await window.overflows()

    await window.choose(window.modal.locator('[data-action="team.field:language"] button').first, language)
    await window.shoot(f"team-{person}-{theme}-fields")
    await window.modal.get_by_role("button", name=save, exact=True).click()
    await expect(window.modal.get_by_label(clock, exact=True)).to_have_count(0)
    await expect(window.modal).to_contain_text(join)
    await window.shoot(f"team-{person}-{theme}-saved")
    await window.close()

    await expect(window.card).to_contain_text("5")
    await window.shoot(f"team-{person}-{theme}-message")
    assert await window.faint_words() == []
    assert not await window.overflows()
    await window.card.get_by_role("button", name=join).click()
    await expect(window.card).to_contain_text(joined)
    await window.shoot(f"team-{person}-{theme}-joined")
    assert await window.faint_words() == []
