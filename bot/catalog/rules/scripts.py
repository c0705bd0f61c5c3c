"""Which letters a language is written in."""

import re
from functools import cache

from babel.core import Locale, get_global

# By babel's codes of scripts; a language in another script isn't judged.
_LETTERS = {
    "Latn": "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ",
    "Cyrl": "Ѐ-ԯ",
    "Grek": "Ͱ-Ͽἀ-῿",
    "Arab": "؀-ۿݐ-ݿ",
    "Hebr": "֐-׿",
    "Deva": "ऀ-ॿ",
    "Hans": "一-鿿",
    "Hant": "一-鿿",
    "Jpan": "぀-ヿ一-鿿",
    "Kore": "가-힯ᄀ-ᇿ",
}


def is_mostly_foreign(text: str, locale: str) -> bool:
    """Whether more than half of the letters aren't those of the language. Digits and signs don't count."""
    if (own := _own_letters(locale)) is None:
        return False
    ours = sum(map(len, own.findall(text)))
    return 2 * ours < len(text) and 2 * ours < sum(map(str.isalpha, text))


@cache
def _own_letters(locale: str) -> re.Pattern[str] | None:
    letters = _LETTERS.get(_script(locale))
    return re.compile(f"[{letters}]+") if letters else None


def _script(locale: str) -> str:
    """`sr_Latn` says it itself; of others Unicode knows what they are most likely written in."""
    parsed = Locale.parse(locale)
    if parsed.script:
        return parsed.script
    likely = get_global("likely_subtags")
    full = likely.get(f"{parsed.language}_{parsed.territory}") or likely.get(parsed.language, "")
    return next((part for part in full.split("_") if len(part) == 4), "")
