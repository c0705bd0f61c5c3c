"""What a monitoring system reads."""

from collections.abc import Iterator
from dataclasses import replace

from prometheus_client.parser import text_string_to_metric_families

from bot.tally import Outcome, RequestKind, Tally
from bot.web.metrics import Figures, Ledger, exposition
from tests.conventions.repository import ROOT, table

FIGURES = Figures(
    ledger=Ledger({("nudge", "sent"): 3, ("nudge", "due"): 1}, 12.5, "abc"),
    outcomes={("nudge", "passed"): 2},
    version="1.2",
    wanted_schema="def",
    content="0a1b",
    skills=16,
    rounds={"completed": 7, "failed": 0},
    round_age=4.0,
    caches={("people", "hit"): 9},
    background=2,
    connections=2,
)


def counted() -> Tally:
    tally = Tally()
    for seconds in (0.004, 0.2, 60):
        tally.answered((RequestKind.COMMAND, "card", Outcome.OK, seconds, seconds < 60))
    tally.done(RequestKind.COMMAND, 61)
    tally.errors["surprise"] = 1
    tally.called("views.open", "refused", "expired_trigger_id", 0.3)
    tally.lost_connections["fault"] += 1
    return tally


def told(figures: Figures = FIGURES) -> list[str]:
    return exposition(figures, counted()).decode().splitlines()


def test_the_figures_are_told_with_their_labels() -> None:
    lines = told()
    for line in (
        'rung_requests_total{kind="command",outcome="ok",verb="card"} 3.0',
        'rung_ack_seconds_bucket{kind="command",le="0.005"} 1.0',
        'rung_ack_seconds_bucket{kind="command",le="3.0"} 2.0',
        'rung_ack_seconds_count{kind="command"} 3.0',
        'rung_request_seconds_bucket{kind="command",le="10.0"} 2.0',
        'rung_request_seconds_count{kind="command"} 3.0',
        'rung_errors_total{error="surprise"} 1.0',
        'rung_slack_calls_total{error="expired_trigger_id",method="views.open",outcome="refused"} 1.0',
        "rung_slack_call_seconds_count 1.0",
        "rung_socket_mode_connections 2.0",
        'rung_socket_mode_replacements_total{cause="fault"} 1.0',
        'rung_deliveries{kind="nudge",status="sent"} 3.0',
        'rung_deliveries{kind="nudge",status="due"} 1.0',
        "rung_delivery_lag_seconds 12.5",
        'rung_delivery_outcomes_total{kind="nudge",outcome="passed"} 2.0',
        'rung_rounds_total{outcome="completed"} 7.0',
        "rung_round_age_seconds 4.0",
        'rung_build_info{version="1.2"} 1.0',
        'rung_content_info{version="0a1b"} 1.0',
        'rung_schema_info{revision="abc",wanted="def"} 1.0',
        "rung_schema_current 0.0",
        "rung_database_up 1.0",
        'rung_cache_lookups_total{cache="people",result="hit"} 9.0',
    ):
        assert sorted_labels(line) in map(sorted_labels, lines), line


def sorted_labels(line: str) -> str:
    name, _, rest = line.partition("{")
    labels, _, value = rest.rpartition("}")
    return f"{name} {sorted(labels.split(','))} {value}"


def test_without_a_database_the_rest_is_told_all_the_same() -> None:
    gone = told(replace(FIGURES, ledger=None))
    assert "rung_database_up 0.0" in gone
    assert not [line for line in gone if line.startswith("rung_deliver") and "outcome" not in line]
    assert 'rung_errors_total{error="surprise"} 1.0' in gone


def names() -> Iterator[str]:
    """Each metric, as queries name it."""
    for family in text_string_to_metric_families("\n".join(told())):
        ending = {"counter": "_total", "info": "_info"}.get(family.type, "")
        yield family.name + ending


def test_each_metric_is_documented_and_nothing_else_is() -> None:
    documented = [row["Metric"] for row in table(ROOT / "docs/operations.md", "Metric")]
    assert sorted(documented) == sorted(names())
