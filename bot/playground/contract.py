"""Facts on each Web API method that the local Slack answers, and the check of a call against them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.playground.refusals import SlackError
from bot.playground.schema import Fault

# A client of an org-wide install may add this to every call.
ALWAYS_ALLOWED = frozenset({"team_id"})


@dataclass(frozen=True, slots=True)
class Method:
    """What one method takes. Any one of `scopes` suffices; none are needed where there are none.

    `tier` is Slack's rate tier: 2 is 20 calls a minute, 3 is 50, 4 is 100; 5 is a rate of the method's own.
    """

    required: frozenset[str]
    optional: frozenset[str]
    scopes: frozenset[str]
    tier: int


def method(required: str, optional: str, scopes: str, tier: int) -> Method:
    return Method(frozenset(required.split()), frozenset(optional.split()), frozenset(scopes.split()), tier)


READ = "channels:read groups:read im:read mpim:read"
HISTORY = "channels:history groups:history im:history mpim:history"
PAGE = "cursor limit"
POST = "as_user attachments blocks icon_emoji icon_url link_names markdown_text metadata parse text thread_ts username"
TIMES = "include_all_metadata inclusive latest oldest"

METHODS: dict[str, Method] = {
    "apps.connections.open": method("", "", "", 3),
    "auth.test": method("", "", "", 5),
    "bots.info": method("", "bot", "users:read", 3),
    "chat.delete": method("channel ts", "as_user", "chat:write", 3),
    "chat.getPermalink": method("channel message_ts", "", "", 5),
    "chat.postEphemeral": method("channel user", POST, "chat:write", 4),
    "chat.postMessage": method(
        "channel",
        f"{POST} current_draft_last_updated_ts mrkdwn reply_broadcast unfurl_links unfurl_media",
        "chat:write",
        5,
    ),
    "chat.update": method(
        "channel ts",
        "as_user attachments blocks file_ids link_names markdown_text metadata parse reply_broadcast text"
        " unfurled_attachments",
        "chat:write",
        3,
    ),
    "conversations.history": method("channel", f"{PAGE} {TIMES}", HISTORY, 3),
    "conversations.info": method("channel", "include_locale include_num_members", READ, 3),
    "conversations.list": method("", f"{PAGE} exclude_archived types", READ, 2),
    "conversations.members": method("channel", PAGE, READ, 4),
    "conversations.open": method(
        "", "channel prevent_creation return_im users", "channels:manage groups:write im:write mpim:write", 3
    ),
    "conversations.replies": method("channel ts", f"{PAGE} {TIMES}", HISTORY, 3),
    "dnd.info": method("", "user", "dnd:read", 3),
    "dnd.teamInfo": method("users", "", "dnd:read", 2),
    "files.completeUploadExternal": method(
        "files",
        "blocks channel_id channels icon_emoji icon_url initial_comment thread_ts username",
        "files:write",
        4,
    ),
    "files.getUploadURLExternal": method("filename length", "alt_txt snippet_type", "files:write", 4),
    "files.info": method("file", f"{PAGE} count page", "files:read", 4),
    "team.info": method("", "domain team", "team:read", 3),
    "users.info": method("user", "include_locale", "users:read", 4),
    "users.list": method("", f"{PAGE} include_locale", "users:read", 2),
    "users.profile.get": method("", "include_labels user", "users.profile:read", 4),
    "views.open": method("view", "interactivity_pointer trigger_id", "", 4),
    "views.publish": method("user_id view", "hash interactivity_pointer", "", 4),
    "views.push": method("view", "interactivity_pointer trigger_id", "", 4),
    "views.update": method("view", "external_id hash view_id", "", 4),
}

# These take no token: the app says who it is.
OF_AN_APP: dict[str, Method] = {
    "oauth.v2.access": method(
        "", "assertion client_id client_secret code code_verifier grant_type redirect_uri refresh_token", "", 5
    ),
}


def need_one_of(scopes: frozenset[str], granted: frozenset[str]) -> None:
    if scopes and not scopes & granted:
        raise SlackError("missing_scope", needed=",".join(sorted(scopes)), provided=",".join(sorted(granted)))


def check_call(
    name: str, given: Iterable[str], granted: frozenset[str], methods: Mapping[str, Method] = METHODS
) -> None:
    """Raise SlackError for a method that isn't known, a scope that isn't granted, or the wrong arguments."""
    if name not in methods:
        raise SlackError("unknown_method", req_method=name)
    known, names = methods[name], set(given)
    need_one_of(known.scopes, granted)
    faults = [Fault(f"/{arg}", f"missing required field: {arg}") for arg in sorted(known.required - names)]
    unknown = names - known.required - known.optional - ALWAYS_ALLOWED
    faults += [Fault(f"/{arg}", f"invalid additional property: {arg}") for arg in sorted(unknown)]
    if faults:
        raise SlackError("invalid_arguments", *map(str, faults))
