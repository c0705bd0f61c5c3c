"""What admins see and change of the Rung in their workspace. At each step Slack is asked whether they are admins."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.retention import Kept
from bot.domain.tenants import Newcomers, Setting, TenantSettings
from bot.errors import SlackRefused, StaleControl, StorageUnavailable
from bot.i18n.holidays import countries
from bot.services.administering import choose, choose_default, settings_of
from bot.services.asking import example_card
from bot.services.health import health_of
from bot.services.scheduling import today_in
from bot.slack.clicks import After, Click, Handler, change, open_view
from bot.slack.errors import afterwards
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, field_errors, window
from bot.surfaces.card import card_message
from bot.views.admin import DOOR, Defaults, admin_door, admin_modal, admin_title, setting_name, shown
from bot.views.admin_settings import FormState, entered_setting, owners_error, saved_setting_modal, setting_modal
from bot.views.blocks import Block
from bot.views.cadence_settings import errors_of_newcomers
from bot.views.ids import Action
from bot.views.search import found_blocks, search_modal
from bot.views.welcome import announcement_modal

_logger = logging.getLogger(__name__)


async def answer_admin(parts: Parts, reader: Reader) -> BoltResponse:
    """The answer to a command, which carries a trigger. Raises AdminsOnly, SlackUnavailable, SlackRefused."""
    await parts.people.require_admin(reader.act.person)
    opening = open_by_command(parts, reader.act, reader.t, admin_title(reader.t), _window(parts, reader))
    afterwards(parts, reader.act, opening)
    return acknowledged()


async def admin_blocks(parts: Parts, reader: Reader) -> list[Block]:
    """The answer to words in a conversation. Raises what `answer_admin` raises."""
    await parts.people.require_admin(reader.act.person)
    return admin_door(reader.t)


async def open_admin(parts: Parts, click: Click) -> After:
    if click.value != DOOR:
        raise ValueError(click.value)
    await parts.people.require_admin(click.act.person)
    return open_over(parts, click, admin_title(click.t), _window(parts, click.reader))


async def open_setting(parts: Parts, click: Click) -> After:
    setting = Setting(click.value)
    await parts.people.require_admin(click.act.person)
    return open_over(parts, click, setting_name(setting, click.t), _form(parts, click.reader, setting))


async def use_default(parts: Parts, click: Click) -> After:
    """What another admin chose since the window was drawn is shown first, as by `submit_setting`."""
    setting, seen = Setting(click.value), FormState.load(click.state).seen
    chosen = await choose_default(click.act.person, setting, seen, parts.people, parts.database, parts.now())
    if not chosen.is_kept:
        return change(parts, click, _drawn_form(parts, click.reader, setting, chosen.settings, is_changed=True))
    return _show_saved(parts, click, setting, chosen.settings)


async def wait_for_save(parts: Parts, click: Click) -> None:
    """A field of the window counts when the window is confirmed."""


async def show_example(parts: Parts, click: Click) -> After:
    """A card as somebody sees it of whom nothing is known. Raises StaleControl where there is none to show."""
    card = example_card(click.reader.library)
    if card is None:
        raise StaleControl("the content has no skill")
    return _example(parts, click, card)


async def show_announcement(parts: Parts, click: Click) -> After:
    reader, languages = click.reader, click.reader.library.languages
    their_t = languages.for_channel(None, reader.member.fallback)
    return open_view(parts, click, announcement_modal(example_card(reader.library), click.t, their_t, parts.command))


async def submit_setting(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Keeps what was chosen. What another admin chose since the window was drawn is shown first.

    Raises StaleControl, and what `choose` raises.
    """
    try:
        state = FormState.load(view["private_metadata"])
        setting, values = Setting(state.setting), view["state"]["values"]
        value = entered_setting(setting, values, reader.library.languages.offered, countries())
    except (ValueError, KeyError, TypeError) as error:
        raise StaleControl(f"not this version's window: {error}") from error
    if isinstance(value, Newcomers) and (errors := errors_of_newcomers(value, _today(parts, reader), reader.t)):
        return field_errors(errors)
    if setting is Setting.RETENTION and (question := await _question(parts, reader, state, value)):
        return window("update", question)
    chosen = await choose(reader.act.person, setting, value, state.seen, parts.people, parts.database, parts.now())
    if errors := owners_error(chosen.strangers, reader.t):
        return field_errors(errors)
    if not chosen.is_kept:
        return window("update", _drawn_form(parts, reader, setting, chosen.settings, is_changed=True))
    afterwards(parts, reader.act, _refresh(parts, reader))
    return window("update", saved_setting_modal(shown(setting, chosen.settings, _defaults(parts), reader.t), reader.t))


