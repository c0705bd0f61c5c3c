"""Every setting, read once from the environment, frozen, and passed down."""

import base64
import binascii
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

FOREVER = "forever"
SHORTEST_KEPT = 30  # days; as long as an answer to a check-in can be taken back at least
LONGEST_KEPT = 3650  # days
BUNDLED_CONTENT = Path(__file__).resolve().parent.parent / "content"


def _with_slash(url: str) -> str:
    if not url.startswith(("https://", "http://")):
        raise ValueError("must begin with https:// (or http:// for a test server)")
    return url if url.endswith("/") else url + "/"


def _a_command(name: str) -> str:
    if not re.fullmatch(r"/[a-z0-9_-]{1,31}", name):
        raise ValueError("must be a slash and up to 31 small letters, digits, hyphens or underscores, like /skill")
    return name


def _keys(secret: SecretStr) -> SecretStr:
    keys = _listed(secret.get_secret_value())
    if not keys or not all(map(_is_key, keys)):
        raise ValueError("must be keys that `rung keys new` makes, separated by commas")
    return secret


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, altchars=b"-_", validate=True)) == 32
    except binascii.Error:
        return False


def _listed(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (part.strip() for part in text.split(",")))))


def _days(shortest: int) -> BeforeValidator:
    """A number of days; None for the word "forever"."""

    def days_of(value: object) -> int | None:
        if value is None or str(value).strip().lower() == FOREVER:
            return None
        if not re.fullmatch(r"[0-9]{1,4}", text := str(value).strip()) or not shortest <= int(text) <= LONGEST_KEPT:
            raise ValueError(f"must be a number of days from {shortest} to {LONGEST_KEPT}, or {FOREVER}")
        return int(text)

    return BeforeValidator(days_of)


class Settings(BaseSettings):
    """Slack's things have Slack's own names (SLACK_...), ours begin with RUNG_. docs/settings.md explains each."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

    slack_bot_token: SecretStr | None = Field(None, validation_alias="SLACK_BOT_TOKEN")
    slack_app_token: SecretStr | None = Field(None, validation_alias="SLACK_APP_TOKEN")
    slack_signing_secret: SecretStr | None = Field(None, validation_alias="SLACK_SIGNING_SECRET")
    slack_client_id: str | None = Field(None, validation_alias="SLACK_CLIENT_ID")
    slack_client_secret: SecretStr | None = Field(None, validation_alias="SLACK_CLIENT_SECRET")
    slack_api_url: Annotated[str, AfterValidator(_with_slash)] = Field(
        "https://slack.com/api/", validation_alias="SLACK_API_URL"
    )
    database_url: SecretStr = Field(SecretStr("sqlite:///rung.db"), validation_alias="RUNG_DATABASE_URL")
    encryption_keys: Annotated[SecretStr, AfterValidator(_keys)] | None = Field(
        None, validation_alias="RUNG_ENCRYPTION_KEYS"
    )
    public_url: Annotated[str, AfterValidator(_with_slash)] | None = Field(None, validation_alias="RUNG_PUBLIC_URL")
    trusted_proxies: int = Field(0, validation_alias="RUNG_TRUSTED_PROXIES", ge=0, le=10)
    erase_after_uninstall_days: int = Field(30, validation_alias="RUNG_ERASE_AFTER_UNINSTALL_DAYS", ge=0, le=3650)
    keep_notes_days: Annotated[int | None, _days(1)] = Field(730, validation_alias="RUNG_KEEP_NOTES_DAYS")
    keep_evidence_days: Annotated[int | None, _days(1)] = Field(730, validation_alias="RUNG_KEEP_EVIDENCE_DAYS")
    keep_drafts_days: Annotated[int | None, _days(1)] = Field(90, validation_alias="RUNG_KEEP_DRAFTS_DAYS")
    keep_check_ins_days: Annotated[int | None, _days(SHORTEST_KEPT)] = Field(
        365, validation_alias="RUNG_KEEP_CHECK_INS_DAYS"
    )
    keep_suggestions_days: Annotated[int | None, _days(1)] = Field(730, validation_alias="RUNG_KEEP_SUGGESTIONS_DAYS")
    keep_summaries_days: Annotated[int | None, _days(1)] = Field(730, validation_alias="RUNG_KEEP_SUMMARIES_DAYS")
    keep_events_days: int = Field(1, validation_alias="RUNG_KEEP_EVENTS_DAYS", ge=1, le=30)
    content_dir: Path = Field(BUNDLED_CONTENT, validation_alias="RUNG_CONTENT_DIR")
    command: Annotated[str, AfterValidator(_a_command)] = Field("/skill", validation_alias="RUNG_COMMAND")
    default_locale: str = Field(
        "en", validation_alias="RUNG_DEFAULT_LOCALE", pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$"
    )
    focus_limit: int = Field(3, validation_alias="RUNG_FOCUS_LIMIT", ge=1, le=20)
    framework_owners: str | None = Field(
        None, validation_alias="RUNG_FRAMEWORK_OWNERS", pattern=r"^\s*([UW][A-Z0-9]+\s*(,\s*[UW][A-Z0-9]+\s*)*)?$"
    )
    messages_a_minute: int = Field(60, validation_alias="RUNG_MESSAGES_A_MINUTE", ge=1, le=1000)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", validation_alias="RUNG_LOG_LEVEL")
    log_format: Literal["text", "json"] = Field("text", validation_alias="RUNG_LOG_FORMAT")
    record_calls: Path | None = Field(None, validation_alias="RUNG_RECORD_CALLS")

    @property
    def owners(self) -> tuple[str, ...]:
        """The Slack user ids of those who look after the framework."""
        return _listed(self.framework_owners or "")

    @property
    def keys(self) -> tuple[str, ...]:
        """What tokens are encrypted with: the first encrypts, each decrypts."""
        return _listed(self.encryption_keys.get_secret_value()) if self.encryption_keys else ()
