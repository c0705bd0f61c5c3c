"""`rung keys`: what stored tokens are encrypted with."""

import asyncio

import click

from bot.cli.console import read_settings, told_plainly, up_to_date_database
from bot.settings import Settings
from bot.storage.encryption import KeysMissing, new_key
from bot.storage.installations import encrypt_anew, tenants_with_tokens


@click.group()
def keys() -> None:
    """Make keys for RUNG_ENCRYPTION_KEYS, and encrypt stored tokens anew."""


@keys.command("new")
def new() -> None:
    """Print a new key; docs/install.md says how it takes the place of another."""
    click.echo(new_key())


@keys.command("rotate")
@told_plainly
def rotate() -> None:
    """Encrypt all stored tokens with the first key; safe to run twice, and beside processes that have the same keys."""
    count = asyncio.run(_rotate(read_settings()))
    click.echo(f"Tokens of {count} installations are encrypted with the first key. The others can go.")


async def _rotate(settings: Settings) -> int:
    if not settings.keys:
        raise KeysMissing
    async with up_to_date_database(settings) as database:
        async with database.reading() as session:
            tenants = await tenants_with_tokens(session)
        count = 0
        for tenant in tenants:
            count += await database.write(lambda session, one=tenant: encrypt_anew(session, one))  # type: ignore[misc]
        return count
