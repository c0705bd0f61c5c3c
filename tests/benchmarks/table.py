"""What a benchmark found, as a row of one table, and the machine that it was found on."""

import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

_VERSIONS = ("slack-bolt", "uvicorn", "uvloop", "httptools", "pydantic", "sqlalchemy")


@dataclass(frozen=True)
class Row:
    """One finding. `within` is None where there is nothing to hold it against."""

    what: str
    ours: str
    baseline: str = ""
    ratio: str = ""
    limit: str = ""
    within: bool | None = None

    def cells(self) -> tuple[str, ...]:
        verdict = {True: "ok", False: "over", None: ""}[self.within]
        return (self.what, self.ours, self.baseline, self.ratio, self.limit, verdict)


def table(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table whose columns are aligned."""
    lines = [("what", "ours", "baseline", "ratio", "limit", "verdict"), *(row.cells() for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def machine() -> str:
    cores = len(os.sched_getaffinity(0))
    versions = ", ".join(f"{name} {version(name)}" for name in _VERSIONS)
    busy = os.getloadavg()[0]
    return (
        f"{_processor()}, {cores} cores, {platform.system()} {platform.release()}, load average {busy:.1f} before\n"
        f"{platform.python_implementation()} {platform.python_version()}, {versions}\n"
        f"modules are {'not ' if sys.dont_write_bytecode else ''}kept compiled "
        f"(PYTHONDONTWRITEBYTECODE={os.environ.get('PYTHONDONTWRITEBYTECODE', '')})"
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
