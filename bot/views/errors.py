"""An error in the person's words: what happened, what is safe, what to do, and a reference where it is our fault."""

from typing import Any

from bot.errors import RungError
from bot.i18n.translator import Translator
from bot.views.blocks import Block, Element, context, modal, option, plain
from bot.views.ids import Modal


def error_blocks(error: Exception, t: Translator, reference: str | None) -> list[Block]:
    """What happened, and the reference if there is one."""
    blocks: list[Block] = [{"type": "section", "text": plain(_told(error, t))}]
    if reference:
        # Translators: %(reference)s is a short code by which an operator finds the failure in the log.
        blocks.append(context(plain(t.gettext("Reference for your admin: %(reference)s", reference=reference))))
    return blocks


def error_modal(error: Exception, t: Translator, reference: str | None) -> dict[str, Any]:
    """The same in a window over the one that failed, so that nothing in that one is lost."""
    return modal(
        callback_id=Modal.ERROR,
        # Translators: The title of a window that tells of an error, at most 24 characters.
        title=t.gettext("That didn't work"),
        close=t.gettext("Back"),
        blocks=error_blocks(error, t, reference),
    )


def error_option(error: Exception, t: Translator) -> Element:
    """The same in a menu that can't be filled, which asks again with each letter; choosing it tells the whole."""
    return option(_told(error, t), "-")


def _told(error: Exception, t: Translator) -> str:
    """An error that is none of ours is told in the words of the whole family."""
    known = error if isinstance(error, RungError) else RungError()
    return t.gettext(known.told, **known.facts)
