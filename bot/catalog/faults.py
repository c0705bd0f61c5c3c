"""What is wrong with content: each fault says where it stands, which rule it breaks and how to mend it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.errors import RungError


class Severity(StrEnum):
    """Errors have to be mended; warnings have to be read."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing to mend. `file` is relative to the content folder; `line` is from 1, or 0 for none.

    `rule` is the id of a rule of docs/content-rules.md.
    """

    file: str
    line: int
    field: str
    message: str
    rule: str = "schema"
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.field, self.message) if part)


class InvalidContent(RungError):
    """The content can't be used as it is."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))
