"""What a monitoring system reads: Prometheus' text format."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST


@dataclass(frozen=True, slots=True)
class Figures:
    """How it stands at this moment. `deliveries` by kind and status, of all processes; `outcomes` by kind and what came
    of it, of this process since it started. `lag` is for how many seconds the oldest due delivery has waited."""

    deliveries: Mapping[tuple[str, str], int]
    lag: float
    outcomes: Mapping[tuple[str, str], int]


def exposition(figures: Figures) -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(figures))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        deliveries = GaugeMetricFamily("rung_deliveries", "Deliveries in the ledger", labels=["kind", "status"])
        for (kind, status), count in sorted(self._figures.deliveries.items()):
            deliveries.add_metric([kind, status], count)
        yield deliveries
        yield GaugeMetricFamily("rung_delivery_lag_seconds", "Age of the oldest due delivery", self._figures.lag)
        outcomes = CounterMetricFamily("rung_delivery_outcomes", "What came of deliveries", labels=["kind", "outcome"])
        for (kind, outcome), count in sorted(self._figures.outcomes.items()):
            outcomes.add_metric([kind, outcome], count)
        yield outcomes
