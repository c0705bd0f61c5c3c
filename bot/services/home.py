"""The home tab: what is read for it, and what is worth showing first."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.answers import Card
from bot.domain.assessments import Draft, LatestRating, changed_since_rated, consistent_statements
from bot.domain.coaching import skill_progress
from bot.domain.focus import Focus
from bot.domain.history import moves
from bot.domain.home import FocusStanding, Home, NextStep
from bot.domain.people import PersonId, Profile
from bot.domain.questionnaires import Question, Typed, base_level, living_statements
from bot.domain.skills import Role, Skill, Statement
from bot.domain.tenants import TenantSettings
from bot.services.asking import EXAMPLES, Library, card_of, default_level, default_role, fitting_card
from bot.services.focusing import in_order
from bot.storage.assessments import own_history, own_ratings, own_ratings_of_skill, rated_texts
from bot.storage.drafts import drafts
from bot.storage.engine import Database
from bot.storage.focus import focuses
from bot.storage.schedules import load_schedule
from bot.storage.teams import counted_in
from bot.storage.tenant_settings import load_tenant_settings

LOOKED_BACK = timedelta(days=30)

Latest = Mapping[str, Mapping[str, LatestRating]]


async def load_home(person: PersonId, profile: Profile, library: Library, database: Database, now: datetime) -> Home:
    """What a person finds on their home. Raises StorageUnavailable.

    However long the history is: what is read is the newest rating of each statement, and what moved lately.
    """
    async with database.reading() as session:
        latest = await own_ratings(session, person)
        mine = await focuses(session, person)
        begun = await drafts(session, person)
        recent = await own_history(session, person, since=now - LOOKED_BACK)
        schedule = await load_schedule(session, person)
        teams = await counted_in(session, person)
        chosen = await load_tenant_settings(session, person.tenant) if schedule is None else TenantSettings()
    open_ones = in_order(tuple(focus for focus in mine if focus.is_open), latest, profile, library)
    return Home(
        drafts=_drafts(begun, profile, library),
        next=_from_focuses(open_ones) or _from_ratings(latest, profile, library),
        focuses=open_ones,
        changed=_changed(latest, mine, profile, library),
        moves=moves(recent),
        rated=len(latest),
        schedule=schedule,
        teams=teams,
        newcomers=chosen.begins_with,
    )


async def load_changed(person: PersonId, skill: Skill, database: Database) -> tuple[Question, ...]:
    """The statements of a skill that say something else than what was rated, with both texts.

    Raises StorageUnavailable.
    """
    async with database.reading() as session:
        latest = await own_ratings_of_skill(session, person, skill.slug)
        changed = changed_since_rated(skill, latest)
        hashes = {latest[statement.id].shown_hash for statement in changed}
        texts = await rated_texts(session, person.tenant, skill.slug, hashes) if hashes else {}
    return tuple(Question(one, latest[one.id], texts.get((one.id, latest[one.id].shown_hash))) for one in changed)


def guess_role(title: str, library: Library) -> Role | None:
    """The one role that a title from Slack names ("Senior LLM Engineer"), if it names one."""
    named = library.understand(title).roles
    return library.framework.roles[named[0]] if len(named) == 1 else None


def examples_for(role: Role | None, library: Library) -> tuple[Skill, ...]:
    """A few skills to begin with, those of the role first."""
    skills = library.framework.skills.values()
    return tuple(sorted(skills, key=lambda skill: role is None or role.id not in skill.roles)[:EXAMPLES])


def _drafts(begun: tuple[Draft, ...], profile: Profile, library: Library) -> tuple[Card, ...]:
    """Those that can be continued, the newest first."""
    skills = library.framework.skills
    return tuple(
        _card_of_draft(draft, skills[draft.skill], profile, library)
        for draft in begun
        if draft.skill in skills and draft.role in skills[draft.skill].roles
    )


def _card_of_draft(draft: Draft, skill: Skill, profile: Profile, library: Library) -> Card:
    """The card at the lowest level of which something was typed, so that the window opens where it was left."""
    typed = Typed.load(draft.content)
    said = {*typed.ratings, *typed.notes, *typed.noted}
    for level in skill.ladder.levels:
        card = card_of(skill, draft.role, level.id, library.framework)
        if any(statement.id in said for statement in living_statements(card, level)):
            return card
    return fitting_card(skill, draft.role, "", profile, library)


def _from_focuses(standings: tuple[FocusStanding, ...]) -> NextStep | None:
    """The first open statement of the focus that was started last."""
    for one in standings:
        if one.focus.is_active and one.way is not None and (still_open := one.way.path.open):
            return NextStep(one.way.card, still_open[0])
    return None


def _from_ratings(latest: Latest, profile: Profile, library: Library) -> NextStep | None:
    """The first open statement over the level of the person, in the skill that was rated last."""
    newest_first = sorted(latest, key=lambda skill: max(one.at for one in latest[skill].values()), reverse=True)
    for slug in newest_first:
        skill = library.framework.skills.get(slug)
        if skill is not None and (step := _next_step(skill, latest[slug], profile, library)):
            return step
    return None


def _next_step(skill: Skill, latest: Mapping[str, LatestRating], profile: Profile, library: Library) -> NextStep | None:
    role = default_role(skill, profile)
    card = card_of(skill, role, default_level(skill, role, profile), library.framework)
    progress = skill_progress(skill, role, consistent_statements(latest))
    for one in progress.above(base_level(card, profile.current_level(skill.slug, role))):
        if still_open := one.mandatory_open or one.optional_open:
            return NextStep(card_of(skill, role, one.level.id, library.framework), still_open[0])
    return None


def _changed(
    latest: Latest, mine: tuple[Focus, ...], profile: Profile, library: Library
) -> tuple[tuple[Card, int], ...]:
    """Where expectations have changed since they were rated: the skill, as it is best looked at, and how many."""
    roles = {focus.skill: focus.role for focus in mine}
    found = []
    for slug, ratings in latest.items():
        skill = library.framework.skills.get(slug)
        if skill is not None and (changed := changed_since_rated(skill, ratings)):
            found.append((_card_with(skill, changed[0], roles.get(slug, ""), profile, library), len(changed)))
    return tuple(sorted(found, key=lambda one: one[0].skill.name.source.casefold()))


def _card_with(skill: Skill, statement: Statement, role: str, profile: Profile, library: Library) -> Card:
    """The card on which a statement stands, for the wanted role if it does there."""
    wanted = role if role in skill.roles else default_role(skill, profile)
    cells = sorted(skill.cells, key=lambda cell: (cell[0] != wanted, skill.ladder.position(cell[1])))
    for cell in cells:
        if any(statement in requirement.statements for requirement in skill.cells[cell]):
            return card_of(skill, *cell, library.framework)
    return fitting_card(skill, wanted, "", profile, library)
