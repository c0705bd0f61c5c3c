"""Showing one's progress to one person: chosen in a window, told once, and withdrawn at once."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import ShareWish
from bot.domain.people import PersonId, is_user_id
from bot.domain.sharing import Share
from bot.domain.skills import Skill
from bot.errors import NothingToShare, SlackRefused, SlackUnavailable, StaleControl, ViewerNotTold
from bot.i18n.translator import Translator
from bot.services.reporting import progress_of
from bot.services.sharing import (
    hide,
    keep_told,
    require_viewer,
    share_progress,
    shares_of,
    skills_shown,
    withdraw,
)
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import window
from bot.views.blocks import Block
from bot.views.ids import Action, Modal
from bot.views.paging import page_of
from bot.views.sharing import (
    ALL,
    chosen_skills,
    ended_notice,
    hidden_message,
    nobody_notice,
    saved_notice,
    share_door,
    share_modal,
    share_title,
    shares_modal,
    shares_title,
    told_message,
    withdrawn_message,
)

_logger = logging.getLogger(__name__)


async def open_share_window(parts: Parts, reader: Reader, wish: ShareWish) -> None:
    """For a command: the window for the person that was named, else the list."""
    if wish.user:
        title, reading = share_title(reader.t), _ask(parts, reader, wish.user)
    else:
        notice = nobody_notice(wish.words, reader.t) if wish.words else ""
        title, reading = shares_title(reader.t), _list(parts, reader, notice=notice)
    await open_by_command(parts, reader.act, reader.t, title, reading)


async def answer_share(parts: Parts, reader: Reader, wish: ShareWish) -> list[Block]:
    """In words: a window needs a click. Raises what `require_viewer` raises."""
    if wish.user:
        await require_viewer(reader.act.person, _person(reader, wish.user), parts.people)
    return share_door(reader.t, wish.user)


async def open_share(parts: Parts, click: Click) -> After:
    await parts.people.require_member(click.act.person)
    return open_over(parts, click, share_title(click.t), _ask(parts, click.reader, click.value))


async def list_shares(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    if rest != ALL:
        raise ValueError(click.value)
    await parts.people.require_member(click.act.person)
    if click.act.callback_id == Modal.SHARES:
        return change(parts, click, await _list(parts, click.reader, page))
    return open_over(parts, click, shares_title(click.t), _list(parts, click.reader, page))


async def submit_share(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Shows these skills, and says who sees them; the other one is told right after, if they weren't.

    Raises StaleControl, NothingToShare, MembersOnly, and what `share_progress` raises.
    """
    subject, viewer = reader.act.person, _person(reader, view["private_metadata"])
    await parts.people.require_member(subject)
    try:
        chosen = chosen_skills(view["state"]["values"])
    except (KeyError, TypeError) as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    rated = {skill.slug for skill in await _rated(parts, reader)}
    skills = [slug for slug in dict.fromkeys(chosen) if slug in rated]
    if not skills:
        raise NothingToShare
    share, is_news = await share_progress(subject, viewer, skills, parts.people, parts.database, parts.now())
    afterwards(parts, reader.act, _tell(parts, share) if is_news else _tell_anew(parts, share))
    notice = saved_notice(share, reader.library.framework.skills, reader.t)
    return window("update", await _list(parts, reader, notice=notice))


async def take_back(parts: Parts, click: Click) -> After:
    subject, viewer = click.act.person, _person(click.reader, click.value)
    share = await withdraw(subject, viewer, parts.people, parts.database)
    parts.spawn(tell_withdrawn(parts, [share] if share else []))
    return _show_list(parts, click, ended_notice(viewer.user, click.t))


async def tell_withdrawn(parts: Parts, ended: Sequence[Share]) -> None:
    """The messages that told of them say that there's nothing to see any more."""
    for share in ended:
        if share.message:
            await _rewrite(parts, share, withdrawn_message(await _translator(parts, share.viewer)))


async def hide_it(parts: Parts, click: Click) -> After:
    return await _hide(parts, click, is_hidden=True)


async def show_again(parts: Parts, click: Click) -> After:
    return await _hide(parts, click, is_hidden=False)


