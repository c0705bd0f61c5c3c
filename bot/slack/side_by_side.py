"""How two people see the same statements: looked at by both, and the viewer's own view added."""

from collections.abc import Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.people import PersonId
from bot.domain.sharing import Share, SideBySide
from bot.errors import ShareWithdrawn, SlackRefused, StaleControl
from bot.services.sharing import add_views, look
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.errors import afterwards
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.slack.replies import acknowledged, window
from bot.views.ids import Action, Modal, SideRef
from bot.views.paging import page_of
from bot.views.side_by_side import ViewState, added_notice, side_modal, side_title, view_modal, views_in


async def look_at(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    ref = SideRef.parse(rest)
    await parts.people.require_member(click.act.person)
    if click.act.callback_id == Modal.SIDE:
        return change(parts, click, await _side(parts, click.reader, ref, page))
    return open_over(parts, click, side_title(click.t), _side(parts, click.reader, ref, page))


async def open_view(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    ref = SideRef.parse(rest)
    await parts.people.require_member(click.act.person)
    return open_over(parts, click, side_title(click.t), _view(parts, click, ref, page))


async def wait_for_save(parts: Parts, click: Click) -> None:
    """A rating counts when the window is confirmed."""


async def submit_view(parts: Parts, reader: Reader, view: Mapping[str, Any]) -> BoltResponse:
    """Keeps it, and says so in the window below, where both stand side by side.

    Raises StaleControl, ShareWithdrawn, MembersOnly, StorageUnavailable.
    """
    try:
        state = ViewState.load(view["private_metadata"])
        ref, ratings = SideRef.parse(state.side), views_in(view["state"]["values"])
    except (ValueError, KeyError) as error:
        raise StaleControl(f"not a window of this version: {error}") from error
    await parts.people.require_member(reader.act.person)
    _, side = await _look(parts, reader, ref)
    if side is None or ref.is_own:
        raise ShareWithdrawn
    if state.is_reworded(side.skill):
        return window("update", view_modal(ref, side, state.window, reader.t, state.page, ratings))
    subject, viewer = _both(reader, ref)
    people, database, chain = parts.people, parts.database, state.languages or reader.t.locale.content
    n = await add_views(subject, viewer, side, ratings, view["id"], chain, people, database, parts.now())
    below = await _side(parts, reader, ref, state.page, added_notice(n, ref, reader.t))
    if state.window == view["id"]:  # Slack lays no fourth window on top: this one took the place of the other
        return window("update", below)
    afterwards(parts, reader.act, _show_below(parts, reader.act.tenant, state.window, below))
    return acknowledged()


async def _show_below(parts: Parts, tenant: str, view_id: str, below: dict[str, Any]) -> None:
    try:
        await parts.slack(tenant).do("views.update", view_id=view_id, view=below)
    except SlackRefused as refused:
        if refused.error != "not_found":  # it was closed meanwhile
            raise


async def _side(parts: Parts, reader: Reader, ref: SideRef, page: int, notice: str = "") -> dict[str, Any]:
    share, side = await _look(parts, reader, ref)
    return side_modal(ref, share, side, reader.library.framework.skills, reader.t, page, notice)


async def _view(parts: Parts, click: Click, ref: SideRef, page: int) -> dict[str, Any]:
    _, side = await _look(parts, click.reader, ref)
    if side is None or ref.is_own:
        raise ShareWithdrawn
    return view_modal(ref.of(side.skill.slug), side, click.act.view_id, click.t, page)


async def _look(parts: Parts, reader: Reader, ref: SideRef) -> tuple[Share, SideBySide | None]:
    subject, viewer = _both(reader, ref)
    skills = reader.library.framework.skills
    return await look(subject, viewer, ref.skill, skills, parts.people, parts.database, parts.now())


def _both(reader: Reader, ref: SideRef) -> tuple[PersonId, PersonId]:
    """The subject and the viewer. One of them is who acts: a control names the other one alone."""
    me, other = reader.act.person, PersonId(reader.act.person.tenant, ref.other)
    return (me, other) if ref.is_own else (other, me)


SIDE_BY_SIDE: Mapping[Action, Handler] = {
    Action.SHARE_LOOK: look_at,
    Action.SHARE_SKILL: look_at,
    Action.SHARE_VIEW: open_view,
    Action.SHARE_RATING: wait_for_save,
}
