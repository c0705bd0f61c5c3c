"""Every query of storage that takes a tenant, asked for a tenant in which everybody and everything has the same ids."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.domain.cadence import Kind
from bot.domain.deliveries import Delivery, Subject, TeamKind
from bot.domain.evidence import Evidence
from bot.domain.expectations import SkillExpectations
from bot.domain.focus import Focus, FocusState
from bot.domain.installations import BotToken, Installation
from bot.domain.people import CurrentLevel, PersonId
from bot.domain.retention import Kept
from bot.domain.summaries import Snapshot
from bot.domain.teams import Team
from bot.domain.tenants import Newcomers
from bot.playground.people import EMMA, FLORENCE, GEORGE
from bot.playground.workspace import GENERAL, TEAM
from bot.storage import (
    assessments,
    channels,
    comments,
    conversations,
    counting,
    deliveries,
    drafts,
    erasing,
    events,
    evidence,
    focus,
    installations,
    levels,
    offers,
    people,
    retention,
    schedules,
    shares,
    suggestions,
    summaries,
    team_deliveries,
    teams,
    tenant_settings,
    tenants,
)
from bot.storage.retention import Page
from tests.scenario.lives import BEFORE, ROLE, SKILL, STATEMENT, leave, schedule_of, secrets

OURS, OTHERS = "T1", "T2"
NOW = BEFORE + timedelta(days=1)
LATER = NOW + timedelta(days=1)
PLACE, TS = "D1", "1.000001"

# How the queries look that are meant for all tenants: the rows of each say whose they are.
OVER_ALL = {
    "announcing.announce",  # tells, and reads nothing
    "deliveries.count_deliveries",  # figures for operators
    "deliveries.due_deliveries",  # of a lane
    "deliveries.lanes_with_work",
    "deliveries.latest_deliveries",  # for operators
    "deliveries.oldest_due",
    "deliveries.unsettled_deliveries",  # of a lane
    "events.count_old_events",  # by their age
    "events.forget_events",
    "installations.live_installations",
    "installations.tenants_with_tokens",  # for operators
    "oauth_states.add_state",  # of no tenant yet
    "oauth_states.consume_state",
    "oauth_states.forget_states",
    "queue.queue_state",  # for operators, of lanes alone
    "retention.tenant_after",  # one after the other
    "schedules.due_schedules",  # for the planner
    "schedules.next_moment",
    "suggestions.last_tellings",
    "suggestions.tenants_heard",  # for operators
    "team_deliveries.due_teams",  # for the planner
    "team_deliveries.next_summary_moment",
    "tenants.tenants_to_erase",
}
# Parameters that are a tenant, or have one.
TENANTS = {
    *("tenant", "person", "subject", "author", "actor", "viewer", "one"),
    *("team", "teams", "schedule", "schedules", "delivery", "deliveries", "installation"),
}
NO_QUERIES = {"bulk", "upserts"}  # what queries are made of: given a table and whole keys

Rows = dict[str, list[str]]
Query = Callable[[AsyncSession, str, "Known"], Awaitable[Any]]


@dataclass(frozen=True)
class Known:
    """What somebody of the other tenant might have got hold of."""

    message: conversations.SentMessage
    hashes: list[str]
    suggested: tuple[Any, ...]
    rows: Rows


def emma(tenant: str) -> PersonId:
    return PersonId(tenant, EMMA)


def florence(tenant: str) -> PersonId:
    return PersonId(tenant, FLORENCE)


def delivery(tenant: str, kind: Kind = Kind.CHECK_IN) -> Delivery:
    return Delivery(tenant, EMMA, kind, NOW.date(), tenant, NOW, LATER)


def team(tenant: str, channel: str = TEAM) -> Team:
    return Team(tenant, channel, tenant, BEFORE.date(), group_size=9, owners=frozenset({EMMA}))


def installation(tenant: str) -> Installation:
    return Installation(tenant, "ours", False, "U0BOT", frozenset({"commands"}), EMMA, BEFORE, BotToken("xoxb-ours"))


def gone(tenant: str) -> Installation:
    return replace(installation(tenant), token=None, uninstalled_at=BEFORE)


async def sent_by(session: AsyncSession, tenant: str) -> None:
    """Emma has a check-in that she hasn't answered."""
    await deliveries.claim_delivery(session, delivery(tenant), Subject(SKILL, ROLE, (STATEMENT,)), NOW)
    await deliveries.mark_sent(session, replace(delivery(tenant), fence=1), PLACE, TS, NOW)


