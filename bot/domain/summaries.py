"""Summaries: what a team's channel is told of how the team stands, so that nobody in it can be found out.

Everything here is about people who chose to be counted. Why these figures: docs/adr/0019-summaries-expose-nobody.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LEAST_GROUP = 3
DEFAULT_GROUP = 5
MOST_GROUP = 20
LEAST_BANDED = 5  # people; of fewer, no band hides what each of them said
MOST_WORKED_ON = 3
ANEW_AFTER = 3  # counted people who have changed since the last snapshot: joined, left, or rated anything


class Band(StrEnum):
    """How many of those who answered, roughly; from the fewest to the most."""

    FEW = "few"
    HALF = "half"
    MOST = "most"

    @property
    def height(self) -> int:
        """0 for the fewest."""
        return tuple(Band).index(self)


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

    @property
    def next(self) -> str | None:
        """The lowest level that most haven't reached; None where most have reached them all."""
        return next((level for level, band in self.bands.items() if band is not Band.MOST), None)


@dataclass(frozen=True, slots=True)
class WorkedOn:
    """A next-level statement that most of those who grow work on."""

    skill: str
    statement: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What may be shown of a team, as it was at one time (aware UTC), until the next snapshot is taken.

    A skill in which too few have ever answered is not in it, whether that is nobody or almost enough. One that was in
    the snapshot before stays in it: where too few are left who answered, with the bands that it had. `aside` are such
    skills that the team doesn't ask for at present; they are kept and not shown.
    """

    taken_at: datetime
    counted: int
    skills: tuple[SkillStanding, ...]
    worked_on: tuple[WorkedOn, ...]
    aside: tuple[SkillStanding, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A band that is another one than in the snapshot before: all that is told of what moved."""

    skill: str
    level: str
    before: Band
    after: Band

    @property
    def is_rise(self) -> bool:
        return self.after.height > self.before.height


@dataclass(frozen=True, slots=True)
class Rose:
    """The first sentence is about a level that more people have reached."""

    move: Move


@dataclass(frozen=True, slots=True)
class Nearest:
    """It is about the level that the team is nearest to, of those that most haven't reached. `band`: how many have."""

    skill: str
    level: str
    band: Band


@dataclass(frozen=True, slots=True)
class AtTheTop:
    """It is about that most have reached every level that is shown."""


@dataclass(frozen=True, slots=True)
class TooFewAnswered:
    """It is about that no skill can be shown yet."""


MainPoint = Rose | Nearest | AtTheTop | TooFewAnswered


@dataclass(frozen=True, slots=True)
class PractiseTogether:
    """A suggestion: a statement that most of those who grow work on."""

    worked_on: WorkedOn


@dataclass(frozen=True, slots=True)
class GrowTogether:
    """A suggestion: the lowest level that most haven't reached, in the skill in which the team is least far."""

    skill: str
    level: str


Suggestion = PractiseTogether | GrowTogether


def thresholds(n: int) -> tuple[int, int] | None:
    """From how many of n people on it is about half, and from how many on most; None where no band can be shown.

    About a third and two thirds, and both from 3 to n - 2: then what one person says moves no band as long as all
    others say the same. Of five people there is one threshold, and nothing is about half.
    """
    if n < LEAST_BANDED:
        return None
    return max(3, -(-n // 3)), min(n - 2, -(-2 * n // 3))


def band(k: int, n: int) -> Band | None:
    """Roughly how many k of n people are; None where that can't be shown."""
    limits = thresholds(n)
    if limits is None:
        return None
    half, most = limits
    return Band.MOST if k >= most else Band.HALF if k >= half else Band.FEW


def is_anew(changed: int) -> bool:
    """Whether enough counted people have changed for a new snapshot to be taken."""
    return changed >= ANEW_AFTER


def take_snapshot(count: TeamCount, group_size: int, at: datetime, earlier: Snapshot | None = None) -> Snapshot | None:
    """What may be shown of a team from now on; None below the group size.

    `earlier` is the last snapshot that was taken of the team: without it, a skill that disappears would tell who never
    answered in it. In a group of three or four nothing is shown of a skill, only how many are counted.
    """
    if count.counted < max(group_size, LEAST_GROUP):
        return None
    least = max(group_size, LEAST_BANDED)
    before = {one.skill: one for one in (*earlier.skills, *earlier.aside)} if earlier else {}
    found = (_standing(one, before.get(one.skill), least) for one in count.skills)
    asked = {one.skill for one in count.skills}
    return Snapshot(
        taken_at=at,
        counted=count.counted,
        skills=tuple(one for one in found if one and one.bands),
        worked_on=_worked_on(count, least),
        aside=tuple(one for one in before.values() if one.skill not in asked),
    )


def moves(earlier: Snapshot, later: Snapshot) -> tuple[Move, ...]:
    """What is another band than before, of all that was shown both times; in the order of the later snapshot."""
    return tuple(_moves({one.skill: one.bands for one in earlier.skills}, later))


def main_point(snapshot: Snapshot, moved: tuple[Move, ...]) -> MainPoint:
    """What matters most: the best rise, else what is nearest, else that there is nothing to show.

    A rise to most comes before one to about half, and a higher level before a lower one.
    """
    rises = [move for move in moved if move.is_rise]
    if rises:
        places = {(one.skill, level): n for one in snapshot.skills for n, level in enumerate(one.bands)}
        return Rose(max(rises, key=lambda one: (one.after.height, places.get((one.skill, one.level), -1))))
    near = [(one, level) for one in snapshot.skills if (level := one.next) is not None]
    if near:
        standing, level = max(near, key=lambda one: (one[0].bands[one[1]].height, _reached(one[0])))
        return Nearest(standing.skill, level, standing.bands[level])
    return AtTheTop() if snapshot.skills else TooFewAnswered()


def suggestion(snapshot: Snapshot) -> Suggestion | None:
    """One thing that the team could do together; None where nothing is shown, or nothing is left to reach."""
    if snapshot.worked_on:
        return PractiseTogether(snapshot.worked_on[0])
    left = [(one, level) for one in snapshot.skills if (level := one.next) is not None]
    if not left:
        return None
    standing, level = min(left, key=lambda one: (_reached(one[0]), one[0].bands[one[1]].height))
    return GrowTogether(standing.skill, level)


def _standing(count: SkillCount, before: SkillStanding | None, least: int) -> SkillStanding | None:
    if count.answered >= least:
        found = {level: band(k, count.answered) for level, k in count.reached.items()}
        return SkillStanding(count.skill, {level: one for level, one in found.items() if one is not None})
    if before is None:
        return None
    return SkillStanding(count.skill, {level: before.bands[level] for level in count.reached if level in before.bands})


def _worked_on(count: TeamCount, least: int) -> tuple[WorkedOn, ...]:
    """In the order of the framework: an order by how many they are would tell more than that they are most."""
    if count.growing < least:
        return ()
    most = (one for one in count.statements if band(one.people, count.growing) is Band.MOST)
    return tuple(WorkedOn(one.skill, one.statement) for one in most)[:MOST_WORKED_ON]


def _moves(before: Mapping[str, Mapping[str, Band]], later: Snapshot) -> Iterator[Move]:
    for one in later.skills:
        for level, now in one.bands.items():
            was = before.get(one.skill, {}).get(level)
            if was is not None and was is not now:
                yield Move(one.skill, level, was, now)


def _reached(standing: SkillStanding) -> int:
    """How many levels most have reached."""
    return sum(one is Band.MOST for one in standing.bands.values())
