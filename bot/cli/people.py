"""Verbs about what is stored of one person."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import ParamSpec

import click

from bot.cli.console import read_settings, told_plainly, up_to_date_database
from bot.domain.people import PersonId
from bot.services.privacy import erase_everything, everything_stored, what_would_go
from bot.settings import Settings

P = ParamSpec("P")


def _of_person(verb: Callable[P, None]) -> Callable[P, None]:
    """The options that name a person."""
    user = click.option("--user", required=True, help="The person's id in Slack: U0...")
    tenant = click.option("--tenant", required=True, help="The id of the workspace, T0..., or of the enterprise, E0...")
    return tenant(user(verb))


@click.command()
@_of_person
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file; else print it.")
@told_plainly
def export(tenant: str, user: str, out: Path | None) -> None:
    """Give all that is stored of a person, as JSON."""
    exported = asyncio.run(_export(read_settings(), PersonId(tenant, user)))
    if exported is None:
        click.echo(f"Nothing is stored of {user} in {tenant}.", err=True)
    elif out is None:
        click.echo(exported, nl=False)
    else:
        out.touch(mode=0o600)  # it is somebody's data: a new file is for its owner alone
        out.write_text(exported, encoding="utf-8")


async def _export(settings: Settings, person: PersonId) -> str | None:
    """None where nothing is stored."""
    from bot.views.export import export_json

    async with up_to_date_database(settings) as database:
        everything = await everything_stored(person, database)
    return export_json(person, everything, datetime.now(UTC)) if everything else None


@click.command()
@_of_person
@click.option("--yes", is_flag=True, help="Don't ask.")
@told_plainly
def forget(tenant: str, user: str, yes: bool) -> None:
    """Erase all that is stored of a person; it can't be undone."""
    asyncio.run(_forget(read_settings(), PersonId(tenant, user), yes))


async def _forget(settings: Settings, person: PersonId, yes: bool) -> None:
    async with up_to_date_database(settings) as database:
        counts = await what_would_go(person, database)
        if not counts:
            click.echo(f"Nothing is stored of {person.user} in {person.tenant}.")
            return
        for table, count in counts.items():
            click.echo(f"{table}: {count}")
        if not yes:
            click.confirm(f"Erase all of it? It's what is stored of {person.user}, and can't be undone.", abort=True)
        await erase_everything(person, database)
    click.echo("Erased.")
