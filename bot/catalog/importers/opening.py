"""A file as the form that it is in, told by what it holds. What can't be read is said in a sentence."""

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.catalog.importers.column_map import ColumnMap
from bot.catalog.importers.json_lines import read_json_lines
from bot.catalog.importers.pages import is_page, read_page
from bot.catalog.importers.present import is_id
from bot.catalog.importers.records import GENERAL, Defaults, Reading, Unusable
from bot.catalog.importers.separated import separated_rows
from bot.catalog.importers.tables import read_table
from bot.catalog.importers.workbooks import workbook_rows
from bot.catalog.progress import Step, silently
from bot.i18n.locales import canonical

LARGEST_FILE = 20 * 1024 * 1024  # bytes
_MEBIBYTE = 1024 * 1024

_NO_TABLE: Mapping[bytes, str] = {
    b"%PDF": "is a PDF. Export the table it was made from as CSV or XLSX",
    b"\x89PNG": "is a picture. A table is needed: CSV, XLSX or JSON Lines",
    b"\xff\xd8\xff": "is a picture. A table is needed: CSV, XLSX or JSON Lines",
    b"GIF8": "is a picture. A table is needed: CSV, XLSX or JSON Lines",
    b"{\\rtf": "is a text document. A table is needed: CSV, XLSX or JSON Lines",
}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_CYRILLIC_RUN = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
_UNSURE = re.compile(r"[^\s,;\"]{0,20}[^\x00-\x7f][^\s,;\"]{0,20}")
_LOST = re.compile(r"\?{2,}[ ,-]{1,2}\?{2,}")  # what becomes of words in another script
_HIGH = re.compile(rb"[\x80-\xff]")
_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@dataclass(frozen=True, slots=True)
class How:
    """How files are to be understood, as whoever imports them said."""

    defaults: Defaults = field(default_factory=Defaults)
    columns: ColumnMap = field(default_factory=ColumnMap)
    sheet: str | None = None
    encoding: str | None = None

    @classmethod
    def of(
        cls,
        columns: ColumnMap,
        *,
        levels: str | None = None,
        locale: str | None = None,
        role: str | None = None,
        category: str | None = None,
        optional: bool = False,
        ladder: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
    ) -> "How":
        """What is said on the command line wins over what the column map says. Raises Unusable."""
        said = columns.defaults
        wanted = locale or said.locale
        known = canonical(wanted)
        if wanted and known is None:
            raise Unusable(f'"{wanted}" isn\'t the code of a language, like de or pt_BR.')
        if ladder is not None and not is_id(ladder):
            raise Unusable(f'"{ladder}" can\'t be the id of a ladder: small letters, digits and hyphens.')
        named = tuple((name.strip(),) for name in (levels or "").split(",") if name.strip())
        defaults = Defaults(
            locale=known,
            role=role or said.role,
            category=category or said.category or GENERAL,
            mandatory=not optional if said.mandatory is None or optional else said.mandatory,
            ladder=ladder,
            order=named or columns.order,
        )
        return cls(defaults, columns, sheet, encoding)


def read_files(paths: Sequence[Path], how: How, step: Step = silently) -> list[Reading]:
    """All that the files say. Raises Unusable."""
    if twice := {path.name for path in paths if [other.name for other in paths].count(path.name) > 1}:
        raise Unusable(f"Two files are called {', '.join(sorted(twice))}. Rename one, so that rows can be told apart.")
    readings = []
    for number, path in enumerate(paths):
        step("Reading", number, len(paths))
        readings.append(read_file(path, how))
    return readings


def read_file(path: Path, how: How) -> Reading:
    """All that a file says. Raises Unusable, with a sentence that says why and what to do."""
    raw = _raw(path)
    if raw.startswith(_OLE):
        raise Unusable(f"{path.name} {_for_ole(raw)}.")
    if raw.startswith(_ZIP):
        return _read_workbook(raw, path.name, how)
    for magic, reason in _NO_TABLE.items():
        if raw.startswith(magic):
            raise Unusable(f"{path.name} {reason}.")
    text, note = _decoded(raw, path.name, how.encoding)
    reading = _read_text(text, path, how)
    reading.notes += [note] if note else []
    return reading


def _read_workbook(raw: bytes, name: str, how: How) -> Reading:
    rows, others = workbook_rows(raw, name, how.sheet)
    note = f"Of {name} one sheet is read. --sheet names another one: {', '.join(others)}"
    is_unasked = how.sheet is None and others
    try:
        reading = read_table(rows, name, how.defaults, how.columns)
    except Unusable as error:
        raise Unusable(f"{error} {note}." if is_unasked else str(error)) from error
    reading.notes += [note] if is_unasked else []
    return reading


def _read_text(text: str, path: Path, how: How) -> Reading:
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return read_json_lines(text, path.name, how.defaults)
    if is_page(text):
        return read_page(text, path.name)
    return read_table(separated_rows(text, path.name), path.name, how.defaults, how.columns)


def _raw(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            limit = f"{LARGEST_FILE // _MEBIBYTE} MiB"
            raise Unusable(f"{path.name} has {size // _MEBIBYTE} MiB, and at most {limit} are read. Split it.")
        raw = path.read_bytes()
    except OSError as error:
        raise Unusable(f"{path} can't be read: {error.strerror}.") from error
    if not raw.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise Unusable(f"{path.name} is empty.")
    return raw


def _for_ole(raw: bytes) -> str:
    if _ENCRYPTED in raw:
        return "is protected by a password. Save it without one"
    return "is an old Excel or Office file. Save it as .xlsx or CSV"


def _decoded(raw: bytes, name: str, encoding: str | None) -> tuple[str, str | None]:
    """The text, and a note where its encoding had to be guessed."""
    marked = next((known for bom, known in _BOMS.items() if raw.startswith(bom)), None)
    guessed = None
    if encoding is None and marked is None and not _is_utf8(raw):
        guessed = _guess(raw)
    chosen = encoding or marked or guessed or "utf-8"
    try:
        text = raw.decode(chosen)
    except UnicodeError as error:
        row = raw[: getattr(error, "start", 0)].count(b"\n") + 1
        raise Unusable(f"{name} isn't text in the encoding {chosen}, as line {row} shows. Save it as UTF-8.") from error
    except LookupError as error:
        raise Unusable(f'There is no encoding of texts that is called "{chosen}", like utf-8.') from error
    if _LOST.search(text):
        raise Unusable(
            f"{name} has question marks in place of letters, which its encoding doesn't have. "
            "Save the table as .xlsx, or as CSV in UTF-8."
        )
    if "\0" in text:
        raise Unusable(f"{name} holds NUL characters, so it isn't text. Save it as CSV in UTF-8, or as XLSX.")
    if guessed is None:
        return text, None
    word = _UNSURE.search(text)
    shown = word[0] if word else ""
    return text, f'{name} isn\'t UTF-8 and was read as {guessed}. If "{shown}" is wrong, name its --encoding'


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _guess(raw: bytes) -> str:
    """Western or Cyrillic Windows: in Cyrillic text letters above 127 come in words, in Western text alone."""
    in_words = sum(len(run) for run in _CYRILLIC_RUN.findall(raw))
    return "windows-1251" if 2 * in_words > len(_HIGH.findall(raw)) else "windows-1252"
