"""The Web API as slack_sdk's own client sees it, over HTTP."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.contract import METHODS
from bot.playground.installation import BOT_ID, BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.methods import HANDLERS
from bot.playground.people import ADA, DIETER, EMMA, GUS, OLGA, RITA, SLACKBOT
from bot.playground.workspace import ANNOUNCEMENTS, ARCHIVED, GENERAL, PRIVATE, TEAM, WITHOUT_BOT
from tests.unit.playground.demo_bot import MANIFEST, Clock, actions, button, home, modal, plain, section


class Site:
    """A local Slack that is being served, and a client of it that doesn't repeat anything."""

    def __init__(self, slack: LocalSlack, url: str, session: aiohttp.ClientSession) -> None:
        self.slack, self.url, self.session = slack, url, session
        self.client = self.client_with(slack.bot_token)

    def client_with(self, token: str | None) -> AsyncWebClient:
        client = AsyncWebClient(token=token, base_url=self.url, session=self.session)
        client.retry_handlers.clear()
        return client

    async def refusal(self, method: str, **args: Any) -> dict[str, Any]:
        """What Slack answers to a call that it refuses."""
        with pytest.raises(SlackApiError) as caught:
            await self.client.api_call(method, json=args)
        answer: dict[str, Any] = caught.value.response.data
        return answer

    async def error(self, method: str, **args: Any) -> str:
        return str((await self.refusal(method, **args))["error"])


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    slack = LocalSlack(MANIFEST, now=Clock())
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        yield Site(slack, url, session)


def with_manifest(**features: Any) -> Mapping[str, Any]:
    return {**MANIFEST, "features": {**MANIFEST["features"], **features}}


def test_every_method_of_the_contract_is_answered() -> None:
    assert METHODS.keys() == HANDLERS.keys()


async def test_the_token_says_who_the_bot_is(site: Site) -> None:
    answer = await site.client.auth_test()
    assert (answer["user_id"], answer["bot_id"]) == (BOT_USER_ID, BOT_ID)
    assert (await site.client.team_info())["team"]["id"] == answer["team_id"]
    assert (await site.client.bots_info(bot=BOT_ID))["bot"]["user_id"] == BOT_USER_ID


@pytest.mark.parametrize(("token", "error"), [(None, "not_authed"), ("xoxb-other", "invalid_auth")])
async def test_a_call_without_the_right_token_is_refused(site: Site, token: str | None, error: str) -> None:
    with pytest.raises(SlackApiError, match=error):
        await site.client_with(token).auth_test()


async def test_an_unknown_method_is_refused(site: Site) -> None:
    assert await site.error("chat.shout", text="Hello") == "unknown_method"


async def test_unknown_and_missing_arguments_are_named(site: Site) -> None:
    answer = await site.refusal("users.info", person=EMMA)
    assert answer["error"] == "invalid_arguments"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] missing required field: user [json-pointer:/user]",
        "[ERROR] invalid additional property: person [json-pointer:/person]",
    ]


async def test_a_scope_that_the_manifest_lacks_is_named() -> None:
    bare = LocalSlack({**MANIFEST, "oauth_config": {"scopes": {"bot": ["commands"]}}})
    async with bare.serving() as url, aiohttp.ClientSession() as session:
        answer = await Site(bare, url, session).refusal("users.info", user=EMMA)
    assert (answer["error"], answer["needed"], answer["provided"]) == ("missing_scope", "users:read", "commands")


async def test_the_scope_has_to_fit_the_kind_of_conversation(site: Site) -> None:
    site.slack.workspace.channel(PRIVATE).members.append(BOT_USER_ID)
    answer = await site.refusal("conversations.history", channel=PRIVATE)
    assert (answer["error"], answer["needed"]) == ("missing_scope", "groups:history")


async def test_a_body_that_is_no_json_object_is_refused(site: Site) -> None:
    headers = {"Authorization": f"Bearer {site.slack.bot_token}", "Content-Type": "application/json"}
    for body, error in ((b"{", "invalid_json"), (b"[]", "json_not_object")):
        async with site.session.post(f"{site.url}auth.test", data=body, headers=headers) as response:
            assert (await response.json())["error"] == error


