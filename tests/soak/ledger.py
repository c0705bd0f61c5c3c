"""What the database says afterwards, beside what arrived in Slack and what people were told was saved."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlmodel import col

from bot.domain.deliveries import Status
from bot.errors import StorageUnavailable
from bot.playground.grid import LocalGrid
from bot.storage.engine import Database
from bot.storage.tables import AssessmentRow, CadenceRow, DeliveryRow
from tests.benchmarks.table import Row
from tests.soak.company import SKILL, Size
from tests.soak.people import People

_NOT_DONE = (Status.DUE, Status.SENDING)


@dataclass(frozen=True, slots=True)
class Books:
    database: Database
    grid: LocalGrid

    async def drained(self, within: int) -> int:
        """Wait for what is due to be sent; how much is left after so many seconds."""
        for _ in range(within):
            if not await self._left():
                break
            await asyncio.sleep(1)
        return await self._left()

    async def waiting(self) -> list[str]:
        """What is due and isn't sent, a line each."""
        rows = select(
            col(DeliveryRow.lane), col(DeliveryRow.kind), col(DeliveryRow.status), col(DeliveryRow.attempts),
            col(DeliveryRow.due_at),
        ).where(col(DeliveryRow.status).in_(_NOT_DONE))  # fmt: skip
        async with self.database.reading() as session:
            return [" ".join(map(str, row)) for row in await session.execute(rows)]

    async def _left(self) -> int:
        waiting = select(func.count()).select_from(DeliveryRow).where(col(DeliveryRow.status).in_(_NOT_DONE))
        due = select(func.count()).select_from(CadenceRow).where(col(CadenceRow.next_at) <= datetime.now(UTC))
        try:
            async with self.database.reading() as session:
                return int((await session.execute(waiting)).scalar_one() + (await session.execute(due)).scalar_one())
        except StorageUnavailable:
            return 1

    async def balance(self, people: People, size: Size) -> list[Row]:
        rows = select(
            col(DeliveryRow.tenant), col(DeliveryRow.recipient), col(DeliveryRow.kind), col(DeliveryRow.period),
            col(DeliveryRow.status), col(DeliveryRow.reason),
        )  # fmt: skip
        async with self.database.reading() as session:
            planned = (await session.execute(rows)).all()
        arrived = self._arrived()
        sent = {f"{tenant}/{to}/{kind}/{period}" for tenant, to, kind, period, state, _ in planned
                if state == Status.SENT}  # fmt: skip
        dropped = Counter(reason or "for no reason" for *_, state, reason in planned if state == Status.DROPPED)
        check_ins = sum(kind == "check_in" for _, _, kind, *_ in planned)
        twice = sum(count > 1 for count in arrived.values())
        lost = len(sent - arrived.keys()) + (len(planned) - len(sent) - sum(dropped.values()))
        lost += max(0, size.due - check_ins)
        forgotten = await self._forgotten(people)
        what = "".join(f"; {reason} {count}" for reason, count in dropped.most_common())
        return [
            Row("messages planned, sent", f"{len(planned):,}, {len(sent):,}"),
            Row(f"messages dropped{what}", f"{sum(dropped.values())}"),
            Row("messages that came twice", f"{twice}", limit="0", within=not twice),
            Row("messages lost", f"{lost}", limit="0", within=not lost),
            Row("ratings that were saved, and aren't there", f"{forgotten} of {len(people.rated):,}", limit="0",
                within=not forgotten),
        ]  # fmt: skip

    def _arrived(self) -> Counter[str]:
        """By the key of each delivery."""
        messages = (message for slack in self.grid.slacks for message in slack.workspace.messages)
        return Counter(str(one.metadata["event_payload"]["key"]) for one in messages if one.metadata)

    async def _forgotten(self, people: People) -> int:
        """How many of the ratings that people were told to be saved are not among those that are kept."""
        kept = select(
            col(AssessmentRow.tenant),
            col(AssessmentRow.subject),
            col(AssessmentRow.statement),
            col(AssessmentRow.rating),
        ).where(col(AssessmentRow.skill) == SKILL)
        async with self.database.reading() as session:
            stored = {tuple(row) for row in await session.execute(kept)}
        told = {(*key, rating) for key, rating in people.rated.items() if key not in people.unsure}
        return len(told - stored)
