"""Windows that were confirmed."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from cachetools import TTLCache
from slack_bolt.response import BoltResponse

from bot.errors import (
    LanguageNotKept,
    NotPosted,
    PostUnconfirmed,
    SlackRefused,
    SlackUnavailable,
    StaleControl,
    StorageUnavailable,
)
from bot.services.asking import card_of
from bot.services.choosing import choose_channel_language, language_of_channel
from bot.slack.assess import submit_assess
from bot.slack.errors import afterwards
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_interaction
from bot.slack.readers import reader_of
from bot.slack.replies import acknowledged
from bot.surfaces.posting import channel_message
from bot.views.ids import Modal
from bot.views.posting import PostState

# Slack sends a submission again when it saw no answer; a window is confirmed once.
_REMEMBERED = 10_000
_REMEMBERED_FOR = 1800.0  # seconds, for which a response_url serves


def submission_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Answers a confirmed window; a card is posted once."""
    confirmed: TTLCache[str, bool] = TTLCache(_REMEMBERED, _REMEMBERED_FOR)

    async def answer_submission(body: dict[str, Any]) -> BoltResponse:
        act, view = act_of_interaction(body), body["view"]
        match view["callback_id"]:
            case Modal.ASSESS:
                return await submit_assess(parts, await reader_of(parts, act), view)
            case Modal.POST:
                if act.view_id not in confirmed:
                    post = _post(parts, act, view["private_metadata"])
                    confirmed[act.view_id] = True
                    afterwards(parts, act, post)
                return acknowledged()
            case unknown:
                raise StaleControl(f"no window is called {unknown}")

    return answer_submission


def _post(parts: Parts, act: Act, metadata: str) -> Coroutine[Any, Any, None]:
    """Raises StaleControl when what was previewed is not there any more."""
    library = parts.library()
    framework = library.framework
    try:
        state = PostState.load(metadata)
        ref = state.ref
        card = card_of(framework.skills[ref.skill], ref.role, ref.level, framework)
    except (KeyError, ValueError) as error:
        raise StaleControl(f"not a preview of this version: {error}") from error
    return _send(parts, act, state, channel_message(state, card, act.person.user, library.languages, parts.command))


async def _send(parts: Parts, act: Act, state: PostState, posted: dict[str, Any]) -> None:
    try:
        await parts.slack.respond(state.response_url, posted)
    except SlackRefused as error:
        raise NotPosted(str(error)) from error
    except SlackUnavailable as error:
        raise PostUnconfirmed(str(error)) from error
    await _keep_language(parts, act.person.tenant, state)


async def _keep_language(parts: Parts, tenant: str, state: PostState) -> None:
    """Keep a language that was chosen in the preview; the one that was offered is not pinned to the channel."""
    chosen = await language_of_channel(tenant, state.channel, parts.database)
    if state.language == parts.library().languages.for_channel(chosen).locale.content[0]:
        return
    try:
        await choose_channel_language(tenant, state.channel, state.language, parts.database, parts.now())
    except StorageUnavailable as error:
        raise LanguageNotKept(str(error)) from error
