"""Verbs that run Rung, and those that whoever runs it needs."""

import asyncio
import shutil
import sys
from datetime import UTC, datetime

import click

from bot.app import wired, working_at
from bot.cli.console import read_settings, told_plainly, up_to_date_database
from bot.demo import DEMO_LOCALES, DEMO_NEXT, DEMO_QUESTION, print_answers, serve_page
from bot.domain.cadence import Kind
from bot.domain.deliveries import Status, TeamKind
from bot.jobs.retaining import in_words
from bot.jobs.rounds import Counts
from bot.services.retaining import Removed
from bot.settings import Settings
from bot.slack.manifest import as_yaml, in_socket_mode, manifest_for, read_manifest
from bot.storage.deliveries import latest_deliveries
from bot.storage.migrate import Limits, upgrade
from bot.storage.sole import sole_process
from bot.storage.urls import is_sqlite, parse_url


@click.command()
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
    help="The port to listen on, in Socket Mode for /health, /ready and /metrics; 0 takes a free one.",
)
@click.option("--worker", is_flag=True, help="Only write to people when it is time, beside processes that answer.")
@click.option("--no-rounds", is_flag=True, help="Only answer, beside processes that write to people (--worker).")
@told_plainly
def run(http: bool | None, host: str, port: int, worker: bool, no_rounds: bool) -> None:
    """Answer Slack, and write to people when it is time, until the process is asked to stop."""
    from bot.web import server

    settings = read_settings()
    if no_rounds and worker:
        raise click.UsageError("With --worker and --no-rounds there is nothing to do: give one of them.")
    if no_rounds and is_sqlite(parse_url(settings.database_url.get_secret_value())):
        raise click.UsageError(
            "On SQLite there is one process, so nobody else writes to people: leave out --no-rounds."
        )
    by_socket = not worker and (settings.slack_app_token is not None if http is None else not http)
    server.run(_serve(settings, host, port, by_socket, worker, not no_rounds))


async def _serve(settings: Settings, host: str, port: int, by_socket: bool, worker: bool, writes: bool) -> None:
    from bot.web.server import serve

    told = "Rung talks to Slack by Socket Mode; /health, /ready and /metrics are" if by_socket else "Rung is ready"
    if worker:
        told = "Rung writes to people when it is time; /health, /ready and /metrics are"
    async with wired(settings, by_socket=by_socket, answers=not worker, writes=writes) as rung:
        with sole_process(settings.database_url.get_secret_value()):
            await serve(rung.front, host=host, port=port, ready=lambda url: click.echo(f"{told} on {url}"))


@click.command()
@click.argument("question", nargs=-1)
@click.option("--locale", help="The language of whoever asks, as Slack would report it: de, ru-RU, pt-BR ...")
@click.option("--json", "as_json", is_flag=True, help="Print the exact payload that Slack would get.")
@told_plainly
def ask(question: tuple[str, ...], locale: str | None, as_json: bool) -> None:
    """Print what the command would answer, in the terminal: rung ask distributed-training senior."""
    settings = read_settings()
    asyncio.run(print_answers(settings, " ".join(question), [locale or settings.default_locale], as_json))


@click.command()
@click.option("--answers-only", is_flag=True, help="Print the answers and end.")
@click.option("--port", default=3333, show_default=True, help="The port of the page; 0 takes a free one.")
@told_plainly
def demo(answers_only: bool, port: int) -> None:
    """Show the answer to one question in every language, then serve a local Slack as a page to try the rest."""
    settings = read_settings()
    asyncio.run(print_answers(settings, DEMO_QUESTION, list(DEMO_LOCALES), as_json=False))
    rung = "rung" if shutil.which("rung") else sys.argv[0]
    click.echo("\nTry it yourself:")
    for example in DEMO_NEXT:
        click.echo(f"  {rung} ask {example}")
    if not answers_only:
        asyncio.run(serve_page(settings, port))


