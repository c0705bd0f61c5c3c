"""Summaries: what a team's channel is told of how the team stands, so that nobody in it can be found out.

Everything here is about people who chose to be counted. Why these figures: docs/adr/0020-summaries-expose-nobody.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LEAST_GROUP = 3
DEFAULT_GROUP = 5
MOST_GROUP = 20
ANEW_AFTER = 3  # counted people who have changed since the last snapshot: joined, left, or rated anything


class Band(StrEnum):
    """How many of those who answered, roughly; from the fewest to the most."""

    FEW = "few"
    HALF = "half"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class SkillCount:
    """How many counted people answered in a skill, and how many of them are at a level or above it, by level id.

    Only levels of which anything is expected, the lowest first. Never shown: bands are made of it.
    """

    skill: str
    answered: int
    reached: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class StatementCount:
    """How many counted people have a statement still open in the next level of an active focus. Never shown."""

    skill: str
    statement: str
    people: int


@dataclass(frozen=True, slots=True)
class TeamCount:
    """Sums over the counted people of a team. `growing` is how many have an active focus."""

    counted: int
    skills: tuple[SkillCount, ...]
    growing: int
    statements: tuple[StatementCount, ...]


@dataclass(frozen=True, slots=True)
class SkillStanding:
    """Where a team stands in one skill: a band for each level, by level id, the lowest first."""

    skill: str
    bands: Mapping[str, Band]


@dataclass(frozen=True, slots=True)
class WorkedOn:
    """A next-level statement that most of those who grow work on."""

    skill: str
    statement: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What may be shown of a team, as it was at one time (aware UTC), until the next snapshot is taken.

    A skill in which too few answered is not in it, whether that is nobody or almost enough.
    """

    taken_at: datetime
    counted: int
    skills: tuple[SkillStanding, ...]
    worked_on: tuple[WorkedOn, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A band that is another one than in the snapshot before: all that is told of what moved."""

    skill: str
    level: str
    before: Band
    after: Band
