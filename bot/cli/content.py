"""Verbs for those who write the framework."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.catalog.checking import check_content
from bot.catalog.faults import Severity
from bot.cli.console import read_settings, told_plainly, up_to_date_database
from bot.cli.findings import FORMS
from bot.domain.discussion import Heard
from bot.services.suggesting import heard
from bot.settings import Settings


@click.group()
def content() -> None:
    """Look after the framework's content."""


@content.command("check")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    default="plain",
    show_default=True,
    help="To read, to be shown beside the lines on GitHub, or to process.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings too, but for what time alone has made old.")
@told_plainly
def check(directory: Path | None, form: str, strict: bool) -> None:
    """Say what is wrong with the content, each fault with its file, line, field and rule; exit 1 on errors."""
    from bot.views.room import ROOMS

    chosen = directory or read_settings().content_dir
    checked = check_content(chosen, ROOMS, datetime.now(UTC).date())
    click.echo(FORMS[form](checked, chosen))
    if checked.count(Severity.ERROR) or (strict and not checked.is_passed_strictly):
        sys.exit(1)


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
    from bot.text.suggestions import FORMS as SUGGESTION_FORMS

    click.echo(SUGGESTION_FORMS[form](asyncio.run(_heard(read_settings()))), nl=False)


async def _heard(settings: Settings) -> tuple[Heard, ...]:
    async with up_to_date_database(settings) as database:
        return await heard(database)
