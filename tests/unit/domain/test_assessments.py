"""Ratings, what they were about, and whether that has changed."""

import pytest

from bot.domain.assessments import (
    Change,
    GivenRating,
    Rating,
    changed_since_rated,
    consistent_statements,
    is_changed_since_rated,
)
from bot.domain.skills import Statement
from bot.domain.texts import Text, Translation, text_hash
from tests.unit.domain.growth import latest, skill

ENGLISH, GERMAN = "Trains on several machines", "Trainiert auf mehreren Maschinen"
STATEMENT = Statement("train", Text(ENGLISH, {"de": Translation(GERMAN, text_hash(ENGLISH))}))


def test_ratings_have_an_order() -> None:
    assert sorted(Rating, key=lambda one: one.height) == [Rating.NOT_YET, Rating.PRACTISING, Rating.CONSISTENT]


@pytest.mark.parametrize(
    ("chain", "locale", "shown"),
    [(("de", "en"), "de", GERMAN), (("fr", "en"), "en", ENGLISH), (("en",), "en", ENGLISH)],
)
def test_a_rating_keeps_the_text_that_was_shown_and_its_source(chain: tuple[str, ...], locale: str, shown: str) -> None:
    given = GivenRating.of("training", STATEMENT, Rating.CONSISTENT, chain, "a note")
    assert given == GivenRating("training", "train", Rating.CONSISTENT, "a note", locale, ENGLISH, shown)
    assert (given.source_hash, given.shown_hash) == (text_hash(ENGLISH), text_hash(shown))


@pytest.mark.parametrize("rating", Rating)
def test_only_a_consistent_statement_counts(rating: Rating) -> None:
    counting = consistent_statements({"rated": latest(rating)})
    assert counting == ({"rated"} if rating is Rating.CONSISTENT else set())


def test_nothing_has_changed_while_the_source_is_the_same() -> None:
    retranslated = Statement("train", Text(ENGLISH, {"de": Translation("Anders", text_hash(ENGLISH))}))
    for statement in (STATEMENT, retranslated):
        assert not is_changed_since_rated(statement, latest(source_hash=text_hash(ENGLISH)))


def test_another_source_is_a_change() -> None:
    assert is_changed_since_rated(STATEMENT, latest(source_hash=text_hash("Trains on one machine")))


def test_changes_are_told_of_statements_that_are_rated_and_still_there() -> None:
    changing = skill({"junior": ("a b c", ""), "middle": ("d", "")}, retired="d")
    same = text_hash("Text of b")
    ratings = {"a": latest(), "b": latest(source_hash=same), "d": latest(), "gone": latest()}
    assert [statement.id for statement in changed_since_rated(changing, ratings)] == ["a"]


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        (None, Rating.NOT_YET, True),
        (Rating.NOT_YET, Rating.NOT_YET, False),
        (Rating.CONSISTENT, Rating.PRACTISING, True),
    ],
)
def test_a_rating_that_is_given_again_moves_nothing(before: Rating | None, after: Rating, moved: bool) -> None:
    assert Change("training", "train", before, after).is_move is moved
