"""What a text for a 1:1 is made of."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from bot.domain.assessments import Rating
from bot.domain.focus import Focus, FocusState
from bot.domain.history import Move
from bot.domain.one_on_one import one_on_one
from bot.domain.people import CurrentLevel, Profile
from bot.domain.progress import OwnLevel, ProgressReport, skill_history
from bot.domain.skills import Skill
from tests.unit.domain.growth import NOW, ROLE, Cell, latest, skill

SINCE = NOW - timedelta(days=28)
WEIGHTED = {"junior": ("a", "x"), "middle": ("b c", "y"), "senior": ("d", "")}
OPTIONAL = {"junior": ("", "a"), "middle": ("", "b c")}


def report(one: Skill, consistent: str, level: str | None = None) -> ProgressReport:
    """What is named is consistent; the rest was rated "not yet"."""
    rated = {key: latest(Rating.CONSISTENT if key in consistent.split() else Rating.NOT_YET) for key in one.statements}
    own = OwnLevel(CurrentLevel(level), NOW) if level else None
    history = skill_history(one, ROLE, rated, [Move(one.slug, "a", None, Rating.CONSISTENT, NOW)], own, SINCE)
    assert history is not None
    return ProgressReport(SINCE, NOW, (history,))


def focus(target: str, state: FocusState = FocusState.ACTIVE, slug: str = "training") -> Focus:
    return Focus(slug, ROLE, target, state, NOW, NOW)


@pytest.mark.parametrize(
    ("cells", "consistent", "level", "asked"),
    [
        (WEIGHTED, "", None, ("junior", "a")),
        (WEIGHTED, "a", None, ("middle", "b")),  # an optional one that is open doesn't decide
        (WEIGHTED, "a b", None, ("middle", "c")),
        (WEIGHTED, "a b c", "middle", ("senior", "d")),
        (WEIGHTED, "", "middle", ("senior", "d")),  # one's own level is taken at its word
        (WEIGHTED, "a b c d", None, None),
        (OPTIONAL, "a", None, ("middle", "b")),
    ],
)
def test_the_first_open_statement_that_decides_about_the_next_level_is_asked_for(
    cells: Mapping[str, Cell], consistent: str, level: str | None, asked: tuple[str, str] | None
) -> None:
    one = skill(cells)
    ask = one_on_one(report(one, consistent, level), (), {one.slug: one}, Profile()).ask
    assert (ask and (ask.level.id, ask.statement.id)) == asked


def test_an_active_focus_comes_first_even_where_nothing_was_rated() -> None:
    one = skill(WEIGHTED)
    empty = ProgressReport(SINCE, NOW, ())
    profile = Profile(level=CurrentLevel("junior"))
    ask = one_on_one(empty, [focus("senior")], {one.slug: one}, profile).ask
    assert ask is not None
    assert (ask.level.id, ask.statement.id) == ("middle", "b")


@pytest.mark.parametrize(
    "passed_over",
    [
        focus("junior", FocusState.PAUSED),
        focus("junior", FocusState.DROPPED),
        focus("no such level"),
        focus("junior", slug="lost"),
    ],
)
def test_a_focus_that_leads_nowhere_is_passed_over(passed_over: Focus) -> None:
    one = skill(WEIGHTED)
    ask = one_on_one(report(one, "", "middle"), [passed_over], {one.slug: one}, Profile()).ask
    assert ask is not None
    assert ask.level.id == "senior"


def test_what_moved_is_told_with_its_skill() -> None:
    one = skill(WEIGHTED)
    prepared = one_on_one(report(one, "a"), (), {one.slug: one}, Profile())
    assert [(of.slug, move.statement) for of, move in prepared.moves] == [("training", "a")]
