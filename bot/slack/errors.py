"""The edge at which errors become words in the person's language; an unknown one gets a reference."""

import logging
from collections.abc import Awaitable, Coroutine, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Verb
from bot.errors import FormerMember, MembersOnly, RungError, SlackRefused, SlackUnavailable, StorageUnavailable
from bot.i18n.translator import Translator
from bot.services.privacy import is_anything_stored
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_command, act_of_interaction
from bot.slack.readers import reader_of
from bot.slack.replies import acknowledged, answered, privately, window
from bot.telemetry import note_error, reference_here
from bot.views.answers import typed
from bot.views.blocks import serialised
from bot.views.errors import error_blocks, error_modal, error_option, failed_modal
from bot.views.message import message

_logger = logging.getLogger(__name__)


async def answer_error(parts: Parts, body: Mapping[str, Any], error: Exception) -> BoltResponse:
    """What Slack is answered when a listener failed: the person is told, never left with nothing."""
    if "event" in body:
        _reference(error)
        return acknowledged()
    is_command = "command" in body
    act = act_of_command(body) if is_command else act_of_interaction(body)
    t = (await reader_of(parts, act)).t
    error = await _as_it_is(parts, act, t, error)
    if is_command:
        return privately(error_blocks(error, t, _reference(error)))
    if body.get("type") == "view_submission":
        if act.on_the_third:
            return window("update", failed_modal(body["view"], error, t, _reference(error)))
        return window("push", error_modal(error, t, _reference(error)))
    if body.get("type") == "block_suggestion":
        _reference(error)
        return answered(serialised({"options": [error_option(error, t)]}))
    parts.spawn(_tell(parts, act, t, error))
    return acknowledged()


def afterwards(parts: Parts, act: Act, work: Coroutine[Any, Any, None]) -> None:
    """Do what calls Slack after Slack was answered; where it fails, the person is told."""

    async def guarded() -> None:
        try:
            await work
        except Exception as error:  # the edge of what runs in the background: told and logged here, once
            await _tell(parts, act, (await reader_of(parts, act)).t, error)

    parts.spawn(guarded())


async def _tell(parts: Parts, act: Act, t: Translator, error: Exception) -> None:
    """Say it where the person clicked, or in a direct message where that can't be reached."""
    error = await _as_it_is(parts, act, t, error)
    reference = _reference(error)
    told = message(error_blocks(error, t, reference))
    slack, body = parts.slack(act.tenant), {"response_type": "ephemeral", "replace_original": False, **told}
    if act.view_id:
        view, method = error_modal(error, t, reference), "views.open" if act.at_home else "views.push"
        is_told = await _reaches(slack.do(method, trigger_id=act.trigger_id, view=view))
    else:
        is_told = bool(act.response_url) and await _reaches(slack.respond(act.response_url, body))
    if not is_told and not await _reaches(slack.do("chat.postMessage", channel=act.person.user, **told)):
        _logger.error("%s could not be told of an error", act.person.user)


async def _as_it_is(parts: Parts, act: Act, t: Translator, error: Exception) -> Exception:
    """Of a guest who was a member something is stored: they are told so, and how to get at it."""
    if type(error) is not MembersOnly:
        return error
    try:
        if not await is_anything_stored(act.person, parts.database):
            return error
    except StorageUnavailable:
        return error
    export, forget = (typed(parts.command, verb, t) for verb in (Verb.EXPORT, Verb.FORGET))
    return FormerMember(str(error), export=export, forget=forget)


async def _reaches(sending: Coroutine[Any, Any, None]) -> bool:
    try:
        await sending
    except (SlackRefused, SlackUnavailable) as failed:
        _logger.warning("An error could not be told in one way: %s", failed)
        return False
    return True


async def or_error_window(reading: Awaitable[dict[str, Any]], t: Translator) -> dict[str, Any]:
    """A window, or where it can't be filled, one in its place that says so."""
    try:
        return await reading
    except Exception as error:  # the edge of what runs in the background: told in the window and logged here, once
        return error_modal(error, t, _reference(error))


def _reference(error: Exception) -> str | None:
    """A reference where it is our fault, under which the error is logged; with its traceback where it is a surprise."""
    note_error(error)
    if isinstance(error, RungError) and not error.ours:
        _logger.info("%s: %s", type(error).__name__, error)
        return None
    reference = reference_here()
    facts = {"reference": reference, "error": type(error).__name__}
    trace = None if isinstance(error, RungError) else error
    _logger.error(
        "%s: %s (reference %s)", type(error).__name__, error, reference, exc_info=trace, extra={"facts": facts}
    )
    return reference
