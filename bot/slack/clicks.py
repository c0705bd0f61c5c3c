"""One click, and what any handler of clicks may need: the card it leads to, and windows."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from bot.errors import SlackRefused
from bot.i18n.translator import Translator
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.slack.readers import Reader

Values = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Click:
    """One click: by whom, and what it carries.

    `state` is the memory of the window it was in, `entered` what stands in its fields.
    """

    reader: Reader
    value: str
    state: str
    entered: Values

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
    """Open a window, on top of the one that was clicked in."""
    method = "views.push" if click.act.in_modal else "views.open"
    await parts.slack.do(method, trigger_id=click.act.trigger_id, view=view)


async def update_view(parts: Parts, click: Click, view: dict[str, Any]) -> None:
    """Change the window that was clicked in; where it has changed meanwhile, the newer click wins."""
    try:
        await parts.slack.do("views.update", view_id=click.act.view_id, hash=click.act.view_hash, view=view)
    except SlackRefused as refused:
        if refused.error != "hash_conflict":
            raise
