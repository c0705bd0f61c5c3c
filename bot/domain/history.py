"""History: where a person stood over time, and what moved. Everything here takes assessments in the order of time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from bot.domain.assessments import Assessment, Rating
from bot.domain.coaching import SkillProgress, skill_progress
from bot.domain.ladder import Level
from bot.domain.skills import Skill


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where somebody stood from one instant on. `consistent` counts statements, by the id of each defined level."""

    at: datetime
    consistent: Mapping[str, int]
    covered_up_to: Level | None


@dataclass(frozen=True, slots=True)
class Move:
    """A statement whose rating is another one at the end of a period than before it. `at` is its last rating's time."""

    skill: str
    statement: str
    before: Rating | None
    after: Rating
    at: datetime

    @property
    def is_upwards(self) -> bool:
        """A first rating is, unless it is the lowest one."""
        return self.after.height > (self.before or Rating.NOT_YET).height


def standing_over_time(skill: Skill, role: str, assessments: Iterable[Assessment]) -> tuple[Standpoint, ...]:
    """The instants at which a person's standing in a skill changed, the first rating of it included.

    It is measured by today's expectations, whatever they were then: a line that jumps because the content
    changed would tell nothing about the person.
    """
    consistent: set[str] = set()
    points: list[Standpoint] = []
    of_skill = (one for one in assessments if one.skill == skill.slug)
    for at, together in groupby(of_skill, key=attrgetter("at")):
        for one in together:
            (consistent.add if one.rating is Rating.CONSISTENT else consistent.discard)(one.statement)
        point = _standpoint(at, skill_progress(skill, role, consistent))
        if not points or replace(points[-1], at=at) != point:
            points.append(point)
    return tuple(points)


def moves(assessments: Iterable[Assessment]) -> tuple[Move, ...]:
    """What moved in the period that the assessments are of, the latest last; what came back to where it was didn't.

    Rows before the period aren't needed, because each assessment knows the rating that it replaced.
    """
    found: dict[tuple[str, str], Move] = {}
    for one in assessments:
        key = (one.skill, one.statement)
        before = earlier.before if (earlier := found.pop(key, None)) else one.previous
        found[key] = Move(one.skill, one.statement, before, one.rating, one.at)
    return tuple(move for move in found.values() if move.before is not move.after)


def _standpoint(at: datetime, progress: SkillProgress) -> Standpoint:
    counts = {one.level.id: one.consistent for one in progress.defined}
    return Standpoint(at, counts, progress.covered_up_to)
