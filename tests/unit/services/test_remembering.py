"""Facts that are asked for once and believed for a while."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.domain.people import PersonId
from bot.errors import SlackUnavailable
from bot.services.remembering import LIFE, Remembered

PERSON = PersonId("T1", "U1")


class Source:
    """Answers with what stands in `fact`, once it may; counts how often it was asked."""

    def __init__(self) -> None:
        self.fact: str | Exception = "fact"
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.asked = 0
        self.seconds = 0.0
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, _: PersonId) -> str:
        self.asked += 1
        await self.may_answer.wait()
        if isinstance(self.fact, Exception):
            raise self.fact
        return self.fact

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def settled(self) -> None:
        await asyncio.gather(*self.tasks)


def remembered(source: Source, patience: float = 5.0) -> Remembered[PersonId, str]:
    return Remembered(source.ask, "unknown", source.spawn, lambda: source.seconds, patience=patience, doubt=30)


async def test_a_fact_is_asked_for_once_and_believed_for_its_life() -> None:
    source = Source()
    facts = remembered(source)

    assert [await facts.patiently(PERSON) for _ in range(3)] == ["fact"] * 3
    assert source.asked == 1
    source.seconds = LIFE
    await facts.patiently(PERSON)
    assert source.asked == 2


async def test_all_who_wait_at_once_share_one_question() -> None:
    source = Source()
    facts = remembered(source)

    assert await asyncio.gather(*(facts.patiently(PERSON) for _ in range(5))) == ["fact"] * 5
    assert source.asked == 1


async def test_what_comes_too_late_is_learned_all_the_same() -> None:
    source = Source()
    source.may_answer.clear()
    facts = remembered(source, patience=0)

    assert await facts.patiently(PERSON) == "unknown"
    assert await facts.patiently(PERSON) == "unknown"
    source.may_answer.set()
    await source.settled()
    assert await facts.patiently(PERSON) == "fact"
    assert source.asked == 1


async def test_a_failure_is_not_waited_for_again_for_a_while() -> None:
    source = Source()
    source.fact = SlackUnavailable()
    facts = remembered(source)

    assert await facts.patiently(PERSON) == "unknown"
    source.fact = "fact"
    source.seconds = 29
    assert await facts.patiently(PERSON) == "unknown"
    source.seconds = 31
    assert await facts.patiently(PERSON) == "fact"


async def test_an_answer_that_was_on_its_way_during_a_change_is_not_believed() -> None:
    source = Source()
    source.may_answer.clear()
    facts = remembered(source, patience=0)
    await facts.patiently(PERSON)

    facts.learn(PERSON, "newer")
    source.may_answer.set()
    await source.settled()

    assert facts.known(PERSON) == "newer"


@pytest.mark.parametrize("change", ["learn", "forget", "forget_all"])
async def test_nor_is_that_of_whoever_has_to_be_sure(change: str) -> None:
    source = Source()
    source.may_answer.clear()
    facts = remembered(source)
    asking = asyncio.create_task(facts.surely(PERSON))
    await asyncio.sleep(0)

    args = {"learn": (PERSON, "newer"), "forget": (PERSON,), "forget_all": ()}
    getattr(facts, change)(*args[change])
    source.may_answer.set()

    assert await asking == ("newer" if change == "learn" else "fact")
    assert facts.known(PERSON) == ("newer" if change == "learn" else None)
    source.fact = "newest"
    assert await facts.surely(PERSON) == ("newer" if change == "learn" else "newest")


async def test_what_was_forgotten_is_asked_for_again() -> None:
    source = Source()
    facts = remembered(source)
    await facts.patiently(PERSON)

    facts.forget(PERSON)

    assert facts.known(PERSON) is None
    assert await facts.patiently(PERSON) == "fact"
    assert source.asked == 2


async def test_whoever_has_to_be_sure_gets_the_error() -> None:
    source = Source()
    source.fact = SlackUnavailable()
    facts = remembered(source)
    assert await facts.patiently(PERSON) == "unknown"

    with pytest.raises(SlackUnavailable):
        await facts.surely(PERSON)
    source.fact = "fact"
    assert await facts.surely(PERSON) == "fact"
    assert await facts.patiently(PERSON) == "fact"


async def test_a_surprise_is_not_asked_for_again_and_again() -> None:
    source = Source()
    source.fact = RuntimeError("a surprise")
    facts = remembered(source)

    assert await asyncio.wait_for(facts.patiently(PERSON), 5) == "unknown"

    assert source.asked == 1
    with pytest.raises(RuntimeError, match="a surprise"):
        await source.settled()


async def test_all_is_forgotten_at_once() -> None:
    source = Source()
    facts = remembered(source)
    assert await facts.patiently(PERSON) == "fact"
    source.fact = "newer"

    facts.forget_all()

    assert await facts.patiently(PERSON) == "newer"
