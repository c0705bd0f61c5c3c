"""Erasing the data of tenants in which Rung was uninstalled a while ago."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import SlackUnavailable, StorageUnavailable
from bot.messenger.clients import Clients
from bot.messenger.standing import standing_of
from bot.services.uninstalling import erase_gone, gone_before, keep_tenant
from bot.storage.engine import Database

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Erasing:
    """`after` is how long a tenant can come back and find everything as it was."""

    after: timedelta
    database: Database
    slack: Clients

    async def erase(self, now: datetime) -> tuple[str, ...]:
        """The tenants whose data is gone now. What can't be done now is done the next time."""
        before, erased = now - self.after, []
        try:
            for tenant in await gone_before(before, self.database):
                if await self._is_there(tenant):
                    await keep_tenant(tenant, self.database)
                    _logger.info("Rung is installed in %s again: nothing is erased", tenant)
                elif await erase_gone(tenant, before, self.database):
                    _logger.info("All data of %s is erased: Rung was uninstalled there", tenant)
                    erased.append(tenant)
        except (StorageUnavailable, SlackUnavailable) as error:
            _logger.warning("Data of a workspace that is gone is erased later: %s", error)
        return tuple(erased)

    async def _is_there(self, tenant: str) -> bool:
        """Whether Slack still takes our calls there: nobody tells us of an installation whose token is a setting."""
        standing = await standing_of(self.slack(tenant))
        return standing is not None and tenant in standing.tenants
