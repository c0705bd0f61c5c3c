"""The disk under an SQLite file is full: nothing is half stored, reading goes on, and with room again all goes on."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Pool, event

from bot.errors import StorageUnavailable
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Scene
from tests.scenario.lives import id_of, stored
from tests.scenario.reading import said, wording
from tests.scenario.test_assess import STATEMENTS, field, opened
from tests.scenario.test_cadence import grow
from tests.scenario.test_coaching import sent

LONG = "Eight nodes, and what I learned. " * 80


class Disk:
    """Where a file may grow, or not by a page more: SQLite itself then says what it says on a full disk."""

    def __init__(self) -> None:
        self.is_full = False

    def limit(self, connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {1 if self.is_full else 4_000_000_000}")  # never below what is there
        cursor.close()


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    event.listen(Pool, "checkout", disk.limit)
    yield disk
    event.remove(Pool, "checkout", disk.limit)


async def with_long_notes(scene: Scene, person: str) -> View:
    view = await opened(scene, person)
    for statement in STATEMENTS[:2]:
        await scene.slack.click(person, view, f"assess.note:{statement}")
    return view


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_nothing_is_half_stored_and_what_was_typed_can_be_sent_again(
    scene: Scene, disk: Disk, person: str
) -> None:
    view = await with_long_notes(scene, person)
    notes = [block["block_id"] for block in view.blocks if block.get("block_id", "").startswith("note ")]
    typed: dict[str | tuple[str, str], object] = {field(one): "practising" for one in STATEMENTS[:2]}
    typed |= {(note, "assess.words"): LONG for note in notes}
    before = await stored(scene, id_of(scene, person))

    disk.is_full = True
    refused = await scene.slack.submit(person, view, typed)

    assert wording(person, StorageUnavailable.told) in str(refused.view and refused.view.body)
    assert await stored(scene, id_of(scene, person)) == before
    answer = (await scene.slack.command(person, "distributed-training junior")).message
    assert "Junior" in said(answer)

    disk.is_full = False
    assert refused.view is not None
    await scene.slack.close(person, refused.view)
    await scene.slack.submit(person, view)

    rows = await stored(scene, id_of(scene, person))
    assert [row["note"] for row in rows["assessment"]] == [LONG.strip()] * 2
    assert len(rows["latest_rating"]) == 2


async def test_what_is_due_waits_for_room(scene: Scene, disk: Disk, caplog: pytest.LogCaptureFixture) -> None:
    await grow(scene, EMMA)
    fill_up(scene)
    next_due = await scene.rung.rounds.next_due()
    assert next_due is not None
    scene.clock.seconds = next_due.timestamp()
    disk.is_full = True
    with caplog.at_level(logging.WARNING):
        await scene.rung.rounds.steady_round()
        await scene.rung.rounds.engine.settled()
    assert "Nothing was planned: database or disk is full" in caplog.text
    assert sent(scene, EMMA) == []

    disk.is_full = False
    await scene.rung.rounds.once()

    assert len(sent(scene, EMMA)) == 1


def fill_up(scene: Scene) -> None:
    """Let the ledger's pages have no room for one more row, however short."""
    names = "tenant, recipient, kind, period, lane, status, due_at, expires_at, fence, attempts"
    with closing(sqlite3.connect(scene.database, isolation_level=None)) as connection:
        for nth in count():
            connection.execute("BEGIN")
            (before,) = connection.execute("PRAGMA page_count").fetchone()
            values = f"'T', '{nth}', 'nudge', '2026-01-01', 'T', 'sent', '2026-01-01', '2026-01-01', 0, 0"
            connection.execute(f"INSERT INTO delivery ({names}) VALUES ({values})")
            (after,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute("COMMIT" if after == before else "ROLLBACK")
            if after > before:
                return
