"""The one way out to Slack: a shared session, a record of what leaves, and errors in our own family."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import inf
from time import perf_counter
from typing import Any, Protocol

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.errors import RungError, SlackLimited, SlackRefused, SlackUnavailable, TriggerExpired
from bot.tally import Tally

Record = Callable[[str, Mapping[str, Any]], None]

TIMEOUT = aiohttp.ClientTimeout(total=10)  # seconds for one call, for the session to have
_EXPIRED = frozenset({"expired_trigger_id", "exchanged_trigger_id"})
# Slack's words for a token that is of no use any more.
_DEAD = frozenset({"account_inactive", "invalid_auth", "token_expired", "token_revoked"})
# Whoever knows one may answer in somebody's place, or put a file there.
_SECRET_ADDRESSES = frozenset({"response_url", "upload"})


class Credential(Protocol):
    """Where a client's token comes from, at each call."""

    async def token(self) -> str:
        """Raises NotInstalled, SlackUnavailable."""

    def refused(self, token: str, error: str) -> None:
        """Slack refused that one, with this word for why."""


@dataclass(frozen=True, slots=True)
class _Fixed:
    only: str

    async def token(self) -> str:
        return self.only

    def refused(self, token: str, error: str) -> None:
        pass


class _Limits(AsyncRateLimitErrorRetryHandler):
    """Calls again after a 429, once, unless Slack wants more patience than there is; the 429 is counted."""

    def __init__(self, longest_wait: float, tally: Tally) -> None:
        super().__init__(max_retry_count=1)
        self._longest_wait = longest_wait
        self._tally = tally

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if response is None or response.status_code != 429:
            return False
        return _retry_after(response.headers) <= self._longest_wait

    async def prepare_for_next_attempt_async(self, *, request: HttpRequest, **state: Any) -> None:
        self._tally.calls[request.url.rpartition("/")[2], "ratelimited", ""] += 1
        await super().prepare_for_next_attempt_async(request=request, **state)


class RecordingClient(AsyncWebClient):
    """Slack's own client, which shows every call to `record` before it leaves."""

    def __init__(self, record: Record | None, **options: Any) -> None:
        super().__init__(**options)
        self._record = record

    async def api_call(self, api_method: str, **options: Any) -> AsyncSlackResponse:
        if self._record is not None:
            given = (options.get(kind) for kind in ("json", "params", "data"))
            args = {key: value for part in given if isinstance(part, Mapping) for key, value in part.items()}
            self._record(api_method, {key: value for key, value in args.items() if value is not None})
        return await super().api_call(api_method, **options)


