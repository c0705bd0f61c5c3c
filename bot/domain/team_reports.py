"""What a team's channel is told, made of a snapshot and of what the content has today."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from bot.domain.ladder import Ladder, Level
from bot.domain.progress import local_day
from bot.domain.skills import Skill, Statement
from bot.domain.summaries import (
    Band,
    MainPoint,
    Move,
    SkillStanding,
    Snapshot,
    Suggestion,
    main_point,
    moves,
    suggestion,
)


@dataclass(frozen=True, slots=True)
class Strongest:
    """The highest level that most have reached in any skill, and the skills in which they have."""

    level: Level
    skills: tuple[Skill, ...]


@dataclass(frozen=True, slots=True)
class TeamReport:
    """Of which channel, and in which zone its days are; `skills` are those of the content, by slug.

    The snapshot holds only what the content still has. `moved` is None where there is nothing to compare with: in the
    first report, and where `is_repeated`, that the last one told of the same snapshot.
    """

    channel: str
    zone: str | None
    snapshot: Snapshot
    moved: tuple[Move, ...] | None
    skills: Mapping[str, Skill]
    is_repeated: bool = False

    @property
    def day(self) -> date:
        """When the snapshot was taken."""
        return local_day(self.snapshot.taken_at, self.zone)

    @property
    def main_point(self) -> MainPoint:
        return main_point(self.snapshot, self.moved or ())

    @property
    def suggestion(self) -> Suggestion | None:
        return suggestion(self.snapshot)

    @property
    def strongest(self) -> Strongest | None:
        """None where there is no level that most have reached."""
        found = [(self.skills[one.skill], level) for one in self.snapshot.skills if (level := reached(one)) is not None]
        if not found:
            return None
        best, level = max(found, key=lambda one: _share(one[0].ladder, one[1]))
        alike = tuple(skill for skill, other in found if (skill.ladder.id, other) == (best.ladder.id, level))
        return Strongest(best.ladder.level(level), alike)

    def level(self, skill: str, level: str) -> Level:
        return self.skills[skill].ladder.level(level)

    def statement(self, skill: str, statement: str) -> Statement:
        return self.skills[skill].statements[statement]

    def by_ladder(self) -> tuple[tuple[Ladder, tuple[SkillStanding, ...]], ...]:
        """The skills of each ladder, in the order in which the ladders come first."""
        found: dict[str, list[SkillStanding]] = {}
        for one in self.snapshot.skills:
            found.setdefault(self.skills[one.skill].ladder.id, []).append(one)
        return tuple((self.skills[ones[0].skill].ladder, tuple(ones)) for ones in found.values())


def team_report(
    channel: str,
    zone: str | None,
    snapshot: Snapshot,
    earlier: Snapshot | None,
    skills: Mapping[str, Skill],
    *,
    is_repeated: bool = False,
) -> TeamReport:
    """`earlier` is the snapshot before, None where there was none; `is_repeated`: this one was told of already."""
    known = _known(snapshot, skills)
    moved = None if earlier is None or is_repeated else moves(earlier, known)
    return TeamReport(channel, zone, known, moved, skills, is_repeated)


def reached(standing: SkillStanding) -> str | None:
    """The highest level that most have reached."""
    return next((level for level in reversed(list(standing.bands)) if standing.bands[level] is Band.MOST), None)


def _known(snapshot: Snapshot, skills: Mapping[str, Skill]) -> Snapshot:
    """Without skills, levels and statements that the content has no longer."""
    standings = (_on(skills[one.skill].ladder, one) for one in snapshot.skills if one.skill in skills)
    worked_on = (
        one for one in snapshot.worked_on if one.skill in skills and skills[one.skill].living(one.statement) is not None
    )
    return replace(snapshot, skills=tuple(one for one in standings if one.bands), worked_on=tuple(worked_on))


def _on(ladder: Ladder, standing: SkillStanding) -> SkillStanding:
    bands = {level.id: standing.bands[level.id] for level in ladder.levels if level.id in standing.bands}
    return SkillStanding(standing.skill, bands)


def _share(ladder: Ladder, level: str) -> float:
    """How far up its ladder a level is."""
    return (ladder.position(level) + 1) / len(ladder.levels)
