"""Where a person stood and stands."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.domain.assessments import LatestRating, Rating
from bot.domain.history import Move
from bot.domain.ladder import Ladder, Level
from bot.domain.people import CurrentLevel, Profile
from bot.domain.progress import LevelsSet, OwnLevel, ProgressReport, local_day, skill_history
from bot.domain.texts import Text
from tests.unit.domain.growth import LADDER, NOW, ROLE, skill

SINCE = NOW - timedelta(days=90)
EARLIER, WITHIN = SINCE - timedelta(days=1), SINCE + timedelta(days=1)
NOT_YET, PRACTISING, CONSISTENT = Rating
SKILL = skill({"junior": ("a", ""), "middle": ("b", ""), "senior": ("c d", "")}, retired="gone")


def latest(ratings: Mapping[str, Rating]) -> dict[str, LatestRating]:
    return {key: LatestRating(rating, "en", "0" * 8, "0" * 8, WITHIN) for key, rating in ratings.items()}


def moved(statement: str, before: Rating | None, after: Rating = CONSISTENT) -> Move:
    return Move(SKILL.slug, statement, before, after, WITHIN)


def own(level: str | None, at: datetime = WITHIN) -> OwnLevel:
    return OwnLevel(CurrentLevel(level), at)


@pytest.mark.parametrize(
    ("ratings", "moves", "level", "stood", "stands"),
    [
        # By ratings alone. What lies below the lowest rated level was never asked, and is taken as covered.
        ({"a": PRACTISING}, [], None, 0, 0),
        ({"a": CONSISTENT}, [], None, 1, 1),
        ({"b": PRACTISING}, [], None, 1, 1),
        ({"b": CONSISTENT, "c": CONSISTENT}, [], None, 2, 2),
        ({"c": CONSISTENT, "d": CONSISTENT}, [], None, 3, 3),
        ({"a": PRACTISING, "b": CONSISTENT}, [], None, 0, 0),
        # What moved was different before; what is new wasn't there.
        ({"a": CONSISTENT, "b": CONSISTENT}, [moved("b", PRACTISING)], None, 1, 2),
        ({"a": CONSISTENT, "b": PRACTISING}, [moved("b", CONSISTENT, PRACTISING)], None, 2, 1),
        ({"a": CONSISTENT, "b": CONSISTENT}, [moved("b", None)], None, 1, 2),
        ({"a": CONSISTENT}, [moved("a", None)], None, None, 1),
        # A level of one's own counts more than ratings, from when it was set.
        ({"a": CONSISTENT}, [], own("senior", EARLIER), 3, 3),
        ({"a": CONSISTENT}, [], own("senior"), 1, 3),
        ({"a": CONSISTENT}, [moved("a", None)], own("senior"), None, 3),
        ({"a": CONSISTENT}, [], own(None, EARLIER), 0, 0),
        ({"c": CONSISTENT, "d": CONSISTENT}, [moved("d", PRACTISING)], own("middle", EARLIER), 2, 2),
    ],
)
def test_where_somebody_stood_and_stands(
    ratings: dict[str, Rating], moves: list[Move], level: OwnLevel | None, stood: int | None, stands: int
) -> None:
    history = skill_history(SKILL, ROLE, latest(ratings), moves, level, SINCE)
    assert history is not None
    assert (history.stood, history.stands) == (stood, stands)


def test_a_skill_of_which_only_retired_or_lost_statements_were_rated_has_no_history() -> None:
    assert skill_history(SKILL, ROLE, latest({"gone": CONSISTENT, "lost": CONSISTENT}), [], None, SINCE) is None


def test_moves_of_statements_that_the_skill_has_lost_are_left_out_and_the_latest_comes_first() -> None:
    moves = [moved("gone", None), moved("a", None), moved("lost", None), moved("b", None)]
    history = skill_history(SKILL, ROLE, latest({"a": CONSISTENT, "b": CONSISTENT}), moves, None, SINCE)
    assert history is not None
    assert [move.statement for move in history.moves] == ["b", "a"]


@pytest.mark.parametrize(("level", "following"), [("middle", "senior"), (None, "junior")])
def test_what_comes_next_is_counted_from_where_one_stands(level: str | None, following: str) -> None:
    history = skill_history(SKILL, ROLE, latest({"a": CONSISTENT}), [], own(level), SINCE)
    assert history is not None
    assert history.next is not None
    assert history.next.level.id == following


def test_nothing_comes_after_the_highest_level_that_is_defined() -> None:
    history = skill_history(SKILL, ROLE, latest({"a": CONSISTENT}), [], own(LADDER.levels[-1].id), SINCE)
    assert history is not None
    assert history.next is None


def test_a_level_of_one_skill_counts_from_its_own_time_and_the_profiles_elsewhere() -> None:
    profile = Profile(level=CurrentLevel("junior"), skill_levels={(SKILL.slug, ROLE): CurrentLevel("senior")})
    levels = LevelsSet(EARLIER, {(SKILL.slug, ROLE): WITHIN})
    assert OwnLevel.of(profile, levels, SKILL, ROLE) == own("senior", WITHIN)
    assert OwnLevel.of(profile, levels, SKILL, "other") == own("junior", EARLIER)


@pytest.mark.parametrize("profile", [Profile(), Profile(level=CurrentLevel("of another ladder"))])
def test_a_level_that_is_unset_or_of_another_ladder_is_none(profile: Profile) -> None:
    assert OwnLevel.of(profile, LevelsSet(EARLIER), SKILL, ROLE) is None


def test_each_ladder_gets_its_own_picture() -> None:
    other = Ladder("other", (Level("one", Text("One")),))
    history = skill_history(SKILL, ROLE, latest({"a": CONSISTENT}), [], None, SINCE)
    assert history is not None
    elsewhere = replace(history, skill=replace(SKILL, ladder=other))
    report = ProgressReport(SINCE, NOW, (history, elsewhere, history))
    assert [(ladder.id, len(skills)) for ladder, skills in report.by_ladder()] == [(LADDER.id, 2), ("other", 1)]


@pytest.mark.parametrize(
    ("timezone", "day"),
    [
        ("Asia/Tokyo", date(2026, 12, 1)),
        ("America/New_York", date(2026, 11, 30)),
        (None, date(2026, 11, 30)),
        ("Nowhere/Atall", date(2026, 11, 30)),
        ("../etc/passwd", date(2026, 11, 30)),
        ("", date(2026, 11, 30)),
    ],
)
def test_a_day_is_the_readers(timezone: str | None, day: date) -> None:
    assert local_day(datetime(2026, 11, 30, 20, tzinfo=UTC), timezone) == day
