"""Messages that Rung sends by itself, written at the moment when they are sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bot.domain.deliveries import Delivery, Subject
from bot.domain.people import SlackUser


@dataclass(frozen=True, slots=True)
class Composed:
    """A message as chat.postMessage takes it, and what it is about."""

    message: Mapping[str, Any]
    subject: Subject | None


class Compose(Protocol):
    async def __call__(self, delivery: Delivery, user: SlackUser) -> Composed | None:
        """The message as it reads now; None where there is nothing to say. Raises StorageUnavailable."""
