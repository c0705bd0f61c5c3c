"""Every rule of content by its id; docs/content-rules.md has a section for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.catalog.faults import Severity
from bot.catalog.reader import Place
from bot.catalog.registers import Registers
from bot.catalog.rules.rooms import Rooms
from bot.catalog.skill_files import SkillForms

PAGE = "docs/content-rules.md"

# What only the loader finds. Content is unusable with it, so it can't be silenced.
_LOADING = (
    "unreadable-file",
    "schema",
    "unknown-id",
    "duplicate",
    "missing-source",
    "orphan-translation",
)
_ERRORS = (
    "duplicate-name",
    "duplicate-statement",
    "markup",
    "mixed-scripts",
    "invisible-characters",
    "text-too-long",
    "reused-id",
    "lost-id",
)
_WARNINGS = (
    "text-shortened",
    "missing-cell",
    "missing-translation",
    "stale-translation",
    "untranslated",
    "wrong-script",
    "levels-alike",
    "boilerplate",
    "unobservable",
    "placeholder",
    "mandatory-below-optional",
    "outdated",
    "names-alike",
    "unused-silence",
)
SEVERITIES: Mapping[str, Severity] = {
    **dict.fromkeys((*_LOADING, *_ERRORS), Severity.ERROR),
    **dict.fromkeys(_WARNINGS, Severity.WARNING),
}
SILENCEABLE = frozenset((*_ERRORS, *_WARNINGS)) - {"unused-silence"}
AGING = frozenset({"outdated"})  # broken by time alone
# What a reason may stand for although this check doesn't find it: the day has to come, or an older copy be there.
WAITING = AGING | {"reused-id", "lost-id"}


class Finding(NamedTuple):
    """Something that breaks a rule; `place` is where in the file."""

    rule: str
    file: str
    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Content:
    """What rules look at: content that the loader takes, and the skills of an older copy of it, if there is one.

    `rooms` is how much the views hold, `today` a date in UTC.
    """

    registers: Registers
    skills: Sequence[SkillForms]
    rooms: Rooms
    today: date
    earlier: Sequence[SkillForms] = ()

    @property
    def locales(self) -> tuple[str, ...]:
        return self.registers.locales or ()
