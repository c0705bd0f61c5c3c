"""A second click while the first one runs, and windows that have changed or closed meanwhile."""

import asyncio
from typing import Any

import pytest

from bot.errors import StaleControl, StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.payloads import interaction, place_of
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Message, View
from bot.playground.refusals import NotThere
from bot.playground.signing import RequestKind
from tests.scenario.conftest import HURRIED, NewScene, Scene
from tests.scenario.reading import lines, said, title, wording

CARD = "distributed-training/llm-engineer"
LEVELS = ("junior", "middle", "senior", "lead")
SAVED = "Saved as your level in this skill. Only you see it."
COPIED = "A copy is in your direct messages with Rung. Only you see it."
HEADINGS = {"de": "*Erwartet auf Level Senior*", "ru": "*Ожидания на грейде Senior*"}


async def asked(scene: Scene) -> Message:
    return (await scene.slack.command(EMMA, "distributed-training senior")).message


def shown(view: View | None) -> View:
    assert view is not None
    return view


async def previewed(scene: Scene) -> View:
    return shown((await scene.slack.click(EMMA, await asked(scene), "card.more", value=f"post {CARD}/senior")).view)


async def until_titled(scene: Scene, surface: Message | View, ending: str) -> None:
    with scene.slack.workspace.watchers.watching() as changed:
        while not title(surface).endswith(ending):
            changed.clear()
            await changed.wait()


async def test_of_many_picks_at_once_the_last_one_stays(scene: Scene) -> None:
    answer = await asked(scene)

    await asyncio.gather(*(scene.slack.select(EMMA, answer, "card.level", f"{CARD}/{level}") for level in LEVELS))

    assert title(answer) == "Distributed Training: Lead / Staff"
    assert scene.public() == []


async def test_in_a_window_of_many_picks_at_once_the_last_one_stays(scene: Scene) -> None:
    window = shown((await scene.slack.shortcut(EMMA, "look_up")).view)
    await scene.slack.select(EMMA, window, "skill.search", "distributed-training//", query="")

    await asyncio.gather(*(scene.slack.select(EMMA, window, "card.level", f"{CARD}/{level}") for level in LEVELS))

    assert title(window) == "Distributed Training: Lead / Staff"


async def test_picks_while_slack_does_not_say_who_picks_keep_their_order(new_scene: NewScene) -> None:
    async with new_scene(patience=HURRIED) as scene:
        answer = await asked(scene)
        scene.clock.seconds += 11 * 60  # what was known of Emma is not believed any more
        scene.slack.fail_next("users.info", Failure.silent())
        scene.slack.connect(scene.rung.front)  # without waiting for what goes on in the background

        picks = (scene.slack.select(EMMA, answer, "card.level", f"{CARD}/{level}") for level in LEVELS)
        assert [outcome.status for outcome in await asyncio.gather(*picks)] == [200] * len(LEVELS)

        await until_titled(scene, answer, "Lead / Staff")
        await scene.rung.background.close(HURRIED)
        assert title(answer).endswith("Lead / Staff")


async def test_a_pick_while_a_copy_is_sent_stays_and_the_copy_is_told_on_it(scene: Scene) -> None:
    answer, goes_on = await asked(scene), asyncio.Event()
    scene.slack.fail_next("chat.postMessage", Failure.held(goes_on))
    scene.slack.connect(scene.rung.front)

    await scene.slack.click(EMMA, answer, "card.more", value=f"copy {CARD}/senior")
    await scene.slack.select(EMMA, answer, "card.level", f"{CARD}/lead")
    await until_titled(scene, answer, "Lead / Staff")
    goes_on.set()
    await scene.rung.background.settled()

    assert title(answer) == "Distributed Training: Lead / Staff"
    assert COPIED in lines(answer)
    (copy,) = scene.slack.called("chat.postMessage")
    assert "*Expected at Senior*" in copy["text"]


async def test_levels_that_are_set_at_once_leave_one_and_it_is_told(scene: Scene) -> None:
    answer = await asked(scene)

    await asyncio.gather(
        *(scene.slack.click(EMMA, answer, "card.more", value=f"set {CARD}/senior") for _ in range(3)),
    )

    assert len(scene.rows("current_level")) == 1
    assert SAVED in lines(answer)
    assert "*Your level:* Senior" in said(answer)


