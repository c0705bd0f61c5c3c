"""Asking Rung in the browser, as the people of the demo do it."""

import pytest
from playwright.async_api import expect

from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, FLORENCE, GUS, ROMAN
from bot.playground.workspace import GENERAL, TEAM
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = "/skill distributed-training senior"
HAS_FOCUS = "element => element === document.activeElement"
# On its way round, the focus may also rest on the browser's own frame, which to the page is its body.
FOCUS_IS_IN_MODAL = "document.activeElement.closest('#modal') !== null || document.activeElement === document.body"


async def test_a_command_is_completed_from_the_keyboard_and_answered(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    await emma.shoot("desktop-light-empty")
    keyboard, offered = emma.page.keyboard, emma.page.locator("#completions")

    await keyboard.type("/")
    await expect(offered.get_by_role("option")).to_contain_text("/skill distributed-training senior")
    await keyboard.press("Tab")
    await expect(offered.get_by_role("option", name="agents-and-tool-use")).to_be_visible()
    assert await emma.faint_words() == []
    await emma.shoot("desktop-light-completion")
    await keyboard.type("distri")
    await expect(offered.get_by_role("option")).to_have_count(1)
    await keyboard.press("Tab")
    await expect(offered.get_by_role("option", name="principal")).to_be_visible()
    await keyboard.type("se")
    await expect(offered.get_by_role("option")).to_have_count(1)
    await keyboard.press("ArrowDown")
    await keyboard.press("Enter")
    await expect(emma.field).to_have_value(f"{QUESTION} ")
    await keyboard.press("Enter")

    await expect(emma.card).to_contain_text("Expected at Senior")
    await expect(emma.card).to_contain_text("Only visible to you")
    await expect(emma.field).to_have_value("")
    assert not await emma.overflows()
    await emma.shoot("desktop-light-card-en")


async def test_another_level_changes_the_card_in_place(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    card = await emma.ask(QUESTION)

    await card.get_by_role("button", name="Senior").click()
    await emma.shoot("desktop-light-level-menu")
    await emma.page.get_by_role("option", name="Middle").click()

    await expect(card).to_contain_text("Expected at Middle")
    await expect(card.get_by_role("button", name="Middle")).to_be_focused()
    await expect(emma.log.locator(".message")).to_have_count(1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Demo Dieter", "Erwartet auf Level Senior"),
        ("Demo Roman", "Ожидания на грейде Senior"),
        ("Demo Florence", "Expected at Senior"),
    ],
)
async def test_whoever_one_becomes_reads_their_own_language(
    world: World, open_window: OpenWindow, name: str, expected: str
) -> None:
    window = await open_window(world.url, EMMA, GENERAL)
    await window.page.get_by_role("button", name="Demo Emma").click()
    await expect(window.page.get_by_role("menuitem")).to_have_count(8)
    assert await window.faint_words() == []
    await window.shoot("desktop-light-people")
    await window.follow(window.page.get_by_role("menuitem", name=name))

    card = await window.ask(QUESTION)

    await expect(card).to_contain_text(expected)
    await window.shoot(f"desktop-light-card-{name.rpartition(' ')[2].lower()}")


async def test_all_levels_lead_to_details_and_back(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    card = await emma.ask(QUESTION)

    await card.get_by_role("button", name="All levels").click()
    await expect(emma.modal.get_by_role("heading", name="All levels")).to_be_visible()
    await emma.shoot("desktop-light-all-levels")
    details = emma.modal.get_by_role("button", name="Details")
    await expect(details).to_have_count(5)
    await details.nth(2).click()
    await expect(emma.modal).to_contain_text("Distributed Training: Senior")
    await emma.shoot("desktop-light-details")
    await emma.modal.get_by_role("button", name="Back").first.click()
    await expect(emma.modal.get_by_role("heading", name="All levels")).to_be_visible()
    await expect(details.nth(2)).to_be_focused()
    await emma.modal.get_by_role("button", name="Close").first.click()

    await expect(emma.modal).to_be_hidden()
    await expect(card.get_by_role("button", name="All levels")).to_be_focused()


async def test_what_is_posted_is_seen_by_somebody_else_at_once(world: World, open_window: OpenWindow) -> None:
    emma, dieter = await open_window(world.url), await open_window(world.url, DIETER, GENERAL)
    card = await emma.ask(QUESTION)

    await card.get_by_role("button", name="More actions").click()
    await emma.page.get_by_role("menuitem", name="Post to channel").click()
    await expect(emma.modal).to_contain_text("This will be posted in #demo-team")
    await emma.shoot("desktop-light-post")
    await emma.modal.get_by_role("button", name="Post", exact=True).click()

    await expect(emma.modal).to_be_hidden()
    await expect(emma.card).to_contain_text("Posted by @Demo Emma")
    team = dieter.page.get_by_role("link", name="demo-team unread")
    await expect(team).to_be_visible()
    await dieter.follow(team)
    await expect(dieter.log.locator(".message")).to_have_count(1)
    await expect(dieter.card).to_contain_text("Posted by @Demo Emma")
    await expect(dieter.card).not_to_contain_text("Only visible to you")
    await dieter.shoot("desktop-light-posted")


async def test_the_whole_way_goes_without_a_mouse(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    keyboard = emma.page.keyboard
    await keyboard.type(QUESTION)
    await keyboard.press("Enter")
    await expect(emma.card).to_contain_text("Expected at Senior")

    level = emma.card.locator("[aria-haspopup=listbox]")
    while not await level.evaluate(HAS_FOCUS):
        await keyboard.press("Shift+Tab")
    await keyboard.press("Enter")
    await expect(emma.page.get_by_role("option", name="Senior")).to_be_visible()
    await keyboard.press("ArrowUp")
    await keyboard.press("Enter")
    await expect(emma.card).to_contain_text("Expected at Middle")
    await expect(level).to_be_focused()

    for _ in ("Rate yourself", "All levels", "Comments", "More actions"):
        await keyboard.press("Tab")
    await keyboard.press("ArrowDown")
    await expect(emma.page.get_by_role("menuitem").first).to_be_focused()
    await keyboard.press("Escape")
    await expect(emma.card.get_by_role("button", name="More actions")).to_be_focused()
    await keyboard.press("Enter")
    post = emma.page.get_by_role("menuitem", name="Post to channel")
    while not await post.evaluate(HAS_FOCUS):
        await keyboard.press("ArrowDown")
    await keyboard.press("Enter")
    await expect(emma.modal).to_contain_text("This will be posted")
    for _ in range(8):
        await keyboard.press("Tab")
        assert await emma.page.evaluate(FOCUS_IS_IN_MODAL)
    await keyboard.press("Escape")

    await expect(emma.modal).to_be_hidden()
    await expect(emma.card.get_by_role("button", name="More actions")).to_be_focused()


async def test_on_a_phone_everything_is_within_reach(world: World, open_window: OpenWindow) -> None:
    roman = await open_window(world.url, ROMAN, TEAM, size=PHONE)
    card = await roman.ask(QUESTION)
    await expect(card).to_contain_text("Ожидания на грейде Senior")
    assert not await roman.overflows()
    await roman.shoot("phone-light-card-ru")

    await card.get_by_role("button", name="Все грейды").click()
    await expect(roman.modal).to_be_visible()
    assert not await roman.overflows()
    await roman.shoot("phone-light-all-levels-ru")
    await roman.page.keyboard.press("Escape")

    rail = roman.page.get_by_role("navigation")
    await expect(rail).to_be_hidden()
    await roman.page.get_by_role("button", name="Open the sidebar").click()
    await expect(rail).to_be_in_viewport()
    await roman.shoot("phone-light-sidebar")
    await roman.page.keyboard.press("Escape")
    await expect(rail).to_be_hidden()
    await expect(roman.page.get_by_role("button", name="Open the sidebar")).to_be_focused()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_theme_is_kept(
    world: World, open_window: OpenWindow, size: dict[str, int], request: pytest.FixtureRequest
) -> None:
    name = "phone" if size is PHONE else "desktop"
    dieter = await open_window(world.url, DIETER, TEAM, size=size)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = await dieter.page.evaluate(paper)
    if size is PHONE:
        await dieter.page.get_by_role("button", name="Open the sidebar").click()
    await dieter.page.get_by_title("Dark").click()
    assert await dieter.page.evaluate(paper) != light
    await dieter.page.reload()
    assert await dieter.page.evaluate(paper) != light

    card = await dieter.ask(QUESTION)
    await expect(card).to_contain_text("Erwartet auf Level Senior")
    assert await dieter.faint_words() == []
    await dieter.shoot(f"{name}-dark-card-de")
    await card.get_by_role("button", name="Alle Level").click()
    await expect(dieter.modal).to_be_visible()
    assert await dieter.faint_words() == []
    await dieter.shoot(f"{name}-dark-all-levels-de")


async def test_the_system_may_choose_the_theme(world: World, open_window: OpenWindow) -> None:
    backgrounds = set()
    for theme in ("light", "dark"):
        window = await open_window(world.url, theme=theme)
        backgrounds.add(await window.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(backgrounds) == 2


async def test_a_reload_in_the_middle_loses_nothing(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url, EMMA, GENERAL)
    card = await emma.ask(QUESTION)
    await emma.field.fill("half a thou")
    await card.get_by_role("button", name="More actions").click()
    await emma.page.get_by_role("menuitem", name="Post to channel").click()
    await emma.choose(emma.modal.get_by_role("button", name="English"), "Deutsch")
    await expect(emma.modal).to_contain_text("Erwartet auf Level Senior")

    await emma.page.reload()

    await expect(emma.modal).to_be_visible()
    await expect(emma.modal).to_contain_text("Erwartet auf Level Senior")
    await expect(emma.modal.get_by_role("button", name="Deutsch")).to_be_visible()
    await expect(emma.page.get_by_role("button", name="Demo Emma", include_hidden=True)).to_be_attached()
    await emma.modal.get_by_role("button", name="Cancel").click()
    await expect(emma.field).to_have_value("half a thou")


async def test_the_calls_show_what_slack_made_of_them(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    calls = emma.page.get_by_role("complementary", name="Calls to Slack")
    await expect(calls).to_be_hidden()
    await emma.page.get_by_role("button", name="Calls").click()
    card = await emma.ask(QUESTION)
    world.slack.fail_next("views.open", Failure.slack("expired_trigger_id"), times=2)
    await card.get_by_role("button", name="All levels").click()

    refused = calls.locator(".call", has_text="views.open").first
    await expect(refused).to_contain_text("expired_trigger_id")
    answered = calls.locator(".call", has_text="ack").last
    await expect(answered.locator("summary")).to_contain_text("ok")
    await answered.locator("summary").click()
    await expect(answered.locator("pre")).to_contain_text('"response_type": "ephemeral"')
    assert await emma.faint_words() == []
    await emma.shoot("desktop-light-calls")
    await emma.page.reload()
    await expect(calls).to_be_visible()
    await emma.page.get_by_role("button", name="Close the calls").click()
    await expect(calls).to_be_hidden()


async def test_every_kind_of_answer_fits_on_a_phone(world: World, open_window: OpenWindow) -> None:
    gus = await open_window(world.url, GUS, GENERAL, size=PHONE)
    for words in ("", "list", "help", "find gpu", "training", "language"):
        await gus.ask(f"/skill {words}")
        assert not await gus.overflows(), words
        await gus.shoot(f"phone-light-answer-{words.replace(' ', '-') or 'greeting'}")


async def test_a_skill_is_found_while_one_types(world: World, open_window: OpenWindow) -> None:
    dieter = await open_window(world.url, DIETER)
    greeting = await dieter.ask("/skill")
    await greeting.locator("[aria-haspopup=listbox]").click()
    await dieter.page.keyboard.type("verteilt")
    await expect(dieter.page.get_by_role("option")).to_have_text(["Verteiltes Training"])
    await dieter.shoot("desktop-light-search-de")
    await dieter.page.keyboard.press("Enter")
    await expect(dieter.log).to_contain_text("Verteiltes Training: Junior")


async def test_a_copy_waits_in_the_direct_messages(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url)
    card = await emma.ask(QUESTION)
    await card.get_by_role("button", name="More actions").click()
    await emma.page.get_by_role("menuitem", name="Send me a copy").click()
    await emma.follow(emma.page.get_by_role("link", name="Rung unread"))
    await expect(emma.card).to_contain_text("Expected at Senior")
    await expect(emma.card).not_to_contain_text("Only visible to you")
    await emma.shoot("desktop-light-copy")


async def test_a_newcomer_finds_skills_on_the_home_tab(world: World, open_window: OpenWindow) -> None:
    florence = await open_window(world.url, FLORENCE, "messages")
    await florence.follow(florence.page.get_by_role("link", name="Home"))
    await expect(florence.page.get_by_role("button", name="Agents and Tool Use")).to_be_visible()
    assert not await florence.overflows()
    await florence.shoot("desktop-light-home")
    await florence.page.get_by_role("button", name="Agents and Tool Use").click()
    await expect(florence.modal).to_contain_text("Agents and Tool Use: Junior")
