"""What hangs on the summary of a team: its table, everything that may be shown, and the way to its settings."""

from collections.abc import Mapping
from typing import Any

from bot.domain.team_reports import TeamReport
from bot.errors import StaleControl
from bot.services.team_reports import last_report
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.opening import open_over
from bot.slack.parts import Parts
from bot.slack.teams import team_view
from bot.surfaces.team_summary import helpers_seen
from bot.views.ids import Action
from bot.views.paging import page_of
from bot.views.summary import SETTINGS, summary_modal, summary_table, summary_title
from bot.views.teams import team_title


async def show_table(parts: Parts, click: Click) -> After:
    """Beside the channel's message the first time, for this person alone; its other pages take its place."""
    if " " not in click.value:
        return _table_beside(parts, click, await _report(parts, click, click.value))
    page, channel = page_of(click.value)
    return change(parts, click, summary_table(await _report(parts, click, channel), click.t, page))


async def _table_beside(parts: Parts, click: Click, report: TeamReport) -> None:
    body = {"response_type": "ephemeral", "replace_original": False, **summary_table(report, click.t)}
    await parts.slack(click.act.tenant).respond(click.act.response_url, body)


async def show_more(parts: Parts, click: Click) -> After:
    """Every skill, a page of them, or the settings of the team."""
    wish, _, channel = click.value.partition(" ")
    if wish == SETTINGS:
        return open_over(parts, click, team_title(click.t), team_view(parts, click.reader, channel))
    page, channel = page_of(click.value)
    if click.act.in_modal:
        return change(parts, click, await _window(parts, click, channel, page))
    return open_over(parts, click, summary_title(click.t), _window(parts, click, channel, page))


async def _window(parts: Parts, click: Click, channel: str, page: int) -> dict[str, Any]:
    report, person, library = await _report(parts, click, channel), click.act.person, click.reader.library
    helpers = await helpers_seen(person, channel, library, parts.slack(person.tenant), parts.people, parts.database)
    return summary_modal(report, click.t, page, helpers=helpers)


async def _report(parts: Parts, click: Click, channel: str) -> TeamReport:
    """Raises StaleControl where nothing is kept of that team any more, StorageUnavailable."""
    tenant, zone = click.act.person.tenant, click.reader.member.user.timezone
    report = await last_report(tenant, channel, zone, click.reader.library.framework.skills, parts.database)
    if report is None:
        raise StaleControl("no summary of that team")
    return report


SUMMARY: Mapping[Action, Handler] = {
    Action.SUMMARY_TABLE: show_table,
    Action.SUMMARY_MORE: show_more,
}
