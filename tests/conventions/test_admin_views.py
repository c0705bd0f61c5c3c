"""What admins see: in every language, with much and with nothing, within Slack's limits."""

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest

from bot.domain.answers import Help
from bot.domain.cadence import Rhythm
from bot.domain.health import Content, Health, Sending
from bot.domain.retention import Kept, Retention
from bot.domain.tenants import MOST_OWNERS, Newcomers, Setting, TenantSettings
from bot.services.asking import example_card
from bot.views.admin import Defaults, admin_door, admin_modal, shown
from bot.views.admin_settings import FormState, owners_error, saved_setting_modal, setting_modal
from bot.views.answers import answer_blocks
from bot.views.cadence_settings import errors_of_newcomers
from bot.views.message import message
from bot.views.welcome import announcement_modal, welcome_message
from tests.conventions.test_views import (
    COMMAND,
    LANGUAGES,
    LIBRARY,
    for_each_reader,
    hold_message,
    hold_view,
    speaker,
)

LONG_COMMAND = "/" + "a" * 31
TODAY = date(2026, 3, 2)
PEOPLE = tuple(f"U{n:010d}" for n in range(MOST_OWNERS))
YEARS = Retention(*(timedelta(days=730) for _ in Kept))
FOREVER = Retention(*(None for _ in Kept))
DEFAULTS = (Defaults("en", (), YEARS), Defaults("de_AT", PEOPLE * 4, FOREVER))
CONTENT = Content(16, 5, ("en", "de", "ru"), "0a1b2c3d")
WELL = Health("1.2.3", CONTENT, "SQLite", False, frozenset(), Sending(0, timedelta(), 0))
ILL = replace(
    WELL,
    by_socket=True,
    missing_scopes=frozenset(f"channels:read{n}" for n in range(30)),
    sending=Sending(1_234, timedelta(days=3), 99_999),
)
GONE = replace(WELL, missing_scopes=None, sending=None)
MUCH = Newcomers(Rhythm.MONTHLY, Rhythm.WEEKLY, frozenset(range(1, 8)), time(8), time(23, 59), "BO")
OFF = Newcomers(Rhythm.OFF, Rhythm.OFF)
SETTINGS = (
    TenantSettings(),
    TenantSettings("ru", MUCH, 20, PEOPLE, dict.fromkeys(Kept, 30)),
    TenantSettings("fr", OFF, 2, PEOPLE[:1], {Kept.NOTES: 365}),
)


@for_each_reader
def test_the_window_and_each_of_its_forms(locale: str) -> None:
    t = speaker(locale)
    for defaults in DEFAULTS:
        for health in (WELL, ILL, GONE):
            for settings in (*SETTINGS, None):
                hold_view(admin_modal(health, settings, defaults, t, has_example=settings is not None))
        for settings in SETTINGS:
            for setting in Setting:
                whys: tuple[dict[str, Any], ...] = ({}, {"is_changed": True}, {"asked": "0a1b2c3d4e5f"})
                for why in whys:
                    hold_view(setting_modal(setting, settings, defaults, LANGUAGES.offered, TODAY, t, **why))
                hold_view(saved_setting_modal(shown(setting, settings, defaults, t), t))
    hold_message(message(admin_door(t)))


@for_each_reader
def test_the_message_to_the_installer_and_what_it_leads_to(locale: str) -> None:
    t = speaker(locale)
    example = example_card(LIBRARY)
    assert example is not None
    for command in (COMMAND, LONG_COMMAND):
        for name in ("", "Demo", "*<!channel>* :tada: " + "x" * 200):
            for card in (example, None):
                hold_message(welcome_message(name, card, t, t, command))
                hold_view(announcement_modal(card, t, t, command))
        hold_message(message(answer_blocks(Help((example.skill,), is_admin=True), t, command)))


@for_each_reader
def test_what_is_wrong_is_told_at_a_field_of_the_window(locale: str) -> None:
    t = speaker(locale)

    def fields(setting: Setting) -> set[str]:
        view = setting_modal(setting, TenantSettings(), DEFAULTS[0], LANGUAGES.offered, TODAY, t)
        return {block["block_id"] for block in view["blocks"] if block["type"] == "input"}

    for wrong in (
        replace(MUCH, opens=time(12), closes=time(12)),
        replace(MUCH, opens=time(20), closes=time(21)),
        replace(MUCH, days=frozenset()),
    ):
        told = errors_of_newcomers(wrong, TODAY, t)
        assert told
        assert set(told) <= fields(Setting.NEWCOMERS)
    assert set(owners_error(PEOPLE, t)) <= fields(Setting.OWNERS)
    assert owners_error((), t) == {}


@pytest.mark.parametrize("setting", Setting)
def test_a_form_knows_whether_what_it_shows_still_holds(setting: Setting) -> None:
    nothing, much, other = (one.stamp(setting) for one in SETTINGS)
    assert len({nothing, much, other}) == 3
    again = TenantSettings(
        "ru", replace(MUCH, days=frozenset(reversed(range(1, 8)))), 20, PEOPLE, dict.fromkeys(reversed(Kept), 30)
    )
    assert again.stamp(setting) == much
    assert FormState.load(FormState(setting, much).dump()) == FormState(setting, much)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"setting":"ratings","seen":""}', '{"setting":"owners","seen":1}'])
def test_a_form_of_anything_else_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        FormState.load(text)
