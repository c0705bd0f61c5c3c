"""How long a large framework takes to load, as a row of the table."""

import random
import tempfile
from pathlib import Path

from bot.catalog.loader import load_framework
from tests.benchmarks.content import LIMIT, SKILLS, WORDS, best_of, parse, write_framework
from tests.benchmarks.table import Row


def load(skills: int = SKILLS) -> list[Row]:
    """Beside the bare YAML parser, over the same files."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write_framework(directory, random.Random(2), skills)
        files = sorted(directory.rglob("*.yaml"))
        ours, bare = best_of(lambda: load_framework(directory), lambda: parse(files))
    ratio = ours / bare
    what = f"load {skills:,} skills x {len(WORDS)} locales, beside yaml.load"
    return [Row(what, f"{ours:.2f} s", f"{bare:.2f} s", f"{ratio:.2f}", f"<= {LIMIT:.2f}", ratio <= LIMIT)]
