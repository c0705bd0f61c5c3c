"""Focuses: starting one, changing what becomes of it, and seeing how far it has come."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.answers import Card
from bot.domain.assessments import LatestRating, consistent_statements
from bot.domain.coaching import level_to_grow_towards, path_to_level, skill_progress
from bot.domain.deliveries import Schedule
from bot.domain.focus import (
    Focus,
    FocusState,
    achieve_focus,
    aim_focus,
    drop_focus,
    lost_part,
    open_focus,
    pause_focus,
    resume_focus,
    start_focus,
)
from bot.domain.home import FocusStanding, Way
from bot.domain.people import CurrentLevel, PersonId, Profile
from bot.domain.questionnaires import base_level
from bot.errors import FocusEnded
from bot.services.asking import Library, card_of
from bot.services.people import People
from bot.services.scheduling import begin_cadence, newcomers_of
from bot.storage.assessments import own_ratings, own_ratings_of_skill
from bot.storage.engine import Database
from bot.storage.focus import focuses, focuses_to_change, save_focus

Change = Callable[[tuple[Focus, ...]], Focus]


@dataclass(frozen=True, slots=True)
class Begun:
    """A focus that was started, and when Rung writes to the person from now on, if that began with it."""

    focus: Focus
    schedule: Schedule | None


def target_of(card: Card, current: CurrentLevel | None) -> str:
    """The level to grow towards from a card: its own where the person isn't there yet, else the next one expected."""
    ladder = card.skill.ladder
    base = base_level(card, current)
    ahead = base.level is None or ladder.position(card.level.id) > ladder.position(base.level)
    if ahead and card.expected:
        return card.level.id
    following = level_to_grow_towards(skill_progress(card.skill, card.role.id, frozenset()), base)
    return following.id if following else card.level.id


async def begin_focus(
    person: PersonId, card: Card, target: str, limit: int, people: People, database: Database, now: datetime
) -> Begun:
    """Raises MembersOnly, StorageUnavailable, and what `start_focus` raises."""
    user = await people.require_member(person)
    newcomers = await newcomers_of(person.tenant, database, now)

    async def keep(session: AsyncSession) -> Begun:
        mine = await focuses_to_change(session, person, now)
        focus = start_focus(mine, card.skill, card.role.id, target, limit, now)
        await save_focus(session, person, focus)
        return Begun(focus, await begin_cadence(session, person, user, newcomers, now))

    return await database.write(keep)


async def move_focus(
    person: PersonId, skill: str, role: str, state: FocusState, limit: int, people: People, database: Database,
    now: datetime,
) -> Focus:  # fmt: skip
    """Let a focus come into a state. Raises FocusEnded, TooManyFocuses, MembersOnly, StorageUnavailable."""

    def become(mine: tuple[Focus, ...]) -> Focus:
        focus = _newest(mine, skill, role)
        match state:
            case FocusState.ACTIVE:
                return resume_focus(mine, focus, limit, now)
            case FocusState.PAUSED:
                return pause_focus(focus, now)
            case FocusState.ACHIEVED:
                return achieve_focus(focus, now)
            case FocusState.DROPPED:
                return drop_focus(focus, now)

    return await _change(person, become, people, database, now)


async def retarget_focus(person: PersonId, card: Card, people: People, database: Database, now: datetime) -> Focus:
    """Let a focus lead to the level of the card. Raises what `aim_focus` raises, MembersOnly, StorageUnavailable."""

    def aim(mine: tuple[Focus, ...]) -> Focus:
        return aim_focus(_newest(mine, card.skill.slug, card.role.id), card.skill, card.level.id)

    return await _change(person, aim, people, database, now)


async def has_open_focus(person: PersonId, card: Card, database: Database) -> bool:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        return open_focus(await focuses(session, person), card.skill.slug, card.role.id) is not None


async def focus_standing(
    person: PersonId, focus: Focus, profile: Profile, library: Library, database: Database
) -> FocusStanding:
    """How far one focus has come. Raises StorageUnavailable."""
    async with database.reading() as session:
        latest = await own_ratings_of_skill(session, person, focus.skill)
    return standing_of(focus, latest, profile, library)


async def focus_standings(
    person: PersonId, profile: Profile, library: Library, database: Database
) -> tuple[FocusStanding, ...]:
    """All focuses of a person: the active ones, the paused ones, then what has ended, newest first. The same errors."""
    async with database.reading() as session:
        mine, latest = await focuses(session, person), await own_ratings(session, person)
    return in_order(mine, latest, profile, library)


def in_order(
    mine: tuple[Focus, ...], latest: Mapping[str, Mapping[str, LatestRating]], profile: Profile, library: Library
) -> tuple[FocusStanding, ...]:
    """The same of what has been read already."""
    newest_first = sorted(mine, key=lambda focus: focus.started_at, reverse=True)
    ordered = sorted(newest_first, key=lambda focus: (not focus.is_active, not focus.is_open))
    return tuple(standing_of(focus, latest.get(focus.skill, {}), profile, library) for focus in ordered)


def standing_of(focus: Focus, latest: Mapping[str, LatestRating], profile: Profile, library: Library) -> FocusStanding:
    """How far a focus has come for whom those are the newest ratings of its skill."""
    if lost := lost_part(focus, library.framework):
        return FocusStanding(focus, None, lost)
    skill = library.framework.skills[focus.skill]
    card = card_of(skill, focus.role, focus.target, library.framework)
    progress = skill_progress(skill, focus.role, consistent_statements(latest))
    base = base_level(card, profile.current_level(focus.skill, focus.role))
    return FocusStanding(focus, Way(card, progress.level(focus.target), path_to_level(progress, focus.target, base)))


async def _change(person: PersonId, change: Change, people: People, database: Database, now: datetime) -> Focus:
    await people.require_member(person)

    async def keep(session: AsyncSession) -> Focus:
        changed = change(await focuses_to_change(session, person, now))
        await save_focus(session, person, changed)
        return changed

    return await database.write(keep)


def _newest(mine: tuple[Focus, ...], skill: str, role: str) -> Focus:
    """The open focus of a skill and role, else the one that ended last. Raises FocusEnded where there was none."""
    of_skill = [focus for focus in mine if (focus.skill, focus.role) == (skill, role)]
    if not of_skill:
        raise FocusEnded(f"no focus in {skill} for {role}")
    return open_focus(of_skill, skill, role) or of_skill[-1]
