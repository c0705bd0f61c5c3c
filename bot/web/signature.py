"""Slack's request signature, version 0, checked over the raw bytes before anything is parsed."""

import hmac
from collections.abc import Callable, Mapping

WINDOW = 5 * 60  # seconds, before and after now, as Slack recommends
_TIMESTAMP_DIGITS = 12


class SignatureCheck:
    """Tells Slack's requests from others. `now` gives seconds since the epoch."""

    def __init__(self, signing_secret: str, now: Callable[[], float]) -> None:
        if not signing_secret.strip():
            raise ValueError("the signing secret is empty, so anybody could sign a request")
        self._secret = signing_secret.encode()
        self._now = now

    def accepts(self, headers: Mapping[bytes, bytes], body: bytes) -> bool:
        """Whether the body was signed with our secret within the window. `headers` have lower-case names."""
        timestamp = headers.get(b"x-slack-request-timestamp", b"")
        if not timestamp.isdigit() or len(timestamp) > _TIMESTAMP_DIGITS:
            return False
        if abs(self._now() - int(timestamp)) > WINDOW:
            return False
        digest = hmac.digest(self._secret, b"v0:%b:%b" % (timestamp, body), "sha256")
        expected = b"v0=" + digest.hex().encode()
        return hmac.compare_digest(expected, headers.get(b"x-slack-signature", b""))
