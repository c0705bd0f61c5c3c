"""Text that exists in several languages, with the state of each translation."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

SOURCE_LOCALE = "en"


@lru_cache(maxsize=1 << 16)
def text_hash(text: str) -> str:
    """The first eight hex digits of the SHA-256 of a source text: what a translation says it was made from.

    White space at the ends and the kind of line break don't count, so that re-wrapping a YAML file
    doesn't make every translation stale.
    """
    plain = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return hashlib.sha256(plain.encode()).hexdigest()[:8]


class TextState(StrEnum):
    """How far a shown text can be trusted in the language it was asked for."""

    CURRENT = "current"
    STALE = "stale"  # translated from an older source
    MISSING = "missing"  # not translated: the source is shown


@dataclass(frozen=True, slots=True)
class Translation:
    """One translated text, and the hash of the source that it was made from."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text as one reader gets it. `locale` is the language that it is really in."""

    text: str
    locale: str
    state: TextState


@dataclass(frozen=True, slots=True)
class Text:
    """An English source and its translations by content locale (`de`, `pt_BR`)."""

    source: str
    translations: Mapping[str, Translation] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        return text_hash(self.source)

    def shown(self, chain: Sequence[str]) -> ShownText:
        """The text in the first language of `chain` that has it; `chain` goes from the wanted to the general one.

        A reader whose chain begins with the source language gets the source, and it is current.
        """
        for locale in chain:
            if locale == SOURCE_LOCALE:
                break
            if found := self.translations.get(locale):
                state = TextState.CURRENT if found.source == self.hash else TextState.STALE
                return ShownText(found.text, locale, state)
        wanted = chain[0] if chain else SOURCE_LOCALE
        state = TextState.CURRENT if wanted.split("_")[0] == SOURCE_LOCALE else TextState.MISSING
        return ShownText(self.source, SOURCE_LOCALE, state)

    def everywhere(self) -> tuple[str, ...]:
        """The text in every language, the source first: what a search looks through."""
        return (self.source, *(t.text for t in self.translations.values()))
