"""Offering help with a skill: made and withdrawn by a person, and shown to others."""

from collections.abc import Callable, Collection, Coroutine, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from bot.domain.helping import Helpers, helpers_among
from bot.domain.people import PersonId
from bot.domain.teams import skills_of
from bot.services.asking import Library
from bot.services.people import DOUBT_DATABASE, People
from bot.services.remembering import Remembered
from bot.storage.engine import Database
from bot.storage.offers import add_offer, offers_by, offers_for, remove_every_offer, remove_offer
from bot.storage.teams import load_team

OFFERS_BELIEVED = 60.0  # seconds: another process may keep or withdraw one
LOOKED_AT = 25  # people of whom it is asked whether they are still members


class _Offered(NamedTuple):
    tenant: str
    skill: str


class Offers:
    """Who helps with each skill, remembered for a short while; where it isn't known in time, nobody."""

    def __init__(
        self,
        database: Database,
        people: People,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        now: Callable[[], float],
        patience: float,
    ) -> None:
        """`now` gives seconds on a clock that never goes back; `patience` is for how many a card waits."""

        async def find(offered: _Offered) -> tuple[str, ...]:
            async with database.reading() as session:
                found = await offers_for(session, offered.tenant, [offered.skill])
            return await _members(offered.tenant, [offer.user for offer in found[:LOOKED_AT]], people)

        nobody: tuple[str, ...] = ()
        self._helpers = Remembered(
            find, nobody, spawn, now, patience=patience, doubt=DOUBT_DATABASE, life=OFFERS_BELIEVED
        )

    async def of(self, tenant: str, skill: str) -> tuple[str, ...]:
        """User ids, who offered first before the others."""
        return await self._helpers.patiently(_Offered(tenant, skill))

    def forget(self, tenant: str, skill: str) -> None:
        """It has changed."""
        self._helpers.forget(_Offered(tenant, skill))

    def forget_all(self) -> None:
        """Somebody's offers are gone, whatever they were for."""
        self._helpers.forget_all()


async def offer_help(
    person: PersonId, skill: str, people: People, offers: Offers, database: Database, now: datetime
) -> None:
    """Twice is as good as once. Raises MembersOnly, ErasedMeanwhile, StorageUnavailable."""
    await people.require_member(person)
    await database.write(lambda session: add_offer(session, person, skill, now))
    offers.forget(person.tenant, skill)


async def withdraw_offer(person: PersonId, skill: str, people: People, offers: Offers, database: Database) -> None:
    """Who isn't a member any more can withdraw too.

    Raises MembersOnly where a guest offers nothing anyway, StorageUnavailable.
    """
    if not await database.write(lambda session: remove_offer(session, person, skill)):
        await people.require_member(person)
    offers.forget(person.tenant, skill)


async def withdraw_every_offer(person: PersonId, offers: Offers, database: Database) -> tuple[str, ...]:
    """Somebody isn't a member any more: the skills that they helped with. Raises StorageUnavailable."""
    async with database.reading() as session:
        if not await offers_by(session, person):
            return ()
    gone = await database.write(lambda session: remove_every_offer(session, person))
    offers.forget_all()
    return gone


async def offers_of(person: PersonId, database: Database) -> tuple[str, ...]:
    """The skills that a person offers to help with. Raises StorageUnavailable."""
    async with database.reading() as session:
        return await offers_by(session, person)


async def team_helpers(
    tenant: str, channel: str, present: Collection[str], library: Library, people: People, database: Database
) -> Helpers:
    """Who of those present in a team's channel helps with the team's skills. Raises StorageUnavailable.

    Being counted there has nothing to do with it: who is named would else be known to be counted.
    """
    async with database.reading() as session:
        team = await load_team(session, tenant, channel)
        skills = [skill.slug for skill in skills_of(team, library.framework)] if team else []
        offers = await offers_for(session, tenant, skills) if skills else ()
    there = sorted({offer.user for offer in offers if offer.user in present})
    return helpers_among(offers, skills, await _members(tenant, there, people))


async def _members(tenant: str, users: Iterable[str], people: People) -> tuple[str, ...]:
    """Those who are full members now: who was deactivated while Rung was down offers no help any more."""
    known = [await people.member(PersonId(tenant, user)) for user in users]
    return tuple(one.id.user for one in known if one.user.is_member)
