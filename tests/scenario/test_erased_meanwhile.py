"""What is on its way into storage when a person has all of theirs erased doesn't get there."""

import asyncio

from bot.playground.failures import Failure
from bot.playground.payloads import interaction, place_of
from bot.playground.people import EMMA
from bot.playground.records import View
from bot.playground.signing import RequestKind
from tests.scenario.conftest import Scene
from tests.scenario.lives import id_of, live, stored
from tests.scenario.test_assess import STATEMENTS, opened
from tests.scenario.test_at_once import shown

RATED = {"assess.rating": {"selected_option": {"value": "consistent"}}}


def submission(scene: Scene, view: View) -> dict[str, object]:
    act = interaction(scene.slack.backend, "view_submission", scene.slack.present(EMMA))
    return act | {"view": place_of(scene.slack.backend, view)["view"]}


async def test_ratings_that_wait_for_slack_while_all_is_erased_are_not_stored(scene: Scene) -> None:
    await live(scene, EMMA)
    view = await opened(scene, EMMA)
    forgetting = shown((await scene.slack.command(EMMA, "forget")).view)
    ratings, forget = submission(scene, view), submission(scene, forgetting)
    ratings["view"]["state"]["values"][f"rating {STATEMENTS[0]}"] = RATED  # type: ignore[index]
    scene.clock.seconds += 11 * 60  # what was known of Emma is not believed any more
    goes_on = asyncio.Event()
    scene.slack.fail_next("users.info", Failure.held(goes_on))
    scene.slack.connect(scene.rung.front)  # without waiting for what goes on in the background

    first = asyncio.create_task(scene.slack.deliver(RequestKind.INTERACTION, ratings))
    second = asyncio.create_task(scene.slack.deliver(RequestKind.INTERACTION, forget))
    goes_on.set()
    await asyncio.gather(first, second)
    await scene.rung.background.settled()

    assert await stored(scene, id_of(scene, EMMA)) == {}


async def test_after_it_a_new_beginning_is_stored(scene: Scene) -> None:
    await live(scene, EMMA)
    await scene.slack.submit(EMMA, shown((await scene.slack.command(EMMA, "forget")).view))

    await scene.slack.command(EMMA, "focus distributed-training senior")

    assert len(scene.rows("focus")) == 1
