"""The payloads that Slack sends for what people do, as its reference shows them. Pure: facts in, objects out."""

import html
from collections.abc import Mapping
from typing import Any

from bot.playground.backend import Backend
from bot.playground.controls import Control, state_values
from bot.playground.installation import APP_ID, BOT_ID, BOT_USER_ID
from bot.playground.methods.views import view_json
from bot.playground.records import Channel, ChannelKind, Json, Message, Person, View
from bot.playground.workspace import as_json

VERIFICATION_TOKEN = "verification-token"  # of old: Slack still sends one, and nobody should rely on it
SHOWN_NAMES = {ChannelKind.DIRECT: "directmessage", ChannelKind.PRIVATE: "privategroup"}


def command_form(slack: Backend, person: Person, channel: Channel, command: str, text: str) -> dict[str, str]:
    enterprise = slack.workspace.enterprise_id
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": slack.workspace.team_id,
        **({"enterprise_id": enterprise, "enterprise_name": enterprise} if enterprise else {}),
        "team_domain": slack.workspace.domain,
        "channel_id": channel.id,
        "channel_name": SHOWN_NAMES.get(channel.kind, channel.name),
        "user_id": person.id,
        "user_name": person.handle,
        "command": command,
        "text": text,
        "api_app_id": APP_ID,
        "is_enterprise_install": "true" if enterprise else "false",
    }


def interaction(slack: Backend, kind: str, person: Person, **more: Any) -> Json:
    """What all interactions have in common, and the rest. An org-wide app isn't always told the workspace."""
    team_id, enterprise = slack.workspace.team_id, slack.workspace.enterprise_id
    return {
        "type": kind,
        "team": None if enterprise else {"id": team_id, "domain": slack.workspace.domain},
        "user": {"id": person.id, "username": person.handle, "name": person.handle, "team_id": team_id},
        "api_app_id": APP_ID,
        "token": VERIFICATION_TOKEN,
        "enterprise": {"id": enterprise, "name": enterprise} if enterprise else None,
        "is_enterprise_install": enterprise is not None,
        **more,
    }


def channel_ref(channel: Channel) -> Json:
    return {"id": channel.id, "name": SHOWN_NAMES.get(channel.kind, channel.name)}


def place_of(slack: Backend, surface: Message | View) -> Json:
    """Where an act took place. Of an ephemeral message Slack tells the place and not the contents."""
    if isinstance(surface, View):
        view = view_json(slack, surface, state_values(surface))
        return {"container": {"type": "view", "view_id": surface.id}, "view": view}
    container: Json = {
        "type": "message",
        "message_ts": surface.ts,
        "channel_id": surface.channel,
        "is_ephemeral": surface.is_ephemeral,
    }
    if surface.thread_ts:
        container["thread_ts"] = surface.thread_ts
    told = {
        "container": container,
        "channel": channel_ref(slack.workspace.channels[surface.channel]),
        "state": {"values": state_values(surface)},
    }
    if not surface.is_ephemeral:
        told["message"] = message_json(surface)
    return told


def message_json(message: Message) -> Json:
    ours = {"bot_id": BOT_ID, "app_id": APP_ID} if message.user == BOT_USER_ID else {}
    return as_json(message, with_metadata=True) | ours


def action(control: Control, at: float, entered: Mapping[str, Any] | None = None) -> Json:
    """The entry of `actions`. Slack escapes the texts that it echoes, so nobody should route on them."""
    block_id, action_id = control.key
    told: Json = {"type": control.kind, "block_id": block_id, "action_id": action_id, "action_ts": f"{at:.6f}"}
    if control.kind == "button":
        kept = {key: control.element[key] for key in ("value", "style", "url") if key in control.element}
        return told | kept | {"text": echoed(control.element["text"])}
    if placeholder := control.element.get("placeholder"):
        told["placeholder"] = echoed(placeholder)
    entered = dict(entered or {})
    if isinstance(option := entered.get("selected_option"), dict):
        entered["selected_option"] = {**option, "text": echoed(option["text"])}
    return told | entered


def echoed(text: Mapping[str, Any]) -> Json:
    return {**text, "text": html.escape(text["text"], quote=False)}


def event_envelope(slack: Backend, event: Mapping[str, Any], event_id: str) -> Json:
    team_id = slack.workspace.team_id
    authorization = {
        "enterprise_id": slack.workspace.enterprise_id,
        "team_id": team_id,
        "user_id": BOT_USER_ID,
        "is_bot": True,
        "is_enterprise_install": slack.workspace.enterprise_id is not None,
    }
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": team_id,
        "api_app_id": APP_ID,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(slack.now()),
        "authorizations": [authorization],
        "is_ext_shared_channel": False,
        "event_context": f"4-{event_id}",
    }
