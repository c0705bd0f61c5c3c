"""Looking back: a person's progress, and the text for their 1:1."""

from collections.abc import Mapping, MutableMapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card, OneOnOneWish, ProgressWish
from bot.domain.one_on_one import LONGEST_TEXT, USUAL_WEEKS, WEEKS
from bot.domain.progress import ProgressReport
from bot.domain.skills import Skill
from bot.errors import MembersOnly, SlackRefused, SlackUnavailable, StaleControl, TextNotSent
from bot.services.asking import EXAMPLES
from bot.services.privacy import is_anything_stored
from bot.services.reporting import prepare_one_on_one, progress_in_skill, progress_of
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import field_errors, window
from bot.surfaces.progress import send_pictures
from bot.views.blocks import Block
from bot.views.ids import Action, CardRef
from bot.views.message import message
from bot.views.one_on_one import (
    edited_modal,
    is_edited,
    offer_blocks,
    one_on_one_modal,
    one_on_one_title,
    sent_modal,
    text_blocks,
    typed_text,
)
from bot.views.paging import page_of
from bot.views.progress import (
    EVERYTHING,
    guest_blocks,
    nothing_rated_blocks,
    picture_note,
    progress_blocks,
    progress_modal,
    progress_title,
    skill_progress_blocks,
)


async def looking_back_blocks(parts: Parts, reader: Reader, wish: ProgressWish | OneOnOneWish) -> list[Block]:
    """The answer in words; a picture of the same follows in the person's direct messages.

    Who was a member before reads what was kept then. Raises MembersOnly, StorageUnavailable.
    """
    if isinstance(wish, OneOnOneWish):
        return await _offer(parts, reader)
    report = await _report(parts, reader, wish.card)
    if not report.skills and reader.can_keep:
        return nothing_rated_blocks(wish.card, _examples(reader), reader.t, report.lost)
    if not report.skills:
        return guest_blocks(reader.t)
    words = _in_words(reader, report, wish.card)
    picture = send_pictures(
        parts.slack(reader.act.tenant), reader.act.person, report, reader.t, reader.member.user.timezone
    )
    afterwards(parts, reader.act, picture)
    return [*words, picture_note(reader.t)]


async def _offer(parts: Parts, reader: Reader) -> list[Block]:
    """Raises MembersOnly for a guest of whom something is stored, StorageUnavailable."""
    if reader.can_keep:
        return offer_blocks(reader.t)
    if await is_anything_stored(reader.act.person, parts.database):
        raise MembersOnly
    return guest_blocks(reader.t)


async def turn_progress_page(parts: Parts, click: Click) -> After:
    page, of = page_of(click.value)
    card = None if of == EVERYTHING else click.reader.card(CardRef.parse(of))
    report = await _report(parts, click.reader, card)
    if not report.skills:
        raise StaleControl("nothing is rated any more")
    if click.act.in_modal:
        return change(parts, click, progress_modal(report, click.t, click.reader.member.user.timezone, page))
    return change(parts, click, message(_in_words(click.reader, report, card, page)))


async def open_progress(parts: Parts, click: Click) -> After:
    _require_everything(click)
    if not click.reader.can_keep:
        await _own_report(parts, click.reader)
    return open_over(parts, click, progress_title(click.t), _progress_window(parts, click.reader))


async def _progress_window(parts: Parts, reader: Reader) -> dict[str, Any]:
    report = await _report(parts, reader, None)
    return progress_modal(report, reader.t, reader.member.user.timezone)


async def _own_report(parts: Parts, reader: Reader) -> ProgressReport:
    """Where there is nothing to show, only members are told so. Raises MembersOnly, StorageUnavailable."""
    report = await _report(parts, reader, None)
    if not report.skills:
        await parts.people.require_member(reader.act.person)
    return report


async def send_picture(parts: Parts, click: Click) -> After:
    _require_everything(click)
    return _send_picture(parts, click, await _own_report(parts, click.reader))


async def _send_picture(parts: Parts, click: Click, report: ProgressReport) -> None:
    """Say so in the window first: the picture takes a while."""
    timezone = click.reader.member.user.timezone
    await change(parts, click, progress_modal(report, click.t, timezone, pictured=True))
    await send_pictures(parts.slack(click.act.tenant), click.act.person, report, click.t, timezone)


async def _report(parts: Parts, reader: Reader, card: Card | None) -> ProgressReport:
    person, profile, framework = reader.act.person, reader.member.profile, reader.library.framework
    if card is None:
        return await progress_of(person, profile, framework, parts.database, parts.now())
    return await progress_in_skill(person, profile, card, framework, parts.database, parts.now())


