"""Teams that play for weeks, and all that somebody in one of them can find out about the others.

A standing in a skill is None for who never answered, else how many of the three levels are reached. It says less than
the ratings that make it (practising and not yet are the same to it): whoever has two possible standings has more
possible ratings. Nobody takes an answer back, so who has answered stays so; everything else may change in any week.

Families of sets of people are one number: its bit `m` says that the set whose members are the bits of `m` is in it.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import combinations_with_replacement

from bot.domain.summaries import Band, SkillCount, SkillStanding, Snapshot, TeamCount, is_anew, take_snapshot

Standing = int | None
Bands = tuple[Band, ...] | None  # of the three levels; None where the skill isn't shown
Rule = Callable[[TeamCount, int, datetime, Snapshot | None], Snapshot | None]

LEVELS = ("1", "2", "3")
STANDINGS: tuple[Standing, ...] = (None, 0, 1, 2, 3)
SKILLS = ("a", "b")
GROUP = 5
WEEKS = 20
POOL = 14  # people who may ever be in the team
START = datetime(2026, 1, 5, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Week:
    """What is true in a week, and the snapshot that the channel has; `anew` when it was taken in this week."""

    members: frozenset[int]
    standings: Mapping[str, tuple[Standing, ...]]  # by skill, of the whole pool
    snapshot: Snapshot | None
    anew: bool


@dataclass
class Team:
    """The truth, from which a week is made."""

    chance: random.Random
    rule: Rule
    is_static: bool = False
    members: set[int] = field(default_factory=set)
    standings: dict[str, list[Standing]] = field(default_factory=dict)
    snapshot: Snapshot | None = None
    moved: set[int] = field(default_factory=set)
    then: set[int] = field(default_factory=set)

    def begin(self) -> None:
        self.members = set(range(self.chance.randint(5, 12)))
        alike = self.chance.choice([0.5, 0.9, 1])  # where all say the same it is hardest to hide
        first: list[Standing] = [0, 1, 2, 3] if self.is_static else [*STANDINGS]
        for skill in SKILLS:
            usual = self.chance.choice(first)
            self.standings[skill] = [
                usual if self.chance.random() < alike else self.chance.choice(first) for _ in range(POOL)
            ]

    def pass_a_week(self) -> None:
        busy = self.chance.random() / 2
        for person in range(POOL):
            if self.chance.random() < busy / 3:
                self.members ^= {person}
            if self.chance.random() < busy and not self.is_static:
                self._rate(person)

    def post(self, week: int) -> Week:
        joined, left = self.members - self.then, self.then - self.members
        stayed = self.members & self.then
        changed = max(len(joined), len(left)) + len(self.moved & stayed)
        anew = False
        if self.snapshot is None or is_anew(changed):
            taken = self.rule(self._count(), GROUP, START + timedelta(weeks=week), self.snapshot)
            if taken is not None:
                self.snapshot, self.then, self.moved, anew = taken, set(self.members), set(), True
        now = {skill: tuple(one) for skill, one in self.standings.items()}
        return Week(frozenset(self.members), now, self.snapshot, anew)

    def _rate(self, person: int) -> None:
        """One level up or down, or the same as before: that is a change too."""
        mine = self.standings[self.chance.choice(SKILLS)]
        was = mine[person]
        mine[person] = self.chance.randint(0, 3) if was is None else min(3, max(0, was + self.chance.randint(-1, 1)))
        self.moved.add(person)

    def _count(self) -> TeamCount:
        found = {skill: [one[person] for person in self.members] for skill, one in self.standings.items()}
        return TeamCount(len(self.members), tuple(count_of(skill, found[skill]) for skill in SKILLS), 0, ())


def play(seed: int, rule: Rule = take_snapshot, *, is_static: bool = False) -> list[Week]:
    team = Team(random.Random(seed), rule, is_static)
    team.begin()
    weeks = []
    for week in range(WEEKS):
        if week:
            team.pass_a_week()
        weeks.append(team.post(week))
    return weeks


def count_of(skill: str, standings: Iterable[Standing]) -> SkillCount:
    answered = [one for one in standings if one is not None]
    reached = {level: sum(one > n for one in answered) for n, level in enumerate(LEVELS)}
    return SkillCount(skill, len(answered), reached)


def shown(snapshot: Snapshot | None, skill: str) -> Bands:
    found = [one.bands for one in snapshot.skills if one.skill == skill] if snapshot else []
    return tuple(found[0][level] for level in LEVELS) if found else None


@dataclass(frozen=True)
class Seen:
    """What an observer sees when a snapshot is taken: who is counted, what is shown of a skill, and what was before."""

    others: int  # a set of people, as bits
    own: Standing
    counted: int
    bands: Bands
    before: Bands


def seen_by(observer: int, weeks: Sequence[Week], skill: str) -> list[Seen]:
    """Of all weeks in which a snapshot was taken; also those before the observer joined, since the channel keeps them.

    A week in which none was taken says that at most two have changed. That leaves open that nobody did, so whatever
    was possible when the last one was taken stays possible then, and it says nothing of that time itself; and that one
    was taken says that at least three rated something, which may be what they had rated before.
    """
    found: list[Seen] = []
    for week in weeks:
        if week.anew:
            others = sum(1 << person for person in week.members if person != observer)
            own = week.standings[skill][observer] if observer in week.members else None
            before = found[-1].bands if found else None
            found.append(Seen(others, own, len(week.members), shown(week.snapshot, skill), before))
    return found


class Observer:
    """All that is possible of the others in one skill, for who knows everything that was ever shown."""

    def __init__(self, seen: Sequence[Seen], rule: Rule) -> None:
        self._seen = seen
        self._explanations = [self._explain(one, rule) for one in seen]
        self._families = self._consistent()

    def possible(self, moment: int, person: int) -> frozenset[Standing]:
        """The standings that somebody may have had when a snapshot was taken."""
        found: set[Standing] = set()
        family, others = self._families[moment], self._seen[moment].others
        for answered, levels in self._explanations[moment].items():
            sized = family & _of_size(others, answered)
            if sized & ~_with(person):
                found.add(None)
            if sized & _with(person):
                found |= levels
        return frozenset(found)

    def _explain(self, seen: Seen, rule: Rule) -> dict[int, frozenset[int]]:
        """How many of the others may have answered, and for each number the standings that are among theirs."""
        found = {}
        for answered in range(seen.others.bit_count() + 1):
            levels = _ways(answered, seen.own, seen.counted, seen.before, rule).get(seen.bands)
            if levels is not None:
                found[answered] = levels
        return found

    def _consistent(self) -> list[int]:
        """Per snapshot, the sets of people who may have answered by then, with regard to all before and after."""
        fitting = [
            _union(_of_size(seen.others, answered) for answered in explained)
            for seen, explained in zip(self._seen, self._explanations, strict=True)
        ]
        upward, downward = [], []
        family = _EVERY
        for fit in fitting:
            family = _supersets(family) & fit
            upward.append(family)
        family = _EVERY
        for fit in reversed(fitting):
            family = _subsets(family) & fit
            downward.append(family)
        return [up & down for up, down in zip(upward, reversed(downward), strict=True)]


@cache
def _ways(answered: int, own: Standing, counted: int, before: Bands, rule: Rule) -> dict[Bands, frozenset[int]]:
    """For all that may be shown when so many others answered, the standings that are among theirs in some way."""
    kept = (SkillStanding("s", dict(zip(LEVELS, before, strict=True))),) if before else ()
    earlier = Snapshot(START, GROUP, kept, ())
    found: dict[Bands, set[int]] = {}
    for standings in combinations_with_replacement(range(4), answered):
        count = TeamCount(counted, (count_of("s", (*standings, own)),), 0, ())
        found.setdefault(shown(rule(count, GROUP, START, earlier), "s"), set()).update(standings)
    return {bands: frozenset(levels) for bands, levels in found.items()}


_EVERY = (1 << (1 << POOL)) - 1


@cache
def _with(person: int) -> int:
    """The family of all sets that somebody is in."""
    step = 1 << person
    return _EVERY // ((1 << 2 * step) - 1) * ((1 << step) - 1) << step


def _supersets(family: int) -> int:
    for person in range(POOL):
        family |= (family & ~_with(person)) << (1 << person)
    return family


def _subsets(family: int) -> int:
    for person in range(POOL):
        family |= (family & _with(person)) >> (1 << person)
    return family


def _of_size(people: int, size: int) -> int:
    """The family of all sets that have so many of these people in them."""
    return _sizes(people)[size]


@cache
def _sizes(people: int) -> tuple[int, ...]:
    families = [1] + [0] * POOL
    for person in range(POOL):
        more = people >> person & 1
        families = [
            one | (families[size - more] << (1 << person) if size >= more else 0) for size, one in enumerate(families)
        ]
    return tuple(families)


def _union(families: Iterable[int]) -> int:
    found = 0
    for one in families:
        found |= one
    return found
