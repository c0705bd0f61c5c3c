"""When Rung writes to a person by itself: begun with their first focus, and theirs to change from then on.

Each change computes what comes next anew, and takes away what was gathered from unanswered messages: who changes
something is there.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain import cadence_changes
from bot.domain.cadence import Cadence, Kind, zone_of
from bot.domain.cadence_changes import Change, first_cadence
from bot.domain.deliveries import Schedule
from bot.domain.focus import is_spoken_about
from bot.domain.people import PersonId, SlackUser
from bot.domain.skills import Skill
from bot.domain.tenants import Newcomers
from bot.errors import RhythmGone
from bot.i18n.holidays import holidays_of
from bot.services.people import People
from bot.storage.engine import Database
from bot.storage.focus import focuses
from bot.storage.schedules import load_schedule, save_schedule, schedule_to_change
from bot.storage.tenant_settings import load_tenant_settings


@dataclass(frozen=True, slots=True)
class Rescheduled:
    """A schedule as it is now, and the cadence before it was changed; None where the person had none."""

    before: Cadence | None
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class Rhythms:
    """A person's schedule, None where they were never asked; and whether they grow in anything just now.

    `newcomers` is what it would begin with.
    """

    schedule: Schedule | None
    has_focus: bool
    newcomers: Newcomers

    def shown(self, person: PersonId, user: SlackUser, now: datetime) -> Schedule:
        """Theirs, else the one that it would begin with."""
        return self.schedule or default_schedule(person, user, now, self.newcomers)


async def rhythms_of(person: PersonId, skills: Mapping[str, Skill], database: Database) -> Rhythms:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        schedule, mine = await load_schedule(session, person), await focuses(session, person)
        chosen = await load_tenant_settings(session, person.tenant)
    has_focus = any(is_spoken_about(focus, skills) for focus in mine)
    return Rhythms(schedule, has_focus, chosen.begins_with)


async def newcomers_of(tenant: str, database: Database, now: datetime) -> Newcomers:
    """What a cadence begins with in a tenant, the holidays that it asks for loaded. Raises StorageUnavailable."""
    async with database.reading() as session:
        newcomers = (await load_tenant_settings(session, tenant)).begins_with
    await _know_holidays(newcomers.country, now.date())
    return newcomers


async def begin_cadence(
    session: AsyncSession, person: PersonId, user: SlackUser, newcomers: Newcomers, now: datetime
) -> Schedule | None:
    """The tenant's cadence for a person who has none. The person must be held.

    None for one who has, on or off, and where nothing begins before the person says so.
    """
    if newcomers.is_off or await load_schedule(session, person) is not None:
        return None
    return await _save(session, default_schedule(person, user, now, newcomers), now)


async def change_cadence(
    person: PersonId, change: Change, people: People, database: Database, now: datetime
) -> Rescheduled:
    """Let a person's cadence become another one; who has none begins with the default.

    Raises what the change raises, MembersOnly, StorageUnavailable.
    """
    user = await people.require_member(person)
    newcomers = await newcomers_of(person.tenant, database, now)

    def begun() -> Schedule:
        return default_schedule(person, user, now, newcomers)

    return await _change(person, user, change, database, now, begun)


async def pause_until(person: PersonId, day: date, people: People, database: Database, now: datetime) -> Rescheduled:
    """Nothing comes before a date of the person's own zone.

    Raises PauseUnusable, MembersOnly, StorageUnavailable.
    """

    def pause(cadence: Cadence, today: date) -> Cadence:
        return cadence_changes.paused(cadence, day, today)

    return await change_cadence(person, pause, people, database, now)


async def pause_a_while(person: PersonId, people: People, database: Database, now: datetime) -> Rescheduled:
    """For two weeks from today. Raises MembersOnly, StorageUnavailable."""
    return await change_cadence(person, cadence_changes.paused_a_while, people, database, now)


async def resume(person: PersonId, people: People, database: Database, now: datetime) -> Rescheduled:
    """No pause any more; where all was off, the tenant's default. Raises MembersOnly, StorageUnavailable."""
    newcomers = await newcomers_of(person.tenant, database, now)
    change = partial(cadence_changes.resumed, newcomers=newcomers)
    return await change_cadence(person, change, people, database, now)


