"""The pictures of the README are those that `make pictures` draws, are small, and say in words what they show."""

import re
import struct

import pytest

from tests.browser.pictures import DRAWN, PICTURES, SHARPNESS, THEMES, file_of
from tests.conventions.repository import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PICTURE = re.compile(
    r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(?P<dark>[^"]+)">'
    r'\s*<img src="(?P<light>[^"]+)" width="(?P<width>\d+)" alt="(?P<alt>[^"]+)">\s*</picture>'
)
MOST_BYTES = 150_000
FEWEST_WORDS = 20  # of an alternative text: it says what the picture says


def test_the_folder_holds_what_is_drawn_and_nothing_else() -> None:
    drawn = {file_of(name, theme) for name in DRAWN for theme in THEMES}
    assert {path.name for path in PICTURES.iterdir()} == drawn
    assert "pictures: $(READY)" in (ROOT / "Makefile").read_text("utf-8")


def test_the_readme_shows_each_picture_in_both_themes_and_in_words() -> None:
    place = PICTURES.relative_to(ROOT).as_posix()
    shown = list(PICTURE.finditer(README))
    assert [(found["dark"], found["light"]) for found in shown] == [
        (f"{place}/{file_of(name, 'dark')}", f"{place}/{file_of(name, 'light')}") for name in DRAWN
    ]
    assert README.count("<img") == len(shown)
    assert [found["alt"] for found in shown if len(found["alt"].split()) < FEWEST_WORDS] == []


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_small_and_sharp(name: str) -> None:
    """And as large in one theme as in the other, so that a page doesn't jump."""
    sizes = set()
    for theme in THEMES:
        content = (PICTURES / file_of(name, theme)).read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        assert len(content) < MOST_BYTES
        sizes.add(struct.unpack(">II", content[16:24]))
    ((width, _),) = sizes
    widest = max(int(found["width"]) for found in PICTURE.finditer(README))
    assert width >= SHARPNESS * widest
