"""The baseline: Bolt as it comes, behind its own ASGI adapter, with one listener that returns a static payload.

Run as `python -m tests.benchmarks.bare PORT API_URL`, with the payload as JSON on standard input. It is served by
the same server with the same settings as Rung.
"""

import json
import sys
from typing import Any, cast

from slack_bolt.adapter.asgi.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.web import server
from bot.web.asgi import Application
from tests.benchmarks.requests import SECRET, TOKEN


def application(api_url: str, payload: dict[str, Any]) -> Application:
    """Bolt with its defaults, but for the answer, which by default waits up to 10 ms for a poll."""
    client = AsyncWebClient(TOKEN, base_url=api_url)
    app = AsyncApp(client=client, signing_secret=SECRET, process_before_response=True)

    @app.command("/skill")
    async def answer(ack: AsyncAck) -> None:
        await ack(payload)

    return cast(Application, AsyncSlackRequestHandler(app))


def main() -> None:
    app = application(sys.argv[2], json.load(sys.stdin))
    server.run(server.serve(app, host="127.0.0.1", port=int(sys.argv[1]), ready=lambda _: None))


if __name__ == "__main__":
    main()
