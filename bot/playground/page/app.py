"""The page as an ASGI application: it shows the local Slack to browsers of this machine, and to nobody else."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from bot.playground.asgi import Receive, Send, read_body
from bot.playground.local_slack import LocalSlack
from bot.playground.page.acts import Acts, BadOrder
from bot.playground.page.http import HTML, JSON, Reply, Request, static_file, tell_changes
from bot.playground.page.preview import Preview
from bot.playground.page.preview_app import PreviewApp
from bot.playground.page.rendering import render
from bot.playground.page.scene import Memory, Scene
from bot.playground.people import EMMA
from bot.playground.refusals import NotThere
from bot.playground.workspace import TEAM

# From what a person has typed after the command and their locale: whole texts to go on with, each with a hint.
Complete = Callable[[str, str], Sequence[tuple[str, str]]]


class Page:
    """Serves one local Slack. `complete` gives the words that can follow a command, `preview` shows its content."""

    def __init__(
        self, slack: LocalSlack, complete: Complete = lambda typed, locale: (), preview: Preview | None = None
    ) -> None:
        self.slack = slack
        self.complete = complete
        self.preview = PreviewApp(preview, is_beside=True) if preview else None
        self.memory = Memory()
        self.acts = Acts(slack, self.memory)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise TypeError(f"unsupported scope type: {scope['type']}")
        request = Request.of(scope)
        if not request.is_ours:
            await Reply(403, b"The local Slack answers only its own page.").send(send)
        elif request.path == ("changes",):
            await tell_changes(self.slack.workspace.watchers, receive, send)
        elif self.preview and request.path[:1] == ("preview",):
            await self.preview(scope, receive, send)
        else:
            await (await self._reply(request, receive)).send(send)

    async def _reply(self, request: Request, receive: Receive) -> Reply:
        try:
            match request.method, request.path:
                case "GET", ():
                    return Reply(302, location=f"/{EMMA}/{TEAM}")
                case "GET", ("static", name):
                    return static_file(name)
                case "GET", ("files", file_id, _):
                    return self._file(file_id)
                case "GET", (user, "complete"):
                    return self._completions(user, request.asked("typed") or "")
                case "GET", (user, place):
                    return self._page(request, user, place)
                case "POST", (user, "act"):
                    return await self._act(user, await read_body(receive))
        except NotThere as reason:
            return Reply(404, str(reason).encode())
        return Reply(404, b"There is nothing here.")

    def _page(self, request: Request, user: str, place: str) -> Reply:
        scene = Scene(self.slack, self.memory, self.slack.present(user), place, request.asked("thread"))
        shown = render(
            scene,
            theme=request.theme,
            shows_calls=request.cookie("calls") == "shown",
            has_preview=self.preview is not None,
        )
        return Reply(200, shown.encode(), HTML)

    def _completions(self, user: str, typed: str) -> Reply:
        found = self.complete(typed, self.slack.present(user).locale)
        return Reply(200, json.dumps([{"text": text, "hint": hint} for text, hint in found]).encode(), JSON)

    async def _act(self, user: str, body: bytes) -> Reply:
        self.slack.present(user)
        try:
            told = await self.acts.carry_out(user, json.loads(body))
        except (ValueError, BadOrder) as reason:
            return Reply(400, str(reason).encode())
        return Reply(200, json.dumps(told).encode(), JSON)

    def _file(self, file_id: str) -> Reply:
        """What the bot has uploaded."""
        file = self.slack.workspace.files.get(file_id)
        if file is None or file.content is None:
            raise NotThere("there is no such file")
        return Reply(200, file.content, "image/png" if file.is_picture else "text/plain; charset=utf-8")
