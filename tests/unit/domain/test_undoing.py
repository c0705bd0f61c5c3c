"""Taking back the answers to one message, out of a history in which nothing is changed."""

import pytest

from bot.domain.assessments import Rating, Submitted
from bot.domain.undoing import Undoing, answer_id, undo_id, undoing

MESSAGE, OTHER = "D1 17.1", "D1 17.12"
STATEMENT = "one"


def answered(click: str, previous: Rating | None, message: str = MESSAGE) -> Submitted:
    return Submitted(answer_id(message, click), previous)


def undone(click: str, previous: Rating | None) -> Submitted:
    return Submitted(undo_id(MESSAGE, click), previous)


def elsewhere(previous: Rating | None) -> Submitted:
    return Submitted("V0123", previous)


def of(*newest_first: Submitted) -> Undoing:
    return undoing(MESSAGE, {STATEMENT: newest_first})


NOTHING = Undoing({}, frozenset(), frozenset())
SINCE = Undoing({}, frozenset(), frozenset({STATEMENT}))


@pytest.mark.parametrize("before", list(Rating))
def test_the_rating_from_before_the_answer_is_appended(before: Rating) -> None:
    assert of(answered("a", before), elsewhere(None)) == Undoing({STATEMENT: before}, frozenset(), frozenset())


def test_a_first_rating_becomes_not_yet_and_is_told() -> None:
    assert of(answered("a", None)) == Undoing({STATEMENT: Rating.NOT_YET}, frozenset({STATEMENT}), frozenset())


def test_who_changed_an_answer_gets_back_what_was_before_the_first_one() -> None:
    history = answered("b", Rating.PRACTISING), answered("a", Rating.NOT_YET), elsewhere(None)
    assert of(*history).appended == {STATEMENT: Rating.NOT_YET}


def test_an_answer_after_it_was_taken_back_is_one_of_its_own() -> None:
    history = answered("b", Rating.PRACTISING), undone("u", Rating.CONSISTENT), answered("a", Rating.PRACTISING)
    assert of(*history).appended == {STATEMENT: Rating.PRACTISING}


def test_taken_back_twice_nothing_changes() -> None:
    assert of(undone("u", Rating.CONSISTENT), answered("a", None)) == NOTHING


def test_what_was_rated_in_another_place_since_stays() -> None:
    assert of(elsewhere(Rating.CONSISTENT), answered("a", None)) == SINCE
    assert of(elsewhere(None), undone("u", Rating.CONSISTENT), answered("a", None)) == NOTHING


def test_another_message_is_another_place() -> None:
    assert of(answered("b", Rating.PRACTISING, OTHER), answered("a", None)) == SINCE
    assert of(answered("b", Rating.PRACTISING, OTHER)) == NOTHING


def test_what_the_message_never_brought_is_left_alone() -> None:
    assert undoing(MESSAGE, {}) == NOTHING
    assert of(elsewhere(None)) == NOTHING
