"""A wired Rung in time: how it is started and stopped, and how it is at any moment."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from bot.errors import StorageUnavailable
from bot.jobs.hearing import Hearing
from bot.jobs.rounds import Rounds
from bot.jobs.scopes import InstalledScopes, OwnScopes
from bot.jobs.ticker import Ticker
from bot.services.shelf import Shelf
from bot.slack.background import Background
from bot.slack.parts import Parts
from bot.storage import revisions
from bot.storage.deliveries import count_deliveries, oldest_due
from bot.web.front import Readiness
from bot.web.metrics import Figures, Ledger
from bot.web.socket_mode import SocketMode

STOP_WITHIN = 8.0  # seconds that work in the background gets when the process is asked to stop


@dataclass(frozen=True, slots=True)
class Life:
    """What is started before the first request and stopped after the last, and how it is.

    `answers` is whether people are answered here: one that doesn't has nothing to do but its rounds. `writes` is
    whether it has rounds.
    """

    parts: Parts
    background: Background
    shelf: Shelf
    rounds: Rounds
    ticker: Ticker
    scopes: OwnScopes | InstalledScopes
    hearing: Hearing | None
    socket_mode: SocketMode | None
    answers: bool
    writes: bool

    async def start(self) -> None:
        if self.hearing:
            self.hearing.start()
        await self.rounds.engine.open(serves=self.writes)
        self.ticker.start()
        self.background.run(self.scopes.check())
        if self.socket_mode:
            await self.socket_mode.start()

    async def stop(self) -> None:
        if self.socket_mode:
            await self.socket_mode.close()
        self.ticker.stop()
        if self.hearing:
            await self.hearing.stop()
        await asyncio.gather(self.rounds.stop(), self.background.close(STOP_WITHIN))

    async def readiness(self) -> Readiness:
        problems = {"database": await self.parts.database.problem()}
        if self.socket_mode:
            problems["slack"] = self.socket_mode.problem()
        if not self.answers:
            problems["rounds"] = self.rounds.pulse.problem()
        return problems

    def remarks(self) -> Mapping[str, str]:
        """What an operator should know, though all works."""
        remarks = {"content": self.shelf.problem, "scopes": self.scopes.problem}
        if self.answers and self.writes:  # another process may have the rounds, and people are answered all the same
            remarks["rounds"] = self.rounds.pulse.problem()
        return {part: remark for part, remark in remarks.items() if remark}

    async def figures(self) -> Figures:
        framework, pulse = self.shelf.library().framework, self.rounds.pulse
        caches = {"people": self.parts.people.lookups, "cards": self.parts.cards.lookups}
        return Figures(
            ledger=await self._ledger(),
            outcomes=Counter(self.rounds.engine.outcomes),
            version=_version(),
            wanted_schema=revisions.head(),
            content=framework.version,
            skills=len(framework.skills),
            rounds=pulse.outcomes,
            round_age=pulse.age,
            caches={(name, result): n for name, found in caches.items() for result, n in found.items()},
            background=self.background.count,
            connections=self.socket_mode.open_connections if self.socket_mode else None,
        )

    async def _ledger(self) -> Ledger | None:
        """None where the database doesn't answer."""
        database = self.parts.database
        try:
            schema = await database.revision()
            async with database.reading() as session:
                counts, oldest = await count_deliveries(session), await oldest_due(session)
        except StorageUnavailable:
            return None
        lag = max(0.0, (self.parts.now() - oldest).total_seconds()) if oldest else 0.0
        return Ledger(counts, lag, schema or "")


@cache
def _version() -> str:
    try:
        return version("rung")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "unknown"
