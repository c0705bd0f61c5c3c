"""Drawing: a layout is written as SVG by a template, and rendered to PNG."""

from enum import StrEnum
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from resvg import render, usvg

from bot.charts import layout, team_layout
from bot.charts.layout import DENSITY
from bot.charts.lettering import FAMILY, Weight
from bot.charts.progress import ProgressPicture
from bot.charts.team import TeamPicture
from bot.domain.summaries import Band

TEMPLATES = Path(__file__).resolve().parent / "templates"


class Colour(StrEnum):
    """The picture's own background, and what stands out from it in either theme of Slack."""

    CARD = "#14253d"
    INK = "#ffffff"
    SOFT = "#b7c5d8"
    LINE = "#34496a"  # only sets rows apart
    RAIL = "#6f87a8"
    REACHED = "#dfe8f4"
    GAINED = "#6fdcae"
    FEW = "#233b59"
    HALF = "#37699e"
    MOST = "#a3d3f7"


def progress_png(picture: ProgressPicture) -> bytes:
    """The picture, WIDTH x DENSITY pixels wide. It takes 20 to 70 ms, in which nothing else runs."""
    return png(progress_svg(picture))


def progress_svg(picture: ProgressPicture) -> str:
    return _environment().get_template("progress.svg.j2").render(picture=layout.laid_out(picture))


def team_png(picture: TeamPicture) -> bytes:
    """The same for the picture of a team, which is wider."""
    return png(team_svg(picture))


def team_svg(picture: TeamPicture) -> str:
    return _environment().get_template("team.svg.j2").render(picture=team_layout.laid_out_team(picture))


def png(svg: str) -> bytes:
    """Render with our own fonts alone: looking for those of the system takes longer than drawing."""
    options = usvg.Options.default()
    for weight in Weight:
        options.load_font_file(str(weight.file))
    tree = usvg.Tree.from_str(svg, options)
    width, height = tree.int_size()
    enlarged = (DENSITY, 0, 0, 0, DENSITY, 0)  # two rows of an affine transformation
    return render(tree, enlarged, bg_size=(width * DENSITY, height * DENSITY), bg_color=_rgba(Colour.CARD))


def _rgba(colour: Colour) -> tuple[int, int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue, 255


@cache
def _environment() -> Environment:
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals |= {"FAMILY": FAMILY, "Colour": Colour, "Band": Band, "layout": layout, "team": team_layout}
    return env
