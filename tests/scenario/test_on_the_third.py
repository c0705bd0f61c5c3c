"""Windows that lie three deep, on which Slack takes no fourth."""

import pytest

from bot.errors import StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Scene
from tests.scenario.reading import buttons, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, field
from tests.scenario.test_at_once import shown
from tests.scenario.test_cadence import FOCUS

GROW = "grow distributed-training/llm-engineer/senior"


async def second(scene: Scene, person: str) -> View:
    """The window that tells of a focus, over the search."""
    await scene.slack.command(person, f"{FOCUS[person]} model-evaluation senior")  # the first one is told otherwise
    view = shown((await scene.slack.shortcut(person, "look_up")).view)
    await scene.slack.select(person, view, "skill.search", "distributed-training//", query="")
    await scene.slack.select(person, view, "card.level", "distributed-training/llm-engineer/senior")
    return shown((await scene.slack.click(person, view, "card.more", value=GROW)).view)


async def clicked(scene: Scene, person: str, view: View, label: str) -> View:
    return shown((await scene.slack.click(person, view, buttons(view)[wording(person, label)])).view)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_from_the_third_window_one_goes_on_in_its_place(scene: Scene, person: str) -> None:
    over = await second(scene, person)
    third = await clicked(scene, person, over, "All levels")

    level = await clicked(scene, person, third, "Set my level")

    assert level is third
    await scene.slack.submit(person, level, {("level.choose", "level.choose"): "level senior"})
    assert len(scene.rows("current_level")) == 1
    assert (await scene.slack.close(person, third)).view is over


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_where_the_third_cannot_be_saved_it_says_so_and_keeps_what_was_entered(scene: Scene, person: str) -> None:
    rating = await clicked(scene, person, await second(scene, person), "Rate yourself")
    aside = scene.database.rename(scene.database.with_suffix(".aside"))

    for _ in range(2):
        told = (await scene.slack.submit(person, rating, {field(STATEMENTS[0]): "practising"})).view
        assert told is rating
        assert lines(rating)[0] == wording(person, StorageUnavailable.told)
        assert said(rating).count(lines(rating)[0]) == 1

    aside.rename(scene.database)
    saved = (await scene.slack.submit(person, rating)).view
    assert saved is rating
    assert wording(person, StorageUnavailable.told) not in said(rating)
    assert len(scene.rows("assessment")) == 1


async def test_a_window_that_is_closed_while_it_is_changed_again_stays_closed_in_silence(scene: Scene) -> None:
    rating = await clicked(scene, EMMA, await second(scene, EMMA), "Rate yourself")
    scene.slack.fail_next("views.update", Failure.slack("hash_conflict"))
    scene.slack.fail_next("views.update", Failure.slack("not_found"))

    outcome = await scene.slack.click(EMMA, rating, f"assess.note:{STATEMENTS[0]}")

    assert outcome.messages == []
    assert outcome.view is rating
