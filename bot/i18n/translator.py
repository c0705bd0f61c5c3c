"""A translator speaks one reader's language: messages, plurals, dates, numbers, lists, names of languages."""

import datetime as dt
import gettext
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.dates import format_skeleton, format_time, get_day_names
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from bot.domain.texts import SOURCE_LOCALE
from bot.i18n.locales import ReaderLocale

CATALOGS = Path(__file__).resolve().parent.parent / "locale"


class Translator:
    """All of Rung's words for one reader. Placeholders are named: `%(level)s`."""

    def __init__(self, locale: ReaderLocale, messages: gettext.NullTranslations) -> None:
        self.locale = locale
        self.messages = messages
        self._region = Locale.parse(locale.region)

    def gettext(self, message: str, **facts: str | int) -> str:
        return self.messages.gettext(message) % facts

    def pgettext(self, context: str, message: str, **facts: str | int) -> str:
        return self.messages.pgettext(context, message) % facts

    def ngettext(self, one: str, many: str, n: int, **facts: str | int) -> str:
        """The plural form for `n`; `%(n)s` in it is the number as the reader writes it."""
        return self.messages.ngettext(one, many, n) % {"n": self.number(n), **facts}

    def number(self, n: int) -> str:
        return _number(n, self.locale.region)

    def date(self, day: dt.date) -> str:
        """A date in digits with the whole year, as the reader's region writes it."""
        return format_skeleton("yMd", day, locale=self._region)

    def near_date(self, day: dt.date) -> str:
        """A date of the coming months with its weekday, in short: `Tue, Dec 8`."""
        return format_skeleton("MMMEd", day, locale=self._region)

    def time(self, clock: dt.time) -> str:
        """Hours and minutes."""
        return format_time(clock, "short", locale=self._region)

    def weekday(self, number: int) -> str:
        """The name of a weekday by its ISO number, as it stands alone."""
        return str(get_day_names("wide", "stand-alone", self._region)[number - 1])

    def country(self, code: str) -> str:
        """What the reader calls a country, by its ISO 3166 code."""
        return str(self._region.territories.get(code, code))

    def city(self, zone: str) -> str:
        """What the reader calls the city of a time zone, by its IANA name; empty where that isn't known."""
        return str(self._region.time_zones.get(zone, {}).get("city", ""))

    def listed(self, items: list[str], *, either: bool = False) -> str:
        """`a, b and c`, or `a, b or c`."""
        return format_list(items, style="or" if either else "standard", locale=self._region)

    def language_name(self, code: str) -> str:
        """What the reader calls a language."""
        return Locale.parse(code).get_display_name(self._region) or code


@lru_cache(maxsize=4096)
def _number(n: int, region: str) -> str:
    return format_decimal(n, locale=region)


def own_name(code: str) -> str:
    """What a language calls itself, written as a name stands in a list: Deutsch, Русский."""
    name = Locale.parse(code).get_display_name(code) or code
    return name[:1].upper() + name[1:]


class Catalogs:
    """Every message catalog, read from the .po files when Rung starts."""

    def __init__(self, messages: dict[str, gettext.NullTranslations]) -> None:
        self._messages = {SOURCE_LOCALE: gettext.NullTranslations(), **messages}
        self.translator = cache(self._translator)

    @classmethod
    def load(cls, directory: Path = CATALOGS) -> "Catalogs":
        """Read `<directory>/<language>/LC_MESSAGES/messages.po` for every language that has one."""
        return cls({path.parts[-3]: _compiled(path) for path in sorted(directory.glob("*/LC_MESSAGES/messages.po"))})

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that Rung speaks, the source first."""
        return tuple(self._messages)

    def _translator(self, locale: ReaderLocale) -> Translator:
        return Translator(locale, self._messages[locale.language])


def _compiled(path: Path) -> Translations:
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.parts[-3])
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)
