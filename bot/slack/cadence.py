"""When Rung writes by itself: shown, and changed by a click, in a window, or by words."""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import CadenceWish
from bot.domain.cadence import Cadence
from bot.domain.cadence_changes import Change, faults_of, paused_a_while, restored, resumed, stopped
from bot.domain.deliveries import Schedule
from bot.domain.query import fold
from bot.errors import StaleControl
from bot.i18n.holidays import countries
from bot.i18n.verbs import cadence_change
from bot.services.scheduling import (
    Rescheduled,
    change_cadence,
    rhythms_of,
    stop,
    today_in,
)
from bot.services.scheduling import (
    resume as resume_cadence,
)
from bot.slack.clicks import After, Click, Handler, change, open_view
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import field_errors, window
from bot.views.blocks import Block
from bot.views.cadence import (
    SETTINGS,
    now_blocks,
    saved_notice,
    undo_of_value,
    undo_value,
    undone_notice,
    unknown_blocks,
)
from bot.views.cadence_settings import (
    country_options,
    entered_cadence,
    errors_of,
    saved_modal,
    settings_modal,
    told_modal,
)
from bot.views.ids import Action, Modal
from bot.views.message import message


async def answer_cadence(parts: Parts, reader: Reader, wish: CadenceWish) -> list[Block]:
    """What holds, or what was changed by words. A window needs a click: here it's behind a button.

    Raises MembersOnly, PauseUnusable, StorageUnavailable.
    """
    if not wish.words:
        await parts.people.require_member(reader.act.person)
        return await _now(parts, reader)
    meant = cadence_change(wish.words, reader.library.cadences)
    if meant is None:
        await parts.people.require_member(reader.act.person)
        today = today_in(reader.member.user.timezone, parts.now())
        return unknown_blocks(wish.words, parts.command, today, reader.t)
    return await _changed(parts, reader, await _reschedule(parts, reader, meant))


def stopping_or_starting(words: str, reader: Reader) -> CadenceWish | None:
    """Whether a direct message says nothing but that Rung should stop writing, or go on."""
    return CadenceWish(words) if reader.library.cadences.get(fold(words)) in (stopped, resumed) else None


async def open_settings_window(parts: Parts, reader: Reader) -> None:
    """For a command."""
    view = await _settings(parts, reader)
    await parts.slack(reader.act.tenant).do("views.open", trigger_id=reader.act.trigger_id, view=view)


async def open_settings(parts: Parts, click: Click) -> After:
    _require(click)
    await parts.people.require_member(click.act.person)
    return _open(parts, click)


async def pause(parts: Parts, click: Click) -> After | None:
    _require(click)
    return await _click(parts, click, paused_a_while)


async def resume(parts: Parts, click: Click) -> After | None:
    """After a pause, or when the offer to ask how it goes is taken."""
    _require(click)
    return await _click(parts, click, resumed)


async def stop_all(parts: Parts, click: Click) -> After | None:
    _require(click)
    return await _click(parts, click, stopped)


async def undo(parts: Parts, click: Click) -> After | None:
    """As it was before the message that was clicked in."""
    rhythms, paused_until = undo_of_value(click.value)

    def back(cadence: Cadence, today: date) -> Cadence:
        return restored(cadence, rhythms, paused_until, today)

    return await _click(parts, click, back, undone_notice(click.t))


async def wait_for_save(parts: Parts, click: Click) -> None:
    """A field of the window counts when the window is confirmed."""


