"""What settings have to say before anything can be wired, each lack told in a sentence."""

from datetime import timedelta
from pathlib import Path

from bot.domain.retention import Retention
from bot.errors import RungError
from bot.i18n.locales import canonical, fallbacks
from bot.i18n.translator import Catalogs
from bot.settings import Settings
from bot.telemetry import CallRecord


class SettingMissing(RungError):
    """A setting that is needed is not there."""


class SettingUnusable(RungError):
    """A setting has a value that nothing can be done with."""


def open_record(path: Path) -> CallRecord:
    """Raises SettingUnusable for a file that can't be written."""
    try:
        return CallRecord(path)
    except OSError as error:
        raise SettingUnusable(f"RUNG_RECORD_CALLS: {path} can't be written: {error.strerror}") from error


def require_spoken(settings: Settings, catalogs: Catalogs) -> Catalogs:
    """Raises SettingUnusable for a default language that Rung doesn't speak."""
    if not set(fallbacks(canonical(settings.default_locale) or "")) & set(catalogs.languages):
        known = ", ".join(catalogs.languages)
        raise SettingUnusable(f"RUNG_DEFAULT_LOCALE: Rung doesn't speak {settings.default_locale}, but {known}")
    return catalogs


def require_tokens(settings: Settings) -> None:
    """The token of one workspace, or what many of them install Rung with. Raises SettingMissing."""
    if settings.slack_bot_token:
        return
    if not settings.slack_client_id and not settings.slack_client_secret:
        raise SettingMissing(
            "SLACK_BOT_TOKEN isn't set, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET for many workspaces:"
            " see docs/settings.md"
        )
    needed = {
        "SLACK_CLIENT_ID": settings.slack_client_id,
        "SLACK_CLIENT_SECRET": settings.slack_client_secret,
        "RUNG_ENCRYPTION_KEYS": settings.encryption_keys,
    }
    if missing := [name for name, value in needed.items() if not value]:
        told = " and ".join(missing)
        raise SettingMissing(
            f"{told} isn't set, and without SLACK_BOT_TOKEN Rung serves many workspaces, whose tokens it stores"
            " encrypted: `rung keys new` makes a key, see docs/settings.md"
        )


def secret_of(settings: Settings, by_socket: bool) -> str:
    """The token of the app, or else the signing secret. Raises SettingMissing."""
    name, secret = "SLACK_SIGNING_SECRET", settings.slack_signing_secret
    if by_socket:
        name, secret = "SLACK_APP_TOKEN", settings.slack_app_token
    if secret is None:
        other = "" if by_socket else ", or SLACK_APP_TOKEN for Socket Mode"
        raise SettingMissing(f"{name} isn't set{other}: see docs/settings.md")
    return secret.get_secret_value()


def retention_of(settings: Settings) -> Retention:
    """How long everything is kept in this deployment."""
    return Retention(
        notes=_days(settings.keep_notes_days),
        evidence=_days(settings.keep_evidence_days),
        drafts=_days(settings.keep_drafts_days),
        check_ins=_days(settings.keep_check_ins_days),
        suggestions=_days(settings.keep_suggestions_days),
        summaries=_days(settings.keep_summaries_days),
    )


def _days(number: int | None) -> timedelta | None:
    return None if number is None else timedelta(days=number)
