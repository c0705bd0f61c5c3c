"""Small skills, ratings and assessments, for the tests of how people grow."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from bot.domain.assessments import Assessment, LatestRating, Rating
from bot.domain.ladder import Ladder, Level
from bot.domain.people import PersonId
from bot.domain.skills import Requirement, Skill, Statement
from bot.domain.texts import Text

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOMEBODY = PersonId("T1", "U1")
ROLE = "engineer"
LADDER = Ladder("engineering", tuple(Level(key, Text(key.title())) for key in ("junior", "middle", "senior", "lead")))

# The mandatory and the optional statements of a level, by their ids.
Cell = tuple[str, str]


def skill(cells: Mapping[str, Cell], *, retired: str = "", role: str = ROLE) -> Skill:
    """A skill of one role. A level that isn't given is not defined."""
    ids = sorted({key for cell in cells.values() for words in cell for key in words.split()} | set(retired.split()))
    statements = {key: Statement(key, Text(f"Text of {key}"), retired=key in retired.split()) for key in ids}
    return Skill(
        slug="training",
        name=Text("Training"),
        summary=None,
        aliases=(),
        category="ml",
        subcategory="llm",
        ladder=LADDER,
        updated=date(2026, 2, 22),
        roles=(role,),
        statements=statements,
        cells={(role, level): _requirements(role, level, cell, statements) for level, cell in cells.items()},
    )


def _requirements(role: str, level: str, cell: Cell, statements: Mapping[str, Statement]) -> tuple[Requirement, ...]:
    return tuple(
        Requirement(role, level, mandatory, tuple(statements[key] for key in words.split()))
        for mandatory, words in zip((True, False), cell, strict=True)
        if words
    )


def latest(rating: Rating = Rating.CONSISTENT, source_hash: str = "00000000") -> LatestRating:
    return LatestRating(rating, "en", source_hash, source_hash, NOW)


def assessment(
    statement: str, rating: Rating, day: int = 0, *, skill: str = "training", previous: Rating | None = None
) -> Assessment:
    """`day` counts from NOW."""
    at = NOW + timedelta(days=day)
    return Assessment(SOMEBODY, SOMEBODY, skill, statement, rating, previous, "", "en", "00000000", "00000000", at)
