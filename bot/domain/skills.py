"""The framework: skills, roles, statements and what each level requires of each role."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.domain.ladder import Ladder
from bot.domain.texts import Text


@dataclass(frozen=True, slots=True)
class Role:
    """Whose expectations they are."""

    id: str
    name: Text
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Category:
    """Where a skill is filed. `subcategories` are by id, in the order of the content."""

    id: str
    name: Text
    subcategories: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Statement:
    """One observable sentence, which a person rates. Its id is stable within its skill and never used again."""

    id: str
    text: Text
    suggestion: Text | None = None
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """What one level requires of one role, of one weight. A cell holds at most one of each weight."""

    role: str
    level: str
    mandatory: bool
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """What is expected in one skill. `cells` is ragged: a missing (role, level) is normal and not defined."""

    slug: str
    name: Text
    summary: Text | None
    aliases: tuple[str, ...]
    category: str
    subcategory: str
    ladder: Ladder
    updated: date
    roles: tuple[str, ...]
    statements: Mapping[str, Statement]
    cells: Mapping[tuple[str, str], tuple[Requirement, ...]]

    def requirements(self, role: str, level: str) -> tuple[Requirement, ...]:
        """The cell of a role and level, the mandatory requirement first; empty where it is not defined."""
        return self.cells.get((role, level), ())

    def living(self, statement: str | None) -> Statement | None:
        """The statement of that id; None where the content has lost or retired it."""
        found = self.statements.get(statement or "")
        return None if found is None or found.retired else found

    def count(self, *, mandatory: bool) -> int:
        """How many requirements of one weight the whole skill has."""
        return sum(r.mandatory is mandatory for cell in self.cells.values() for r in cell)


@dataclass(frozen=True, slots=True)
class Framework:
    """All content of one deployment. `version` changes whenever anything in it changes."""

    version: str
    locales: tuple[str, ...]
    ladders: Mapping[str, Ladder]
    roles: Mapping[str, Role]
    categories: Mapping[str, Category]
    skills: Mapping[str, Skill]
