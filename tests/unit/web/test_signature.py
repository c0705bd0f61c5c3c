import pytest

from bot.web.signature import SignatureCheck
from tests.unit.web.client import NOW, SECRET, signed

BODY = b"command=%2Fskill&text=help"
TIMESTAMP = b"x-slack-request-timestamp"
SIGNATURE = b"x-slack-signature"


def accepts(headers: dict[bytes, bytes], body: bytes = BODY, *, now: float = NOW) -> bool:
    return SignatureCheck(SECRET, lambda: now).accepts(headers, body)


def test_a_known_request_is_accepted_as_slack_signs_it() -> None:
    # worked out by openssl dgst -sha256 -hmac, over v0:1800000000: and the body
    headers = {
        TIMESTAMP: b"1800000000",
        SIGNATURE: b"v0=24d1e0ce814ff70282215c21bb821ced52138e3bc21873f712f42fc122f55b9e",
    }
    assert accepts(headers)


@pytest.mark.parametrize(
    ("seconds_later", "accepted"),
    [
        (-301, False),
        (-300.5, False),
        (-300, True),
        (0, True),
        (299.9, True),
        (300, True),
        (300.5, False),
        (301, False),
    ],
)
def test_the_window_is_five_minutes_to_either_side(seconds_later: float, accepted: bool) -> None:
    assert accepts(signed(BODY), now=NOW + seconds_later) is accepted


@pytest.mark.parametrize(
    "timestamp", [b"", b"soon", b"-1", b"1.8e9", b" 1800000000", b"1_8", b"9" * 5000, "١".encode()]
)
def test_a_timestamp_that_is_no_number_of_seconds_is_refused(timestamp: bytes) -> None:
    assert not accepts({**signed(BODY), TIMESTAMP: timestamp})


@pytest.mark.parametrize("missing", [TIMESTAMP, SIGNATURE])
def test_a_missing_header_is_refused(missing: bytes) -> None:
    headers = signed(BODY)
    del headers[missing]
    assert not accepts(headers)


@pytest.mark.parametrize("signature", [b"", b"v0=", b"v0=" + b"0" * 64, b"\xff" * 67, signed(BODY)[SIGNATURE][3:]])
def test_another_signature_is_refused(signature: bytes) -> None:
    assert not accepts({**signed(BODY), SIGNATURE: signature})


def test_a_signature_made_with_another_secret_is_refused() -> None:
    assert not accepts(signed(BODY, secret="another"))


def test_a_signature_covers_the_body_and_the_timestamp() -> None:
    assert not accepts(signed(BODY), BODY + b" ")
    assert not accepts({**signed(BODY), TIMESTAMP: b"%d" % (NOW + 1)})


@pytest.mark.parametrize("secret", ["", "  "])
def test_an_empty_secret_is_no_secret(secret: str) -> None:
    with pytest.raises(ValueError, match="signing secret"):
        SignatureCheck(secret, lambda: NOW)
