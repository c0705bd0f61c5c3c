"""The `rung` command: each verb is a few lines that call the rooms below."""

import asyncio
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec

import click
from pydantic import ValidationError

from bot.app import load_library, rounds_at, wired
from bot.demo import DEMO_LOCALES, DEMO_NEXT, DEMO_QUESTION, print_answers, serve_page
from bot.domain.cadence import Kind
from bot.domain.deliveries import Status, TeamKind
from bot.domain.discussion import Heard
from bot.domain.people import PersonId
from bot.errors import RungError, StorageUnavailable
from bot.i18n.translator import Catalogs
from bot.services.privacy import erase_everything, everything_stored, what_would_go
from bot.services.suggesting import heard
from bot.settings import Settings
from bot.slack.manifest import as_yaml, in_socket_mode, manifest_for, read_manifest
from bot.storage.deliveries import latest_deliveries
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.sole import sole_process
from bot.telemetry import configure_logging

P = ParamSpec("P")


def _told(verb: Callable[P, None]) -> Callable[P, None]:
    """What an operator can mend is told in a sentence or a list, without a traceback."""

    @wraps(verb)
    def told(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            verb(*args, **kwargs)
        except RungError as error:
            _give_up(str(error))
        except ValidationError as error:
            told = (f"{fault['loc'][0]}: {fault['msg'].removeprefix('Value error, ')}" for fault in error.errors())
            _give_up("\n".join(told))

    return told


def _give_up(reason: str) -> NoReturn:
    click.echo(reason, err=True)
    sys.exit(1)


def _settings() -> Settings:
    settings = Settings()
    configure_logging(settings.log_level, settings.log_format)
    return settings


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rung", message="%(version)s")
def main() -> None:
    """Rung, a growth coach in Slack."""


@main.command()
@click.option(
    "--http/--socket",
    default=None,
    help="Serve Slack's requests over HTTP, or open connections to Slack (Socket Mode).  [default: Socket Mode where"
    " SLACK_APP_TOKEN is set, else HTTP]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=3000,
    show_default=True,
    help="The port to listen on, in Socket Mode for /health and /ready; 0 takes a free one.",
)
@click.option("--worker", is_flag=True, help="Only write to people when it is time, beside processes that answer.")
@_told
def run(http: bool | None, host: str, port: int, worker: bool) -> None:
    """Answer Slack, and write to people when it is time, until the process is asked to stop."""
    from bot.web import server

    settings = _settings()
    by_socket = not worker and (settings.slack_app_token is not None if http is None else not http)
    server.run(_serve(settings, host, port, by_socket, worker))


async def _serve(settings: Settings, host: str, port: int, by_socket: bool, worker: bool) -> None:
    from bot.web.server import serve

    told = "Rung talks to Slack by Socket Mode; /health and /ready are" if by_socket else "Rung is ready"
    if worker:
        told = "Rung writes to people when it is time; /health and /ready are"
    async with wired(settings, by_socket=by_socket, answers=not worker) as rung:
        with sole_process(settings.database_url.get_secret_value()):
            await serve(rung.front, host=host, port=port, ready=lambda url: click.echo(f"{told} on {url}"))


@main.command()
@click.argument("question", nargs=-1)
@click.option("--locale", help="The language of whoever asks, as Slack would report it: de, ru-RU, pt-BR ...")
@click.option("--json", "as_json", is_flag=True, help="Print the exact payload that Slack would get.")
@_told
def ask(question: tuple[str, ...], locale: str | None, as_json: bool) -> None:
    """Print what the command would answer, in the terminal: rung ask distributed-training senior."""
    settings = _settings()
    asyncio.run(print_answers(settings, " ".join(question), [locale or settings.default_locale], as_json))


@main.command()
@click.option("--answers-only", is_flag=True, help="Print the answers and end.")
@click.option("--port", default=3333, show_default=True, help="The port of the page; 0 takes a free one.")
@_told
def demo(answers_only: bool, port: int) -> None:
    """Show the answer to one question in every language, then serve a local Slack as a page to try the rest."""
    settings = _settings()
    asyncio.run(print_answers(settings, DEMO_QUESTION, list(DEMO_LOCALES), as_json=False))
    rung = "rung" if shutil.which("rung") else sys.argv[0]
    click.echo("\nTry it yourself:")
    for example in DEMO_NEXT:
        click.echo(f"  {rung} ask {example}")
    if not answers_only:
        asyncio.run(serve_page(settings, port))


@main.command()
@click.option("--at", help="The instant, in ISO 8601 with its zone: 2026-03-30T07:00:00Z.  [default: now]")
@click.option("--dry-run", is_flag=True, help="Say what would be planned; change and send nothing.")
@_told
def tick(at: str | None, dry_run: bool) -> None:
    """Plan and send what is due at one instant, once."""
    settings, instant = _settings(), _instant(at) if at else None
    counts = asyncio.run(_tick(settings, instant, dry_run))
    for kind in (*Kind, *TeamKind):
        told = [f"{count} {outcome}" for (of, outcome), count in sorted(counts.items()) if of == kind]
        click.echo(f"{kind}: {', '.join(told) or 'nothing is due'}")


async def _tick(settings: Settings, at: datetime | None, dry_run: bool) -> Counter[tuple[str, str]]:
    async with rounds_at(settings, at) as rounds:
        if dry_run:
            return await rounds.rehearsal()
        with sole_process(settings.database_url.get_secret_value()):
            return await rounds.once()


def _instant(text: str) -> datetime:
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter("must be like 2026-03-30T07:00:00Z", param_hint="--at") from None
    if instant.tzinfo is None:
        raise click.BadParameter("must say its zone: Z at the end is UTC", param_hint="--at")
    return instant.astimezone(UTC)


@main.command()
@click.option("--status", type=click.Choice(list(Status)), help="Only those.")
@click.option("--most", default=50, show_default=True, help="How many at most, the latest first.")
@_told
def deliveries(status: str | None, most: int) -> None:
    """List what Rung sent by itself, or is about to."""
    for line in asyncio.run(_deliveries(_settings(), status, most)):
        click.echo(line)


async def _deliveries(settings: Settings, status: str | None, most: int) -> list[str]:
    async with _database(settings) as database, database.reading() as session:
        found = await latest_deliveries(session, Status(status) if status else None, most)
    lines = [
        "\t".join((one.due_at.isoformat(timespec="seconds"), one.status, one.kind, one.tenant, one.recipient,
                   one.reason or ""))
        for one in found
    ]  # fmt: skip
    return lines or ["There are none."]


@main.command()
@_told
def migrate() -> None:
    """Bring the database up to date; safe to run twice, and by two processes at once."""
    asyncio.run(upgrade(_settings().database_url.get_secret_value()))
    click.echo("The database is up to date.")


def _of_person(verb: Callable[P, None]) -> Callable[P, None]:
    """The options that name a person."""
    user = click.option("--user", required=True, help="The person's id in Slack: U0...")
    tenant = click.option("--tenant", required=True, help="The id of the workspace, T0..., or of the enterprise, E0...")
    return tenant(user(verb))


@main.command()
@_of_person
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file; else print it.")
@_told
def export(tenant: str, user: str, out: Path | None) -> None:
    """Give all that is stored of a person, as JSON."""
    exported = asyncio.run(_export(_settings(), PersonId(tenant, user)))
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

    async with _database(settings) as database:
        everything = await everything_stored(person, database)
    return export_json(person, everything, datetime.now(UTC)) if everything else None


@main.command()
@_of_person
@click.option("--yes", is_flag=True, help="Don't ask.")
@_told
def forget(tenant: str, user: str, yes: bool) -> None:
    """Erase all that is stored of a person; it can't be undone."""
    asyncio.run(_forget(_settings(), PersonId(tenant, user), yes))


async def _forget(settings: Settings, person: PersonId, yes: bool) -> None:
    async with _database(settings) as database:
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


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[Database]:
    """The database as it is, which must be up to date. Raises StorageUnavailable."""
    database = Database.open(settings.database_url.get_secret_value())
    try:
        if problem := await database.problem():
            raise StorageUnavailable(problem)
        yield database
    finally:
        await database.close()


@main.command()
@click.option("--url", help="Where Slack reaches this Rung: https://rung.your-company.com")
@click.option("--socket", is_flag=True, help="For Socket Mode, in which Slack needn't reach it.")
@_told
def manifest(url: str | None, socket: bool) -> None:
    """Print the app manifest for this deployment, to paste where Slack asks for one."""
    if url and socket:
        raise click.UsageError("In Socket Mode there is no address: give --url or --socket.")
    if url and not url.startswith("https://"):
        raise click.UsageError("Slack sends its requests over https:// only.")
    if not url and not socket:
        click.echo("# The addresses are placeholders: give yours with --url, or --socket for Socket Mode.", err=True)
    printed = manifest_for(read_manifest(), command=_settings().command, url=url)
    click.echo(as_yaml(in_socket_mode(printed) if socket else printed), nl=False)


@main.group()
def content() -> None:
    """Look after the framework's content."""


@content.command("check")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@_told
def check_content(directory: Path | None) -> None:
    """Say what is wrong with the content, each fault with its file, line and field."""
    settings = _settings()
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
@_told
def list_suggestions(form: str) -> None:
    """List the changes that people suggested, and the searches that found nothing."""
    from bot.text.suggestions import FORMS

    click.echo(FORMS[form](asyncio.run(_heard(_settings()))), nl=False)


async def _heard(settings: Settings) -> tuple[Heard, ...]:
    async with _database(settings) as database:
        return await heard(database)


@main.group()
def i18n() -> None:
    """Look after the message catalogs."""


@i18n.command("check")
def check_catalogs() -> None:
    """Say what is wrong with the message catalogs; exit 1 where anything is."""
    from bot.i18n.upkeep import faults

    if found := list(faults()):
        _give_up("\n".join(found))
    click.echo("The catalogs are complete.")


@i18n.command("update")
@click.argument("languages", nargs=-1, required=True)
def update_catalogs(languages: tuple[str, ...]) -> None:
    """Merge the messages of the code into the catalogs of these languages; a new language gets a new one."""
    from bot.i18n.upkeep import update

    for language in languages:
        click.echo(f"{update(language)}")
