"""What a monitoring system reads."""

from bot.web.metrics import Figures, exposition


def test_the_figures_are_told_with_their_labels() -> None:
    told = exposition(Figures({("nudge", "sent"): 3, ("nudge", "due"): 1}, 12.5, {("nudge", "passed"): 2})).decode()
    for line in (
        'rung_deliveries{kind="nudge",status="sent"} 3.0',
        'rung_deliveries{kind="nudge",status="due"} 1.0',
        "rung_delivery_lag_seconds 12.5",
        'rung_delivery_outcomes_total{kind="nudge",outcome="passed"} 2.0',
    ):
        assert line in told.splitlines()
