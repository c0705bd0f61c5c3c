"""The picture of a team: what stands where, told apart by shade and by mark, and drawn whatever it is called."""

import re
import struct
import zlib
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.charts.drawing import Colour, png, team_png, team_svg
from bot.charts.layout import DENSITY, MARGIN
from bot.charts.lettering import Weight, drawable, outline
from bot.charts.team import MOST_SKILLS, TeamLadder, TeamPicture, TeamSkill
from bot.charts.team_layout import GAP, MARK, NAMES, WIDTH, Line, Place, laid_out_team
from bot.domain.summaries import Band
from tests.unit.charts.test_drawing import contrast

WORDS = {Band.FEW: "немногие", Band.HALF: "примерно половина", Band.MOST: "большинство"}
LADDER = ("Junior", "Middle", "Senior", "Lead / Staff", "Principal")
LONG_LADDER = (
    "Associate Engineer", "Engineer", "Senior Engineer", "Staff Engineer", "Senior Staff Engineer",
    "Principal Engineer", "Senior Principal Engineer", "Distinguished Engineer", "Fellow",
)  # fmt: skip
STANDING = (Band.MOST, Band.HALF, Band.FEW, Band.FEW, None)
TRAINING = TeamSkill("Распределённое обучение", STANDING)
HIRING = TeamSkill("Найм", (None, *[Band.MOST] * 4))
SHADES = {Band.FEW: Colour.FEW, Band.HALF: Colour.HALF, Band.MOST: Colour.MOST}


def picture(*ladders: TeamLadder, more: str = "") -> TeamPicture:
    key = "На этом грейде или выше:"
    return TeamPicture("Навыки команды", "01.12.2026 · 6", key, WORDS, "нет данных", ladders, more)


PICTURE = picture(TeamLadder(LADDER, (TRAINING, HIRING)))


def rows(*skills: TeamSkill, levels: tuple[str, ...] = LADDER) -> list[list[Place]]:
    """The cells of a table, without those of the legend."""
    shown = picture(TeamLadder(levels, skills))
    cells = laid_out_team(shown).cells[len(list(shown.legend())) :]
    return [list(cells[n : n + len(levels)]) for n in range(0, len(cells), len(levels))]


def lines(shown: TeamPicture) -> list[Line]:
    layout = laid_out_team(shown)
    return [*layout.words, *layout.asides]


def said(svg: str) -> set[str]:
    return {label for node in ElementTree.fromstring(svg).iter() if (label := node.attrib.get("aria-label"))}


