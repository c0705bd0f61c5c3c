"""Bolt's flow of an installation, with our own pages, in the language of whoever installs."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin

from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.oauth.installation_store import Installation as BoltInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore

from bot.domain.installations import Installation
from bot.errors import RungError, SlackRefused, SlackUnavailable
from bot.i18n.translator import Translator
from bot.messenger.oauth import OAuth
from bot.services.asking import Library
from bot.services.installing import STATE_LIFE, keep_installation
from bot.slack.install.allowance import Allowance
from bot.slack.install.stores import States
from bot.slack.manifest import REDIRECT_PATH
from bot.storage.engine import Database
from bot.telemetry import note_error, reference_here
from bot.views.install import Ending, begin_page, ended_page, installed_page

INSTALL_PATH = "/slack/install"

_ENDINGS: Mapping[str, Ending] = {
    "access_denied": Ending.CANCELLED,
    "invalid_browser": Ending.NOT_BEGUN_HERE,
    "invalid_state": Ending.STALE,
}
_HTML = {"Content-Type": ["text/html; charset=utf-8"]}
_A_TEAM = re.compile(r"[TE][A-Z0-9]{1,30}")
_MOST_LANGUAGES = 10

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class InstallParts:
    """What an installation works with. `scopes` are those to ask for; `public_url` ends with a slash.

    `installed` is told the tenant of each installation.
    """

    oauth: OAuth
    api_url: str
    public_url: str | None
    scopes: Sequence[str]
    command: str
    library: Callable[[], Library]
    database: Database
    installed: Callable[[str], None]
    allowance: Allowance


class InstallFlow(AsyncOAuthFlow):
    """GET /slack/install and GET /slack/oauth_redirect."""

    def __init__(self, parts: InstallParts) -> None:
        self._parts = parts
        redirect_url = urljoin(parts.public_url, REDIRECT_PATH.lstrip("/")) if parts.public_url else None
        self._redirect_url = redirect_url
        settings = AsyncOAuthSettings(
            client_id=parts.oauth.client_id,
            client_secret=parts.oauth.client_secret,
            scopes=list(parts.scopes),
            user_scopes=[],
            redirect_uri=redirect_url,
            authorization_url=authorization_url(parts.api_url),
            callback_options=AsyncCallbackOptions(self._succeeded, self._failed),
            installation_store=AsyncInstallationStore(),
            state_store=States(parts.database, parts.oauth.now),
            state_expiration_seconds=int(STATE_LIFE.total_seconds()),
            logger=_logger,
        )
        super().__init__(logger=_logger, settings=settings)

    @property
    def pages(self) -> Mapping[str, Callable[[str, Mapping[str, str], str], Awaitable[BoltResponse]]]:
        """What the front serves, by path. Each takes a query, headers with names in lower case, and an address."""
        return {INSTALL_PATH: self._page(self.handle_installation), REDIRECT_PATH: self._page(self.handle_callback)}

    def _page(
        self, handle: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
    ) -> Callable[[str, Mapping[str, str], str], Awaitable[BoltResponse]]:
        async def page(query: str, headers: Mapping[str, str], address: str) -> BoltResponse:
            request = AsyncBoltRequest(body="", query=query, headers=dict(headers))
            if seconds := self._parts.allowance.wait(address):
                crowded = self._ended(request, Ending.CROWDED, 429)
                crowded.headers["Retry-After"] = [str(seconds)]
                return crowded
            try:
                return await handle(request)
            except RungError as error:
                return self._broken(request, error)

        return page

    async def build_authorize_url(self, state: str, request: AsyncBoltRequest) -> str:
        team = (request.query.get("team") or [""])[0]
        asked = {
            "client_id": self.client_id,
            "scope": ",".join(self._parts.scopes),
            "user_scope": "",
            "state": state,
            **({"redirect_uri": self._redirect_url} if self._redirect_url else {}),
            **({"team": team} if _A_TEAM.fullmatch(team) else {}),
        }
        return f"{self.settings.authorization_url}?{urlencode(asked)}"

    async def build_install_page_html(self, url: str, request: AsyncBoltRequest) -> str:
        return begin_page(url, self._t(request))

    async def run_installation(self, code: str) -> BoltInstallation | None:
        """Bolt's own writes the code to the log. Raises SlackUnavailable."""
        try:
            return _for_bolt(await self._parts.oauth.installed(code, self._redirect_url))
        except SlackRefused as refused:
            _logger.warning("An installation was not completed: %s", refused)
            return None

    async def store_installation(self, request: AsyncBoltRequest, installation: BoltInstallation) -> None:
        """Raises StorageUnavailable."""
        ours: Installation = installation.custom_values["installation"]
        request.context["is_again"] = await keep_installation(ours, self._parts.database)
        self._parts.installed(ours.tenant)
        _logger.info("Rung was installed in %s", ours.tenant)

    async def _succeeded(self, args: AsyncSuccessArgs) -> BoltResponse:
        installation: Installation = args.installation.custom_values["installation"]
        is_again = bool(args.request.context.get("is_again"))
        page = installed_page(installation, is_again, self._parts.command, self._t(args.request))
        forget = self.settings.state_utils.build_set_cookie_for_deletion()
        return BoltResponse(status=200, body=page, headers={**_HTML, "Set-Cookie": [forget]})

    async def _failed(self, args: AsyncFailureArgs) -> BoltResponse:
        ending = _ENDINGS.get(args.reason, Ending.REFUSED)
        status = 200 if ending is Ending.CANCELLED else 400
        return self._ended(args.request, ending, status)

    def _broken(self, request: AsyncBoltRequest, error: RungError) -> BoltResponse:
        note_error(error)
        reference = reference_here()
        _logger.error("An installation failed: %s (reference %s)", error, reference)
        ending = Ending.NO_SLACK if isinstance(error, SlackUnavailable) else Ending.NO_DATABASE
        return self._ended(request, ending, 503, reference)

    def _ended(
        self, request: AsyncBoltRequest, ending: Ending, status: int, reference: str | None = None
    ) -> BoltResponse:
        page = ended_page(ending, INSTALL_PATH, reference, self._t(request))
        return BoltResponse(status=status, body=page, headers=dict(_HTML))

    def _t(self, request: AsyncBoltRequest) -> Translator:
        accepted = request.headers.get("accept-language") or [""]
        return self._parts.library().languages.for_browser(accepted_languages(",".join(accepted)))


def authorization_url(api_url: str) -> str:
    """Where people agree to an installation, at the same Slack as its Web API, whose address ends with a slash."""
    return urljoin(api_url, "../oauth/v2/authorize")


def accepted_languages(header: str) -> tuple[str, ...]:
    """What a browser's Accept-Language asks for, the most wanted first: `de-AT,de;q=0.9,en;q=0.8`."""
    wanted = []
    for part in header.split(",")[:_MOST_LANGUAGES]:
        language, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), language.strip()))
        except ValueError:
            continue
    return tuple(language for weight, language in sorted(wanted, key=lambda one: -one[0]) if weight > 0)


def _for_bolt(installation: Installation) -> BoltInstallation:
    """What the flow carries from one of its steps to the next; ours goes along."""
    known: dict[str, Any] = {"enterprise_id" if installation.is_org_wide else "team_id": installation.tenant}
    return BoltInstallation(
        **known,
        user_id=installation.installed_by,
        is_enterprise_install=installation.is_org_wide,
        installed_at=installation.installed_at.timestamp(),
        custom_values={"installation": installation},
    )