async def stop(person: PersonId, people: People, database: Database, now: datetime) -> Rescheduled:
    """Both kinds off. Who is a guest by now can stop too what was begun before.

    Raises MembersOnly where a guest has nothing to stop, StorageUnavailable.
    """
    user = (await people.member(person)).user
    try:
        return await _change(person, user, cadence_changes.stopped, database, now, _refuse)
    except RhythmGone:
        return await change_cadence(person, cadence_changes.stopped, people, database, now)


async def fewer(person: PersonId, kind: Kind | None, people: People, database: Database, now: datetime) -> Rescheduled:
    """One kind, or with None both, one step slower; what came once a month is off then.

    Raises RhythmGone, StorageUnavailable.
    """

    def slower(cadence: Cadence, today: date) -> Cadence:
        return cadence_changes.fewer(cadence, kind)

    user = (await people.member(person)).user
    return await _change(person, user, slower, database, now, _refuse)


async def follow_zone(person: PersonId, zone: str | None, database: Database, now: datetime) -> bool:
    """Slack says where somebody is: whether what comes next had to be computed anew. Raises StorageUnavailable."""
    async with database.reading() as session:
        schedule = await load_schedule(session, person)
    if schedule is None or zone is None or schedule.zone == zone:
        return False
    await _know_holidays(schedule.cadence.country, now.date())

    async def keep(session: AsyncSession) -> None:
        held = await schedule_to_change(session, person, now) or _refuse()
        await _save(session, replace(held, zone=zone), now)

    try:
        await database.write(keep)
    except RhythmGone:  # erased in the meantime
        return False
    return True


async def note_answer(session: AsyncSession, person: PersonId, now: datetime) -> None:
    """A message was answered: the rhythm is the chosen one again, as part of the transaction that keeps the answer."""
    schedule = await load_schedule(session, person)
    if schedule is None or not schedule.unanswered:
        return
    if held := await schedule_to_change(session, person, now):
        await _save(session, replace(held, unanswered=0), now)


def today_in(zone: str | None, now: datetime) -> date:
    """The date there, by its IANA name."""
    return now.astimezone(zone_of(zone)).date()


def default_schedule(person: PersonId, user: SlackUser, now: datetime, newcomers: Newcomers) -> Schedule:
    """What a person has before they change it; nothing is planned for it until it is kept."""
    zone = user.timezone
    return Schedule(person, user.workspace or person.tenant, first_cadence(today_in(zone, now), newcomers), zone)


async def _change(
    person: PersonId,
    user: SlackUser,
    change: Change,
    database: Database,
    now: datetime,
    otherwise: Callable[[], Schedule],
) -> Rescheduled:
    """`otherwise` gives the schedule of somebody who has none."""

    async def keep(session: AsyncSession) -> Rescheduled:
        there = await schedule_to_change(session, person, now)
        held = there or otherwise()
        zone = user.timezone or held.zone
        cadence = change(held.cadence, today_in(zone, now))
        workspace = user.workspace or held.workspace
        changed = replace(held, workspace=workspace, zone=zone, cadence=cadence, unanswered=0)
        return Rescheduled(there.cadence if there else None, await _save(session, changed, now))

    async with database.reading() as session:
        schedule = await load_schedule(session, person)
    before = schedule or otherwise()
    await _know_holidays(change(before.cadence, today_in(before.zone, now)).country, now.date())
    return await database.write(keep)


def _refuse() -> Schedule:
    raise RhythmGone


async def _save(session: AsyncSession, schedule: Schedule, now: datetime) -> Schedule:
    following = schedule.following(now, holidays_of)
    await save_schedule(session, following, now)
    return following


async def _know_holidays(country: str | None, day: date) -> None:
    """Loading those of a country takes long, and what computes the next day mustn't wait for it."""
    if country is not None:
        await asyncio.to_thread(holidays_of(country), day)
