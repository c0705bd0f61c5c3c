"""Telling those who look after the framework which changes were suggested, at most once a day."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.discussion import Suggestion
from bot.domain.people import PersonId
from bot.errors import MembersOnly, RungError, SlackRefused, SlackUnavailable, StorageUnavailable
from bot.messenger.clients import Clients
from bot.services.administering import settings_of
from bot.services.asking import Library
from bot.services.people import People
from bot.services.suggesting import give_news_back, take_news, tenants_to_tell
from bot.storage.engine import Database
from bot.views.message import message
from bot.views.suggesting import news_blocks

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Telling:
    """`owners` are the Slack user ids of those who are told where a tenant's admins chose nobody."""

    owners: tuple[str, ...]
    people: People
    library: Callable[[], Library]
    database: Database
    slack: Clients

    async def tell(self, now: datetime) -> int:
        """Tell what is new, if the last time was a day ago or more; how many messages went out."""
        try:
            tenants = await tenants_to_tell(self.database, now)
        except StorageUnavailable as error:
            _logger.warning("The framework's owners are told later: %s", error)
            return 0
        return sum([await self._steady_tell(tenant, now) for tenant in tenants])

    async def _steady_tell(self, tenant: str, now: datetime) -> int:
        """What hinders it in one tenant, such as a token that can't be renewed, is nothing to the others."""
        try:
            return await self._tell(tenant, now)
        except RungError as error:
            _logger.warning("The framework's owners in %s are told later: %s", tenant, error)
            return 0

    async def _tell(self, tenant: str, now: datetime) -> int:
        """It is marked first, so that nobody is told twice, and unmarked where nobody could be told."""
        chosen = (await settings_of(tenant, self.database)).owners or self.owners
        if not chosen:
            return 0
        owners = await self._present(tenant, chosen)
        if not owners:
            _logger.warning("None of the framework's owners in %s can be told what was suggested", tenant)
            return 0
        news = await take_news(tenant, self.database, now)
        if not news:
            return 0
        told = [owner for owner in owners if await self._send(owner, news)]
        if not told:
            await give_news_back(tenant, news, self.database)
        return len(told)

    async def _present(self, tenant: str, owners: tuple[str, ...]) -> list[PersonId]:
        """Those of the owners who are full members now: nobody else is written to. Raises SlackUnavailable."""
        present = []
        for owner in (PersonId(tenant, user) for user in owners):
            try:
                await self.people.require_member(owner)
            except (MembersOnly, SlackRefused) as error:
                _logger.info("%s isn't told what was suggested: %s", owner.user, error)
            else:
                present.append(owner)
        return present

    async def _send(self, owner: PersonId, news: tuple[Suggestion, ...]) -> bool:
        member, library = await self.people.member(owner), self.library()
        t = library.languages.for_person(member.user, member.profile, member.fallback)
        told = message(news_blocks(news, library.framework.skills, member.user.timezone, t))
        try:
            await self.slack(owner.tenant).call("chat.postMessage", channel=owner.user, **told)
        except (SlackRefused, SlackUnavailable) as error:
            _logger.warning("%s couldn't be told what was suggested: %s", owner.user, error)
            return False
        return True
