"""Sums over the counted people of a team: those who have said the same of themselves are counted together.

A person's standing in a skill is the one that their own progress tells from their ratings: every level up to it is
covered, from the lowest that they rated on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from bot.domain.expectations import Expected, SkillExpectations
from bot.domain.summaries import SkillCount, StatementCount, TeamCount


class RatedAlike(NamedTuple):
    """How many people of one role have rated a skill alike: the same statements consistent, and the same `others`.

    The statements are ids with a space between them. The role is the one in their profiles, if there is one.
    """

    role: str | None
    skill: str
    consistent: str
    others: str
    people: int


class GrowingAlike(NamedTuple):
    """How many people have the same focus, come from the same level, and have the same statements consistent.

    `level` is where they stand by their own word: None where they haven't said, empty for "not yet" the first one.
    """

    skill: str
    role: str
    target: str
    level: str | None
    consistent: str
    people: int


def add_up(
    counted: int,
    growing: int,
    rated: Iterable[RatedAlike],
    focused: Iterable[GrowingAlike],
    skills: Sequence[SkillExpectations],
) -> TeamCount:
    """Of the skills that a team asks for, in their order; whatever else was rated or chosen makes no difference."""
    return TeamCount(counted, _skill_counts(rated, skills), growing, _statement_counts(focused, skills))


def _skill_counts(rated: Iterable[RatedAlike], skills: Sequence[SkillExpectations]) -> tuple[SkillCount, ...]:
    known = {one.skill: (one.roles, _roles_of(one)) for one in skills}
    tops: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for one in rated:
        roles, cells = known.get(one.skill, ((), {}))
        role = one.role if one.role in roles else next(iter(roles), None)
        if role in cells and (top := cells[role].top(one.consistent, one.others)) is not None:
            tops[one.skill][top] += one.people
    return tuple(_skill_count(one, tops[one.skill]) for one in skills)


def _skill_count(skill: SkillExpectations, tops: Counter[int]) -> SkillCount:
    """Whoever stands at a level stands at all below it."""
    places = sorted({one.position for one in skill.expected})
    reached = {skill.levels[at]: sum(people for top, people in tops.items() if top >= at) for at in places}
    return SkillCount(skill.skill, tops.total(), reached)


def _statement_counts(
    focused: Iterable[GrowingAlike], skills: Sequence[SkillExpectations]
) -> tuple[StatementCount, ...]:
    """In the order of the skills, from the lower levels up."""
    roles = {(one.skill, role): cells for one in skills for role, cells in _roles_of(one).items()}
    ladders = {one.skill: {level: place for place, level in enumerate(one.levels)} for one in skills}
    people: defaultdict[tuple[str, str], int] = defaultdict(int)
    for one in focused:
        cells, places = roles.get((one.skill, one.role)), ladders.get(one.skill, {})
        if cells and one.target in places:
            target = places[one.target]
            for statement in cells.open_next(one.consistent, target, _base(one.level, target, places)):
                people[one.skill, statement] += one.people
    return tuple(StatementCount(*key, people[key]) for key in _in_order(skills) if key in people)


def _base(level: str | None, target: int, places: Mapping[str, int]) -> int:
    """Whoever doesn't say where they stand is on the way to their target alone; "not yet" is below all levels."""
    if level == "":
        return -1
    return target - 1 if level is None else places.get(level, target - 1)


def _in_order(skills: Sequence[SkillExpectations]) -> Iterator[tuple[str, str]]:
    for skill in skills:
        levels = sorted(skill.expected, key=lambda it: it.position)
        for statement in dict.fromkeys(statement for one in levels for statement in one.deciding):
            yield skill.skill, statement


def _roles_of(skill: SkillExpectations) -> dict[str, "_Cells"]:
    by_role = groupby(skill.expected, key=lambda one: one.role)
    return {role: _Cells(list(levels)) for role, levels in by_role}


class _Cells:
    """What one role is asked for in one skill, from the lowest level up. Statements are the bits of a number.

    Many people have the same statements consistent: what they come to is worked out once.
    """

    def __init__(self, levels: Sequence[Expected]) -> None:
        self._lowest: dict[str, int] = {}
        for one in levels:
            for statement in (*one.deciding, *one.others):
                self._lowest.setdefault(statement, one.position)
        deciding = dict.fromkeys(statement for one in levels for statement in one.deciding)
        self._bits = {statement: 1 << at for at, statement in enumerate(deciding)}
        self._needed = [(one, sum(self._bits[it] for it in one.deciding)) for one in levels]
        self._set = cache(self._set_of)
        self.open_next = cache(self._open_next)

    def top(self, consistent: str, others: str) -> int | None:
        """The place of the level at which somebody stands, -1 below the first; None if they rated nothing of it."""
        places = [self._lowest[one] for one in f"{consistent} {others}".split() if one in self._lowest]
        if not places:
            return None
        first, got = min(places), self._set(consistent)
        top = first - 1
        for one, needed in self._needed:
            if one.position >= first:
                if got & needed != needed:
                    break
                top = one.position
        return top

    def _open_next(self, consistent: str, target: int, base: int) -> tuple[str, ...]:
        """The deciding statements that are open in the lowest open level on the way from `base` to `target`."""
        got = self._set(consistent)
        for one, needed in self._needed:
            if got & needed != needed and (one.position == target or base < one.position < target):
                return tuple(statement for statement in one.deciding if not got & self._bits[statement])
        return ()

    def _set_of(self, statements: str) -> int:
        return sum(self._bits.get(one, 0) for one in statements.split())
