"""Teams: set up and changed by those who may, joined and left by anybody, and following what becomes of a channel."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.cadence import Rhythm
from bot.domain.people import PersonId, SlackUser
from bot.domain.teams import BY_OWNER, Team, begun
from bot.domain.tenants import TenantSettings
from bot.errors import NoTeamHere, NotYourTeam
from bot.services.people import People
from bot.services.scheduling import today_in
from bot.storage import teams
from bot.storage.channels import channel_language, set_channel_language
from bot.storage.engine import Database
from bot.storage.people import hold_person
from bot.storage.team_deliveries import tell_owners
from bot.storage.tenant_settings import load_tenant_settings

Enter = Callable[[Team], Team]


@dataclass(frozen=True, slots=True)
class TeamSeen:
    """The team of a channel as one person sees it; None where there is none yet. `language` is the channel's.

    `chosen` is what holds in the whole tenant.
    """

    team: Team | None
    language: str | None
    is_counted: bool
    chosen: TenantSettings


async def see_team(person: PersonId, channel: str, database: Database) -> TeamSeen:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        return TeamSeen(
            await teams.load_team(session, person.tenant, channel),
            await channel_language(session, person.tenant, channel),
            await teams.is_counted(session, person, channel),
            await load_tenant_settings(session, person.tenant),
        )


def default_team(person: PersonId, user: SlackUser, channel: str, least: int, now: datetime) -> Team:
    """What is offered to somebody who sets up a channel's team; nothing of it is kept yet.

    `least` is the smallest group that is allowed.
    """
    workspace, zone, owners = user.workspace or person.tenant, user.timezone or "UTC", frozenset({person.user})
    team = Team(person.tenant, channel, workspace, today_in(zone, now), zone=zone, owners=owners)
    return replace(team, group_size=team.told_from(least))


async def set_up(
    person: PersonId,
    channel: str,
    enter: Enter,
    language: str | None,
    people: People,
    database: Database,
    now: datetime,
) -> Team:
    """Keep what was entered for a channel's team, and the channel's language; who is the first to do so owns it.

    Slack's own reason for a pause is over: it was just looked whether something can be posted there.
    Raises NotYourTeam, MembersOnly, StorageUnavailable.
    """
    user = await people.require_member(person)

    async def keep(session: AsyncSession) -> Team:
        if await teams.load_team(session, person.tenant, channel) is None:
            await hold_person(session, person, now)  # before the team, as whoever joins does
        there = await teams.team_to_change(session, person.tenant, channel)
        _require_right(there, person, user)
        least = (await load_tenant_settings(session, person.tenant)).least_group
        before = there or default_team(person, user, channel, least, now)
        paused = before.paused if before.paused == BY_OWNER else None
        entered = enter(before)
        team = replace(entered, paused=paused, group_size=entered.told_from(least))
        if there is None or _counts_anew(before, team):
            team = begun(team, now)
        team = team.following(now)
        await teams.save_team(session, team, now)
        if there is None:
            await teams.add_owner(session, person, channel, now)
        if await channel_language(session, person.tenant, channel) != language:
            await set_channel_language(session, person.tenant, channel, language, now)
        return team

    return await database.write(keep)


async def pause_by_owner(
    person: PersonId, channel: str, people: People, database: Database, now: datetime, *, resumes: bool = False
) -> Team:
    """Let nothing be posted until an owner or admin says otherwise, or with `resumes` say so.

    Raises NoTeamHere, NotYourTeam, MembersOnly, StorageUnavailable.
    """
    user = await people.require_member(person)

    async def keep(session: AsyncSession) -> Team:
        there = await teams.team_to_change(session, person.tenant, channel)
        _require_right(there, person, user)
        if there is None:
            raise NoTeamHere
        team = replace(there, paused=None if resumes else BY_OWNER).following(now)
        await teams.save_team(session, team, now)
        return team

    return await database.write(keep)


async def pause_team(tenant: str, channel: str, reason: str, database: Database, now: datetime) -> Team | None:
    """Post nothing any more, for a reason in Slack's own word; the team where this is news. Its owners are told, once.

    None where it rests already, or where there is no team. Raises StorageUnavailable.
    """

    async def keep(session: AsyncSession) -> Team | None:
        there = await teams.team_to_change(session, tenant, channel)
        if there is None or there.paused is not None:
            return None
        team = replace(there, paused=reason).following(now)
        await teams.save_team(session, team, now)
        await tell_owners(session, team, reason, now)
        return team

    return await database.write(keep)


async def resume_team(tenant: str, channel: str, reason: str, database: Database, now: datetime) -> Team | None:
    """What it rested for is over; None where it rests for something else, or not at all. Raises StorageUnavailable."""

    async def keep(session: AsyncSession) -> Team | None:
        there = await teams.team_to_change(session, tenant, channel)
        if there is None or there.paused != reason:
            return None
        team = replace(there, paused=None).following(now)
        await teams.save_team(session, team, now)
        return team

    return await database.write(keep)


async def join(person: PersonId, channel: str, people: People, database: Database, now: datetime) -> Team:
    """Count a person in the team of a channel; twice is as good as once.

    Raises NoTeamHere, MembersOnly, ErasedMeanwhile, StorageUnavailable.
    """
    await people.require_member(person)

    async def keep(session: AsyncSession) -> Team:
        team = await teams.load_team(session, person.tenant, channel)
        if team is None:
            raise NoTeamHere
        await teams.join_team(session, person, channel, now)
        return team

    return await database.write(keep)


async def leave(person: PersonId, channel: str, people: People, database: Database) -> None:
    """Count a person there no longer; who isn't a member any more can leave too.

    Raises MembersOnly where a guest isn't counted anyway, StorageUnavailable.
    """
    if not await database.write(lambda session: teams.leave_team(session, person, channel)):
        await people.require_member(person)


async def leave_channel(person: PersonId, channel: str, database: Database) -> bool:
    """Somebody isn't in a channel any more: whether they were counted there. Raises StorageUnavailable."""
    return await database.write(lambda session: teams.leave_team(session, person, channel))


