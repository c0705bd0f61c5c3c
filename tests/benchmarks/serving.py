"""How fast commands are answered over HTTP, beside Bolt as it comes, and in how much memory."""

import json
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.content import LEVELS, write_framework
from tests.benchmarks.load import SAMPLES, Load
from tests.benchmarks.requests import command
from tests.benchmarks.servers import CONNECTIONS, Server, bare_bolt, compare, rung
from tests.benchmarks.slack_stub import LOCALES, user_id
from tests.benchmarks.table import Row

CARD_LIMIT = 0.80  # of the rate of bare Bolt, at least
MIX_LIMIT = 0.60
P99_LIMIT = 2.0  # times that of bare Bolt, at most
MEMORY_LIMIT = 160  # MiB

MIX_SKILLS = 200


@dataclass(frozen=True)
class Effort:
    """How long is measured: so many turns for each of the two, of so many seconds."""

    turns: int
    seconds: float


class Question(NamedTuple):
    """A command, and words that its answer has to have."""

    body: bytes
    words: tuple[str, ...]


async def one_card(api_url: str, effort: Effort) -> list[Row]:
    """The card that the product is about, from the bundled content, again and again."""
    body = command("distributed-training senior", user_id("en"))
    questions = [Question(body, ("Distributed Training", "Senior"))]
    with tempfile.TemporaryDirectory() as directory:
        async with rung(api_url, Path(directory)) as ours:
            return await _beside_bare(ours, api_url, questions, effort, "one card", CARD_LIMIT)


async def mixed_cards(api_url: str, effort: Effort) -> list[Row]:
    """Cards of many skills, at every level, in every language; each is made once before anything is measured."""
    questions = [
        Question(command(f"skill-{number} {level}", user_id(locale, number % 10)), (level.title(),))
        for number in range(MIX_SKILLS)
        for level in LEVELS
        for locale in LOCALES
    ]
    random.Random(3).shuffle(questions)
    what = f"{len(questions):,} cards of {MIX_SKILLS} skills"
    with tempfile.TemporaryDirectory() as name:
        content = Path(name) / "content"
        write_framework(content, random.Random(2), MIX_SKILLS)
        async with rung(api_url, Path(name), RUNG_CONTENT_DIR=str(content)) as ours:
            return await _beside_bare(ours, api_url, questions, effort, what, MIX_LIMIT)


async def _beside_bare(
    ours: Server, api_url: str, questions: list[Question], effort: Effort, what: str, limit: float
) -> list[Row]:
    """Bolt returns one of our answers, of the middle length, to every question."""
    bodies = [question.body for question in questions]
    await ours.answer(bodies[0])  # the first answer to somebody may not know their language yet
    payload = sorted([await ours.answer(body) for body in bodies[:SAMPLES]], key=len)[min(len(bodies), SAMPLES) // 2]
    async with bare_bolt(api_url, json.loads(payload)) as bare:
        loads = await compare(ours, bare, bodies, effort.turns, effort.seconds)
    for question, sample in zip(questions, loads[0].samples, strict=False):
        _expect(sample, question.words)
    if any(json.loads(sample) != json.loads(payload) for sample in loads[1].samples):
        raise RuntimeError("bare Bolt doesn't return the payload")
    return [*_rows(f"{what}, {len(payload) / 1024:.1f} KiB", loads, limit), _memory_row(what, ours)]


def _expect(answer: str, words: tuple[str, ...]) -> None:
    """A wrong answer makes any figure worthless."""
    text = json.dumps(json.loads(answer)["blocks"], ensure_ascii=False)
    if not all(word in text for word in words):
        raise RuntimeError(f"the answer doesn't say {words}: {text[:200]}")


def _rows(what: str, loads: list[Load], limit: float) -> list[Row]:
    ours, bare = loads
    rate = median(a / b for a, b in zip(ours.rates, bare.rates, strict=True))
    p99 = ours.p99 / bare.p99
    return [
        Row(
            f"{what}: answers a second",
            f"{median(ours.rates):,.0f}",
            f"{median(bare.rates):,.0f}",
            f"{rate:.2f}",
            f">= {limit:.2f}",
            rate >= limit,
        ),
        Row(
            f"{what}: p99 at {CONNECTIONS} connections",
            f"{ours.p99 * 1000:.1f} ms",
            f"{bare.p99 * 1000:.1f} ms",
            f"{p99:.2f}",
            f"<= {P99_LIMIT:.2f}",
            p99 <= P99_LIMIT,
        ),
    ]


def _memory_row(what: str, server: Server) -> Row:
    resident = server.memory()
    within = resident <= MEMORY_LIMIT
    return Row(f"{what}: memory after it", f"{resident:.0f} MiB", limit=f"<= {MEMORY_LIMIT} MiB", within=within)
