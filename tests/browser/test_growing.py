"""Growing in the browser: rating oneself, levels, focuses, looking back, and the home tab that tells of all of it.

They share one Slack: nobody here sees anything of anybody else, and each test is about another person.
"""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.domain.questionnaires import LONGEST_NOTE
from bot.playground.people import ADA, DIETER, EMMA, FLORENCE, GEORGE, RITA, ROMAN
from bot.playground.workspace import GENERAL
from tests.browser.conftest import PHONE, OpenWindow, Window, World, opened_world
from tests.scenario.conftest import Content

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUESTION = "/skill distributed-training senior"
HOME = "home"
MESSAGES = "messages"
STATEMENTS = 10  # at each level of the long skill: two levels don't fit on one page


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder = tmp_path_factory.mktemp("growing")
    content = Content(folder / "content")
    statements = [f"statement-{number}" for number in range(1, 2 * STATEMENTS + 1)]
    cells = {"senior": statements[:STATEMENTS], "lead": statements[STATEMENTS:]}
    content.add_skills(
        1,
        statements={one: {"text": f"Keeps promise {one.partition('-')[2]}."} for one in statements},
        roles={"llm-engineer": {level: {"mandatory": True, "statements": held} for level, held in cells.items()}},
    )
    async with opened_world(folder, content.directory) as opened:
        yield opened


async def rating(window: Window, question: str = QUESTION, label: str = "Rate yourself") -> None:
    """Open the window in which one rates oneself, from the card."""
    card = await window.ask(question)
    await card.get_by_role("button", name=label, exact=True).click()
    await expect(window.modal.get_by_role("radiogroup").first).to_be_visible()


def first_block(window: Window) -> Locator:
    return window.page.get_by_role("region", name="Home").locator(".block").first


async def test_a_long_skill_is_rated_over_two_pages_and_nothing_is_lost(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url, EMMA, GENERAL)
    await rating(emma, "/skill invented-1 senior")
    await emma.rate(0, "Practising")
    await emma.modal.get_by_role("button", name="Add a note").first.click()
    note = emma.modal.get_by_role("textbox")
    await note.fill("It went <b>well</b> & twice.")

    await emma.modal.get_by_role("button", name="Next page").click()
    await expect(emma.modal).to_contain_text("Keeps promise 20.")
    await expect(emma.modal).not_to_contain_text("Keeps promise 1.")
    await expect(emma.modal).to_contain_text("Lead / Staff")
    await expect(emma.modal).to_contain_text("Page 2 of 2")
    last = await emma.modal.get_by_role("radiogroup").count() - 1
    await emma.rate(last, "Consistent")
    await emma.modal.get_by_role("button", name="Previous page").click()

    await expect(emma.modal).to_contain_text("Keeps promise 1.")
    await expect(emma.statement(0).get_by_label("Practising")).to_be_checked()
    await expect(note).to_have_value("It went <b>well</b> & twice.")
    await emma.modal.get_by_role("button", name="Next page").click()
    await expect(emma.statement(last).get_by_label("Consistent")).to_be_checked()
    await emma.modal.get_by_role("button", name="Save").click()

    await expect(emma.modal).to_contain_text("Saved: 2\xa0ratings. Only you see them.")
    await expect(emma.modal).to_contain_text("Consistent: Keeps promise 20.")
    await expect(emma.modal).to_contain_text("Lead / Staff: 1 of 10 consistent")
    await emma.close()


async def test_a_note_that_is_too_long_is_told_at_its_field_and_kept(world: World, open_window: OpenWindow) -> None:
    emma = await open_window(world.url, EMMA, GENERAL, size=PHONE)
    await rating(emma)
    await emma.rate(0, "Not yet")
    await emma.modal.get_by_role("button", name="Add a note").first.click()
    note = emma.modal.get_by_role("textbox", name="Your note, which only you see")
    long = "x" * (LONGEST_NOTE + 1)
    await note.fill(long)
    await emma.modal.get_by_role("button", name="Save").click()

    await expect(note).to_have_attribute("aria-invalid", "true")
    await expect(note).to_have_accessible_description(
        f"Must be 0 to {LONGEST_NOTE} characters long; it is {len(long)}."
    )
    await expect(note).to_have_value(long)
    await expect(emma.statement(0).get_by_label("Not yet")).to_be_checked()
    assert not await emma.overflows()
    await emma.shoot("phone-light-assess-error")
    await note.fill("Short enough.")
    await emma.modal.get_by_role("button", name="Save").click()

    await expect(emma.modal).to_contain_text("Saved: 1\xa0rating. Only you see it.")
    await expect(emma.modal).to_contain_text("A next step towards")


async def test_a_closed_window_is_continued_from_the_home_tab(world: World, open_window: OpenWindow) -> None:
    george = await open_window(world.url, GEORGE, GENERAL)
    await rating(george, "/skill data-pipelines senior")
    await george.rate(1, "Consistent")
    await george.close()

    await george.page.goto(f"{world.url}{GEORGE}/{HOME}")
    home = george.page.get_by_role("region", name="Home")
    await expect(first_block(george)).to_contain_text("You began to rate yourself in “Data Pipelines and Quality”")
    assert await george.faint_words() == []
    await george.shoot("desktop-light-home-draft")
    await home.get_by_role("button", name="Continue").click()
    await expect(george.statement(1).get_by_label("Consistent")).to_be_checked()
    await george.modal.get_by_role("button", name="Save").click()
    await expect(george.modal).to_contain_text("Saved: 1\xa0rating. Only you see it.")
    await george.close()

    await expect(home).to_contain_text("You've rated yourself in 1\xa0skill.")
    await expect(first_block(george)).to_contain_text("Next in “Data Pipelines and Quality”")
    await expect(home.get_by_role("button", name="Continue")).to_have_count(0)
    await home.get_by_role("button", name="See progress").click()
    await expect(george.modal).to_contain_text("Data Pipelines and Quality")
    await george.modal.get_by_role("button", name="Send me the picture").click()
    await expect(george.modal).to_contain_text("The picture is on its way to your direct messages with Rung.")
    await george.close()
    await expect(home.get_by_role("button", name="See progress")).to_be_focused()


