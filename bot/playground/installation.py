"""What an app manifest grants: the scopes, commands, shortcuts, events and tabs of the one installed bot."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

APP_ID = "A0RUNGDEMO"
BOT_USER_ID = "U0RUNGBOT"
BOT_ID = "B0RUNGBOT"


@dataclass(frozen=True, slots=True)
class Offer:
    """How Slack's clients present a command or a shortcut to people."""

    name: str
    description: str
    usage_hint: str = ""


@dataclass(frozen=True, slots=True)
class Installation:
    """The installed bot. `shortcuts` says for each callback_id whether it is `global` or `message`.

    `offers` are by the command, or by the callback_id of the shortcut.
    """

    name: str
    scopes: frozenset[str]
    commands: tuple[str, ...]
    shortcuts: Mapping[str, str]
    events: frozenset[str]
    is_interactive: bool
    has_socket_mode: bool
    has_home_tab: bool
    has_messages_tab: bool
    messages_tab_is_read_only: bool
    offers: Mapping[str, Offer]

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Any]) -> "Installation":
        """Read what Slack's manifest schema defines; what is left out is off, as in Slack."""
        features, settings = manifest.get("features", {}), manifest.get("settings", {})
        home = features.get("app_home", {})
        return cls(
            name=manifest["display_information"]["name"],
            scopes=frozenset(manifest.get("oauth_config", {}).get("scopes", {}).get("bot", ())),
            commands=tuple(command["command"] for command in features.get("slash_commands", ())),
            shortcuts={shortcut["callback_id"]: shortcut["type"] for shortcut in features.get("shortcuts", ())},
            events=frozenset(settings.get("event_subscriptions", {}).get("bot_events", ())),
            is_interactive=bool(settings.get("interactivity", {}).get("is_enabled")),
            has_socket_mode=bool(settings.get("socket_mode_enabled")),
            has_home_tab=bool(home.get("home_tab_enabled")),
            has_messages_tab=bool(home.get("messages_tab_enabled")),
            messages_tab_is_read_only=bool(home.get("messages_tab_read_only_enabled")),
            offers=_offers(features),
        )

    def hears(self, names: Iterable[str]) -> bool:
        """Whether an event that Slack offers under any of these names is subscribed to."""
        return not self.events.isdisjoint(names)


def _offers(features: Mapping[str, Any]) -> dict[str, Offer]:
    commands = {
        command["command"]: Offer(command["command"], command.get("description", ""), command.get("usage_hint", ""))
        for command in features.get("slash_commands", ())
    }
    shortcuts = {
        shortcut["callback_id"]: Offer(shortcut["name"], shortcut.get("description", ""))
        for shortcut in features.get("shortcuts", ())
    }
    return commands | shortcuts
