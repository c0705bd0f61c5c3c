"""Messages that Rung sends by itself, written at the moment when they are sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bot.domain.deliveries import Delivery, Reason, Subject
from bot.domain.people import SlackUser


@dataclass(frozen=True, slots=True)
class Composed:
    """A message as chat.postMessage takes it, and what it is about."""

    message: Mapping[str, Any]
    subject: Subject | None


class Writer(Protocol):
    """Writes the messages of one kind."""

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
        """The message as it reads now, or why there is none. `user` None: it goes to a channel.

        Raises StorageUnavailable, SlackUnavailable, SlackRefused.
        """

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        """Slack has the message, and it is there once: see to what else belongs to it. Raises nothing of ours."""

    async def refused(self, delivery: Delivery, why: str) -> None:
        """Slack refused it in that word, and it was dropped. Raises StorageUnavailable."""
