"""Whether the app's manifest fits together: Slack takes one that doesn't, and then tells nothing."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from bot.doctor.findings import Finding, ok, problem
from bot.slack.manifest import MANIFEST, read_manifest

MEND = f"Mend {MANIFEST.name}, print it with `rung manifest`, and paste it into the app's settings."

# Scopes that are needed to be told something, not to call a method.
SCOPE_OF_EVENT = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "user_change": "users:read",
    "member_left_channel": "channels:read",  # and groups:read, of private channels
    "channel_archive": "channels:read",
    "channel_deleted": "channels:read",
    "channel_id_changed": "channels:read",
    "channel_unarchive": "channels:read",
    "group_archive": "groups:read",
    "group_deleted": "groups:read",
    "group_unarchive": "groups:read",
}


def look_at_manifest() -> Iterator[Finding]:
    try:
        faults = list(faults_of(read_manifest()))
    except (OSError, yaml.YAMLError) as error:
        faults = [f"{MANIFEST.name} can't be read: {type(error).__name__}"]
    except (AttributeError, KeyError, TypeError, ValueError):
        faults = [f"{MANIFEST.name} has not the form of a manifest with one command"]
    yield from (problem("manifest", fault, MEND) for fault in faults)
    if not faults:
        yield ok("manifest", "scopes, events and addresses fit together")


def needed_scopes() -> frozenset[str]:
    """What Rung asks for; nothing where the manifest can't be read, which is told elsewhere."""
    try:
        return frozenset(read_manifest()["oauth_config"]["scopes"]["bot"])
    except (OSError, yaml.YAMLError, KeyError, TypeError):
        return frozenset()


def faults_of(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Raises KeyError, TypeError, ValueError or AttributeError where parts of it aren't there."""
    (command,) = manifest["features"]["slash_commands"]
    scopes, settings = manifest["oauth_config"]["scopes"]["bot"], manifest["settings"]
    events = settings["event_subscriptions"]["bot_events"]
    yield from (f"{name} stands there twice" for name, times in Counter([*scopes, *events]).items() if times > 1)
    for event in events:
        if (scope := SCOPE_OF_EVENT.get(event)) and scope not in scopes:
            yield f"the event {event} needs the scope {scope}, which isn't asked for"
    if "commands" not in scopes:
        yield "the command needs the scope commands, which isn't asked for"
    if not command.get("should_escape"):
        yield "people and channels that are typed after the command don't arrive as ids: should_escape is off"
    if not settings["interactivity"].get("is_enabled"):
        yield "clicks don't arrive: interactivity is off"
    urls = {
        command.get("url"),
        settings["event_subscriptions"].get("request_url"),
        settings["interactivity"].get("request_url"),
    }
    if len(urls) > 1:
        yield "commands, events and clicks go to different addresses"
