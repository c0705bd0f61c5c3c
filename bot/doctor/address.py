"""Whether Slack's requests reach Rung: one is sent and signed as Slack would, to the address that Slack has."""

import json
import secrets
from collections.abc import Callable
from datetime import datetime

import aiohttp
from slack_sdk.signature import SignatureVerifier

from bot.doctor.findings import Finding, ok, problem, warning
from bot.messenger.client import TIMEOUT
from bot.settings import Settings
from bot.slack.manifest import EVENTS_PATH

CHECK = "address"


async def look_at_address(url: str, settings: Settings, now: Callable[[], datetime]) -> Finding:
    """`url` is the one that was given to `rung manifest`."""
    if settings.slack_signing_secret is None:
        return warning(CHECK, "it isn't looked at without SLACK_SIGNING_SECRET", "Set it, unless you use Socket Mode.")
    address, challenge = url.rstrip("/") + EVENTS_PATH, secrets.token_hex(8)
    body = json.dumps({"type": "url_verification", "challenge": challenge})
    secret = settings.slack_signing_secret.get_secret_value()
    timestamp = str(int(now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": SignatureVerifier(secret).generate_signature(timestamp=timestamp, body=body) or "",
    }
    try:
        async with (
            aiohttp.ClientSession(timeout=TIMEOUT) as session,
            session.post(address, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            status, text = answer.status, await answer.text(errors="replace")
    except (TimeoutError, aiohttp.ClientError, ValueError) as error:
        told = f"{address} can't be reached: {type(error).__name__}: {error}"
        return problem(CHECK, told, "Start `rung run`, and look at the proxy, its certificate and the name.")
    return _judged(address, status, challenge in text)


def _judged(address: str, status: int, is_ours: bool) -> Finding:
    if status == 401:
        return problem(
            CHECK,
            f"{address} refuses what is signed with SLACK_SIGNING_SECRET",
            "Give `rung run` the same secret, set its clock, and let the proxy pass on the body as it is.",
        )
    if status != 200 or not is_ours:
        return problem(
            CHECK,
            f"{address} answers {status}, and not as Rung does",
            f"Let the proxy pass on POST {EVENTS_PATH} to `rung run --http`.",
        )
    if not address.startswith("https://"):
        return warning(CHECK, f"{address} answers, but Slack sends to https:// only", "Give the address with TLS.")
    return ok(CHECK, f"{address} answers what is signed")
