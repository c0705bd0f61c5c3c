"""Progress: what counts as covering a requirement, a level and a skill, and what to grow in next.

A statement counts when the latest rating that a person gave themselves is consistent; `consistent` are the ids of
those, within one skill. The rule and its reasons: docs/adr/0013-mandatory-statements-decide.md.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from bot.domain.ladder import Ladder, Level
from bot.domain.people import CurrentLevel
from bot.domain.skills import Requirement, Skill, Statement


@dataclass(frozen=True, slots=True)
class RequirementProgress:
    """The statements of one requirement, in the order of the content; retired ones are left out."""

    mandatory: bool
    consistent: tuple[Statement, ...]
    open: tuple[Statement, ...]

    @property
    def is_covered(self) -> bool:
        return not self.open


@dataclass(frozen=True, slots=True)
class LevelProgress:
    """How far a person is with one level of a skill and role. `requirements` has the mandatory one first.

    A level without requirements is not defined: neither covered nor open.
    """

    level: Level
    requirements: tuple[RequirementProgress, ...]

    @property
    def is_defined(self) -> bool:
        return bool(self.requirements)

    @property
    def deciding(self) -> tuple[RequirementProgress, ...]:
        """What has to be covered: the mandatory requirements, and where nothing is mandatory the optional ones."""
        return tuple(one for one in self.requirements if one.mandatory) or self.requirements

    @property
    def is_covered(self) -> bool:
        return self.is_defined and all(one.is_covered for one in self.deciding)

    @property
    def consistent(self) -> int:
        return sum(len(one.consistent) for one in self.requirements)

    @property
    def total(self) -> int:
        return self.consistent + len(self.mandatory_open) + len(self.optional_open)

    @property
    def mandatory_open(self) -> tuple[Statement, ...]:
        return tuple(statement for one in self.requirements if one.mandatory for statement in one.open)

    @property
    def optional_open(self) -> tuple[Statement, ...]:
        return tuple(statement for one in self.requirements if not one.mandatory for statement in one.open)


@dataclass(frozen=True, slots=True)
class SkillProgress:
    """How far a person is with one skill in one role: all levels of its ladder, from the first to the top."""

    ladder: Ladder
    levels: tuple[LevelProgress, ...]

    def level(self, level_id: str) -> LevelProgress:
        """Raises KeyError when the level isn't on the skill's ladder."""
        return self.levels[self.ladder.position(level_id)]

    @property
    def defined(self) -> tuple[LevelProgress, ...]:
        return tuple(one for one in self.levels if one.is_defined)

    @property
    def covered_up_to(self) -> Level | None:
        """The highest level that is covered together with every defined one below it."""
        return _last_covered(self.levels)

    def above(self, current: CurrentLevel | None) -> tuple[LevelProgress, ...]:
        """The levels over the current one.

        All of them where it is unset, "not yet" the first one, or one of another ladder.
        """
        if current is None or current.level is None or current.level not in self.ladder:
            return self.levels
        return self.levels[self.ladder.position(current.level) + 1 :]


@dataclass(frozen=True, slots=True)
class PathToLevel:
    """The defined levels on the way to a target, and what is still open there: each statement once, lower levels first.

    `needed` has to become consistent for the levels to be covered; `optional` may.
    """

    target: Level
    levels: tuple[LevelProgress, ...]
    needed: tuple[Statement, ...]
    optional: tuple[Statement, ...]

    @property
    def open(self) -> tuple[Statement, ...]:
        return (*self.needed, *self.optional)

    @property
    def is_reached(self) -> bool:
        return bool(self.levels) and not self.needed


def skill_progress(skill: Skill, role: str, consistent: Set[str]) -> SkillProgress:
    """How far somebody is for whom those statements of the skill count.

    Ids that the skill doesn't have, or that no cell of the role refers to, make no difference.
    """
    levels = (
        LevelProgress(level, _progress(skill.requirements(role, level.id), consistent)) for level in skill.ladder.levels
    )
    return SkillProgress(skill.ladder, tuple(levels))


def level_to_grow_towards(progress: SkillProgress, current: CurrentLevel | None) -> Level | None:
    """The next level of which anything is expected; None at the top.

    It may lie above the next level of the ladder, where that one is not defined.
    """
    return next((one.level for one in progress.above(current) if one.is_defined), None)


def level_to_propose(progress: SkillProgress, current: CurrentLevel | None) -> Level | None:
    """The level that a person may move up to: the highest with nothing open between it and the current one.

    None where the next defined level isn't covered. It is a proposal: nothing here sets a level.
    """
    return _last_covered(progress.above(current))


def path_to_level(progress: SkillProgress, target: str, current: CurrentLevel | None) -> PathToLevel:
    """What is open between the current level and the target; of the target alone where it isn't above.

    Raises KeyError when the target isn't on the skill's ladder.
    """
    aim = progress.level(target)
    above = progress.above(current)
    way = above[: above.index(aim) + 1] if aim in above else (aim,)
    levels = tuple(one for one in way if one.is_defined)
    needed = _once(statement for one in levels for part in one.deciding for statement in part.open)
    left = _once(statement for one in levels for statement in one.optional_open)
    return PathToLevel(aim.level, levels, needed, tuple(one for one in left if one not in needed))


def _progress(requirements: Iterable[Requirement], consistent: Set[str]) -> tuple[RequirementProgress, ...]:
    """A requirement whose statements are all retired asks for nothing any more: it is left out."""
    found = []
    for requirement in sorted(requirements, key=lambda one: not one.mandatory):
        living = [statement for statement in requirement.statements if not statement.retired]
        counting = tuple(statement for statement in living if statement.id in consistent)
        still_open = tuple(statement for statement in living if statement.id not in consistent)
        if living:
            found.append(RequirementProgress(requirement.mandatory, counting, still_open))
    return tuple(found)


def _last_covered(levels: Iterable[LevelProgress]) -> Level | None:
    """The last one before the first that is open; those that aren't defined are passed over."""
    last = None
    for one in levels:
        if one.is_covered:
            last = one.level
        elif one.is_defined:
            break
    return last


def _once(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return tuple({statement.id: statement for statement in statements}.values())