async def test_form_arguments_are_understood_like_json(site: Site) -> None:
    answer = await site.client.api_call("chat.postMessage", data={"channel": GENERAL, "blocks": '[{"type":"divider"}]'})
    assert answer["message"]["blocks"] == [{"type": "divider", "block_id": "b0"}]
    with pytest.raises(SlackApiError, match="blocks is not valid JSON"):
        await site.client.api_call("chat.postMessage", data={"channel": GENERAL, "blocks": "[{"})


async def test_a_person_has_a_zone_and_on_demand_a_locale(site: Site) -> None:
    user = (await site.client.users_info(user=DIETER, include_locale=True))["user"]
    assert (user["locale"], user["tz"], user["profile"]["title"]) == ("de-DE", "Europe/Berlin", "LLM Engineer")
    assert "locale" not in (await site.client.users_info(user=DIETER))["user"]
    assert (await site.client.users_profile_get(user=DIETER))["profile"]["title"] == "LLM Engineer"


async def test_people_who_are_not_coached_can_be_told_apart(site: Site) -> None:
    people = {user["id"]: user for user in (await site.client.users_list())["members"]}
    assert people[OLGA]["deleted"]
    assert "tz" not in people[OLGA]
    assert people[GUS]["is_restricted"]
    assert people[ADA]["is_admin"]
    assert people[BOT_USER_ID]["is_bot"]
    assert not people[SLACKBOT]["is_bot"]


async def test_do_not_disturb_is_told(site: Site) -> None:
    site.slack.workspace.person(EMMA).do_not_disturb = (1_800_000_000, 1_800_028_800)
    assert (await site.client.dnd_info(user=EMMA))["next_dnd_end_ts"] == 1_800_028_800
    assert not (await site.client.dnd_info(user=DIETER))["dnd_enabled"]


async def test_lists_come_in_pages(site: Site) -> None:
    seen: list[str] = []
    cursor = ""
    while True:
        page = await site.client.users_list(limit=4, cursor=cursor)
        seen += [user["id"] for user in page["members"]]
        assert len(page["members"]) <= 4
        if not (cursor := page["response_metadata"]["next_cursor"]):
            break
    assert seen == list(site.slack.workspace.people)
    for odd in ("nonsense", "bmV4dDotMQ==", "bmV4dDo5OTk="):
        assert await site.error("users.list", cursor=odd) == "invalid_cursor"
    assert await site.error("conversations.members", channel=GENERAL, limit=0) == "invalid_limit"


async def test_channels_and_their_members_are_listed(site: Site) -> None:
    channels = {channel["id"]: channel for channel in (await site.client.conversations_list())["channels"]}
    assert channels.keys() == {GENERAL, TEAM, WITHOUT_BOT, ANNOUNCEMENTS, ARCHIVED}
    assert channels[ARCHIVED]["is_archived"]
    listed = (await site.client.conversations_list(exclude_archived=True))["channels"]
    assert ARCHIVED not in [channel["id"] for channel in listed]
    assert RITA in (await site.client.conversations_members(channel=TEAM))["members"]
    info = (await site.client.conversations_info(channel=TEAM, include_num_members=True))["channel"]
    assert (info["name"], info["num_members"], info["is_member"]) == ("demo-team", 5, True)
    assert (info["is_read_only"], info["is_ext_shared"]) == (False, False)
    assert (await site.client.conversations_info(channel=ANNOUNCEMENTS))["channel"]["is_read_only"]
    site.slack.workspace.channel(TEAM).is_shared = True
    assert (await site.client.conversations_info(channel=TEAM))["channel"]["is_ext_shared"]
    assert await site.error("conversations.info", channel=PRIVATE) == "channel_not_found"
    assert await site.error("conversations.list", types="everything") == "invalid_types"


async def test_a_direct_conversation_is_opened_once(site: Site) -> None:
    first = await site.client.conversations_open(users=[EMMA])
    again = await site.client.conversations_open(users=[EMMA], return_im=True)
    assert first["channel"]["id"] == again["channel"]["id"]
    assert again["already_open"]
    assert again["channel"]["user"] == EMMA