def pixels(drawn: bytes) -> bytes:
    """The bytes of a PNG's pixels, four each."""
    wide, high = struct.unpack(">II", drawn[16:24])
    data, at = b"", 8
    while drawn[at + 4 : at + 8] != b"IEND":
        (length,) = struct.unpack(">I", drawn[at : at + 4])
        data += drawn[at + 8 : at + 8 + length] if drawn[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    rest, above, found = iter(zlib.decompress(data)), bytes(4 * wide), b""
    for _ in range(high):
        kind, row = next(rest), bytearray()
        for n in range(4 * wide):
            left, up, corner = (row[n - 4], above[n], above[n - 4]) if n >= 4 else (0, above[n], 0)
            row.append((next(rest) + _predicted(kind, left, up, corner)) % 256)
        above = bytes(row)
        found += above
    return found


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    """What each of PNG's filters takes for a byte."""
    nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
    return (0, left, up, (left + up) // 2, nearest)[kind]


def difference(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def test_every_word_of_the_picture_is_in_it() -> None:
    shown = picture(TeamLadder(LADDER, (TRAINING,)), TeamLadder(("L1", "L2"), (TeamSkill("Hiring", (None, None)),)))
    assert said(team_svg(shown)) == {
        "Навыки команды", "01.12.2026 · 6", "На этом грейде или выше:", *WORDS.values(), "нет данных",
        "Junior", "Middle", "Senior", "Lead /", "Staff", "Principal", "Распределённое", "обучение",
        "L1", "L2", "Hiring",
    }  # fmt: skip


def test_a_row_has_a_cell_for_each_level_from_the_lowest_at_the_left() -> None:
    training, hiring = rows(TRAINING, HIRING)
    assert [cell.band for cell in training] == list(STANDING)
    assert [cell.band for cell in hiring] == list(HIRING.bands)
    assert all(left.x < right.x for left, right in pairwise(training))
    assert len({cell.y for cell in training}) == 1
    assert [cell.x for cell in training] == [cell.x for cell in hiring]


def test_what_is_not_defined_and_what_is_held_back_look_alike() -> None:
    """The picture is told of one None: it cannot know which."""
    svg = team_svg(picture(TeamLadder(("L1", "L2"), (TeamSkill("Hiring", (None, None)),))))
    assert not any(f'fill="{shade}"' in svg for shade in SHADES.values() if svg.count(f'fill="{shade}"') > 1)
    ((first, second),) = rows(TeamSkill("Hiring", (None, None)), levels=("L1", "L2"))
    assert (first.band, first.y, first.width, first.height) == (second.band, second.y, second.width, second.height)


def test_the_mark_for_nothing_is_explained_only_where_it_stands() -> None:
    assert [word for _, word in PICTURE.legend()] == [*WORDS.values(), "нет данных"]
    assert [word for _, word in picture(TeamLadder(("L1",), (TeamSkill("A", (Band.MOST,)),))).legend()] == [
        *WORDS.values()
    ]


@pytest.mark.parametrize(("one", "other"), list(combinations(Band, 2)))
def test_each_band_differs_in_its_mark_not_only_in_its_shade(one: Band, other: Band) -> None:
    def mark(band: Band) -> str:
        svg = team_svg(picture(TeamLadder(("L1",), (TeamSkill("A", (band,)),))))
        paths = re.findall(r'<path fill="(#\w+)" d="([^"]+)"/>', svg)
        drawn = [d for (shade, _), (_, d) in pairwise(paths) if shade == SHADES[band]]
        return re.sub(r"M[\d. ]+", "", drawn[0])

    assert mark(one) != mark(other)


@pytest.mark.parametrize(("shade", "mark"), [("FEW", "INK"), ("HALF", "INK"), ("MOST", "CARD"), ("CARD", "RAIL")])
def test_a_mark_can_be_seen_on_its_shade(shade: str, mark: str) -> None:
    assert contrast(Colour[shade], Colour[mark]) >= 3


@pytest.mark.parametrize("colour", [Colour.INK, Colour.SOFT])
def test_the_words_can_be_read(colour: Colour) -> None:
    assert contrast(colour, Colour.CARD) >= 4.5


def test_more_people_are_a_lighter_shade() -> None:
    shades = [contrast(Colour.CARD, shade) for shade in (Colour.CARD, *SHADES.values())]
    assert shades == sorted(shades)
    assert min(later / earlier for earlier, later in pairwise(shades)) > 1.3


def test_the_picture_is_readable_on_a_phone_and_has_two_pixels_a_unit() -> None:
    drawn = team_png(PICTURE)
    wide, high = struct.unpack(">II", drawn[16:24])
    assert (wide, high) == (WIDTH * DENSITY, laid_out_team(PICTURE).height * DENSITY)
    assert wide <= 1_200
    assert min(line.size for line in lines(PICTURE)) >= 11


def test_many_skills_are_drawn_up_to_the_most_over_all_ladders() -> None:
    shown = picture(
        TeamLadder(LADDER, (TRAINING,) * 20), TeamLadder(LADDER, (HIRING,) * 20), TeamLadder(LADDER, (TRAINING,)),
        more="и ещё 11",
    )  # fmt: skip
    assert [len(ladder.skills) for ladder in shown.drawn] == [20, MOST_SKILLS - 20]
    assert [line.text for line in lines(shown)].count("Найм") == MOST_SKILLS - 20
    assert "и ещё 11" in said(team_svg(shown))


def test_each_ladder_has_its_own_levels_over_its_skills() -> None:
    shown = picture(TeamLadder(("L1", "L2"), (TeamSkill("Найм", (None, None)),)), TeamLadder(LADDER, (TRAINING,)))
    at = {line.text: line.y for line in lines(shown)}
    order = [at[text] for text in ("L1", "Найм", "Senior", "Распределённое")]
    assert order == sorted(set(order))
    assert at["L1"] == at["L2"]


@pytest.mark.parametrize("levels", [LADDER, LONG_LADDER, ("Junior",), tuple(f"L{n}" for n in range(15))])
@pytest.mark.parametrize("name", ["Hiring", "Оптимизация инференса и памяти", "Donaudampfschifffahrtsgesellschaft"])
def test_nothing_runs_into_anything_else(levels: tuple[str, ...], name: str) -> None:
    skill = TeamSkill(name, (Band.HALF,) * len(levels))
    ((first, *_),) = table = rows(skill, levels=levels)
    assert first.x - first.width / 2 >= MARGIN + NAMES
    assert table[0][-1].x + first.width / 2 <= WIDTH - MARGIN
    assert first.width > 2 * MARK
    assert all(right.x - left.x >= first.width + GAP for left, right in pairwise(table[0]))
    shown = lines(picture(TeamLadder(levels, (skill,))))
    for line in shown:
        assert line.x >= MARGIN
        assert line.is_sloping or line.x + line.width <= WIDTH - MARGIN
        assert not line.is_sloping or line.x - line.width * 0.71 >= MARGIN
    names = [line for line in shown if line.weight is Weight.SEMIBOLD][1:]
    assert len(names) <= 2
    assert all(line.x + line.width < MARGIN + NAMES for line in names)


def test_the_names_of_levels_are_whole_where_there_is_room() -> None:
    shown = {line.text for line in lines(picture(TeamLadder(LADDER, ())))}
    assert shown == {*(line.text for line in lines(picture()))}  # without a skill nothing is said of its ladder
    sloping = {
        line.text
        for line in lines(picture(TeamLadder(LONG_LADDER, (TeamSkill("A", (None,) * len(LONG_LADDER)),))))
        if line.is_sloping
    }
    assert set(LONG_LADDER) - sloping == {"Senior Principal Engineer"}


@given(st.text("Wшм /", max_size=60), st.lists(st.text("Wшм /", max_size=40), min_size=1, max_size=9).map(tuple))
@settings(deadline=None, derandomize=True)
def test_names_of_levels_and_skills_stay_in_their_room(name: str, levels: tuple[str, ...]) -> None:
    shown = picture(TeamLadder(levels, (TeamSkill(name, (Band.FEW,) * len(levels)),)))
    for line in lines(shown):
        assert line.is_sloping or MARGIN - 0.01 <= line.x <= line.x + line.width <= WIDTH - MARGIN + 0.01


@given(st.text(max_size=30))
@settings(deadline=None, derandomize=True)
def test_the_picture_is_well_formed_whatever_it_says(text: str) -> None:
    skill = TeamSkill(text, (Band.FEW, None))
    words = dict.fromkeys(Band, text)
    shown = TeamPicture(text, text, text, words, text, (TeamLadder((text, text), (skill,)),), text)
    ElementTree.fromstring(team_svg(shown))


@pytest.mark.parametrize(
    "text", ["<b>&amp; \"x\" 'y'</b>", "]]> {{ 7 * 7 }}", "🚀", "\u202eשלום\x00\ud800", "", "Ш" * 400]
)
def test_any_name_can_be_drawn(text: str) -> None:
    shown = TeamPicture(
        text, text, text, dict.fromkeys(Band, text), text, (TeamLadder((text,), (TeamSkill(text, (None,)),)),)
    )
    assert team_png(shown).startswith(b"\x89PNG")


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("text", ["Senior", "äß", "Жю", "□ …"])
def test_an_outline_looks_as_the_text_does(text: str, weight: Weight) -> None:
    number = {Weight.REGULAR: 400, Weight.SEMIBOLD: 600}[weight]
    start = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" fill="#fff"'
    line = Line(4, 22, text, 20, weight)
    as_text = (
        f'{start} font-family="Inter" font-size="20"><text x="4" y="22" font-weight="{number}">{text}</text></svg>'
    )
    as_path = f'{start}><path transform="{line.transform}" d="{line.path}"/></svg>'
    path, words, nothing = (pixels(png(svg)) for svg in (as_path, as_text, f"{start}/>"))
    assert difference(path, words) < difference(words, nothing) / 50  # edges are rounded a little otherwise


def test_an_outline_of_nothing_draws_nothing() -> None:
    assert outline("", Weight.REGULAR) == outline(drawable(" "), Weight.REGULAR) == ""
