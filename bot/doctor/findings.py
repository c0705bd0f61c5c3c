"""What looking at a deployment gives."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import SecretStr

from bot.settings import Settings
from bot.storage.urls import UnsupportedDatabase, parse_url

HIDDEN = "[hidden]"


class Verdict(StrEnum):
    """A problem keeps Rung from doing its work; a warning makes it do less, or is a risk."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `mend` says what to do, and is empty where nothing has to be."""

    check: str
    verdict: Verdict
    told: str
    mend: str = ""


def ok(check: str, told: str) -> Finding:
    return Finding(check, Verdict.OK, told)


def warning(check: str, told: str, mend: str) -> Finding:
    return Finding(check, Verdict.WARNING, told, mend)


def problem(check: str, told: str, mend: str) -> Finding:
    return Finding(check, Verdict.PROBLEM, told, mend)


def without_secrets(findings: Iterable[Finding], settings: Settings) -> list[Finding]:
    """The same, should the words of a driver or of Slack repeat a secret."""
    secrets = sorted(_secrets(settings), key=len, reverse=True)
    return [replace(one, told=_hidden(one.told, secrets), mend=_hidden(one.mend, secrets)) for one in findings]


def _hidden(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def _secrets(settings: Settings) -> set[str]:
    fields = [value for value in settings.__dict__.values() if isinstance(value, SecretStr)]
    secrets = {part.strip() for field in fields for part in field.get_secret_value().split(",")}
    try:
        password = parse_url(settings.database_url.get_secret_value()).password
    except UnsupportedDatabase:
        password = None
    return {secret for secret in {*secrets, password or ""} if secret}
