"""What people do with modals, and what the bot's acknowledgement of a submission leads to."""

from typing import Any

import pytest

from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA
from bot.playground.records import View
from bot.playground.refusals import NotThere, Refused
from bot.playground.workspace import GENERAL, TEAM
from tests.unit.playground.demo_bot import (
    DemoBot,
    actions,
    button,
    connected,
    menu,
    modal,
    option,
    plain,
    section,
    text_input,
)


def opened(*blocks: dict[str, Any], ack: Any = None, **more: Any) -> tuple[LocalSlack, DemoBot, View]:
    """A modal that Emma has open, and a bot that acknowledges with `ack`."""
    slack, bot = connected(lambda request: ack)
    body = modal(*(blocks or (text_input(),)), **more)
    return slack, bot, slack.workspace.modals.open(EMMA, body, GENERAL)


async def test_a_submission_carries_everything_that_was_entered() -> None:
    slack, bot, view = opened(
        text_input("note", "words"),
        text_input("example", "words", optional=True),
        {"type": "input", "block_id": "level", "label": plain(), "element": menu("pick")},
        actions(menu("role", initial_option=option()), block_id="tools"),
        private_metadata="7",
        callback_id="rate",
    )
    slack.fill(EMMA, view, {("note", "words"): "Draft"})
    outcome = await slack.submit(EMMA, view, {("example", "words"): "One", "pick": "two"})
    told = bot.heard["view"]
    assert (bot.heard["type"], told["callback_id"], told["private_metadata"]) == ("view_submission", "rate", "7")
    assert told["state"]["values"] == {
        "note": {"words": {"type": "plain_text_input", "value": "Draft"}},
        "example": {"words": {"type": "plain_text_input", "value": "One"}},
        "level": {"pick": {"type": "static_select", "selected_option": option("two")}},
        "tools": {"role": {"type": "static_select", "selected_option": option()}},
    }
    assert (outcome.status, outcome.view, view.is_open) == (200, None, False)


async def test_errors_are_shown_at_the_fields_and_the_entries_stay() -> None:
    slack, _, view = opened(ack={"response_action": "errors", "errors": {"note": "Too short"}})
    outcome = await slack.submit(EMMA, view, {"words": "x"})
    assert (outcome.errors, outcome.view) == ({"note": "Too short"}, view)
    assert view.entries[("note", "words")]["value"] == "x"


async def test_an_update_shows_another_view_in_place() -> None:
    slack, _, view = opened(ack={"response_action": "update", "view": modal(section("Saved"))})
    outcome = await slack.submit(EMMA, view, {"words": "x"})
    assert outcome.view is view
    assert view.blocks[0]["text"]["text"] == "Saved"


async def test_a_push_lies_on_top_and_closing_it_shows_what_was_below() -> None:
    slack, bot, view = opened(ack={"response_action": "push", "view": modal(section("Sure?"))})
    top = (await slack.submit(EMMA, view, {"words": "x"})).view
    assert top
    assert top.previous_id == view.id
    with pytest.raises(NotThere, match="not on top"):
        await slack.submit(EMMA, view, {"words": "y"})
    sent = len(bot.requests)
    assert (await slack.close(EMMA, top)).view is view
    assert len(bot.requests) == sent


async def test_clear_closes_the_whole_stack() -> None:
    slack, bot, view = opened(ack={"response_action": "push", "view": modal(text_input())})
    top = (await slack.submit(EMMA, view, {"words": "x"})).view
    assert top
    bot.answer = lambda request: {"response_action": "clear"}
    outcome = await slack.submit(EMMA, top, {"words": "x"})
    assert (outcome.view, view.is_open, top.is_open) == (None, False, False)


BAD_ACKS: dict[str, Any] = {
    "an unknown action": {"response_action": "close"},
    "words": "Thank you",
    "a message": {"text": "Thank you"},
    "errors at no input": {"response_action": "errors", "errors": {"words": "Too short"}},
    "no errors": {"response_action": "errors", "errors": {}},
    "an empty error": {"response_action": "errors", "errors": {"note": ""}},
    "a view over its limits": {"response_action": "update", "view": modal(title=plain("x" * 25))},
    "a view with a file that is not there": {
        "response_action": "update",
        "view": modal({"type": "image", "slack_file": {"id": "F0NONE"}, "alt_text": "A chart"}),
    },
    "no view": {"response_action": "push"},
}


