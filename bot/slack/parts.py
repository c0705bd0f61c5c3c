"""What listeners work with, wired together in app.py."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.domain.retention import RetentionOf
from bot.messenger.clients import Clients
from bot.services.asking import Library
from bot.services.discussing import CommentCounts
from bot.services.health import Deployment
from bot.services.helping import Offers
from bot.services.people import People
from bot.storage.engine import Database
from bot.surfaces.card import CardMessages
from bot.surfaces.home import Homes


@dataclass(frozen=True, slots=True)
class Parts:
    """`library` gives the framework as it is now, `slack` the client of a tenant, `retention_of` its policy.

    `spawn` starts work that goes on after Slack was answered.
    """

    command: str
    library: Callable[[], Library]
    people: People
    database: Database
    slack: Clients
    cards: CardMessages
    comments: CommentCounts
    offers: Offers
    homes: Homes
    focus_limit: int
    retention_of: RetentionOf
    deployment: Deployment
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    now: Callable[[], datetime]
