"""The `rung` command: each verb is a few lines that call the rooms below."""

import asyncio
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

import click
from pydantic import SecretStr, ValidationError

from bot.app import Rung, load_library, wired
from bot.domain.discussion import Heard
from bot.domain.people import PersonId
from bot.errors import RungError, StorageUnavailable
from bot.i18n.translator import Catalogs
from bot.services.completing import complete
from bot.services.privacy import erase_everything, everything_stored, what_would_go
from bot.services.suggesting import heard
from bot.settings import Settings
from bot.slack.manifest import as_yaml, in_socket_mode, manifest_for, read_manifest
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.telemetry import configure_logging

P = ParamSpec("P")

DEMO_QUESTION = "distributed-training senior"
DEMO_LOCALES = ("en", "de", "ru")
DEMO_NEXT = (
    "distributed-training middle senior",
    "--locale de model-evaluation mid ml engineer",
    "--locale ru список",
    "find gpu",
    "help",
)


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
@_told
def run(http: bool | None, host: str, port: int) -> None:
    """Answer Slack until the process is asked to stop."""
    from bot.web import server

    settings = _settings()
    by_socket = settings.slack_app_token is not None if http is None else not http
    server.run(_serve(settings, host, port, by_socket))


async def _serve(settings: Settings, host: str, port: int, by_socket: bool) -> None:
    from bot.web.server import serve

    told = "Rung talks to Slack by Socket Mode; /health and /ready are" if by_socket else "Rung is ready"
    async with wired(settings, by_socket=by_socket) as rung:
        await serve(rung.front, host=host, port=port, ready=lambda url: click.echo(f"{told} on {url}"))


@main.command()
@click.argument("question", nargs=-1)
@click.option("--locale", help="The language of whoever asks, as Slack would report it: de, ru-RU, pt-BR ...")
@click.option("--json", "as_json", is_flag=True, help="Print the exact payload that Slack would get.")
@_told
def ask(question: tuple[str, ...], locale: str | None, as_json: bool) -> None:
    """Print what the command would answer, in the terminal: rung ask distributed-training senior."""
    settings = _settings()
    asyncio.run(_ask(settings, " ".join(question), [locale or settings.default_locale], as_json))


@main.command()
@click.option("--answers-only", is_flag=True, help="Print the answers and end.")
@click.option("--port", default=3333, show_default=True, help="The port of the page; 0 takes a free one.")
@_told
def demo(answers_only: bool, port: int) -> None:
    """Show the answer to one question in every language, then serve a local Slack as a page to try the rest."""
    settings = _settings()
    asyncio.run(_ask(settings, DEMO_QUESTION, list(DEMO_LOCALES), as_json=False))
    rung = "rung" if shutil.which("rung") else sys.argv[0]
    click.echo("\nTry it yourself:")
    for example in DEMO_NEXT:
        click.echo(f"  {rung} ask {example}")
    if not answers_only:
        asyncio.run(_serve_page(settings, port))


async def _serve_page(settings: Settings, port: int) -> None:
    from bot.playground.serving import served

    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    async with installed(settings) as (slack, rung), served(page_of(slack, rung), port) as url:
        click.echo(f"\nA local Slack with Rung in it is on {url}\nCtrl-C ends it.")
        await stopped.wait()


def page_of(slack: Any, rung: Rung) -> Any:
    """The page of a local Slack, which completes what can be asked of the Rung in it."""
    from bot.playground.page.app import Page

    return Page(slack, lambda typed, locale: complete(typed, locale, rung.parts.library()))


async def _ask(settings: Settings, question: str, locales: list[str], as_json: bool) -> None:
    from rich.console import Console

    from bot.playground.people import EMMA
    from bot.playground.terminal import show

    console = Console(highlight=False)
    for locale in locales:
        async with local_slack(settings) as slack:
            slack.workspace.change_person(EMMA, locale=locale.replace("_", "-"))
            outcome = await slack.command(EMMA, question)
        if as_json:
            click.echo(json.dumps(outcome.body, ensure_ascii=False, indent=2))
        else:
            console.print(f"[bold]{settings.command} {question}[/]  ({locale})".replace("  ", " "), soft_wrap=True)
            show(outcome.message.blocks, console)


@asynccontextmanager
async def local_slack(settings: Settings) -> AsyncIterator[Any]:
    """A local Slack with Rung installed."""
    async with installed(settings) as (slack, _):
        yield slack


@asynccontextmanager
async def installed(settings: Settings) -> AsyncIterator[tuple[Any, Rung]]:
    """A local Slack and the Rung in it, with a database of its own that is gone afterwards."""
    from bot.playground.local_slack import LocalSlack

    slack = LocalSlack(manifest_for(read_manifest(), command=settings.command, url=None))
    with tempfile.TemporaryDirectory() as folder:
        async with slack.serving() as api_url:
            local = settings.model_copy(
                update={
                    "slack_api_url": api_url,
                    "slack_bot_token": SecretStr(slack.bot_token),
                    "slack_signing_secret": SecretStr(slack.signing_secret),
                    "database_url": SecretStr(f"sqlite:///{folder}/rung.db"),
                }
            )
            async with wired(local) as rung:
                slack.connect(rung.front, rung.background.settled)
                yield slack, rung


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
