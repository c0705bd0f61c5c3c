"""How far each language of the content has come."""

from dataclasses import dataclass
from pathlib import Path

from bot.catalog.loader import Content, load_content
from bot.catalog.translatable import Translatable, translatable
from bot.catalog.translations import target_locales
from bot.domain.texts import TextState


@dataclass(frozen=True, slots=True)
class LanguageStatus:
    """All texts of one language, in the order in which people read them."""

    locale: str
    texts: tuple[Translatable, ...]

    def count(self, state: TextState) -> int:
        return sum(text.state is state for text in self.texts)

    @property
    def open(self) -> tuple[Translatable, ...]:
        """What to translate next, the first thing first."""
        return tuple(text for text in self.texts if text.is_open)


def content_status(directory: Path) -> list[LanguageStatus]:
    """The languages in the order of locales.yaml, without English. Raises InvalidContent."""
    return statuses(load_content(directory))


def statuses(content: Content) -> list[LanguageStatus]:
    """The languages in the order of locales.yaml, without English."""
    locales = target_locales(content.registers.locales or ())
    return [LanguageStatus(locale, tuple(translatable(content, locale))) for locale in locales]
