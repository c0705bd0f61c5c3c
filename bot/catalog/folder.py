"""One pass over a content folder: what was read, for the version, and every fault that was found."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.reader import Document, Form, read_document
from bot.catalog.schema import Silence

SILENCE = "silence"  # a key that any content file may have
_SILENCE = TypeAdapter(Silence)


@dataclass(slots=True)
class ContentFolder:
    """A content folder while it is loaded. File names are relative to it, with slashes."""

    directory: Path
    faults: list[Fault] = field(default_factory=list)
    silences: dict[str, Silence] = field(default_factory=dict)
    _digests: dict[str, bytes] = field(default_factory=dict)

    def read(self, name: str, form: TypeAdapter[Form]) -> tuple[Document, Form]:
        """A file and its data in their form. Raises InvalidContent."""
        document = read_document(self.directory / name, name)
        self._digests[name] = hashlib.sha256(document.raw).digest()
        with self.gathered():
            if SILENCE in document.data:
                self.silences[name] = document.taken(SILENCE, _SILENCE)
        return document, document.checked(form)

    def entries(self, name: str) -> list[Path]:
        """What stands in a folder, sorted, without hidden files. Raises InvalidContent when it can't be read."""
        try:
            return sorted(entry for entry in (self.directory / name).iterdir() if not entry.name.startswith("."))
        except OSError as error:
            raise InvalidContent([Fault(name, 0, "", f"can't be read: {error.strerror}")]) from error

    def note(self, faults: Iterable[Fault]) -> None:
        self.faults.extend(faults)

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Note the faults of an InvalidContent that is raised inside, and go on after the block."""
        try:
            yield
        except InvalidContent as invalid:
            self.note(invalid.faults)

    def raise_if_faulty(self) -> None:
        if self.faults:
            raise InvalidContent(self.faults)

    def version(self) -> str:
        """Twelve hex digits that change whenever a file that was read does; the order doesn't count."""
        whole = hashlib.sha256()
        for name, digest in sorted(self._digests.items()):
            whole.update(name.encode() + b"\0" + digest)
        return whole.hexdigest()[:12]
