"""What controls are called, and what they carry."""

import pytest

from bot.catalog.schema import LONGEST_ID, LONGEST_LEVEL, LONGEST_ROLE
from bot.views.ids import Action, CardRef, More, action_of, block_of_ref, nth, ref_of_block

LONGEST = CardRef("s" * LONGEST_ID, "r" * LONGEST_ROLE, "l" * LONGEST_LEVEL)


def test_the_longest_ids_fit_into_an_option_of_a_menu() -> None:
    assert max(len(f"{more} {LONGEST}") for more in More) <= 150


def test_a_control_and_its_block_say_which_card_they_are_about() -> None:
    assert CardRef.parse(str(LONGEST)) == LONGEST
    assert ref_of_block(block_of_ref(LONGEST)) == LONGEST


@pytest.mark.parametrize("action", list(Action))
def test_one_of_several_alike_does_what_all_do(action: Action) -> None:
    assert action_of(nth(action, 2)) is action


@pytest.mark.parametrize("value", ["", "a/b", "a/b/c/d"])
def test_what_is_no_card_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="unpack"):
        CardRef.parse(value)


@pytest.mark.parametrize("block_id", ["", "b1", "on a/b/c", "of a"])
def test_a_block_about_something_else_is_refused(block_id: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|about a card"):
        ref_of_block(block_id)
