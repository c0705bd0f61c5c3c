"""Looking back: a person's progress, and what they may take into a 1:1. Nothing is stored here."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.answers import Card
from bot.domain.assessments import LatestRating
from bot.domain.focus import Focus, lost_part
from bot.domain.history import Move, moves
from bot.domain.home import FocusStanding
from bot.domain.one_on_one import OneOnOne, one_on_one
from bot.domain.people import PersonId, Profile
from bot.domain.progress import PERIOD, LevelsSet, OwnLevel, ProgressReport, SkillHistory, skill_history
from bot.domain.skills import Framework, Skill
from bot.services.asking import default_role
from bot.storage.assessments import own_history, own_ratings, own_ratings_of_skill
from bot.storage.engine import Database
from bot.storage.evidence import evidence_of
from bot.storage.focus import focuses
from bot.storage.levels import levels_set


async def progress_of(
    person: PersonId, profile: Profile, framework: Framework, database: Database, now: datetime
) -> ProgressReport:
    """What became of every skill that a person has rated, in the last PERIOD. Raises StorageUnavailable."""
    return await _report(person, profile, framework, database, now - PERIOD, now)


async def progress_in_skill(
    person: PersonId, profile: Profile, card: Card, framework: Framework, database: Database, now: datetime
) -> ProgressReport:
    """The same of the skill and role of a card; no skills where nothing of it was rated. Raises StorageUnavailable."""
    return await _report(person, profile, framework, database, now - PERIOD, now, card)


async def prepare_one_on_one(
    person: PersonId, profile: Profile, framework: Framework, database: Database, weeks: int, now: datetime
) -> OneOnOne:
    """What moved in the last weeks, and one thing to ask for. Raises StorageUnavailable."""
    report = await _report(person, profile, framework, database, now - timedelta(weeks=weeks), now)
    async with database.reading() as session:
        mine = await focuses(session, person)
    return one_on_one(report, mine, framework.skills, profile)


async def _report(
    person: PersonId,
    profile: Profile,
    framework: Framework,
    database: Database,
    since: datetime,
    now: datetime,
    card: Card | None = None,
) -> ProgressReport:
    """Only the period's assessments are read: each of them knows the rating that it replaced."""
    slug = card.skill.slug if card else None
    async with database.reading() as session:
        latest = (
            {slug: await own_ratings_of_skill(session, person, slug)} if slug else await own_ratings(session, person)
        )
        moved = moves(await own_history(session, person, skill=slug, since=since))
        levels = await levels_set(session, person)
        evidence = await evidence_of(session, person, skill=slug, since=since)
        mine = await focuses(session, person)
    wanted = [card.skill] if card else framework.skills.values()
    roles = {skill.slug: card.role.id if card else own_role(skill, profile) for skill in wanted}
    found = [
        _history(skill, roles[skill.slug], latest, moved, profile, levels, since)
        for skill in wanted
        if skill.slug in latest
    ]
    skills = sorted((one for one in found if one), key=lambda one: one.rated_at, reverse=True)
    lost = _lost(mine, framework, slug)
    return ProgressReport(since, now, tuple(skills), evidence, lost)


def _lost(mine: tuple[Focus, ...], framework: Framework, skill: str | None) -> tuple[FocusStanding, ...]:
    """The open focuses, of one skill or of all, of which the content has lost something."""
    wanted = [focus for focus in mine if focus.is_open and skill in (None, focus.skill)]
    return tuple(FocusStanding(focus, None, lost) for focus in wanted if (lost := lost_part(focus, framework)))


def _history(
    skill: Skill,
    role: str,
    latest: Mapping[str, Mapping[str, LatestRating]],
    moved: tuple[Move, ...],
    profile: Profile,
    levels: LevelsSet,
    since: datetime,
) -> SkillHistory | None:
    of_skill = [move for move in moved if move.skill == skill.slug]
    own = OwnLevel.of(profile, levels, skill, role)
    return skill_history(skill, role, latest[skill.slug], of_skill, own, since)


def own_role(skill: Skill, profile: Profile) -> str:
    """The person's own role where the skill has it, else the first in which they set a level, else the first."""
    role = default_role(skill, profile)
    if role == profile.role:
        return role
    return next((each for each in skill.roles if (skill.slug, each) in profile.skill_levels), role)
