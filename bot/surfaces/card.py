"""The card as a message, made once for everybody who asks the same in the same language."""

from typing import Any, NamedTuple

from cachetools import LRUCache

from bot.domain.answers import Card, Standing
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Translator
from bot.views.blocks import serialised
from bot.views.card import card_parts, personal_blocks, standing_block
from bot.views.controls import ref_of
from bot.views.ids import CardRef
from bot.views.message import message, spoken

MOST = 8_192


class _Key(NamedTuple):
    version: str
    ref: CardRef
    locale: ReaderLocale
    can_keep: bool


class _Pieces(NamedTuple):
    """The serialised message around the place where the personal line goes."""

    before_text: str
    after_text: str
    after_blocks: str


class CardMessages:
    """Cards as text that is ready to be sent, kept while they are asked for."""

    def __init__(self) -> None:
        self._pieces: LRUCache[_Key, _Pieces] = LRUCache(MOST)

    def ephemeral(self, card: Card, standing: Standing | None, t: Translator, *, version: str, can_keep: bool) -> str:
        """The answer to a command, as JSON. `version` is that of the framework which the card is of."""
        key = _Key(version, ref_of(card), t.locale, can_keep)
        if (pieces := self._pieces.get(key)) is None:
            pieces = self._pieces[key] = _pieces(card, t, can_keep)
        if standing is None:
            return "".join(pieces)
        block = standing_block(standing, t)
        text, blocks = serialised(spoken([block]))[1:-1], serialised(block)
        return f"{pieces.before_text}{text}\\n{pieces.after_text}{blocks},{pieces.after_blocks}"


def card_message(
    card: Card, standing: Standing | None, t: Translator, *, can_keep: bool, notice: str = ""
) -> dict[str, Any]:
    """The same card as a value; `notice` says what was just done for its reader."""
    return message(card_parts(card, t, can_keep=can_keep).with_personal(personal_blocks(standing, notice, t)))


def _pieces(card: Card, t: Translator, can_keep: bool) -> _Pieces:
    parts = card_parts(card, t, can_keep=can_keep)
    rest = [*parts.body, *parts.controls, *parts.foot]
    head_text, rest_text = (serialised(spoken(blocks))[1:-1] for blocks in (parts.head, rest))
    head, tail = (serialised(blocks)[1:-1] for blocks in (parts.head, rest))
    return _Pieces(
        f'{{"response_type":"ephemeral","text":"{head_text}\\n',
        f'{rest_text}","blocks":[{head},',
        f"{tail}]}}",
    )
