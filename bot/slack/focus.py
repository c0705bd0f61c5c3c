"""Focuses: started from a card or by a command, changed in a window or on the home tab."""

from collections.abc import Mapping
from typing import Any

from bot.domain.answers import Card, FocusWish
from bot.domain.home import FocusStanding
from bot.services.focusing import (
    Begun,
    begin_focus,
    focus_standing,
    focus_standings,
    has_open_focus,
    move_focus,
    retarget_focus,
    target_of,
)
from bot.services.scheduling import Rhythms, rhythms_of, today_in
from bot.slack.clicks import After, Click, Handler, change, open_view
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.views.blocks import Block, modal
from bot.views.cadence import home_blocks, rhythm_offer
from bot.views.focus import (
    ALL,
    aimed_notice,
    changed_notice,
    first_blocks,
    focus_list_blocks,
    focus_modal,
    focus_title,
    started_blocks,
    state_of_value,
)
from bot.views.ids import Action, CardRef, Modal
from bot.views.message import message
from bot.views.paging import page_of


async def answer_focus(parts: Parts, reader: Reader, wish: FocusWish) -> list[Block]:
    """List all, or start one; where the skill is grown in already and a level was named, change its target.

    Raises MembersOnly, StorageUnavailable, and what starting or changing a focus raises.
    """
    person, card = reader.act.person, wish.card
    if card is None:
        return focus_list_blocks(await _own(parts, reader), reader.t, parts.command)
    if wish.names_level and await has_open_focus(person, card, parts.database):
        aimed = await retarget_focus(person, card, parts.people, parts.database, parts.now())
        begun = Begun(aimed, None)
    else:
        begun = await _begin(parts, reader, card, card.level.id if wish.names_level else None)
    parts.homes.refresh(person)
    return await _started(parts, reader, begun)


async def grow(parts: Parts, click: Click, card: Card) -> After:
    """Start a focus from a card; what was kept is told beside the card, which stays."""
    begun = await _begin(parts, click.reader, card, None)
    parts.homes.refresh(click.act.person)
    return _tell(parts, click, begun)


async def _begin(parts: Parts, reader: Reader, card: Card, target: str | None) -> Begun:
    current = reader.member.profile.current_level(card.skill.slug, card.role.id)
    aim = target or target_of(card, current)
    person, limit = reader.act.person, parts.focus_limit
    return await begin_focus(person, card, aim, limit, parts.people, parts.database, parts.now())


async def _started(parts: Parts, reader: Reader, begun: Begun) -> list[Block]:
    """With the first focus, what Rung will write from now on, too: said this once."""
    profile, library = reader.member.profile, reader.library
    standing = await focus_standing(reader.act.person, begun.focus, profile, library, parts.database)
    if begun.schedule is None:
        return started_blocks(standing, reader.t)
    return first_blocks(standing, begun.schedule, today_in(begun.schedule.zone, parts.now()), reader.t)


async def _tell(parts: Parts, click: Click, begun: Begun) -> None:
    """Beside the card, which stays: over it in a window, below it in a conversation."""
    blocks = await _started(parts, click.reader, begun)
    if click.act.in_modal:
        title, close = click.t.gettext("Saved"), click.t.gettext("Back")
        return await open_view(parts, click, modal(callback_id=Modal.FOCUSES, title=title, close=close, blocks=blocks))
    body = {"response_type": "ephemeral", "replace_original": False, **message(blocks)}
    await parts.slack(click.act.tenant).respond(click.act.response_url, body)


async def show_focuses(parts: Parts, click: Click) -> After:
    """Open the window of all focuses, or turn its page."""
    page, rest = page_of(click.value)
    if rest != ALL:
        raise ValueError(click.value)
    if not click.reader.can_keep:
        await _own(parts, click.reader)
    return _show(parts, click, page)


async def _own(parts: Parts, reader: Reader) -> tuple[FocusStanding, ...]:
    """All that a person has, also who was a member before. Raises MembersOnly where there are none."""
    person, profile = reader.act.person, reader.member.profile
    standings = await focus_standings(person, profile, reader.library, parts.database)
    if not standings:
        await parts.people.require_member(person)
    return standings


async def change_focus(parts: Parts, click: Click) -> After | None:
    """Pause, resume, achieve, drop. At home the home itself shows it."""
    state, ref = state_of_value(click.value)
    person, limit = click.act.person, parts.focus_limit
    changed = await move_focus(person, ref.skill, ref.role, state, limit, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    return None if click.act.at_home else _show(parts, click, _page(click), changed_notice(changed, click.t))


async def change_target(parts: Parts, click: Click) -> After:
    card = click.reader.card(CardRef.parse(click.value))
    await retarget_focus(click.act.person, card, parts.people, parts.database, parts.now())
    parts.homes.refresh(click.act.person)
    return _show(parts, click, _page(click), aimed_notice(card, click.t))


def _page(click: Click) -> int:
    return int(click.state) if click.state.isdecimal() else 0


async def _show(parts: Parts, click: Click, page: int, notice: str = "") -> None:
    drawn = _window(parts, click, page, notice)
    if click.act.callback_id == Modal.FOCUSES:
        await change(parts, click, await drawn)
    else:
        await open_over(parts, click, focus_title(click.t), drawn)


async def _window(parts: Parts, click: Click, page: int, notice: str) -> dict[str, Any]:
    reader = click.reader
    standings = await focus_standings(click.act.person, reader.member.profile, reader.library, parts.database)
    rhythms = await rhythms_of(click.act.person, reader.library.framework.skills, parts.database)
    return focus_modal(standings, click.t, parts.command, page, notice, _rhythm(parts, click, rhythms))


def _rhythm(parts: Parts, click: Click, rhythms: Rhythms) -> list[Block]:
    """When Rung writes about the focuses; an offer to do so for whoever was never asked. To guests it doesn't."""
    if not click.reader.can_keep:
        return []
    schedule = rhythms.shown(click.act.person, click.reader.member.user, parts.now())
    today = today_in(schedule.zone, parts.now())
    if rhythms.schedule is not None:
        return home_blocks(schedule, today, click.t, has_focus=rhythms.has_focus)
    return rhythm_offer(schedule.cadence, schedule.zone, click.t) if rhythms.has_focus else []


FOCUS: Mapping[Action, Handler] = {
    Action.FOCUS_LIST: show_focuses,
    Action.FOCUS_MORE: change_focus,
    Action.FOCUS_TARGET: change_target,
}
