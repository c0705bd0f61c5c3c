"""An error in the person's words: what happened, what is safe, what to do, and a reference where it is our fault."""

from collections.abc import Mapping
from typing import Any

from bot.errors import RungError
from bot.i18n.translator import Translator
from bot.views.blocks import BLOCKS_LIMIT, Block, Element, context, divider, modal, option, plain
from bot.views.ids import Modal

_OF_A_MODAL = ("type", "callback_id", "title", "close", "submit", "private_metadata")
_FAILED = "failed "  # what the block_id of what is told of an error begins with


def error_blocks(error: Exception, t: Translator, reference: str | None) -> list[Block]:
    """An error that is none of ours is told in the words of the whole family."""
    blocks: list[Block] = [{"type": "section", "text": plain(_sentence(error, t))}]
    return [*blocks, context(plain(_reference(reference, t)))] if reference else blocks


def error_modal(error: Exception, t: Translator, reference: str | None) -> dict[str, Any]:
    """The same in a window over the one that failed, so that nothing in that one is lost."""
    return modal(
        callback_id=Modal.ERROR,
        # Translators: The title of a window that tells of an error, at most 24 characters.
        title=t.gettext("That didn't work"),
        close=t.gettext("Back"),
        blocks=error_blocks(error, t, reference),
    )


def failed_modal(view: Mapping[str, Any], error: Exception, t: Translator, reference: str | None) -> dict[str, Any]:
    """The window that failed, as Slack sent it, with the same on top: what stands in its fields stays."""
    kept = {key: view[key] for key in _OF_A_MODAL if view.get(key) is not None}
    told = [
        {**block, "block_id": f"{_FAILED}{n}"}
        for n, block in enumerate([*error_blocks(error, t, reference), divider()])
    ]
    before = [block for block in view["blocks"] if not block["block_id"].startswith(_FAILED)]
    return {**kept, "blocks": [*told, *before][:BLOCKS_LIMIT]}


def error_option(error: Exception, t: Translator) -> Element:
    """The same in a menu that can't be filled, which asks again with each letter; choosing it tells the whole."""
    return option(_sentence(error, t), "-")


def _sentence(error: Exception, t: Translator) -> str:
    known = error if isinstance(error, RungError) else RungError()
    return t.gettext(known.told, **known.facts)


def _reference(reference: str, t: Translator) -> str:
    # Translators: %(reference)s is a short code by which an operator finds the failure in the log.
    return t.gettext("Reference for your admin: %(reference)s", reference=reference)
