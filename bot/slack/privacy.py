"""Your data: told, sent to the person, and erased. Whose data it is, only the acting Slack user says."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from slack_bolt.response import BoltResponse

from bot.domain.answers import Verb
from bot.domain.retention import Retention
from bot.errors import NotExported, SlackRefused, SlackUnavailable, StaleControl, StorageUnavailable
from bot.services.privacy import everything_stored, forget_person, what_would_go
from bot.services.teams import teams_of
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, privately, window
from bot.slack.sharing import tell_withdrawn
from bot.surfaces.export import send_export
from bot.views.blocks import Block
from bot.views.ids import Action
from bot.views.message import message
from bot.views.privacy import (
    data_modal,
    data_title,
    forget_modal,
    forgotten_modal,
    privacy_blocks,
    sent_blocks,
    sent_modal,
)

_logger = logging.getLogger(__name__)


async def answer_data(parts: Parts, reader: Reader, verb: Verb) -> BoltResponse:
    """The answer to a command, which carries a trigger."""
    match verb:
        case Verb.EXPORT:
            afterwards(parts, reader.act, _export_and_tell(parts, reader))
        case Verb.FORGET:
            afterwards(parts, reader.act, _ask_before_erasing(parts, reader))
        case _:
            return privately(await _told(parts, reader))
    return acknowledged()


async def data_blocks(parts: Parts, reader: Reader, verb: Verb) -> list[Block]:
    """The answer to words in a conversation. A window needs a click: what erases is a button. Raises NotExported."""
    if verb is Verb.EXPORT:
        return sent_blocks(reader.t, anything=await _export(parts, reader))
    return await _told(parts, reader)


async def open_data(parts: Parts, click: Click) -> After:
    if click.value != Verb.PRIVACY:
        raise StaleControl(f"no such data: {click.value}")
    return open_over(parts, click, data_title(click.t), data_window(parts, click.reader))


async def data_window(parts: Parts, reader: Reader) -> dict[str, Any]:
    """What is stored, in a window."""
    return data_modal(reader.t, parts.command, can_keep=reader.can_keep, **await _facts(parts, reader))


async def _told(parts: Parts, reader: Reader) -> list[Block]:
    return privacy_blocks(reader.t, parts.command, can_keep=reader.can_keep, **await _facts(parts, reader))


class _Facts(TypedDict):
    retention: Retention | None
    teams: Sequence[str]


async def _facts(parts: Parts, reader: Reader) -> _Facts:
    """How long what is kept, and where they are counted; where that can't be read, all else can be told."""
    try:
        retention = await parts.retention_of(reader.act.tenant)
        return {"retention": retention, "teams": await teams_of(reader.act.person, parts.database)}
    except StorageUnavailable as error:
        _logger.warning("Some of what %s asks can't be read: %s", reader.act.person.user, error)
        return {"retention": None, "teams": ()}


async def export_data(parts: Parts, click: Click) -> After:
    return _export_in_window(parts, click) if click.act.in_modal else _export_and_tell(parts, click.reader)


async def _export_in_window(parts: Parts, click: Click) -> None:
    anything = await _export(parts, click.reader)
    await change(parts, click, sent_modal(click.t, anything=anything))


async def open_forget(parts: Parts, click: Click) -> After:
    return open_over(parts, click, data_title(click.t), _question(parts, click.reader))


async def _ask_before_erasing(parts: Parts, reader: Reader) -> None:
    await open_by_command(parts, reader.act, reader.t, data_title(reader.t), _question(parts, reader))


async def _question(parts: Parts, reader: Reader) -> dict[str, Any]:
    counts = await what_would_go(reader.act.person, parts.database)
    return forget_modal(counts, reader.t, parts.command)


async def submit_forget(parts: Parts, reader: Reader) -> BoltResponse:
    """Erases, and says so in the same window. Raises NothingErased.

    Slack keeps a home that was published once: it is emptied too, whoever published it and whenever.
    """
    ended = await forget_person(reader.act.person, parts.people, parts.database)
    parts.spawn(tell_withdrawn(parts, ended))
    parts.comments.forget_all()
    parts.offers.forget_all()
    parts.homes.show(reader.act.person)
    return window("update", forgotten_modal(reader.t))


async def _export(parts: Parts, reader: Reader) -> bool:
    """Send all that is stored; False where there is nothing. Raises NotExported."""
    person, zone = reader.act.person, reader.member.user.timezone
    try:
        everything = await everything_stored(person, parts.database)
        if everything:
            framework = reader.library.framework
            await send_export(parts.slack(person.tenant), person, everything, framework, reader.t, zone, parts.now())
    except (StorageUnavailable, SlackRefused, SlackUnavailable) as error:
        raise NotExported(str(error)) from error
    return bool(everything)


async def _export_and_tell(parts: Parts, reader: Reader) -> None:
    """Where there is no message to answer, the files are the answer."""
    anything = await _export(parts, reader)
    told = message(sent_blocks(reader.t, anything=anything))
    if reader.act.response_url:
        body = {"response_type": "ephemeral", "replace_original": False, **told}
        await parts.slack(reader.act.tenant).respond(reader.act.response_url, body)
    elif not anything:
        await parts.slack(reader.act.tenant).do("chat.postMessage", channel=reader.act.person.user, **told)


PRIVACY: Mapping[Action, Handler] = {
    Action.DATA_OPEN: open_data,
    Action.DATA_EXPORT: export_data,
    Action.DATA_FORGET: open_forget,
}
