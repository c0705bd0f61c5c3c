"""What the environment of the templates does with facts; tests/conventions looks at each template."""

import pytest
from jinja2 import UndefinedError

from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs, Translator
from bot.text.templates import render

CATALOGS = Catalogs.load()


def reader(language: str) -> Translator:
    return CATALOGS.translator(ReaderLocale(language, language, (language,)))


def test_a_fact_that_is_missing_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(UndefinedError):
        render("missing/found", reader("en"), words="gpu")


@pytest.mark.parametrize("language", CATALOGS.languages)
def test_facts_are_escaped_by_themselves_and_never_read_as_placeholders(language: str) -> None:
    shown = render("missing/which", reader(language), words="<!channel> & 'x' *y* %s %(n)s {{ t }}")

    assert "&lt;!channel&gt; &amp; 'x' *\u2060y*\u2060 %s %(n)s {{ t }}" in shown


def test_a_fact_without_the_filter_is_escaped_too() -> None:
    assert "`&lt;!here&gt;`" in render("missing/found", reader("en"), words="x", command="<!here>")
