"""The Web API methods that the local Slack answers: one module for each group, one table for all."""

from collections.abc import Mapping

from bot.playground.backend import Handler
from bot.playground.methods import apps, chat, conversations, files, history, people, team, views

HANDLERS: Mapping[str, Handler] = {
    **apps.HANDLERS,
    **chat.HANDLERS,
    **conversations.HANDLERS,
    **files.HANDLERS,
    **history.HANDLERS,
    **people.HANDLERS,
    **team.HANDLERS,
    **views.HANDLERS,
}
