"""The one message to whoever installed Rung, and the text with which they tell others."""

from typing import Any

from bot.domain.answers import Card, Verb
from bot.i18n.translator import Translator
from bot.text.templates import render, render_page
from bot.views.admin import check_button, settings_button
from bot.views.answers import typed
from bot.views.blocks import Block, actions, modal, plain, rich_text, section
from bot.views.ids import Modal
from bot.views.message import message


def welcome_message(
    name: str, example: Card | None, t: Translator, announcement_t: Translator, command: str
) -> dict[str, Any]:
    """`name` is the workspace's, and may be empty; the text to paste is in the workspace's language."""
    told = render("welcome/told", t, name=name, admin=typed(command, Verb.ADMIN, t))
    test = [check_button(t, primary=True)] if example else []
    return message(
        [
            section(told),
            actions(*test, settings_button(t, primary=not example)),
            {
                "type": "section",
                "text": plain(t.gettext("When you want people to know of it, here's a text to paste:")),
            },
            announcement(example, announcement_t, command),
        ]
    )


def announcement_modal(example: Card | None, t: Translator, announcement_t: Translator, command: str) -> dict[str, Any]:
    """The text to paste, in the workspace's language."""
    told = t.gettext("Copy this text and paste it wherever people should know of Rung. Rung doesn't post it for you.")
    return modal(
        callback_id=Modal.ANNOUNCEMENT,
        # Translators: The title of a window, at most 24 characters.
        title=t.gettext("Announcement"),
        close=t.gettext("Close"),
        blocks=[section(told), announcement(example, announcement_t, command)],
    )


def announcement(example: Card | None, t: Translator, command: str) -> Block:
    """As preformatted text: Slack copies it as it stands, without formatting."""
    asked = f"{command} {example.skill.slug} {example.level.id}" if example else command
    text = render_page(
        "welcome/announcement",
        t,
        example=asked,
        privacy=typed(command, Verb.PRIVACY, t),
        stop=typed(command, Verb.STOP, t),
        help=typed(command, Verb.HELP, t),
    )
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_preformatted", "elements": [rich_text(text.strip())]}],
    }
