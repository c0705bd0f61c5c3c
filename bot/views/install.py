"""The pages that whoever installs Rung sees in their browser."""

from enum import StrEnum

from markupsafe import Markup

from bot.domain.answers import Verb
from bot.domain.installations import Installation
from bot.i18n.translator import Translator
from bot.text.mrkdwn import link
from bot.text.templates import render, render_page
from bot.views.answers import typed
from bot.views.blocks import Block, section


class Ending(StrEnum):
    """How an installation ended that didn't succeed."""

    CANCELLED = "cancelled"
    NOT_BEGUN_HERE = "not_begun_here"  # begun in another browser, or too long ago
    STALE = "stale"  # ended already, or too long ago
    REFUSED = "refused"
    NO_SLACK = "no_slack"
    NO_DATABASE = "no_database"
    CROWDED = "crowded"


def begin_page(slack_url: str, t: Translator) -> str:
    """What leads to Slack, where people see what Rung may do and agree or not."""
    return _page(t.gettext("Add Rung to Slack"), render_page("install/begin", t, slack_url=slack_url), t)


def installed_page(installation: Installation, is_again: bool, command: str, t: Translator) -> str:
    title = t.gettext("Rung is installed")
    if installation.name:
        # Translators: %(name)s is the name of a workspace or of an enterprise.
        title = t.gettext("Rung is installed in %(name)s", name=installation.name)
    facts = {"is_org_wide": installation.is_org_wide, "is_again": is_again, "help": typed(command, Verb.HELP, t)}
    return _page(title, render_page("install/installed", t, **facts), t)


def ended_page(ending: Ending, again: str, reference: str | None, t: Translator) -> str:
    """What happened, and what to do. `again` is where it begins anew."""
    title = t.gettext("Rung could not be installed")
    if ending is Ending.CANCELLED:
        title = t.gettext("Rung was not installed")
    said = render_page("install/ended", t, ending=ending.value, again=again, reference=reference)
    return _page(title, said, t)


def _page(title: str, said: str, t: Translator) -> str:
    return render_page("install/page", t, title=title, said=Markup(said))


def lack_blocks(missing: frozenset[str], install_url: str | None, t: Translator) -> list[Block]:
    """What whoever installed Rung is told about scopes that it lacks; `install_url` is where it is installed again."""
    # Translators: A link.
    again = link(install_url, t.gettext("Install Rung again")) if install_url else None
    return [section(render("install/lack", t, scopes=sorted(missing), again=again))]
