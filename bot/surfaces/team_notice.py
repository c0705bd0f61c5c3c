"""Notices to whoever looks after a team, written when they are sent."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.domain.deliveries import Delivery, Reason
from bot.domain.people import SlackUser
from bot.domain.team_deliveries import TOO_FEW, Matter
from bot.services.asking import Library
from bot.services.people import People
from bot.storage.engine import Database
from bot.storage.teams import count_members, load_team
from bot.storage.tenant_settings import load_tenant_settings
from bot.surfaces.composing import Composed
from bot.views.team_notice import notice_message


@dataclass(frozen=True, slots=True)
class NoticeWriter:
    """Tells what still holds when it is told."""

    library: Callable[[], Library]
    people: People
    database: Database
    command: str

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
        """Nothing where it doesn't hold any more, or somebody else looks after the team by now."""
        assert user is not None
        matter = Matter.parse(delivery.about or "")
        async with self.database.reading() as session:
            team = await load_team(session, delivery.tenant, matter.channel)
            counted = await count_members(session, delivery.tenant, matter.channel)
            chosen = await load_tenant_settings(session, delivery.tenant)
        if team is None or delivery.recipient not in team.owners:
            return Reason.NOTHING_TO_SAY
        size = team.told_from(chosen.least_group)
        if (counted >= size) if matter.why == TOO_FEW else team.paused != matter.why:
            return Reason.NOTHING_TO_SAY
        member = await self.people.member(delivery.person)
        t = self.library().languages.for_person(user, member.profile, member.fallback)
        return Composed(notice_message(matter, size, t, self.command), None)

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        """Nothing else belongs to it."""

    async def refused(self, delivery: Delivery, why: str) -> None:
        """Nothing: the ledger says so."""