async def submit_cadence(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Raises StaleControl, MembersOnly, StorageUnavailable."""
    person, values = reader.act.person, view["state"]["values"]
    await parts.people.require_member(person)
    rhythms = await rhythms_of(person, reader.library.framework.skills, parts.database)
    before = rhythms.shown(person, reader.member.user, parts.now())
    try:
        cadence = entered_cadence(values, before.cadence, countries())
        errors = errors_of(values, faults_of(cadence, _today(parts, before)), reader.t)
    except (ValueError, KeyError, TypeError) as error:
        raise StaleControl(f"not this version's window: {error}") from error
    if errors:
        return field_errors(errors)

    def enter(there: Cadence, today: date) -> Cadence:
        return entered_cadence(values, there, countries())

    done = await _reschedule(parts, reader, enter)
    today = _today(parts, done.schedule)
    return window("update", saved_modal(done.schedule, today, reader.t, has_focus=rhythms.has_focus))


def suggest_countries(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    return country_options(str(body["value"]), countries(), reader.t)


async def _settings(parts: Parts, reader: Reader, notice: str = "") -> dict[str, Any]:
    await asyncio.to_thread(countries)  # known by the time at which somebody types one
    rhythms = await rhythms_of(reader.act.person, reader.library.framework.skills, parts.database)
    schedule = rhythms.shown(reader.act.person, reader.member.user, parts.now())
    is_kept = rhythms.schedule is not None
    today, focus = _today(parts, schedule), rhythms.has_focus
    return settings_modal(schedule, today, reader.t, is_kept=is_kept, has_focus=focus, notice=notice)


async def _open(parts: Parts, click: Click) -> None:
    await open_view(parts, click, await _settings(parts, click.reader))


async def _now(parts: Parts, reader: Reader) -> list[Block]:
    rhythms = await rhythms_of(reader.act.person, reader.library.framework.skills, parts.database)
    schedule = rhythms.shown(reader.act.person, reader.member.user, parts.now())
    return now_blocks(schedule, _today(parts, schedule), reader.t, has_focus=rhythms.has_focus)


async def _reschedule(parts: Parts, reader: Reader, meant: Change) -> Rescheduled:
    person, people, database, now = reader.act.person, parts.people, parts.database, parts.now()
    if meant is stopped:
        done = await stop(person, people, database, now)
    elif meant is resumed:
        done = await resume_cadence(person, people, database, now)
    else:
        done = await change_cadence(person, meant, people, database, now)
    parts.homes.refresh(person)
    return done


async def _changed(parts: Parts, reader: Reader, done: Rescheduled, notice: str = "") -> list[Block]:
    rhythms = await rhythms_of(reader.act.person, reader.library.framework.skills, parts.database)
    cadence = done.schedule.cadence
    back = undo_value(done.before) if done.before is not None and not notice else ""
    return now_blocks(
        done.schedule,
        _today(parts, done.schedule),
        reader.t,
        has_focus=rhythms.has_focus,
        notice=notice or saved_notice(cadence, reader.t),
        undo="" if back == undo_value(cadence) else back,
    )


async def _click(parts: Parts, click: Click, meant: Change, notice: str = "") -> After | None:
    """At home the home itself shows what has become of it."""
    done = await _reschedule(parts, click.reader, meant)
    if click.act.at_home:
        parts.homes.show(click.act.person)
        return None
    return _show(parts, click, done, notice)


async def _show(parts: Parts, click: Click, done: Rescheduled, notice: str) -> None:
    reader = click.reader
    if click.act.callback_id == Modal.CADENCE:
        shown = await _settings(parts, reader, notice or saved_notice(done.schedule.cadence, reader.t))
    else:
        blocks = await _changed(parts, reader, done, notice)
        shown = told_modal(blocks, reader.t) if click.act.in_modal else message(blocks)
    await change(parts, click, shown)


def _require(click: Click) -> None:
    if click.value != SETTINGS:
        raise ValueError(click.value)


def _today(parts: Parts, schedule: Schedule) -> date:
    return today_in(schedule.zone, parts.now())


CADENCE: Mapping[Action, Handler] = {
    Action.CADENCE_OPEN: open_settings,
    Action.CADENCE_PAUSE: pause,
    Action.CADENCE_RESUME: resume,
    Action.CADENCE_STOP: stop_all,
    Action.CADENCE_UNDO: undo,
    Action.CADENCE_FIELD: wait_for_save,
    Action.CADENCE_COUNTRY: wait_for_save,
}
