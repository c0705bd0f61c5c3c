"""A scene for each test: a local Slack in which a whole Rung is installed, on a database of its own."""

import asyncio
import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import SecretStr

from bot.app import Rung, load_library, wired
from bot.i18n.translator import Catalogs
from bot.playground.asgi import running
from bot.playground.local_slack import LocalSlack
from bot.playground.outcome import Outcome
from bot.playground.records import Message
from bot.playground.signing import RequestKind
from bot.services.asking import Library
from bot.settings import BUNDLED_CONTENT, Settings
from bot.slack.manifest import in_socket_mode, manifest_for, read_manifest
from bot.storage.migrate import upgrade
from bot.web.socket_mode import CONNECTIONS
from tests.scenario.watching import Watch, watching

START = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
UNHURRIED = 10.0  # seconds: a busy machine must not make an answer fall back to defaults
HURRIED = 0.05


class Clock:
    """The time of a scene, in seconds since the epoch; it goes on when a test says so."""

    def __init__(self) -> None:
        self.seconds = START.timestamp()

    def __call__(self) -> float:
        return self.seconds

    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)


@dataclass(frozen=True, slots=True)
class Scene:
    slack: LocalSlack
    rung: Rung
    clock: Clock
    settings: Settings

    @property
    def database(self) -> Path:
        return Path(self.settings.database_url.get_secret_value().removeprefix("sqlite:///"))

    def rows(self, table: str) -> list[tuple[object, ...]]:
        """All that a table holds."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(f"SELECT * FROM {table}").fetchall()

    def public(self) -> list[Message]:
        """Every message of the bot that others than one person see."""
        workspace = self.slack.workspace
        return [m for m in workspace.messages if not m.is_ephemeral and not workspace.channels[m.channel].is_direct]

    async def send(self, kind: RequestKind, payload: Mapping[str, object]) -> Outcome:
        """Deliver a payload that the local Slack's people would not send, and wait until Rung is silent."""
        since = len(self.slack.workspace.journal)
        user = payload.get("user")
        actor = str(user["id"] if isinstance(user, dict) else payload.get("user_id", ""))
        return await self.slack.finished(actor, since, await self.slack.deliver(kind, payload))


NewScene = Callable[..., AbstractAsyncContextManager[Scene]]


def _speaking(locale: str) -> Settings:
    return Settings.model_construct().model_copy(update={"default_locale": locale})


@pytest.fixture(scope="session", autouse=True)
def read_once() -> Iterator[None]:
    """The bundled content and the catalogs don't change meanwhile, and reading them is most of what a scene takes."""
    catalogs = Catalogs.load()
    bundled = cache(lambda locale: load_library(_speaking(locale), catalogs))

    def load(settings: Settings, loaded: Catalogs) -> Library:
        is_bundled = settings.content_dir == BUNDLED_CONTENT and loaded is catalogs
        return bundled(settings.default_locale) if is_bundled else load_library(settings, loaded)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Catalogs, "load", lambda: catalogs)
        patch.setattr("bot.app.load_library", load)
        yield


@pytest.fixture(autouse=True)
def watch(caplog: pytest.LogCaptureFixture) -> Iterator[Watch]:
    """In every scene all that is logged is looked through for what must not stand there."""
    caplog.handler.setLevel(logging.WARNING)  # what a test itself looks at, where it doesn't ask for more
    with watching() as watch:
        yield watch
    assert watch.leaks() == []


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database that the migrations have built, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "rung.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


async def ended_threads() -> None:
    """Wait for the threads of connections that could not be opened: they end after telling the loop so."""
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, 1)


@pytest.fixture
def new_scene(tmp_path: Path, migrated: Path) -> NewScene:
    """Opens a scene with other settings, by their field names; `patience` is Rung's, in seconds.

    `by_socket` lets Slack and Rung talk by Socket Mode, from the moment at which all connections are up.
    """

    @asynccontextmanager
    async def opened(
        *, patience: float = UNHURRIED, by_socket: bool = False, **changes: object
    ) -> AsyncIterator[Scene]:
        database = tmp_path / "rung.db"
        if not database.exists():
            shutil.copyfile(migrated, database)
        clock = Clock()
        command = str(changes.get("command", "/skill"))
        manifest = manifest_for(read_manifest(), command=command, url=None)
        slack = LocalSlack(in_socket_mode(manifest) if by_socket else manifest, now=clock)
        recorded = os.environ.get("RUNG_RECORD_CALLS")
        async with slack.serving() as api_url:
            settings = Settings.model_construct().model_copy(
                update={
                    "slack_api_url": api_url,
                    "slack_bot_token": SecretStr(slack.bot_token),
                    "slack_app_token": SecretStr(slack.app_token),
                    "slack_signing_secret": None if by_socket else SecretStr(slack.signing_secret),
                    "database_url": SecretStr(f"sqlite:///{database}"),
                    "record_calls": Path(recorded) if recorded else None,
                    **changes,
                }
            )
            inside = AsyncExitStack()
            async with (
                wired(settings, by_socket=by_socket, now=clock.moment, monotonic=clock, patience=patience) as rung,
                inside,
            ):
                slack.connect(rung.front, rung.background.settled)
                if by_socket:
                    await inside.enter_async_context(running(rung.front))
                    await slack.sockets.connected(CONNECTIONS)
                yield Scene(slack, rung, clock, settings)
            await ended_threads()

    return opened


@pytest.fixture
async def scene(new_scene: NewScene) -> AsyncIterator[Scene]:
    async with new_scene() as opened:
        yield opened


class Content:
    """A copy of the bundled content, of which a test changes something before a scene opens."""

    def __init__(self, directory: Path) -> None:
        self.directory = shutil.copytree(BUNDLED_CONTENT, directory)

    def edit(self, name: str, change: Callable[[Any], None]) -> None:
        """Let `change` work on what one YAML file holds."""
        held = yaml.safe_load(self._path(name).read_text(encoding="utf-8"))
        change(held)
        self.put(name, held)

    def put(self, name: str, held: object) -> None:
        self._path(name).parent.mkdir(exist_ok=True)
        self._path(name).write_text(yaml.safe_dump(held, allow_unicode=True, sort_keys=False), encoding="utf-8")

    def add_skills(self, count: int, **differences: object) -> None:
        """Skills called Invented Skill 1 and on, without a translation, each with one statement."""
        for number in range(1, count + 1):
            self.put(f"skills/invented-{number}/skill.yaml", invented_skill(f"Invented Skill {number}", **differences))

    def _path(self, name: str) -> Path:
        return self.directory / name


def invented_skill(name: str, **differences: object) -> dict[str, object]:
    """The smallest skill.yaml that is sound, with other values for some of its fields."""
    return {
        "name": name,
        "category": "ml-ai",
        "subcategory": "model-development",
        "updated": "2026-01-31",
        "statements": {"only-one": {"text": "Keeps an invented promise."}},
        "roles": {"llm-engineer": {"senior": {"mandatory": True, "statements": ["only-one"]}}},
        **differences,
    }


@pytest.fixture
def content(tmp_path: Path) -> Content:
    return Content(tmp_path / "content")