async def test_a_level_is_set_from_the_card(world: World, open_window: OpenWindow) -> None:
    ada = await open_window(world.url, ADA, GENERAL)
    card = await ada.ask(QUESTION)
    await expect(card).not_to_contain_text("Your level:")

    await ada.pick(card, "Set as my level")

    await expect(card).to_contain_text("Your level: Senior. Lead / Staff is your next level.")
    await expect(card).to_contain_text("Only you see it.")
    await expect(ada.log.locator(".message")).to_have_count(1)


async def test_a_focus_is_started_paused_resumed_and_dropped(world: World, open_window: OpenWindow) -> None:
    florence = await open_window(world.url, FLORENCE, GENERAL)
    card = await florence.ask(QUESTION)
    await florence.pick(card, "Grow in this")
    await expect(florence.card).to_contain_text("Saved as your focus: “Distributed Training”")
    await expect(florence.card).to_contain_text("at most once a week")
    await (await florence.ask("/skill focus")).get_by_role("button", name="Change focuses").click()
    await expect(florence.modal).to_contain_text("Senior: 0 of 3 consistent · active")

    await florence.pick(florence.modal, "Pause")
    await expect(florence.modal).to_contain_text("Saved: your focus is paused. Only you see it.")
    await florence.pick(florence.modal, "Resume")
    await expect(florence.modal).to_contain_text("0 of 3 consistent · active")
    await florence.choose(florence.modal.get_by_role("button", name="Senior"), "Principal")
    await expect(florence.modal).to_contain_text("Principal: 0 of 3 consistent · active")
    assert await florence.faint_words() == []
    await florence.pick(florence.modal, "Drop")
    await expect(florence.modal).to_contain_text("Saved: the focus is dropped, what you rated stays.")
    await expect(florence.modal.get_by_role("button", name="More actions")).to_have_count(0)


async def test_progress_is_told_in_words_and_as_a_picture_that_says_the_same(
    world: World, open_window: OpenWindow
) -> None:
    dieter = await open_window(world.url, DIETER, GENERAL)
    await rating(dieter, label="Selbst einschätzen")
    for nth in range(3):
        await dieter.rate(nth, "Verlässlich")
    await dieter.modal.get_by_role("button", name="Speichern").click()
    await expect(dieter.modal).to_contain_text("Gespeichert: 3\xa0Einschätzungen.")
    await dieter.close()

    words = await dieter.ask("/skill fortschritt")
    await expect(words).to_contain_text("Verteiltes Training")
    await expect(words).to_contain_text("Senior · Lead / Staff: 0 von 3 verlässlich")
    await dieter.follow(dieter.page.get_by_role("link", name="Rung unread"))

    picture = dieter.log.get_by_role("img", name="Dein Fortschritt")
    told = await picture.get_attribute("alt")
    assert told is not None
    assert "Verteiltes Training: Senior. Lead / Staff: 0 von 3 verlässlich" in told.splitlines()
    await expect(picture).to_have_js_property("naturalWidth", 800)
    await expect(picture).to_be_in_viewport()


async def test_the_text_for_a_one_on_one_is_changed_and_sent_to_oneself(world: World, open_window: OpenWindow) -> None:
    roman = await open_window(world.url, ROMAN, MESSAGES, size=PHONE)
    await rating(roman, label="Оценить себя")
    await roman.rate(0, "Стабильно")
    await roman.modal.get_by_role("button", name="Сохранить").click()
    await roman.close()

    await roman.field.fill("/skill one-on-one")
    await roman.field.press("Enter")
    text = roman.modal.get_by_role("textbox")
    await expect(text).to_have_value(re.compile("Распределённое обучение"))
    await text.press("ControlOrMeta+End")
    await text.press_sequentially(" Моё.")
    made = await text.input_value()
    assert not await roman.overflows()
    await roman.modal.get_by_role("button", name="Отправить мне").click()
    await expect(roman.modal).to_contain_text("Rung отправляет этот текст")
    await roman.close()

    await expect(roman.card).to_contain_text(made.rpartition("\n")[2])


async def test_another_language_is_chosen_on_the_home_tab(world: World, open_window: OpenWindow) -> None:
    rita = await open_window(world.url, RITA, HOME)
    home = rita.page.get_by_role("region", name="Home")
    await home.get_by_role("button", name="Change profile").click()
    await rita.choose(rita.modal.get_by_role("button", name="Language"), "Русский")
    await rita.modal.get_by_role("button", name="Save").click()

    await expect(rita.modal).to_contain_text("Язык: Русский")
    await rita.close()
    await expect(home.get_by_role("button", name="Изменить профиль")).to_be_visible()
    await expect(home).not_to_contain_text("Only you")
