"""The app's manifest, from app.manifest.yml, for one address and one name of the command."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

MANIFEST = Path(__file__).resolve().parent.parent.parent / "app.manifest.yml"
EVENTS_PATH = "/slack/events"
REDIRECT_PATH = "/slack/oauth_redirect"


def read_manifest(path: Path = MANIFEST) -> dict[str, Any]:
    """The manifest as it stood in the repository when it was first read."""
    return deepcopy(_read(path))


@cache
def _read(path: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return manifest


def manifest_for(manifest: dict[str, Any], *, command: str, url: str | None, org_wide: bool = False) -> dict[str, Any]:
    """The same manifest with the command's own name, and with all requests going to `url` where one is given.

    Where it is `org_wide`, an enterprise can install the app for all of its workspaces at once.
    """
    (slash,) = manifest["features"]["slash_commands"]
    changed: dict[str, Any] = {
        **manifest,
        "features": dict(manifest["features"]),
        "settings": {**manifest["settings"], "org_deploy_enabled": org_wide},
    }
    changed["features"]["slash_commands"] = [{**slash, "command": command}]
    if url is not None:
        address = url.rstrip("/") + EVENTS_PATH
        changed["features"]["slash_commands"][0]["url"] = address
        for part in ("event_subscriptions", "interactivity"):
            changed["settings"][part] = {**changed["settings"][part], "request_url": address}
        redirect = url.rstrip("/") + REDIRECT_PATH
        changed["oauth_config"] = {"redirect_urls": [redirect], **manifest["oauth_config"]}
    return changed


def in_socket_mode(manifest: dict[str, Any]) -> dict[str, Any]:
    """The same manifest with Socket Mode on, and without the addresses that nothing is sent to then."""
    commands = [
        {key: value for key, value in command.items() if key != "url"}
        for command in manifest["features"]["slash_commands"]
    ]
    settings = {**manifest["settings"], "socket_mode_enabled": True}
    for part in ("event_subscriptions", "interactivity"):
        settings[part] = {key: value for key, value in settings[part].items() if key != "request_url"}
    return {**manifest, "features": {**manifest["features"], "slash_commands": commands}, "settings": settings}


def as_yaml(manifest: dict[str, Any]) -> str:
    return yaml.safe_dump(manifest, sort_keys=False, allow_unicode=True, width=100)
