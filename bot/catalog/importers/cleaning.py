"""Texts as a spreadsheet or a page holds them, made fit to be shown."""

import re
import unicodedata

# What nobody sees and everything trips over; joiners stay, emoji and some scripts are made with them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_TEXT_BREAKS = ("\n", "\t")


def clean(text: str) -> str:
    """The text without invisible and control characters, with one kind of line break and no space at the ends."""
    text = _INVISIBLE.sub("", _BREAKS.sub("\n", text))
    if not text.isprintable():
        text = "".join(c for c in text if c in _TEXT_BREAKS or unicodedata.category(c) != "Cc")
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def one_line(text: str) -> str:
    """The text with its white space collapsed; a no-break space stays."""
    return re.sub("[ \t\n]+", " ", text).strip()
