import json

import pytest

from bot.web.bodies import MAX_BODY, MAX_DEPTH
from tests.unit.web.client import request, signed
from tests.unit.web.house import COMMAND, FORM, JSON, House, error_of, form

TOO_DEEP = MAX_DEPTH + 1


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        pytest.param(b"", None, (415, "unsupported_content_type"), id="nothing at all"),
        pytest.param(b"{}", b"text/plain", (415, "unsupported_content_type"), id="plain text"),
        pytest.param(b"{}", b"application/jsonp", (415, "unsupported_content_type"), id="nearly JSON"),
        pytest.param(b"--x--", b"multipart/form-data; boundary=x", (415, "unsupported_content_type"), id="multipart"),
        pytest.param(b"", JSON, (400, "bad_json"), id="empty JSON"),
        pytest.param(b'{"type": ', JSON, (400, "bad_json"), id="half an object"),
        pytest.param(b'{"n": %b}' % (b"9" * 5000), JSON, (400, "bad_json"), id="a number of 5,000 digits"),
        pytest.param(b"payload=", FORM, (400, "bad_json"), id="empty payload"),
        pytest.param(b"payload=%7B", FORM, (400, "bad_json"), id="half a payload"),
        pytest.param(b"[]", JSON, (400, "not_an_object"), id="a list"),
        pytest.param(b"null", JSON, (400, "not_an_object"), id="null"),
        pytest.param(b'"text"', JSON, (400, "not_an_object"), id="a string"),
        pytest.param(b"payload=%5B%5D", FORM, (400, "not_an_object"), id="a list as payload"),
        pytest.param(b"payload=7", FORM, (400, "not_an_object"), id="a number as payload"),
        pytest.param(b'{"a": "\xff"}', JSON, (400, "not_utf8"), id="JSON that is not UTF-8"),
        pytest.param("{}".encode("utf-16"), JSON, (400, "not_utf8"), id="UTF-16"),
        pytest.param(b"text=\xc3\x28", FORM, (400, "not_utf8"), id="a form that is not UTF-8"),
        pytest.param(b"command=%2Fskill&text=%FF", FORM, (400, "not_utf8"), id="an escape that is not UTF-8"),
        pytest.param(rb'{"text": "\ud83d"}', JSON, (400, "not_utf8"), id="half an emoji"),
        pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, JSON, (400, "nested_too_deep"), id="10,000 deep"),
        pytest.param(b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}", JSON, (400, "nested_too_deep"), id="lists"),
        pytest.param(b'{"a":' * TOO_DEEP + b"1" + b"}" * TOO_DEEP, JSON, (400, "nested_too_deep"), id="a level over"),
        pytest.param(b'{"type": 7}', JSON, (400, "odd_field"), id="a type that is a number"),
        pytest.param(b'{"event": []}', JSON, (400, "odd_field"), id="an event that is a list"),
        pytest.param(b'{"event": {"type": null}}', JSON, (400, "odd_field"), id="an event without a kind"),
        pytest.param(b'{"authorizations": ["T1"]}', JSON, (400, "odd_field"), id="an authorization that is a string"),
        pytest.param(b"authorizations=x&command=%2Fskill", FORM, (400, "odd_field"), id="a list as a form's field"),
    ],
)
async def test_a_signed_request_that_is_not_well_formed_is_refused(
    body: bytes, content_type: bytes | None, expected: tuple[int, str]
) -> None:
    house = House()
    answer = await house.post(body, content_type)
    assert error_of(answer) == expected
    assert answer.headers[b"content-type"] == b"application/json;charset=utf-8"
    assert json.loads(answer.body)["message"].endswith(".")
    assert house.heard == []
    assert house.recorded == []


@pytest.mark.parametrize("content_type", [FORM, JSON, b"text/plain", None])
@pytest.mark.parametrize("body", [form(COMMAND), b"[" * 100_000, b"\xff", b""])
async def test_what_is_not_signed_is_refused_before_it_is_looked_at(body: bytes, content_type: bytes | None) -> None:
    house = House()
    answer = await house.post(body, content_type, headers={b"x-slack-signature": b"v0=" + b"0" * 64})
    assert error_of(answer) == (401, "bad_signature")
    assert house.heard == []


async def test_json_as_deep_as_the_limit_is_taken() -> None:
    house = House()
    levels = MAX_DEPTH - 1
    body = b'{"type":"block_actions","team":"T1","actions":[{"action_id":"rate"}],"state":%b1%b}'
    answer = await house.post(form({"payload": (body % (b'{"a":' * levels, b"}" * levels)).decode()}))
    assert (answer.status, len(house.heard)) == (200, 1)


async def test_a_body_up_to_the_limit_is_taken_and_a_byte_more_is_not() -> None:
    house = House()
    body = form({**COMMAND, "text": ""})
    full = body + b"&x=" + b"x" * (MAX_BODY - len(body) - 3)
    assert (await house.post(full)).status == 200
    assert error_of(await house.post(full + b"x")) == (413, "body_too_large")


@pytest.mark.parametrize("declared", [b"%d" % (MAX_BODY + 1), b"9" * 5000])
async def test_a_length_over_the_limit_is_refused_without_reading(declared: bytes) -> None:
    headers = {b"content-length": declared}
    answer = await request(House().front, "POST", "/slack/events", headers=headers, chunks=[])
    assert answer is not None
    assert error_of(answer) == (413, "body_too_large")
    assert answer.headers[b"connection"] == b"close"


@pytest.mark.parametrize("headers", [{}, {b"content-length": b"12"}, {b"content-length": b"many"}])
async def test_the_limit_holds_whatever_length_is_declared(headers: dict[bytes, bytes]) -> None:
    chunks = [b"x" * 1024] * (MAX_BODY // 1024 + 1)
    answer = await request(House().front, "POST", "/slack/events", headers=headers, chunks=chunks)
    assert answer is not None
    assert error_of(answer) == (413, "body_too_large")


@pytest.mark.parametrize("chunks", [[b""], [b"command=", b"%2Fsk"]])
async def test_a_client_that_goes_away_half_way_gets_no_answer(chunks: list[bytes]) -> None:
    house = House()
    headers = {**signed(b"".join(chunks)), b"content-type": FORM}
    answer = await request(house.front, "POST", "/slack/events", headers=headers, chunks=chunks, then_disconnect=True)
    assert answer is None
    assert house.heard == []


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/slack/events", b"POST"),
        ("HEAD", "/slack/events", b"POST"),
        ("PUT", "/slack/events", b"POST"),
        ("POST", "/health", b"GET, HEAD"),
        ("DELETE", "/ready", b"GET, HEAD"),
    ],
)
async def test_another_method_is_told_the_ones_that_are_allowed(method: str, path: str, allow: bytes) -> None:
    answer = await request(House().front, method, path)
    assert answer is not None
    assert (answer.status, answer.headers[b"allow"]) == (405, allow)


@pytest.mark.parametrize("path", ["/", "/slack/events/", "/slack", "/health/x", "/Health", "/slack/install"])
async def test_there_is_nothing_at_another_address(path: str) -> None:
    answer = await request(House().front, "GET", path)
    assert answer is not None
    assert error_of(answer) == (404, "not_found")
    assert path == "/" or path.encode() not in answer.body.replace(b"/slack/events.", b"")
