"""Requests as operators see them: one id in every line, and counts that add up."""

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from bot.errors import StaleControl, StorageUnavailable
from bot.tally import BOUNDS, Outcome, RequestKind, Tally
from bot.telemetry import (
    SLOW,
    JsonFormatter,
    OfRequest,
    Request,
    current_request,
    name_verb,
    note_error,
    reference_here,
)

_logger = logging.getLogger("bot.test")


class Stopwatch:
    def __init__(self) -> None:
        self.seconds = 50.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What is logged as JSON from DEBUG up."""
    written: list[str] = []

    class Written(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    handler, ours = Written(), logging.getLogger("bot")
    handler.addFilter(OfRequest())
    handler.setFormatter(JsonFormatter())
    before = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield written
    ours.removeHandler(handler)
    ours.setLevel(before)


async def test_every_line_carries_the_id_that_the_person_is_given_in_tasks_too(lines: list[str]) -> None:
    async def later() -> None:
        await asyncio.sleep(0)
        _logger.info("later")

    async def dealt_with() -> str:
        with Request(Tally(), Stopwatch(), RequestKind.COMMAND):
            task = asyncio.create_task(later())
            _logger.info("at once")
            told = reference_here()
        await task
        return told

    first, second = await asyncio.gather(dealt_with(), dealt_with())
    _logger.info("by itself")

    assert first != second
    for told in (first, second):
        of_it = [line["message"] for line in map(json.loads, lines) if line["request"] == told]
        assert of_it == ["at once", "command -: ok in 0.0 ms", "later"]
    assert json.loads(lines[-1])["request"] == "-"
    assert current_request() is None


def test_a_request_is_told_in_one_line_without_anything_that_was_typed(lines: list[str]) -> None:
    stopwatch = Stopwatch()
    with Request(Tally(), stopwatch, RequestKind.ACTION):
        name_verb("card.level")
        note_error(StaleControl("somebody typed this"))
        stopwatch.seconds += 0.25
    (line,) = map(json.loads, lines)
    told = {name: line[name] for name in ("level", "kind", "verb", "outcome", "ms")}
    assert told == {"level": "debug", "kind": "action", "verb": "card.level", "outcome": "told", "ms": 250.0}
    assert "typed" not in lines[0]


@pytest.mark.parametrize(
    ("error", "seconds", "level"),
    [(None, SLOW, "info"), (StorageUnavailable("gone"), 0, "info"), (None, SLOW / 2, "debug")],
)
def test_what_is_slow_or_fails_by_our_fault_is_told_without_being_asked_for(
    lines: list[str], error: Exception | None, seconds: float, level: str
) -> None:
    stopwatch = Stopwatch()
    with Request(Tally(), stopwatch, RequestKind.EVENT):
        if error:
            note_error(error)
        stopwatch.seconds += seconds
    assert [json.loads(line)["level"] for line in lines] == [level]


def test_requests_are_counted_by_what_came_of_them() -> None:
    tally, stopwatch = Tally(), Stopwatch()
    for status, error in ((200, None), (404, None), (503, None), (200, StaleControl()), (200, ValueError())):
        with Request(tally, stopwatch, RequestKind.COMMAND) as request:
            if error:
                note_error(error)
            request.answered(status)
    with Request(tally, stopwatch):
        pass
    counted = {outcome: tally.requests[RequestKind.COMMAND, "", outcome] for outcome in Outcome}
    assert counted == {Outcome.OK: 1, Outcome.REFUSED: 1, Outcome.FAILED: 2, Outcome.TOLD: 1}
    assert tally.requests.total() == 5, "a probe isn't counted"
    assert tally.errors == {"StaleControl": 1, "surprise": 1}


def test_an_answer_takes_until_it_is_sent_and_a_request_until_all_is_done() -> None:
    tally, stopwatch = Tally(), Stopwatch()
    with Request(tally, stopwatch, RequestKind.COMMAND) as request:
        request.hold()
        stopwatch.seconds += 0.02
    assert sum(tally.works[RequestKind.COMMAND].counts) == 0
    stopwatch.seconds += 1.9
    request.release()
    answer, work = tally.acks[RequestKind.COMMAND], tally.works[RequestKind.COMMAND]
    assert BOUNDS[answer.counts.index(1)] == 0.025
    assert BOUNDS[work.counts.index(1)] == 2.0
    assert work.total == pytest.approx(1.92)


def test_many_requests_are_counted_as_few_are() -> None:
    tally = Tally()
    for _ in range(2_500):
        with Request(tally, Stopwatch(), RequestKind.COMMAND):
            pass
    assert tally.requests == {(RequestKind.COMMAND, "", Outcome.OK): 2_500}
    assert tally.works[RequestKind.COMMAND].counts[0] == tally.acks[RequestKind.COMMAND].counts[0] == 2_500


async def test_whoever_hangs_up_is_not_counted_as_answered() -> None:
    tally = Tally()
    with pytest.raises(asyncio.CancelledError), Request(tally, Stopwatch(), RequestKind.COMMAND):
        raise asyncio.CancelledError
    assert tally.requests.total() == 0


def test_slacks_words_are_few_whatever_it_says() -> None:
    tally = Tally()
    for number in range(1_000):
        tally.called("chat.postMessage", "refused", f"error_{number}", 0.1)
    tally.called("chat.postMessage", "refused", "no word at all: 500 <html>", 0.1)
    words = {word for _, _, word in tally.calls}
    assert len(words) == 201
    assert tally.calls["chat.postMessage", "refused", "other"] == 801
    assert tally.call_seconds.counts[BOUNDS.index(0.1)] == 1_001