class SlackClient:
    """Calls Slack's Web API and response_urls for one tenant, or for what one token stands for.

    A send is repeated only where Slack said 429: repeating one whose answer was lost would post it twice.
    """

    def __init__(
        self,
        token: str | Credential,
        base_url: str,
        session: aiohttp.ClientSession,
        record: Record | None,
        *,
        longest_wait: float = inf,
        tally: Tally | None = None,
    ) -> None:
        """An empty token calls what needs none. `base_url` ends with a slash.

        The session has the TIMEOUT: given a session, slack_sdk ignores its own. Calls are counted in `tally`.

        At a 429 it waits as long as Slack says, and calls once more; where that is more than `longest_wait` seconds, it
        is SlackLimited at once, for a caller that can do something else meanwhile.
        """
        self._credential = _Fixed(token) if isinstance(token, str) else token
        self._session = session
        self._record = record
        self._tally = Tally() if tally is None else tally
        self.web = RecordingClient(
            record,
            base_url=base_url,
            session=session,
            retry_handlers=[_Limits(longest_wait, self._tally)],
        )

    async def require_token(self) -> None:
        """Make sure that there is a token to call with. Raises NotInstalled, SlackUnavailable."""
        await self._credential.token()

    async def call(self, method: str, **args: Any) -> dict[str, Any]:
        """One call of the Web API. Raises SlackRefused, TriggerExpired, SlackUnavailable."""
        return _object(await self._ask(method, json=args))

    async def call_with_headers(self, method: str) -> tuple[dict[str, Any], Mapping[str, str]]:
        """The same without arguments, and the headers of the answer."""
        answer = await self._ask(method)
        return _object(answer), answer.headers

    async def do(self, method: str, **args: Any) -> None:
        """A call of which only matters that it is made."""
        await self.call(method, **args)

    async def submit(self, method: str, **args: Any) -> dict[str, Any]:
        """A call of a method that takes no JSON: its arguments are a form. Raises SlackRefused, SlackUnavailable.

        A form goes in the body, because not every server of this API reads the query, and proxies log it.
        """
        return _object(await self._ask(method, data=args))

    async def _ask(self, method: str, **given: Mapping[str, Any]) -> AsyncSlackResponse:
        token = await self._credential.token()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with self._calling(method):
                return await self.web.api_call(method, headers=headers, **given)
        except SlackRefused as refused:
            if refused.error in _DEAD:
                self._credential.refused(token, refused.error)
            raise

    async def upload(self, url: str, content: bytes) -> None:
        """Send the bytes of a file to where Slack said. Raises SlackRefused, SlackUnavailable."""
        with self._calling("upload"):
            async with self._session.post(url, data=BytesIO(content)) as answer:
                status = answer.status
            if status >= 500:
                raise SlackUnavailable(f"upload: {status}")
            if status != 200:
                raise SlackRefused("upload", str(status))

    async def respond(self, response_url: str, body: dict[str, Any]) -> None:
        """Answer by a response_url. Raises SlackRefused, SlackUnavailable."""
        if self._record is not None:
            self._record("response_url", body)
        with self._calling("response_url"):
            webhook = AsyncWebhookClient(response_url, session=self._session, retry_handlers=[])
            answer = await webhook.send_dict(body)
            if answer.status_code >= 500:
                raise SlackUnavailable(f"response_url: {answer.status_code} {answer.body[:200]}")
            if answer.status_code != 200:
                raise SlackRefused("response_url", f"{answer.status_code} {answer.body[:200]}")

    @contextmanager
    def _calling(self, method: str) -> Iterator[None]:
        """Around one call: its errors become ours, and what came of it is counted."""
        begun = perf_counter()
        try:
            with _our_errors(method):
                yield
        except RungError as error:
            self._tally.called(method, *_outcome(error), perf_counter() - begun)
            raise
        self._tally.called(method, "ok", "", perf_counter() - begun)


def _object(answer: AsyncSlackResponse) -> dict[str, Any]:
    return dict(answer.data) if isinstance(answer.data, Mapping) else {}


def _outcome(error: RungError) -> tuple[str, str]:
    """What came of a call that failed, and Slack's word for why it refused one."""
    if isinstance(error, SlackLimited):
        return "ratelimited", ""
    if isinstance(error, SlackRefused):
        return "refused", error.error
    if isinstance(error.__cause__, TimeoutError):
        return "timeout", ""
    return ("unreachable" if isinstance(error.__cause__, (aiohttp.ClientError, OSError)) else "server_error"), ""


@contextmanager
def _our_errors(method: str) -> Iterator[None]:
    try:
        yield
    except SlackApiError as error:
        answer = error.response.data if isinstance(error.response, AsyncSlackResponse) else None
        code = answer.get("error") if isinstance(answer, Mapping) else None
        if isinstance(error.response, AsyncSlackResponse) and error.response.status_code == 429:
            raise SlackLimited(method, _retry_after(error.response.headers)) from error
        if not isinstance(code, str):
            raise SlackUnavailable(f"{method}: an answer that says nothing") from error
        raise (TriggerExpired if code in _EXPIRED else SlackRefused)(method, code) from error
    except (TimeoutError, SlackClientError, aiohttp.ClientError, ValueError) as error:
        raise SlackUnavailable(f"{method}: {_in_words(method, error)}") from error


def _in_words(method: str, error: Exception) -> str:
    """What happened; without the error's own words where they may hold an address that opens something."""
    return type(error).__name__ if method in _SECRET_ADDRESSES else f"{type(error).__name__}: {error}"


def _retry_after(headers: Mapping[str, Any]) -> float:
    """In seconds; one where Slack doesn't say."""
    found = next((value for name, value in headers.items() if name.lower() == "retry-after"), None)
    value = found[0] if isinstance(found, list) else found  # slack_sdk makes lists of headers in some versions
    try:
        return max(float(value), 0.0) if value is not None else 1.0
    except ValueError:
        return 1.0
