"""Who somebody is: what Slack says of them and what they chose, from a bounded memory with a short life."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from cachetools import TTLCache

from bot.domain.people import PersonId, Profile, SlackUser
from bot.errors import MembersOnly, RungError, SlackUnavailable
from bot.storage.engine import Database
from bot.storage.people import load_profile

LIFE = 600.0  # seconds for which Slack's facts and a profile are believed
DOUBT = 30.0  # seconds for which nobody waits again for facts that Slack did not give in time
PATIENCE = 0.8  # seconds for one wait: an answer may need three of them, and Slack wants it within three seconds
MOST = 50_000

_logger = logging.getLogger(__name__)


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
        self._database = database
        self._fetch = fetch
        self._spawn = spawn
        self._patience = patience
        self._users: TTLCache[PersonId, SlackUser] = TTLCache(MOST, LIFE, now)
        self._doubtful: TTLCache[PersonId, SlackUser] = TTLCache(MOST, DOUBT, now)
        self._profiles: TTLCache[PersonId, Profile] = TTLCache(MOST, LIFE, now)
        self._asked: dict[PersonId, asyncio.Event] = {}

    async def member(self, person: PersonId) -> Member:
        """A person, without fail: where Slack or the database is slow or gone, with defaults that are not kept."""
        user, profile = self._users.get(person), self._profiles.get(person)
        if user is not None and profile is not None:
            return Member(person, user, profile)
        known = await asyncio.gather(self._patient_user(person), self._patient_profile(person))
        return Member(person, *known)

    async def require_member(self, person: PersonId) -> None:
        """Make sure that something may be stored of a person. Raises MembersOnly, SlackUnavailable, SlackRefused."""
        user = self._users.get(person)
        if user is None:
            user = self._users[person] = await self._fetch_in_time(person)
        if not user.is_member:
            raise MembersOnly

    def learn(self, person: PersonId, user: SlackUser) -> None:
        """Slack told about a change."""
        self._users[person] = user
        self._doubtful.pop(person, None)

    def forget_profile(self, person: PersonId) -> None:
        """What is stored of a person has changed: read it anew."""
        self._profiles.pop(person, None)

    async def _fetch_in_time(self, person: PersonId) -> SlackUser:
        try:
            return await asyncio.wait_for(self._fetch(person), self._patience)
        except TimeoutError as error:
            raise SlackUnavailable(f"users.info said nothing for {self._patience} s") from error

    async def _patient_user(self, person: PersonId) -> SlackUser:
        if (known := self._users.get(person) or self._doubtful.get(person)) is not None:
            return known
        if (answered := self._asked.get(person)) is None:
            answered = self._asked[person] = asyncio.Event()
            self._spawn(self._ask_slack(person, answered))
        try:
            await asyncio.wait_for(answered.wait(), self._patience)
        except TimeoutError:
            _logger.warning("Slack is slow to say who %s is: answered in the default language", person.user)
        return self._users.get(person) or self._doubtful.setdefault(person, SlackUser())

    async def _ask_slack(self, person: PersonId, answered: asyncio.Event) -> None:
        try:
            self.learn(person, await self._fetch(person))
        except RungError as error:
            _logger.warning("Slack doesn't say who %s is: %s", person.user, error)
        finally:
            answered.set()
            self._asked.pop(person, None)

    async def _patient_profile(self, person: PersonId) -> Profile:
        if (known := self._profiles.get(person)) is not None:
            return known
        try:
            async with asyncio.timeout(self._patience), self._database.reading() as session:
                profile = await load_profile(session, person)
        except (RungError, TimeoutError) as error:
            _logger.warning("The profile of %s can't be read: %s", person.user, error)
            return Profile()
        self._profiles[person] = profile
        return profile
