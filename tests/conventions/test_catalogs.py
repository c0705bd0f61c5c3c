"""Every message is whole in every language, and every template is made and used."""

import ast
import re

import pytest
from babel.messages.catalog import Message

from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs
from bot.i18n.upkeep import extract, faults
from bot.text.templates import TEMPLATES, environment
from bot.views.blocks import TITLE_LIMIT
from tests.conventions.repository import catalogs, forms, nodes

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
LIMIT = re.compile(r"at most (\d+) characters")

LOADED = Catalogs.load()
LANGUAGES = LOADED.languages
SOURCE = [message for message in extract() if message.id]
TRANSLATED = [(language, message) for language, catalog in catalogs().items() for message in catalog if message.id]
RENDER = ("render", "render_page")
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.j2"))


def texts(message: Message) -> tuple[str, ...]:
    """The English and the translated forms."""
    return (*forms(message.id), *forms(message.string))


def limit_of(message: Message) -> int | None:
    """How long the comment for translators lets it be."""
    found = LIMIT.search(" ".join(" ".join(message.auto_comments).split()))
    return int(found[1]) if found else None


def test_the_catalogs_are_complete() -> None:
    assert list(faults()) == []


def test_there_are_the_three_languages() -> None:
    assert set(LANGUAGES) >= {"en", "de", "ru"}


def test_every_message_renders_with_its_placeholders() -> None:
    for _, message in TRANSLATED:
        facts = {name: f"<{name}>" for form in forms(message.id) for name in PLACEHOLDER.findall(form)}
        for text in texts(message):
            assert "%" not in text % facts


def test_a_translation_of_a_count_gives_the_count() -> None:
    uncounted = [
        (language, form)
        for language, message in TRANSLATED
        if isinstance(message.id, list | tuple) and all("%(n)s" in form for form in message.id)
        for form in forms(message.string)
        if "%(n)s\xa0" not in form
    ]
    assert uncounted == [], "a no-break space stands between a number and its word"


def test_what_has_to_be_short_is_short_in_every_language() -> None:
    limited = [(language, message) for language, message in TRANSLATED if limit_of(message)]
    assert limited
    too_long = [(language, text) for language, m in limited for text in texts(m) if len(text) > (limit_of(m) or 0)]
    assert too_long == []


def test_translators_are_told_of_the_limit_of_each_title_and_button_of_a_window() -> None:
    """Found in the code: what is given to `modal` as title, close or submit is limited by Slack."""
    given = {
        keyword.value.args[0].value
        for node in nodes("bot/views")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "modal"
        for keyword in node.keywords
        if keyword.arg in ("title", "close", "submit")
        if isinstance(keyword.value, ast.Call) and isinstance(keyword.value.args[0], ast.Constant)
    }
    told = {message.id for message in SOURCE if limit_of(message) == TITLE_LIMIT}
    assert given
    assert given <= told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_template_compiles(name: str, language: str) -> None:
    reader = LOADED.translator(ReaderLocale(language, language, (language,)))
    assert environment(reader.messages).get_template(name)


def test_every_template_is_rendered_and_none_is_missing() -> None:
    rendered = {
        f"{ast.literal_eval(node.args[0])}.j2"
        for node in nodes("bot")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RENDER
        if isinstance(node.args[0], ast.Constant)
    }
    assert rendered == set(NAMES)


def test_what_templates_look_up_by_hand_is_in_the_catalogs() -> None:
    """`t.gettext` in a template isn't found by the extraction: it is right only where the code says the same."""
    looked_up = re.compile(r"""t\.n?gettext\("([^"]+)\"""")
    said = {text for file in TEMPLATES.rglob("*.j2") for text in looked_up.findall(file.read_text("utf-8"))}
    assert said
    assert said <= {form for message in SOURCE for form in forms(message.id)}
