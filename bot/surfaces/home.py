"""The home tab: drawn for one person, and kept current while they look at it."""

import hashlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cachetools import LRUCache

from bot.domain.home import Home
from bot.domain.people import PersonId
from bot.errors import RungError, StorageUnavailable
from bot.i18n.translator import Translator
from bot.messenger.clients import Clients
from bot.services.asking import Library
from bot.services.home import examples_for, guess_role, load_home
from bot.services.people import Member, People
from bot.services.profiles import profile_levels
from bot.services.scheduling import today_in
from bot.storage.engine import Database
from bot.views.blocks import serialised
from bot.views.home import Visitor, failed_home_view, home_view
from bot.views.profile import Choices

MOST = 50_000  # people whose home is kept current

_logger = logging.getLogger(__name__)


async def home_of(member: Member, library: Library, database: Database, now: datetime) -> dict[str, Any]:
    """The view of a person's home. Raises StorageUnavailable."""
    home = await load_home(member.id, member.profile, library, database, now)
    t = library.languages.for_person(member.user, member.profile, member.fallback)
    return draw_home(home, member, library, t, now)


def draw_home(home: Home, member: Member, library: Library, t: Translator, now: datetime) -> dict[str, Any]:
    profile = member.profile
    guess = guess_role(member.user.title, library)
    known = library.framework.roles.get(profile.role) if profile.role else guess
    zone = member.user.timezone
    visitor = Visitor(
        profile,
        member.user.is_member,
        guess,
        examples_for(known, library),
        profile_choices(library),
        today_in(zone, now),
        zone,
    )
    return home_view(home, visitor, t)


def profile_choices(library: Library) -> Choices:
    """What the content and the languages let a profile be."""
    return Choices(tuple(library.framework.roles.values()), profile_levels(library), library.languages.offered)


@dataclass(frozen=True, slots=True)
class HomeParts:
    """What a home is drawn from and published with."""

    library: Callable[[], Library]
    people: People
    database: Database
    slack: Clients
    now: Callable[[], datetime]


class Homes:
    """Publishes homes in the background: it never delays an answer, and a failure is logged, not told.

    Opening a home always publishes it, so a home that nobody has opened lately is never seen out of date. Only for
    those who have opened theirs since this process started is it also published after each of their acts: most people
    never do, and each publication is a call to Slack, of which a workspace has some hundred a minute. What would look
    the same as the last time isn't sent, and while one is on its way any number of acts make one more.
    """

    def __init__(self, parts: HomeParts, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._parts = parts
        self._spawn = spawn
        self._shown: LRUCache[PersonId, str] = LRUCache(MOST)
        self._on_their_way: dict[PersonId, bool] = {}  # whether it is to be done once more

    def show(self, person: PersonId) -> None:
        """The person has opened it, or nothing of what it shows may stay there."""
        self._shown[person] = ""
        self._start(person)

    def seen(self, person: PersonId) -> None:
        """The person has clicked in theirs, so it is open, even where another process was told of the opening."""
        self._shown.setdefault(person, "")

    def refresh(self, person: PersonId) -> None:
        """Something of the person was stored, or erased: the one hook that every handler calls which does so."""
        if person in self._shown:
            self._start(person)

    def _start(self, person: PersonId) -> None:
        if person in self._on_their_way:
            self._on_their_way[person] = True
            return
        self._on_their_way[person] = False
        self._spawn(self._publish_until_current(person))

    async def _publish_until_current(self, person: PersonId) -> None:
        try:
            await self._publish(person)
            while self._on_their_way[person]:
                self._on_their_way[person] = False
                await self._publish(person)
        finally:
            del self._on_their_way[person]

    async def _publish(self, person: PersonId) -> None:
        view = await self._drawn(person)
        digest = hashlib.sha256(serialised(view).encode()).hexdigest()
        if digest == self._shown.get(person):
            return
        try:
            await self._parts.slack(person.tenant).do("views.publish", user_id=person.user, view=view)
            self._shown[person] = digest
        except RungError as error:
            self._shown[person] = ""  # Slack may have taken it and its answer been lost: nobody knows what stands there
            _logger.warning("The home of %s was not published: %s", person.user, error)

    async def _drawn(self, person: PersonId) -> dict[str, Any]:
        parts = self._parts
        member, library = await parts.people.member(person), parts.library()
        try:
            return await home_of(member, library, parts.database, parts.now())
        except StorageUnavailable as error:
            _logger.warning("The home of %s can't be read: %s", person.user, error)
            return failed_home_view(error, library.languages.for_person(member.user, member.profile, member.fallback))
