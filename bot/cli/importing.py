"""Verbs that bring a framework in and take it out."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.console import give_up, read_settings, told_plainly, write_out

if TYPE_CHECKING:
    from bot.catalog.importers.opening import How

SILENT_FOR = 1.0  # seconds, after which progress is shown


@click.command("import")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), help="The content folder; else RUNG_CONTENT_DIR."
)
@click.option("--write", "--yes", "write", is_flag=True, help="Write it. Without this, only say what would be.")
@click.option("--levels", help="The levels from the lowest to the top, with commas between them.")
@click.option("--map", "mapped", type=click.Path(path_type=Path), help="A YAML file that says what each column means.")
@click.option("--locale", help="The language of the texts, where the file doesn't say; else English.")
@click.option("--role", help="Whose expectations these are, where the file doesn't say.")
@click.option("--category", help="Where new skills are filed, where the file doesn't say.")
@click.option("--optional", is_flag=True, help="Take as optional what the file doesn't call mandatory.")
@click.option("--ladder", help="The id of a ladder that has to be made.")
@click.option("--sheet", help="The sheet of a workbook; else the first.")
@click.option("--encoding", help="The encoding of a text file, where it's guessed wrong.")
@told_plainly
def import_content(
    files: tuple[Path, ...],
    into: Path | None,
    write: bool,
    levels: str | None,
    mapped: Path | None,
    locale: str | None,
    role: str | None,
    category: str | None,
    optional: bool,
    ladder: str | None,
    sheet: str | None,
    encoding: str | None,
) -> None:
    """Bring a framework in: spreadsheets (CSV, XLSX), skill pages, JSON Lines. Nothing is written without --write."""
    from bot.catalog.importers.column_map import ColumnMap, read_column_map
    from bot.catalog.importers.opening import How
    from bot.catalog.writing import alone

    columns = read_column_map(mapped) if mapped else ColumnMap()
    how = How.of(
        columns, levels=levels, locale=locale, role=role, category=category, optional=optional, ladder=ladder,
        sheet=sheet, encoding=encoding,
    )  # fmt: skip
    directory = into or read_settings().content_dir
    with alone(directory) if write else nullcontext():
        if any(file.suffix.lower() == ".po" for file in files):
            _import_translations(files, directory, write)
        else:
            _import(files, directory, how, write)


def _import_translations(files: tuple[Path, ...], directory: Path, write: bool) -> None:
    from bot.cli.translators import import_translations

    if others := [file.name for file in files if file.suffix.lower() != ".po"]:
        give_up(f"A .po file brings translations alone: import {', '.join(others)} in a step of its own.")
    for file in files:
        import_translations(directory, file, write=write)


def _import(files: tuple[Path, ...], directory: Path, how: "How", write: bool) -> None:
    from bot.catalog.importers.difference import difference
    from bot.catalog.importers.opening import read_files
    from bot.catalog.importers.plan import Planner
    from bot.catalog.importers.present import read_present
    from bot.catalog.writing import try_content, write_content
    from bot.cli.preview import preview

    progress = Progress()
    readings = read_files(files, how, progress)
    planner = Planner(read_present(directory), how.defaults, datetime.now(UTC).date())
    plan = planner.plan(readings, progress)
    changes = difference(plan)
    progress.end()
    click.echo("\n".join(preview(readings, plan, changes)))
    if not plan.used:
        give_up("Nothing of this can be used, so nothing was written.")
    if changes.is_empty:
        click.echo("Nothing changes.")
    elif not write:
        try_content(directory, plan.files(), progress)
        progress.end()
        click.echo(f"Nothing was written. --write writes it into {directory}.")
    else:
        write_content(directory, plan.files(), progress)
        progress.end()
        click.echo(f"Written into {directory}.")


@click.command("export")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@click.option("--csv", "form", flag_value="csv", help="One row a statement of a cell, for spreadsheets.")
@click.option("--xlsx", "form", flag_value="xlsx", help="The same as a workbook.")
@click.option("--jsonl", "form", flag_value="jsonl", help="One JSON object a cell, and everything else there is.")
@click.option("--po", "locale", help="The open texts of this language, for translators' tools.")
@click.option("--html", "pages", type=click.Path(file_okay=False, path_type=Path), help="A folder for a small site.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file; else print it.")
@told_plainly
def export_content(
    directory: Path | None, form: str | None, locale: str | None, pages: Path | None, out: Path | None
) -> None:
    """Take the framework out: to edit and import again, to be translated, or as pages to read."""
    from bot.cli.translators import export_translations

    if len([one for one in (form, locale, pages) if one is not None]) > 1:
        raise click.UsageError("One form at a time: --csv, --xlsx, --jsonl, --po or --html.")
    content = directory or read_settings().content_dir
    if pages is not None:
        _write_site(content, pages)
    elif locale is not None:
        export_translations(content, locale, out)
    elif form is not None:
        _write_table(content, form, out)
    else:
        raise click.UsageError("Say in which form: --csv, --xlsx, --jsonl, --po or --html.")


def _write_table(content: Path, form: str, out: Path | None) -> None:
    from bot.catalog import exporting
    from bot.catalog.importers.present import read_present

    present = read_present(content)
    if not present.skills:
        give_up("There is no content in this folder.")
    try:
        written = exporting.FORMS[form](present)
    except OSError as error:
        give_up(f"The {form.upper()} can't be made: {error.strerror}.")
    if out is None:
        click.echo(written, nl=False)
        return
    write_out(out, written)
    click.echo(f"{len(present.skills)} skills written into {out}.")


def _write_site(content: Path, pages: Path) -> None:
    """Write the pages into a folder that is new, empty, or holds an earlier site."""
    from bot.catalog.loader import load_framework
    from bot.i18n.translator import Catalogs
    from bot.text.site import GENERATOR, site

    framework = load_framework(content)
    start = pages / "index.html"
    ours = f'<meta name="generator" content="{GENERATOR}">'
    try:
        if pages.exists() and any(pages.iterdir()) and not (start.exists() and ours in start.read_text("utf-8")):
            give_up(f"{pages} holds something else already. Name a new folder.")
        for earlier in (*pages.glob("*/skills/*.html"), *pages.glob("*/roles/*.html")):
            earlier.unlink()
        written = dict(site(framework, Catalogs.load()))
        for name, page in written.items():
            (pages / name).parent.mkdir(parents=True, exist_ok=True)
            (pages / name).write_text(page, "utf-8")
    except OSError as error:
        give_up(f"{pages} can't be written: {error.strerror}.")
    click.echo(f"{len(written)} pages written. Begin with {start}.")


class Progress:
    """Tells on stderr how far a long work is, once it has taken a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = self._told = clock()
        self._is_shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        now = self._clock()
        if now - self._begun < SILENT_FOR or now - self._told < SILENT_FOR / 10:
            return
        self._told = now
        self._is_shown = True
        click.echo(f"\r{what}: {done} of {total}".ljust(60), err=True, nl=False)

    def end(self) -> None:
        """Leave the line of progress, if there is one."""
        if self._is_shown:
            click.echo(err=True)
            self._is_shown = False
