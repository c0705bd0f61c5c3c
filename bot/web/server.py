"""The HTTP server: uvicorn, set up for Slack's traffic, stopped without losing a request."""

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from bot.errors import RungError
from bot.web.asgi import Application

_new_loop: Callable[[], asyncio.AbstractEventLoop] | None
try:
    import uvloop
except ImportError:  # it isn't made for Windows
    _new_loop = None
else:
    _new_loop = uvloop.new_event_loop

STOP_TIMEOUT = 10  # seconds that requests in flight get; Slack hangs up after three
KEEP_ALIVE = 75  # seconds; longer than the minute that load balancers keep a connection for re-use
BACKLOG = 2048

_STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class CannotListen(RungError):
    """The address is in use, or not one of this machine."""


class _Server(uvicorn.Server):
    """Says when it serves, and ends quietly when it was asked to stop."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what was loaded stays: with 2,000 skills each full collection would stop us for 0.2 s
        self._tell_started()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGTERM or SIGINT. uvicorn would raise the signal again, and the exit code not be 0."""
        before = {number: signal.signal(number, self.handle_exit) for number in _STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def serve(
    app: Application, *, host: str, port: int, ready: Callable[[str], None], grace: int = STOP_TIMEOUT
) -> None:
    """Serve until SIGTERM or SIGINT, then answer what is in flight, for at most `grace` seconds.

    `ready` is called with the address, http://host:port, once requests are answered; port 0 takes a free one.
    Raises CannotListen.
    """
    with _listen(host, port) as listener:
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        await _Server(_config(app, grace), lambda: ready(address)).serve(sockets=[listener])


def _config(app: Application, grace: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="httptools",
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=grace,
    )


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, in uvloop's event loop where there is one."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        runner.run(main)


def _listen(host: str, port: int) -> socket.socket:
    """Bind before anything else starts, so that an address in use is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotListen(f"can't listen on {host}:{port}: {error.strerror}") from error
