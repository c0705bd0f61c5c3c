"""`rung copy-database`."""

import asyncio
from contextlib import ExitStack

import click

from bot.cli.console import told_plainly
from bot.cli.findings import counted
from bot.storage.sole import sole_process


@click.command("copy-database")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@told_plainly
def copy_database(source: str, target: str) -> None:
    """Copy all that is stored from one database into another, empty one: sqlite:///rung.db postgresql://db/rung.

    Stop Rung first. All rows are counted and compared, and come or don't come together.
    """
    asyncio.run(_copy(source, target))


async def _copy(source: str, target: str) -> None:
    from bot.storage.copying import copy_database as copy

    counts: dict[str, int] = {}

    def told(table: str, rows: int) -> None:
        counts[table] = rows
        click.echo(f"{table}: {rows:,}")

    with ExitStack() as stack:
        for url in dict.fromkeys((source, target)):
            stack.enter_context(sole_process(url))
        await copy(source, target, told)
    rows = counted("row", sum(counts.values()))
    click.echo(f"{rows} copied, in {counted('table', len(counts))}, counted and compared. FROM is as it was.")
