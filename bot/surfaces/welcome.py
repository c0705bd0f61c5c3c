"""The one message to whoever installed Rung, sent right after that."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.people import PersonId
from bot.errors import MembersOnly, RungError, SlackRefused
from bot.messenger.clients import Clients
from bot.services.asking import Library, example_card
from bot.services.installing import begin_welcome, installation_in, take_welcome_back
from bot.services.people import People
from bot.storage.engine import Database
from bot.views.welcome import welcome_message

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Writes to the installer and to nobody else; once in the life of an installation, or not at all."""

    people: People
    library: Callable[[], Library]
    database: Database
    slack: Clients
    now: Callable[[], datetime]
    command: str

    async def greet(self, tenant: str) -> None:
        """It is noted before it is sent: whoever is killed in between has sent nothing, and nobody sends it again.

        Where Slack refused it, whoever installs Rung the next time gets it.
        """
        try:
            await self._greet(tenant)
        except MembersOnly:
            _logger.info("Who installed Rung in %s isn't a member there, and isn't written to", tenant)
        except RungError as error:
            _logger.warning("Who installed Rung in %s gets no message: %s", tenant, error)

    async def _greet(self, tenant: str) -> None:
        installation = await installation_in(tenant, self.database)
        if installation is None:
            return
        installer = PersonId(tenant, installation.installed_by)
        await self.people.require_member(installer)
        member, library = await self.people.member(installer), self.library()
        if not await begin_welcome(tenant, self.database, self.now()):
            return
        languages = library.languages
        t = languages.for_person(member.user, member.profile, member.fallback)
        their_t = languages.for_channel(None, member.fallback)
        told = welcome_message(installation.name, example_card(library), t, their_t, self.command)
        try:
            await self.slack(tenant).call("chat.postMessage", channel=installer.user, **told)
        except SlackRefused:
            await take_welcome_back(tenant, self.database)
            raise
