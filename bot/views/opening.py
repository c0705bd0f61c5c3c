"""A window before what it shows has been read."""

from typing import Any

from bot.i18n.translator import Translator
from bot.views.blocks import modal, plain
from bot.views.ids import Modal


def opening_modal(title: str, t: Translator) -> dict[str, Any]:
    """`title` is that of the window to come, at most 24 characters."""
    return modal(
        callback_id=Modal.OPENING,
        title=title,
        close=t.gettext("Close"),
        # Translators: Stands in a window for a moment, until what it shows has been read.
        blocks=[{"type": "section", "text": plain(t.gettext("One moment: this window is being filled."))}],
    )
