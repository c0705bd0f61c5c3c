"""The preview as an ASGI application, alone or beside a local Slack: cards and an overview that follow the content."""

from typing import Any

from bot.playground.asgi import Receive, Send
from bot.playground.page.http import HTML, Reply, Request, static_file, tell_changes
from bot.playground.page.preview import MENUS, PLACE, Preview
from bot.playground.page.rendering import render_preview
from bot.playground.refusals import NotThere


class PreviewApp:
    """Shows one preview. `is_beside` says whether the local Slack is served at the same address."""

    def __init__(self, preview: Preview, *, is_beside: bool = False) -> None:
        self.preview = preview
        self.is_beside = is_beside

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise TypeError(f"unsupported scope type: {scope['type']}")
        request = Request.of(scope)
        if not request.is_ours:
            await Reply(403, b"The preview answers only its own page.").send(send)
        elif (request.method, request.path) == ("GET", ("preview", "changes")):
            await tell_changes(self.preview.watchers, receive, send)
        else:
            await (await self._reply(request)).send(send)

    async def _reply(self, request: Request) -> Reply:
        try:
            match request.method, request.path:
                case "GET", ():
                    return Reply(302, location=PLACE)
                case "GET", ("static", name):
                    return static_file(name)
                case "GET", ("preview",):
                    await self.preview.renew()
                    return Reply(200, self._page(request).encode(), HTML)
        except NotThere as reason:
            return Reply(404, str(reason).encode())
        return Reply(404, b"There is nothing here.")

    def _page(self, request: Request) -> str:
        wanted = {name: request.asked(name) or "" for name in MENUS}
        sheet = self.preview.sheet(wanted) if wanted["skill"] else None
        overview = None if sheet else self.preview.overview()
        return render_preview(
            self.preview,
            overview,
            sheet,
            lost=wanted["skill"],
            theme=request.theme,
            is_beside=self.is_beside,
        )
