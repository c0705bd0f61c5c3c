"""Where everything in the picture of a team stands. The unit is nearly a point on a phone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.charts.layout import DENSITY, MARGIN, SMALL, SUBTITLE_HEIGHT, TEXT, TITLE, TITLE_HEIGHT
from bot.charts.lettering import Weight, drawable, outline, scale, shortened, width
from bot.charts.team import TeamLadder, TeamPicture
from bot.domain.summaries import Band

WIDTH = 440
ROOM = WIDTH - 2 * MARGIN  # for a line of text
NAMES = 156  # of it, for the names of skills
NAME = 13.5  # the size of their letters
WIDEST_COLUMN = 72.0

KEY_HEIGHT = 24
LEGEND_HEIGHT = 26  # of a line of it
CHIP_WIDTH, CHIP_HEIGHT = 24.0, 20.0  # of a cell beside its word
LINE_HEIGHT = 15
ROW_HEIGHTS = {1: 28, 2: 36}  # by the lines of the longest name
LADDER_GAP = 22  # between the skills of one ladder and the levels of the next
MORE_HEIGHT = 26
FOOT = 14

MARK = 6.5  # the radius of a mark
GAP = 2.0  # between two cells, and at least between two names of levels
LEGEND_GAP = 16.0
SLANTED = 130.0  # the longest name of a level that stands on a slope
SLOPE = 0.71  # of its length, how much it takes each way at 45 degrees


@dataclass(frozen=True, slots=True)
class Place:
    """A cell, by its centre; in it stands a mark."""

    x: float
    y: float
    band: Band | None
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; `x`, `y` is where its baseline begins, or where it ends if it slopes down to the right."""

    x: float
    y: float
    text: str
    size: float = TEXT
    weight: Weight = Weight.REGULAR
    is_sloping: bool = False

    @property
    def width(self) -> float:
        return width(self.text, self.size, self.weight)

    @property
    def path(self) -> str:
        return outline(self.text, self.weight)

    @property
    def transform(self) -> str:
        """How its path comes to its place."""
        sloping = f" rotate(45) translate({-self.width:.2f} 0)" if self.is_sloping else ""
        return f"translate({self.x:.2f} {self.y:.2f}){sloping} scale({scale(self.size, self.weight):.6f})"


