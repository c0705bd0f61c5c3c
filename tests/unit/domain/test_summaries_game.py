"""Whoever sees every summary, every join and leave, and their own ratings finds out nobody's.

The rules are played against by an observer who leaves out nothing: tests/unit/domain/observing.py. What is left over
for observers who know or assume more is in docs/adr/0019-summaries-expose-nobody.md.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from bot.domain.summaries import (
    Band,
    SkillStanding,
    Snapshot,
    StatementCount,
    TeamCount,
    take_snapshot,
)
from tests.unit.domain.observing import (
    GROUP,
    LEVELS,
    POOL,
    SKILLS,
    STANDINGS,
    START,
    Bands,
    Observer,
    Rule,
    Standing,
    Week,
    count_of,
    play,
    seen_by,
    shown,
)


def pinned_down(weeks: list[Week], rule: Rule) -> Iterator[tuple[str, int, int, int]]:
    """In which skill somebody knows what somebody else's standing was, when, who and whose."""
    taken = [week for week in weeks if week.anew]
    for skill, observer in product(SKILLS, range(POOL)):
        found = Observer(seen_by(observer, weeks, skill), rule)
        for moment, week in enumerate(taken):
            for person in week.members - {observer}:
                possible = found.possible(moment, person)
                assert week.standings[skill][person] in possible
                if len(possible) < 2:
                    yield skill, moment, observer, person


@pytest.mark.parametrize("seed", range(8))
def test_in_twenty_weeks_nobody_can_be_pinned_down(seed: int) -> None:
    weeks = play(seed)
    assert list(pinned_down(weeks, take_snapshot)) == []


def test_the_games_are_worth_playing() -> None:
    """Teams grow and shrink, skills are shown, held back and kept, and bands move."""
    games = [play(seed) for seed in range(8)]
    taken = [[week for week in weeks if week.anew] for weeks in games]
    sizes = {len(week.members) for weeks in taken for week in weeks}
    bands = {(shown(week.snapshot, skill)) for weeks in taken for week in weeks for skill in SKILLS}
    assert sizes >= set(range(5, 12))
    assert min(len(weeks) for weeks in taken) >= 5
    assert max(len(weeks) for weeks in taken) < 20
    assert None in bands
    assert len(bands) > 8


def with_counts(count: TeamCount, group_size: int, at: datetime, earlier: Snapshot | None) -> Snapshot | None:
    """Wrong on purpose: it shows how many people are at a level."""
    snapshot = take_snapshot(count, group_size, at, earlier)
    counts = tuple(SkillStanding(one.skill, dict(one.reached)) for one in count.skills if one.answered >= GROUP)  # type: ignore[arg-type]
    return replace(snapshot, skills=counts) if snapshot else None


def with_all_or_nobody(count: TeamCount, group_size: int, at: datetime, earlier: Snapshot | None) -> Snapshot | None:
    """Wrong on purpose: most is all, and few is nobody."""
    snapshot = take_snapshot(count, group_size, at, earlier)
    found = [
        SkillStanding(
            one.skill,
            {
                level: Band.MOST if k == one.answered else Band.HALF if k else Band.FEW
                for level, k in one.reached.items()
            },
        )
        for one in count.skills
        if one.answered >= GROUP
    ]
    return replace(snapshot, skills=tuple(found)) if snapshot else None


def forgetful(count: TeamCount, group_size: int, at: datetime, earlier: Snapshot | None) -> Snapshot | None:
    """Wrong on purpose: a skill disappears when too few are left who answered."""
    return take_snapshot(count, group_size, at)


@pytest.mark.parametrize(
    ("rule", "seed"),
    [(with_counts, 3), (with_all_or_nobody, 10), (forgetful, 16)],
    ids=["exact counts", "all or nobody", "skills that disappear"],
)
def test_the_observer_finds_somebody_where_the_rules_are_worse(rule: Rule, seed: int) -> None:
    assert next(pinned_down(play(seed, rule), rule), None)


STAYING, LEAVING, JOINING = (1, 2, 3), 4, 5
OBSERVER = 0