async def _question(parts: Parts, reader: Reader, state: FormState, keeps: Mapping[Kept, int]) -> dict[str, Any] | None:
    """What is gone can't be brought back, so it's asked once; None where nothing ends earlier, or it was asked."""
    await parts.people.require_admin(reader.act.person)
    held = await settings_of(reader.act.tenant, parts.database)
    wanted = replace(held, keeps=keeps)
    asked = wanted.stamp(Setting.RETENTION)
    if asked == state.asked or not wanted.ends_earlier(held, parts.deployment.retention):
        return None
    return _drawn_form(parts, reader, Setting.RETENTION, held, asked=asked)


async def _show_saved(parts: Parts, click: Click, setting: Setting, settings: TenantSettings) -> None:
    await change(parts, click, saved_setting_modal(shown(setting, settings, _defaults(parts), click.t), click.t))
    await _refresh(parts, click.reader)


async def _refresh(parts: Parts, reader: Reader) -> None:
    """The window below shows what was chosen, if it is still there."""
    below = reader.act.previous_view_id
    if not below:
        return
    try:
        view = await _window(parts, reader)
        await parts.slack(reader.act.tenant).do("views.update", view_id=below, view=view)
    except SlackRefused as refused:
        if refused.error != "not_found":
            raise


async def _window(parts: Parts, reader: Reader) -> dict[str, Any]:
    """How Rung is, also where the database doesn't answer; then the settings can't be shown."""
    tenant, library = reader.act.tenant, reader.library
    settings = None
    try:
        settings = await settings_of(tenant, parts.database)
    except StorageUnavailable as error:
        _logger.warning("The settings of %s can't be read: %s", tenant, error)
    health = await health_of(tenant, parts.deployment, library, parts.database, parts.now())
    has_example = example_card(library) is not None
    return admin_modal(health, settings, _defaults(parts), reader.t, has_example=has_example)


async def _form(parts: Parts, reader: Reader, setting: Setting) -> dict[str, Any]:
    await asyncio.to_thread(countries)  # known by the time at which somebody types one
    return _drawn_form(parts, reader, setting, await settings_of(reader.act.tenant, parts.database))


def _drawn_form(parts: Parts, reader: Reader, setting: Setting, settings: TenantSettings, **why: Any) -> dict[str, Any]:
    """`why` it is drawn once more, as `setting_modal` takes it."""
    languages, today = reader.library.languages.offered, _today(parts, reader)
    return setting_modal(setting, settings, _defaults(parts), languages, today, reader.t, **why)


async def _example(parts: Parts, click: Click, card: Card) -> None:
    t, can_keep = click.t, click.reader.can_keep
    if click.act.in_modal:
        await open_view(parts, click, search_modal(t, found_blocks(card, None, t, can_keep=can_keep, notice="")))
        return
    body = {"response_type": "ephemeral", "replace_original": False, **card_message(card, None, t, can_keep=can_keep)}
    await parts.slack(click.act.tenant).respond(click.act.response_url, body)


def _defaults(parts: Parts) -> Defaults:
    deployment = parts.deployment
    return Defaults(deployment.language, deployment.owners, deployment.retention)


def _today(parts: Parts, reader: Reader) -> date:
    return today_in(reader.member.user.timezone, parts.now())


ADMIN: Mapping[Action, Handler] = {
    Action.ADMIN_OPEN: open_admin,
    Action.ADMIN_CHANGE: open_setting,
    Action.ADMIN_DEFAULT: use_default,
    Action.ADMIN_FIELD: wait_for_save,
    Action.ADMIN_TEST: show_example,
    Action.ADMIN_ANNOUNCE: show_announcement,
}
