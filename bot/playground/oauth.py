"""What people agree to on Slack's page of an installation, and the tokens that an app gets for it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from bot.playground.backend import Args
from bot.playground.installation import APP_ID, BOT_USER_ID
from bot.playground.records import Json
from bot.playground.refusals import NotThere, SlackError
from bot.playground.workspace import Workspace

CODE_SECONDS = 600
TOKEN_SECONDS = 43_200
MOST_TOKENS = 2  # that live at once: a third one ends the first


@dataclass(slots=True)
class Grant:
    """A token, and what for. It never expires where it has no `expires_at`, in epoch seconds."""

    token: str
    workspace: Workspace
    user: str
    scopes: tuple[str, ...]
    refresh_token: str | None = None
    expires_at: float | None = None
    is_revoked: bool = False


@dataclass(slots=True)
class _Code:
    workspace: Workspace
    user: str
    scopes: tuple[str, ...]
    redirect_url: str
    issued_at: float
    asked: str | None


@dataclass(slots=True)
class Authorizations:
    """All that are out for one app. `rotates` says whether its tokens do; `now` gives epoch seconds."""

    client_id: str
    client_secret: str
    redirect_url: str
    now: Callable[[], float]
    rotates: bool = False
    grants: dict[str, Grant] = field(default_factory=dict)
    spent: list[str] = field(default_factory=list)
    _codes: dict[str, _Code] = field(default_factory=dict)
    _issued: int = 0

    def agree(self, address: str, workspace: Workspace, user: str) -> str:
        """Agree on the page that an app led to; where Slack sends the browser then."""
        asked = self._asked(address)
        self._issued += 1
        code = f"code-{self._issued}"
        given = asked.get("redirect_uri")
        self._codes[code] = _Code(
            workspace, user, tuple(asked["scope"].split(",")), given or self.redirect_url, self.now(), given
        )
        return f"{given or self.redirect_url}?{urlencode({'code': code, 'state': asked.get('state', '')})}"

    def cancel(self, address: str) -> str:
        """Don't agree."""
        asked = self._asked(address)
        denied = {"error": "access_denied", "error_description": "", "state": asked.get("state", "")}
        return f"{asked.get('redirect_uri') or self.redirect_url}?{urlencode(denied)}"

    def _asked(self, address: str) -> Mapping[str, str]:
        """Raises NotThere where Slack would show an error instead of the page."""
        parts = urlsplit(address)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != "/oauth/v2/authorize" or asked.get("client_id") != self.client_id:
            raise NotThere("no such app")
        if not asked.get("scope"):
            raise NotThere("the app asks for no scope")
        if asked.get("redirect_uri", self.redirect_url) != self.redirect_url:
            raise NotThere("redirect_uri did not match any configured URIs")
        return asked

    def access(self, args: Args) -> Json:
        """The answer of oauth.v2.access."""
        if args.text("client_id") != self.client_id:
            raise SlackError("invalid_client_id")
        if args.text("client_secret") != self.client_secret:
            raise SlackError("bad_client_secret")
        kind = args.text("grant_type", "authorization_code")
        if kind == "refresh_token":
            return self._answer(self._refreshed(args.text("refresh_token")))
        if kind != "authorization_code":
            raise SlackError("invalid_grant_type")
        code = self._codes.pop(args.text("code"), None)
        if code is None or self.now() - code.issued_at > CODE_SECONDS:
            raise SlackError("invalid_code")
        if args.text("redirect_uri") != (code.asked or ""):
            raise SlackError("bad_redirect_uri")
        return self._answer(self._granted(code.workspace, code.user, code.scopes))

    def _refreshed(self, refresh_token: str) -> Grant:
        """A refresh token serves once."""
        for grant in self.grants.values():
            if grant.refresh_token == refresh_token and refresh_token not in self.spent and not grant.is_revoked:
                self.spent.append(refresh_token)
                return self._granted(grant.workspace, grant.user, grant.scopes)
        raise SlackError("invalid_refresh_token")

    def _granted(self, workspace: Workspace, user: str, scopes: Iterable[str]) -> Grant:
        self._issued += 1
        number = self._issued
        grant = Grant(f"xoxb-{workspace.team_id}-{number}-secret", workspace, user, tuple(scopes))
        if self.rotates:
            grant.token = f"xoxe.{grant.token}"
            grant.refresh_token = f"xoxe-1-{workspace.team_id}-{number}-secret"
            grant.expires_at = self.now() + TOKEN_SECONDS
            live = [one for one in self.grants.values() if one.workspace is workspace and not one.is_revoked]
            for older in live[: len(live) + 1 - MOST_TOKENS]:
                older.is_revoked = True
        self.grants[grant.token] = grant
        return grant

    def _answer(self, grant: Grant) -> Json:
        workspace, enterprise = grant.workspace, grant.workspace.enterprise_id
        told: Json = {
            "app_id": APP_ID,
            "authed_user": {"id": grant.user},
            "scope": ",".join(grant.scopes),
            "token_type": "bot",
            "access_token": grant.token,
            "bot_user_id": BOT_USER_ID,
            "team": None if enterprise else {"id": workspace.team_id, "name": workspace.name},
            "enterprise": {"id": enterprise, "name": workspace.name} if enterprise else None,
            "is_enterprise_install": enterprise is not None,
        }
        if grant.refresh_token:
            told |= {"refresh_token": grant.refresh_token, "expires_in": TOKEN_SECONDS}
        return told

    def of(self, token: str) -> Grant:
        """What a token stands for now. Raises not_authed, invalid_auth, token_revoked, token_expired."""
        if not token:
            raise SlackError("not_authed")
        if token not in self.grants:
            raise SlackError("invalid_auth")
        grant = self.grants[token]
        if grant.is_revoked:
            raise SlackError("token_revoked")
        if grant.expires_at is not None and self.now() >= grant.expires_at:
            raise SlackError("token_expired")
        return grant

    def revoke(self, workspace: Workspace) -> None:
        """Every token of a workspace."""
        for grant in self.grants.values():
            if grant.workspace is workspace:
                grant.is_revoked = True
