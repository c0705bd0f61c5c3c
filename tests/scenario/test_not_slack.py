"""What is not Slack's, or is not well-formed, gets a 4xx, and Rung lives on. tests/unit/web has the whole table."""

import pytest

from bot.playground.people import EMMA
from bot.playground.signing import FORM_TYPE, signed_headers
from tests.scenario.conftest import Scene
from tests.scenario.reading import title

JSON_TYPE = "application/json"
MALFORMED = [
    (FORM_TYPE, b"command=%2Fskill&text=\xff\xfe"),
    (FORM_TYPE, b"command=%2Fskill&text=%ff%fe"),
    (FORM_TYPE, b"payload=not json"),
    (FORM_TYPE, b"payload=[1,2]"),
    (JSON_TYPE, b'{"type": "event_callback", "event": "' + b"\xc3\x28" + b'"}'),
    (JSON_TYPE, b"not json"),
    (JSON_TYPE, b"[1, 2, 3]"),
    (JSON_TYPE, b"[" * 10_000 + b"]" * 10_000),
    (JSON_TYPE, b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
    (JSON_TYPE, b'{"type": "block_actions", "actions": []}'),
    (JSON_TYPE, b'{"type": "block_actions", "actions": "x"}'),
]


async def test_malformed_bodies_are_refused_and_the_process_lives_on(scene: Scene) -> None:
    for content_type, body in MALFORMED:
        headers = {"Content-Type": content_type, **signed_headers(scene.slack.signing_secret, body, scene.clock())}
        response = await scene.slack.post(body, headers)

        assert 400 <= response.status < 500, body[:60]
    assert scene.slack.workspace.messages == []
    assert title((await scene.slack.command(EMMA, "ddp senior")).message) == "Distributed Training: Senior"


@pytest.mark.parametrize(("secret", "age"), [("another-secret", 0), (None, 301), (None, -301)])
async def test_whoever_is_not_slack_is_refused(scene: Scene, secret: str | None, age: int) -> None:
    body = f"command=%2Fskill&text=help&user_id={EMMA}&team_id=T0RUNGDEMO".encode()
    headers = signed_headers(secret or scene.slack.signing_secret, body, scene.clock() - age)

    response = await scene.slack.post(body, {"Content-Type": FORM_TYPE, **headers})

    assert response.status == 401
    assert scene.slack.calls == []