async def fill(session: AsyncSession, tenant: str) -> None:
    """Something in every table."""
    for user in (EMMA, GEORGE):
        await leave(session, PersonId(tenant, user))
    await deliveries.add_deliveries(session, [delivery(tenant), delivery(tenant, Kind.NUDGE)], NOW)
    summary = Delivery(tenant, TEAM, TeamKind.SUMMARY, NOW.date(), tenant, NOW, LATER)
    await deliveries.add_deliveries(session, [summary], NOW)
    await deliveries.claim_delivery(session, summary, None, NOW)
    await deliveries.mark_sent(session, replace(summary, fence=1), TEAM, TS, NOW)
    await sent_by(session, tenant)
    await channels.set_channel_language(session, tenant, TEAM, "de", NOW)
    await events.is_first_sight(session, tenant, "Ev1", NOW)
    await suggestions.count_search_miss(session, tenant, "secret search", NOW)
    await summaries.save_snapshot(session, tenant, TEAM, Snapshot(BEFORE, 6, (), ()))
    await installations.save_installation(session, installation(tenant))
    await teams.claim_counting(session, tenant, GENERAL, NOW)
    await tenant_settings.set_tenant_language(session, tenant, "de", NOW)
    await shares.keep_message(session, emma(tenant), florence(tenant), PLACE, TS)


async def assess(session: AsyncSession, tenant: str) -> Any:
    given = [GivenRating(SKILL, STATEMENT, Rating.CONSISTENT, "", "en", "text", "text")]
    return await assessments.record_assessments(session, emma(tenant), emma(tenant), "V9", given, NOW)


async def append(session: AsyncSession, tenant: str) -> Any:
    await people.hold_person(session, emma(tenant), NOW)
    standing = await assessments.standing_ratings(session, emma(tenant), emma(tenant), SKILL, "V9")
    given = [GivenRating(SKILL, STATEMENT, Rating.CONSISTENT, "", "en", "text", "text")]
    known = {(SKILL, statement): one for statement, one in standing.items()}
    return await assessments.append_assessments(session, emma(tenant), emma(tenant), "V9", given, known, NOW)


EXPECTED = [SkillExpectations(SKILL, ("junior", "middle", "senior"), (ROLE,), ())]