def choice_of_language(scene: Scene, view: View, language: str) -> dict[str, Any]:
    """A choice in the preview as it is now, to be sent later."""
    payload = interaction(scene.slack.backend, "block_actions", scene.slack.present(EMMA), trigger_id="1.1.demo")
    action = {
        "type": "static_select",
        "block_id": "b",
        "action_id": "post.language",
        "action_ts": "1.0",
        "selected_option": {"value": language},
    }
    return payload | place_of(scene.slack.backend, view) | {"actions": [action]}


@pytest.mark.parametrize("order", [("de", "ru"), ("ru", "de")])
async def test_a_choice_in_a_window_that_has_just_changed_is_not_lost(scene: Scene, order: tuple[str, str]) -> None:
    view = await previewed(scene)
    choices = [choice_of_language(scene, view, language) for language in order]

    await asyncio.gather(*(scene.send(RequestKind.INTERACTION, choice) for choice in choices))

    assert HEADINGS[order[-1]] in said(view)


async def test_a_window_that_was_closed_meanwhile_stays_closed_in_silence(scene: Scene) -> None:
    view = await previewed(scene)
    choice = choice_of_language(scene, view, "de")
    await scene.slack.close(EMMA, view)

    outcome = await scene.send(RequestKind.INTERACTION, choice)

    assert (outcome.status, outcome.messages, outcome.view) == (200, [], None)


async def test_a_preview_that_is_confirmed_twice_at_once_is_posted_once(scene: Scene) -> None:
    view = await previewed(scene)
    confirmed = interaction(scene.slack.backend, "view_submission", scene.slack.present(EMMA))
    confirmed |= {"view": place_of(scene.slack.backend, view)["view"]}

    await asyncio.gather(*(scene.send(RequestKind.INTERACTION, confirmed) for _ in range(3)))

    assert len(scene.public()) == 1


async def test_post_that_comes_before_the_chosen_language_is_previewed_shows_it_first(scene: Scene) -> None:
    view, goes_on = await previewed(scene), asyncio.Event()
    scene.slack.fail_next("views.update", Failure.held(goes_on))
    scene.slack.connect(scene.rung.front)
    await scene.slack.select(EMMA, view, "post.language", "ru")

    await scene.slack.submit(EMMA, view)

    assert view.is_open
    assert HEADINGS["ru"] in said(view)
    assert scene.public() == []
    goes_on.set()
    await scene.rung.background.settled()
    scene.slack.connect(scene.rung.front, scene.rung.background.settled)
    (posted,) = (await scene.slack.submit(EMMA, view)).posted
    assert HEADINGS["ru"] in said(posted)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_case_16_an_error_on_submit_stands_over_the_window_and_keeps_it(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    view = shown((await scene.slack.click(person, answer, "card.more", value=f"post {CARD}/senior")).view)
    await scene.slack.select(person, view, "post.language", "ru")
    sound, view.body["private_metadata"] = view.body["private_metadata"], "of another version"

    told = shown((await scene.slack.submit(person, view)).view)

    assert lines(told) == [wording(person, StaleControl.told)]
    assert told.previous_id == view.id
    with pytest.raises(NotThere):  # there is nothing to confirm in it
        await scene.slack.submit(person, told)
    await scene.slack.close(person, told)
    assert HEADINGS["ru"] in said(view)
    view.body["private_metadata"] = sound
    (posted,) = (await scene.slack.submit(person, view)).posted
    assert HEADINGS["ru"] in said(posted)


async def test_case_16_an_error_of_a_click_in_a_window_is_told_in_it_and_keeps_it(scene: Scene) -> None:
    window = shown((await scene.slack.shortcut(EMMA, "look_up")).view)
    await scene.slack.select(EMMA, window, "skill.search", "distributed-training//", query="")
    for file in scene.database.parent.glob("rung.db*"):
        file.unlink()

    outcome = await scene.slack.click(EMMA, window, "card.more", value=f"set {CARD}/junior")

    told = shown(outcome.view)
    assert lines(told)[0] == wording(EMMA, StorageUnavailable.told)
    assert told.previous_id == window.id
    assert outcome.messages == []
    await scene.slack.close(EMMA, told)
    assert scene.slack.workspace.modals.top(EMMA) is window
    assert title(window) == "Distributed Training: Junior"
