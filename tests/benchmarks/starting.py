"""How long Rung takes from the start of its process until it is ready, with the bundled content."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp

from tests.benchmarks.servers import rung
from tests.benchmarks.table import Row

LIMIT = 1.5  # seconds


async def start(api_url: str, times: int) -> list[Row]:
    with TemporaryDirectory() as name:
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(name) / "compiled")}
        as_it_is = [await _start(api_url, Path(mkdtemp(dir=name)), {}) for _ in range(times)]
        known = Path(mkdtemp(dir=name))
        await _start(api_url, known, kept)
        compiled = [await _start(api_url, Path(mkdtemp(dir=name)), kept) for _ in range(times)]
        again = [await _start(api_url, known, kept) for _ in range(times)]
    return [
        _row("start to ready, a new database", as_it_is),
        _row("start to ready, a new database, modules compiled", compiled),
        _row("start to ready, again, modules compiled", again),
    ]


async def _start(api_url: str, directory: Path, settings: dict[str, str]) -> float:
    async with rung(api_url, directory, **settings) as server:
        return server.started


def _row(what: str, seconds: list[float]) -> Row:
    middle = median(seconds)
    return Row(what, f"{middle:.2f} s", limit=f"<= {LIMIT:.1f} s", within=middle <= LIMIT)