CASES: Mapping[str, Query] = {
    "assessments.append_assessments": lambda s, t, k: append(s, t),
    "assessments.own_history": lambda s, t, k: assessments.own_history(s, emma(t)),
    "assessments.own_ratings": lambda s, t, k: assessments.own_ratings(s, emma(t)),
    "assessments.own_ratings_of_skill": lambda s, t, k: assessments.own_ratings_of_skill(s, emma(t), SKILL),
    "assessments.own_submissions": lambda s, t, k: assessments.own_submissions(s, emma(t), SKILL, [STATEMENT]),
    "assessments.rated_texts": lambda s, t, k: assessments.rated_texts(s, t, SKILL, k.hashes),
    "assessments.ratings_by": lambda s, t, k: assessments.ratings_by(s, emma(t), emma(t), SKILL),
    "assessments.record_assessments": lambda s, t, k: assess(s, t),
    "assessments.standing_ratings": lambda s, t, k: assessments.standing_ratings(s, emma(t), emma(t), SKILL, "V0"),
    "channels.channel_language": lambda s, t, k: channels.channel_language(s, t, TEAM),
    "channels.set_channel_language": lambda s, t, k: channels.set_channel_language(s, t, TEAM, "ru", NOW),
    "comments.add_comment": lambda s, t, k: comments.add_comment(s, emma(t), "C-new", SKILL, "new", NOW),
    "comments.comment_page": lambda s, t, k: comments.comment_page(s, t, SKILL, 9, f"C-{GEORGE}"),
    "comments.count_comments": lambda s, t, k: comments.count_comments(s, t, SKILL),
    "comments.edit_comment": lambda s, t, k: comments.edit_comment(s, emma(t), f"C-{EMMA}", "other", NOW),
    "comments.load_comment": lambda s, t, k: comments.load_comment(s, t, f"C-{EMMA}"),
    "comments.remove_comment": lambda s, t, k: comments.remove_comment(s, emma(t), f"C-{EMMA}", is_admin=True),
    "conversations.check_ins_so_far": lambda s, t, k: conversations.check_ins_so_far(s, emma(t)),
    "conversations.latest_message": lambda s, t, k: conversations.latest_message(s, emma(t)),
    "conversations.mark_answered": lambda s, t, k: conversations.mark_answered(s, emma(t), k.message, LATER),
    "conversations.mark_superseded": lambda s, t, k: conversations.mark_superseded(s, emma(t), k.message),
    "conversations.nudges_so_far": lambda s, t, k: nudged(s, t),
    "conversations.sent_message": lambda s, t, k: conversations.sent_message(s, emma(t), PLACE, TS),
    "conversations.set_statement_aside": lambda s, t, k: aside(s, t),
    "conversations.statements_set_aside": lambda s, t, k: conversations.statements_set_aside(s, emma(t)),
    "conversations.take_statement_back": lambda s, t, k: conversations.take_statement_back(
        s, emma(t), (SKILL, STATEMENT)
    ),
    "conversations.unanswered_before": lambda s, t, k: conversations.unanswered_before(
        s, emma(t), Kind.CHECK_IN, LATER.date()
    ),
    "counting.team_count": lambda s, t, k: counting.team_count(s, t, TEAM, EXPECTED),
    "deliveries.add_deliveries": lambda s, t, k: deliveries.add_deliveries(
        s, [replace(delivery(t), day=LATER.date())], NOW
    ),
    "deliveries.claim_delivery": lambda s, t, k: deliveries.claim_delivery(s, delivery(t, Kind.NUDGE), None, NOW),
    "deliveries.drop_delivery": lambda s, t, k: deliveries.drop_delivery(s, delivery(t, Kind.NUDGE), "why", NOW),
    "deliveries.mark_sent": lambda s, t, k: deliveries.mark_sent(s, delivery(t, Kind.NUDGE), PLACE, TS, NOW),
    "deliveries.sending_in": lambda s, t, k: deliveries.sending_in(s, t, LATER, BEFORE),
    "deliveries.release_delivery": lambda s, t, k: deliveries.release_delivery(
        s, delivery(t, Kind.NUDGE), due_at=LATER, expires_at=LATER, attempts=1
    ),
    "drafts.draft_to_change": lambda s, t, k: drafts.draft_to_change(s, emma(t), SKILL, ROLE, NOW),
    "drafts.drafts": lambda s, t, k: drafts.drafts(s, emma(t)),
    "drafts.drop_draft": lambda s, t, k: drafts.drop_draft(s, emma(t), SKILL, ROLE),
    "drafts.load_draft": lambda s, t, k: drafts.load_draft(s, emma(t), SKILL, ROLE),
    "drafts.save_draft": lambda s, t, k: drafts.save_draft(s, emma(t), SKILL, ROLE, "{}", NOW),
    "erasing.counts_of": lambda s, t, k: erasing.counts_of(s, emma(t)),
    "erasing.erase_person": lambda s, t, k: erasing.erase_person(s, emma(t)),
    "erasing.everything_of": lambda s, t, k: erasing.everything_of(s, emma(t)),
    "events.is_first_sight": lambda s, t, k: events.is_first_sight(s, t, "Ev1", NOW),
    "evidence.evidence_of": lambda s, t, k: evidence.evidence_of(s, emma(t)),
    "evidence.remove_evidence": lambda s, t, k: evidence.remove_evidence(s, emma(t), "V1"),
    "evidence.save_evidence": lambda s, t, k: evidence.save_evidence(
        s, emma(t), Evidence("V1", "https://x", "y", SKILL, STATEMENT, NOW)
    ),
    "focus.focuses": lambda s, t, k: focus.focuses(s, emma(t)),
    "focus.focuses_to_change": lambda s, t, k: focus.focuses_to_change(s, emma(t), NOW),
    "focus.save_focus": lambda s, t, k: focus.save_focus(
        s, emma(t), Focus(SKILL, ROLE, "lead", FocusState.PAUSED, BEFORE, NOW)
    ),
    "installations.add_uninstalled": lambda s, t, k: installations.add_uninstalled(s, t, NOW),
    "installations.encrypt_anew": lambda s, t, k: installations.encrypt_anew(s, t),
    "installations.find_installation": lambda s, t, k: installations.find_installation(s, t),
    "installations.forget_installation": lambda s, t, k: installations.forget_installation(s, t),
    "installations.hold_installation": lambda s, t, k: installations.hold_installation(s, t),
    "installations.mark_scopes_told": lambda s, t, k: installations.mark_scopes_told(s, t, "dnd:read"),
    "installations.mark_unwelcomed": lambda s, t, k: installations.mark_unwelcomed(s, t),
    "installations.mark_welcomed": lambda s, t, k: installations.mark_welcomed(s, t, NOW),
    "installations.mark_uninstalled": lambda s, t, k: installations.mark_uninstalled(s, installation(t), NOW),
    "installations.mark_uninstalled_again": lambda s, t, k: installations.mark_uninstalled_again(s, gone(t), NOW),
    "installations.renew_token": lambda s, t, k: installations.renew_token(s, installation(t), BotToken("xoxb-new")),
    "installations.save_installation": lambda s, t, k: installations.save_installation(s, gone(t)),
    "levels.levels_set": lambda s, t, k: levels.levels_set(s, emma(t)),
    "offers.add_offer": lambda s, t, k: offers.add_offer(s, emma(t), "other-skill", NOW),
    "offers.offers_by": lambda s, t, k: offers.offers_by(s, emma(t)),
    "offers.offers_for": lambda s, t, k: offers.offers_for(s, t, [SKILL]),
    "offers.remove_every_offer": lambda s, t, k: offers.remove_every_offer(s, emma(t)),
    "offers.remove_offer": lambda s, t, k: offers.remove_offer(s, emma(t), SKILL),
    "people.hold_person": lambda s, t, k: people.hold_person(s, emma(t), LATER),
    "people.load_profile": lambda s, t, k: people.load_profile(s, emma(t)),
    "people.set_current_level": lambda s, t, k: people.set_current_level(
        s, emma(t), SKILL, ROLE, CurrentLevel("lead"), NOW
    ),
    "people.set_language": lambda s, t, k: people.set_language(s, emma(t), "de", NOW),
    "people.set_profile_level": lambda s, t, k: people.set_profile_level(s, emma(t), CurrentLevel("lead"), NOW),
    "people.set_role": lambda s, t, k: people.set_role(s, emma(t), "ml-engineer", NOW),
    "retention.count_over": lambda s, t, k: retention.count_over(s, t, Kept.NOTES, NOW),
    "retention.page_after": lambda s, t, k: retention.page_after(s, t, Kept.EVIDENCE, NOW, Page("evidence", ()), 9),
    "retention.remove_page": lambda s, t, k: retention.remove_page(
        s, t, Kept.EVIDENCE, NOW, Page("evidence", [(EMMA, "V1")])
    ),
    "schedules.advance_schedules": lambda s, t, k: schedules.advance_schedules(
        s, [replace(schedule_of(emma(t)), upcoming=None)]
    ),
    "schedules.count_unanswered": lambda s, t, k: schedules.count_unanswered(s, emma(t)),
    "schedules.load_schedule": lambda s, t, k: schedules.load_schedule(s, emma(t)),
    "schedules.save_schedule": lambda s, t, k: schedules.save_schedule(
        s, replace(schedule_of(emma(t)), unanswered=2), NOW
    ),
    "schedules.schedule_to_change": lambda s, t, k: schedules.schedule_to_change(s, emma(t), NOW),
    "shares.hide_share": lambda s, t, k: shares.hide_share(s, emma(t), florence(t), is_hidden=True),
    "shares.hold_both": lambda s, t, k: shares.hold_both(s, emma(t), florence(t), LATER),
    "shares.keep_message": lambda s, t, k: shares.keep_message(s, emma(t), florence(t), "D9", "9.9"),
    "shares.load_share": lambda s, t, k: shares.load_share(s, emma(t), florence(t)),
    "shares.remove_every_share": lambda s, t, k: shares.remove_every_share(s, emma(t)),
    "shares.save_share": lambda s, t, k: shares.save_share(s, emma(t), florence(t), [SKILL, "other-skill"], NOW),
    "shares.shares_by": lambda s, t, k: shares.shares_by(s, emma(t)),
    "shares.shares_with": lambda s, t, k: shares.shares_with(s, florence(t)),
    "shares.withdraw_share": lambda s, t, k: shares.withdraw_share(s, emma(t), florence(t)),
    "suggestions.count_search_miss": lambda s, t, k: suggestions.count_search_miss(s, t, "secret search", NOW),
    "suggestions.mark_suggestions_told": lambda s, t, k: suggestions.mark_suggestions_told(s, t, k.suggested, NOW),
    "suggestions.mark_suggestions_untold": lambda s, t, k: suggestions.mark_suggestions_untold(s, t, k.suggested),
    "suggestions.save_suggestion": lambda s, t, k: suggestions.save_suggestion(
        s, emma(t), "V2", SKILL, STATEMENT, "new", NOW
    ),
    "suggestions.search_misses": lambda s, t, k: suggestions.search_misses(s, t, 9),
    "suggestions.suggestions": lambda s, t, k: suggestions.suggestions(s, t),
    "suggestions.untold_suggestions": lambda s, t, k: suggestions.untold_suggestions(s, t),
    "summaries.changed_since": lambda s, t, k: summaries.changed_since(s, t, TEAM, BEFORE - timedelta(days=9), 0),
    "summaries.latest_snapshots": lambda s, t, k: summaries.latest_snapshots(s, t, TEAM),
    "summaries.save_snapshot": lambda s, t, k: summaries.save_snapshot(s, t, TEAM, Snapshot(NOW, 7, (), ())),
    "team_deliveries.advance_teams": lambda s, t, k: team_deliveries.advance_teams(
        s, [replace(team(t), last_day=NOW.date())]
    ),
    "team_deliveries.last_summary_sent": lambda s, t, k: team_deliveries.last_summary_sent(s, t, TEAM),
    "team_deliveries.tell_owners": lambda s, t, k: team_deliveries.tell_owners(s, team(t), "is_archived", NOW),
    "teams.add_owner": lambda s, t, k: teams.add_owner(s, emma(t), TEAM, NOW),
    "teams.claim_counting": lambda s, t, k: teams.claim_counting(s, t, TEAM, NOW),
    "teams.count_members": lambda s, t, k: teams.count_members(s, t, TEAM),
    "teams.counted_in": lambda s, t, k: teams.counted_in(s, emma(t)),
    "teams.delete_team": lambda s, t, k: teams.delete_team(s, t, TEAM),
    "teams.is_counted": lambda s, t, k: teams.is_counted(s, emma(t), TEAM),
    "teams.join_team": lambda s, t, k: teams.join_team(s, emma(t), GENERAL, NOW),
    "teams.keep_members": lambda s, t, k: teams.keep_members(s, t, TEAM, []),
    "teams.leave_every_team": lambda s, t, k: teams.leave_every_team(s, emma(t)),
    "teams.leave_team": lambda s, t, k: teams.leave_team(s, emma(t), TEAM),
    "teams.load_team": lambda s, t, k: teams.load_team(s, t, TEAM),
    "teams.members_of": lambda s, t, k: teams.members_of(s, t, TEAM),
    "teams.move_team": lambda s, t, k: teams.move_team(s, t, TEAM, "C0MOVED", NOW),
    "teams.owned_by": lambda s, t, k: teams.owned_by(s, emma(t)),
    "teams.save_team": lambda s, t, k: teams.save_team(s, team(t), NOW),
    "teams.set_counting": lambda s, t, k: teams.set_counting(s, t, TEAM, "2.2"),
    "teams.team_to_change": lambda s, t, k: teams.team_to_change(s, t, TEAM),
    "tenant_settings.hold_tenant_settings": lambda s, t, k: tenant_settings.hold_tenant_settings(s, t, LATER),
    "tenant_settings.load_tenant_settings": lambda s, t, k: tenant_settings.load_tenant_settings(s, t),
    "tenant_settings.set_framework_owners": lambda s, t, k: tenant_settings.set_framework_owners(s, t, [GEORGE], LATER),
    "tenant_settings.set_group_size": lambda s, t, k: tenant_settings.set_group_size(s, t, 9, LATER),
    "tenant_settings.set_newcomers": lambda s, t, k: tenant_settings.set_newcomers(s, t, Newcomers(), LATER),
    "tenant_settings.set_retention": lambda s, t, k: tenant_settings.set_retention(s, t, {Kept.NOTES: 30}, LATER),
    "tenant_settings.set_tenant_language": lambda s, t, k: tenant_settings.set_tenant_language(s, t, "ru", LATER),
    "tenants.erase_people": lambda s, t, k: tenants.erase_people(s, t, NOW, 1),
    "tenants.erase_tenant": lambda s, t, k: tenants.erase_tenant(s, t, NOW),
}


