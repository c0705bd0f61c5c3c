"""Names as a reader is shown them."""

from bot.domain.texts import Text, TextState
from bot.i18n.translator import Translator
from bot.views.blocks import HEADER_LIMIT, Block, header, plain, shorten

MARK = "EN"  # beside a text that is shown in English because it has no translation


def named(text: Text, t: Translator) -> str:
    """A name in the reader's language, or in English where it has none."""
    return text.shown(t.locale.content).text


def titled(text: Text, t: Translator, beside: int = 0) -> str:
    """The name of a skill over what is said of it, marked where it is still in English.

    A long name is shortened to leave room in the header for `beside` characters.
    """
    shown = text.shown(t.locale.content)
    mark = f" ({MARK})" if shown.state is TextState.MISSING else ""
    return shorten(shown.text, HEADER_LIMIT - beside - len(mark)) + mark


def title_blocks(text: Text, t: Translator) -> list[Block]:
    """The name of a skill as a title, and the whole of it below where the title is too short for it."""
    whole = named(text, t)
    if len(whole) <= HEADER_LIMIT:
        return [header(titled(text, t))]
    return [header(titled(text, t)), {"type": "section", "text": plain(whole)}]
