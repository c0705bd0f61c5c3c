"""Ids for what arrives with a name alone: small letters, digits and hyphens, made from the words."""

import re
import unicodedata
from collections.abc import Container

from bot.catalog.schema import LONGEST_ID

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", "і": "i", "ї": "i", "є": "e", "ґ": "g", "ў": "u",
}  # fmt: skip
_LATIN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
_SIGNS = {"+": " plus ", "#": " sharp ", "&": " and ", "'": "", "’": ""}
_SPELLED = str.maketrans(_CYRILLIC | _LATIN | _SIGNS)
_FILLERS = frozenset({
    "a", "an", "and", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on", "or", "so", "that",
    "the", "their", "them", "they", "this", "to", "with",
    "und", "oder", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "für", "mit",
    "von", "zu", "im", "auf", "и", "или", "в", "на", "с", "по", "для", "от", "до", "из", "к",
})  # fmt: skip
WORDS_OF_A_STATEMENT = 6


def slug(name: str, longest: int = LONGEST_ID) -> str:
    """The id that a name becomes; empty where it has no letter that could be spelled."""
    words = _words(name)
    while len(words) > 1 and len("-".join(words)) > longest:
        words.pop()
    return "-".join(words)[:longest].strip("-")


def statement_slug(text: str) -> str:
    """The id of a new statement: its first telling words."""
    said = [word for word in text.casefold().split() if word.strip(".,;:()") not in _FILLERS]
    return slug(" ".join(said[:WORDS_OF_A_STATEMENT]), 50) or slug(text, 50) or "statement"


def unique(wanted: str, taken: Container[str], longest: int = LONGEST_ID) -> str:
    """The wanted id, with a number behind it where it's taken."""
    if wanted not in taken:
        return wanted
    number = 2
    while (numbered := f"{wanted[: longest - len(str(number)) - 1].strip('-')}-{number}") in taken:
        number += 1
    return numbered


def _words(name: str) -> list[str]:
    spelled = name.casefold().translate(_SPELLED)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z0-9]+", plain)
