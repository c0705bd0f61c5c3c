"""The PostgreSQL server restarts while Rung answers and sends: nothing has to be started anew."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from bot.domain.deliveries import Status
from bot.errors import StorageUnavailable
from bot.jobs import distributed
from bot.playground.asgi import running
from bot.playground.people import EMMA
from bot.storage.deliveries import count_deliveries
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.integration.proxy import Proxy, before
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import lines, said, wording
from tests.scenario.test_cadence import grow, kept
from tests.scenario.test_coaching import sent
from tests.scenario.test_rolling_release import ready

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures

QUESTION = "distributed-training senior"


@dataclass(frozen=True, slots=True)
class House:
    """A Rung that serves, with a server that can be taken away."""

    scene: Scene
    server: Proxy


@pytest.fixture
async def house(new_scene: NewScene, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    for pause in ("RETRY", "POOL_TIMEOUT", "POLL"):
        monkeypatch.setattr(distributed, pause, 0.2)
    async with (
        before(postgres_url) as (proxy, url),
        new_scene(database_url=SecretStr(url)) as scene,
        running(scene.rung.front),
    ):
        yield House(scene, proxy)


async def until_sent(scene: Scene, count: int) -> None:
    """Wait until the lanes have sent so many."""
    async with asyncio.timeout(20):
        while True:
            async with scene.rung.parts.database.reading() as session:
                counts = await count_deliveries(session)
            if sum(number for (_, status), number in counts.items() if status == Status.SENT) == count:
                return
            await asyncio.sleep(0.02)


async def moment_of(scene: Scene, person: str) -> None:
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    scene.clock.seconds = upcoming.at.timestamp()


async def test_while_it_is_away_people_are_told_and_afterwards_all_goes_on(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    scene = house.scene
    await grow(scene, EMMA)
    await moment_of(scene, EMMA)
    await house.server.cut()

    answer = (await scene.slack.command(EMMA, QUESTION)).message
    assert "Senior" in said(answer)
    told = (await scene.slack.command(EMMA, "language de")).message
    assert lines(told)[0] == wording(EMMA, StorageUnavailable.told)
    status, problem = await ready(scene)
    assert (status, "can't be reached" in problem) == (503, True)
    with caplog.at_level(logging.WARNING):
        await scene.rung.rounds.steady_round()
    assert "Nothing was planned" in caplog.text

    await house.server.mend()

    assert await ready(scene) == (200, "")
    assert "Deutsch" in said((await scene.slack.command(EMMA, "language de")).message)
    await scene.rung.rounds.round()
    await until_sent(scene, 1)
    assert len(sent(scene, EMMA)) == 1


async def test_connections_that_it_has_dropped_are_made_anew_and_nobody_notices(house: House) -> None:
    scene = house.scene
    await grow(scene, EMMA)
    await moment_of(scene, EMMA)
    for _ in range(2):
        await house.server.cut()
        await house.server.mend()
        assert await ready(scene) == (200, "")
        assert "Deutsch" in said((await scene.slack.command(EMMA, "language de")).message)
    await scene.rung.rounds.round()
    await until_sent(scene, 1)
    assert len(sent(scene, EMMA)) == 1
