"""The picture itself: letters that are there, colours that can be told apart, and no text that breaks it."""

import struct
import zlib
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts.drawing import Colour, png, progress_png, progress_svg
from bot.charts.layout import DENSITY, WIDTH, laid_out
from bot.charts.lettering import FAMILY
from bot.charts.progress import MOST_SKILLS, ProgressPicture, SkillProgress

SLACKS_BACKGROUNDS = ("#ffffff", "#1a1d21")
LADDER = ("Junior", "Middle", "Senior", "Lead / Staff", "Principal")
PICTURE = ProgressPicture(
    title="Ваш прогресс",
    subtitle="01.09.2026–30.11.2026",
    levels=LADDER,
    not_yet="Пока не Junior",
    skills=(
        SkillProgress("Распределённое обучение", now=3, before=2, note="3 из 5"),
        SkillProgress("Оценка моделей", now=0),
    ),
)


def lettered(text: str, family: str = FAMILY, weight: int = 400) -> bytes:
    style = f'font-family="{family}" font-size="20" font-weight="{weight}"'
    return png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">'
        f'<text y="22" fill="#fff" {style}>{text}</text></svg>'
    )


def texts(svg: str) -> list[str]:
    nodes = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [text for node in nodes if (text := "".join(node.itertext()))]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = (channel / 255 for channel in bytes.fromhex(colour.removeprefix("#")))
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("weight", [400, 600])
@pytest.mark.parametrize("text", ["Senior", "äß", "Ж", "→ …", "□"])
def test_letters_are_drawn(text: str, weight: int) -> None:
    assert lettered(text, weight=weight) != lettered("", weight=weight)


def test_letters_without_their_font_would_be_blank_and_no_error() -> None:
    """Why the test above exists."""
    assert lettered("Senior", family="Nowhere") == lettered("")


@pytest.mark.parametrize(("one", "other"), list(combinations("ЖШя□N", 2)))
def test_each_letter_is_drawn_as_itself(one: str, other: str) -> None:
    assert lettered(one) != lettered(other)


def test_the_two_weights_are_two_fonts() -> None:
    assert lettered("Грейд", weight=400) != lettered("Грейд", weight=600)


def test_every_word_of_the_picture_is_in_it() -> None:
    assert texts(progress_svg(replace(PICTURE, more="и ещё 3 навыка"))) == [
        "Ваш прогресс", "01.09.2026–30.11.2026", *LADDER,
        "Распределённое обучение", "Middle → Senior", "3 из 5",
        "Оценка моделей", "Пока не Junior",
        "и ещё 3 навыка",
    ]  # fmt: skip


def test_the_picture_has_two_pixels_a_unit() -> None:
    drawn = progress_png(PICTURE)
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", drawn[16:24]) == (WIDTH * DENSITY, laid_out(PICTURE).height * DENSITY)


def test_the_picture_has_a_background_of_its_own_up_to_the_corner() -> None:
    data = progress_png(PICTURE)
    start = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[start - 4 : start])
    first_pixel = zlib.decompressobj().decompress(data[start + 4 : start + 4 + length])[1:5]
    assert first_pixel == bytes.fromhex(Colour.CARD.removeprefix("#")) + b"\xff"


def test_no_colour_of_text_would_do_on_both_backgrounds_of_slack() -> None:
    greys = [f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(256)]
    assert max(min(contrast(grey, theme) for theme in SLACKS_BACKGROUNDS) for grey in greys) < 4.5


@pytest.mark.parametrize("colour", [Colour.INK, Colour.SOFT, Colour.GAINED])
def test_text_can_be_read(colour: Colour) -> None:
    assert contrast(colour, Colour.CARD) >= 4.5


@pytest.mark.parametrize("colour", [Colour.RAIL, Colour.REACHED, Colour.GAINED])
def test_the_ladder_can_be_seen(colour: Colour) -> None:
    assert contrast(colour, Colour.CARD) >= 3


def marks(now: int, before: int | None) -> list[tuple[str, bool]]:
    """The radius of each mark on the ladder, and whether it is hollow."""
    shown = replace(PICTURE, skills=(SkillProgress("Hiring", now, before),))
    circles = ElementTree.fromstring(progress_svg(shown)).iter("{http://www.w3.org/2000/svg}circle")
    return [(circle.attrib["r"], circle.attrib["fill"] == Colour.CARD) for circle in circles]


def test_where_somebody_stood_and_stands_differs_in_shape_not_only_in_colour() -> None:
    assert marks(now=3, before=2) == marks(now=2, before=3) == [("6.5", True), ("8", False)]
    assert marks(now=3, before=3) == marks(now=3, before=None) == [("8", False)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<b>&amp; \"quoted\" 'x'</b>", id="markup"),
        pytest.param("]]> <!-- {{ 7 * 7 }} {% x %}", id="template"),
        pytest.param("🚀 👩\u200d💻", id="emoji"),
        pytest.param("\u202eשלום\x00\ud800", id="right to left and control characters"),
        pytest.param("Ш" * 200, id="long"),
        pytest.param("", id="empty"),
    ],
)
def test_any_name_can_be_drawn(text: str) -> None:
    skill = SkillProgress(text, now=2, before=1, note=text)
    shown = ProgressPicture(text, text, (text, text), text, (skill,), text)
    assert progress_png(shown).startswith(b"\x89PNG")


def test_markup_in_a_name_is_shown_as_typed() -> None:
    shown = replace(PICTURE, skills=(SkillProgress('<b>R&D</b> "now" &amp;', now=1),))
    assert '<b>R&D</b> "now" &amp;' in texts(progress_svg(shown))


@given(st.text(max_size=30))
@settings(deadline=None, derandomize=True)
def test_the_picture_is_well_formed_whatever_it_says(text: str) -> None:
    skill = SkillProgress(text, now=1, before=0, note=text)
    ElementTree.fromstring(progress_svg(ProgressPicture(text, text, (text,), text, (skill,), text)))


def test_many_skills_are_drawn_up_to_the_most() -> None:
    shown = replace(PICTURE, skills=PICTURE.skills[:1] * (MOST_SKILLS + 5), more="и ещё 5")
    assert texts(progress_svg(shown)).count("Распределённое обучение") == MOST_SKILLS
