"""Keeping the message catalogs whole: extraction from the code and the templates, merging, and what is wrong."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.i18n.translator import CATALOGS

CODE = Path(__file__).resolve().parent.parent
_METHODS = [("text/templates/**.j2", "jinja2"), ("**.py", "python")]
_OPTIONS = {
    "text/templates/**.j2": {"trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
}
_COMMENT = "Translators:"
# Only what is needed to read a catalog: dates and names would change when no message does.
_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural_forms}\\n"

"""
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def extract() -> Catalog:
    """Every message of the code, in the order of the files, with the comments for translators."""
    catalog = Catalog(project="Rung", charset="utf-8")
    found = extract_from_dir(
        CODE, _METHODS, _OPTIONS, DEFAULT_KEYWORDS, comment_tags=(_COMMENT,), strip_comment_tags=True
    )
    for _, _, message, comments, context in found:
        catalog.add(message, None, auto_comments=comments, context=context)
    return catalog


def update(language: str, directory: Path = CATALOGS) -> Path:
    """Merge the messages of the code into a language's catalog, which is made where there is none."""
    path = directory / language / "LC_MESSAGES" / "messages.po"
    catalog = _read(path, language) if path.exists() else Catalog(locale=language, project="Rung", charset="utf-8")
    catalog.update(extract(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, catalog, width=110, no_location=True, omit_header=True, sort_output=True)
    header = _HEADER.format(language=language, plural_forms=catalog.plural_forms)
    path.write_text(header + written.getvalue().decode(), encoding="utf-8")
    return path


def faults(directory: Path = CATALOGS) -> Iterator[str]:
    """What is wrong with the messages or a catalog of them, a sentence each."""
    source = extract()
    for message in source:
        if message.id and _placeholders(message.id) and not message.auto_comments:
            yield f"{message.id!r} has a placeholder and no comment for translators"
    for path in sorted(directory.glob("*/LC_MESSAGES/messages.po")):
        language = path.parts[-3]
        yield from (f"{language}: {fault}" for fault in _catalog_faults(_read(path, language), source))


def _catalog_faults(catalog: Catalog, source: Catalog) -> Iterator[str]:
    known = {(message.context, message.id): message for message in source if message.id}
    there = {(message.context, message.id): message for message in catalog if message.id}
    for key in known.keys() - there.keys():
        yield f"{key[1]!r} is missing; run `rung i18n update`"
    for key in there.keys() - known.keys():
        yield f"{key[1]!r} is in no code any more; run `rung i18n update`"
    for key in known.keys() & there.keys():
        yield from _message_faults(there[key], catalog.num_plurals)


def _message_faults(message: Message, plurals: int) -> Iterator[str]:
    forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
    wanted = plurals if isinstance(message.id, (list, tuple)) else 1
    if len(forms) != wanted or not all(forms):
        yield f"{message.id!r} is not translated"
        return
    if message.fuzzy:
        yield f"{message.id!r} is marked fuzzy: read it and remove the mark"
    known = _placeholders(message.id)
    for form in filter(None, forms):
        if unknown := _placeholders(form) - known:
            yield f"{message.id!r} is translated with placeholders that it doesn't have: {', '.join(sorted(unknown))}"


def _placeholders(text: str | list[str] | tuple[str, ...]) -> set[str]:
    texts = (text,) if isinstance(text, str) else text
    return {name for each in texts for name in _PLACEHOLDER.findall(each)}


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)
