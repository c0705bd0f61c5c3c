"""Answers to what Rung sends by itself. A message is known by its place, and whose it is by the acting Slack user."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.assessments import Rating
from bot.domain.cadence import Kind
from bot.domain.questionnaires import Typed
from bot.errors import StaleControl
from bot.i18n.translator import Translator
from bot.services.coaching import (
    Asked,
    answer_message,
    ask_again,
    asked_of,
    message_to,
    note_wish,
    set_aside,
    take_back,
    topics_again,
    unset_aside,
)
from bot.services.evidencing import drop_evidence
from bot.services.scheduling import Rescheduled, fewer, pause_a_while, stop, today_in
from bot.slack.cadence import open_settings
from bot.slack.clicks import After, Click, Handler, open_view
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.payloads import Act, link_to
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, field_errors, window
from bot.storage.conversations import SentMessage
from bot.surfaces.unasked import redrawn
from bot.views.cadence import SETTINGS, now_blocks, undo_value, undone_notice
from bot.views.cadence import saved_notice as rhythm_notice
from bot.views.check_in import (
    CheckInState,
    change_button,
    check_in_modal,
    check_in_title,
    note_block,
    saved_notice,
    skipped_notice,
    typed_in,
)
from bot.views.evidence import EvidenceState, evidence_modal
from bot.views.ids import Action
from bot.views.message import message
from bot.views.nudge import (
    UNDO_ANSWER,
    UNDO_ASIDE,
    UNDO_EXAMPLE,
    Reply,
    Wish,
    answered_message,
    aside_notice,
    asked_again,
    rated_notice,
    reworded_notice,
    taken_back_message,
    taken_back_notice,
)

_SAME, _SKIP, _OPEN, _EXAMPLE = "same", "skip", "open", "example"


async def rate_one(parts: Parts, click: Click) -> After:
    """The statement of a nudge is rated by its button."""
    return await _rated(parts, click, Reply.parse(click.value))


async def _rated(parts: Parts, click: Click, reply: Reply) -> After:
    """A rating is about the text that was read: where that has changed, the message shows the new one first."""
    asked = await _asked(parts, click)
    _require_open(asked)
    if any(reply.is_outdated(statement) for statement in asked.statements):
        return _ask_again(parts, click, asked, reworded_notice(click.t))
    said = {statement.id: (reply.rating, "") for statement in asked.statements}
    await _answer(parts, click, asked, said, (reply.locale,) if reply.locale else ())
    return _put(
        parts, click.act, asked.message, answered_message(rated_notice(reply.rating, click.t), UNDO_ANSWER, click.t)
    )


async def do_more(parts: Parts, click: Click) -> After:
    """The menu of a nudge."""
    if click.value not in set(Wish):
        return await rate_one(parts, click)
    if click.value != Wish.ASIDE:
        return await wish(parts, click)
    asked = await _asked(parts, click)
    await set_aside(click.act.person, asked, parts.people, parts.database, parts.now())
    return _put(parts, click.act, asked.message, answered_message(aside_notice(click.t), UNDO_ASIDE, click.t))


async def do_more_of_check_in(parts: Parts, click: Click) -> After:
    """The menu of a check-in."""
    return await open_settings(parts, click) if click.value == SETTINGS else await wish(parts, click)


async def wish(parts: Parts, click: Click) -> After:
    """Fewer of these, a pause, or no more at all: what holds now takes the place of the message.

    It can be wished for whatever the content has lost.
    """
    act = click.act
    sent = await message_to(act.person, act.channel, act.message_ts, parts.database, parts.now())
    changed = await _rescheduled(parts, click, sent.kind, Wish(click.value))
    await note_wish(act.person, sent, parts.database, parts.now())
    parts.homes.refresh(act.person)
    schedule = changed.schedule
    notice = rhythm_notice(schedule.cadence, click.t)
    today, undo = today_in(schedule.zone, parts.now()), undo_value(changed.before or schedule.cadence)
    return _put(parts, click.act, sent, message(now_blocks(schedule, today, click.t, notice=notice, undo=undo)))


async def _rescheduled(parts: Parts, click: Click, kind: Kind, wanted: Wish) -> Rescheduled:
    person, now = click.act.person, parts.now()
    match wanted:
        case Wish.FEWER:
            return await fewer(person, kind, parts.people, parts.database, now)
        case Wish.PAUSE:
            return await pause_a_while(person, parts.people, parts.database, now)
        case Wish.STOP:
            return await stop(person, parts.people, parts.database, now)
    raise ValueError(wanted)


async def add_example(parts: Parts, click: Click) -> After:
    """A window that keeps evidence for the statement; the message stays as it is until something is saved."""
    _require(click, _EXAMPLE)
    asked = await _asked(parts, click)
    await parts.people.require_member(click.act.person)
    state = EvidenceState(link_to(asked.message.channel, asked.message.ts), asked.message.id)
    statement = next(iter(asked.statements), None)
    return open_view(parts, click, evidence_modal(state, click.t, asked.skill, statement))


async def say_nothing_changed(parts: Parts, click: Click) -> After:
    """An answer too: what was rated stays, and nothing new is recorded."""
    _require(click, _SAME)
    asked = await _asked(parts, click)
    await _answer(parts, click, asked, {})
    return _put(parts, click.act, asked.message, _done(saved_notice(0, click.t), click.t))


async def skip(parts: Parts, click: Click) -> After:
    _require(click, _SKIP)
    asked = await _asked(parts, click)
    await _answer(parts, click, asked, {})
    return _put(parts, click.act, asked.message, _done(skipped_notice(click.t), click.t))


def _done(told: str, t: Translator) -> dict[str, Any]:
    """What stands in place of a check-in that was answered."""
    return answered_message(told, UNDO_ANSWER, t, change_button(t))


async def open_check_in(parts: Parts, click: Click) -> After:
    _require(click, _OPEN)
    asked = await _asked(parts, click)
    _require_open(asked)
    await parts.people.require_member(click.act.person)
    return open_over(parts, click, check_in_title(click.t), _window(click, asked))


async def _window(click: Click, asked: Asked) -> dict[str, Any]:
    return check_in_modal(asked.message.id, asked.statements, asked.latest, click.t)


async def keep_field(parts: Parts, click: Click) -> None:
    """A choice in the window counts when it is saved."""


async def submit_check_in(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Records, and shrinks the message. Raises StaleControl, MembersOnly, StorageUnavailable."""
    person = reader.act.person
    try:
        state = CheckInState.load(view["private_metadata"])
        typed = typed_in(view["state"]["values"])
    except ValueError as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    asked = await asked_of(person, *state.place, parts.library(), parts.database, parts.now())
    _require_open(asked)
    if errors := _errors(asked, typed, reader.t):
        return field_errors(errors)
    if state.is_reworded(asked.skill):
        return window("update", check_in_modal(asked.message.id, asked.statements, asked.latest, reader.t, typed))
    wanted, languages = asked.message.subject.statements, state.languages or reader.t.locale.content
    said = {one: (rating, typed.notes.get(one, "")) for one, rating in typed.ratings.items() if one in wanted}
    answered = await answer_message(
        person, asked, said, view["id"], languages, parts.people, parts.database, parts.now()
    )
    parts.homes.refresh(person)
    told = saved_notice(len(answered.moved), reader.t)
    parts.spawn(_put(parts, reader.act, asked.message, _done(told, reader.t)))
    return acknowledged()


