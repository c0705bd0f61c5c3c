"""Focuses: chosen from a card or by a command, a few at a time, and ended by the person alone."""

import asyncio

import pytest

from bot.errors import FocusAlreadyOpen, FocusEnded, MembersOnly, NothingToGrowTowards, TooManyFocuses
from bot.playground.people import DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, labels, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, rated

REF = "distributed-training/llm-engineer/"
SAVED = "*Saved as your focus:* “%(skill)s”, %(role)s, target level %(level)s. Only you see it."
NAMES = {EMMA: "Distributed Training", DIETER: "Verteiltes Training", ROMAN: "Распределённое обучение"}
WORDS = {EMMA: "focus", DIETER: "fokus", ROMAN: "фокус"}


async def window(scene: Scene, person: str) -> View:
    listed = (await scene.slack.command(person, "focus")).message
    view = (await scene.slack.click(person, listed, "focus.list")).view
    assert view is not None
    return view


def states(scene: Scene) -> list[tuple[object, object]]:
    """Target and state of each focus that is stored."""
    return [(row[5], row[6]) for row in scene.rows("focus")]


@pytest.mark.parametrize("person", list(WORDS))
async def test_case_34_starting_one_says_what_was_stored_who_sees_it_and_what_is_open(
    scene: Scene, person: str
) -> None:
    told = (await scene.slack.command(person, f"{WORDS[person]} distributed-training senior")).message

    assert wording(person, SAVED, skill=NAMES[person], role="LLM Engineer", level="Senior") in lines(told)
    assert sum(line.startswith("• ") for line in lines(told)) == 3
    assert labels(told)[0] == wording(person, "Rate yourself")
    assert told.is_ephemeral
    assert states(scene) == [("senior", "active")]
    again = (await scene.slack.command(person, f"{WORDS[person]} model-evaluation senior")).message
    assert labels(again) == [wording(person, one) for one in ("Rate yourself", "All levels", "Change focuses")]


async def test_grow_in_this_leads_to_the_level_of_the_card_or_the_next_one(scene: Scene) -> None:
    card = (await scene.slack.command(EMMA, "distributed-training senior")).message
    shown = said(card)
    await scene.slack.click(EMMA, card, "card.more", value=f"set {REF}senior")

    told = (await scene.slack.click(EMMA, card, "card.more", value=f"grow {REF}senior")).message

    assert "target level Lead / Staff" in said(told)
    assert shown.splitlines()[0] in said(card)
    above = (await scene.slack.command(GEORGE, "distributed-training senior")).message
    told = (await scene.slack.click(GEORGE, above, "card.more", value=f"grow {REF}senior")).message
    assert "target level Senior" in said(told)


async def test_in_the_window_of_the_search_it_opens_on_top(scene: Scene) -> None:
    view = (await scene.slack.shortcut(EMMA, "look_up")).view
    assert view is not None
    await scene.slack.select(EMMA, view, "skill.search", "distributed-training//", query="")

    await scene.slack.select(EMMA, view, "card.level", f"{REF}senior")
    told = (await scene.slack.click(EMMA, view, "card.more", value=f"grow {REF}senior")).view

    assert told is not None
    assert told is not view
    assert "*Saved as your focus:*" in said(told)


async def test_what_is_too_much_to_show_is_counted_and_led_to(new_scene: NewScene, content: Content) -> None:
    statements = {f"s-{n}": {"text": f"Keeps promise number {n}."} for n in range(9)}
    cell = {"llm-engineer": {"senior": {"mandatory": True, "statements": list(statements)}}}
    content.add_skills(1, statements=statements, roles=cell)
    async with new_scene(content_dir=content.directory) as scene:
        await scene.slack.command(EMMA, "focus model-evaluation senior")
        told = (await scene.slack.command(EMMA, "focus invented-1 senior")).message

        assert sum(line.startswith("• ") for line in lines(told)) == 5
        assert "and 4\xa0more statements under “All levels”" in lines(told)


async def test_a_few_at_a_time(new_scene: NewScene) -> None:
    async with new_scene(focus_limit=1) as scene:
        await scene.slack.command(EMMA, "focus distributed-training senior")

        refused = (await scene.slack.command(EMMA, "focus model-evaluation senior")).message

        assert lines(refused) == [wording(EMMA, TooManyFocuses.told)]
        assert len(scene.rows("focus")) == 1


async def test_two_at_once_never_make_more_than_the_limit(new_scene: NewScene) -> None:
    async with new_scene(focus_limit=1) as scene:
        asked = ("focus distributed-training senior", "focus model-evaluation senior", "focus data-pipelines senior")
        await asyncio.gather(*(scene.slack.command(EMMA, words) for words in asked))

        assert len(scene.rows("focus")) == 1


