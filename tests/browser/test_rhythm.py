"""When Rung writes by itself, as people set it in the browser."""

import pytest
from playwright.async_api import expect

from bot.playground.people import DIETER, EMMA, ROMAN
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

FOCUS = {EMMA: "focus", DIETER: "fokus", ROMAN: "фокус"}


@pytest.mark.parametrize(
    ("person", "size", "theme", "change", "closes", "save", "wrong"),
    [
        (EMMA, DESKTOP, "light", "Change rhythm", "Not after", "Save", "This has to be later than the time above."),
        (
            DIETER,
            PHONE,
            "dark",
            "Rhythmus ändern",
            "Spätestens um",
            "Speichern",
            "Diese Uhrzeit muss später sein als die darüber.",
        ),
        (
            ROMAN,
            PHONE,
            "light",
            "Изменить ритм",
            "Не позже",
            "Сохранить",
            "Это время должно быть позже указанного выше.",
        ),
    ],
)
async def test_a_mistake_is_told_at_its_field_and_what_is_right_is_kept(
    world: World,
    open_window: OpenWindow,
    person: str,
    size: dict[str, int],
    theme: str,
    change: str,
    closes: str,
    save: str,
    wrong: str,
) -> None:
    window = await open_window(world.url, person, size=size, theme=theme)
    told = await window.ask(f"/skill {FOCUS[person]} distributed-training senior")
    await window.shoot(f"rhythm-{person}-begun")
    await told.get_by_role("button", name=change).click()
    field = window.modal.get_by_label(closes)
    await expect(field).to_have_value("12:00")
    await window.shoot(f"rhythm-{person}-window")
    assert await window.faint_words() == []
    assert not await window.overflows()

    await field.fill("09:30")
    await window.modal.get_by_role("button", name=save, exact=True).click()

    await expect(window.modal).to_contain_text(wrong)
    await window.shoot(f"rhythm-{person}-mistake")
    await field.fill("11:30")
    await window.modal.get_by_role("button", name=save, exact=True).click()
    await expect(window.modal.get_by_role("checkbox")).to_have_count(0)
    await expect(window.modal).to_contain_text("11:30")
    await window.shoot(f"rhythm-{person}-saved")