def _errors(asked: Asked, typed: Typed, t: Translator) -> dict[str, str]:
    """What keeps a note from being kept, by its field."""
    alone = t.gettext("A note is kept with a rating: please choose one too.")
    gone = t.gettext("This statement isn't there any more. Copy your note if you need it, and empty this field.")
    there = {statement.id for statement in asked.statements}
    wrong = {one: gone if one not in there else alone for one in typed.notes}
    return {note_block(one): told for one, told in wrong.items() if told is gone or one not in typed.ratings}


async def undo(parts: Parts, click: Click) -> After:
    """What was answered is taken back, and the message asks again."""
    asked = await _asked(parts, click)
    person, t = click.act.person, click.t
    match click.value:
        case value if value == UNDO_ASIDE:
            await unset_aside(person, asked, parts.people, parts.database)
            notice = undone_notice(t)
        case value if value == UNDO_ANSWER:
            notice = await _taken_back(parts, click, asked)
        case value if value.startswith(f"{UNDO_EXAMPLE} "):
            await drop_evidence(person, value.removeprefix(f"{UNDO_EXAMPLE} "), parts.people, parts.database)
            notice = await _taken_back(parts, click, asked)
        case unknown:
            raise StaleControl(f"no such answer: {unknown}")
    parts.homes.refresh(person)
    return _ask_again(parts, click, asked, notice)