async def test_the_same_skill_again_changes_the_target_only_where_one_is_named(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")

    again = (await scene.slack.command(EMMA, "focus distributed-training")).message
    assert lines(again) == [wording(EMMA, FocusAlreadyOpen.told)]
    await scene.slack.command(EMMA, "focus distributed-training lead")

    assert states(scene) == [("lead", "active")]


async def test_a_level_of_which_nothing_is_expected_is_no_target(new_scene: NewScene, content: Content) -> None:
    content.add_skills(1)  # of which only Senior is defined
    async with new_scene(content_dir=content.directory) as scene:
        told = (await scene.slack.command(EMMA, "focus invented-1 junior")).message

        assert lines(told) == [wording(EMMA, NothingToGrowTowards.told)]
        assert scene.rows("focus") == []


async def test_it_is_paused_resumed_aimed_anew_dropped_and_started_again(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    view = await window(scene, EMMA)

    for state, told in (("paused", "paused"), ("active", "active")):
        await scene.slack.click(EMMA, view, "focus.more", value=f"{state} {REF}")
        assert f"Saved: your focus is {told}. Only you see it." in lines(view)
        assert states(scene) == [("senior", state)]
    await scene.slack.select(EMMA, view, "focus.target", f"{REF}lead")
    assert states(scene) == [("lead", "active")]
    await scene.slack.click(EMMA, view, "focus.more", value=f"dropped {REF}")
    assert states(scene) == [("lead", "dropped")]
    assert "dropped" in said(view)

    scene.clock.seconds += 60
    await scene.slack.command(EMMA, "focus distributed-training senior")
    assert sorted(str(state) for _, state in states(scene)) == ["active", "dropped"]


async def test_a_covered_target_is_congratulated_and_the_person_decides(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    await rated(scene, EMMA, dict.fromkeys(STATEMENTS, "consistent"))

    view = await window(scene, EMMA)

    assert "Congratulations: you've covered all that Senior asks for here." in said(view)
    assert states(scene) == [("senior", "active")]
    await scene.slack.click(EMMA, view, "focus.more:achieve")
    assert states(scene) == [("senior", "achieved")]
    assert "Saved: you've achieved your focus. Only you see it." in lines(view)


async def test_in_a_direct_message_all_are_told_in_words(scene: Scene) -> None:
    await scene.slack.send_message(EMMA, "focus distributed-training senior")

    told = (await scene.slack.send_message(EMMA, "focus")).message

    assert "LLM Engineer · Senior: 0 of 3 consistent · active" in lines(told)
    assert (await scene.slack.click(EMMA, told, buttons(told)["Change focuses"])).view is not None


async def test_without_one_the_way_to_start_one_is_told(scene: Scene) -> None:
    assert "You have no focus yet" in said((await scene.slack.command(EMMA, "focus")).message)


async def test_nobody_sees_or_ends_anothers(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    await scene.slack.command(GEORGE, "focus model-evaluation senior")
    view = await window(scene, GEORGE)
    assert "Distributed Training" not in said(view)

    for block in view.blocks:
        for element in block.get("elements", ()):
            if element.get("action_id") == "focus.more":
                element["options"][0]["value"] = f"dropped {REF}"
    outcome = await scene.slack.click(GEORGE, view, "focus.more", value=f"dropped {REF}")

    assert outcome.view is not None
    assert wording(GEORGE, FocusEnded.told) in lines(outcome.view)
    assert ("senior", "active") in states(scene)
    assert "dropped" not in {state for _, state in states(scene)}


async def test_a_guest_keeps_none(scene: Scene) -> None:
    for words in ("focus", "focus distributed-training senior"):
        assert lines((await scene.slack.command(GUS, words)).message) == [wording(GUS, MembersOnly.told)]
    card = (await scene.slack.command(GUS, "distributed-training")).message
    assert "Grow in this" not in labels(card)
    assert scene.rows("person") == []


async def test_a_skill_that_is_gone_can_still_be_dropped(new_scene: NewScene, content: Content) -> None:
    content.add_skills(1)
    async with new_scene(content_dir=content.directory) as scene:
        await scene.slack.command(EMMA, "focus invented-1 senior")
        (content.directory / "skills/invented-1/skill.yaml").unlink()
        (content.directory / "skills/invented-1").rmdir()
        assert await scene.rung.shelf.renew()

        view = await window(scene, EMMA)
        assert "This skill is no longer part of the framework." in said(view)
        await scene.slack.click(EMMA, view, "focus.more:drop")

        assert states(scene) == [("senior", "dropped")]
