"""The preview of content as plain facts: what whoever has content hands to the page, which knows of none itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlencode

from bot.playground.page.gaps import Gaps
from bot.playground.records import Json
from bot.playground.watching import Watchers

PLACE = "/preview"
MENUS = ("skill", "role", "level", "language")


def address(**chosen: str) -> str:
    """Where a card is shown; what isn't chosen is the first."""
    return f"{PLACE}?{urlencode(chosen)}"


@dataclass(frozen=True, slots=True)
class Menu:
    """One thing to choose, by its name in the address. `options` are labels by their values."""

    name: str
    label: str
    options: Mapping[str, str]
    chosen: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to mend. `place` is a file, with its line where there is one; `kind` says how bad it is."""

    kind: str
    place: str
    field: str
    message: str
    rule: str


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text to translate; `text` is the translation of an older source, None where there is none."""

    place: str
    field: str
    source: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How far one language is; `address` shows it, empty where nothing does."""

    language: str
    address: str
    complete: int
    missing: int
    stale: int

    @property
    def words(self) -> str:
        counted = ((self.complete, "complete"), (self.missing, "missing"), (self.stale, "stale"))
        return ", ".join(f"{n:,} {word}" for n, word in counted if n) or "nothing"

    @property
    def is_whole(self) -> bool:
        return not self.missing and not self.stale


@dataclass(frozen=True, slots=True)
class Row:
    """One skill in every language but the source's. `remarks` is how many things there are to mend."""

    title: str
    address: str
    tallies: Sequence[Tally]
    remarks: int


@dataclass(frozen=True, slots=True)
class Overview:
    """All skills. `totals` and `names` (those in the files that all skills share) are by language, as in the rows."""

    rows: Sequence[Row]
    totals: Sequence[Tally]
    names: Sequence[Tally]
    remarks: Sequence[Remark]


@dataclass(frozen=True, slots=True)
class Nudge:
    """One idea as it is sent. `statement` names what it is about, by its id."""

    statement: str
    blocks: Sequence[Json]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One card in one language. `lang` is that language as HTML calls it; `gaps` marked the texts of all blocks.

    `elsewhere` are the other languages in which something is open.
    """

    title: str
    menus: Sequence[Menu]
    language: str
    lang: str
    card: Sequence[Json]
    nudges: Sequence[Nudge]
    gaps: Gaps
    open_texts: Sequence[OpenText]
    elsewhere: Sequence[Tally]
    remarks: Sequence[Remark]


class Preview(Protocol):
    """Content that somebody is writing. `watchers` are told of each change."""

    watchers: Watchers

    @property
    def is_checked(self) -> bool:
        """Whether all remarks are about what lies there now."""

    @property
    def faults(self) -> Sequence[Remark]:
        """Why what lies there now can't be shown; none where it can."""

    async def renew(self) -> None:
        """Look at what lies there now."""

    def overview(self) -> Overview | None:
        """None where there never was anything that could be shown."""

    def sheet(self, wanted: Mapping[str, str]) -> Sheet | None:
        """The card that menus ask for, by their names; None where there is no such skill."""
