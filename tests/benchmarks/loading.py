"""How long a large framework takes to load and to be checked, as rows of the table."""

import random
import tempfile
from pathlib import Path

from bot.catalog.checking import check_content
from bot.catalog.loader import load_framework
from bot.views.room import ROOMS
from tests.benchmarks.content import CHECK_LIMIT, LIMIT, SKILLS, UPDATED, WORDS, best_of, parse, write_framework
from tests.benchmarks.table import Row


def load(skills: int = SKILLS) -> list[Row]:
    """Beside the bare YAML parser, over the same files."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write_framework(directory, random.Random(2), skills)
        files = sorted(directory.rglob("*.yaml"))
        loading = best_of(lambda: load_framework(directory), lambda: parse(files))
        checking = best_of(lambda: check_content(directory, ROOMS, UPDATED), lambda: parse(files))
    return [_row("load", skills, *loading, LIMIT), _row("check", skills, *checking, CHECK_LIMIT)]


def _row(verb: str, skills: int, ours: float, bare: float, limit: float) -> Row:
    ratio = ours / bare
    what = f"{verb} {skills:,} skills x {len(WORDS)} locales, beside yaml.load"
    return Row(what, f"{ours:.2f} s", f"{bare:.2f} s", f"{ratio:.2f}", f"<= {limit:.2f}", ratio <= limit)
