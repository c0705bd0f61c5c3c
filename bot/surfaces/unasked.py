"""Nudges and check-ins: written when they are sent, out of what holds at that moment."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.domain.cadence import Kind
from bot.domain.deliveries import Delivery, Reason, Subject
from bot.domain.ladder import Level
from bot.domain.nudging import Topic
from bot.domain.people import PersonId, Profile, SlackUser
from bot.domain.skills import Skill
from bot.errors import RungError
from bot.i18n.translator import Translator
from bot.messenger.clients import Clients
from bot.services.asking import Library
from bot.services.coaching import Asked, older_messages, supersede, topic_to_nudge, topics_to_ask, why_silent
from bot.services.people import People
from bot.storage.conversations import SentMessage
from bot.storage.engine import Database
from bot.surfaces.composing import Composed
from bot.surfaces.home import Homes
from bot.views.check_in import check_in_message
from bot.views.names import named
from bot.views.nudge import nudge_message, superseded_message

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Composer:
    """Writes what Rung sends by itself, and puts away what it takes the place of."""

    library: Callable[[], Library]
    people: People
    database: Database
    slack: Clients
    homes: Homes
    now: Callable[[], datetime]
    command: str

    async def compose(self, delivery: Delivery, user: SlackUser | None) -> Composed | Reason:
        assert user is not None
        member, library = await self.people.member(delivery.person), self.library()
        t = library.languages.for_person(user, member.profile, member.fallback)
        write = self._nudge if delivery.kind is Kind.NUDGE else self._check_in
        composed = await write(delivery.person, member.profile, library, t)
        return composed or await why_silent(delivery.person, library, self.database)

    async def refused(self, delivery: Delivery, why: str) -> None:
        """Nothing: the ledger says so, and nobody but the log is told."""

    async def followed(self, delivery: Delivery, channel: str, ts: str) -> None:
        """It is sent: an earlier one of its kind that nobody answered loses its buttons, and the home is renewed.

        A failure is logged: the older message then has buttons that still work.
        """
        self.homes.refresh(delivery.person)
        try:
            for older in await older_messages(delivery, self.database):
                if await supersede(delivery.person, older, self.database):
                    await self._put_away(delivery.person, older)
        except RungError as error:
            _logger.warning("An older message keeps its buttons: %s", error)  # not whose: they didn't answer it

    async def _put_away(self, person: PersonId, older: SentMessage) -> None:
        member, library = await self.people.member(person), self.library()
        t = library.languages.for_person(member.user, member.profile, member.fallback)
        skill = library.framework.skills.get(older.subject.skill)
        known = skill.statements if skill else {}
        texts = [named(known[one].text, t) for one in older.subject.statements if one in known]
        await self.slack(person.tenant).do(
            "chat.update", channel=older.channel, ts=older.ts, **superseded_message(texts, t)
        )

    async def _nudge(self, person: PersonId, profile: Profile, library: Library, t: Translator) -> Composed | None:
        topic = await topic_to_nudge(person, profile, library, self.database)
        if topic is None:
            return None
        return Composed(draw_nudge(topic, profile, library, t, self.command), _subject((topic,)))

    async def _check_in(self, person: PersonId, profile: Profile, library: Library, t: Translator) -> Composed | None:
        topics, latest = await topics_to_ask(person, profile, library, self.database)
        if not topics:
            return None
        focus = topics[0].focus
        skill, role = library.framework.skills[focus.skill], library.framework.roles[focus.role]
        drawn = check_in_message(topics, skill, role, latest.get(focus.skill, {}), t, self.command)
        return Composed(drawn, _subject(topics))


def draw_nudge(topic: Topic, profile: Profile, library: Library, t: Translator, command: str) -> dict[str, Any]:
    skill, role = library.framework.skills[topic.focus.skill], library.framework.roles[topic.focus.role]
    return nudge_message(topic, skill, role, _below(topic, skill, profile), t, command)


def redrawn(
    asked: Asked, topics: tuple[Topic, ...], profile: Profile, library: Library, t: Translator, command: str
) -> dict[str, Any]:
    """The message as it was before it was answered."""
    if asked.message.kind is Kind.NUDGE:
        return draw_nudge(topics[0], profile, library, t, command)
    role = library.framework.roles[asked.message.subject.role]
    return check_in_message(topics, asked.skill, role, asked.latest, t, command)


def _below(topic: Topic, skill: Skill, profile: Profile) -> Level | None:
    """The person's own level, where it is below that of the statement; else the one below it on the ladder."""
    place = skill.ladder.position(topic.level.id)
    current = profile.current_level(topic.focus.skill, topic.focus.role)
    if current is not None and (current.level is None or current.level in skill.ladder):
        own = skill.ladder.position(current.level) if current.level else -1
        if own < place:
            return skill.ladder.levels[own] if own >= 0 else None
    return skill.ladder.levels[place - 1] if place else None


def _subject(topics: tuple[Topic, ...]) -> Subject:
    focus = topics[0].focus
    return Subject(focus.skill, focus.role, tuple(topic.statement.id for topic in topics))
