"""Two processes on one PostgreSQL, behind a balancer: what one was told, the other knows at once."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from bot.playground.asgi import running
from bot.playground.people import DIETER, EMMA
from bot.playground.records import Message
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import said

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures


@pytest.fixture
async def processes(new_scene: NewScene, postgres_url: str) -> AsyncIterator[tuple[Scene, Scene]]:
    url = SecretStr(postgres_url)
    async with (
        new_scene(database_url=url) as one,
        new_scene(database_url=url) as other,
        running(one.rung.front),
        running(other.rung.front),
    ):
        yield one, other


async def says(scene: Scene, person: str, words: str) -> Message:
    """The card, as soon as it says so: what is committed is heard a moment later."""
    for _ in range(10_000):
        card = (await scene.slack.command(person, "distributed-training senior")).message
        if words in said(card):
            return card
        await asyncio.sleep(0)  # an answer from memory lets nobody else have a turn
    raise AssertionError(f"it still says: {said(card)[:80]}")


async def test_a_chosen_language_holds_in_the_other_process_too(processes: tuple[Scene, Scene]) -> None:
    one, other = processes
    await says(one, DIETER, "Erwartet auf Level Senior")
    await says(other, DIETER, "Erwartet auf Level Senior")

    await one.slack.command(DIETER, "sprache en")

    await says(other, DIETER, "Expected at Senior")


async def test_who_changed_in_slack_has_changed_in_the_other_process_too(processes: tuple[Scene, Scene]) -> None:
    one, other = processes
    for scene in processes:
        await says(scene, EMMA, "Expected at Senior")
    other.slack.workspace.change_person(EMMA, locale="de-DE")

    await one.slack.change_user(EMMA, locale="de-DE")

    await says(other, EMMA, "Erwartet auf Level Senior")
