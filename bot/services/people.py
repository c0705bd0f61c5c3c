"""Who somebody is: what Slack says of them, and what they chose."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from bot.domain.people import PersonId, Profile, SlackUser
from bot.domain.tenants import TenantSettings
from bot.errors import AdminsOnly, ColleaguesOnly, ErasedMeanwhile, MembersOnly, SlackRefused, SlackUnavailable
from bot.services.remembering import MOST, Remembered
from bot.storage.engine import Database
from bot.storage.people import load_profile
from bot.storage.tenant_settings import load_tenant_settings

PATIENCE = 1.2  # seconds that an answer waits for each: Slack wants it within three
DOUBT_SLACK = 30.0  # seconds in which a slow Slack is not waited for again
_SLACKBOT = "USLACKBOT"  # an app of which Slack says that it is none
_UNKNOWN = frozenset({"user_not_found", "user_not_visible", "users_not_found"})  # Slack's words for nobody here
DOUBT_DATABASE = 3.0  # the same for a database
TENANTS_BELIEVED = 60.0  # seconds: an admin may choose something by another process


@dataclass(frozen=True, slots=True)
class Member:
    """A person as they are known at this moment. `fallback` is the language that the admins of their tenant chose."""

    id: PersonId
    user: SlackUser
    profile: Profile
    fallback: str | None = None


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

        async def chosen(tenant: str) -> TenantSettings:
            async with database.reading() as session:
                return await load_tenant_settings(session, tenant)

        self.patience = patience
        self.lookups = {"hit": 0, "miss": 0}
        self._fetch = fetch
        self._erasures: LRUCache[PersonId, int] = LRUCache(MOST)
        self._erasing: Counter[PersonId] = Counter()
        self._users = Remembered(fetch, SlackUser(), spawn, now, patience=patience, doubt=DOUBT_SLACK)
        self._profiles = Remembered(load, Profile(), spawn, now, patience=patience, doubt=DOUBT_DATABASE)
        self._tenants = Remembered(
            chosen, TenantSettings(), spawn, now, patience=patience, doubt=DOUBT_DATABASE, life=TENANTS_BELIEVED
        )

    async def member(self, person: PersonId) -> Member:
        """A person, without fail: where Slack or the database is slow or gone, with defaults."""
        user, profile = self._users.known(person), self._profiles.known(person)
        chosen = self._tenants.known(person.tenant)
        if user is not None and profile is not None and chosen is not None:
            self.lookups["hit"] += 1
            return Member(person, user, profile, chosen.language)
        self.lookups["miss"] += 1
        found = await asyncio.gather(
            self._users.patiently(person), self._profiles.patiently(person), self._tenants.patiently(person.tenant)
        )
        return Member(person, found[0], found[1], found[2].language)

    async def require_member(self, person: PersonId) -> SlackUser:
        """Make sure that something may be stored of a person, and store it right after; gives what Slack says of them.

        Raises MembersOnly, ErasedMeanwhile, SlackUnavailable, SlackRefused.
        """
        erasures = self._erasures.get(person, 0)
        user = await self._surely(person)
        if not user.is_member:
            raise MembersOnly
        if erasures != self._erasures.get(person, 0) or self._erasing[person]:
            raise ErasedMeanwhile
        return user

    async def is_full_member(self, person: PersonId) -> bool:
        """Whether something may be stored of somebody else than who acts. Raises SlackUnavailable, SlackRefused."""
        try:
            return person.user != _SLACKBOT and (await self._surely(person)).is_member
        except SlackRefused as refused:
            if refused.error not in _UNKNOWN:
                raise
            return False

    async def require_admin(self, person: PersonId) -> SlackUser:
        """Make sure that somebody may change what holds for all of their tenant: Slack is asked each time.

        Raises AdminsOnly, SlackUnavailable, SlackRefused.
        """
        try:
            user = await asyncio.wait_for(self._fetch(person), self.patience)
        except TimeoutError as error:
            raise SlackUnavailable(f"Slack doesn't say in time whether {person.user} is an admin") from error
        self.learn(person, user)
        if not (user.is_member and user.is_tenant_admin):
            raise AdminsOnly
        return user

    async def require_colleague(self, person: PersonId) -> None:
        """Make sure that somebody may read what the workspace's people wrote; guests may.

        Raises ColleaguesOnly, SlackUnavailable, SlackRefused.
        """
        if (await self._surely(person)).is_stranger:
            raise ColleaguesOnly

    async def _surely(self, person: PersonId) -> SlackUser:
        try:
            return await asyncio.wait_for(self._users.surely(person), self.patience)
        except TimeoutError as error:
            raise SlackUnavailable(f"Slack doesn't say in time who {person.user} is") from error

    @asynccontextmanager
    async def erasing(self, person: PersonId) -> AsyncIterator[None]:
        """While all of a person is erased: what was on its way into storage isn't stored behind it."""
        self._erasures[person] = self._erasures.get(person, 0) + 1
        self._erasing[person] += 1
        try:
            yield
        finally:
            self._erasing -= Counter([person])  # which keeps nobody with whom it is over
        self.forget_profile(person)

    def learn(self, person: PersonId, user: SlackUser) -> bool:
        """Slack told about a change; whether other processes may believe something else of them."""
        was = self._users.known(person)
        self._users.learn(person, user)
        return was != user

    def forget_user(self, person: PersonId) -> None:
        """Slack told another process about a change: ask anew."""
        self._users.forget(person)

    def forget_all(self) -> None:
        """Anything may have changed: ask and read anew."""
        self._users.forget_all()
        self._profiles.forget_all()
        self._tenants.forget_all()

    def forget_tenant(self, tenant: str) -> None:
        """Its admins chose something else."""
        self._tenants.forget(tenant)

    def forget_profile(self, person: PersonId) -> None:
        """What is stored of a person has changed: read it anew."""
        self._profiles.forget(person)
