"""A server on 127.0.0.1 in the running event loop, which starts and stops at once."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from bot.errors import RungError
from bot.playground.asgi import Application


class CannotServe(RungError):
    """The port is in use."""


@asynccontextmanager
async def served(app: Application, port: int = 0) -> AsyncIterator[str]:
    """Serve the application; gives its base url, which ends in a slash. Port 0 is any free one.

    uvicorn's own Server takes over the signals and stops in steps of a tenth of a second, so only its
    protocol is used. Each request's scope has an `abort` in its state, which breaks the connection.
    Raises CannotServe.
    """
    config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, ws="none", timeout_keep_alive=3600)
    config.load()
    state = ServerState()

    def connection() -> HttpToolsProtocol:
        of_connection: dict[str, Any] = {}
        protocol = HttpToolsProtocol(config, state, of_connection)
        of_connection["abort"] = lambda: protocol.transport.abort()
        return protocol

    try:
        server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", port)
    except OSError as error:
        raise CannotServe(
            f"can't listen on 127.0.0.1:{port}: {os.strerror(error.errno or 0)}; choose another with --port"
        ) from error
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        server.close()
        for open_connection in list(state.connections):
            open_connection.transport.abort()
        if state.tasks:
            await asyncio.wait(state.tasks, timeout=1)
        await server.wait_closed()


def stop_asked() -> asyncio.Event:
    """Is set when the process is asked to stop, by Ctrl-C or from outside."""
    asked, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(asked.set))
    return asked
