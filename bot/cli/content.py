"""Verbs for those who write the framework."""

import asyncio
from pathlib import Path

import click

from bot.app import load_library
from bot.cli.console import read_settings, told_plainly, up_to_date_database
from bot.domain.discussion import Heard
from bot.i18n.translator import Catalogs
from bot.services.suggesting import heard
from bot.settings import Settings


@click.group()
def content() -> None:
    """Look after the framework's content."""


@content.command("check")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@told_plainly
def check_content(directory: Path | None) -> None:
    """Say what is wrong with the content, each fault with its file, line and field."""
    settings = read_settings()
    checked = settings.model_copy(update={"content_dir": directory}) if directory else settings
    library = load_library(checked, Catalogs.load())
    skills, languages = len(library.framework.skills), len(library.framework.locales)
    click.echo(f"{skills} {_plural('skill', skills)} in {languages} {_plural('language', languages)}: no faults.")


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


@content.command("suggestions")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="To read, or to process.",
)
@told_plainly
def list_suggestions(form: str) -> None:
    """List the changes that people suggested, and the searches that found nothing."""
    from bot.text.suggestions import FORMS

    click.echo(FORMS[form](asyncio.run(_heard(read_settings()))), nl=False)


async def _heard(settings: Settings) -> tuple[Heard, ...]:
    async with up_to_date_database(settings) as database:
        return await heard(database)
