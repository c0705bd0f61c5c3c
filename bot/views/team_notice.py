"""A notice: whoever looks after a team is told why nothing is posted there, and what to do."""

from typing import Any

from bot.domain.answers import Verb
from bot.domain.team_deliveries import Matter
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import context, plain, section
from bot.views.message import message


def notice_message(matter: Matter, least: int, t: Translator, command: str) -> dict[str, Any]:
    """`least` is how many people have to be counted; `command` is what this deployment's slash command is called."""
    told = render(
        "team_notice/told",
        t,
        channel=matter.channel,
        why=matter.why,
        least=least,
        command=typed(command, Verb.TEAM, t),
    )
    # Translators: Below a direct message that says why no summary was posted in a channel.
    return message([section(told), context(plain(t.gettext("You look after this team, and are told this once.")))])
