"""The profile, and a level in one skill: opening their windows, and keeping what is confirmed in them."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.errors import StaleControl
from bot.services.profiles import choose_skill_level, roles_like, save_profile
from bot.slack.clicks import After, Click, Handler, open_view
from bot.slack.parts import Parts
from bot.slack.readers import Reader, reader_of
from bot.slack.replies import window
from bot.surfaces.home import profile_choices
from bot.views.blocks import OPTIONS_LIMIT
from bot.views.ids import Action, CardRef
from bot.views.language import AUTO
from bot.views.profile import (
    OPEN,
    entered,
    level_chosen,
    level_modal,
    level_saved_modal,
    profile_modal,
    profile_role_options,
    profile_saved_modal,
    role_chosen,
)


async def open_profile(parts: Parts, click: Click) -> After:
    if click.value != OPEN:
        raise ValueError(click.value)
    await parts.people.require_member(click.act.person)
    return open_view(parts, click, _profile_window(click.reader))


async def open_level(parts: Parts, click: Click) -> After:
    card = click.reader.card(CardRef.parse(click.value))
    await parts.people.require_member(click.act.person)
    return open_view(parts, click, level_modal(card, click.reader.member.profile, click.t))


async def open_profile_window(parts: Parts, reader: Reader, card: Card | None) -> None:
    """The same for a command; with a card, the level in its skill alone."""
    view = level_modal(card, reader.member.profile, reader.t) if card else _profile_window(reader)
    await parts.slack(reader.act.tenant).do("views.open", trigger_id=reader.act.trigger_id, view=view)


async def wait_for_save(parts: Parts, click: Click) -> None:
    """A field of a window counts when the window is confirmed."""


async def submit_profile(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Raises StaleControl, MembersOnly, StorageUnavailable."""
    choices, values = profile_choices(reader.library), view["state"]["values"]
    try:
        role = role_chosen(entered(values, Action.PROFILE_ROLE))
        level = level_chosen(entered(values, Action.PROFILE_LEVEL), choices.levels)
        language = entered(values, Action.PROFILE_LANGUAGE)
    except ValueError as error:
        raise StaleControl(str(error)) from error
    if role is not None and role not in reader.library.framework.roles:
        raise StaleControl(f"no such role: {role}")
    if language not in (AUTO, *choices.languages):
        raise StaleControl(f"no such language: {language}")
    kept = None if language == AUTO else language
    await save_profile(reader.act.person, role, level, kept, parts.people, parts.database, parts.now())
    parts.homes.refresh(reader.act.person)
    reader = await reader_of(parts, reader.act)
    return window("update", profile_saved_modal(reader.member.profile, choices, reader.t))


async def submit_level(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Raises StaleControl, MembersOnly, StorageUnavailable."""
    try:
        card = reader.card(CardRef.parse(view["private_metadata"]))
        level = level_chosen(entered(view["state"]["values"], Action.LEVEL_CHOOSE), card.skill.ladder.levels)
    except ValueError as error:
        raise StaleControl(str(error)) from error
    person, skill, role = reader.act.person, card.skill.slug, card.role.id
    await choose_skill_level(person, skill, role, level, parts.people, parts.database, parts.now())
    parts.homes.refresh(person)
    reader = await reader_of(parts, reader.act)
    return window("update", level_saved_modal(card, reader.standing(card), reader.t))


def suggest_profile_roles(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """For a framework of more roles than a menu holds."""
    typed = str(body["value"])
    return profile_role_options(roles_like(typed, reader.library, OPTIONS_LIMIT), typed, reader.t)


def _profile_window(reader: Reader) -> dict[str, Any]:
    return profile_modal(reader.member.profile, profile_choices(reader.library), reader.t)


PROFILE: Mapping[Action, Handler] = {
    Action.PROFILE_OPEN: open_profile,
    Action.PROFILE_ROLE: wait_for_save,
    Action.PROFILE_LEVEL: wait_for_save,
    Action.PROFILE_LANGUAGE: wait_for_save,
    Action.LEVEL_OPEN: open_level,
    Action.LEVEL_CHOOSE: wait_for_save,
}
