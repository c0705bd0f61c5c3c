"""A level that was reached is told in a team by the person's own click: previewed, posted once, and nothing more."""

import pytest

from bot.errors import ChannelArchived, NotToldThere, RungError, RungNotInChannel, StaleControl
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from bot.playground.records import View
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import Scene
from tests.scenario.crowds import CROWD, asked, crowd
from tests.scenario.forging import submission
from tests.scenario.reading import buttons, said, wording
from tests.scenario.test_summaries import team

ASK = {EMMA: "profile", DIETER: "profil", ROMAN: "профиль"}
TOLD = "%(person)s has reached %(level)s in “%(skill)s” (%(role)s)."
SKILL_NAME = {EMMA: "Distributed Training", DIETER: "Verteiltes Training", ROMAN: "Распределённое обучение"}


async def reached(scene: Scene, person: str, level: str = "senior") -> View:
    """The window after somebody has set their level in a skill."""
    view = (await scene.slack.command(person, f"{ASK.get(person, 'profile')} distributed-training")).view
    assert view is not None
    await scene.slack.submit(person, view, {(Action.LEVEL_CHOOSE, Action.LEVEL_CHOOSE): f"level {level}"})
    return view


async def telling(scene: Scene, person: str) -> View:
    saved = await reached(scene, person)
    view = (await scene.slack.click(person, saved, buttons(saved)[wording(person, "Tell a team")])).view
    assert view is not None
    return view


async def previewed(scene: Scene, person: str, channel: str = CROWD) -> View:
    view = await telling(scene, person)
    await scene.slack.select(person, view, "tell.channel", channel)
    return view


def told(person: str) -> str:
    names = {"level": "Senior", "role": "LLM Engineer", "skill": SKILL_NAME[person]}
    return wording(person, TOLD, person=f"<@{person}>", **names)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_what_is_previewed_is_posted_in_the_language_of_the_channel(scene: Scene, person: str) -> None:
    await team(scene, person, 5, joined=0)
    before, where = len(scene.public()), "This will be posted in %(channel)s, and everyone there will see it."
    view = await telling(scene, person)
    assert "submit" not in view.body
    await scene.slack.select(person, view, "tell.channel", CROWD)
    assert wording(person, where, channel=f"<#{CROWD}>") in said(view)
    assert told(person) in said(view)
    assert len(scene.public()) == before

    (posted,) = (await scene.slack.submit(person, view)).posted

    assert posted.channel == CROWD
    assert told(person) in said(posted)
    assert said(posted) in said(view)


async def test_confirmed_twice_it_is_told_once(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await asked(scene, EMMA)
    view = await previewed(scene, EMMA)
    payload = submission(scene, EMMA, view)
    before = len(scene.public())
    for _ in range(2):
        await scene.send(RequestKind.INTERACTION, payload)
    assert len(scene.public()) == before + 1


async def test_nothing_is_told_by_itself(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await asked(scene, EMMA)
    before = len(scene.public())
    await reached(scene, EMMA)
    await previewed(scene, EMMA)
    assert len(scene.public()) == before


@pytest.mark.parametrize("error", [NotToldThere, RungNotInChannel, ChannelArchived])
async def test_case_25_what_stands_in_the_way_is_said_at_once(scene: Scene, error: type[RungError]) -> None:
    crowd(scene, 5, EMMA)
    if error is not NotToldThere:
        await asked(scene, EMMA)
    channel = scene.slack.workspace.channels[CROWD]
    channel.is_archived = error is ChannelArchived
    if error is RungNotInChannel:
        channel.members.pop()

    view = await previewed(scene, EMMA)

    assert wording(EMMA, error.told) in said(view)
    assert "submit" not in view.body


async def test_only_who_is_in_the_channel_can_tell_it(scene: Scene) -> None:
    crowd(scene, 5, GEORGE)
    await asked(scene, GEORGE)
    assert wording(EMMA, NotToldThere.told) in said(await previewed(scene, EMMA))


async def test_a_level_that_is_not_theirs_any_more_is_not_told(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await asked(scene, EMMA)
    view = await previewed(scene, EMMA)
    payload, before = submission(scene, EMMA, view), len(scene.public())
    await reached(scene, EMMA, "middle")
    failed = await scene.send(RequestKind.INTERACTION, payload)
    assert len(scene.public()) == before
    assert wording(EMMA, StaleControl.told) in str(failed.body)


@pytest.mark.parametrize("error", ["restricted_action", "not_in_channel"])
async def test_who_told_it_hears_that_slack_did_not_take_it(scene: Scene, error: str) -> None:
    crowd(scene, 5, EMMA)
    await asked(scene, EMMA)
    view = await previewed(scene, EMMA)
    scene.slack.fail_next("chat.postMessage", Failure.slack(error))
    outcome = await scene.slack.submit(EMMA, view)
    assert any("Your level wasn't told" in said(message) for message in outcome.messages)
