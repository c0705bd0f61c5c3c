"""How long it takes to bring a real framework in: read, compare, write and load what was written."""

import random
import tempfile
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

from bot.catalog.importers.opening import How, read_files
from bot.catalog.importers.plan import Planner
from bot.catalog.importers.present import read_present
from bot.catalog.writing import write_content
from tests.benchmarks.content import seconds, sentence
from tests.benchmarks.table import Row

GOVERNMENT = Path(__file__).parents[3] / "shared/frameworks/ukgov-ddat/skills.csv"
SKILLS = 189
LEVELS = ("Awareness", "Working", "Practitioner", "Expert")
STATEMENTS = 4  # in a cell
LIMIT = 3.0  # seconds


def importing(times: int) -> Row:
    """The UK government's skills where they lie beside the repository, else a table as large that is made up."""
    with tempfile.TemporaryDirectory() as name:
        made = Path(name) / "skills.csv"
        made.write_text("\n".join(_table(random.Random(5))), "utf-8")
        file = GOVERNMENT if GOVERNMENT.exists() else made
        taken = min(seconds(partial(_import, file, Path(name) / str(turn))) for turn in range(times))
    what = "import the UK government's skills" if file is GOVERNMENT else f"import {SKILLS} skills that are made up"
    return Row(what, f"{taken:.2f} s", limit=f"<= {LIMIT:.2f} s", within=taken <= LIMIT)


def _import(file: Path, content: Path) -> None:
    how = How()
    plan = Planner(read_present(content), how.defaults, date(2026, 12, 1)).plan(read_files([file], how))
    write_content(content, plan.files())


def _table(chance: random.Random) -> Iterator[str]:
    yield ";".join(("Skill", *LEVELS))
    for number in range(SKILLS):
        cells = ("\n".join(f"- {sentence('en', chance)[:120]}" for _ in range(STATEMENTS)) for _ in LEVELS)
        yield ";".join((f"Skill {number}", *(f'"{cell}"' for cell in cells)))
