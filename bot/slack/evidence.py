"""Evidence: keeping a message by its shortcut, listing what is kept, removing it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Verb
from bot.domain.evidence import LONGEST_WORDS, Evidence
from bot.errors import StaleControl
from bot.i18n.translator import Translator
from bot.services.coaching import keep_example, message_to
from bot.services.evidencing import drop_evidence, keep_evidence, own_evidence
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.payloads import act_of_interaction, link_of_message
from bot.slack.readers import Reader, reader_of
from bot.slack.replies import acknowledged, field_errors, window
from bot.views.answers import typed
from bot.views.evidence import (
    EVERYTHING,
    EvidenceState,
    evidence_list_modal,
    evidence_modal,
    evidence_title,
    kept_modal,
)
from bot.views.fields import Entered, entered, statement_gone, words_error
from bot.views.ids import Action, CardRef, Field
from bot.views.nudge import example_message
from bot.views.paging import page_of


def evidence_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """The shortcut in the menu of a message. The payload has all that it needs, so it works where Rung is no member."""

    async def open_evidence(body: dict[str, Any]) -> BoltResponse:
        act = act_of_interaction(body)
        await parts.people.require_member(act.person)
        afterwards(parts, act, _open(parts, await reader_of(parts, act), body))
        return acknowledged()

    return open_evidence


async def _open(parts: Parts, reader: Reader, body: Mapping[str, Any]) -> None:
    view = evidence_modal(EvidenceState(link_of_message(body)), reader.t)
    await parts.slack(reader.act.tenant).do("views.open", trigger_id=reader.act.trigger_id, view=view)


async def choose_skill(parts: Parts, click: Click) -> After:
    """The statements of the skill can be chosen from now on."""
    skill = click.reader.skill(CardRef.parse(click.value).skill)
    return change(parts, click, evidence_modal(EvidenceState.load(click.state), click.t, skill))


async def submit_evidence(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Keeps it, and says who sees it. Raises StaleControl, MembersOnly, StorageUnavailable."""
    values, t = view["state"]["values"], reader.t
    try:
        words = entered(values, Field.WORDS)
        skill = reader.skill(CardRef.parse(entered(values, Action.EVIDENCE_SKILL).text).skill)
        state = EvidenceState.load(view["private_metadata"])
    except ValueError as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    if wrong := words_error(words.text, LONGEST_WORDS, t):
        return field_errors({words.block: wrong})
    chosen = _statement(values)
    if chosen.text and not skill.living(chosen.text):
        return field_errors({chosen.block: statement_gone(t)})
    evidence = Evidence(view["id"], state.link, words.text.strip(), skill.slug, chosen.text or None, parts.now())
    await _keep(parts, reader, evidence, state)
    return window("update", kept_modal(evidence, skill, t, _command(parts, t)))


async def _keep(parts: Parts, reader: Reader, evidence: Evidence, state: EvidenceState) -> None:
    """A nudge that asked for it is answered by it. Raises StaleControl, MembersOnly, StorageUnavailable."""
    person = reader.act.person
    if not state.nudge:
        return await keep_evidence(person, evidence, parts.people, parts.database)
    channel, _, ts = state.nudge.partition(" ")
    nudge = await message_to(person, channel, ts, parts.database, parts.now())
    await keep_example(person, nudge, evidence, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    shown = example_message(evidence.id, reader.t)
    parts.spawn(parts.slack(person.tenant).do("chat.update", channel=nudge.channel, ts=nudge.ts, **shown))


def _statement(values: Mapping[str, Mapping[str, Any]]) -> Entered:
    """The field is there only after a skill was chosen, and may stay empty."""
    try:
        return entered(values, Field.STATEMENT)
    except ValueError:
        return Entered("", "")


def _command(parts: Parts, t: Translator) -> str:
    return typed(parts.command, Verb.EVIDENCE, t)


async def open_list(parts: Parts, reader: Reader) -> None:
    """For a command, which carries a trigger."""
    await open_by_command(parts, reader.act, reader.t, evidence_title(reader.t), _list(parts, reader))


async def show_list(parts: Parts, click: Click) -> After:
    if click.value != EVERYTHING:
        raise StaleControl(f"no such evidence: {click.value}")
    await parts.people.require_member(click.act.person)
    return open_over(parts, click, evidence_title(click.t), _list(parts, click.reader))


async def turn_page(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    if rest != EVERYTHING:
        raise StaleControl(f"no such evidence: {rest}")
    return change(parts, click, await _list(parts, click.reader, page))


async def remove(parts: Parts, click: Click) -> After:
    page, _ = page_of(click.state)
    await drop_evidence(click.act.person, click.value, parts.people, parts.database)
    return change(parts, click, await _list(parts, click.reader, page))


async def _list(parts: Parts, reader: Reader, page: int = 0) -> dict[str, Any]:
    kept = await own_evidence(reader.act.person, parts.people, parts.database)
    zone = reader.member.user.timezone
    return evidence_list_modal(kept, reader.library.framework.skills, zone, reader.t, page)


KEEPING_EVIDENCE: Mapping[Action, Handler] = {
    Action.EVIDENCE_SKILL: choose_skill,
    Action.EVIDENCE_LIST: show_list,
    Action.EVIDENCE_PAGE: turn_page,
    Action.EVIDENCE_REMOVE: remove,
}
