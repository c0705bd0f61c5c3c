"""Answers to what Rung sends by itself are taken back: what holds then, and what is said of it."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.playground.payloads import interaction, place_of
from bot.playground.people import EMMA
from bot.playground.records import Message
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import labels, lines, wording
from tests.scenario.test_cadence import FOCUS
from tests.scenario.test_coaching import CHECK_IN_DAY, FIRST, check_in, is_live, message_of, nudge, rate, ratings
from tests.scenario.test_focus import REF, window

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
UNDONE = "Undone: it's as it was before."
FIRST_UNDONE = "Undone: what had no rating before counts as “%(rating)s” now, the same as none."
STAYS = "What you've rated in another place since stays as it is."


def click_as_it_was_drawn(scene: Scene, message: Message, value: str, trigger: str) -> dict[str, Any]:
    """A click on a button that was there when the message was sent, whatever stands there now."""
    body = interaction(scene.slack.backend, "block_actions", scene.slack.present(EMMA), trigger_id=trigger)
    button = {"type": "button", "block_id": "b", "action_id": "nudge.rate:1", "action_ts": "1.0", "value": value}
    return body | place_of(scene.slack.backend, message) | {"actions": [button]}


def value_of(message: Message, label: str) -> str:
    elements = [one for block in message.blocks if block["type"] == "actions" for one in block["elements"]]
    return next(str(one["value"]) for one in elements if one.get("text", {}).get("text") == label)


def without(statement: str) -> Any:
    """An edit of a skill after which nothing asks for that statement any more."""

    def retire(skill: Any) -> None:
        skill["statements"][statement]["retired"] = True
        for levels in skill["roles"].values():
            for cell in levels.values():
                cell["statements"] = [one for one in cell["statements"] if one != statement]

    return retire


@SPEAKERS
async def test_a_first_rating_that_is_taken_back_counts_as_not_yet_and_says_so(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    title = lines(idea)[0]
    await scene.slack.click(person, idea, "nudge.rate:1")
    await scene.slack.click(person, idea, Action.ANSWER_UNDO)
    assert ratings(scene) == [(FIRST, "consistent"), (FIRST, "not_yet")]
    assert lines(idea)[:2] == [title, wording(person, FIRST_UNDONE, rating=wording(person, "Not yet"))]
    assert is_live(idea)


async def test_two_clicks_on_an_answer_are_taken_back_as_one(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    value = value_of(idea, "I do this consistently")
    for trigger in ("1.1.demo", "2.1.demo"):
        await scene.send(RequestKind.INTERACTION, click_as_it_was_drawn(scene, idea, value, trigger))
    await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
    assert ratings(scene) == [(FIRST, "consistent"), (FIRST, "not_yet")]
    assert is_live(idea)


async def test_two_clicks_on_undo_take_back_once(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await scene.slack.click(EMMA, idea, "nudge.rate:1")
    await asyncio.gather(*(scene.slack.click(EMMA, idea, Action.ANSWER_UNDO) for _ in range(2)))
    assert ratings(scene) == [(FIRST, "consistent"), (FIRST, "not_yet")]
    assert is_live(idea)


async def test_one_who_changed_their_mind_gets_back_what_was_before_the_message(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    await update(scene, asked, "practising")
    await update(scene, asked, "consistent")
    await scene.slack.click(EMMA, asked, Action.ANSWER_UNDO)
    assert [rating for _, rating in ratings(scene)] == ["practising", "consistent", "not_yet"]
    assert is_live(asked)


async def update(scene: Scene, asked: Message, rating: str) -> None:
    """Rate the first statement of a check-in in its window."""
    view = (await scene.slack.click(EMMA, asked, Action.CHECK_IN_OPEN)).view
    assert view is not None
    await rate(scene, EMMA, view, {f"rating {FIRST}": rating})


@SPEAKERS
async def test_what_was_rated_in_another_place_since_stays(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    await scene.slack.click(person, idea, "nudge.rate:2")
    asked = await message_of(scene, person, CHECK_IN_DAY + timedelta(days=14))
    view = (await scene.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert view is not None
    await rate(scene, person, view, {f"rating {FIRST}": "consistent"})
    await scene.slack.click(person, idea, Action.ANSWER_UNDO)
    assert ratings(scene) == [(FIRST, "practising"), (FIRST, "consistent")]
    assert lines(idea) == [wording(person, STAYS)]


async def test_an_answer_is_taken_back_whose_statement_is_not_asked_for_any_more(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        idea = await nudge(scene, EMMA)
        await scene.slack.click(EMMA, idea, "nudge.rate:2")
        content.edit("skills/distributed-training/skill.yaml", without(FIRST))
        assert await scene.rung.shelf.renew()
        await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
        assert ratings(scene) == [(FIRST, "practising"), (FIRST, "not_yet")]
        assert lines(idea) == [wording(EMMA, FIRST_UNDONE, rating="Not yet")]
        assert labels(idea) == []


async def test_an_answer_is_taken_back_whose_focus_is_gone(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await scene.slack.click(EMMA, idea, "nudge.rate:2")
    focuses = await window(scene, EMMA)
    await scene.slack.click(EMMA, focuses, Action.FOCUS_MORE, value=f"paused {REF}")
    await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
    assert ratings(scene) == [(FIRST, "practising"), (FIRST, "not_yet")]
    assert labels(idea) == []


async def test_nothing_changed_is_taken_back_and_asks_again(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    await scene.slack.click(EMMA, asked, Action.CHECK_IN_SAME)
    await scene.slack.click(EMMA, asked, Action.ANSWER_UNDO)
    assert ratings(scene) == []
    assert lines(asked)[1] == UNDONE
    assert is_live(asked)
