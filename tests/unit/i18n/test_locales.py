"""Which language a reader gets, from what they chose, what Slack says and what there is."""

import pytest

from bot.i18n.locales import ReaderLocale, canonical, fallbacks, negotiate

CATALOGS = ("en", "de", "ru")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pt-BR", "pt_BR"),
        ("en-US", "en_US"),
        (" de ", "de"),
        ("DE-at", "de_AT"),
        ("zh-TW", "zh_Hant_TW"),
        ("", None),
        (None, None),
        ("klingon", None),
        ("de-DE-xx-yy-zz", None),
        ("../../etc", None),
        ("x" * 5_000, None),
    ],
)
def test_slacks_codes_become_those_of_babel(code: str | None, expected: str | None) -> None:
    assert canonical(code) == expected


def test_a_locale_falls_back_from_the_special_to_the_general() -> None:
    assert fallbacks("zh_Hant_TW") == ("zh_Hant_TW", "zh_Hant", "zh")


@pytest.mark.parametrize(
    ("wanted", "contents", "default", "expected"),
    [
        (("en-GB",), CATALOGS, "de", ReaderLocale("en", "en_GB", ("en",))),
        (("de-AT",), CATALOGS, "en", ReaderLocale("de", "de_AT", ("de", "en"))),
        # An own choice comes before Slack's setting, and nothing chosen leaves that.
        (("ru", "de-DE"), CATALOGS, "en", ReaderLocale("ru", "ru", ("ru", "en"))),
        ((None, "de-DE"), CATALOGS, "en", ReaderLocale("de", "de_DE", ("de", "en"))),
        # What nobody speaks is passed over.
        (("fr-FR",), CATALOGS, "de", ReaderLocale("de", "de", ("de", "en"))),
        (("tlh", "ru-RU"), CATALOGS, "en", ReaderLocale("ru", "ru_RU", ("ru", "en"))),
        # Content may speak what Rung doesn't: the special form, then the general one, then English.
        (("pt-BR",), ("en", "pt", "pt_BR"), "en", ReaderLocale("en", "en", ("pt_BR", "pt", "en"))),
        (("pt-BR",), ("en", "pt"), "de", ReaderLocale("de", "de", ("pt", "en"))),
        # Rung may speak what the content doesn't.
        (("ru-RU",), ("en", "de"), "en", ReaderLocale("ru", "ru_RU", ("ru", "en"))),
        # A default that nobody speaks leaves the source.
        ((None,), CATALOGS, "fr", ReaderLocale("en", "en", ("en",))),
    ],
)
def test_the_first_language_that_is_spoken_is_taken(
    wanted: tuple[str | None, ...], contents: tuple[str, ...], default: str, expected: ReaderLocale
) -> None:
    assert negotiate(wanted, CATALOGS, contents, default) == expected
