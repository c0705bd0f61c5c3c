"""Progress that is shown to one person, as both find it in the browser."""

import pytest
from playwright.async_api import expect

from bot.playground.installation import BOT_USER_ID
from bot.playground.people import DIETER, EMMA, ROMAN
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

# What each reads: the verb, what shares, where skills are chosen, the skill; and as the one who is shown it: what
# opens it, what adds a view, what saves, and a rating.
SHARES = {
    EMMA: ("share", "Share", "Share with somebody", "Choose skills", "Distributed Training"),
    ROMAN: ("поделиться", "Поделиться", "Выберите человека", "Выберите навыки", "Распределённое обучение"),
}
READS = {
    DIETER: ("Ansehen und Sicht ergänzen", "Meine Sicht ergänzen", "Speichern", "Verlässlich", "Nebeneinander"),
    EMMA: ("See it and add my view", "Add my view", "Save", "Consistent", "Side by side"),
}


async def rated(world: World, person: str) -> None:
    view = (await world.slack.command(person, "assess distributed-training senior")).view
    assert view is not None
    ratings = [block["block_id"] for block in view.blocks if block.get("block_id", "").startswith("rating ")]
    for n, block in enumerate(ratings):
        rating = ("practising", "consistent", "not_yet")[n % 3]
        await world.slack.select(person, view, "assess.rating", rating, block_id=block)
    await world.slack.submit(person, view)
    await world.slack.close(person, view)


@pytest.mark.parametrize(
    ("person", "other", "size", "theme"),
    [(EMMA, DIETER, DESKTOP, "light"), (ROMAN, EMMA, PHONE, "dark")],
)
async def test_it_is_shared_looked_at_and_seen_side_by_side(
    world: World, open_window: OpenWindow, person: str, other: str, size: dict[str, int], theme: str
) -> None:
    await rated(world, person)
    verb, share, somebody, choose, skill = SHARES[person]
    window = await open_window(world.url, person, size=size, theme=theme)
    await window.field.fill(f"/skill {verb}")
    await window.field.press("Enter")
    await window.choose(window.modal.get_by_role("button", name=somebody), world.slack.workspace.people[other].name)
    await expect(window.modal).to_contain_text(choose)
    await window.modal.get_by_role("button", name=choose).click()
    await window.page.get_by_role("option", name=skill, exact=True).click()
    await window.page.keyboard.press("Escape")  # closes the menu
    await window.shoot(f"share-{person}-{theme}-ask")
    assert await window.faint_words() == []
    assert not await window.overflows()
    await window.modal.get_by_role("button", name=share, exact=True).click()
    await expect(window.modal.locator("#modal-submit")).to_be_hidden()
    await window.shoot(f"share-{person}-{theme}-list")

    look, add, save, rating, side = READS[other]
    place = world.slack.workspace.direct_channel(BOT_USER_ID, other).id
    reader = await open_window(world.url, other, place, size=size, theme=theme)
    await reader.shoot(f"share-{person}-{theme}-told")
    await reader.card.get_by_role("button", name=look).click()
    await expect(reader.modal).to_contain_text(side)
    await reader.shoot(f"share-{person}-{theme}-look")
    assert await reader.faint_words() == []
    assert not await reader.overflows()
    await reader.modal.get_by_role("button", name=add, exact=True).click()
    await reader.rate(0, rating)
    await reader.shoot(f"share-{person}-{theme}-view")
    await reader.modal.get_by_role("button", name=save, exact=True).click()
    await expect(reader.modal).to_contain_text(side)
    await expect(reader.modal.locator(".fields").first).to_contain_text(rating)
    await reader.shoot(f"share-{person}-{theme}-side")
    assert await reader.faint_words() == []
    assert not await reader.overflows()