@pytest.mark.parametrize(
    ("users", "error"),
    [
        ("", "users_list_not_supplied"),
        ("U0NOBODY", "user_not_found"),
        (OLGA, "user_disabled"),
        (SLACKBOT, "cannot_dm_bot"),
        (BOT_USER_ID, "cannot_dm_bot"),
        (f"{EMMA},{DIETER}", "missing_scope"),
    ],
)
async def test_some_conversations_cannot_be_opened(site: Site, users: str, error: str) -> None:
    assert await site.error("conversations.open", users=users) == error


@pytest.mark.parametrize(
    ("channel", "error"),
    [
        ("C0NOWHERE", "channel_not_found"),
        (PRIVATE, "channel_not_found"),
        (WITHOUT_BOT, "not_in_channel"),
        (ARCHIVED, "is_archived"),
        (ANNOUNCEMENTS, "restricted_action"),
        (SLACKBOT, "cannot_dm_bot"),
    ],
)
async def test_a_message_is_refused_where_the_bot_may_not_write(site: Site, channel: str, error: str) -> None:
    assert await site.error("chat.postMessage", channel=channel, text="Hello") == error


async def test_nobody_is_written_to_when_the_messages_tab_is_off() -> None:
    slack = LocalSlack(with_manifest(app_home={"home_tab_enabled": True}))
    async with slack.serving() as url, aiohttp.ClientSession() as session:
        assert await Site(slack, url, session).error("chat.postMessage", channel=EMMA, text="Hello") == (
            "messages_tab_disabled"
        )


async def test_a_message_is_sent_changed_and_taken_back(site: Site) -> None:
    sent = await site.client.chat_postMessage(channel=EMMA, text="First", blocks=[section("First")])
    place = {"channel": sent["channel"], "ts": sent["ts"]}
    await site.client.chat_update(**place, text="Second")
    [message] = site.slack.workspace.visible_messages(EMMA)
    assert (message.text, message.blocks) == ("Second", [])
    link = await site.client.chat_getPermalink(channel=sent["channel"], message_ts=sent["ts"])
    assert link["permalink"].endswith(f"/archives/{sent['channel']}/p{sent['ts'].replace('.', '')}")
    await site.client.chat_delete(**place)
    assert site.slack.workspace.visible_messages(EMMA) == []
    assert await site.error("chat.update", **place, text="Third") == "message_not_found"


async def test_only_its_own_messages_can_be_changed(site: Site) -> None:
    message = site.slack.workspace.post(GENERAL, EMMA, "Mine", 1_800_000_000)
    place = {"channel": GENERAL, "ts": message.ts}
    assert await site.error("chat.update", **place, text="Yours") == "cant_update_message"
    assert await site.error("chat.delete", **place) == "cant_delete_message"


async def test_an_ephemeral_message_is_seen_by_one_person_and_kept_nowhere(site: Site) -> None:
    await site.client.chat_postEphemeral(channel=TEAM, user=RITA, text="For you")
    workspace = site.slack.workspace
    assert [m.text for m in workspace.visible_messages(RITA, TEAM)] == ["For you"]
    assert workspace.visible_messages(DIETER, TEAM) == []
    assert (await site.client.conversations_history(channel=TEAM))["messages"] == []
    assert await site.error("chat.postEphemeral", channel=TEAM, user=GUS, text="Hi") == "user_not_in_channel"


async def test_contents_that_the_local_slack_cannot_show_are_refused(site: Site) -> None:
    answer = await site.refusal("chat.postMessage", channel=GENERAL, text="Hi", attachments=[{"text": "Old"}])
    assert answer["error"] == "invalid_arguments"
    answer = await site.refusal("chat.postMessage", channel=GENERAL, text="Hi", blocks=[section("")])
    assert answer["error"] == "invalid_blocks"
    assert "[json-pointer:/blocks/0/text/text]" in answer["response_metadata"]["messages"][0]


async def test_metadata_of_another_form_is_refused(site: Site) -> None:
    args = {"channel": GENERAL, "text": "Hi", "metadata": {"key": "2026-11-30"}}
    assert await site.error("chat.postMessage", **args) == "invalid_metadata_format"


