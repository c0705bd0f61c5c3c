"""Several local Slacks behind one Web API, in which an app is installed by OAuth: each token leads to one of them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.playground.asgi import Receive, Send, read_body
from bot.playground.backend import Args
from bot.playground.contract import OF_AN_APP, check_call
from bot.playground.failures import Failures
from bot.playground.local_slack import LocalSlack
from bot.playground.oauth import Authorizations
from bot.playground.records import Json
from bot.playground.refusals import SlackError
from bot.playground.serving import served
from bot.playground.web_api import Arrival, Reply, failed, refusal_json


class LocalGrid:
    """The ASGI application. What goes to a response_url or uploads a file goes to the workspace itself.

    `refused` are the answers that were no call of any workspace, by method and error.
    """

    def __init__(self, slacks: Sequence[LocalSlack], authorizations: Authorizations) -> None:
        self.slacks = slacks
        self.authorizations = authorizations
        self.failures = Failures()
        self.refused: list[tuple[str, str]] = []

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Answer the Web API on 127.0.0.1; gives the url for SLACK_API_URL."""
        async with AsyncExitStack() as stack:
            for slack in self.slacks:
                await stack.enter_async_context(slack.serving())
            yield f"{await stack.enter_async_context(served(self))}api/"

    def agree(self, address: str, slack: LocalSlack, user: str) -> str:
        """Agree, as somebody of a workspace, on the page that the app led to; where Slack sends the browser then."""
        return self.authorizations.agree(address, slack.workspace, user)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        method = scope["path"].removeprefix("/api/")
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        arrival = Arrival(headers, scope["query_string"].decode(), b"")
        try:
            if method in OF_AN_APP:
                await self._access(method, replace(arrival, body=await read_body(receive)), send)
                return
            slack = self._slack(arrival.bearer)
        except SlackError as refusal:
            self.refused.append((method, refusal.error))
            await Reply.of(refusal_json(refusal)).send(send)
            return
        own = [(b"authorization", f"Bearer {slack.bot_token}".encode())]
        others = [one for one in scope["headers"] if one[0].lower() != b"authorization"]
        await slack.web_api({**scope, "headers": others + own}, receive, send)

    async def _access(self, method: str, arrival: Arrival, send: Send) -> None:
        failure = self.failures.take(method)
        if failure is not None and failure.until:
            await failure.until.wait()
        if failure is not None and not failure.does_the_work:
            told = failure.error or f"http {failure.status}"
            self.refused.append((method, told))
            await failed(failure, told).send(send)
            return
        if arrival.headers.get("content-type", "").startswith("application/json"):
            raise SlackError("invalid_form_data")
        given = arrival.arguments()
        check_call(method, given, frozenset(), OF_AN_APP)
        await Reply.of(self._granted(Args(given))).send(send)

    def _granted(self, args: Args) -> Json:
        told = self.authorizations.access(args)
        slack = self._slack(told["access_token"])
        granted = frozenset(told["scope"].split(","))
        slack.backend.installation = replace(slack.backend.installation, scopes=granted)
        return {"ok": True, **told}

    def _slack(self, token: str) -> LocalSlack:
        """Raises SlackError for a token that is of no use."""
        workspace = self.authorizations.of(token).workspace
        return next(slack for slack in self.slacks if slack.workspace is workspace)
