"""The load generator, a process of its own: asks two servers in turn, checks each answer, tells how it went.

Run as `python -m tests.benchmarks.load`, with a Plan as JSON on standard input; prints a Load for each port. The two
take turns several times a second, so that a machine that gets slower for a while slows both alike.
"""

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import cycle, islice
from typing import cast

from bot.web import server
from tests.benchmarks.requests import http_request

WARM_UP_TIMEOUT = 60.0  # seconds
SAMPLES = 25


@dataclass(frozen=True)
class Plan:
    """Which servers to ask for what, over how many connections each, in how many turns of how many seconds."""

    ports: tuple[int, int]
    bodies: list[str]
    connections: int
    turns: int
    seconds: float


@dataclass(frozen=True)
class Load:
    """Answers a second in each turn, the seconds until 99 of 100 were there, and the answers to the first bodies.

    Every answer to a body was the same as the first one.
    """

    rates: list[float]
    p99: float
    samples: list[str]


@dataclass
class Traffic:
    """What the connections to one server share. They ask while it is `asking`, and their answers count."""

    requests: list[bytes]
    connections: list["Connection"] = field(default_factory=list)
    answers: dict[int, bytes] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    asking: bool = False
    fault: str = ""
    is_warm: asyncio.Event = field(default_factory=asyncio.Event)  # each request was answered once

    async def connect(self, port: int, connections: int) -> None:
        loop = asyncio.get_running_loop()
        step = max(1, len(self.requests) // connections)
        for number in range(connections):
            make = partial(Connection, self, number * step)
            _, connection = await loop.create_connection(make, "127.0.0.1", port)
            self.connections.append(connection)

    async def warm_up(self) -> None:
        self.start()
        await asyncio.wait_for(self.is_warm.wait(), WARM_UP_TIMEOUT)
        await self.stop()
        self.times.clear()

    async def turn(self, seconds: float) -> float:
        """Answers a second. Raises RuntimeError when one isn't right."""
        before, begun = len(self.times), time.perf_counter()
        self.start()
        await asyncio.sleep(seconds)
        rate = (len(self.times) - before) / (time.perf_counter() - begun)
        await self.stop()
        if self.fault:
            raise RuntimeError(self.fault)
        return rate

    def start(self) -> None:
        self.asking = True
        for connection in self.connections:
            connection.ask()

    async def stop(self) -> None:
        """Wait for the answers that are on their way."""
        self.asking = False
        await asyncio.gather(*(connection.idle.wait() for connection in self.connections))

    def samples(self) -> list[str]:
        return [self.answers[number].decode() for number in range(min(SAMPLES, len(self.requests)))]

    def check(self, number: int, head: bytes, body: bytes) -> None:
        first = self.answers.setdefault(number, body)
        if not head.startswith(b"HTTP/1.1 200 "):
            self.fault = f"not a 200: {head[:40]!r}"
        elif first != body:
            self.fault = f"two answers to request {number}"
        if self.fault or len(self.answers) == len(self.requests):
            self.is_warm.set()


class Connection(asyncio.Protocol):
    """Asks the next request as soon as the last one is answered."""

    def __init__(self, traffic: Traffic, first: int) -> None:
        self.idle = asyncio.Event()
        self._traffic = traffic
        self._numbers = islice(cycle(range(len(traffic.requests))), first, None)
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)  # uvloop's doesn't say that it is one

    def ask(self) -> None:
        self.idle.clear()
        self._number = next(self._numbers)
        self._asked = time.perf_counter()
        self._transport.write(self._traffic.requests[self._number])

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        if not end or len(body) < _length(head):
            return
        self._received = b""
        self._traffic.times.append(time.perf_counter() - self._asked)
        self._traffic.check(self._number, head, body)
        if self._traffic.asking:
            self.ask()
        else:
            self.idle.set()


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])


async def run(plan: Plan) -> list[Load]:
    requests = [http_request(body.encode()) for body in plan.bodies]
    both = [Traffic(requests) for _ in plan.ports]
    for traffic, port in zip(both, plan.ports, strict=True):
        await traffic.connect(port, plan.connections)
        await traffic.warm_up()
    turns = [[await traffic.turn(plan.seconds) for traffic in both] for _ in range(plan.turns)]
    return [
        Load(list(rates), _percentile_99(traffic.times), traffic.samples())
        for traffic, rates in zip(both, zip(*turns, strict=True), strict=True)
    ]


def _percentile_99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


async def main() -> None:
    loads = await run(Plan(**json.load(sys.stdin)))
    sys.stdout.write(json.dumps([asdict(load) for load in loads]))


if __name__ == "__main__":
    server.run(main())