async def test_history_is_newest_first_and_carries_metadata_on_demand(site: Site) -> None:
    key = {"event_type": "nudge", "event_payload": {"key": "2026-11-30"}}
    first = await site.client.chat_postMessage(channel=EMMA, text="First", metadata=key)
    second = await site.client.chat_postMessage(channel=EMMA, text="Second")
    channel = first["channel"]
    told = await site.client.conversations_history(channel=channel, include_all_metadata=True)
    assert [message["text"] for message in told["messages"]] == ["Second", "First"]
    assert told["messages"][1]["metadata"] == key
    plainly = await site.client.conversations_history(channel=channel, limit=1)
    assert plainly["has_more"]
    assert "metadata" not in plainly["messages"][0]
    later = await site.client.conversations_history(channel=channel, oldest=first["ts"])
    assert [message["ts"] for message in later["messages"]] == [second["ts"]]
    both = await site.client.conversations_history(channel=channel, oldest=first["ts"], inclusive=True)
    assert len(both["messages"]) == 2


async def test_replies_stand_in_their_thread(site: Site) -> None:
    start = await site.client.chat_postMessage(channel=TEAM, text="Start")
    await site.client.chat_postMessage(channel=TEAM, text="Reply", thread_ts=start["ts"])
    thread = await site.client.conversations_replies(channel=TEAM, ts=start["ts"])
    assert [message["text"] for message in thread["messages"]] == ["Start", "Reply"]
    assert [m["text"] for m in (await site.client.conversations_history(channel=TEAM))["messages"]] == ["Start"]
    assert await site.error("conversations.replies", channel=TEAM, ts="1.000001") == "thread_not_found"
    assert await site.error("conversations.history", channel=WITHOUT_BOT) == "not_in_channel"


async def test_a_file_is_uploaded_in_three_steps_and_can_then_be_shown(site: Site) -> None:
    answer = await site.client.files_upload_v2(content=b"PNG", filename="chart.png", title="Chart", channel=TEAM)
    file_id = answer["file"]["id"]
    assert site.slack.workspace.file(file_id).content == b"PNG"
    assert (await site.client.files_info(file=file_id))["file"]["channels"] == [TEAM]
    picture = {"type": "image", "slack_file": {"id": file_id}, "alt_text": "A chart"}
    await site.client.chat_postMessage(channel=TEAM, text="A chart", blocks=[picture])
    unknown = picture | {"slack_file": {"id": "F0NONE"}}
    assert await site.error("chat.postMessage", channel=TEAM, text="A", blocks=[unknown]) == "invalid_blocks"


async def test_an_upload_has_the_announced_size_and_is_completed(site: Site) -> None:
    announced = await site.client.files_getUploadURLExternal(filename="chart.png", length=3)
    async with site.session.post(announced["upload_url"], data=b"PNGs") as response:
        assert response.status == 400
    files = [{"id": announced["file_id"]}]
    assert await site.error("files.completeUploadExternal", files=files) == "file_not_found"
    assert await site.error("files.completeUploadExternal", files=[]) == "invalid_arguments"


async def test_a_modal_needs_a_fresh_trigger_that_serves_once(site: Site) -> None:
    clock = site.slack.backend.now
    assert isinstance(clock, Clock)
    tickets = site.slack.workspace.tickets
    trigger = tickets.issue_trigger(EMMA, clock.now)
    clock.now += 3
    await site.client.views_open(trigger_id=trigger.id, view=modal(section()))
    again = {"trigger_id": trigger.id, "view": modal(section())}
    assert await site.error("views.open", **again) == "exchanged_trigger_id"
    late = tickets.issue_trigger(EMMA, clock.now)
    clock.now += 3.001
    assert await site.error("views.open", trigger_id=late.id, view=modal(section())) == "expired_trigger_id"
    assert await site.error("views.open", trigger_id="1.2.3", view=modal(section())) == "invalid_trigger_id"
    assert await site.error("views.open", view=modal(section())) == "invalid_arguments"


