"""Text in a picture: the fonts it is set in, which characters they have, and how wide it gets."""

import unicodedata
from enum import Enum
from functools import cache
from pathlib import Path

import uharfbuzz

FONTS = Path(__file__).resolve().parent / "fonts"
FAMILY = "Inter"
ELLIPSIS = "…"

_UNKNOWN = "□"  # stands for a letter that the fonts don't have


class Weight(Enum):
    """The two files that Inter is shipped in."""

    REGULAR = "Inter-Regular.otf"
    SEMIBOLD = "Inter-SemiBold.otf"

    @property
    def file(self) -> Path:
        return FONTS / self.value


@cache
def _font(weight: Weight) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(weight.file)))


def has(character: str, weight: Weight) -> bool:
    return bool(_font(weight).get_nominal_glyph(ord(character)))


def width(text: str, size: float, weight: Weight) -> float:
    """How wide a line is, in the unit of `size`, kerning included."""
    font = _font(weight)
    line = uharfbuzz.Buffer()
    line.add_str(text)
    line.guess_segment_properties()
    uharfbuzz.shape(font, line)
    glyphs = line.glyph_positions or ()  # None for an empty line
    return float(sum(glyph.x_advance for glyph in glyphs) * size / font.face.upem)


def drawable(text: str) -> str:
    """The text in one line, of characters that the fonts have.

    What only decorates (emoji, marks, direction controls) is left out; a letter that can't be drawn becomes a box.
    """
    known = (_drawable(character) for character in unicodedata.normalize("NFC", text))
    return " ".join("".join(known).split()) or (_UNKNOWN if text.strip() else "")


def _drawable(character: str) -> str:
    if character.isspace():
        return character
    kind = unicodedata.category(character)[0]
    if kind != "C" and all(has(character, weight) for weight in Weight):
        return character
    return _UNKNOWN if kind in "LN" else ""


def shortened(text: str, room: float, size: float, weight: Weight) -> str:
    """The text, or as much of its beginning as fits with an ellipsis. Ends at a word where that costs little."""
    if width(text, size, weight) <= room:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, weight) <= room:
            fits = middle
        else:
            too_long = middle
    word_end = text.rfind(" ", 0, fits + 1)
    return text[: word_end if word_end > fits * 2 / 3 else fits].rstrip(" ,;:") + ELLIPSIS


def shares(first: float, second: float, room: float) -> tuple[float, float]:
    """How much room each of two texts of these widths gets on one line: what it needs, or at least half."""
    if first + second <= room:
        return first, second
    if first <= room / 2:
        return first, room - first
    if second <= room / 2:
        return room - second, second
    return room / 2, room / 2
