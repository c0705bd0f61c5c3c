"""Which language a person is answered in, from what they chose, what Slack says and what there is."""

from dataclasses import dataclass
from functools import lru_cache

from babel import Locale, UnknownLocaleError

from bot.domain.texts import SOURCE_LOCALE


@dataclass(frozen=True, slots=True)
class ReaderLocale:
    """How one reader is written to.

    `language` names the message catalog, `region` the locale whose dates and numbers are used (en_GB differs
    from en_US), `content` the languages in which content is looked for, from the wanted to the general one.
    """

    language: str
    region: str
    content: tuple[str, ...]


def canonical(code: str | None) -> str | None:
    """A locale in babel's form (`pt_BR`) from what Slack or a person calls it (`pt-BR`); None if it is none."""
    if not code:
        return None
    try:
        return str(Locale.parse(code.strip().replace("-", "_")))
    except (ValueError, UnknownLocaleError):
        return None


def fallbacks(locale: str) -> tuple[str, ...]:
    """A locale and what stands behind it: `zh_Hant_TW`, `zh_Hant`, `zh`."""
    parts = locale.split("_")
    return tuple("_".join(parts[:n]) for n in range(len(parts), 0, -1))


@lru_cache(maxsize=4096)
def negotiate(
    wanted: tuple[str | None, ...], catalogs: tuple[str, ...], contents: tuple[str, ...], default: str
) -> ReaderLocale:
    """The first of the wanted locales that we speak, or for which there is content; else the default.

    `catalogs` are the languages that Rung speaks, `contents` those of the framework, `default` one that Rung
    speaks. Content in a language that Rung doesn't speak is shown under words in the default language.
    """
    for code in (*wanted, default):
        if (locale := canonical(code)) is None:
            continue
        chain = fallbacks(locale)
        content = tuple(part for part in chain if part in contents)
        if spoken := next((part for part in chain if part in catalogs), None):
            return ReaderLocale(spoken, locale, _behind(content or (spoken,)))
        if content:
            base = negotiate((default,), catalogs, contents, SOURCE_LOCALE)
            return ReaderLocale(base.language, base.region, _behind(content))
    return ReaderLocale(SOURCE_LOCALE, SOURCE_LOCALE, (SOURCE_LOCALE,))


def _behind(chain: tuple[str, ...]) -> tuple[str, ...]:
    return chain if chain[-1] == SOURCE_LOCALE else (*chain, SOURCE_LOCALE)
