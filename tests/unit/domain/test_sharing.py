"""How both see each statement: only what the subject has rated, once, where they stand."""

from datetime import UTC, datetime

from bot.catalog.loader import load_framework
from bot.domain.assessments import LatestRating, Rating
from bot.domain.progress import skill_history
from bot.domain.sharing import SideBySide, side_by_side, statements_to_view
from bot.settings import BUNDLED_CONTENT

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SKILL = load_framework(BUNDLED_CONTENT).skills["distributed-training"]
ROLE = SKILL.roles[0]
IDS = list(SKILL.statements)
NOT_YET, PRACTISING, CONSISTENT = Rating


def side(own: dict[str, LatestRating], views: dict[str, LatestRating]) -> SideBySide:
    history = skill_history(SKILL, ROLE, own, (), None, NOW)
    assert history is not None
    return side_by_side(history, own, views)


def latest(ids: list[str], rating: Rating) -> dict[str, LatestRating]:
    return {one: LatestRating(rating, "en", "0", "0", NOW) for one in ids}


def test_each_statement_that_was_rated_stands_once_on_its_lowest_level() -> None:
    shown = side(latest(IDS, CONSISTENT), {})
    found = [pair.statement.id for _, pairs in shown.levels for pair in pairs]
    expected = {s.id for (role, _), cell in SKILL.cells.items() if role == ROLE for r in cell for s in r.statements}
    assert sorted(found) == sorted(expected)
    positions = [SKILL.ladder.position(level.id) for level, _ in shown.levels]
    assert positions == sorted(set(positions))


def test_what_the_subject_did_not_rate_is_not_shown_whatever_the_viewer_said() -> None:
    shown = side(latest(IDS[:2], PRACTISING), latest(IDS, CONSISTENT))
    assert [pair.statement.id for _, pairs in shown.levels for pair in pairs] == IDS[:2]
    assert statements_to_view(shown, IDS[1:]).keys() == {IDS[1]}


def test_both_ratings_stand_beside_each_other_and_are_compared() -> None:
    shown = side(latest(IDS[:3], PRACTISING), {**latest(IDS[:1], PRACTISING), **latest(IDS[1:2], NOT_YET)})
    pairs = {pair.statement.id: (pair.own, pair.view) for _, level in shown.levels for pair in level}
    assert pairs == {
        IDS[0]: (PRACTISING, PRACTISING),
        IDS[1]: (PRACTISING, NOT_YET),
        IDS[2]: (PRACTISING, None),
    }
    assert (shown.alike, len(shown.compared)) == (1, 2)
