"""The slash command."""

import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, get_args

from slack_bolt.response import BoltResponse

from bot.domain.answers import (
    AdminWish,
    Answer,
    AssessWish,
    CadenceWish,
    Card,
    DataWish,
    EvidenceWish,
    OfferWish,
    OneOnOneWish,
    ProfileWish,
    ShareWish,
    TeamAct,
    TeamWish,
)
from bot.domain.channels import may_be_channel
from bot.services.asking import answer
from bot.slack.admin import answer_admin
from bot.slack.answering import count_if_missed, other_blocks
from bot.slack.assess import open_window
from bot.slack.cadence import open_settings_window
from bot.slack.comments import comments_on
from bot.slack.errors import afterwards
from bot.slack.evidence import open_list
from bot.slack.helping import helpers_on, open_offers_window
from bot.slack.parts import Parts
from bot.slack.payloads import act_of_command
from bot.slack.privacy import answer_data
from bot.slack.profile import open_profile_window
from bot.slack.progress import open_one_on_one_window
from bot.slack.readers import Reader, reader_of
from bot.slack.replies import acknowledged, answered, privately
from bot.slack.sharing import open_share_window
from bot.slack.teams import open_team_window
from bot.telemetry import name_verb

_CAPITAL = re.compile("(?<=[a-z])(?=[A-Z])")
_VERBS = {kind: _CAPITAL.sub("_", kind.__name__.removesuffix("Wish")).lower() for kind in get_args(Answer)}


def command_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Answers in the body of the response: the fastest way, and visible to the person alone."""

    async def answer_command(body: dict[str, Any]) -> BoltResponse:
        reader = await reader_of(parts, act_of_command(body))
        found = answer(body.get("text") or "", reader.member.profile, reader.library)
        name_verb(_VERBS[type(found)])
        if isinstance(found, Card):
            return answered(await _card(found, reader, parts))
        if isinstance(found, DataWish):
            return await answer_data(parts, reader, found.verb)
        if isinstance(found, AdminWish):
            return await answer_admin(parts, reader)
        if (window := _window_for(parts, reader, found)) is not None:
            await parts.people.require_member(reader.act.person)
            afterwards(parts, reader.act, window())
            return acknowledged()
        count_if_missed(parts, reader, found)
        return privately(await other_blocks(parts, reader, found))

    return answer_command


def _window_for(parts: Parts, reader: Reader, found: Answer) -> Callable[[], Coroutine[Any, Any, None]] | None:
    """What opens the window that answers best, for whoever things are kept of; None: words do."""
    match found:
        case AssessWish(card):
            return partial(open_window, parts, reader, card)
        case EvidenceWish():
            return partial(open_list, parts, reader)
        case OneOnOneWish() if reader.can_keep:
            return partial(open_one_on_one_window, parts, reader)
        case ProfileWish(card):
            return partial(open_profile_window, parts, reader, card)
        case CadenceWish(""):
            return partial(open_settings_window, parts, reader)
        case TeamWish(TeamAct.SET_UP) if may_be_channel(reader.act.channel):
            return partial(open_team_window, parts, reader)
        case ShareWish():
            return partial(open_share_window, parts, reader, found)
    return partial(open_offers_window, parts, reader) if found == OfferWish(None) else None


async def _card(card: Card, reader: Reader, parts: Parts) -> str:
    version = reader.library.framework.version
    return parts.cards.ephemeral(
        card,
        reader.standing(card),
        reader.t,
        version=version,
        can_keep=reader.can_keep,
        comments=await comments_on(parts, reader, card),
        helpers=await helpers_on(parts, reader, card),
    )
