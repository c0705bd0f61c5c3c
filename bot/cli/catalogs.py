"""Verbs for those who translate Rung's own messages."""

import click

from bot.cli.console import give_up


@click.group()
def i18n() -> None:
    """Look after the message catalogs."""


@i18n.command("check")
def check_catalogs() -> None:
    """Say what is wrong with the message catalogs; exit 1 where anything is."""
    from bot.i18n.upkeep import faults

    if found := list(faults()):
        give_up("\n".join(found))
    click.echo("The catalogs are complete.")


@i18n.command("update")
@click.argument("languages", nargs=-1, required=True)
def update_catalogs(languages: tuple[str, ...]) -> None:
    """Merge the messages of the code into the catalogs of these languages; a new language gets a new one."""
    from bot.i18n.upkeep import update

    for language in languages:
        click.echo(f"{update(language)}")
