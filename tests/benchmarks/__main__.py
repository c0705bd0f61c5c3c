"""Run all benchmarks and print one table. A figure over its limit is told, not failed; a wrong answer fails."""

import argparse
import asyncio
import sys

from tests.benchmarks.answering import answering
from tests.benchmarks.copying import copying
from tests.benchmarks.home import home
from tests.benchmarks.importing import importing
from tests.benchmarks.lanes import beside_lanes, lane
from tests.benchmarks.loading import load
from tests.benchmarks.picture import picture
from tests.benchmarks.planning import planning
from tests.benchmarks.rating import rating
from tests.benchmarks.serving import Effort, mixed_cards, one_card
from tests.benchmarks.slack_stub import slack_stub
from tests.benchmarks.starting import start
from tests.benchmarks.summing import summing
from tests.benchmarks.table import Row, machine, table


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--short", action="store_true", help="rough figures in about 20 seconds")
    short: bool = parser.parse_args().short
    effort = Effort(turns=6, seconds=0.25) if short else Effort(turns=60, seconds=0.25)
    sys.stdout.write(machine() + "\n\n")
    rows: list[Row] = []
    async with slack_stub() as api_url:
        rows += await one_card(api_url, effort)
        rows += await mixed_cards(api_url, effort)
        rows += await rating(api_url, 500 if short else 2_000)
        rows += await beside_lanes(api_url, turns=8 if short else 40)
        rows += await start(api_url, times=1 if short else 5)
    rows += answering()
    rows += picture()
    rows.append(await home())
    rows += await lane(100 if short else 400)
    rows += await (summing(people=1_000, rounds=5) if short else summing())
    rows += await planning(10_000 if short else 100_000)
    rows += await copying(20_000 if short else 500_000)
    rows.append(importing(1 if short else 5))
    rows += load(200) if short else load()
    sys.stdout.write(table(rows) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
