"""What people write and change outside of controls, and which events the bot hears of it."""

import pytest

from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, RITA
from bot.playground.refusals import NotThere
from bot.playground.workspace import GENERAL, PRIVATE, TEAM, WITHOUT_BOT
from tests.unit.playground.demo_bot import MANIFEST, NOW, DemoBot, connected, home, section


async def test_a_direct_message_arrives_as_an_event() -> None:
    slack, bot = connected()
    outcome = await slack.send_message(EMMA, "stop")
    event = bot.heard["event"]
    assert (event["type"], event["channel_type"], event["user"], event["text"]) == ("message", "im", EMMA, "stop")
    assert bot.heard["type"] == "event_callback"
    assert bot.heard["authorizations"][0]["user_id"] == BOT_USER_ID
    assert bot.raw[0][0]["content-type"] == "application/json"
    assert outcome.messages == []


async def test_typed_text_is_escaped_but_for_people_and_channels() -> None:
    slack, bot = connected()
    await slack.send_message(EMMA, f"a < b & <!channel> <@{DIETER}>")
    assert bot.heard["event"]["text"] == f"a &lt; b &amp; &lt;!channel&gt; <@{DIETER}>"


async def test_a_mention_arrives_as_a_mention_and_as_a_message() -> None:
    slack, bot = connected()
    await slack.mention(DIETER, "training", channel=TEAM)
    assert [request["event"]["type"] for request in bot.requests] == ["app_mention", "message"]
    assert {request["event"]["text"] for request in bot.requests} == {f"<@{BOT_USER_ID}> training"}
    assert len({request["event_id"] for request in bot.requests}) == 2


async def test_nothing_is_heard_of_a_channel_without_the_bot() -> None:
    slack, bot = connected()
    outcome = await slack.send_message(EMMA, "Hello", channel=WITHOUT_BOT)
    assert (outcome.status, bot.requests) == (None, [])
    with pytest.raises(NotThere):
        await slack.send_message(ADA, "Hello", channel=TEAM)


async def test_events_that_the_manifest_does_not_name_are_not_sent() -> None:
    slack = LocalSlack({**MANIFEST, "settings": {"event_subscriptions": {"bot_events": ["message.channels"]}}})
    bot = DemoBot()
    slack.connect(bot)
    assert (await slack.send_message(EMMA, "Hello")).status is None
    assert (await slack.change_user(EMMA, locale="fr-FR")).status is None
    assert (await slack.open_home(EMMA)).status is None
    assert bot.requests == []


@pytest.mark.parametrize("tab", [{}, {"messages_tab_enabled": True, "messages_tab_read_only_enabled": True}])
async def test_nobody_can_write_to_the_bot_without_its_messages_tab(tab: dict[str, bool]) -> None:
    slack = LocalSlack({**MANIFEST, "features": {"app_home": tab}})
    slack.connect(DemoBot())
    with pytest.raises(NotThere, match="messages tab"):
        await slack.send_message(EMMA, "Hello")


async def test_the_home_tab_is_opened_with_what_it_shows() -> None:
    slack, bot = connected()
    assert (await slack.open_home(EMMA)).home is None
    assert "view" not in bot.heard["event"]
    slack.workspace.modals.publish(EMMA, home(section("Hello")))
    outcome = await slack.open_home(EMMA)
    assert outcome.home
    assert (bot.heard["event"]["tab"], bot.heard["event"]["view"]["id"]) == ("home", outcome.home.id)


async def test_a_changed_profile_is_told_whole() -> None:
    slack, bot = connected()
    await slack.change_user(RITA, locale="de-DE", tz="Europe/Berlin")
    user = bot.heard["event"]["user"]
    assert (user["id"], user["locale"], user["tz"]) == (RITA, "de-DE", "Europe/Berlin")


async def test_joining_and_leaving_change_the_members() -> None:
    slack, bot = connected()
    await slack.join(GEORGE, TEAM)
    assert (bot.heard["event"]["type"], bot.heard["event"]["user"]) == ("member_joined_channel", GEORGE)
    assert GEORGE in slack.workspace.channel(TEAM).members
    outcome = await slack.leave(GEORGE, TEAM)
    assert outcome.status is None
    assert GEORGE not in slack.workspace.channel(TEAM).members


async def test_an_event_can_come_twice_with_one_id() -> None:
    slack, bot = connected()
    with pytest.raises(NotThere):
        await slack.repeat_event()
    await slack.send_message(EMMA, "Hello")
    await slack.repeat_event(retry=2, reason="http_error")
    first, second = bot.requests
    assert first == second
    assert bot.raw[1][0]["x-slack-retry-num"] == "2"
    assert bot.raw[1][0]["x-slack-retry-reason"] == "http_error"


async def test_timestamps_are_ids() -> None:
    slack, _ = connected()
    for text in ("One", "Two"):
        await slack.send_message(EMMA, text, channel=GENERAL)
    first, second = slack.workspace.visible_messages(EMMA, GENERAL)
    assert first.ts < second.ts
    assert first.ts.startswith(f"{int(NOW)}.")


FATES = ["channel_archive", "channel_deleted", "channel_id_changed", "channel_unarchive", "group_archive"]


def told_of_channels() -> tuple[LocalSlack, DemoBot]:
    slack = LocalSlack({**MANIFEST, "settings": {"event_subscriptions": {"bot_events": FATES}}})
    bot = DemoBot()
    slack.connect(bot)
    return slack, bot


async def test_what_becomes_of_a_channel_arrives_as_events() -> None:
    slack, bot = told_of_channels()
    await slack.archive(TEAM)
    assert slack.workspace.channel(TEAM).is_archived
    with pytest.raises(NotThere):
        await slack.send_message(EMMA, "Hello", channel=TEAM)
    await slack.unarchive(TEAM)
    assert not slack.workspace.channel(TEAM).is_archived
    await slack.change_channel_id(TEAM, "C0NEWID")
    assert slack.workspace.channel("C0NEWID").name == "demo-team"
    await slack.delete_channel("C0NEWID")
    assert TEAM not in slack.workspace.channels
    assert "C0NEWID" not in slack.workspace.channels
    events = [request["event"] for request in bot.requests]
    assert [event["type"] for event in events] == [FATES[0], FATES[3], FATES[2], FATES[1]]
    assert [event["channel"] for event in events if "channel" in event] == [TEAM, TEAM, "C0NEWID"]
    assert (events[2]["old_channel_id"], events[2]["new_channel_id"]) == (TEAM, "C0NEWID")


async def test_of_public_channels_everybody_is_told_and_of_private_ones_who_is_in_them() -> None:
    slack, bot = told_of_channels()
    await slack.archive(WITHOUT_BOT)
    assert bot.heard["event"]["type"] == "channel_archive"
    assert (await slack.archive(PRIVATE)).status is None
    slack.workspace.channel(PRIVATE).members.append(BOT_USER_ID)
    await slack.archive(PRIVATE)
    assert bot.heard["event"]["type"] == "group_archive"
