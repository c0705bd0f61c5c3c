"""The card as a message, made once for everybody who asks the same in the same language."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cachetools import LRUCache

from bot.domain.answers import Card, Standing
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Translator
from bot.views.blocks import serialised
from bot.views.card import card_parts, personal_blocks
from bot.views.controls import comments_button, ref_of
from bot.views.ids import CardRef
from bot.views.message import message, spoken

MOST = 8_192


class _Key(NamedTuple):
    version: str
    ref: CardRef
    locale: ReaderLocale
    can_keep: bool


class _Pieces(NamedTuple):
    """The serialised message around the places of the personal line and of how many comments there are."""

    before_text: str
    after_text: str
    after_blocks: str
    comments: str
    after_comments: str


class CardMessages:
    """Cards as text that is ready to be sent, kept while they are asked for."""

    def __init__(self) -> None:
        self.lookups = {"hit": 0, "miss": 0}
        self._pieces: LRUCache[_Key, _Pieces] = LRUCache(MOST)
        self._comments: LRUCache[tuple[CardRef, ReaderLocale, int], str] = LRUCache(MOST)

    def ephemeral(
        self,
        card: Card,
        standing: Standing | None,
        t: Translator,
        *,
        version: str,
        can_keep: bool,
        comments: int = 0,
        helpers: Sequence[str] = (),
    ) -> str:
        """The answer to a command, as JSON. `version` is that of the framework which the card is of."""
        key = _Key(version, ref_of(card), t.locale, can_keep)
        if (pieces := self._pieces.get(key)) is None:
            pieces = self._pieces[key] = _pieces(card, t, can_keep)
            self.lookups["miss"] += 1
        else:
            self.lookups["hit"] += 1
        if comments:
            pieces = pieces._replace(comments=self._counted(card, t, comments))
        personal = personal_blocks(standing, "", t, helpers)
        if not personal:
            return "".join(pieces)
        text, blocks = serialised(spoken(personal))[1:-1], serialised(personal)[1:-1]
        return "".join((pieces.before_text, text, "\\n", pieces.after_text, blocks, ",", *pieces[2:]))

    def _counted(self, card: Card, t: Translator, comments: int) -> str:
        """The button that says how many comments there are."""
        key = (ref_of(card), t.locale, comments)
        if (labelled := self._comments.get(key)) is None:
            labelled = self._comments[key] = serialised(comments_button(card, t, comments))
        return labelled


def card_message(
    card: Card,
    standing: Standing | None,
    t: Translator,
    *,
    can_keep: bool,
    notice: str = "",
    comments: int = 0,
    helpers: Sequence[str] = (),
) -> dict[str, Any]:
    """The same card as a value; `notice` says what was just done for its reader."""
    parts = card_parts(card, t, can_keep=can_keep, comments=comments)
    return message(parts.with_personal(personal_blocks(standing, notice, t, helpers)))


def _pieces(card: Card, t: Translator, can_keep: bool) -> _Pieces:
    parts = card_parts(card, t, can_keep=can_keep)
    rest = [*parts.body, *parts.controls, *parts.foot]
    head_text, rest_text = (serialised(spoken(blocks))[1:-1] for blocks in (parts.head, rest))
    head, tail = (serialised(blocks)[1:-1] for blocks in (parts.head, rest))
    before, comments, after = tail.partition(serialised(comments_button(card, t, 0)))
    return _Pieces(
        f'{{"response_type":"ephemeral","text":"{head_text}\\n',
        f'{rest_text}","blocks":[{head},',
        before,
        comments,
        f"{after}]}}",
    )
