"""A process is paused between its claim and Slack, and goes on: what it held is sent by whoever has it now, once."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.app import wired
from bot.domain.deliveries import Delivery
from bot.errors import SlackRefused
from bot.jobs import lanes
from bot.jobs.lanes import HELD, SETTLE_AFTER
from bot.messenger.courier import Courier
from bot.playground.people import EMMA
from bot.playground.records import Message
from bot.storage import deliveries
from tests.scenario.conftest import Scene
from tests.scenario.crowds import CROWD, kept
from tests.scenario.test_summaries import day_comes, notices, round_now, team

Found = Callable[[Scene], list[Message]]


def summaries(scene: Scene) -> list[Message]:
    posted = [one for one in scene.slack.workspace.messages if one.channel == CROWD]
    return [one for one in posted if "/summary/" in str(one.metadata)]


def owners_notices(scene: Scene) -> list[Message]:
    return notices(scene, EMMA)


@pytest.fixture
def claims(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was claimed, by its key; after the first claim the process is paused for longer than one is held."""
    claim, claimed = deliveries.claim_delivery, list[str]()

    async def claim_and_pause(session: Any, delivery: Delivery, *more: Any) -> bool:
        has_it = await claim(session, delivery, *more)
        claimed.append(delivery.key)
        if len(claimed) == 1:
            scene.clock.seconds += HELD + 1
        return has_it

    monkeypatch.setattr(lanes, "claim_delivery", claim_and_pause)
    return claimed


@pytest.mark.parametrize(("size", "found"), [(5, summaries), (2, owners_notices)], ids=["summary", "notice"])
async def test_a_claim_that_was_slept_over_is_not_acted_upon(
    scene: Scene, claims: list[str], size: int, found: Found
) -> None:
    await team(scene, EMMA, size)
    sent: list[int] = []
    send = Courier.send

    async def counted(self: Courier, *args: Any) -> tuple[str, str]:
        sent.append(len(claims))
        return await send(self, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Courier, "send", counted)
        await day_comes(scene)
        scene.clock.seconds += 60
        await round_now(scene)

    assert len(set(claims)) == 1
    assert sent == [2]  # not after the first claim
    assert len(found(scene)) == 1


async def test_who_lost_a_claim_does_not_pause_the_team_for_what_slack_said_of_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it slept, another process settled and sent the summary; then it hears that its own call was refused."""
    await team(scene, EMMA, 5)
    send = Courier.send

    async def slept(self: Courier, recipient: str, key: str, message: Any) -> tuple[str, str]:
        monkeypatch.setattr(Courier, "send", send)
        scene.clock.seconds += SETTLE_AFTER.total_seconds() + 1
        await other_process(scene)
        raise SlackRefused("chat.postMessage", "is_archived")

    monkeypatch.setattr(Courier, "send", slept)
    await day_comes(scene)

    assert len(summaries(scene)) == 1
    assert (await kept(scene)).paused is None


async def other_process(scene: Scene) -> None:
    """One more, which finds an old claim in the ledger."""
    async with wired(scene.settings, now=scene.clock.moment, monotonic=scene.clock) as rung:
        await rung.rounds.once()
