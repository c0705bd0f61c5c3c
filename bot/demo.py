"""Rung in a local Slack, for trying it: its answers in the terminal, and a page."""

import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import click
from pydantic import SecretStr

from bot.app import Rung, wired
from bot.services.completing import complete
from bot.settings import Settings
from bot.slack.manifest import manifest_for, read_manifest

DEMO_QUESTION = "distributed-training senior"
DEMO_LOCALES = ("en", "de", "ru")
DEMO_NEXT = (
    "distributed-training middle senior",
    "--locale de model-evaluation mid ml engineer",
    "--locale ru список",
    "find gpu",
    "help",
)


class DemoClock:
    """The time of a trial: it begins at an instant or now, goes on by itself, and can be put forward."""

    def __init__(self, begin: datetime | None = None) -> None:
        self._ahead = begin - datetime.now(UTC) if begin else timedelta()

    def moment(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def seconds(self) -> float:
        return self.moment().timestamp()

    def put_forward(self, to: datetime) -> None:
        """Never back."""
        self._ahead += max(timedelta(), to - self.moment())


async def go_to_monday(rung: Rung, clock: DemoClock) -> None:
    """To nine o'clock of the next Monday, by way of every moment at which Rung writes to somebody until then."""
    today = clock.moment()
    days = 8 - today.isoweekday()
    monday = (today + timedelta(days=days)).replace(hour=9, minute=0, second=0, microsecond=0)
    while (due := await rung.rounds.next_due()) is not None and due <= monday:
        clock.put_forward(due)
        await rung.rounds.round()
        await rung.rounds.engine.settled()
    clock.put_forward(monday)
    await rung.background.settled()


async def serve_page(settings: Settings, port: int) -> None:
    """Until the process is asked to stop."""
    from bot.playground.serving import served, stop_asked
    from bot.preview import previewed

    stopped = stop_asked()
    async with (
        installed(settings) as (slack, rung),
        previewed(settings.content_dir, settings) as preview,
        served(page_of(slack, rung, preview), port) as url,
    ):
        click.echo(f"\nA local Slack with Rung in it is on {url}\nCtrl-C ends it.")
        await stopped.wait()


def page_of(slack: Any, rung: Rung, preview: Any = None) -> Any:
    """The page of a local Slack, which completes what can be asked of the Rung in it, and shows its content."""
    from bot.playground.page.app import Page

    return Page(slack, lambda typed, locale: complete(typed, locale, rung.parts.library()), preview)


async def print_answers(settings: Settings, question: str, locales: list[str], as_json: bool) -> None:
    """What the command answers, or the window that it opens, in each of these languages.

    With `as_json` it is the exact payload.
    """
    from rich.console import Console

    from bot.playground.people import EMMA
    from bot.playground.terminal import show_outcome

    console = Console(highlight=False)
    for locale in locales:
        async with local_slack(settings) as slack:
            slack.workspace.change_person(EMMA, locale=locale.replace("_", "-"))
            outcome = await slack.command(EMMA, question)
        if as_json:
            said = [outcome.body, *slack.called("response_url")]
            payload = outcome.view.body if outcome.view else said[-1]
            click.echo(json.dumps(payload, ensure_ascii=False, indent=2))
        else:
            console.print(f"[bold]{settings.command} {question}[/]  ({locale})".replace("  ", " "), soft_wrap=True)
            show_outcome(outcome, console, slack.workspace.names)


@asynccontextmanager
async def local_slack(settings: Settings) -> AsyncIterator[Any]:
    """A local Slack with Rung installed."""
    async with installed(settings) as (slack, _):
        yield slack


@asynccontextmanager
async def installed(settings: Settings) -> AsyncIterator[tuple[Any, Rung]]:
    """A local Slack and the Rung in it, with a database of its own that is gone afterwards."""
    from bot.playground.local_slack import LocalSlack

    clock = DemoClock()
    slack = LocalSlack(manifest_for(read_manifest(), command=settings.command, url=None), now=clock.seconds)
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
            async with wired(local, now=clock.moment) as rung:
                slack.connect(rung.front, rung.background.settled)
                slack.pass_time = partial(go_to_monday, rung, clock)
                yield slack, rung
