"""Expectations as plain data: what is asked of each role at each level, for sums that a database makes."""

from dataclasses import dataclass

from bot.domain.coaching import LevelProgress, skill_progress
from bot.domain.skills import Skill


@dataclass(frozen=True, slots=True)
class Expected:
    """What is asked of a role at one level, by its place on the ladder. `deciding` have to be covered, `others` not."""

    role: str
    position: int
    deciding: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SkillExpectations:
    """A skill's ladder and roles, the default role first, and its levels of which anything is expected."""

    skill: str
    levels: tuple[str, ...]
    roles: tuple[str, ...]
    expected: tuple[Expected, ...]


def expectations_of(skill: Skill) -> SkillExpectations:
    """By the rules of coaching: retired statements are left out, and levels that have no others."""
    expected = tuple(
        _expected(role, position, level)
        for role in skill.roles
        for position, level in enumerate(skill_progress(skill, role, frozenset()).levels)
        if level.is_defined
    )
    return SkillExpectations(skill.slug, tuple(level.id for level in skill.ladder.levels), skill.roles, expected)


def _expected(role: str, position: int, level: LevelProgress) -> Expected:
    deciding = tuple(dict.fromkeys(statement.id for part in level.deciding for statement in part.open))
    found = dict.fromkeys(statement.id for part in level.requirements for statement in part.open)
    return Expected(role, position, deciding, tuple(one for one in found if one not in deciding))
