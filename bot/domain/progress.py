"""Progress: where a person stood and stands in each skill they rated, and what moved in between."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby

from bot.domain.assessments import LatestRating, Rating
from bot.domain.cadence import zone_of
from bot.domain.coaching import LevelProgress, SkillProgress, level_to_grow_towards, level_to_propose, skill_progress
from bot.domain.evidence import Evidence
from bot.domain.history import Move
from bot.domain.home import FocusStanding
from bot.domain.ladder import Ladder
from bot.domain.people import CurrentLevel, Profile
from bot.domain.skills import Skill

PERIOD = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class LevelsSet:
    """When a person set each level of their own: `profile` the profile-wide one, `skills` those by (skill, role)."""

    profile: datetime | None = None
    skills: Mapping[tuple[str, str], datetime] = field(default_factory=dict)

    def at(self, skill: str, role: str) -> datetime | None:
        return self.skills.get((skill, role), self.profile)


@dataclass(frozen=True, slots=True)
class OwnLevel:
    """The level that a person set themselves in one skill and role, and when."""

    current: CurrentLevel
    set_at: datetime

    @classmethod
    def of(cls, profile: Profile, levels: LevelsSet, skill: Skill, role: str) -> "OwnLevel | None":
        """None where none is set, or one of another ladder."""
        current, at = profile.current_level(skill.slug, role), levels.at(skill.slug, role)
        if current is None or at is None or (current.level is not None and current.level not in skill.ladder):
            return None
        return cls(current, at)


@dataclass(frozen=True, slots=True)
class SkillHistory:
    """One skill in one role. A standing is how many levels are reached: 0 is "not yet" the first.

    A person stands at the level that they set themselves, and where they set none, as high as their ratings cover.
    `stood` is None where nothing is known of the time before the period. `moves` go from the latest to the first.
    """

    skill: Skill
    role: str
    progress: SkillProgress
    own: CurrentLevel | None
    stands: int
    stood: int | None
    moves: tuple[Move, ...]
    rated_at: datetime

    @property
    def standing(self) -> CurrentLevel:
        """Where the person stands, as a level."""
        return _level_at(self.skill.ladder, self.stands)

    @property
    def next(self) -> LevelProgress | None:
        """The next level of which anything is expected; None at the top."""
        level = level_to_grow_towards(self.progress, self.standing)
        return self.progress.level(level.id) if level else None


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """What a person is told of a period; the skill that was rated last comes first. `evidence` has the newest first.

    `lost` are the open focuses of which the content has lost something.
    """

    since: datetime
    until: datetime
    skills: tuple[SkillHistory, ...]
    evidence: tuple[Evidence, ...] = ()
    lost: tuple[FocusStanding, ...] = ()

    def by_ladder(self) -> tuple[tuple[Ladder, tuple[SkillHistory, ...]], ...]:
        """The skills of each ladder, in the order in which the ladders come first."""
        order = list(dict.fromkeys(one.skill.ladder.id for one in self.skills))
        ranked = sorted(self.skills, key=lambda one: order.index(one.skill.ladder.id))
        grouped = [tuple(found) for _, found in groupby(ranked, key=lambda one: one.skill.ladder.id)]
        return tuple((found[0].skill.ladder, found) for found in grouped)


def skill_history(
    skill: Skill,
    role: str,
    latest: Mapping[str, LatestRating],
    moves: Sequence[Move],
    own: OwnLevel | None,
    since: datetime,
) -> SkillHistory | None:
    """What became of a skill since an instant; None where no statement that it has now was rated.

    `latest` are the ratings by statement, `moves` those of the period in the order of time.
    """
    now = {statement: one.rating for statement, one in latest.items()}
    progress = skill_progress(skill, role, _consistent(now))
    first = _first_rated(progress, now)
    if first is None:
        return None
    return SkillHistory(
        skill=skill,
        role=role,
        progress=progress,
        own=own.current if own else None,
        stands=_own_standing(own, skill.ladder) if own else _covered(progress, first),
        stood=_before(skill, role, _ratings_before(now, moves), first, own, since),
        moves=tuple(move for move in reversed(moves) if skill.living(move.statement)),
        rated_at=max(one.at for one in latest.values()),
    )


def local_day(at: datetime, timezone: str | None) -> date:
    """The day on which somebody in an IANA zone lives at an instant; in UTC where the zone isn't known."""
    return at.astimezone(zone_of(timezone)).date()


def _before(
    skill: Skill, role: str, ratings: Mapping[str, Rating], first: int, own: OwnLevel | None, since: datetime
) -> int | None:
    """An earlier level of one's own isn't kept: one that was set within the period tells nothing of before it."""
    if own is not None and own.set_at < since:
        return _own_standing(own, skill.ladder)
    if not ratings:
        return None
    return _covered(skill_progress(skill, role, _consistent(ratings)), first)


def _ratings_before(now: Mapping[str, Rating], moves: Iterable[Move]) -> dict[str, Rating]:
    """The ratings at the beginning of a period; what didn't move in it was the same before."""
    before: dict[str, Rating | None] = {**now, **{move.statement: move.before for move in moves}}
    return {statement: rating for statement, rating in before.items() if rating is not None}


def _consistent(ratings: Mapping[str, Rating]) -> frozenset[str]:
    return frozenset(statement for statement, rating in ratings.items() if rating is Rating.CONSISTENT)


def _first_rated(progress: SkillProgress, rated: Mapping[str, Rating]) -> int | None:
    """The position of the lowest level of which anything was rated.

    People rate themselves from their level on: what lies below it was never asked, so it is taken as covered.
    """
    for position, level in enumerate(progress.levels):
        if any(s.id in rated for part in level.requirements for s in (*part.consistent, *part.open)):
            return position
    return None


def _covered(progress: SkillProgress, first: int) -> int:
    level = level_to_propose(progress, _level_at(progress.ladder, first))
    return progress.ladder.position(level.id) + 1 if level else first


def _own_standing(own: OwnLevel, ladder: Ladder) -> int:
    return 0 if own.current.level is None else ladder.position(own.current.level) + 1


def _level_at(ladder: Ladder, standing: int) -> CurrentLevel:
    return CurrentLevel(ladder.levels[standing - 1].id if standing else None)
