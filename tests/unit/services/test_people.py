"""Who may have something stored, while they may be having all of it erased."""

import asyncio
from pathlib import Path

import pytest

from bot.domain.people import PersonId, SlackUser
from bot.errors import ErasedMeanwhile
from bot.services.people import People
from bot.storage.engine import Database

SOMEBODY, ANOTHER = PersonId("T1", "U1"), PersonId("T1", "U2")


class Scene:
    """People of whom Slack tells nothing before `tells` is set."""

    def __init__(self, directory: Path) -> None:
        self.tells = asyncio.Event()
        database = Database.open(f"sqlite:///{directory / 'rung.db'}")  # nothing is read from it
        self.people = People(database, self.fetch, asyncio.ensure_future, lambda: 0.0)

    async def fetch(self, person: PersonId) -> SlackUser:
        await self.tells.wait()
        return SlackUser()


async def test_what_began_before_an_erasure_is_not_stored_after_it(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    theirs, anothers = (asyncio.create_task(scene.people.require_member(one)) for one in (SOMEBODY, ANOTHER))
    await asyncio.sleep(0)  # until both have begun

    async with scene.people.erasing(SOMEBODY):
        pass
    scene.tells.set()

    with pytest.raises(ErasedMeanwhile):
        await theirs
    await anothers
    await scene.people.require_member(SOMEBODY)


async def test_nothing_is_stored_while_an_erasure_runs(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.tells.set()

    async with scene.people.erasing(SOMEBODY):
        with pytest.raises(ErasedMeanwhile):
            await scene.people.require_member(SOMEBODY)
        await scene.people.require_member(ANOTHER)
