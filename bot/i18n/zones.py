"""The time zones that can be chosen, found by the names that readers call their cities by."""

from functools import lru_cache
from zoneinfo import available_timezones

from bot.domain.query import fold
from bot.i18n.translator import Translator

_REGIONS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """IANA names, in order: of places, and UTC."""
    return (*sorted(name for name in available_timezones() if name.partition("/")[0] in _REGIONS), "UTC")


def zones_like(typed: str, t: Translator, most: int) -> tuple[str, ...]:
    """Those in whose name, or in what the reader calls their city, a word begins with the letters so far."""
    wanted = f" {fold(typed)}"
    return tuple(name for name, words in _words(t) if wanted in words)[:most]


@lru_cache(maxsize=64)
def _words(t: Translator) -> tuple[tuple[str, str], ...]:
    def said(name: str) -> str:
        return fold(f"{name.replace('_', ' ').replace('/', ' ')} {t.city(name)} {name}")

    return tuple((name, f" {said(name)}") for name in zones())
