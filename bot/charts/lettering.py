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


def damaged() -> list[Path]:
    """The files of fonts that aren't there, or lack Latin or Cyrillic: without them, pictures have no words."""
    return [weight.file for weight in Weight if not (weight.file.is_file() and has("R", weight) and has("Я", weight))]


@cache
def _font(weight: Weight) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(weight.file)))


def has(character: str, weight: Weight) -> bool:
    return bool(_font(weight).get_nominal_glyph(ord(character)))


def width(text: str, size: float, weight: Weight) -> float:
    """How wide a line is, in the unit of `size`, kerning included."""
    glyphs = _shaped(text, weight).glyph_positions or ()  # None for an empty line
    return float(sum(glyph.x_advance for glyph in glyphs)) * scale(size, weight)


def scale(size: float, weight: Weight) -> float:
    """How much an outline is enlarged for letters of a size."""
    return float(size / _font(weight).face.upem)


def outline(text: str, weight: Weight) -> str:
    """A line as an SVG path, in the units of its font: drawn so, it takes a fifth of the time that it takes as text."""
    line, x, drawn = _shaped(text, weight), 0, []
    for glyph, place in zip(line.glyph_infos or (), line.glyph_positions or (), strict=True):
        drawn.append(f"M{x + place.x_offset} {-place.y_offset}{_glyph(glyph.codepoint, weight)}")
        x += place.x_advance
    return "".join(drawn)


def _shaped(text: str, weight: Weight) -> uharfbuzz.Buffer:
    line = uharfbuzz.Buffer()
    line.add_str(text)
    line.guess_segment_properties()
    uharfbuzz.shape(_font(weight), line)
    return line


@cache
def _glyph(number: int, weight: Weight) -> str:
    """The outline of a glyph, from wherever the pen is: relative, and with y down as in SVG."""
    pen = _Pen()
    functions = uharfbuzz.DrawFuncs()
    functions.set_move_to_func(pen.move)
    functions.set_line_to_func(pen.line)
    functions.set_cubic_to_func(pen.curve)
    functions.set_close_path_func(pen.close)
    _font(weight).draw_glyph(number, functions)
    return "".join(pen.path)


class _Pen:
    """Writes down what HarfBuzz draws; the fonts have lines and cubic curves alone."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self._at = self._start = (0.0, 0.0)

    def move(self, x: float, y: float, _: object) -> None:
        self._to("m", (x, y))
        self._start = self._at

    def line(self, x: float, y: float, _: object) -> None:
        self._to("l", (x, y))

    def curve(self, ax: float, ay: float, bx: float, by: float, x: float, y: float, _: object) -> None:
        self._to("c", (ax, ay), (bx, by), (x, y))

    def close(self, _: object) -> None:
        self.path.append("z")
        self._at = self._start

    def _to(self, command: str, *points: tuple[float, float]) -> None:
        from_x, from_y = self._at
        self.path.append(command + " ".join(f"{x - from_x:g} {from_y - y:g}" for x, y in points))
        self._at = points[-1]


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