async def _taken_back(parts: Parts, click: Click, asked: Asked) -> str:
    """Take back what was rated, and say so."""
    person, chain, trigger = click.act.person, click.t.locale.content, click.act.trigger_id
    undone = await take_back(person, asked, trigger, chain, parts.people, parts.database, parts.now())
    return taken_back_notice(undone, click.t)


async def _ask_again(parts: Parts, click: Click, asked: Asked, notice: str) -> None:
    """As it would be asked now; where nothing of it is open any more, that it was taken back is all that stays."""
    reader, person = click.reader, click.act.person
    sent, now = asked.message, parts.now()
    again = await asked_of(person, sent.channel, sent.ts, reader.library, parts.database, now)
    topics = await topics_again(person, again, reader.member.profile, reader.library, parts.database)
    if not topics:
        return await _put(parts, click.act, again.message, taken_back_message(notice))
    await ask_again(person, again, parts.database)
    shown = redrawn(again, topics, reader.member.profile, reader.library, click.t, parts.command)
    await _put(parts, click.act, again.message, asked_again(shown, notice))


async def _asked(parts: Parts, click: Click) -> Asked:
    """Raises StaleControl where the message isn't one that this person was sent."""
    act, library = click.act, click.reader.library
    return await asked_of(act.person, act.channel, act.message_ts, library, parts.database, parts.now())


async def _answer(
    parts: Parts, click: Click, asked: Asked, said: Mapping[str, tuple[Rating, str]], languages: tuple[str, ...] = ()
) -> None:
    """`languages` are those in which the statements were shown, where they aren't the person's of now."""
    person, chain, trigger = click.act.person, languages or click.t.locale.content, click.act.trigger_id
    await answer_message(person, asked, said, trigger, chain, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)


async def _put(parts: Parts, act: Act, sent: SentMessage, shown: dict[str, Any]) -> None:
    await parts.slack(act.tenant).do("chat.update", channel=sent.channel, ts=sent.ts, **shown)


def _require_open(asked: Asked) -> None:
    if not asked.statements:
        raise StaleControl(f"nothing of {asked.message.subject} can be rated any more")


def _require(click: Click, value: str) -> None:
    if click.value != value:
        raise StaleControl(f"no such answer: {click.value}")


COACHING: Mapping[Action, Handler] = {
    Action.NUDGE_RATE: rate_one,
    Action.NUDGE_MORE: do_more,
    Action.NUDGE_EXAMPLE: add_example,
    Action.CHECK_IN_SAME: say_nothing_changed,
    Action.CHECK_IN_OPEN: open_check_in,
    Action.CHECK_IN_SKIP: skip,
    Action.CHECK_IN_MORE: do_more_of_check_in,
    Action.CHECK_IN_FIELD: keep_field,
    Action.ANSWER_UNDO: undo,
}
