"""What is wrong with content: each fault says where it stands and how to mend it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.errors import RungError


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing to mend. `file` is relative to the content folder; `line` is from 1, or 0 for none."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.field, self.message) if part)


class InvalidContent(RungError):
    """The content can't be used as it is."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))
