"""Every block and control in the browser, sent by a bot of a few lines; what is chosen reaches it as from Slack."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA
from bot.playground.workspace import GENERAL, TEAM
from tests.browser.conftest import PHONE, OpenWindow, Window
from tests.unit.playground.demo_bot import MANIFEST, NOW, DemoBot, home, modal, option, plain, section, text_input
from tests.unit.playground.page.sink import MESSAGE, MODAL

pytestmark = pytest.mark.asyncio(loop_scope="session")

PageUrl = Callable[[LocalSlack], Awaitable[str]]
OFFERED = [option("alpha", "Alpha"), option("beta", "Beta")]


def answering(request: dict[str, Any]) -> dict[str, Any] | None:
    """Offers options to a type-ahead, and finds fault with a name."""
    if request.get("type") == "block_suggestion":
        return {"options": [each for each in OFFERED if request["value"] in each["value"]]}
    if request.get("type") == "view_submission":
        values = request["view"]["state"]["values"]
        name = values["name"]["name"]["value"] if "name" in values else None
        if name == "Nobody":
            return {"response_action": "errors", "errors": {"name": "Nobody can't be named."}}
        if name == "More":
            return {"response_action": "push", "view": modal(section("One more thing."), title=plain("On top"))}
    return None


@pytest.fixture
def slack() -> LocalSlack:
    return LocalSlack(MANIFEST)


@pytest.fixture
def bot(slack: LocalSlack) -> DemoBot:
    connected = DemoBot(answering)
    slack.connect(connected)
    return connected


def action_of(bot: DemoBot) -> dict[str, Any]:
    action: dict[str, Any] = bot.heard["actions"][0]
    return action


async def shown(slack: LocalSlack, page_url: PageUrl, open_window: OpenWindow, **more: Any) -> tuple[Window, Locator]:
    """Emma looks at a message of everything."""
    slack.workspace.post(TEAM, BOT_USER_ID, "Everything", NOW, blocks=MESSAGE)
    window = await open_window(await page_url(slack), **more)
    return window, window.card


async def opened(slack: LocalSlack, page_url: PageUrl, open_window: OpenWindow, **more: Any) -> Window:
    """Emma has a modal of everything open."""
    slack.workspace.modals.open(EMMA, MODAL, TEAM)
    return await open_window(await page_url(slack), **more)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_everything_in_a_message_is_shown(
    slack: LocalSlack, page_url: PageUrl, open_window: OpenWindow, theme: str
) -> None:
    window, message = await shown(slack, page_url, open_window, theme=theme, size={"width": 1280, "height": 1700})
    await expect(message.get_by_role("table")).to_be_visible()
    await expect(message).to_contain_text("Markdown")
    assert not await window.overflows()
    assert await window.faint_words() == []
    await window.shoot(f"blocks-{theme}")


async def test_everything_in_a_message_fits_on_a_phone(
    slack: LocalSlack, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window, _ = await shown(slack, page_url, open_window, size={**PHONE, "height": 2400})
    assert not await window.overflows()
    await window.shoot("blocks-phone")


async def test_what_is_irreversible_is_asked_first(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window, message = await shown(slack, page_url, open_window)
    remove = message.get_by_role("button", name="Remove")
    question = window.page.get_by_role("dialog", name="Remove it?")
    await remove.click()
    await expect(question).to_contain_text("It is gone then, for everybody.")
    await window.shoot("confirm")
    await window.page.keyboard.press("Escape")
    await expect(question).to_be_hidden()
    await expect(remove).to_be_focused()
    assert bot.requests == []

    await remove.click()
    async with window.page.expect_response("**/act"):
        await question.get_by_role("button", name="Remove").click()
    assert action_of(bot)["action_id"] == "danger"


async def test_a_type_ahead_offers_what_the_app_gives(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window, message = await shown(slack, page_url, open_window)
    await message.get_by_role("button", name="Look up", exact=True).click()
    offered = window.page.locator(":popover-open")
    await expect(offered).to_contain_text("Type to search")
    await window.page.keyboard.type("al")
    await expect(offered.get_by_role("option")).to_have_text(["Alpha"])
    await window.shoot("type-ahead")
    async with window.page.expect_response("**/act"):
        await window.page.keyboard.press("Enter")
    await expect(message.get_by_role("button", name="Alpha")).to_be_focused()
    assert action_of(bot)["selected_option"]["value"] == "alpha"


async def test_several_are_chosen_before_the_app_is_told(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window, message = await shown(slack, page_url, open_window)
    await message.get_by_role("button", name="Pick some", exact=True).click()
    for name in ("First choice", "Third choice", "Second choice"):
        await window.page.get_by_role("option", name=name).click()
    await window.shoot("several")
    assert bot.requests == []
    async with window.page.expect_response("**/act"):
        await window.page.keyboard.press("Escape")
    assert [each["value"] for each in action_of(bot)["selected_options"]] == ["one", "three"]
    await expect(message.get_by_role("button", name="First choice Third choice")).to_be_visible()


async def test_native_controls_tell_the_app(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window, message = await shown(slack, page_url, open_window)

    async def told_by(entering: Awaitable[None]) -> dict[str, Any]:
        async with window.page.expect_response("**/act"):
            await entering
        return action_of(bot)

    radio = await told_by(message.get_by_role("radio", name="Second choice").check())
    assert radio["selected_option"]["value"] == "two"
    boxes = await told_by(message.get_by_role("checkbox", name="Second choice").check())
    assert [each["value"] for each in boxes["selected_options"]] == ["one", "two"]
    assert (await told_by(message.get_by_label("Date").fill("2026-04-01")))["selected_date"] == "2026-04-01"
    assert (await told_by(message.get_by_label("Time").fill("17:45")))["selected_time"] == "17:45"


async def test_a_modal_says_at_its_fields_what_is_wrong_and_keeps_what_was_typed(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window = await opened(slack, page_url, open_window)
    name, story = window.modal.get_by_label("Name"), window.modal.get_by_label("Story")
    save = window.modal.get_by_role("button", name="Save")
    await expect(name).to_be_focused()
    await save.click()
    await expect(window.modal.get_by_text("Please complete this required field.")).to_have_count(3)
    await expect(name).to_be_focused()
    await window.shoot("modal-required")

    await name.fill("No")
    await story.fill("It began\nlong ago")
    await window.modal.get_by_label("Amount").fill("7")
    await save.click()
    await expect(window.modal.get_by_text("Must be 3 to 3000 characters long; it is 2.")).to_be_visible()
    assert bot.requests == []

    await name.fill("Nobody")
    await save.click()
    await expect(window.modal.get_by_text("Nobody can't be named.")).to_be_visible()
    await expect(name).to_have_attribute("aria-invalid", "true")
    await expect(story).to_have_value("It began\nlong ago")
    assert await window.faint_words() == []
    await window.shoot("modal-error")

    await window.page.reload()
    await expect(window.modal.get_by_text("Nobody can't be named.")).to_be_visible()
    await expect(name).to_have_value("Nobody")
    await expect(story).to_have_value("It began\nlong ago")

    await name.fill("Somebody")
    await name.press("Enter")
    await expect(window.modal).to_be_hidden()
    values = bot.heard["view"]["state"]["values"]
    assert (values["name"]["name"]["value"], values["amount"]["amount"]["value"]) == ("Somebody", "7")


async def test_a_change_while_one_types_takes_nothing_away(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    view = slack.workspace.modals.open(EMMA, modal(text_input(), text_input("more", "more", label=plain("More"))), TEAM)
    window = await open_window(await page_url(slack))
    note = window.modal.get_by_label("Note")
    await note.press_sequentially("Half a")
    slack.workspace.modals.update(view, modal(section("Something new."), text_input()))
    await expect(window.modal).to_contain_text("Something new.")
    await window.page.keyboard.type(" thought")
    await expect(note).to_have_value("Half a thought")
    await window.modal.get_by_role("button", name="Save").click()
    await expect(window.modal).to_be_hidden()
    assert bot.heard["view"]["state"]["values"] == {
        "note": {"words": {"type": "plain_text_input", "value": "Half a thought"}}
    }


async def test_a_pushed_modal_lies_on_top_and_escape_takes_it_off(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window = await opened(slack, page_url, open_window)
    await window.modal.get_by_label("Name").fill("More")
    await window.modal.get_by_label("Story").fill("Once")
    await window.modal.get_by_label("Amount").fill("1")
    await window.modal.get_by_role("button", name="Save").click()
    await expect(window.modal.get_by_role("heading", name="On top")).to_be_visible()
    await window.page.keyboard.press("Escape")
    await expect(window.modal.get_by_label("Story")).to_have_value("Once")
    await window.page.keyboard.press("Escape")
    await expect(window.modal).to_be_hidden()


async def test_two_windows_of_one_person_stay_in_step(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    url = await page_url(slack)
    one, other = await open_window(url), await open_window(url)
    slack.workspace.modals.open(EMMA, modal(text_input()), TEAM)
    await expect(one.modal).to_be_visible()
    await expect(other.modal).to_be_visible()
    await one.page.keyboard.press("Escape")
    await expect(other.modal).to_be_hidden()


async def test_the_home_tab_is_opened_by_looking_at_it(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    window = await open_window(await page_url(slack), EMMA, "home")
    await expect(window.page.get_by_text("The app hasn't published anything for Demo Emma yet.")).to_be_visible()
    slack.workspace.modals.publish(EMMA, home(section("*Welcome*"), *[b for b in MESSAGE if b["type"] == "actions"]))
    await expect(window.page.get_by_text("Welcome")).to_be_visible()
    assert bot.requests[0]["event"]["type"] == "app_home_opened"
    await window.shoot("home-tab")


async def test_people_talk_mention_and_answer_in_threads(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    url = await page_url(slack)
    emma, dieter = await open_window(url, EMMA, GENERAL), await open_window(url, DIETER, GENERAL)
    await emma.ask("Who knows about *GPUs* <b>?")
    await expect(dieter.card).to_contain_text("Who knows about GPUs <b>?")

    await dieter.card.hover()
    await dieter.follow(dieter.card.get_by_role("link", name="Reply in a thread"))
    await dieter.page.keyboard.type("@Ru")
    await expect(dieter.page.get_by_role("option", name="@Rung")).to_be_visible()
    await dieter.page.keyboard.press("Tab")
    await dieter.page.keyboard.type("gpu")
    await dieter.page.keyboard.press("Enter")
    await expect(emma.log.locator(".reply")).to_contain_text("@Rung gpu")
    await emma.shoot("thread")
    asked, reply = slack.workspace.messages
    assert (reply.text, reply.thread_ts) == (f"<@{BOT_USER_ID}> gpu", asked.ts)

    await dieter.field.fill("/skill gpu")
    await dieter.field.press("Enter")
    await expect(dieter.page.get_by_role("alert")).to_contain_text("/skill is not supported in threads")
    await expect(dieter.field).to_have_value("/skill gpu")


async def test_a_failure_of_the_app_is_told(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    bot.status = 500
    window = await open_window(await page_url(slack))
    await window.field.fill("/skill gpu")
    await window.field.press("Enter")
    await expect(window.page.get_by_role("alert")).to_contain_text(
        "/skill failed: the app answered with the status 500"
    )
    await window.shoot("problem")


async def test_a_guest_joins_and_a_stranger_to_a_channel_can_look(
    slack: LocalSlack, bot: DemoBot, page_url: PageUrl, open_window: OpenWindow
) -> None:
    ada = await open_window(await page_url(slack), "U0DEMOADA", TEAM)
    await expect(ada.field).to_have_count(0)
    await ada.page.get_by_role("button", name="Join channel").click()
    await expect(ada.field).to_be_visible()