async def leave_every_team(person: PersonId, database: Database) -> tuple[str, ...]:
    """Somebody isn't a member any more: the channels in which they were counted. Raises StorageUnavailable."""
    async with database.reading() as session:
        if not await teams.counted_in(session, person):
            return ()
    return await database.write(lambda session: teams.leave_every_team(session, person))


async def follow_channel(tenant: str, channel: str, present: Collection[str], database: Database) -> tuple[str, ...]:
    """Count only those who are still in a channel; who isn't counted any more. Raises StorageUnavailable."""
    return await database.write(lambda session: teams.keep_members(session, tenant, channel, present))


async def move_channel(tenant: str, channel: str, moved_to: str, database: Database, now: datetime) -> bool:
    """A channel has another id: its team and its language follow. Raises StorageUnavailable."""

    async def keep(session: AsyncSession) -> bool:
        language = await channel_language(session, tenant, channel)
        if language is not None and await channel_language(session, tenant, moved_to) is None:
            await set_channel_language(session, tenant, moved_to, language, now)
        return await teams.move_team(session, tenant, channel, moved_to, now)

    return await database.write(keep)


async def teams_of(person: PersonId, database: Database) -> tuple[str, ...]:
    """The channels in which a person is counted. Raises StorageUnavailable."""
    async with database.reading() as session:
        return await teams.counted_in(session, person)


async def claim_counting(team: Team, database: Database, now: datetime) -> str | None:
    """Whether this one is to post the message with the button: see the storage's. Raises StorageUnavailable."""
    return await database.write(lambda session: teams.claim_counting(session, team.tenant, team.channel, now))


async def keep_counting(team: Team, ts: str | None, database: Database) -> None:
    """Where that message stands, or None: nobody posted it. Raises StorageUnavailable."""
    await database.write(lambda session: teams.set_counting(session, team.tenant, team.channel, ts))


def _require_right(team: Team | None, person: PersonId, user: SlackUser) -> None:
    if team is not None and not team.may_be_changed_by(person.user, is_admin=user.is_admin):
        raise NotYourTeam


def _counts_anew(before: Team, after: Team) -> bool:
    """Whether every second week is to be counted from the next one on."""
    return before.rhythm is not after.rhythm and (before.rhythm is Rhythm.OFF or after.rhythm is Rhythm.FORTNIGHTLY)
