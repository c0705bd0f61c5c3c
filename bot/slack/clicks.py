"""One click, and what any handler of clicks may need: to change what was clicked in, and to open a window."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import SlackRefused
from bot.i18n.translator import Translator
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.slack.readers import Reader
from bot.slack.turns import Turn

Values = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Click:
    """One click: by whom, and what it carries.

    `state` is the memory of the window it was in, `entered` what stands in its fields, `drawn` are its blocks.
    """

    reader: Reader
    turn: Turn
    value: str
    state: str
    entered: Values
    drawn: Sequence[Mapping[str, Any]] = ()

    @property
    def act(self) -> Act:
        return self.reader.act

    @property
    def t(self) -> Translator:
        return self.reader.t


After = Coroutine[Any, Any, None]
Handler = Callable[[Parts, Click], Awaitable[After | None]]
"""Checks and stores, and gives back what is to be done once Slack was answered, if anything."""


async def open_view(parts: Parts, click: Click, view: dict[str, Any]) -> None:
    """Open a window, on top of the one that was clicked in; in its place where Slack takes no more on top."""
    if click.act.on_the_third:
        return await update_view(parts, click.act, view)
    method = "views.push" if click.act.in_modal else "views.open"
    await parts.slack(click.act.tenant).do(method, trigger_id=click.act.trigger_id, view=view)


async def change(parts: Parts, click: Click, shown: dict[str, Any]) -> None:
    """Change the message or window that was clicked in, unless a newer click has done so already."""
    async with click.turn.drawing() as is_newest:
        if is_newest:
            await put(parts, click, shown)


async def put(parts: Parts, click: Click, shown: dict[str, Any]) -> None:
    """Change it in any case, or at home open a window; whoever calls this holds the turn."""
    if click.act.at_home:
        await open_view(parts, click, shown)
    elif click.act.in_modal:
        await update_view(parts, click.act, shown)
    else:
        body = {"response_type": "ephemeral", "replace_original": True, **shown}
        await parts.slack(click.act.tenant).respond(click.act.response_url, body)


async def update_view(parts: Parts, act: Act, view: dict[str, Any]) -> None:
    """Change a window. If it has changed since the click, that was for an older one; if it is closed, let it be."""
    for known in ({"hash": act.view_hash}, {}):
        try:
            return await parts.slack(act.tenant).do("views.update", view_id=act.view_id, **known, view=view)
        except SlackRefused as refused:
            if refused.error == "not_found":
                return
            if refused.error != "hash_conflict":
                raise
