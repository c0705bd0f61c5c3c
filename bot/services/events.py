"""Events that Slack sends more than once are taken care of once."""

import logging
from datetime import datetime

from bot.errors import StorageUnavailable
from bot.storage.engine import Database
from bot.storage.events import is_first_sight

_logger = logging.getLogger(__name__)


async def take_event(tenant: str, event_id: str, database: Database, now: datetime) -> bool:
    """Whether this event is to be answered. Without a database it is: twice is better than never."""
    try:
        async with database.writing() as session:
            return await is_first_sight(session, tenant, event_id, now)
    except StorageUnavailable as error:
        _logger.warning("It can't be known whether event %s was seen before: %s", event_id, error)
        return True
