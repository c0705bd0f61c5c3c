"""The summary of a team, written when it is sent, and the picture that follows it into its thread."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.deliveries import Delivery, Reason
from bot.domain.helping import Helpers
from bot.domain.people import PersonId, SlackUser
from bot.domain.team_reports import TeamReport
from bot.errors import ErasedMeanwhile, MembersOnly, PictureNotSent, RungError, SlackRefused, SlackUnavailable
from bot.i18n.translator import Translator
from bot.messenger.channels import fetch_members
from bot.messenger.client import SlackClient
from bot.messenger.clients import Clients
from bot.messenger.files import direct_channel, send_files
from bot.services.asking import Library
from bot.services.helping import team_helpers
from bot.services.people import People
from bot.services.summarising import counted_people, take_stock
from bot.services.team_reports import last_report
from bot.services.teams import pause_team
from bot.storage.channels import channel_language
from bot.storage.engine import Database
from bot.storage.tenant_settings import load_tenant_settings
from bot.surfaces.composing import Composed
from bot.surfaces.summary import summary_picture
from bot.views.counting import join_button
from bot.views.summary import summary_message

AT_ONCE = 8  # people about whom Slack is asked at the same time

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SummaryWriter:
    """Looks who may still be counted, takes stock, and puts it in the channel's language."""

    library: Callable[[], Library]
    people: People
    database: Database
    slack: Clients
    now: Callable[[], datetime]

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
        tenant, channel, library = delivery.tenant, delivery.recipient, self.library()
        present = await self._present(tenant, channel)
        gone = await self._gone(await counted_people(tenant, channel, self.database), present)
        report = await take_stock(tenant, channel, gone, library, self.database, self.now())
        if report is None:
            return Reason.NOTHING_TO_SAY
        t = await self._translator(tenant, channel, library)
        helpers = await team_helpers(tenant, channel, present or (), library, self.people, self.database)
        return Composed(summary_message(report, t, join_button(channel, t), helpers=helpers), None)

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        """The picture comes into the thread of the message, which alone carries the key.

        Why: docs/adr/0020-the-picture-of-a-summary-is-in-its-thread.md.
        """
        library = self.library()
        try:
            report = await last_report(
                delivery.tenant, delivery.recipient, None, library.framework.skills, self.database
            )
            t = await self._translator(delivery.tenant, delivery.recipient, library)
            if report and (picture := await asyncio.to_thread(summary_picture, report, t)):
                await send_files(self.slack(delivery.tenant), channel, [picture], "", thread=ts)
        except RungError as error:
            _logger.warning("The summary of %s has no picture: %s", delivery.recipient, error)

    async def refused(self, delivery: Delivery, why: str) -> None:
        await pause_team(delivery.tenant, delivery.recipient, why, self.database, self.now())

    async def _translator(self, tenant: str, channel: str, library: Library) -> Translator:
        async with self.database.reading() as session:
            chosen = await load_tenant_settings(session, tenant)
            return library.languages.for_channel(await channel_language(session, tenant, channel), chosen.language)

    async def _present(self, tenant: str, channel: str) -> frozenset[str] | None:
        """Who is in a channel; None where Rung may not look."""
        try:
            return await fetch_members(self.slack(tenant), channel)
        except SlackRefused as error:
            if error.error != "missing_scope":
                raise
            return None

    async def _gone(self, counted: tuple[PersonId, ...], present: frozenset[str] | None) -> frozenset[PersonId]:
        """Who has left the channel (if it isn't known who is there, events tell), or isn't a member any more."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def is_gone(person: PersonId) -> bool:
            if present is not None and person.user not in present:
                return True
            async with slots:
                try:
                    await self.people.require_member(person)
                except (MembersOnly, ErasedMeanwhile):
                    return True
            return False

        found = await asyncio.gather(*(is_gone(person) for person in counted))
        return frozenset(person for person, gone in zip(counted, found, strict=True) if gone)


async def helpers_seen(
    person: PersonId, channel: str, library: Library, slack: SlackClient, people: People, database: Database
) -> Helpers:
    """Who helps in a team, for somebody who looks: nobody, to who isn't in its channel. Raises StorageUnavailable."""
    try:
        present = await fetch_members(slack, channel)
    except (SlackRefused, SlackUnavailable) as error:
        _logger.warning("Who is in %s isn't known: %s", channel, error)
        return {}
    if person.user not in present:
        return {}
    return await team_helpers(person.tenant, channel, present, library, people, database)


async def send_last_picture(slack: SlackClient, person: PersonId, report: TeamReport, t: Translator) -> None:
    """The picture of what somebody asked for, in their direct messages. Raises PictureNotSent."""
    try:
        channel = await direct_channel(slack, person.user)
        if (picture := summary_picture(report, t)) is not None:
            await send_files(slack, channel, [picture], "")
    except (SlackRefused, SlackUnavailable) as error:
        raise PictureNotSent(str(error)) from error
