import json
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp

from bot.web.front import Readiness
from tests.unit.web.client import SECRET, request, signed
from tests.unit.web.house import COMMAND, FORM, JSON, PAYLOADS, Authorized, House, error_of, form, interaction

# What is Slack's, and well-formed


async def test_a_command_is_answered_by_its_listener() -> None:
    house = House()
    answer = await house.post(form(COMMAND))
    assert (answer.status, json.loads(answer.body)) == (200, {"text": "help"})
    assert answer.headers[b"content-type"] == b"application/json;charset=utf-8"
    assert answer.headers[b"content-length"] == b"%d" % len(answer.body)


@pytest.mark.parametrize("content_type", [FORM, FORM.upper(), FORM + b"; charset=utf-8", FORM + b" ;charset=utf-8"])
async def test_a_content_type_may_carry_parameters_and_capitals(content_type: bytes) -> None:
    assert (await House().post(form(COMMAND), content_type)).status == 200


@pytest.mark.parametrize("text", ["payload", "find payload size", "Ждём payload=1 & 🦜", "", "a+b%20c"])
async def test_a_command_arrives_with_its_text_whatever_stands_in_it(text: str) -> None:
    house = House()
    answer = await house.post(form({**COMMAND, "text": text}))
    assert answer.status == 200
    assert house.heard == [{**COMMAND, "text": text}]


@pytest.mark.parametrize("kind", ["action", "view", "event"])
async def test_interactions_and_events_reach_their_listeners(kind: str) -> None:
    house = House()
    payload = PAYLOADS[kind]
    answer = await (
        house.post(json.dumps(payload).encode(), JSON) if kind == "event" else house.post(interaction(payload))
    )
    assert (answer.status, answer.body) == (200, b"")
    assert house.heard == [payload]


async def test_a_body_in_chunks_is_put_together() -> None:
    house = House()
    body = form(COMMAND)
    headers = {**signed(body), b"content-type": FORM}
    chunks = [body[:5], b"", body[5:9], body[9:]]
    answer = await request(house.front, "POST", "/slack/events", headers=headers, chunks=chunks)
    assert answer is not None
    assert (answer.status, house.heard) == (200, [COMMAND])


async def test_the_challenge_of_an_event_subscription_is_returned() -> None:
    house = House()
    body = json.dumps({"type": "url_verification", "token": "t", "challenge": "3eZbrw1aB"}).encode()
    answer = await house.post(body, JSON)
    assert (answer.status, json.loads(answer.body)) == (200, {"challenge": "3eZbrw1aB"})


async def test_a_challenge_that_is_not_signed_is_not_returned() -> None:
    body = json.dumps({"type": "url_verification", "challenge": "3eZbrw1aB"}).encode()
    answer = await House().post(body, JSON, headers={b"x-slack-signature": b"v0=0"})
    assert error_of(answer) == (401, "bad_signature")
    assert b"3eZbrw1aB" not in answer.body


@pytest.mark.parametrize("headers", [{}, signed(b"ssl_check=1&token=t")], ids=["unsigned", "signed"])
async def test_the_probe_of_our_certificate_is_answered_and_goes_no_further(
    headers: dict[bytes, bytes],
) -> None:
    house = House()
    headers = {**headers, b"content-type": FORM}
    chunks = [b"ssl_check=1&token=t"]
    answer = await request(house.front, "POST", "/slack/events", headers=headers, chunks=chunks)
    assert answer is not None
    assert (answer.status, answer.body, house.heard) == (200, b"", [])


@pytest.mark.parametrize(
    "smuggled",
    [
        {"ssl_check": "1", **COMMAND},
        {
            "ssl_check": "1",
            "payload": json.dumps({"type": "block_actions", "actions": [{"action_id": "rate"}]}),
        },
        {"ssl_check": "0", **COMMAND},
        {"ssl_check": "true", **COMMAND},
    ],
)
async def test_nothing_unsigned_reaches_a_listener_beside_a_probe(smuggled: dict[str, str]) -> None:
    house = House()
    await house.post(form(smuggled), headers={b"x-slack-signature": b""})
    assert house.heard == []
    assert house.recorded == []


