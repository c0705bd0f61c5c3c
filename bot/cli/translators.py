"""What `content export --po` and `content import FILE.po` do and say."""

from pathlib import Path

import click

from bot.catalog.translating import Imported, export_po, import_po
from bot.cli.console import write_out
from bot.cli.findings import counted


def export_translations(directory: Path, locale: str, out: Path | None) -> None:
    """Print the open texts of a language as .po, or write them into a file. Raises InvalidContent."""
    written = export_po(directory, locale)
    if out is None:
        click.echo(written, nl=False)
        return
    write_out(out, written.encode())
    click.echo(f"{counted('text', written.count('msgctxt '))} to translate written into {out}.")


def import_translations(directory: Path, file: Path, *, write: bool) -> None:
    """Take over what a .po file translates, and tell each message that isn't taken. Raises InvalidContent."""
    for line in told(import_po(directory, file, write=write), file, write=write):
        click.echo(line)


def told(imported: Imported, file: Path, *, write: bool) -> list[str]:
    """A line for each message that was not taken over, then the sums."""
    lines = [f"{file.name}:{one}" for one in sorted(imported.skipped, key=lambda one: one.line)]
    verb = "taken over" if write else "would be taken over"
    sums = [f"{counted('translation', len(imported.taken))} in {imported.locale} {verb}"]
    for count, what in ((imported.unchanged, "there already"), (imported.empty, "not translated yet")):
        sums += [f"{count:,} {what}"] if count else []
    sums += [f"{len(imported.skipped):,} skipped"] if imported.skipped else []
    lines.append(f"{', '.join(sums)}.")
    return lines + [f"{'Written' if write else 'To be written'}: {name}" for name in imported.files]
