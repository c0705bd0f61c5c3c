"""What is wished for by the menu of a nudge or a check-in: it holds, and the message is done with."""

import shutil
from datetime import UTC, datetime, time

import pytest

from bot.domain.cadence import Rhythm
from bot.views.cadence import SETTINGS
from bot.views.ids import Action, Modal
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.lives import SKILL
from tests.scenario.reading import lines, said, wording
from tests.scenario.test_cadence import FOCUS, NUDGES, STOPPED, kept
from tests.scenario.test_coaching import NUDGE_DAY, check_in, is_live, message_of

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))


@SPEAKERS
@pytest.mark.parametrize("wish", ["fewer", "pause"])
async def test_what_was_said_of_it_stays_when_newer_messages_come(scene: Scene, person: str, wish: str) -> None:
    asked = await check_in(scene, person)
    await scene.slack.select(person, asked, Action.CHECK_IN_MORE, wish)
    told = lines(asked)
    for _ in range(3):
        upcoming = (await kept(scene, person)).upcoming
        assert upcoming is not None
        await message_of(scene, person, datetime.combine(upcoming.day, time(), UTC))
    assert lines(asked) == told


@SPEAKERS
async def test_it_can_be_stopped_whatever_the_content_has_lost(
    new_scene: NewScene, content: Content, person: str
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        asked = await check_in(scene, person)
        shutil.rmtree(content.directory / "skills" / SKILL)
        assert await scene.rung.shelf.renew()
        await scene.slack.select(person, asked, Action.CHECK_IN_MORE, "stop")
        assert wording(person, STOPPED) in said(asked)
        assert (await kept(scene, person)).upcoming is None


@SPEAKERS
async def test_the_menu_of_a_check_in_opens_the_settings_and_the_question_stays(scene: Scene, person: str) -> None:
    asked = await check_in(scene, person)
    told = lines(asked)

    view = (await scene.slack.click(person, asked, Action.CHECK_IN_MORE, value=SETTINGS)).view

    assert view is not None
    assert view.body["callback_id"] == Modal.CADENCE
    await scene.slack.submit(person, view, {("check_ins", "cadence.field:check_ins"): "monthly"})
    assert (await kept(scene, person)).cadence.check_ins is Rhythm.MONTHLY
    assert lines(asked) == told
    assert is_live(asked)


@SPEAKERS
async def test_each_message_names_the_command_that_changes_when_it_comes(scene: Scene, person: str) -> None:
    asked = await check_in(scene, person)
    idea = await message_of(scene, person, NUDGE_DAY)
    for message in (asked, idea):
        assert f"`/skill {NUDGES[person]}`" in lines(message)[-1]
