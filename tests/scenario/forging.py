"""What Slack's own clients would not send: texts that a field doesn't take, and clicks on what stands nowhere."""

from bot.playground.payloads import interaction, place_of
from bot.playground.records import Json, View
from tests.scenario.conftest import Scene

WORDS = "words"  # the action_id of a field for words


def submission(scene: Scene, person: str, view: View, words: str | None = None) -> Json:
    """A confirmed window as Slack sends it; where `words` are given, with these in its field for words."""
    sent = place_of(scene.slack.backend, view)["view"]
    if words is not None:
        field = next(b["block_id"] for b in view.blocks if b.get("element", {}).get("action_id") == WORDS)
        sent["state"]["values"][field] = {WORDS: {"type": "plain_text_input", "value": words}}
    return interaction(
        scene.slack.backend, "view_submission", scene.slack.present(person), view=sent, trigger_id="1.1.x"
    )


def click(scene: Scene, person: str, view: View, action: str, value: str) -> Json:
    """A click in a window, on a control that may not be in it."""
    trigger = scene.slack.workspace.tickets.issue_trigger(person, scene.clock(), None, view.id).id
    payload = interaction(scene.slack.backend, "block_actions", scene.slack.present(person), trigger_id=trigger)
    pressed = {"type": "button", "block_id": "b", "action_id": action, "action_ts": "1.0", "value": value}
    return payload | place_of(scene.slack.backend, view) | {"actions": [pressed]}
