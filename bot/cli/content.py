"""Verbs for those who write the framework."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.catalog.checking import check_content
from bot.catalog.faults import Severity
from bot.cli import importing
from bot.cli.console import give_up, read_settings, told_plainly, up_to_date_database
from bot.cli.findings import FORMS, counted
from bot.cli.status import STATUS_FORMS
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
@click.option(
    "--since",
    type=click.Path(path_type=Path),
    help="An older copy of the content folder: each id in it must be there still, and mean the same.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings too, but for what time alone has made old.")
@told_plainly
def check(directory: Path | None, form: str, since: Path | None, strict: bool) -> None:
    """Say what is wrong with the content, each fault with its file, line, field and rule; exit 1 on errors."""
    from bot.views.room import ROOMS

    chosen = directory or read_settings().content_dir
    checked = check_content(chosen, ROOMS, datetime.now(UTC).date(), since)
    click.echo(FORMS[form](checked, chosen))
    if checked.count(Severity.ERROR) or (strict and not checked.is_passed_strictly):
        sys.exit(1)


@content.command("status")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@click.option("--format", "form", type=click.Choice(list(STATUS_FORMS)), default="plain", show_default=True)
@click.option("--next", "most", type=click.IntRange(min=0), default=10, show_default=True, help="How many to list.")
@told_plainly
def status(directory: Path | None, form: str, most: int) -> None:
    """Say how far each language of the content has come, and what to translate next."""
    from bot.catalog.status import content_status

    click.echo(STATUS_FORMS[form](content_status(directory or read_settings().content_dir), most))


@content.command("stamp")
@click.argument("skill")
@click.argument("language")
@click.argument("fields", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All stale texts of the file.")
@click.option("--content", "directory", type=click.Path(path_type=Path), help="The content folder.")
@told_plainly
def stamp(skill: str, language: str, fields: tuple[str, ...], everything: bool, directory: Path | None) -> None:
    """Say that translations are still right, although the English text has changed.

    FIELDS are name, summary, or the ids of statements, for the suggestion too; statements.ID or suggestions.ID for one.
    """
    from bot.catalog import stamping

    chosen = directory or read_settings().content_dir
    if not fields and not everything:
        stale = stamping.stale_fields(chosen, skill, language)
        give_up("\n".join(["Name what you have read, or --all. Older than the English text:", *(stale or ["nothing"])]))
    stamped = stamping.stamp(chosen, skill, language, None if everything else fields)
    for one in stamped:
        click.echo(f"{one.field}: {one.before} -> {one.after}")
    click.echo(f"{counted('hash', len(stamped), 'hashes')} renewed in skills/{skill}/{language}.yaml.")


@content.command("preview")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@click.option("--port", default=3334, show_default=True, help="The port of the page; 0 takes a free one.")
@told_plainly
def preview(directory: Path | None, port: int) -> None:
    """Show any card in any language as a page on this machine, which follows the content while you write it."""
    from bot.preview import serve_preview

    settings = read_settings()
    asyncio.run(serve_preview(directory or settings.content_dir, settings, port))


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


for verb in (importing.import_content, importing.export_content):
    content.add_command(verb)
