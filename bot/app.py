"""The composition root: the only place where the parts are wired together."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp

from bot.catalog.loader import load_framework
from bot.catalog.search import Index
from bot.domain.people import PersonId, SlackUser
from bot.errors import RungError
from bot.i18n.translator import Catalogs
from bot.i18n.verbs import verb_table
from bot.messenger.client import SlackClient
from bot.messenger.people import fetch_user
from bot.services.asking import Library
from bot.services.languages import Languages
from bot.services.people import PATIENCE, People
from bot.settings import Settings
from bot.slack.authorize import OneWorkspace
from bot.slack.background import Background
from bot.slack.listeners import bolt_app
from bot.slack.parts import Parts
from bot.storage.engine import Database
from bot.storage.migrate import prepare
from bot.surfaces.card import CardMessages
from bot.telemetry import CallRecord
from bot.web.front import Front, Readiness

STOP_WITHIN = 8.0  # seconds that work in the background gets when the process is asked to stop


class SettingMissing(RungError):
    """A setting that is needed is not there."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A wired application: what serves HTTP, and a way to wait for what it does in the background."""

    front: Front
    background: Background
    parts: Parts


def load_library(settings: Settings) -> tuple[Library, Languages]:
    """The content and the languages. Raises InvalidContent with every fault."""
    framework = load_framework(settings.content_dir)
    languages = Languages(Catalogs.load(), framework.locales, settings.default_locale)
    return Library(framework, Index(framework), verb_table(languages.translators())), languages


@asynccontextmanager
async def wired(
    settings: Settings,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    monotonic: Callable[[], float] = time.monotonic,
    patience: float = PATIENCE,
) -> AsyncIterator[Rung]:
    """Everything that serves one workspace, for as long as the context lasts; the database is made ready first.

    `patience` is how many seconds one answer waits for a fact from Slack, or for a database that is locked.
    Raises InvalidContent, SettingMissing, and what `prepare` raises.
    """
    if settings.slack_bot_token is None or settings.slack_signing_secret is None:
        raise SettingMissing("SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET must be set: see docs/settings.md")
    library, languages = load_library(settings)
    await prepare(settings.database_url.get_secret_value())
    async with AsyncExitStack() as stack:
        record = CallRecord(settings.record_calls) if settings.record_calls else None
        if record:
            stack.callback(record.close)
        session = await stack.enter_async_context(aiohttp.ClientSession())
        database = Database.open(settings.database_url.get_secret_value(), busy_timeout=patience)
        stack.push_async_callback(database.close)
        token = settings.slack_bot_token.get_secret_value()
        slack = SlackClient(token, settings.slack_api_url, session, record)
        background = Background()

        async def fetch(person: PersonId) -> SlackUser:
            return await fetch_user(slack, person.user)

        parts = Parts(
            command=settings.command,
            library=lambda: library,
            languages=languages,
            people=People(database, fetch, background.run, monotonic, patience),
            database=database,
            slack=slack,
            cards=CardMessages(),
            spawn=background.run,
            now=now,
        )

        async def readiness() -> Readiness:
            return {"database": await database.problem()}

        secret = settings.slack_signing_secret.get_secret_value()
        front = Front(
            bolt_app(parts, OneWorkspace(token), secret),
            signing_secret=secret,
            now=lambda: now().timestamp(),
            readiness=readiness,
            on_shutdown=lambda: background.close(STOP_WITHIN),
            record=record,
        )
        yield Rung(front, background, parts)