async def nudged(session: AsyncSession, tenant: str) -> Any:
    """What was sent to whoever is asked about, if there is anything to send."""
    due = delivery(tenant, Kind.NUDGE)
    await deliveries.claim_delivery(session, due, Subject(SKILL, ROLE, (STATEMENT,)), NOW)
    await deliveries.mark_sent(session, replace(due, fence=1), PLACE, "2.2", NOW)
    return await conversations.nudges_so_far(session, emma(tenant))


async def aside(session: AsyncSession, tenant: str) -> Any:
    await people.hold_person(session, emma(tenant), NOW)
    return await conversations.set_statement_aside(session, emma(tenant), (SKILL, "other"), NOW)


async def told(session: AsyncSession, known: Known) -> None:
    await suggestions.mark_suggestions_told(session, OURS, known.suggested, BEFORE)


async def left(session: AsyncSession, known: Known) -> None:
    await installations.save_installation(session, gone(OURS))


SETUPS: Mapping[str, Callable[[AsyncSession, Known], Awaitable[None]]] = {
    "installations.mark_uninstalled_again": left,
    "suggestions.mark_suggestions_untold": told,
    "tenants.erase_people": left,
    "tenants.erase_tenant": left,
}
SECRETS = (*secrets(EMMA), *secrets(GEORGE), "comment of", "change by", "secret search", "xoxb-ours", "as it was shown")
