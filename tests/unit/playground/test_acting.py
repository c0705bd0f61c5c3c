"""What people do with commands and controls: what the bot is sent, and what comes of it."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.local_slack import LocalSlack
from bot.playground.people import ADA, DIETER, EMMA, GUS, OLGA
from bot.playground.records import Message
from bot.playground.refusals import NotThere, Refused
from bot.playground.workspace import ARCHIVED, GENERAL, PRIVATE, TEAM, WITHOUT_BOT
from tests.unit.playground.demo_bot import (
    MANIFEST,
    NOW,
    Answer,
    Clock,
    DemoBot,
    actions,
    button,
    connected,
    home,
    menu,
    modal,
    option,
    section,
    text_input,
)


def answering(*blocks: dict[str, Any], then: Any = None) -> Answer:
    """Answers a command with these blocks, and everything else with `then`."""
    return lambda request: {"text": "Card", "blocks": list(blocks)} if "command" in request else then


async def card(
    *blocks: dict[str, Any], then: Any = None, channel: str = GENERAL
) -> tuple[LocalSlack, DemoBot, Message]:
    """A card that Emma has asked for."""
    slack, bot = connected(answering(*blocks, then=then))
    return slack, bot, (await slack.command(EMMA, "training", channel=channel)).message


async def test_a_command_arrives_signed_and_as_slack_sends_it() -> None:
    slack, bot = connected()
    outcome = await slack.command(EMMA, "distributed-training senior & lead")
    headers, body = bot.raw[0]
    assert (
        SignatureVerifier(slack.signing_secret).generate_signature(timestamp=str(int(NOW)), body=body)
        == headers["x-slack-signature"]
    )
    assert headers["x-slack-request-timestamp"] == str(int(NOW))
    assert headers["content-type"] == "application/x-www-form-urlencoded"
    told = bot.heard
    assert (told["command"], told["text"]) == ("/skill", "distributed-training senior & lead")
    assert (told["user_id"], told["channel_id"], told["channel_name"]) == (EMMA, GENERAL, "general")
    assert (told["team_id"], told["is_enterprise_install"]) == (slack.workspace.team_id, "false")
    assert (outcome.status, outcome.body, outcome.messages) == (200, None, [])


@pytest.mark.parametrize(
    ("user", "channel", "command"),
    [
        (EMMA, GENERAL, "/other"),
        (OLGA, GENERAL, "/skill"),
        ("U0NOBODY", GENERAL, "/skill"),
        (EMMA, ARCHIVED, "/skill"),
        (DIETER, PRIVATE, "/skill"),
        (EMMA, "C0NOWHERE", "/skill"),
    ],
)
async def test_a_command_that_nobody_could_type_is_not_sent(user: str, channel: str, command: str) -> None:
    slack, bot = connected()
    with pytest.raises(NotThere):
        await slack.command(user, "help", channel=channel, command=command)
    assert bot.requests == []


async def test_an_acknowledgement_in_words_is_shown_to_the_person_alone() -> None:
    slack, _ = connected(lambda request: "Hello")
    outcome = await slack.command(EMMA)
    assert outcome.message.text == "Hello"
    assert outcome.posted == []
    assert slack.workspace.visible_messages(DIETER) == []


async def test_an_acknowledgement_can_be_for_everybody() -> None:
    slack, _ = connected(lambda request: {"text": "Hello", "response_type": "in_channel"})
    outcome = await slack.command(EMMA)
    assert outcome.posted == outcome.messages == slack.workspace.visible_messages(DIETER)


@pytest.mark.parametrize(
    "ack",
    [
        {"text": ""},
        {"text": "Hello", "blocks": [section("x" * 3_001)]},
        {"text": "Hello", "response_type": "public"},
        {"text": "Hello", "color": "red"},
    ],
)
async def test_an_acknowledgement_that_slack_would_refuse_is_not_passed_over(ack: dict[str, Any]) -> None:
    slack, _ = connected(lambda request: ack)
    with pytest.raises(Refused):
        await slack.command(EMMA)
    assert slack.calls[-1].method == "ack"
    assert slack.calls[-1].error


async def test_an_answer_that_cannot_be_read_is_not_passed_over() -> None:
    slack, bot = connected()
    for broken in (b"{", b"\xff"):
        bot.broken_body = broken
        with pytest.raises(Refused, match="can't be read"):
            await slack.command(EMMA)


async def test_a_bot_that_gives_no_answer_is_refused() -> None:
    async def silent(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    slack, _ = connected()
    slack.connect(silent)
    with pytest.raises(Refused, match="without an answer"):
        await slack.command(EMMA)


async def test_a_failed_request_leaves_nothing_but_its_status() -> None:
    slack, bot = connected(lambda request: "Internal error")
    bot.status = 500
    outcome = await slack.command(EMMA)
    assert (outcome.status, outcome.body, outcome.messages) == (500, "Internal error", [])


async def test_the_outcome_waits_for_the_work_after_the_acknowledgement() -> None:
    slack, bot = connected()

    async def settled() -> None:
        slack.workspace.post(GENERAL, "U0RUNGBOT", "Later", NOW, only_for=EMMA)

    slack.connect(bot, settled)
    assert (await slack.command(EMMA)).message.text == "Later"


async def test_a_click_tells_which_control_and_where() -> None:
    slack, bot, message = await card(section(), actions(button("rate", "Rate & grow", value="7"), block_id="tools"))
    await slack.click(EMMA, message, "rate")
    [action] = bot.heard["actions"]
    assert (action["type"], action["block_id"], action["action_id"], action["value"]) == (
        "button",
        "tools",
        "rate",
        "7",
    )
    assert action["text"]["text"] == "Rate &amp; grow"
    assert bot.heard["container"] == {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": GENERAL,
        "is_ephemeral": True,
    }
    assert "message" not in bot.heard
    assert bot.heard["channel"] == {"id": GENERAL, "name": "general"}


async def test_a_click_in_a_lasting_message_carries_the_message() -> None:
    slack, bot = connected()
    message = slack.workspace.post(TEAM, "U0RUNGBOT", "Summary", NOW, blocks=[actions(button())])
    await slack.click(DIETER, message, "go")
    assert bot.heard["message"]["ts"] == message.ts
    assert bot.heard["message"]["blocks"] == message.blocks
    assert not bot.heard["container"]["is_ephemeral"]


async def test_a_click_in_a_view_carries_the_view_and_no_response_url() -> None:
    slack, bot = connected()
    view = slack.workspace.modals.publish(EMMA, home(actions(button(), menu(initial_option=option()))))
    await slack.click(EMMA, view, "go")
    assert bot.heard["container"] == {"type": "view", "view_id": view.id}
    assert bot.heard["view"]["hash"] == view.hash
    assert bot.heard["view"]["state"]["values"]["b0"]["level"]["selected_option"] == option()
    assert "response_url" not in bot.heard


async def test_a_control_that_is_not_there_cannot_be_used() -> None:
    slack, bot, message = await card(actions(button("a"), menu("b")), actions(button("a", value="2")))
    before = len(bot.requests)
    for act in (
        slack.click(EMMA, message, "c"),
        slack.click(EMMA, message, "a"),
        slack.click(EMMA, message, "b"),
        slack.select(EMMA, message, "b", "three"),
        slack.select(EMMA, message, "a", "x", block_id="b0"),
    ):
        with pytest.raises(NotThere):
            await act
    assert len(bot.requests) == before


async def test_of_two_controls_of_one_id_the_block_or_the_value_tells() -> None:
    slack, bot, message = await card(actions(button("a", value="1")), actions(button("a", value="2")))
    await slack.click(EMMA, message, "a", value="2")
    assert bot.heard["actions"][0]["value"] == "2"
    await slack.click(EMMA, message, "a", block_id="b0")
    assert bot.heard["actions"][0]["value"] == "1"


async def test_nobody_uses_what_they_do_not_see() -> None:
    slack, _, message = await card(actions(button()))
    view = slack.workspace.modals.open(EMMA, modal(actions(button())), GENERAL)
    for user, surface in ((DIETER, message), (DIETER, view), (OLGA, message)):
        with pytest.raises(NotThere):
            await slack.click(user, surface, "go")
    slack.workspace.delete(message)
    slack.workspace.modals.close(view)
    for surface in (message, view):
        with pytest.raises(NotThere):
            await slack.click(EMMA, surface, "go")


async def test_a_guest_sees_only_the_channels_they_are_in() -> None:
    slack, _ = connected()
    message = slack.workspace.post(TEAM, "U0RUNGBOT", "Summary", NOW, blocks=[actions(button())])
    await slack.click(ADA, message, "go")
    with pytest.raises(NotThere):
        await slack.click(GUS, message, "go")


async def test_nothing_can_be_clicked_without_interactivity() -> None:
    slack = LocalSlack({**MANIFEST, "settings": {}})
    slack.connect(DemoBot())
    message = slack.workspace.post(TEAM, "U0RUNGBOT", "Summary", NOW, blocks=[actions(button())])
    with pytest.raises(NotThere, match="interactivity"):
        await slack.click(EMMA, message, "go")


SELECTIONS: dict[str, tuple[dict[str, Any], Any, dict[str, Any]]] = {
    "menu": (menu("pick"), "two", {"selected_option": option("two")}),
    "several": (
        {"type": "multi_static_select", "action_id": "pick", "options": [option("a"), option("b")]},
        ["b"],
        {"selected_options": [option("b")]},
    ),
    "radio": (
        {"type": "radio_buttons", "action_id": "pick", "options": [option("a")]},
        "a",
        {"selected_option": option("a")},
    ),
    "boxes": (
        {"type": "checkboxes", "action_id": "pick", "options": [option("a")]},
        ["a"],
        {"selected_options": [option("a")]},
    ),
    "overflow": (
        {"type": "overflow", "action_id": "pick", "options": [option("a")]},
        "a",
        {"selected_option": option("a")},
    ),
    "person": ({"type": "users_select", "action_id": "pick"}, DIETER, {"selected_user": DIETER}),
    "channel": ({"type": "conversations_select", "action_id": "pick"}, TEAM, {"selected_conversation": TEAM}),
    "day": ({"type": "datepicker", "action_id": "pick"}, "2026-12-24", {"selected_date": "2026-12-24"}),
    "time": ({"type": "timepicker", "action_id": "pick"}, "09:30", {"selected_time": "09:30"}),
}


@pytest.mark.parametrize(("control", "value", "chosen"), SELECTIONS.values(), ids=SELECTIONS.keys())
async def test_a_choice_is_told_by_the_kind_of_control(
    control: dict[str, Any], value: Any, chosen: dict[str, Any]
) -> None:
    slack, bot, message = await card(actions(control))
    await slack.select(EMMA, message, "pick", value)
    [action] = bot.heard["actions"]
    assert action == action | chosen
    kept = bot.heard["state"]["values"].get("b0", {}).get("pick")
    assert kept == (None if control["type"] == "overflow" else {"type": control["type"], **chosen})


async def test_an_overflow_entry_can_be_clicked() -> None:
    slack, bot, message = await card(actions({"type": "overflow", "action_id": "more", "options": [option("a")]}))
    await slack.click(EMMA, message, "more", value="a")
    assert bot.heard["actions"][0]["selected_option"]["value"] == "a"


async def test_a_type_ahead_offers_what_the_bot_finds() -> None:
    control = {"type": "external_select", "action_id": "find", "min_query_length": 2}
    slack, bot, message = await card(actions(control), then={"options": [option("a"), option("b")]})
    assert await slack.suggestions(EMMA, message, "find", "tra") == [option("a"), option("b")]
    assert (bot.heard["type"], bot.heard["value"], bot.heard["action_id"]) == ("block_suggestion", "tra", "find")
    await slack.select(EMMA, message, "find", "b", query="tra")
    assert bot.heard["actions"][0]["selected_option"]["value"] == "b"
    with pytest.raises(NotThere, match="more characters"):
        await slack.suggestions(EMMA, message, "find", "t")
    with pytest.raises(NotThere, match="no option"):
        await slack.select(EMMA, message, "find", "c", query="tra")


async def test_too_many_suggestions_are_refused() -> None:
    control = {"type": "external_select", "action_id": "find", "min_query_length": 0}
    slack, _, message = await card(actions(control), then={"options": [option(str(n)) for n in range(101)]})
    with pytest.raises(Refused, match="no more than 100"):
        await slack.suggestions(EMMA, message, "find")


async def test_shortcuts_are_those_of_the_manifest() -> None:
    slack, bot = connected()
    await slack.shortcut(EMMA, "ask")
    assert (bot.heard["type"], bot.heard["callback_id"]) == ("shortcut", "ask")
    message = slack.workspace.post(TEAM, DIETER, "How do I shard?", NOW)
    await slack.message_shortcut(EMMA, message, "look")
    assert (bot.heard["type"], bot.heard["message"]["text"]) == ("message_action", "How do I shard?")
    for act in (slack.shortcut(EMMA, "look"), slack.message_shortcut(EMMA, message, "ask")):
        with pytest.raises(NotThere):
            await act


async def test_what_is_not_slacks_can_be_sent_too() -> None:
    slack, bot = connected()
    response = await slack.post(b'{"type": "hello"}', {"Content-Type": "application/json"})
    assert response.status == 200
    assert "x-slack-signature" not in bot.raw[0][0]


async def test_a_click_can_open_a_modal_and_answer_by_its_response_url() -> None:
    slack = LocalSlack(MANIFEST, now=Clock())
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=url, session=session)

        async def answer(request: dict[str, Any]) -> Any:
            if "command" in request:
                return {"text": "Card", "blocks": [actions(button())]}
            await client.views_open(trigger_id=request["trigger_id"], view=modal(text_input()))
            await session.post(request["response_url"], json={"text": "Opened", "replace_original": True})
            return None

        slack.connect(DemoBot(answer))
        message = (await slack.command(EMMA, "training")).message
        outcome = await slack.click(EMMA, message, "go")
    assert outcome.view
    assert outcome.view.owner == EMMA
    assert outcome.edited == [message]
    assert (message.text, message.blocks) == ("Opened", [])


async def test_the_one_message_of_an_outcome_is_one() -> None:
    slack, _ = connected()
    outcome = await slack.command(EMMA)
    with pytest.raises(NotThere, match="0 new messages"):
        _ = outcome.message


async def test_the_bot_need_not_be_where_its_command_is_typed() -> None:
    _, _, message = await card(section(), channel=WITHOUT_BOT)
    assert message.channel == WITHOUT_BOT


def test_a_field_of_a_person_is_spelled_right() -> None:
    slack, _ = connected()
    with pytest.raises(AttributeError):
        slack.workspace.change_person(EMMA, language="de")