@pytest.mark.parametrize("ack", BAD_ACKS.values(), ids=BAD_ACKS.keys())
async def test_an_acknowledgement_that_slack_would_refuse_is_not_passed_over(ack: Any) -> None:
    slack, _, view = opened(ack=ack)
    with pytest.raises(Refused):
        await slack.submit(EMMA, view, {"words": "x"})


async def test_an_acknowledgement_cannot_push_a_fourth_view() -> None:
    slack, bot, view = opened(ack={"response_action": "push", "view": modal(text_input())})
    for _ in range(2):
        top = (await slack.submit(EMMA, view, {"words": "x"})).view
        assert top
        view = top
    with pytest.raises(Refused, match="push_limit_reached"):
        await slack.submit(EMMA, view, {"words": "x"})
    assert len(bot.requests) == 3


async def test_slack_does_not_submit_what_is_incomplete() -> None:
    slack, bot, view = opened(text_input(element={"min_length": 3, "max_length": 5}))
    with pytest.raises(NotThere, match="required inputs are empty: note"):
        await slack.submit(EMMA, view)
    for words in ("xx", "xxxxxx"):
        with pytest.raises(NotThere, match="takes 3 to 5 characters"):
            await slack.submit(EMMA, view, {"words": words})
    assert bot.requests == []
    await slack.submit(EMMA, view, {"words": "xxx"})


async def test_a_view_without_submit_or_of_somebody_else_is_not_submitted() -> None:
    slack, _, view = opened()
    with pytest.raises(NotThere):
        await slack.submit(DIETER, view, {"words": "x"})
    shown = slack.workspace.modals.open(EMMA, {"type": "modal", "title": plain(), "blocks": [section()]}, None)
    with pytest.raises(NotThere):
        await slack.submit(EMMA, shown)


async def test_a_failed_submission_leaves_the_modal_open() -> None:
    slack, bot, view = opened()
    bot.status = 500
    outcome = await slack.submit(EMMA, view, {"words": "x"})
    assert (outcome.status, outcome.view) == (500, view)


async def test_the_bot_hears_of_a_closed_modal_where_it_asked() -> None:
    slack, bot, view = opened(notify_on_close=True)
    slack.fill(EMMA, view, {"words": "Half"})
    outcome = await slack.close(EMMA, view)
    assert (bot.heard["type"], bot.heard["is_cleared"], outcome.view) == ("view_closed", False, None)
    assert bot.heard["view"]["state"]["values"]["note"]["words"]["value"] == "Half"


async def test_an_update_by_a_click_keeps_what_was_typed() -> None:
    slack, _, view = opened(text_input(), actions(button()))
    slack.fill(EMMA, view, {"words": "Half"})
    slack.workspace.modals.update(view, modal(text_input(), actions(button("other"))))
    await slack.submit(EMMA, view)
    assert not view.is_open


async def test_an_entry_in_an_input_is_sent_at_once_only_where_that_was_asked_for() -> None:
    quiet = {"type": "input", "block_id": "a", "label": plain(), "element": menu("quiet")}
    loud = {"type": "input", "block_id": "b", "label": plain(), "element": menu("loud"), "dispatch_action": True}
    slack, bot, view = opened(quiet, loud)
    assert (await slack.select(EMMA, view, "quiet", "two")).status is None
    assert bot.requests == []
    await slack.select(EMMA, view, "loud", "two")
    assert bot.heard["view"]["state"]["values"]["a"]["quiet"]["selected_option"] == option("two")


async def test_a_menu_of_conversations_can_hand_out_a_response_url() -> None:
    element = {
        "type": "conversations_select",
        "action_id": "where",
        "default_to_current_conversation": True,
        "response_url_enabled": True,
    }
    slack, bot, view = opened({"type": "input", "block_id": "to", "label": plain(), "element": element})
    await slack.submit(EMMA, view)
    assert [url["channel_id"] for url in bot.heard["response_urls"]] == [GENERAL]
    again = slack.workspace.modals.open(EMMA, view.body, GENERAL)
    await slack.submit(EMMA, again, {"where": TEAM})
    [url] = bot.heard["response_urls"]
    assert (url["block_id"], url["action_id"], url["channel_id"]) == ("to", "where", TEAM)
