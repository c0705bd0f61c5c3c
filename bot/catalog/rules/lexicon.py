"""The words of words.yaml, which rules look for, and a framework's own."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from bot.catalog.reader import read_document

_SOME_WORDS = re.escape("… ")
WORDS = Path(__file__).with_name("words.yaml")


@cache
def _listed(section: str) -> Mapping[str, tuple[str, ...]]:
    by_language = read_document(WORDS, WORDS.name).data[section]
    assert isinstance(by_language, dict)
    return {language: tuple(map(str, words)) for language, words in by_language.items() if isinstance(words, list)}


@cache
def placeholders() -> frozenset[str]:
    """Whole texts, in any language, that stand where somebody was to write one: folded, without a full stop."""
    return frozenset(word.casefold().rstrip(".") for words in _listed("placeholder").values() for word in words)


def unobservable(locale: str, own: Iterable[str] = ()) -> re.Pattern[str]:
    """How a statement begins that nobody can observe, with one adverb before it at most; `own` are more phrases."""
    words = {*_listed("unobservable").get(locale.split("_")[0], ()), *(word.casefold() for word in own)}
    phrases = (_pattern(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?:[\w-]+\s+)?({'|'.join(phrases)})(?![\w-])" if words else r"(?!)", re.IGNORECASE)


def _pattern(phrase: str) -> str:
    return re.escape(phrase).replace(_SOME_WORDS, r"(?:[\w-]+\s+){0,3}")
