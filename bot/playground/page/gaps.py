"""Gaps of a language: a text that is missing or stale is marked right where it stands, whatever block it stands in.

Blocks hold plain strings, so a marked text travels between two characters that no content has: one of a private plane
of Unicode that says which gap it is, and one that ends it. They never reach a browser.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from markupsafe import Markup

FIRST, LAST = 0xF0000, 0xFFFFD
END = "\U0010fffd"
SIGNS = re.compile(f"[{chr(FIRST)}-{chr(LAST)}{END}]")
TOKENS = re.compile(f"(<[^>]*>|{SIGNS.pattern})")

# Sources are English, and so are the words of the page.
MISSING = Markup('<span class="gap missing" lang="en">{}</span>')
STALE = Markup('<span class="gap stale">{}</span>')
WORD = Markup(' <span class="gap-word" lang="en">{word}</span>')
ASKING = Markup(
    ' <button class="gap-word" type="button" id="{id}-button" popovertarget="{id}" aria-expanded="false"'
    ' lang="en">{word}</button>'
    '<span class="popover gap-source" id="{id}" popover lang="en">{source}</span>'
)


@dataclass(frozen=True, slots=True)
class Gap:
    """What is said beside a text. `source` is shown on demand where the text is older than it, else empty."""

    word: str
    source: str = ""


class Gaps:
    """The gaps of one page."""

    def __init__(self) -> None:
        self._gaps: list[Gap] = []
        self._ids = count(1)

    def mark(self, text: str, gap: Gap) -> str:
        """The text as it is put into blocks."""
        if FIRST + len(self._gaps) > LAST:
            return text
        self._gaps.append(gap)
        return f"{chr(FIRST + len(self._gaps) - 1)}{SIGNS.sub('', text)}{END}"

    def shown(self, html: Markup) -> Markup:
        """What stands between the tags, with its marks; a text that was cut off before its end ends with the html."""
        return Markup("").join(self._pieces(html))

    def _pieces(self, html: Markup) -> Iterator[Markup]:
        gap: Gap | None = None
        for token in TOKENS.split(str(html)):
            if SIGNS.fullmatch(token):
                if gap:
                    yield self._word(gap)
                gap = self._gap(token)
            elif gap and token and not token.startswith("<"):
                yield (STALE if gap.source else MISSING).format(Markup(token))
            else:
                yield Markup(token)
        if gap:
            yield self._word(gap)

    def _gap(self, sign: str) -> Gap | None:
        number = ord(sign) - FIRST
        return self._gaps[number] if number < len(self._gaps) else None

    def _word(self, gap: Gap) -> Markup:
        if not gap.source:
            return WORD.format(word=gap.word)
        return ASKING.format(id=f"gap-{next(self._ids)}", word=gap.word, source=gap.source)


def without_marks(html: str) -> str:
    """The html without what marks left where nothing can be marked, as in attributes."""
    return SIGNS.sub("", html)
