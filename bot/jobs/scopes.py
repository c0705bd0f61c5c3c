"""Which scopes Rung lacks where it was installed before it needed them, and telling somebody: once for each lack."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.domain.people import PersonId
from bot.errors import SlackRefused, SlackUnavailable, StorageUnavailable
from bot.messenger.client import SlackClient
from bot.messenger.clients import Clients
from bot.messenger.standing import standing_of
from bot.services.asking import Library
from bot.services.installing import Lack, lacking, missing_in, note_told
from bot.services.people import People
from bot.storage.engine import Database
from bot.views.install import lack_blocks
from bot.views.message import message

_logger = logging.getLogger(__name__)


class OwnScopes:
    """Of the one workspace whose token is a setting: nobody knows who installed it there, so operators are told.

    `problem` is what they should know, or None.
    """

    def __init__(self, needed: frozenset[str], slack: SlackClient) -> None:
        self.problem: str | None = None
        self._missing: frozenset[str] | None = None
        self._needed = needed
        self._slack = slack

    async def check(self) -> None:
        try:
            standing = await standing_of(self._slack)
        except SlackUnavailable as error:
            _logger.warning("It isn't known which scopes are missing: %s", error)
            return
        if standing is None or standing.scopes is None:
            return
        self._missing = self._needed - standing.scopes
        missing = " ".join(sorted(self._missing))
        problem = f"Rung was installed without these scopes, install it again: {missing}" if missing else None
        if problem and problem != self.problem:
            _logger.warning("%s", problem)
        self.problem = problem

    async def missing_in(self, tenant: str) -> frozenset[str] | None:
        """As it was found when it was last looked; None before that."""
        return self._missing


@dataclass(frozen=True, slots=True)
class InstalledScopes:
    """Of all that installed Rung: whoever did it is told.

    `needed` are the scopes of the manifest; `install_url` is None where nobody said where Rung is reached."""

    needed: frozenset[str]
    install_url: str | None
    people: People
    library: Callable[[], Library]
    database: Database
    slack: Clients

    @property
    def problem(self) -> str | None:
        """It is a matter for those who installed it, not for operators."""
        return None

    async def check(self) -> None:
        """What needs a missing scope doesn't work until then; nothing else is the worse for it."""
        try:
            for lack in await lacking(self.needed, self.database):
                if await note_told(lack.tenant, lack.missing, self.database):
                    await self._tell(lack)
        except StorageUnavailable as error:
            _logger.warning("It isn't known which scopes are missing: %s", error)

    async def missing_in(self, tenant: str) -> frozenset[str] | None:
        """What Rung lacks in a tenant; None where it isn't installed. Raises StorageUnavailable."""
        return await missing_in(tenant, self.needed, self.database)

    async def _tell(self, lack: Lack) -> None:
        """It is noted first, so that nobody is told twice; where Slack doesn't answer, that is taken back."""
        _logger.warning("In %s Rung lacks scopes and has to be installed again: %s", lack.tenant, lack.words)
        member, library = await self.people.member(PersonId(lack.tenant, lack.installed_by)), self.library()
        t = library.languages.for_person(member.user, member.profile, member.fallback)
        told = message(lack_blocks(lack.missing, self.install_url, t))
        try:
            await self.slack(lack.tenant).call("chat.postMessage", channel=lack.installed_by, **told)
        except SlackRefused as error:
            _logger.warning("Who installed Rung in %s can't be told: %s", lack.tenant, error)
        except SlackUnavailable as error:
            await note_told(lack.tenant, lack.told, self.database)
            _logger.warning("Who installed Rung in %s is told later: %s", lack.tenant, error)
