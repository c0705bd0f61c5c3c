"""What a monitoring system reads: Prometheus' text format. docs/operations.md says what each of it means."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from bot.tally import BOUNDS, Histogram, RequestKind, Tally

CONTENT_TYPE = CONTENT_TYPE_LATEST


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands in the database, of all processes.

    Deliveries by kind and status, for how many seconds the oldest due one has waited, and the revision it is at.
    """

    deliveries: Mapping[tuple[str, str], int]
    lag: float
    schema: str


@dataclass(frozen=True, slots=True)
class Figures:
    """How it stands at this moment. `ledger` is None where the database can't be reached.

    `outcomes` are those of deliveries by kind, `rounds` how many there were by what came of them, and `round_age` is
    for how many seconds none was completed; `caches` are look-ups by cache and result, `connections` Socket Mode's.
    """

    ledger: Ledger | None
    outcomes: Mapping[tuple[str, str], int]
    version: str
    wanted_schema: str
    content: str
    skills: int
    rounds: Mapping[str, int]
    round_age: float
    caches: Mapping[tuple[str, str], int]
    background: int
    connections: int | None


def exposition(figures: Figures, tally: Tally) -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(figures, tally))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, figures: Figures, tally: Tally) -> None:
        self._figures = figures
        self._tally = tally

    def collect(self) -> Iterator[Metric]:
        yield from self._requests()
        yield from self._calls()
        yield from self._writing()
        yield from self._state()

    def _requests(self) -> Iterator[Metric]:
        tally = self._tally
        labels = ("kind", "verb", "outcome")
        yield _counter("rung_requests", "Requests by what came of them", labels, tally.requests.items())
        yield _histogram("rung_ack_seconds", "From a request to its answer", tally.acks)
        yield _histogram("rung_request_seconds", "From a request until all that it set off is done", tally.works)
        errors = [((name,), count) for name, count in tally.errors.items()]
        yield _counter(
            "rung_errors", "Errors that were told or logged while a request was dealt with", ("error",), errors
        )

    def _calls(self) -> Iterator[Metric]:
        tally = self._tally
        yield _counter("rung_slack_calls", "Calls to Slack", ("method", "outcome", "error"), tally.calls.items())
        seconds = HistogramMetricFamily("rung_slack_call_seconds", "How long calls to Slack took")
        _add(seconds, [], tally.call_seconds)
        yield seconds
        if self._figures.connections is not None:
            yield GaugeMetricFamily(
                "rung_socket_mode_connections", "Connections of Socket Mode that bring envelopes",
                self._figures.connections,
            )  # fmt: skip
            lost = [((cause,), tally.lost_connections[cause]) for cause in ("routine", "fault")]
            yield _counter("rung_socket_mode_replacements", "Connections that had to be replaced", ("cause",), lost)

    def _writing(self) -> Iterator[Metric]:
        figures = self._figures
        if figures.ledger is not None:
            deliveries = GaugeMetricFamily("rung_deliveries", "Deliveries in the ledger", labels=["kind", "status"])
            for of, count in sorted(figures.ledger.deliveries.items()):
                deliveries.add_metric(of, count)
            yield deliveries
            yield GaugeMetricFamily("rung_delivery_lag_seconds", "Age of the oldest due delivery", figures.ledger.lag)
        labels = ("kind", "outcome")
        yield _counter("rung_delivery_outcomes", "What came of deliveries", labels, figures.outcomes.items())
        rounds = [((outcome,), count) for outcome, count in figures.rounds.items()]
        yield _counter("rung_rounds", "Rounds of planning", ("outcome",), rounds)
        yield GaugeMetricFamily("rung_round_age_seconds", "Since the last round that was completed", figures.round_age)

    def _state(self) -> Iterator[Metric]:
        figures = self._figures
        yield InfoMetricFamily("rung_build", "The version that runs", {"version": figures.version})
        yield InfoMetricFamily("rung_content", "The content in use", {"version": figures.content})
        yield GaugeMetricFamily("rung_content_skills", "Skills in the content in use", figures.skills)
        found = figures.ledger.schema if figures.ledger else ""
        schema = {"revision": found, "wanted": figures.wanted_schema}
        yield InfoMetricFamily("rung_schema", "The revision of the database, and the one of this version", schema)
        is_current = int(found == figures.wanted_schema)
        yield GaugeMetricFamily("rung_schema_current", "Whether these two are the same", is_current)
        yield GaugeMetricFamily("rung_database_up", "Whether the database answers", int(figures.ledger is not None))
        yield GaugeMetricFamily("rung_background_tasks", "What goes on after its answer", figures.background)
        labels = ("cache", "result")
        yield _counter("rung_cache_lookups", "Look-ups in what is remembered", labels, figures.caches.items())


def _counter(
    name: str, meaning: str, labels: tuple[str, ...], counts: Iterable[tuple[tuple[str, ...], int]]
) -> CounterMetricFamily:
    family = CounterMetricFamily(name, meaning, labels=labels)
    for of, count in sorted(counts):
        family.add_metric(of, count)
    return family


def _histogram(name: str, meaning: str, by_kind: Mapping[RequestKind, Histogram]) -> HistogramMetricFamily:
    family = HistogramMetricFamily(name, meaning, labels=["kind"])
    for kind, histogram in by_kind.items():
        _add(family, [kind], histogram)
    return family


def _add(family: HistogramMetricFamily, labels: list[str], histogram: Histogram) -> None:
    bounds = [*map(floatToGoString, BOUNDS), "+Inf"]
    family.add_metric(labels, list(zip(bounds, accumulate(histogram.counts), strict=True)), histogram.total)
