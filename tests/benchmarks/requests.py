"""Slash commands as Slack sends them over HTTP, signed."""

import hmac
import time
from urllib.parse import urlencode

from tests.benchmarks.slack_stub import TEAM

SECRET = "a secret for the benchmarks"
TOKEN = "xoxb-benchmarks"


def command(text: str, user: str) -> bytes:
    """The body of a command; all fields that Slack sends are there, since each costs time."""
    return urlencode(
        {
            "token": "gIkuvaNzQIHg97ATvDxqgjtO",
            "team_id": TEAM,
            "team_domain": "bench",
            "channel_id": "C2147483705",
            "channel_name": "general",
            "user_id": user,
            "user_name": "somebody",
            "command": "/skill",
            "text": text,
            "api_app_id": "A123456",
            "is_enterprise_install": "false",
            "response_url": "https://hooks.slack.com/commands/1234/5678",
            "trigger_id": "13345224609.738474920.8088930838d88f008e0",
        }
    ).encode()


def signed_headers(body: bytes) -> dict[str, str]:
    timestamp = str(int(time.time()))
    digest = hmac.new(SECRET.encode(), f"v0:{timestamp}:".encode() + body, "sha256").hexdigest()
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": f"v0={digest}",
    }


def http_request(body: bytes) -> bytes:
    """The whole request, as it goes over the wire to be answered within the next five minutes."""
    lines = ["POST /slack/events HTTP/1.1", "Host: rung.test", "User-Agent: Slackbot 1.0", "Accept: */*"]
    lines += [f"{name}: {value}" for name, value in signed_headers(body).items()]
    lines += ["Accept-Encoding: gzip,deflate", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
