"""Translators' tools: a language's open texts as a .po file, and such a file read back into the content."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, PoFileParser, write_po

from bot.catalog.editing import EditedFile, write_whole
from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.loader import Content, load_content
from bot.catalog.overlays import TextPlace, with_translations
from bot.catalog.translatable import Translatable, translatable
from bot.catalog.translations import target_locales
from bot.domain.texts import TextState, Translation, text_hash

LARGEST = 50 * 1024 * 1024  # bytes
_HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: Rung content\\n"
"Language: {locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A message that was not taken over. `line` is that of its msgid, from 1."""

    line: int
    context: str
    reason: str

    def __str__(self) -> str:
        return f"{self.line}: {self.context}: {self.reason}" if self.context else f"{self.line}: {self.reason}"


@dataclass(slots=True)
class Imported:
    """What became of each message of a .po file; `unchanged` says what the content says already, `empty` nothing."""

    locale: str
    taken: list[Translatable] = field(default_factory=list)
    unchanged: int = 0
    empty: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def export_po(directory: Path, locale: str) -> str:
    """The open texts of a language: the missing ones empty, the stale ones with their translation, marked fuzzy.

    Raises InvalidContent, also for a language that the content isn't translated into.
    """
    content = load_content(directory)
    _require(locale, content, "locales.yaml")
    catalog = Catalog(locale=None, charset="utf-8")
    for text in translatable(content, locale):
        if text.is_open:
            flags = ["fuzzy"] if text.state is TextState.STALE else []
            catalog.add(text.source, text.text or "", flags=flags, auto_comments=text.notes, context=text.context)
    for message in catalog:
        message.flags.discard("python-format")  # which "100 % of" isn't, whatever babel takes it for
    written = BytesIO()
    write_po(written, catalog, width=100, no_location=True, omit_header=True)
    return _HEADER.format(locale=locale) + written.getvalue().decode()


def import_po(directory: Path, file: Path, *, write: bool = True) -> Imported:
    """Take over what a .po file translates, and say what became of the rest; all files are written, or none.

    Without `write` it only says what would be. Raises InvalidContent where the content or the .po file can't be used,
    or the result couldn't.
    """
    content = load_content(directory)
    messages = _read(file)
    locale = messages.locale_identifier or ""
    _require(locale, content, file.name)
    known = {text.context: text for text in translatable(content, locale)}
    outcome = Imported(locale)
    chosen: dict[str, tuple[Translatable, str]] = {}
    for message in messages.collected:
        _take(message, known, chosen, outcome)
    for message in messages.obsolete.values():
        outcome.skipped.append(_skipped(message, "is marked obsolete (#~)"))
    changed = _changed_files(directory, content, chosen.values())
    for name, text in changed.items() if write else ():
        write_whole(directory / name, text)
    outcome.files = sorted(changed)
    return outcome


def _require(locale: str, content: Content, file: str) -> None:
    offered = target_locales(content.registers.locales or ())
    if locale not in offered:
        named = f'"{locale}"' if locale else "what is named (in a header, as Language: de)"
        told = f"{named} is none of the languages of translations: {', '.join(offered) or 'there are none'}"
        raise InvalidContent([Fault(file, 0, "", told, "unknown-id")])


class _Collected(Catalog):
    """Keeps every message of a file: a catalog would let a second one of the same text take the place of the first."""

    def __init__(self) -> None:
        super().__init__(charset="utf-8")
        self.collected: list[Message] = []

    def __setitem__(self, id: str | tuple[str, ...] | list[str], message: Message) -> None:
        if id:
            self.collected.append(message)
        else:
            super().__setitem__(id, message)


def _read(file: Path) -> _Collected:
    collected = _Collected()
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise InvalidContent([_unreadable(file, 0, "is larger than 50 MiB; export it anew")])
        lines = raw.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True)
        PoFileParser(collected, abort_invalid=True).parse(lines)
    except OSError as error:
        raise InvalidContent([_unreadable(file, 0, f"can't be read: {error.strerror}")]) from error
    except PoFileError as error:
        raise InvalidContent([_unreadable(file, error.lineno + 1, f"isn't valid .po: {error.args[0]}")]) from error
    except (LookupError, ValueError) as error:
        raise InvalidContent(
            [_unreadable(file, 0, "isn't a .po file in UTF-8 or the charset of its header")]
        ) from error
    if not collected.collected and not collected.obsolete:
        raise InvalidContent([_unreadable(file, 0, "holds no message")])
    return collected


def _unreadable(file: Path, line: int, message: str) -> Fault:
    return Fault(file.name, line, "", message, "unreadable-file")


def _take(
    message: Message, known: Mapping[str, Translatable], chosen: dict[str, tuple[Translatable, str]], outcome: Imported
) -> None:
    if reason := _why_unusable(message, known):
        outcome.skipped.append(_skipped(message, reason))
        return
    said = str(message.string).strip()
    text = known[str(message.context)]
    if not said:
        outcome.empty += 1
    elif message.fuzzy:
        outcome.skipped.append(_skipped(message, "is still marked fuzzy; read it and remove the mark"))
    elif text.context in chosen:
        outcome.skipped.append(_skipped(message, "stands in this file twice; the first one was taken"))
    elif said == text.text and not text.is_open:
        outcome.unchanged += 1
    else:
        chosen[text.context] = text, said
        outcome.taken.append(text)


def _why_unusable(message: Message, known: Mapping[str, Translatable]) -> str | None:
    if not isinstance(message.id, str):
        return "has plural forms, which no text of the content has"
    if not message.context:
        return "has no context (msgctxt), which says whose translation it is"
    if message.context not in known:
        return "the content has no such text, or has retired it; export the open texts anew"
    if text_hash(message.id) != text_hash(known[message.context].source):
        return "the English text has changed since the export; export it anew, and translate it once more"
    return None


def _skipped(message: Message, reason: str) -> Skipped:
    return Skipped(message.lineno or 0, message.context or "", reason)


def _changed_files(directory: Path, content: Content, chosen: Iterable[tuple[Translatable, str]]) -> dict[str, str]:
    """The new text of each file that gets a translation, by its name."""
    by_file: dict[str, list[tuple[Translatable, str]]] = {}
    for text, said in chosen:
        by_file.setdefault(text.file, []).append((text, said))
    ids = {skill.slug: list(skill.form.statements) for skill in content.skills}
    return {name: _changed(directory, name, texts, ids) for name, texts in by_file.items()}


def _changed(directory: Path, name: str, texts: list[tuple[Translatable, str]], ids: Mapping[str, list[str]]) -> str:
    file = directory / name
    before = file.read_bytes().decode() if file.exists() else ""
    _, _, rest = name.partition("/")
    if rest:
        said: dict[TextPlace, Translation] = {
            tuple(map(str, text.place)): Translation(words, text_hash(text.source)) for text, words in texts
        }
        return with_translations(before, said, name=name, statements=ids[rest.partition("/")[0]])
    edited = EditedFile(before, name)
    for text, words in texts:
        edited.put(text.place, words)
    return edited.text
