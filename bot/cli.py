"""The `rung` command: each verb is a few lines that call the rooms below."""

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

import click
from pydantic import SecretStr, ValidationError

from bot.app import load_library, wired
from bot.errors import RungError
from bot.settings import Settings
from bot.slack.manifest import as_yaml, manifest_for, read_manifest
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
            _give_up("\n".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors()))

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
@click.option("--http", is_flag=True, help="Serve Slack's requests over HTTP; the only way so far, and the default.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=3000, show_default=True, help="The port to listen on; 0 takes a free one.")
@_told
def run(http: bool, host: str, port: int) -> None:
    """Answer Slack until the process is asked to stop."""
    from bot.web import server

    server.run(_serve(_settings(), host, port))


async def _serve(settings: Settings, host: str, port: int) -> None:
    from bot.web.server import serve

    async with wired(settings) as rung:
        await serve(rung.front, host=host, port=port, ready=lambda url: click.echo(f"Rung is ready on {url}"))


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
@_told
def demo() -> None:
    """Show the answer to one question in every language, from a local Slack."""
    settings = _settings()
    asyncio.run(_ask(settings, DEMO_QUESTION, list(DEMO_LOCALES), as_json=False))
    rung = "rung" if shutil.which("rung") else sys.argv[0]
    click.echo("\nTry it yourself:")
    for example in DEMO_NEXT:
        click.echo(f"  {rung} ask {example}")


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
    """A local Slack with Rung installed, and a database of its own that is gone afterwards."""
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
                yield slack


@main.command()
@_told
def migrate() -> None:
    """Bring the database up to date; safe to run twice, and by two processes at once."""
    asyncio.run(upgrade(_settings().database_url.get_secret_value()))
    click.echo("The database is up to date.")


@main.command()
@click.option("--url", help="Where Slack reaches this Rung: https://rung.your-company.com")
@_told
def manifest(url: str | None) -> None:
    """Print the app manifest for this deployment, to paste where Slack asks for one."""
    click.echo(as_yaml(manifest_for(read_manifest(), command=_settings().command, url=url)), nl=False)


@main.group()
def content() -> None:
    """Look after the framework's content."""


@content.command("check")
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@_told
def check_content(directory: Path | None) -> None:
    """Say what is wrong with the content, each fault with its file, line and field."""
    settings = _settings()
    library, _ = load_library(settings.model_copy(update={"content_dir": directory}) if directory else settings)
    click.echo(f"{len(library.framework.skills)} skills in {len(library.framework.locales)} languages: no faults.")


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
