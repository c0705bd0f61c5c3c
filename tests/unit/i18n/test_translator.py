"""Plurals, dates, numbers and names, as each language and region writes them."""

import gettext
from datetime import date, time

import pytest

from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs, Translator, own_name

CATALOGS = Catalogs.load()


def reader(region: str) -> Translator:
    language = region.split("_")[0]
    return CATALOGS.translator(ReaderLocale(language, region, (language, "en")))


@pytest.mark.parametrize(
    ("language", "n", "expected"),
    [
        ("en", 0, "0\xa0mandatory requirements"),
        ("en", 1, "1\xa0mandatory requirement"),
        ("en", 5, "5\xa0mandatory requirements"),
        ("de", 0, "0\xa0Pflichtanforderungen"),
        ("de", 1, "1\xa0Pflichtanforderung"),
        ("de", 5, "5\xa0Pflichtanforderungen"),
        ("ru", 0, "0\xa0обязательных требований"),
        ("ru", 1, "1\xa0обязательное требование"),
        ("ru", 2, "2\xa0обязательных требования"),
        ("ru", 4, "4\xa0обязательных требования"),
        ("ru", 5, "5\xa0обязательных требований"),
        ("ru", 11, "11\xa0обязательных требований"),
        ("ru", 12, "12\xa0обязательных требований"),
        ("ru", 21, "21\xa0обязательное требование"),
        ("ru", 22, "22\xa0обязательных требования"),
        ("ru", 111, "111\xa0обязательных требований"),
    ],
)
def test_case_20_every_count_has_the_plural_form_of_its_language(language: str, n: int, expected: str) -> None:
    one, many = "%(n)s\xa0mandatory requirement", "%(n)s\xa0mandatory requirements"
    assert reader(language).ngettext(one, many, n) == expected


@pytest.mark.parametrize(
    ("region", "expected"),
    [
        ("en_US", "2/22/2026"),
        ("en", "2/22/2026"),
        ("en_GB", "22/02/2026"),
        ("de", "22.2.2026"),
        ("de_DE", "22.2.2026"),
        ("ru", "22.02.2026"),
        ("ru_RU", "22.02.2026"),
    ],
)
def test_a_date_is_in_digits_as_the_region_writes_it(region: str, expected: str) -> None:
    assert reader(region).date(date(2026, 2, 22)) == expected


@pytest.mark.parametrize(("region", "expected"), [("en", "12,345"), ("de", "12.345"), ("ru", "12\xa0345")])
def test_a_number_is_grouped_as_the_region_writes_it(region: str, expected: str) -> None:
    assert reader(region).number(12_345) == expected


@pytest.mark.parametrize(
    ("region", "both", "either"),
    [("en", "a, b, and c", "a, b, or c"), ("de", "a, b und c", "a, b oder c"), ("ru", "a, b и c", "a, b или c")],
)
def test_a_list_is_joined_as_the_language_does(region: str, both: str, either: str) -> None:
    assert reader(region).listed(["a", "b", "c"]) == both
    assert reader(region).listed(["a", "b", "c"], either=True) == either


def test_a_language_is_called_by_the_readers_word_and_by_its_own() -> None:
    assert [reader(region).language_name("de") for region in ("en", "de", "ru")] == ["German", "Deutsch", "немецкий"]
    assert [own_name(code) for code in ("en", "de", "ru", "pt_BR")] == [
        "English",
        "Deutsch",
        "Русский",
        "Português (Brasil)",
    ]


def test_a_message_without_a_translation_is_said_in_english() -> None:
    assert reader("de").gettext("No catalog has this: %(what)s", what="x") == "No catalog has this: x"


def test_a_word_means_different_things_in_different_contexts() -> None:
    translator = Translator(ReaderLocale("de", "de", ("de",)), gettext.NullTranslations())
    assert translator.pgettext("command verb", "list") == "list"
    assert reader("de").pgettext("command verb", "list") != reader("de").gettext("list")


def test_the_source_language_needs_no_catalog() -> None:
    assert CATALOGS.languages == ("en", "de", "ru")


@pytest.mark.parametrize(
    ("region", "day", "clock", "weekday", "country"),
    [
        ("en_US", "Tue, Dec 8", "1:05\u202fPM", "Tuesday", "Germany"),
        ("en_GB", "Tue 8 Dec", "13:05", "Tuesday", "Germany"),
        ("de_DE", "Di., 8. Dez.", "13:05", "Dienstag", "Deutschland"),
        ("ru_RU", "вт, 8 дек.", "13:05", "вторник", "Германия"),
    ],
)
def test_days_and_hours_are_the_regions_own(region: str, day: str, clock: str, weekday: str, country: str) -> None:
    t = reader(region)
    assert t.near_date(date(2026, 12, 8)) == day
    assert t.time(time(13, 5)) == clock
    assert (t.weekday(2), t.country("DE"), t.country("ZZ1")) == (weekday, country, "ZZ1")
