"""What every form of a framework is read into: one record a cell, and what could not be used and why."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.errors import RungError


class Unusable(RungError):
    """A file that can't be imported at all; the detail says why and what to do."""


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """Where something was read. `row` is from 1, as a spreadsheet or an editor counts; 0 is the whole file."""

    file: str
    row: int = 0

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}" if self.row else self.file


@dataclass(frozen=True, slots=True)
class Said:
    """One statement as a file has it. `source` hashes are of the English texts that a translation was made from."""

    text: str
    suggestion: str | None = None
    id: str | None = None
    retired: bool = False
    source: str | None = None
    suggestion_source: str | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What the same row says in another language."""

    locale: str
    skill: str | None = None
    summary: str | None = None
    text: str | None = None
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What one level requires of one role in one skill, with one weight, in one language.

    Without a role the statements belong to the skill and are required of nobody. Ids win over names; a name
    that is None says nothing. `level_order` is a number that puts the levels of a ladder in order. Records with one
    `same_as` are of one skill, whatever it's called.
    """

    origin: Origin
    locale: str
    skill: str | None = None
    skill_id: str | None = None
    skill_source: str | None = None
    same_as: str | None = None
    summary: str | None = None
    summary_source: str | None = None
    aliases: tuple[str, ...] | None = None
    category: str | None = None
    category_id: str | None = None
    subcategory: str | None = None
    subcategory_id: str | None = None
    ladder: str | None = None
    updated: str | None = None
    role: str | None = None
    role_id: str | None = None
    level: str | None = None
    level_id: str | None = None
    level_order: float | None = None
    mandatory: bool = True
    statements: tuple[Said, ...] = ()
    beside: tuple[Beside, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a file that all skills share, in that file's own form: `register` is the name without .yaml."""

    origin: Origin
    register: str
    id: str
    form: Any


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """Why a row was not used, or only in part."""

    origin: Origin
    reason: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.reason}"


@dataclass(slots=True)
class Reading:
    """All that one file says. `rows` are the places of all that was read: each is used or complained of.

    `levels` are in order where the file shows one. `notes` say how the file was understood.
    """

    file: str
    rows: list[Origin] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    levels: tuple[str, ...] | None = None
    notes: list[str] = field(default_factory=list)

    def complain(self, row: int, reason: str) -> None:
        self.complaints.append(Complaint(Origin(self.file, row), reason))


GENERAL = "General"  # where skills are filed of which a file says nothing


@dataclass(frozen=True, slots=True)
class Defaults:
    """What is taken where a file says nothing.

    `order` are levels from the lowest to the top, each with the other words for it.
    """

    locale: str | None = None
    role: str | None = None
    category: str = GENERAL
    mandatory: bool = True
    ladder: str | None = None
    order: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows were read, and what became of them: `used`, of which some `in_part`, or told as `unused`."""

    read: int
    used: int
    in_part: int
    unused: int

    @classmethod
    def of(cls, rows: Iterable[Origin], used: frozenset[Origin], complaints: Iterable[Complaint]) -> "Tally":
        every = set(rows)
        told = {complaint.origin for complaint in complaints}
        return cls(len(every), len(every & used), len(every & used & told), len((every - used) & told))