async def _hide(parts: Parts, click: Click, *, is_hidden: bool) -> After:
    """The other one isn't told. In the list it is drawn there; the message always follows."""
    viewer = click.act.person
    await parts.people.require_member(viewer)
    share = await hide(viewer, _person(click.reader, click.value), parts.database, is_hidden=is_hidden)
    if click.act.in_modal:
        if share.message:
            parts.spawn(_rewrite(parts, share, _told(parts, share, click.t)))
        return _show_list(parts, click)
    return change(parts, click, _told(parts, share, click.t))


async def _show_list(parts: Parts, click: Click, notice: str = "") -> None:
    page = int(click.state) if click.state.isdigit() else 0
    await change(parts, click, await _list(parts, click.reader, page, notice))


async def _ask(parts: Parts, reader: Reader, user: str) -> dict[str, Any]:
    """Raises what `require_viewer` raises, StorageUnavailable."""
    subject, viewer = reader.act.person, _person(reader, user)
    await require_viewer(subject, viewer, parts.people)
    shown = await skills_shown(subject, viewer, parts.database)
    return share_modal(viewer.user, await _rated(parts, reader), shown, reader.t)


async def _list(parts: Parts, reader: Reader, page: int = 0, notice: str = "") -> dict[str, Any]:
    given, received = await shares_of(reader.act.person, parts.database)
    return shares_modal(given, received, reader.library.framework.skills, reader.t, page, notice)


async def _rated(parts: Parts, reader: Reader) -> list[Skill]:
    """What there is to show, the skill that was rated last first."""
    person, profile, framework = reader.act.person, reader.member.profile, reader.library.framework
    report = await progress_of(person, profile, framework, parts.database, parts.now())
    return [one.skill for one in report.skills]


async def _tell(parts: Parts, share: Share) -> None:
    """Once. Raises ViewerNotTold, StorageUnavailable."""
    told = _told(parts, share, await _translator(parts, share.viewer))
    try:
        answer = await parts.slack(share.viewer.tenant).call("chat.postMessage", channel=share.viewer.user, **told)
    except (SlackRefused, SlackUnavailable) as error:
        raise ViewerNotTold(str(error)) from error
    await keep_told(share, str(answer.get("channel", "")), str(answer.get("ts", "")), parts.database)


async def _tell_anew(parts: Parts, share: Share) -> None:
    """The message that told of it says what is shown now; who has hidden it hears nothing."""
    if share.message and not share.is_hidden:
        await _rewrite(parts, share, _told(parts, share, await _translator(parts, share.viewer)))


async def _rewrite(parts: Parts, share: Share, shown: Mapping[str, Any]) -> None:
    """Where Slack doesn't, its buttons still say how it is."""
    channel, ts = share.message or ("", "")
    try:
        await parts.slack(share.viewer.tenant).do("chat.update", channel=channel, ts=ts, **shown)
    except (SlackRefused, SlackUnavailable) as error:
        _logger.warning("What %s was told stays as it was: %s", share.viewer.user, error)


def _told(parts: Parts, share: Share, t: Translator) -> dict[str, Any]:
    if share.is_hidden:
        return hidden_message(share, t)
    return told_message(share, parts.library().framework.skills, t, parts.command)


async def _translator(parts: Parts, person: PersonId) -> Translator:
    member = await parts.people.member(person)
    return parts.library().languages.for_person(member.user, member.profile, member.fallback)


def _person(reader: Reader, user: str) -> PersonId:
    """Somebody of the same tenant as who acts: no control leads to another one. Raises StaleControl for no id."""
    if not is_user_id(user):
        raise StaleControl(f"nobody: {user}")
    return PersonId(reader.act.person.tenant, user)


SHARING: Mapping[Action, Handler] = {
    Action.SHARE_OPEN: open_share,
    Action.SHARE_PERSON: open_share,
    Action.SHARE_LIST: list_shares,
    Action.SHARE_WITHDRAW: take_back,
    Action.SHARE_HIDE: hide_it,
    Action.SHARE_UNHIDE: show_again,
}
