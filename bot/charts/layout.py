"""Where everything in the picture of progress stands, and how much of each text there is room for.

The unit is a point on a phone, where a picture is shown about as wide as WIDTH.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.charts.lettering import Weight, drawable, shares, shortened, width
from bot.charts.progress import InWords, ProgressPicture

WIDTH = 400
DENSITY = 2  # pixels a unit, each way
MARGIN = 20
ROOM = WIDTH - 2 * MARGIN  # for a line of text

TITLE, NAME, TEXT, SMALL = 19.0, 15.0, 13.0, 11.5  # sizes of letters

TITLE_HEIGHT = 44
SUBTITLE_HEIGHT = 20
LEVELS_HEIGHT = 36
ROW_HEIGHT = 74
MORE_HEIGHT = 24
FOOT = 14

NOT_YET_INSET = 8  # the ladder begins a little below "not yet"
TOP_INSET = 12  # and ends a little above the top level
GAP = 12.0  # at least, between two texts on one line
ARROW = " → "


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a level above its rung. `anchor` is SVG's text-anchor."""

    x: float
    anchor: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One skill. `y` is its top; `now` and `before` are how far along the ladder somebody stands and stood."""

    y: float
    words: InWords
    now: float
    before: float | None

    @property
    def is_gain(self) -> bool:
        return self.before is not None and self.before < self.now


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template draws. The ladder lies on its side, from the lowest level at the left."""

    title: str
    subtitle: str
    headings: tuple[Heading, ...]
    headings_y: float
    rungs: tuple[float, ...]
    ladder_end: float
    rows: tuple[Row, ...]
    more: str
    more_y: float
    height: float


def laid_out(picture: ProgressPicture) -> Layout:
    headings_y = TITLE_HEIGHT + (SUBTITLE_HEIGHT if picture.subtitle else 0)
    rows_y = headings_y + LEVELS_HEIGHT
    more_y = rows_y + ROW_HEIGHT * len(picture.drawn)
    rungs = tuple(_rung(standing, picture) for standing in range(1, len(picture.levels) + 1))
    return Layout(
        title=_line(picture.title, ROOM, TITLE, Weight.SEMIBOLD),
        subtitle=_line(picture.subtitle, ROOM),
        headings=tuple(_headings(picture.levels, rungs)),
        headings_y=headings_y,
        rungs=rungs,
        ladder_end=rungs[-1] + TOP_INSET,
        rows=tuple(_rows(picture, rows_y)),
        more=_line(picture.more, ROOM),
        more_y=more_y,
        height=more_y + (MORE_HEIGHT if picture.more else 0) + FOOT,
    )


def _line(text: str, room: float, size: float = TEXT, weight: Weight = Weight.REGULAR) -> str:
    return shortened(drawable(text), room, size, weight)


def _rung(standing: int, picture: ProgressPicture) -> float:
    """Where a standing is on the ladder: each level in the middle of its share of the width."""
    return MARGIN + max(NOT_YET_INSET, ROOM * (standing - 0.5) / len(picture.levels))


def _headings(levels: tuple[str, ...], rungs: tuple[float, ...]) -> Iterator[Heading]:
    """The levels' names; where there is no room for all of them, those of the first and of the top one."""
    names = [drawable(name) for name in levels]
    share = ROOM / len(names)
    if all(width(name, SMALL, Weight.REGULAR) + GAP / 2 <= share for name in names):
        for x, name in zip(rungs, names, strict=True):
            yield Heading(x, "middle", name)
    else:
        half = (ROOM - GAP) / 2
        yield Heading(MARGIN, "start", _line(names[0], half, SMALL))
        yield Heading(WIDTH - MARGIN, "end", _line(names[-1], half, SMALL))


def _rows(picture: ProgressPicture, top: float) -> Iterator[Row]:
    for number, (skill, words) in enumerate(zip(picture.drawn, picture.in_words(), strict=True)):
        before = None if skill.left is None else _rung(skill.left, picture)
        yield Row(top + ROW_HEIGHT * number, _fitted(words), _rung(skill.now, picture), before)


def _fitted(words: InWords) -> InWords:
    """The words of a row as far as there is room: the skill on one line, on the next the levels and the note."""
    before, now, note = drawable(words.before or ""), drawable(words.now), drawable(words.note)
    arrow = width(ARROW, TEXT, Weight.REGULAR) if before else 0.0
    before_width, now_width = width(before, TEXT, Weight.REGULAR), width(now, TEXT, Weight.SEMIBOLD)
    note_width = width(note, TEXT, Weight.REGULAR)
    levels_room, note_room = shares(before_width + arrow + now_width, note_width, ROOM - GAP)
    before_room, now_room = shares(before_width, now_width, levels_room - arrow)
    return InWords(
        skill=_line(words.skill, ROOM, NAME, Weight.SEMIBOLD),
        before=shortened(before, before_room, TEXT, Weight.REGULAR) or None,
        now=shortened(now, now_room, TEXT, Weight.SEMIBOLD),
        note=shortened(note, note_room, TEXT, Weight.REGULAR),
    )
