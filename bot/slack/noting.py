"""Words in a direct message that tell something: kept as a note, or offered to be."""

import logging
from collections.abc import Mapping
from typing import Any

from bot.domain.evidence import LONGEST_WORDS, Evidence
from bot.domain.telling import as_written, is_told, to_keep
from bot.errors import StorageUnavailable
from bot.services.asking import answer
from bot.services.noting import Place, keep_note, place_of_thread, place_spoken_of, point_note, take_note_back
from bot.slack.answering import answer_message
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.parts import Parts
from bot.slack.payloads import link_to
from bot.slack.readers import Reader
from bot.views.fields import words_error
from bot.views.ids import Action
from bot.views.noting import Offer, kept_message, note_id, offer_message, place_of, undone_message

_logger = logging.getLogger(__name__)


async def take_note(parts: Parts, reader: Reader, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """What words are answered with that tell something; None where they are to be answered as a command would be.

    In the thread of what Rung asked they are kept at once; elsewhere it is asked first. Who has never chosen a focus
    has nothing that a note could be about. Raises StorageUnavailable.
    """
    sent, thread = event["text"], event.get("thread_ts", "")
    words = as_written(sent)
    if not reader.can_keep or words_error(to_keep(words), LONGEST_WORDS, reader.t) or _is_command(parts, words):
        return None
    if not is_told(words, answer(sent, reader.member.profile, reader.library), in_thread=bool(thread)):
        return None
    offer = note_id(event["channel"], event["ts"])
    if thread and (place := await _place_of_thread(parts, reader, thread)):
        return await _keep(parts, reader, _offer(offer, place, words))
    place = await _place_spoken_of(parts, reader)
    return offer_message(_offer(offer, place, words), place.skill, reader.t) if place else None


def _is_command(parts: Parts, words: str) -> bool:
    return words.split(maxsplit=1)[0] == parts.command


async def _place_of_thread(parts: Parts, reader: Reader, thread: str) -> Place | None:
    act = reader.act
    return await place_of_thread(act.person, act.channel, thread, reader.library, parts.database)


async def _place_spoken_of(parts: Parts, reader: Reader) -> Place | None:
    """None where it can't be read too: then the words are answered as a question, which needs no storage."""
    try:
        return await place_spoken_of(reader.act.person, reader.library, parts.database)
    except StorageUnavailable as error:
        _logger.warning("What was spoken about with %s can't be read: %s", reader.act.person.user, error)
        return None


def _offer(note: str, place: Place, words: str) -> Offer:
    return Offer(note, place.skill.slug, tuple(one.id for one in place.statements), words)


async def _keep(parts: Parts, reader: Reader, offer: Offer) -> dict[str, Any]:
    """Raises StaleControl where the content has lost the skill, MembersOnly, StorageUnavailable."""
    skill, person = reader.skill(offer.skill), reader.act.person
    place = Place(skill, tuple(found for one in offer.statements if (found := skill.living(one))))
    words, link = to_keep(offer.words), link_to(*place_of(offer.id))
    note = Evidence(offer.id, link, words, skill.slug, place.statement, parts.now())
    await keep_note(person, note, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    return kept_message(note, skill, place.statements, reader.t, whole=words == offer.words)


async def keep(parts: Parts, click: Click) -> After:
    """What was offered is taken."""
    return change(parts, click, await _keep(parts, click.reader, Offer.parse(click.value)))


async def look_up(parts: Parts, click: Click) -> After:
    return _look_up(parts, click)


async def _look_up(parts: Parts, click: Click) -> None:
    await change(parts, click, await answer_message(parts, click.act, click.value))


async def point(parts: Parts, click: Click) -> After:
    """The note is about one statement."""
    note, _, statement = click.value.partition(" ")
    reader = click.reader
    kept = await point_note(click.act.person, note, statement, reader.library, parts.people, parts.database)
    return change(parts, click, kept_message(kept, reader.skill(kept.skill), (), click.t))


async def undo(parts: Parts, click: Click) -> After:
    note = await take_note_back(click.act.person, click.value, parts.people, parts.database)
    parts.homes.refresh(click.act.person)
    return change(parts, click, undone_message(_again(note) if note else None, click.t))


def _again(note: Evidence) -> Offer | None:
    """The way to keep it once more."""
    try:
        place_of(note.id)
    except ValueError:
        return None
    return Offer(note.id, note.skill, (note.statement,) if note.statement else (), note.words)


NOTING: Mapping[Action, Handler] = {
    Action.NOTE_KEEP: keep,
    Action.NOTE_LOOK: look_up,
    Action.NOTE_STATEMENT: point,
    Action.NOTE_UNDO: undo,
}
