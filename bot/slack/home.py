"""The home tab: published when it is opened, its guess at a role taken, and what has changed shown."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card
from bot.domain.people import PersonId
from bot.errors import StaleControl
from bot.services.home import load_changed
from bot.services.profiles import choose_role
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.payloads import tenant_of_event
from bot.slack.replies import acknowledged
from bot.views.home import changed_modal, changed_title
from bot.views.ids import Action, CardRef, Modal
from bot.views.paging import page_of


def home_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Twice does no harm, so nobody remembers which of these events were seen."""

    async def show_home(body: dict[str, Any]) -> BoltResponse:
        event = body["event"]
        if event.get("tab") == "home":
            parts.homes.show(PersonId(tenant_of_event(body), event["user"]))
        return acknowledged()

    return show_home


async def take_role(parts: Parts, click: Click) -> None:
    """The role that was guessed is right."""
    if click.value not in click.reader.library.framework.roles:
        raise StaleControl(f"no such role: {click.value}")
    await choose_role(click.act.person, click.value, parts.people, parts.database, parts.now())
    parts.homes.refresh(click.act.person)


async def show_changed(parts: Parts, click: Click) -> After:
    """Open the window with both texts of what has changed in a skill, or turn its page."""
    page, ref = page_of(click.value)
    return _show(parts, click, click.reader.card(CardRef.parse(ref)), page)


async def _show(parts: Parts, click: Click, card: Card, page: int) -> None:
    drawn = _window(parts, click, card, page)
    if click.act.callback_id == Modal.CHANGED:
        await change(parts, click, await drawn)
    else:
        await open_over(parts, click, changed_title(click.t), drawn)


async def _window(parts: Parts, click: Click, card: Card, page: int) -> dict[str, Any]:
    changed = await load_changed(click.act.person, card.skill, parts.database)
    return changed_modal(card, changed, click.t, page)


HOME: Mapping[Action, Handler] = {
    Action.HOME_ROLE: take_role,
    Action.HOME_CHANGED: show_changed,
}
