"""What can be seen without Slack: settings that fit together, the content, the fonts."""

import re
from collections.abc import Iterator
from datetime import date
from urllib.parse import urlsplit

from bot.catalog.checking import check_content
from bot.catalog.faults import InvalidContent, Severity
from bot.charts.lettering import damaged
from bot.doctor.findings import Finding, ok, problem, warning
from bot.i18n.locales import canonical, fallbacks
from bot.i18n.translator import Catalogs
from bot.prerequisites import SettingMissing, SettingUnusable, require_spoken, require_tokens
from bot.settings import Settings
from bot.views.room import ROOMS

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

_SIGNING_SECRET = re.compile(r"[0-9a-f]{32}")


def look_at_settings(settings: Settings) -> Iterator[Finding]:
    found = [*_tokens(settings), *_signing(settings), *_manners(settings)]
    yield from found or [ok("settings", "what is needed is set, and fits together")]


def _tokens(settings: Settings) -> Iterator[Finding]:
    for name, secret, begin in (
        ("SLACK_BOT_TOKEN", settings.slack_bot_token, "xoxb-"),
        ("SLACK_APP_TOKEN", settings.slack_app_token, "xapp-"),
    ):
        if secret and not secret.get_secret_value().startswith(begin):
            yield problem("settings", f"{name} doesn't begin with {begin}", "Look whether two tokens were mixed up.")
    if settings.slack_bot_token and settings.slack_client_id:
        yield warning(
            "settings",
            "SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set: Rung serves the one workspace of the token",
            "Unset the one that isn't used.",
        )
    try:
        require_tokens(settings)
    except SettingMissing as missing:
        yield problem("settings", str(missing), "Copy what is missing from the app's settings (docs/install.md).")


def _signing(settings: Settings) -> Iterator[Finding]:
    secret, app_token = settings.slack_signing_secret, settings.slack_app_token
    if secret is None and app_token is None:
        yield problem(
            "settings",
            "neither SLACK_SIGNING_SECRET (HTTP) nor SLACK_APP_TOKEN (Socket Mode) is set",
            'Copy one of them from "Basic Information".',
        )
    if secret and app_token:
        yield warning(
            "settings",
            "SLACK_SIGNING_SECRET and SLACK_APP_TOKEN are both set: `rung run` uses Socket Mode",
            "Unset the one that isn't used, or say `rung run --http`.",
        )
    if secret and not _SIGNING_SECRET.fullmatch(secret.get_secret_value()):
        yield warning(
            "settings",
            "SLACK_SIGNING_SECRET isn't 32 hexadecimal digits, as Slack's are",
            'Copy it anew from "Basic Information": the signing secret, not the client secret or a token.',
        )


def _manners(settings: Settings) -> Iterator[Finding]:
    try:
        require_spoken(settings, Catalogs.load())
    except SettingUnusable as unusable:
        yield problem("settings", str(unusable), "Choose one of them, or a regional form of it.")
    slack = urlsplit(settings.slack_api_url)
    if slack.scheme == "http" and slack.hostname not in LOOPBACK:
        yield warning("settings", "SLACK_API_URL is http://: tokens travel in clear text", "Use https://.")
    if settings.record_calls:
        yield warning(
            "settings",
            "RUNG_RECORD_CALLS is set: what people are shown is written to a file",
            "Unset it where people use Rung.",
        )


def look_at_content(settings: Settings, today: date) -> Iterator[Finding]:
    try:
        checked = check_content(settings.content_dir, ROOMS, today)
    except InvalidContent as error:
        yield problem("content", str(error), "Mend RUNG_CONTENT_DIR.")
        return
    errors, warnings = checked.count(Severity.ERROR), checked.count(Severity.WARNING)
    told = f"{settings.content_dir}: {checked.skills} skills, {errors} faults, {warnings} warnings"
    if errors:
        yield problem("content", told, "`rung content check` says where: nothing is served until they are mended.")
    elif warnings:
        yield warning("content", told, "`rung content check` says where.")
    else:
        yield ok("content", told)
    if checked.locales and not set(fallbacks(canonical(settings.default_locale) or "")) & set(checked.locales):
        yield warning(
            "content",
            "nothing is written in the language of RUNG_DEFAULT_LOCALE: people are shown English, and told so",
            "Translate it (docs/content.md), or choose another language.",
        )


def look_at_fonts() -> Iterator[Finding]:
    lacking = damaged()
    yield from (
        problem("font", f"{file} is missing or damaged: pictures have no words", "Install Rung anew, as a whole.")
        for file in lacking
    )
    if not lacking:
        yield ok("font", "pictures can be lettered, in Latin and Cyrillic")
