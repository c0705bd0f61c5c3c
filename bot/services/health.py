"""How the Rung that serves a tenant is, for its admins."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.health import Content, Health, Sending
from bot.domain.retention import Retention
from bot.errors import StorageUnavailable
from bot.services.asking import Library
from bot.storage.deliveries import sending_in
from bot.storage.engine import Database

LOOKED_BACK = timedelta(days=7)
_STAMP = 8  # characters of the content's version: enough to compare

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Deployment:
    """What is the same for every tenant, and what was set for all of them.

    `language`, `owners` and `retention` hold where admins chose nothing. `missing_scopes` says of a tenant which scopes
    Rung lacks there, None where that isn't known; it may raise StorageUnavailable.
    """

    version: str
    by_socket: bool
    language: str
    owners: tuple[str, ...]
    retention: Retention
    missing_scopes: Callable[[str], Awaitable[frozenset[str] | None]]


async def health_of(tenant: str, deployment: Deployment, library: Library, database: Database, now: datetime) -> Health:
    """Whatever doesn't answer is part of it."""
    framework = library.framework
    content = Content(len(framework.skills), len(framework.roles), framework.locales, framework.version[:_STAMP])
    missing, sending = None, None
    try:
        missing = await deployment.missing_scopes(tenant)
        async with database.reading() as session:
            waiting, oldest, failed = await sending_in(session, tenant, now, now - LOOKED_BACK)
        lag = max(now - oldest, timedelta()) if oldest else timedelta()
        sending = Sending(waiting, lag, failed)
    except StorageUnavailable as error:
        _logger.warning("An admin is told that the database doesn't answer: %s", error)
    return Health(deployment.version, content, database.kind, deployment.by_socket, missing, sending)
