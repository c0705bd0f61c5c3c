import asyncio
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.web.asgi import Message
from bot.web.bodies import media_type, parse_form, read_body
from bot.web.refusals import Refused


async def test_a_body_that_stops_arriving_is_not_waited_for_without_end() -> None:
    chunks = [{"type": "http.request", "body": b"command=", "more_body": True}]

    async def receive() -> Message:
        return chunks.pop() if chunks else await asyncio.Future()

    with pytest.raises(Refused) as refused:
        await read_body(receive, b"100", patience=0)
    assert (refused.value.status, refused.value.error) == (408, "body_timeout")


_TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@settings(deadline=None, derandomize=True)
@given(st.dictionaries(_TEXTS, _TEXTS, min_size=1))
def test_a_form_is_read_as_it_was_written(fields: dict[str, str]) -> None:
    assert parse_form(urlencode(fields).encode()) == fields


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        (b"text=a=b", {"text": "a=b"}),
        (b"text=", {"text": ""}),
        (b"text", {"text": ""}),
        (b"text=1&text=2", {"text": "2"}),
        (b"text=100%&x=%zz", {"text": "100%", "x": "%zz"}),
        ("text=größer".encode(), {"text": "größer"}),
    ],
)
def test_a_form_that_no_library_would_write_is_read_all_the_same(form: bytes, fields: dict[str, str]) -> None:
    assert parse_form(form) == fields


@pytest.mark.parametrize(
    ("header", "kind"),
    [(None, b""), (b"", b""), (b"Text/HTML; charset=utf-8", b"text/html"), (b" text/html ;x", b"text/html")],
)
def test_a_media_type_stands_without_its_parameters(header: bytes | None, kind: bytes) -> None:
    assert media_type(header) == kind
