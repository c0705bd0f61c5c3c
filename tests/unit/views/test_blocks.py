"""Blocks and elements within Slack's limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views.blocks import LABEL_LIMIT, OPTIONS_LIMIT, echo, option, select, shorten, split_text


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("one two three four", 12, "one two…"),
        ("one two three", 8, "one two…"),
        ("one, two three", 9, "one, two…"),
        ("unbreakable-word", 8, "unbreak…"),
        ("a unbreakable-word", 10, "a unbreak…"),
        ("  many \n spaces  ", 20, "many spaces"),
        ("3\xa0skills and more words", 12, "3\xa0skills…"),
    ],
)
def test_case_15_a_long_text_is_cut_at_a_word_with_an_ellipsis(text: str, limit: int, expected: str) -> None:
    assert shorten(text, limit) == expected


@given(st.text(max_size=300), st.integers(min_value=2, max_value=200))
def test_a_shortened_text_is_never_longer_than_allowed(text: str, limit: int) -> None:
    assert len(shorten(text, limit)) <= limit


@given(st.text(alphabet="ab \n", max_size=400), st.integers(min_value=5, max_value=50))
def test_case_11_a_split_text_loses_nothing_but_white_space(text: str, limit: int) -> None:
    parts = split_text(text, limit)

    assert all(len(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


@given(st.text(max_size=300))
def test_what_is_echoed_can_be_seen_and_is_short(words: str) -> None:
    shown = echo(words)

    assert len(shown) <= 60
    assert shown.isprintable()


def test_the_value_of_an_option_with_a_long_label_is_whole() -> None:
    made = option("word " * 40, "skill/role/level")

    assert len(made["text"]["text"]) <= LABEL_LIMIT
    assert made["text"]["text"].endswith("…")
    assert made["value"] == "skill/role/level"


def test_a_menu_of_many_keeps_the_chosen_one() -> None:
    options = [option(str(number), str(number)) for number in range(250)]

    made = select("any", "Choose", options, chosen="240")

    assert len(made["options"]) == OPTIONS_LIMIT
    assert made["initial_option"] in made["options"]
    assert made["initial_option"]["value"] == "240"


def test_a_choice_that_is_none_of_the_options_is_not_shown_as_chosen() -> None:
    assert "initial_option" not in select("any", "Choose", [option("a", "a")], chosen="b")
