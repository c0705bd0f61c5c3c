"""Drawing: a layout is written as SVG by a template, and rendered to PNG."""

from enum import StrEnum
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from resvg import render, usvg

from bot.charts import layout
from bot.charts.lettering import FAMILY, Weight
from bot.charts.progress import ProgressPicture

TEMPLATES = Path(__file__).resolve().parent / "templates"
DENSITY = 2  # pixels a unit, each way


class Colour(StrEnum):
    """The picture's own background, and what stands out from it in either theme of Slack."""

    CARD = "#14253d"
    INK = "#ffffff"
    SOFT = "#b7c5d8"
    LINE = "#34496a"  # only sets rows apart
    RAIL = "#6f87a8"
    REACHED = "#dfe8f4"
    GAINED = "#6fdcae"


def progress_png(picture: ProgressPicture) -> bytes:
    """The picture, WIDTH x DENSITY pixels wide. It takes 20 to 70 ms, in which nothing else runs."""
    return png(progress_svg(picture))


def progress_svg(picture: ProgressPicture) -> str:
    return _environment().get_template("progress.svg.j2").render(picture=layout.laid_out(picture))


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
    env.globals |= {"FAMILY": FAMILY, "Colour": Colour, "layout": layout}
    return env