async def test_modals_stack_three_high(site: Site) -> None:
    tickets, now = site.slack.workspace.tickets, site.slack.backend.now
    opened = await site.client.views_open(trigger_id=tickets.issue_trigger(EMMA, now()).id, view=modal(section()))
    view_id = opened["view"]["id"]
    for _ in range(2):
        trigger = tickets.issue_trigger(EMMA, now(), view_id=view_id)
        pushed = await site.client.views_push(trigger_id=trigger.id, view=modal(section()))
        assert pushed["view"]["root_view_id"] == opened["view"]["id"]
        assert pushed["view"]["previous_view_id"] == view_id
        view_id = pushed["view"]["id"]
    trigger = tickets.issue_trigger(EMMA, now(), view_id=view_id)
    assert await site.error("views.push", trigger_id=trigger.id, view=modal(section())) == "push_limit_reached"
    elsewhere = tickets.issue_trigger(EMMA, now())
    assert await site.error("views.push", trigger_id=elsewhere.id, view=modal(section())) == "not_found"


async def test_a_view_is_updated_only_as_it_was_last_read(site: Site) -> None:
    trigger = site.slack.workspace.tickets.issue_trigger(EMMA, site.slack.backend.now())
    view = modal(section("Loading"), external_id="levels")
    opened = (await site.client.views_open(trigger_id=trigger.id, view=view))["view"]
    updated = await site.client.views_update(external_id="levels", hash=opened["hash"], view=modal(section("Done")))
    assert updated["view"]["blocks"][0]["text"]["text"] == "Done"
    stale = {"view_id": opened["id"], "hash": opened["hash"], "view": modal(section())}
    assert await site.error("views.update", **stale) == "hash_conflict"
    assert await site.error("views.update", view_id="V0NONE", view=modal(section())) == "not_found"
    assert await site.error("views.update", view=modal(section())) == "invalid_arguments"


async def test_an_external_id_belongs_to_one_open_view(site: Site) -> None:
    tickets, now = site.slack.workspace.tickets, site.slack.backend.now()
    view = modal(section(), external_id="levels")
    await site.client.views_open(trigger_id=tickets.issue_trigger(EMMA, now).id, view=view)
    trigger = tickets.issue_trigger(DIETER, now)
    assert await site.error("views.open", trigger_id=trigger.id, view=view) == "duplicate_external_id"


async def test_a_home_tab_is_published_for_a_person(site: Site) -> None:
    first = (await site.client.views_publish(user_id=EMMA, view=home(section("One"))))["view"]
    await site.client.views_publish(user_id=EMMA, hash=first["hash"], view=home(section("Two")))
    assert site.slack.workspace.modals.homes[EMMA].blocks[0]["text"]["text"] == "Two"
    stale = {"user_id": EMMA, "hash": first["hash"], "view": home(section())}
    assert await site.error("views.publish", **stale) == "hash_conflict"
    assert await site.error("views.publish", user_id=OLGA, view=home()) == "invalid_arguments"


async def test_ids_that_the_bot_leaves_out_are_made_up(site: Site) -> None:
    unnamed = {"type": "button", "text": plain("Go")}
    answer = await site.client.chat_postMessage(channel=GENERAL, text="Go", blocks=[actions(unnamed, button("other"))])
    [block] = answer["message"]["blocks"]
    assert block["block_id"]
    assert [bool(element["action_id"]) for element in block["elements"]] == [True, True]
    assert "action_id" not in unnamed


async def test_calls_are_listed_without_their_token_and_with_the_verdict(site: Site) -> None:
    await site.client.api_call("users.info", data={"token": site.slack.bot_token, "user": EMMA})
    await site.error("users.info", user="U0NOBODY")
    assert [(call.method, call.args, call.error) for call in site.slack.calls] == [
        ("users.info", {"user": EMMA}, None),
        ("users.info", {"user": "U0NOBODY"}, "user_not_found"),
    ]
    assert site.slack.called("users.info") == [{"user": EMMA}, {"user": "U0NOBODY"}]


async def test_another_path_is_not_found(site: Site) -> None:
    async with site.session.get(site.url.removesuffix("api/")) as response:
        assert response.status == 404
