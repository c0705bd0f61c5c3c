"""Telling a team that a level was reached: only by the person's own click, and what was previewed is what is posted."""

import asyncio
from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.channels import ChannelFacts, require_fit
from bot.errors import (
    ChannelArchived,
    ChannelUnseen,
    LevelNotTold,
    NoChannelHere,
    NotToldThere,
    PostingRestricted,
    RungNotInChannel,
    SlackRefused,
    SlackUnavailable,
    StaleControl,
    TellingUnconfirmed,
)
from bot.messenger.channels import fetch_channel, members_of
from bot.services.teams import see_team
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, window
from bot.views.blocks import Block
from bot.views.ids import Action, CardRef
from bot.views.message import message
from bot.views.telling import TellState, chosen_channel, tell_modal, tell_title, told_blocks

_IN_THE_WAY = (NotToldThere, NoChannelHere, RungNotInChannel, ChannelArchived, PostingRestricted, ChannelUnseen)


async def open_telling(parts: Parts, click: Click) -> After:
    await parts.people.require_member(click.act.person)
    state = TellState(click.value)
    _own_level(click.reader, state.ref)
    return open_over(parts, click, tell_title(click.t), _window(parts, click.reader, state))


async def choose_channel(parts: Parts, click: Click) -> After:
    state = TellState.load(click.state).to(click.value)
    return _show(parts, click, state)


async def submit_telling(
    parts: Parts, reader: Reader, view: Mapping[str, Any], confirmed: MutableMapping[str, bool]
) -> BoltResponse:
    """Posts what was previewed, once; a channel that was chosen since is previewed first.

    `confirmed` remembers windows. Raises StaleControl, MembersOnly, StorageUnavailable, NotToldThere, and what looking
    at the channel raises.
    """
    act = reader.act
    if act.view_id in confirmed:
        return acknowledged()
    await parts.people.require_member(act.person)
    try:
        state = TellState.load(view["private_metadata"])
        card = _own_level(reader, state.ref)
    except ValueError as error:
        raise StaleControl(f"not a preview of this version: {error}") from error
    if (chosen := chosen_channel(view)) and chosen != state.channel:
        return window("update", await _window(parts, reader, state.to(chosen)))
    posted, _ = await _posted(parts, reader, card, state.channel)
    confirmed[act.view_id] = True
    # The window closes, so nothing can be told in it any more.
    afterwards(parts, replace(act, view_id=""), _post(parts, act.tenant, state.channel, posted))
    return acknowledged()


async def _show(parts: Parts, click: Click, state: TellState) -> None:
    await change(parts, click, await _window(parts, click.reader, state))


async def _window(parts: Parts, reader: Reader, state: TellState) -> dict[str, Any]:
    card = _own_level(reader, state.ref)
    if not state.channel:
        return tell_modal(state, card, reader.t)
    try:
        posted, is_shared = await _posted(parts, reader, card, state.channel)
        return tell_modal(state, card, reader.t, posted, is_shared=is_shared)
    except _IN_THE_WAY as problem:
        return tell_modal(state, card, reader.t, problem=problem)


def _own_level(reader: Reader, ref: CardRef) -> Card:
    """The card of the level that the person stands at now. Raises StaleControl for another one."""
    card = reader.card(ref)
    standing = reader.standing(card)
    if standing is None or standing.level != card.level:
        raise StaleControl(f"not their level: {ref}")
    return card


async def _posted(parts: Parts, reader: Reader, card: Card, channel: str) -> tuple[list[Block], bool]:
    """What a team's channel would get, and whether people of another company are in it.

    Raises NotToldThere where there is no team or the person isn't in it, StorageUnavailable, SlackUnavailable, and
    what looking at the channel raises.
    """
    person = reader.act.person
    seen = await see_team(person, channel, parts.database)
    if seen.team is None:
        raise NotToldThere(f"{channel} has no team")
    try:
        facts, present = await asyncio.wait_for(_looked_at(parts, person.tenant, channel), parts.people.patience)
    except TimeoutError as error:
        raise SlackUnavailable(f"Slack doesn't say in time what {channel} is") from error
    require_fit(facts)
    if person.user not in present:
        raise NotToldThere(f"{person.user} isn't in {channel}")
    t = reader.library.languages.for_channel(seen.language, seen.chosen.language)
    return told_blocks(card, person.user, t), facts.is_shared


async def _looked_at(parts: Parts, tenant: str, channel: str) -> tuple[ChannelFacts, frozenset[str]]:
    slack = parts.slack(tenant)
    return await asyncio.gather(fetch_channel(slack, channel), members_of(slack, channel))


async def _post(parts: Parts, tenant: str, channel: str, posted: list[Block]) -> None:
    try:
        await parts.slack(tenant).do("chat.postMessage", channel=channel, **message(posted))
    except SlackRefused as error:
        raise LevelNotTold(str(error)) from error
    except SlackUnavailable as error:
        raise TellingUnconfirmed(str(error)) from error


TELLING: Mapping[Action, Handler] = {
    Action.TELL_OPEN: open_telling,
    Action.TELL_CHANNEL: choose_channel,
}
