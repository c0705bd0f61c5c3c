"""A window that opens at once: Slack's trigger lasts three seconds, and reading what it shows may take as long."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.errors import SlackRefused
from bot.i18n.translator import Translator
from bot.slack.clicks import Click, open_view
from bot.slack.errors import or_error_window
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.views.opening import opening_modal

SHORTLY = 0.3  # seconds that a window waits for what it shows, before it opens without

Reading = Coroutine[Any, Any, dict[str, Any]]


async def open_over(parts: Parts, click: Click, title: str, reading: Reading) -> None:
    """Open a window by a click; on the third one, which Slack lays no other upon, it takes that one's place."""
    act = click.act
    if act.on_the_third:
        await open_view(parts, click, await reading)
        return
    await _open(parts, act, "views.push" if act.in_modal else "views.open", click.t, title, reading)


async def open_by_command(parts: Parts, act: Act, t: Translator, title: str, reading: Reading) -> None:
    """The same for a command, which carries a trigger too."""
    await _open(parts, act, "views.open", t, title, reading)


async def _open(parts: Parts, act: Act, method: str, t: Translator, title: str, reading: Reading) -> None:
    """What is read shortly is shown at once; else the window says that it is being filled, then is, or says why not."""
    view = asyncio.create_task(reading)
    done, _ = await asyncio.wait({view}, timeout=SHORTLY)
    if done:
        await parts.slack(act.tenant).do(method, trigger_id=act.trigger_id, view=view.result())
        return
    try:
        opened = await parts.slack(act.tenant).call(method, trigger_id=act.trigger_id, view=opening_modal(title, t))
        shown = await or_error_window(view, t)
    finally:
        view.cancel()
    try:
        await parts.slack(act.tenant).do("views.update", view_id=opened["view"]["id"], view=shown)
    except SlackRefused as refused:
        if refused.error != "not_found":  # it was closed meanwhile
            raise