def _in_words(reader: Reader, report: ProgressReport, card: Card | None, page: int = 0) -> list[Block]:
    timezone = reader.member.user.timezone
    if card is None:
        return progress_blocks(report, reader.t, timezone, page)
    return skill_progress_blocks(report, card, reader.t, timezone, page)


def _examples(reader: Reader) -> list[Skill]:
    """Skills to begin with: those of the person's own role, where it is known."""
    skills = list(reader.library.framework.skills.values())
    own = [skill for skill in skills if reader.member.profile.role in skill.roles]
    return (own or skills)[:EXAMPLES]


async def open_one_on_one(parts: Parts, click: Click) -> After:
    weeks = _weeks(click.value)
    await parts.people.require_member(click.act.person)
    return open_over(parts, click, one_on_one_title(click.t), _window(parts, click.reader, weeks))


async def open_one_on_one_window(parts: Parts, reader: Reader) -> None:
    """The same for a command, which carries a trigger too."""
    drawn = _window(parts, reader, USUAL_WEEKS)
    await open_by_command(parts, reader.act, reader.t, one_on_one_title(reader.t), drawn)


async def choose_weeks(parts: Parts, click: Click) -> After:
    """Make the text for another period; one that was edited stays, and the person decides."""
    weeks, made, (_, typed) = _weeks(click.value), click.state, typed_text(click.entered)
    if is_edited(typed, made):
        return change(parts, click, edited_modal(made, weeks, typed, click.t))
    return _make(parts, click, weeks)


async def make_text_anew(parts: Parts, click: Click) -> After:
    return _make(parts, click, _weeks(click.value))


async def _make(parts: Parts, click: Click, weeks: int) -> None:
    await change(parts, click, await _window(parts, click.reader, weeks))


async def _window(parts: Parts, reader: Reader, weeks: int) -> dict[str, Any]:
    person, profile, framework = reader.act.person, reader.member.profile, reader.library.framework
    prepared = await prepare_one_on_one(person, profile, framework, parts.database, weeks, parts.now())
    return one_on_one_modal(prepared, weeks, reader.t, reader.member.user.timezone)


def _require_everything(click: Click) -> None:
    """Raises ValueError for a control that no version of this one drew."""
    if click.value != EVERYTHING:
        raise ValueError(click.value)


def _weeks(value: str) -> int:
    """Raises ValueError for a period that isn't offered."""
    if (weeks := int(value)) not in WEEKS:
        raise ValueError(f"no such period: {value}")
    return weeks


def submit_one_on_one(
    parts: Parts, reader: Reader, view: Mapping[str, Any], confirmed: MutableMapping[str, bool]
) -> BoltResponse:
    """Send the text to the person alone; the window keeps it in sight. Raises StaleControl.

    `confirmed` remembers windows. Nothing is awaited between looking there and noting this one, so it is sent once.
    """
    try:
        block_id, text = typed_text(view["state"]["values"])
    except (KeyError, ValueError) as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    if not text.strip():
        # Translators: An error at a field that holds nothing but white space.
        return field_errors({block_id: reader.t.gettext("There's no text yet: please write some.")})
    if len(text) > LONGEST_TEXT:
        told = reader.t.gettext("At most %(most)s characters, please.", most=reader.t.number(LONGEST_TEXT))
        return field_errors({block_id: told})
    if reader.act.view_id not in confirmed:
        confirmed[reader.act.view_id] = True
        afterwards(parts, reader.act, _send(parts, reader, text))
    return window("update", sent_modal(text, reader.t))


async def _send(parts: Parts, reader: Reader, text: str) -> None:
    own = message(text_blocks(text, reader.t))
    try:
        await parts.slack(reader.act.tenant).do("chat.postMessage", channel=reader.act.person.user, **own)
    except (SlackRefused, SlackUnavailable) as error:
        raise TextNotSent(str(error)) from error


LOOKING_BACK: Mapping[Action, Handler] = {
    Action.PROGRESS_OPEN: open_progress,
    Action.PROGRESS_PICTURE: send_picture,
    Action.PROGRESS_PAGE: turn_progress_page,
    Action.ONE_ON_ONE_OPEN: open_one_on_one,
    Action.ONE_ON_ONE_WEEKS: choose_weeks,
    Action.ONE_ON_ONE_ANEW: make_text_anew,
}
