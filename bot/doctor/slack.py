"""What Slack says of the tokens: what they are, which scopes they have, and what time it is there."""

from collections.abc import Callable, Iterator
from datetime import datetime

import aiohttp
from pydantic import SecretStr

from bot.doctor.findings import Finding, ok, problem, warning
from bot.errors import SlackUnavailable
from bot.messenger.client import TIMEOUT
from bot.messenger.probing import Probe, probe
from bot.settings import Settings
from bot.web.signature import WINDOW

NOTICEABLE = 30.0  # seconds

# Without these Rung does less, and says so in docs/install.md.
OPTIONAL = frozenset({"channels:read", "channels:history", "groups:read", "groups:history", "dnd:read"})


async def look_at_slack(settings: Settings, needed: frozenset[str], now: Callable[[], datetime]) -> list[Finding]:
    """`needed` are the scopes of the manifest, `now` gives aware UTC."""
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
        try:
            answer = await probe("auth.test", _plain(settings.slack_bot_token), settings.slack_api_url, session)
        except SlackUnavailable as error:
            told = f"{settings.slack_api_url} can't be reached: {error}"
            return [problem("slack", told, "Let this machine reach it by HTTPS, or mend SLACK_API_URL.")]
        found = [ok("slack", f"{settings.slack_api_url} answers"), _clock(answer.at, now())]
        if settings.slack_bot_token:
            found += [_bot(answer), *_scopes(answer, needed)]
        if settings.slack_app_token:
            found.append(await _socket(settings, session))
    return found


def _plain(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None


def _clock(at: datetime | None, now: datetime) -> Finding:
    if at is None:
        return warning("clock", "Slack's answer says no time", "Look whether a proxy takes its Date header away.")
    skew = (now - at).total_seconds()
    told = f"this machine is {abs(skew):.0f} seconds {'ahead of' if skew > 0 else 'behind'} Slack"
    if abs(skew) >= WINDOW:
        return problem("clock", f"{told}: every request gets a 401", "Set the clock, by NTP.")
    if abs(skew) >= NOTICEABLE:
        return warning("clock", told, "Set the clock, by NTP: from five minutes on, requests are refused.")
    return ok("clock", "it goes with Slack's")


def _bot(answer: Probe) -> Finding:
    if answer.error == "ratelimited":
        return warning("token", "Slack wants no more calls for now", "Look again in a minute.")
    if answer.error:
        return problem(
            "token",
            f"Slack refuses SLACK_BOT_TOKEN: {answer.error}",
            'Copy it anew from "OAuth & Permissions"; where Rung was uninstalled, install it first.',
        )
    if not answer.told.get("bot_id"):
        return problem("token", "SLACK_BOT_TOKEN is a person's", 'Copy the bot\'s, from "OAuth & Permissions".')
    return ok("token", f"it is Rung's, in {answer.told.get('team')} ({answer.told.get('team_id')})")


def _scopes(answer: Probe, needed: frozenset[str]) -> Iterator[Finding]:
    if answer.error:
        return
    granted = answer.scopes
    if granted is None:
        yield warning("scopes", "Slack doesn't say which scopes Rung has", "Compare them with `rung manifest`.")
        return
    missing, spare = needed - granted, granted - needed
    again = "Paste what `rung manifest` prints into the app's settings, and install Rung again."
    if missing - OPTIONAL:
        yield problem("scopes", f"missing: {_listed(missing - OPTIONAL)}", again)
    if missing & OPTIONAL:
        yield warning("scopes", f"missing, so that Rung does less: {_listed(missing & OPTIONAL)}", again)
    if spare:
        yield warning("scopes", f"granted, and not needed: {_listed(spare)}", "Remove them from the app's settings.")
    if not missing and not spare:
        yield ok("scopes", f"all {len(needed)} of the manifest, and no other")


def _listed(scopes: frozenset[str]) -> str:
    return ", ".join(sorted(scopes))


async def _socket(settings: Settings, session: aiohttp.ClientSession) -> Finding:
    """Slack gives an address for a connection; none is opened."""
    try:
        token = _plain(settings.slack_app_token)
        answer = await probe("apps.connections.open", token, settings.slack_api_url, session)
    except SlackUnavailable as error:
        return problem("socket mode", f"Slack can't be reached: {error}", "Look again; else ask your network's people.")
    if answer.error:
        return problem(
            "socket mode",
            f"Slack opens no connection with SLACK_APP_TOKEN: {answer.error}",
            'Switch Socket Mode on (`rung manifest --socket`), and make an app-level token with "connections:write".',
        )
    return ok("socket mode", "Slack lets Rung connect")
