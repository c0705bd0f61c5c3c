"""Who somebody is: what Slack says of them, and what they chose."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.domain.people import PersonId, Profile, SlackUser
from bot.errors import ColleaguesOnly, MembersOnly, SlackUnavailable
from bot.services.remembering import Remembered
from bot.storage.engine import Database
from bot.storage.people import load_profile

PATIENCE = 1.2  # seconds that an answer waits for each: Slack wants it within three
DOUBT_SLACK = 30.0  # seconds in which a slow Slack is not waited for again
DOUBT_DATABASE = 3.0  # the same for a database


@dataclass(frozen=True, slots=True)
class Member:
    """A person as they are known at this moment."""

    id: PersonId
    user: SlackUser
    profile: Profile


class People:
    """The directory of people. `fetch` asks Slack; `spawn` keeps a task alive that nobody waits for."""

    def __init__(
        self,
        database: Database,
        fetch: Callable[[PersonId], Awaitable[SlackUser]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
        patience: float = PATIENCE,
    ) -> None:
        """`now` gives seconds on a clock that never goes back; `patience` is in seconds."""

        async def load(person: PersonId) -> Profile:
            async with database.reading() as session:
                return await load_profile(session, person)

        self._patience = patience
        self._users = Remembered(fetch, SlackUser(), spawn, now, patience=patience, doubt=DOUBT_SLACK)
        self._profiles = Remembered(load, Profile(), spawn, now, patience=patience, doubt=DOUBT_DATABASE)

    async def member(self, person: PersonId) -> Member:
        """A person, without fail: where Slack or the database is slow or gone, with defaults."""
        user, profile = self._users.known(person), self._profiles.known(person)
        if user is not None and profile is not None:
            return Member(person, user, profile)
        return Member(person, *await asyncio.gather(self._users.patiently(person), self._profiles.patiently(person)))

    async def require_member(self, person: PersonId) -> None:
        """Make sure that something may be stored of a person. Raises MembersOnly, SlackUnavailable, SlackRefused."""
        if not (await self._surely(person)).is_member:
            raise MembersOnly

    async def require_colleague(self, person: PersonId) -> None:
        """Make sure that somebody may read what the workspace's people wrote; guests may.

        Raises ColleaguesOnly, SlackUnavailable, SlackRefused.
        """
        if (await self._surely(person)).is_stranger:
            raise ColleaguesOnly

    async def _surely(self, person: PersonId) -> SlackUser:
        try:
            return await asyncio.wait_for(self._users.surely(person), self._patience)
        except TimeoutError as error:
            raise SlackUnavailable(f"Slack doesn't say in time who {person.user} is") from error

    def learn(self, person: PersonId, user: SlackUser) -> None:
        """Slack told about a change."""
        self._users.learn(person, user)

    def forget_profile(self, person: PersonId) -> None:
        """What is stored of a person has changed: read it anew."""
        self._profiles.forget(person)