# Being alive, being ready, and the two ends of a life


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_health_is_told_while_the_process_lives(method: str) -> None:
    async def nothing_is_ready() -> Readiness:
        raise AssertionError("health doesn't depend on what readiness depends on")

    answer = await request(House(nothing_is_ready).front, method, "/health")
    assert answer is not None
    assert answer.status == 200
    assert answer.body == (b"" if method == "HEAD" else b'{"alive": true}')
    assert answer.headers[b"content-length"] == b"15"


async def test_ready_when_every_part_is() -> None:
    answer = await request(House().front, "GET", "/ready")
    assert answer is not None
    assert (answer.status, json.loads(answer.body)) == (200, {"ready": True, "problems": {}, "remarks": {}})


async def test_what_is_not_ready_is_listed() -> None:
    async def locked() -> Readiness:
        return {"database": "The database is locked.", "content": None}

    answer = await request(House(locked).front, "GET", "/ready")
    assert answer is not None
    assert answer.status == 503
    told = {"ready": False, "problems": {"database": "The database is locked."}, "remarks": {}}
    assert json.loads(answer.body) == told


async def test_the_two_ends_of_a_life_are_each_entered_once() -> None:
    house = House()
    arriving = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent: list[Any] = []

    async def receive() -> Any:
        house.phases.append(arriving[0]["type"])
        return arriving.pop(0)

    async def send(message: Any) -> None:
        house.phases.append(message["type"])
        sent.append(message)

    await house.front({"type": "lifespan"}, receive, send)
    assert house.phases == [
        *("lifespan.startup", "startup", "lifespan.startup.complete"),
        *("lifespan.shutdown", "shutdown", "lifespan.shutdown.complete"),
    ]


# What a browser could be made to ask for


GUARDS = {
    b"cache-control": b"no-store",
    b"content-security-policy": b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/health", b"", 200),
        ("GET", "/ready", b"", 200),
        ("GET", "/nothing", b"", 404),
        ("GET", "/slack/events", b"", 405),
        ("POST", "/slack/events", b"unsigned", 401),
        ("POST", "/slack/events", b"ssl_check=1", 200),
    ],
)
async def test_whatever_needs_no_signature_is_answered_with_every_guard(
    method: str, path: str, body: bytes, status: int
) -> None:
    answer = await request(House().front, method, path, headers={b"content-type": FORM}, chunks=[body])
    assert answer is not None
    assert answer.status == status
    assert answer.headers.items() >= GUARDS.items()


# What is recorded, and the last resort


async def test_each_acknowledgement_is_recorded_with_what_it_says() -> None:
    house = House()
    action = {"type": "block_actions", "team": "T1", "actions": [{"action_id": "rate"}]}
    await house.post(form(COMMAND))
    await house.post(interaction(action))
    await house.post(form(COMMAND), headers={b"x-slack-signature": b""})
    await house.post(form({"command": "/unknown", "team_id": "T1"}))
    assert house.recorded == [("ack", {"text": "help"}), ("ack", {})]


class BrokenApp(AsyncApp):
    """Fails where nothing in Bolt catches it."""

    async def async_dispatch(self, req: Any) -> Any:
        raise ZeroDivisionError("a secret detail")


async def test_what_escapes_from_bolt_is_logged_with_the_reference_that_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = House(app=BrokenApp(signing_secret=SECRET, authorize=Authorized()))
    answer = await house.post(form(COMMAND))
    told = json.loads(answer.body)
    assert (answer.status, told["error"]) == (500, "internal_error")
    assert b"secret detail" not in answer.body
    [record] = [record for record in caplog.records if record.name == "bot.web.front"]
    assert told["reference"] in record.getMessage()
    assert record.exc_info is not None
