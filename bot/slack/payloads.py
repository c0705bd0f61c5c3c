"""What Slack says about whoever acts, read once from a payload of any kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.domain.installations import tenant_of
from bot.domain.people import PersonId


@dataclass(frozen=True, slots=True)
class Act:
    """Who did something, where, and how they can be answered. What a payload doesn't say is empty.

    `on_the_third` is said of a window with two below it: Slack lays no fourth one on top. `previous_view_id` is the one
    right below.
    """

    person: PersonId
    channel: str = ""
    response_url: str = ""
    trigger_id: str = ""
    message_ts: str = ""
    view_id: str = ""
    view_hash: str = ""
    callback_id: str = ""
    is_ephemeral: bool = False
    at_home: bool = False
    on_the_third: bool = False
    previous_view_id: str = ""

    @property
    def tenant(self) -> str:
        return self.person.tenant

    @property
    def in_modal(self) -> bool:
        return bool(self.view_id) and not self.at_home


def act_of_command(body: Mapping[str, Any]) -> Act:
    return Act(
        person=PersonId(_tenant(body, body.get("team_id"), body.get("enterprise_id")), body["user_id"]),
        channel=body.get("channel_id", ""),
        response_url=body.get("response_url", ""),
        trigger_id=body.get("trigger_id", ""),
    )


def act_of_interaction(body: Mapping[str, Any]) -> Act:
    """A click, a choice or a submitted window."""
    user, view = body["user"], body.get("view") or {}
    team = (body.get("team") or {}).get("id") or user.get("team_id") or view.get("app_installed_team_id")
    return Act(
        person=PersonId(_tenant(body, team, (body.get("enterprise") or {}).get("id")), user["id"]),
        channel=(body.get("channel") or {}).get("id", ""),
        response_url=body.get("response_url", ""),
        trigger_id=body.get("trigger_id", ""),
        message_ts=(body.get("container") or {}).get("message_ts", ""),
        is_ephemeral=bool((body.get("container") or {}).get("is_ephemeral")),
        view_id=view.get("id", ""),
        view_hash=view.get("hash", ""),
        callback_id=view.get("callback_id", ""),
        at_home=view.get("type") == "home",
        previous_view_id=view.get("previous_view_id") or "",
        on_the_third=view.get("previous_view_id") not in (None, "", view.get("root_view_id")),
    )


def act_of_event(body: Mapping[str, Any]) -> Act:
    """What somebody wrote, in a channel or a direct message."""
    event = body["event"]
    return Act(person=PersonId(tenant_of_event(body), event["user"]), channel=event["channel"])


def tenant_of_event(body: Mapping[str, Any]) -> str:
    """Where Rung is installed that is told of it: in a shared channel the event itself may be of another company."""
    told = next(iter(body.get("authorizations") or ()), body)
    return _tenant(told, told.get("team_id") or body.get("team_id"), told.get("enterprise_id"))


def _tenant(body: Mapping[str, Any], team: str | None, enterprise: str | None) -> str:
    """The enterprise for an org-wide install, else the workspace."""
    is_org_wide = body.get("is_enterprise_install") in (True, "true")
    return str(tenant_of(is_org_wide=is_org_wide, enterprise=enterprise, team=team))


def link_of_message(body: Mapping[str, Any]) -> str:
    """The link to the message that a shortcut was chosen on, in the form that Slack's own links have."""
    domain, channel = (body.get("team") or {}).get("domain"), body["channel"]["id"]
    ts, thread = body["message_ts"], (body.get("message") or {}).get("thread_ts")
    place = f"https://{f'{domain}.' if domain else ''}slack.com/archives/{channel}/p{ts.replace('.', '')}"
    return f"{place}?thread_ts={thread}&cid={channel}" if thread not in (None, ts) else place


def link_to(channel: str, ts: str) -> str:
    """The link to a message of which no payload tells the workspace's address."""
    return f"https://slack.com/archives/{channel}/p{ts.replace('.', '')}"
