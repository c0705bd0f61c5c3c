"""Text gets as much room as there is, and only characters that can be drawn."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts.lettering import ELLIPSIS, Weight, drawable, has, shares, shortened, width

SIZE = 15.0
LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜẞäöüß"
    "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
    "0123456789.,:;/+-–—()%№«»„“”‘’&<>\"'…→□\u00a0"
)


@pytest.mark.parametrize("weight", Weight)
def test_both_fonts_have_the_letters_of_every_language(weight: Weight) -> None:
    assert [letter for letter in LETTERS if not has(letter, weight)] == []
    assert not has("分", weight)


def test_a_line_is_as_wide_as_its_letters_in_the_size_and_weight() -> None:
    assert width("", SIZE, Weight.REGULAR) == 0
    assert width("mm", SIZE, Weight.REGULAR) == pytest.approx(2 * width("m", SIZE, Weight.REGULAR))
    assert width("mm", 2 * SIZE, Weight.REGULAR) == pytest.approx(2 * width("mm", SIZE, Weight.REGULAR))
    assert width("AV", SIZE, Weight.REGULAR) < width("A", SIZE, Weight.REGULAR) + width("V", SIZE, Weight.REGULAR)
    assert width("Senior", SIZE, Weight.SEMIBOLD) > width("Senior", SIZE, Weight.REGULAR)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Distributed Training", "Distributed Training"),
        ("Распределённое обучение", "Распределённое обучение"),
        ("cafe\u0301", "café"),
        ("two\n lines\u2028and\ta tab", "two lines and a tab"),
        ("3\u00a0of\u00a05", "3 of 5"),
        ("Launch 🚀", "Launch"),
        ("👩\u200d💻 Coding", "Coding"),
        ("\u202eright to left", "right to left"),
        ("\x00\x1b\ud800\ufffe", "□"),
        ("🚀", "□"),
        ("分散学習", "□□□□"),
        ("שלום, world", "□□□□, world"),
        ("", ""),
        (" \n", ""),
    ],
)
def test_what_no_font_has_is_left_out_or_becomes_a_box(text: str, drawn: str) -> None:
    assert drawable(text) == drawn


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("Distributed Training", 300, "Distributed Training"),
        ("Distributed Training", 120, "Distributed…"),
        ("Optimierung der Inferenz, des Speichers", 215, "Optimierung der Inferenz…"),
        ("Планирование экспериментов", 130, "Планирование…"),
        ("Donaudampfschifffahrt", 100, "Donaudamp…"),
        ("To donaudampfschifffahrt", 100, "To donauda…"),
        ("Senior", 1, "…"),
    ],
)
def test_a_long_text_ends_at_a_word_where_that_costs_little(text: str, room: float, shown: str) -> None:
    assert shortened(text, room, SIZE, Weight.SEMIBOLD) == shown


@given(st.text(max_size=60), st.sampled_from([20.0, 60.0, 360.0]), st.sampled_from(Weight))
@settings(deadline=None, derandomize=True)
def test_a_text_never_takes_more_than_its_room(text: str, room: float, weight: Weight) -> None:
    shown = shortened(drawable(text), room, SIZE, weight)
    assert width(shown, SIZE, weight) <= room
    assert drawable(text).startswith(shown.removesuffix(ELLIPSIS))


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (40, 50, (40, 50)),
        (80, 40, (60, 40)),
        (40, 80, (40, 60)),
        (80, 90, (50, 50)),
        (0, 500, (0, 100)),
    ],
)
def test_two_texts_share_a_line_by_what_they_need(first: float, second: float, shared: tuple[float, float]) -> None:
    assert shares(first, second, 100) == shared
