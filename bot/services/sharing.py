"""Showing one's progress to one person: chosen, looked at by both, seen otherwise by the other, and withdrawn."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import PersonId
from bot.domain.progress import OwnLevel, skill_history
from bot.domain.questionnaires import is_news
from bot.domain.sharing import Share, SideBySide, side_by_side, statements_to_view
from bot.domain.skills import Skill
from bot.errors import SharedWithNoMember, SharedWithOneself, ShareWithdrawn
from bot.services.people import People
from bot.services.reporting import own_role
from bot.storage import shares
from bot.storage.assessments import Standing, append_assessments, ratings_by, standing_ratings
from bot.storage.engine import Database
from bot.storage.levels import levels_set
from bot.storage.people import load_profile


async def require_viewer(subject: PersonId, viewer: PersonId, people: People) -> None:
    """Make sure that something may be shown to somebody.

    Raises SharedWithOneself, SharedWithNoMember, SlackUnavailable, SlackRefused.
    """
    if viewer == subject:
        raise SharedWithOneself
    if not await people.is_full_member(viewer):
        raise SharedWithNoMember


async def share_progress(
    subject: PersonId, viewer: PersonId, skills: Collection[str], people: People, database: Database, now: datetime
) -> tuple[Share, bool]:
    """Show the progress in these skills and no others, and whether the other one has to be told of it.

    Raises MembersOnly, ErasedMeanwhile, StorageUnavailable, and what `require_viewer` raises.
    """
    await require_viewer(subject, viewer, people)
    await people.require_member(subject)

    async def keep(session: AsyncSession) -> tuple[Share, bool]:
        await shares.hold_both(session, subject, viewer, now)
        is_new = await shares.save_share(session, subject, viewer, skills, now)
        share = await shares.load_share(session, subject, viewer)
        assert share is not None  # both are held
        return share, is_new

    return await database.write(keep)


async def withdraw(subject: PersonId, viewer: PersonId, people: People, database: Database) -> Share | None:
    """Show nothing any more; what was shown until now. Raises MembersOnly where a guest shows nothing anyway."""
    share = await database.write(lambda session: shares.withdraw_share(session, subject, viewer))
    if share is None:
        await people.require_member(subject)
    return share


async def end_every_share(person: PersonId, database: Database) -> tuple[Share, ...]:
    """Somebody isn't a member any more: nothing of theirs is shown, and nothing to them. Raises StorageUnavailable."""
    async with database.reading() as session:
        if not (await shares.shares_by(session, person) or await shares.shares_with(session, person)):
            return ()
    return await database.write(lambda session: shares.remove_every_share(session, person))


async def shares_of(person: PersonId, database: Database) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
    """What a person shows, and what they are shown. Raises StorageUnavailable."""
    async with database.reading() as session:
        return await shares.shares_by(session, person), await shares.shares_with(session, person)


async def skills_shown(subject: PersonId, viewer: PersonId, database: Database) -> tuple[str, ...]:
    """Raises StorageUnavailable."""
    async with database.reading() as session:
        share = await shares.load_share(session, subject, viewer)
    return share.skills if share else ()


async def hide(viewer: PersonId, subject: PersonId, database: Database, *, is_hidden: bool) -> Share:
    """The viewer wants to hear no more of it, or again. Raises ShareWithdrawn, StorageUnavailable."""
    share = await database.write(lambda session: shares.hide_share(session, subject, viewer, is_hidden=is_hidden))
    if share is None:
        raise ShareWithdrawn
    return share


async def keep_told(share: Share, channel: str, ts: str, database: Database) -> None:
    """Where the viewer was told. Raises StorageUnavailable."""
    await database.write(lambda session: shares.keep_message(session, share.subject, share.viewer, channel, ts))


async def look(
    subject: PersonId,
    viewer: PersonId,
    slug: str,
    skills: Mapping[str, Skill],
    people: People,
    database: Database,
    now: datetime,
) -> tuple[Share, SideBySide | None]:
    """What both see of one skill, the first that is shown where `slug` is empty; None: nothing of it can be shown now.

    Whoever calls this makes sure that one of both is who acts. Raises ShareWithdrawn, StorageUnavailable,
    SlackUnavailable.
    """
    await _require_both(subject, viewer, people)
    async with database.reading() as session:
        share = await shares.load_share(session, subject, viewer)
        if share is None or (slug and slug not in share.skills):
            raise ShareWithdrawn
        skill = skills.get(slug or next((one for one in share.skills if one in skills), ""))
        if skill is None:
            return share, None
        own = await ratings_by(session, subject, subject, skill.slug)
        views = await ratings_by(session, viewer, subject, skill.slug)
        profile, levels = await load_profile(session, subject), await levels_set(session, subject)
    role = own_role(skill, profile)
    history = skill_history(skill, role, own, (), OwnLevel.of(profile, levels, skill, role), now) if own else None
    return share, side_by_side(history, own, views) if history else None


async def add_views(
    subject: PersonId,
    viewer: PersonId,
    side: SideBySide,
    ratings: Mapping[str, Rating],
    submission: str,
    chain: Sequence[str],
    people: People,
    database: Database,
    now: datetime,
) -> int:
    """Keep how the viewer sees what the subject has rated: how many ratings were new.

    The same submission again adds none. Raises ShareWithdrawn, MembersOnly, StorageUnavailable.
    """
    await people.require_member(viewer)
    skill = side.skill.slug
    given = [
        GivenRating.of(skill, statement, ratings[one], chain)
        for one, statement in statements_to_view(side, ratings).items()
    ]

    async def keep(session: AsyncSession) -> int:
        await shares.hold_both(session, subject, viewer, now)
        share = await shares.load_share(session, subject, viewer)
        if share is None or skill not in share.skills:
            raise ShareWithdrawn
        standing = await standing_ratings(session, subject, viewer, skill, submission)
        news = [one for one in given if _is_news(side.skill, one, standing.get(one.statement))]
        before = {(skill, statement): one for statement, one in standing.items()}
        return len(await append_assessments(session, subject, viewer, submission, news, before, now))

    return await database.write(keep)


def _is_news(skill: Skill, given: GivenRating, standing: Standing | None) -> bool:
    """Also what this submission brought when it was sent before: it gets the same answer again."""
    if standing is None:
        return True
    return standing.sent is not None or is_news(skill.statements[given.statement], given, standing.latest)


async def _require_both(subject: PersonId, viewer: PersonId, people: People) -> None:
    """Who was deactivated, or became a guest, while Rung was down shows nothing and is shown nothing."""
    if not all(await asyncio.gather(*(people.is_full_member(person) for person in (subject, viewer)))):
        raise ShareWithdrawn