@click.command()
@click.option("--at", help="The instant, in ISO 8601 with its zone: 2026-03-30T07:00:00Z.  [default: now]")
@click.option("--dry-run", is_flag=True, help="Say what would be planned and removed; change and send nothing.")
@told_plainly
def tick(at: str | None, dry_run: bool) -> None:
    """Plan and send what is due at one instant, and remove what has outlived its time by then, once."""
    settings, instant = read_settings(), _instant(at) if at else None
    counts, outlived = asyncio.run(_tick(settings, instant, dry_run))
    for kind in (*Kind, *TeamKind):
        told = [f"{count} {outcome}" for (of, outcome), count in sorted(counts.items()) if of == kind]
        click.echo(f"{kind}: {', '.join(told) or 'nothing is due'}")
    click.echo(f"{'to be removed' if dry_run else 'removed'}: {in_words(outlived)}")


async def _tick(settings: Settings, at: datetime | None, dry_run: bool) -> tuple[Counts, Removed]:
    async with working_at(settings, at) as rung:
        if dry_run:
            return await rung.rounds.rehearsal(), await rung.retaining.rehearsal()
        with sole_process(settings.database_url.get_secret_value()):
            return await rung.rounds.once(), await rung.retaining.remove()


def _instant(text: str) -> datetime:
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter("must be like 2026-03-30T07:00:00Z", param_hint="--at") from None
    if instant.tzinfo is None:
        raise click.BadParameter("must say its zone: Z at the end is UTC", param_hint="--at")
    return instant.astimezone(UTC)


@click.command()
@click.option("--status", type=click.Choice(list(Status)), help="Only those.")
@click.option("--most", default=50, show_default=True, help="How many at most, the latest first.")
@told_plainly
def deliveries(status: str | None, most: int) -> None:
    """List what Rung sent by itself, or is about to."""
    for line in asyncio.run(_deliveries(read_settings(), status, most)):
        click.echo(line)


async def _deliveries(settings: Settings, status: str | None, most: int) -> list[str]:
    async with up_to_date_database(settings) as database, database.reading() as session:
        found = await latest_deliveries(session, Status(status) if status else None, most)
    lines = [
        "\t".join((one.due_at.isoformat(timespec="seconds"), one.status, one.kind, one.tenant, one.recipient,
                   one.reason or ""))
        for one in found
    ]  # fmt: skip
    return lines or ["There are none."]


@click.command()
@click.option("--unlimited", is_flag=True, help="Let each step take as long as it needs. Stop Rung first.")
@told_plainly
def migrate(unlimited: bool) -> None:
    """Bring the database up to date; safe to run twice, by two processes at once, and while Rung runs."""
    limits = Limits(step=None) if unlimited else Limits()
    asyncio.run(upgrade(read_settings().database_url.get_secret_value(), limits=limits))
    click.echo("The database is up to date.")


@click.command()
@click.option("--url", help="Where Slack reaches this Rung: https://rung.your-company.com")
@click.option("--socket", is_flag=True, help="For Socket Mode, in which Slack needn't reach it.")
@click.option("--org-wide", is_flag=True, help="An enterprise can install it for all of its workspaces at once.")
@told_plainly
def manifest(url: str | None, socket: bool, org_wide: bool) -> None:
    """Print the app manifest for this deployment, to paste where Slack asks for one."""
    if url and socket:
        raise click.UsageError("In Socket Mode there is no address: give --url or --socket.")
    if url and not url.startswith("https://"):
        raise click.UsageError("Slack sends its requests over https:// only.")
    if not url and not socket:
        click.echo("# The addresses are placeholders: give yours with --url, or --socket for Socket Mode.", err=True)
    printed = manifest_for(read_manifest(), command=read_settings().command, url=url, org_wide=org_wide)
    click.echo(as_yaml(in_socket_mode(printed) if socket else printed), nl=False)