@dataclass(frozen=True, slots=True)
class TeamLayout:
    """All that the template draws: `words` are what is to be read first, `asides` the rest.

    Of the cells the first ones are those of the legend.
    """

    words: tuple[Line, ...]
    asides: tuple[Line, ...]
    cells: tuple[Place, ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Table:
    """The part of the picture that is of one ladder, and where it ends."""

    levels: list[Line]
    names: list[Line]
    cells: list[Place]
    end: float


def laid_out_team(picture: TeamPicture) -> TeamLayout:
    key_y = TITLE_HEIGHT + (SUBTITLE_HEIGHT if picture.subtitle else 0)
    marks, words, legend_end = _legend(picture, key_y + KEY_HEIGHT)
    tables = list(_tables(picture.drawn, legend_end))
    end = tables[-1].end if tables else legend_end
    title = Line(MARGIN, 36, _fitted(picture.title, ROOM, TITLE, Weight.SEMIBOLD), TITLE, Weight.SEMIBOLD)
    asides = [
        Line(MARGIN, 57, _fitted(picture.subtitle, ROOM)),
        Line(MARGIN, key_y + 18, _fitted(picture.key, ROOM)),
        *(line for table in tables for line in table.levels),
        Line(MARGIN, end + 22, _fitted(picture.more, ROOM)),
    ]
    return TeamLayout(
        words=(title, *words, *(line for table in tables for line in table.names)),
        asides=tuple(line for line in asides if line.text),
        cells=(*marks, *(cell for table in tables for cell in table.cells)),
        height=end + (MORE_HEIGHT if picture.more else 0) + FOOT,
    )


def _fitted(text: str, room: float, size: float = TEXT, weight: Weight = Weight.REGULAR) -> str:
    return shortened(drawable(text), room, size, weight)


def _legend(picture: TeamPicture, top: float) -> tuple[list[Place], list[Line], float]:
    """Marks with their words on as many lines as they need, and where the last one ends."""
    marks, words = [], []
    x, y, indent = float(MARGIN), top, CHIP_WIDTH + 7
    for band, word in picture.legend():
        text = _fitted(word, ROOM - indent)
        end = x + indent + width(text, TEXT, Weight.REGULAR)
        if end > WIDTH - MARGIN:
            end, x, y = end - x + MARGIN, MARGIN, y + LEGEND_HEIGHT
        marks.append(Place(x + CHIP_WIDTH / 2, y + LEGEND_HEIGHT / 2, band, CHIP_WIDTH, CHIP_HEIGHT))
        words.append(Line(x + indent, y + LEGEND_HEIGHT / 2 + TEXT * 0.36, text))
        x = end + LEGEND_GAP
    return marks, words, y + LEGEND_HEIGHT


def _tables(ladders: Iterable[TeamLadder], top: float) -> Iterator[_Table]:
    names = [_in_lines(skill.skill, NAMES - 8, NAME, Weight.SEMIBOLD) for each in ladders for skill in each.skills]
    row_height = ROW_HEIGHTS[max(map(len, names), default=1)]
    rest = iter(names)
    for number, ladder in enumerate(ladders):
        own = [next(rest) for _ in ladder.skills]
        table = _table(ladder, own, top + (LADDER_GAP if number else 0), row_height)
        top = table.end
        yield table


def _table(ladder: TeamLadder, names: list[list[str]], top: float, row_height: float) -> _Table:
    column = min(WIDEST_COLUMN, (ROOM - NAMES) * DENSITY // len(ladder.levels) / DENSITY)  # whole pixels: sharp edges
    centres = [MARGIN + NAMES + column * (n + 0.5) for n in range(len(ladder.levels))]
    levels, rows_y = _level_names(ladder.levels, centres, column, top)
    lines, cells = [], []
    for n, (skill, name) in enumerate(zip(ladder.skills, names, strict=True)):
        middle = rows_y + row_height * (n + 0.5)
        first = middle - LINE_HEIGHT * (len(name) - 1) / 2 + NAME * 0.36
        lines += [Line(MARGIN, first + LINE_HEIGHT * k, text, NAME, Weight.SEMIBOLD) for k, text in enumerate(name)]
        cells += [
            Place(x, middle, band, column - GAP, row_height - GAP) for x, band in zip(centres, skill.bands, strict=True)
        ]
    return _Table(levels, lines, cells, rows_y + row_height * len(names))


def _level_names(names: tuple[str, ...], centres: list[float], column: float, top: float) -> tuple[list[Line], float]:
    """The names of the levels over their columns, in up to two lines; on a slope where they are longer than that.

    With them comes where the first row begins.
    """
    wrapped = [_in_lines(name, column - GAP, SMALL, Weight.REGULAR) for name in names]
    if [" ".join(lines) for lines in wrapped] == [drawable(name) for name in names]:
        highest = max(map(len, wrapped))
        bottom = top + 8 + LINE_HEIGHT * highest
        lines = [
            Line(x - width(text, SMALL, Weight.REGULAR) / 2, bottom - LINE_HEIGHT * (len(parts) - 1 - n), text, SMALL)
            for x, parts in zip(centres, wrapped, strict=True)
            for n, text in enumerate(parts)
        ]
        return lines, bottom + 8
    sloping = [_fitted(name, SLANTED, SMALL) for name in names]
    bottom = top + 14 + SLOPE * max(width(name, SMALL, Weight.REGULAR) for name in sloping)
    return [
        Line(x, bottom, name, SMALL, is_sloping=True) for x, name in zip(centres, sloping, strict=True)
    ], bottom + 10


def _in_lines(text: str, room: float, size: float, weight: Weight) -> list[str]:
    """The text on one line, or on two, the second one shortened."""
    text = drawable(text)
    if width(text, size, weight) <= room:
        return [text]
    ends = [n for n, character in enumerate(text) if character == " " and width(text[:n], size, weight) <= room]
    if not ends:
        return [shortened(text, room, size, weight)]
    return [text[: ends[-1]], shortened(text[ends[-1] + 1 :], room, size, weight)]
