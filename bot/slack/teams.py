"""A channel's team, set up and changed in a window by those who may; others see there what holds."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.channels import ChannelFacts, channel_of, require_fit
from bot.domain.teams import Team, faults_of
from bot.errors import NotYourTeam, RungError, SlackUnavailable, StaleControl
from bot.i18n.zones import zones_like
from bot.messenger.channels import fetch_channel
from bot.services.teams import TeamSeen, default_team, pause_by_owner, see_team, set_up
from bot.slack.clicks import After, Click, Handler, change, update_view
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import field_errors, window
from bot.surfaces.counting import tell_channel
from bot.views.blocks import OPTIONS_LIMIT
from bot.views.ids import Action
from bot.views.teams import (
    Around,
    entered_language,
    entered_team,
    member_modal,
    team_errors,
    team_modal,
    team_saved_modal,
    team_skill_options,
    team_title,
    zone_options,
)


async def open_team_window(parts: Parts, reader: Reader) -> None:
    """For a command that was typed in a channel; what stands in the way is told instead."""
    view = team_view(parts, reader, reader.act.channel)
    await open_by_command(parts, reader.act, reader.t, team_title(reader.t), view)


async def team_view(parts: Parts, reader: Reader, channel: str) -> dict[str, Any]:
    """The window of a channel's team, as its reader may use it.

    Raises NoChannelHere, ChannelArchived, RungNotInChannel, PostingRestricted, ChannelUnseen, SlackRefused,
    SlackUnavailable, StorageUnavailable.
    """
    person, user = reader.act.person, reader.member.user
    seen = await see_team(person, channel, parts.database)
    facts = await fetch_channel(parts.slack(person.tenant), channel)
    around = _around(reader, seen, is_shared=facts.is_shared)
    least = seen.chosen.least_group
    if seen.team is not None and not seen.team.may_be_changed_by(person.user, is_admin=user.is_admin):
        return member_modal(seen.team, around, reader.t, is_counted=seen.is_counted)
    require_fit(facts)
    return team_modal(seen.team or default_team(person, user, channel, least, parts.now()), around, reader.t)


async def pause(parts: Parts, click: Click) -> After:
    person, channel = click.act.person, channel_of(click.value)
    await pause_by_owner(person, channel, parts.people, parts.database, parts.now())
    return _show(parts, click)


async def resume(parts: Parts, click: Click) -> After:
    person, channel = click.act.person, channel_of(click.value)
    await pause_by_owner(person, channel, parts.people, parts.database, parts.now(), resumes=True)
    return _show(parts, click)


async def wait_for_save(parts: Parts, click: Click) -> None:
    """A field of the window counts when the window is confirmed."""


async def submit_team(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Keeps it, where Rung can post there; a channel that doesn't know yet is told right after.

    Raises StaleControl, NotYourTeam, MembersOnly, StorageUnavailable, and what `team_view` raises of the channel.
    """
    values, person = view["state"]["values"], reader.act.person
    try:
        channel = channel_of(view["private_metadata"])
    except ValueError as error:
        raise StaleControl(str(error)) from error
    user = await parts.people.require_member(person)
    facts = await _in_time(parts, reader.act.tenant, channel)
    seen = await see_team(person, channel, parts.database)
    least = seen.chosen.least_group
    before = seen.team or default_team(person, user, channel, least, parts.now())
    if not before.may_be_changed_by(person.user, is_admin=user.is_admin):
        raise NotYourTeam
    try:
        language = entered_language(values, reader.library.languages.offered)
        faults = faults_of(entered_team(values, before), reader.library.framework, least)
    except (ValueError, KeyError, TypeError) as error:
        raise StaleControl(f"not this version's window: {error}") from error
    errors = team_errors(faults, least, reader.t)
    if faults and not errors:
        raise StaleControl(f"not what the window can say: {faults}")
    if errors:
        return field_errors(errors)

    def enter(there: Team) -> Team:
        return entered_team(values, there)

    team = await set_up(person, channel, enter, language, parts.people, parts.database, parts.now())
    around = _around(reader, replace(seen, team=team, language=language), is_shared=facts.is_shared)
    if team.counting_ts is None:
        afterwards(parts, reader.act, _tell(parts, reader, team, around))
    return window("update", team_saved_modal(team, around, reader.t, told=None if team.counting_ts else False))


def suggest_team_skills(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    return team_skill_options(str(body["value"]), reader.library.framework, reader.t)


def suggest_zones(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    return zone_options(zones_like(str(body["value"]), reader.t, OPTIONS_LIMIT))


async def _in_time(parts: Parts, tenant: str, channel: str) -> ChannelFacts:
    """The facts of a channel that is fit for a team."""
    try:
        facts = await asyncio.wait_for(fetch_channel(parts.slack(tenant), channel), parts.people.patience)
    except TimeoutError as error:
        raise SlackUnavailable(f"Slack doesn't say in time what {channel} is") from error
    require_fit(facts)
    return facts


async def _tell(parts: Parts, reader: Reader, team: Team, around: Around) -> None:
    """Tell the channel once, and whoever saved it what came of that: in the window, if it's still open."""
    channel_t = reader.library.languages.for_channel(around.language, reader.member.fallback)
    person, slack = reader.act.person, parts.slack(reader.act.tenant)
    try:
        told = await tell_channel(team, person.user, channel_t, parts.command, slack, parts.database, parts.now)
    except RungError:
        seen = await see_team(person, team.channel, parts.database)
        await update_view(parts, reader.act, team_saved_modal(seen.team or team, around, reader.t))
        raise
    if told:
        await update_view(parts, reader.act, team_saved_modal(team, around, reader.t, told=True))


async def _show(parts: Parts, click: Click) -> None:
    await change(parts, click, await team_view(parts, click.reader, click.value))


def _around(reader: Reader, seen: TeamSeen, *, is_shared: bool) -> Around:
    library = reader.library
    is_kept, least = seen.team is not None, seen.chosen.least_group
    return Around(library.framework, library.languages.offered, seen.language, is_kept, is_shared, least)


TEAMS: Mapping[Action, Handler] = {
    Action.TEAM_PAUSE: pause,
    Action.TEAM_RESUME: resume,
    Action.TEAM_FIELD: wait_for_save,
    Action.TEAM_SKILLS: wait_for_save,
    Action.TEAM_ZONE: wait_for_save,
}
