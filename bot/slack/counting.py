"""Being counted in a team: chosen by a click or in words, answered privately, and left in the same way."""

import asyncio
from collections.abc import Mapping

from bot.domain.answers import TeamAct, TeamWish
from bot.domain.channels import channel_of, may_be_channel
from bot.domain.helping import Helpers
from bot.errors import NotInTheChannel, SlackUnavailable
from bot.messenger.channels import members_of
from bot.services.team_reports import last_report
from bot.services.teams import join, leave, see_team, teams_of
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.slack.privacy import data_window
from bot.slack.readers import Reader
from bot.slack.teams import team_view
from bot.surfaces.team_summary import helpers_seen, send_last_picture
from bot.views.blocks import Block
from bot.views.counting import (
    ALL,
    counted_blocks,
    elsewhere_blocks,
    join_button,
    joined_blocks,
    left_blocks,
    no_summary_blocks,
    teams_modal,
    teams_title,
    unknown_blocks,
)
from bot.views.ids import Action, Modal
from bot.views.message import message
from bot.views.paging import page_of
from bot.views.summary import last_summary_notice, summary_message


async def answer_team(parts: Parts, reader: Reader, wish: TeamWish) -> list[Block]:
    """In words. A window needs a command, and being counted a channel.

    Raises MembersOnly, NoTeamHere, NotInTheChannel, StorageUnavailable, and what looking at the channel raises.
    """
    in_channel = may_be_channel(reader.act.channel)
    match wish.act:
        case None:
            return unknown_blocks(wish.words, reader.t, parts.command)
        case TeamAct.JOIN if in_channel:
            await _count_in(parts, reader.act, reader.act.channel)
            return joined_blocks(reader.act.channel, reader.t)
        case TeamAct.LEAVE if in_channel:
            await _count_out(parts, reader.act, reader.act.channel)
            return left_blocks(reader.act.channel, reader.t)
        case TeamAct.SUMMARY if in_channel:
            return await open_last_summary(parts, reader)
        case TeamAct.LEAVE:
            counted = await teams_of(reader.act.person, parts.database)
            return counted_blocks(counted, reader.t) or elsewhere_blocks(reader.t, parts.command, in_channel=False)
    return elsewhere_blocks(reader.t, parts.command, in_channel=in_channel)


async def open_last_summary(parts: Parts, reader: Reader) -> list[Block]:
    """The last summary of the channel, for whoever asks; its picture follows in their direct messages.

    Raises StorageUnavailable.
    """
    person, channel, t = reader.act.person, reader.act.channel, reader.t
    seen = await see_team(person, channel, parts.database)
    zone, skills = reader.member.user.timezone, reader.library.framework.skills
    report = await last_report(person.tenant, channel, zone, skills, parts.database)
    if seen.team is None or report is None:
        return no_summary_blocks(t, parts.command, is_team=seen.team is not None)
    is_pictured, helpers = bool(report.snapshot.skills), await _helpers(parts, reader)
    if is_pictured:
        afterwards(parts, reader.act, send_last_picture(parts.slack(person.tenant), person, report, t))
    join = None if seen.is_counted or not reader.can_keep else join_button(channel, t)
    notice = last_summary_notice(t, pictured=is_pictured)
    blocks: list[Block] = summary_message(report, t, join, notice, helpers=helpers)["blocks"]
    return blocks


async def _helpers(parts: Parts, reader: Reader) -> Helpers:
    """Nobody where Slack doesn't say in time who is in the channel."""
    person, channel, library = reader.act.person, reader.act.channel, reader.library
    seen = helpers_seen(person, channel, library, parts.slack(person.tenant), parts.people, parts.database)
    try:
        return await asyncio.wait_for(seen, parts.people.patience)
    except TimeoutError:
        return {}


async def count_in(parts: Parts, click: Click) -> After:
    channel = channel_of(click.value)
    await _count_in(parts, click.act, channel)
    return _answer(parts, click, joined_blocks(channel, click.t))


async def count_out(parts: Parts, click: Click) -> After:
    channel = channel_of(click.value)
    await _count_out(parts, click.act, channel)
    return _answer(parts, click, left_blocks(channel, click.t))


async def list_teams(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    if rest != ALL:
        raise ValueError(click.value)
    return _list(parts, click, page)


async def _count_in(parts: Parts, act: Act, channel: str) -> None:
    """Who clicked on a message of the channel is in it; else it is looked whether they are."""
    await parts.people.require_member(act.person)
    if act.channel != channel or not act.message_ts:
        await _require_in_channel(parts, act, channel)
    await join(act.person, channel, parts.people, parts.database, parts.now())
    parts.homes.refresh(act.person)


async def _count_out(parts: Parts, act: Act, channel: str) -> None:
    await leave(act.person, channel, parts.people, parts.database)
    parts.homes.refresh(act.person)


async def _require_in_channel(parts: Parts, act: Act, channel: str) -> None:
    """Raises NotInTheChannel, RungNotInChannel, ChannelUnseen, SlackRefused, SlackUnavailable."""
    try:
        present = await asyncio.wait_for(members_of(parts.slack(act.tenant), channel), parts.people.patience)
    except TimeoutError as error:
        raise SlackUnavailable(f"Slack doesn't say in time who is in {channel}") from error
    if act.person.user not in present:
        raise NotInTheChannel(f"{act.person.user} isn't in {channel}")


async def _list(parts: Parts, click: Click, page: int) -> None:
    if click.act.callback_id == Modal.TEAMS:
        await change(parts, click, await _teams(parts, click.reader, page))
    else:
        await open_over(parts, click, teams_title(click.t), _teams(parts, click.reader, page))


async def _teams(parts: Parts, reader: Reader, page: int) -> dict[str, object]:
    return teams_modal(await teams_of(reader.act.person, parts.database), reader.t, page)


async def _answer(parts: Parts, click: Click, told: list[Block]) -> None:
    """Privately: a message that others see stays as it is, one that only they see shows what has become of it."""
    act = click.act
    if act.at_home:
        return
    if act.in_modal:
        await _answer_in_window(parts, click)
        return
    body = {"response_type": "ephemeral", "replace_original": act.is_ephemeral, **message(told)}
    await parts.slack(act.tenant).respond(act.response_url, body)


async def _answer_in_window(parts: Parts, click: Click) -> None:
    reader = click.reader
    match click.act.callback_id:
        case Modal.TEAM:
            await change(parts, click, await team_view(parts, reader, click.value))
        case Modal.TEAMS:
            await change(parts, click, await _teams(parts, reader, int(click.state or 0)))
        case Modal.DATA:
            await change(parts, click, await data_window(parts, reader))


COUNTING: Mapping[Action, Handler] = {
    Action.TEAM_JOIN: count_in,
    Action.TEAM_LEAVE: count_out,
    Action.TEAM_LIST: list_teams,
}
