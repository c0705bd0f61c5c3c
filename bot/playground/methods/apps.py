"""apps.connections.open: where the bot may open a WebSocket."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.records import Json


def connections_open(slack: Backend, args: Args) -> Json:
    return {"url": slack.sockets.new_address()}


HANDLERS: Mapping[str, Handler] = {"apps.connections.open": connections_open}