@pytest.mark.parametrize("seed", range(8))
def test_the_observer_finds_exactly_what_trying_everything_finds(seed: int) -> None:
    """Two snapshots; three people and the observer stay, one leaves and one joins: few enough for trying it all."""
    chance = random.Random(seed)
    usual = chance.choices(STANDINGS, k=2)
    first = {person: chance.choice(usual) for person in (OBSERVER, *STAYING, LEAVING)}
    later = {person: chance.choice([first[person], 3]) for person in (OBSERVER, *STAYING)}
    weeks = [week_of(first), week_of({**later, JOINING: chance.choice(usual)})]
    weeks[1] = replace(weeks[1], snapshot=summary(weeks[1].standings["a"], weeks[0].snapshot))
    observer = Observer(seen_by(OBSERVER, weeks, "a"), take_snapshot)
    tried = by_trying(weeks)
    assert tried
    for (moment, person), standings in tried.items():
        assert observer.possible(moment, person) == standings


def week_of(standings: dict[int, Standing]) -> Week:
    everybody = tuple(standings.get(person) for person in range(POOL))
    return Week(frozenset(standings), {"a": everybody}, summary(everybody, None), anew=True)


def summary(standings: Iterable[Standing], earlier: Snapshot | None) -> Snapshot | None:
    return take_snapshot(TeamCount(5, (count_of("a", standings),), 0, ()), GROUP, START, earlier)


def by_trying(weeks: list[Week]) -> dict[tuple[int, int], set[Standing]]:
    """By moment and person. Whoever stays may do what any other of them does, so they are tried in one order."""
    own = [week.standings["a"][OBSERVER] for week in weeks]
    wanted = [shown(week.snapshot, "a") for week in weeks]
    ways = [(now, then) for now, then in product(STANDINGS, STANDINGS) if now is None or then is not None]
    found: dict[tuple[int, int], set[Standing]] = defaultdict(set)
    for staying in combinations_with_replacement(ways, len(STAYING)):
        for leaving in STANDINGS:
            before = bands_of(in_order([own[0], leaving, *(one[0] for one in staying)]))
            if before != wanted[0]:
                continue
            for joining in STANDINGS:
                if bands_of(in_order([own[1], joining, *(one[1] for one in staying)]), before) == wanted[1]:
                    found[0, LEAVING].add(leaving)
                    found[1, JOINING].add(joining)
                    for moment, person in product((0, 1), STAYING):
                        found[moment, person] |= {one[moment] for one in staying}
    return found


# What a person is in one summary: their standing, and whether they grow, towards the level above.
Growing = tuple[Standing, bool]
KINDS: list[Growing] = list(product(STANDINGS, (False, True)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_one_summary_with_all_that_is_in_it_pins_nobody_down(size: int) -> None:
    """Whatever the others are: all that they may be instead is tried, with the statements that most work on."""
    for own in KINDS:
        ways: dict[object, set[Growing]] = defaultdict(set)
        for others in combinations_with_replacement(KINDS, size - 1):
            ways[everything((own, *others))].update(others)
        assert min(len({standing for standing, _ in kinds}) for kinds in ways.values()) >= 2
        assert min(len({works_on(kind) for kind in kinds}) for kinds in ways.values()) >= 2


def works_on(kind: Growing) -> str | None:
    standing, grows = kind
    return dict(enumerate(LEVELS)).get(standing or 0) if grows else None


def everything(people: Sequence[Growing]) -> object:
    """All that a summary shows, where each level has one statement, on which those work who stand below it."""
    growing = tuple(sorted(one or 0 for one, grows in people if grows))
    return bands_of(in_order(one for one, _ in people)), worked_on(growing)


@cache
def bands_of(standings: tuple[int, ...], before: Bands = None) -> Bands:
    """In sorted order; -1 is who never answered."""
    kept = (SkillStanding("a", dict(zip(LEVELS, before, strict=True))),) if before else ()
    earlier = Snapshot(START, GROUP, kept, ())
    count = count_of("a", [None if one < 0 else one for one in standings])
    return shown(take_snapshot(TeamCount(len(standings), (count,), 0, ()), GROUP, START, earlier), "a")


def in_order(standings: Iterable[Standing]) -> tuple[int, ...]:
    return tuple(sorted(-1 if one is None else one for one in standings))


@cache
def worked_on(growing: tuple[int, ...]) -> object:
    people = tuple(StatementCount("a", level, growing.count(n)) for n, level in enumerate(LEVELS))
    found = take_snapshot(TeamCount(GROUP, (), len(growing), people), GROUP, START)
    return found and found.worked_on
