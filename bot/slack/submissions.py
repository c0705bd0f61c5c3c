"""Windows that were confirmed."""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import replace
from typing import Any

from cachetools import TTLCache
from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
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
from bot.slack.admin import submit_setting
from bot.slack.assess import submit_assess
from bot.slack.cadence import submit_cadence
from bot.slack.coaching import submit_check_in
from bot.slack.comments import submit_change, submit_comment
from bot.slack.errors import afterwards
from bot.slack.evidence import submit_evidence
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_interaction
from bot.slack.privacy import submit_forget
from bot.slack.profile import submit_level, submit_profile
from bot.slack.progress import submit_one_on_one
from bot.slack.readers import Reader, reader_of
from bot.slack.replies import acknowledged, window
from bot.slack.sharing import submit_share
from bot.slack.side_by_side import submit_view
from bot.slack.suggesting import submit_suggestion
from bot.slack.teams import submit_team
from bot.slack.telling import submit_telling
from bot.surfaces.posting import channel_message, preview
from bot.telemetry import name_verb
from bot.views.ids import Modal
from bot.views.posting import PostState, chosen_language

# Slack sends a submission again when it saw no answer; a window is confirmed once.
_REMEMBERED = 10_000
_MODALS = frozenset(Modal)
_REMEMBERED_FOR = 1800.0  # seconds, for which a response_url serves


def submission_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Answers a confirmed window; a card is posted once."""
    confirmed: TTLCache[str, bool] = TTLCache(_REMEMBERED, _REMEMBERED_FOR)

    async def answer_submission(body: dict[str, Any]) -> BoltResponse:
        act, view = act_of_interaction(body), body["view"]
        if view["callback_id"] in _MODALS:
            name_verb(view["callback_id"])
        match view["callback_id"]:
            case Modal.ONE_ON_ONE:
                return submit_one_on_one(parts, await reader_of(parts, act), view, confirmed)
            case Modal.TELL:
                return await submit_telling(parts, await reader_of(parts, act), view, confirmed)
            case Modal.FORGET:
                return await submit_forget(parts, await reader_of(parts, act))
            case Modal.POST:
                return await _confirm_post(parts, act, view, confirmed)
            case name if submit := SUBMITTED.get(name):
                return await submit(parts, await reader_of(parts, act), view)
            case unknown:
                raise StaleControl(f"no window is called {unknown}")

    return answer_submission


SUBMITTED: Mapping[str, Callable[[Parts, Reader, Mapping[str, Any]], Awaitable[BoltResponse]]] = {
    Modal.ASSESS: submit_assess,
    Modal.COMMENTS: submit_comment,
    Modal.COMMENT: submit_change,
    Modal.SUGGEST: submit_suggestion,
    Modal.EVIDENCE: submit_evidence,
    Modal.PROFILE: submit_profile,
    Modal.LEVEL: submit_level,
    Modal.CADENCE: submit_cadence,
    Modal.TEAM: submit_team,
    Modal.CHECK_IN: submit_check_in,
    Modal.SHARE: submit_share,
    Modal.VIEW: submit_view,
    Modal.ADMIN_SETTING: submit_setting,
}


async def _confirm_post(
    parts: Parts, act: Act, view: Mapping[str, Any], confirmed: MutableMapping[str, bool]
) -> BoltResponse:
    if act.view_id in confirmed:
        return acknowledged()
    state, card = _previewed(parts, view["private_metadata"])
    chosen = chosen_language(view)
    if chosen in parts.library().languages.offered and chosen != state.language:
        return await _preview_again(parts, act, state.speaking(chosen), card)
    confirmed[act.view_id] = True
    # The window closes, so nothing can be told in it any more.
    afterwards(parts, replace(act, view_id=""), _post(parts, act, state, card))
    return acknowledged()


async def _preview_again(parts: Parts, act: Act, state: PostState, card: Card) -> BoltResponse:
    """Show what would be posted, where Post came before the preview in a language that was just chosen."""
    reader = await reader_of(parts, act)
    languages = reader.library.languages
    return window("update", preview(state, card, act.person.user, reader.t, languages, parts.command))


def _previewed(parts: Parts, metadata: str) -> tuple[PostState, Card]:
    """Raises StaleControl when what was previewed is not there any more."""
    framework = parts.library().framework
    try:
        state = PostState.load(metadata)
        ref = state.ref
        return state, card_of(framework.skills[ref.skill], ref.role, ref.level, framework)
    except (KeyError, ValueError) as error:
        raise StaleControl(f"not a preview of this version: {error}") from error


async def _post(parts: Parts, act: Act, state: PostState, card: Card) -> None:
    posted = channel_message(state, card, act.person.user, parts.library().languages, parts.command)
    try:
        await parts.slack(act.tenant).respond(state.response_url, posted)
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
