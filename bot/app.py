"""The composition root: the only place where the parts are wired together."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import metadata
from urllib.parse import urljoin

import aiohttp

from bot.catalog.loader import load_framework
from bot.catalog.search import Index
from bot.catalog.stamp import content_stamp
from bot.domain.cadence import Kind
from bot.domain.deliveries import TeamKind
from bot.domain.people import PersonId, SlackUser
from bot.i18n.holidays import holidays_of
from bot.i18n.translator import Catalogs
from bot.jobs.embedded import Embedded
from bot.jobs.erasing import Erasing
from bot.jobs.hearing import Hearing
from bot.jobs.lanes import LaneParts, run_lane
from bot.jobs.planner import Engine
from bot.jobs.pulse import Pulse
from bot.jobs.retaining import Retaining
from bot.jobs.rounds import EVERY as ROUND_EVERY
from bot.jobs.rounds import Rounds
from bot.jobs.scopes import InstalledScopes, OwnScopes
from bot.jobs.suggestions import Telling
from bot.jobs.ticker import Ticker
from bot.life import Life
from bot.messenger.client import TIMEOUT
from bot.messenger.clients import Clients
from bot.messenger.courier import Courier
from bot.messenger.oauth import OAuth
from bot.messenger.outside import Outside
from bot.messenger.people import fetch_user
from bot.messenger.tokens import OneToken, StoredTokens
from bot.prerequisites import open_record, require_spoken, require_tokens, retention_of, secret_of
from bot.services.administering import shorter_retention
from bot.services.announcing import forget
from bot.services.asking import Library
from bot.services.discussing import CommentCounts
from bot.services.health import Deployment
from bot.services.helping import Offers
from bot.services.languages import Languages
from bot.services.people import PATIENCE, People
from bot.services.shelf import Shelf
from bot.settings import Settings
from bot.slack.authorize import ManyWorkspaces, OneWorkspace
from bot.slack.background import Background
from bot.slack.install.allowance import Allowance
from bot.slack.install.flow import INSTALL_PATH, InstallFlow, InstallParts
from bot.slack.listeners import bolt_app
from bot.slack.manifest import read_manifest
from bot.slack.parts import Parts
from bot.storage.announcing import announcements
from bot.storage.engine import Database
from bot.storage.migrate import prepare
from bot.storage.urls import is_sqlite, parse_url
from bot.surfaces.card import CardMessages
from bot.surfaces.home import HomeParts, Homes
from bot.surfaces.team_notice import NoticeWriter
from bot.surfaces.team_summary import SummaryWriter
from bot.surfaces.unasked import Composer
from bot.surfaces.welcome import Welcome
from bot.tally import Tally
from bot.web.dispatch import Dispatch
from bot.web.front import Front
from bot.web.socket_mode import SocketMode

RENEW_EVERY = 2.0  # seconds between two looks at the content
RETAIN_EVERY = 3600.0  # seconds between two removals of what has outlived its time
TELL_EVERY = 3600.0  # seconds between two looks whether the framework's owners have to be told something
ERASE_EVERY = 3600.0  # seconds between two looks whether a workspace that is gone has to be erased
CHECK_SCOPES_EVERY = 3600.0  # seconds between two looks whether Rung lacks scopes


@dataclass(frozen=True, slots=True)
class Rung:
    """A wired application: what serves HTTP, and ways to wait for what it does by itself.

    The lifespan of `front` starts and stops the rest; `socket_mode` is there where Slack is talked to that way.
    """

    front: Front
    background: Background
    parts: Parts
    shelf: Shelf
    rounds: Rounds
    telling: Telling
    erasing: Erasing
    retaining: Retaining
    scopes: OwnScopes | InstalledScopes
    tally: Tally
    socket_mode: SocketMode | None = None


def load_library(settings: Settings, catalogs: Catalogs) -> Library:
    """The content as it lies there now. Raises InvalidContent with every fault."""
    framework = load_framework(settings.content_dir)
    return Library(framework, Index(framework), Languages(catalogs, framework.locales, settings.default_locale))


@asynccontextmanager
async def wired(
    settings: Settings,
    *,
    by_socket: bool = False,
    answers: bool = True,
    writes: bool = True,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    monotonic: Callable[[], float] = time.monotonic,
    patience: float = PATIENCE,
) -> AsyncIterator[Rung]:
    """Everything that serves one workspace or many, for as long as the context lasts; the database is made ready first.

    Where it doesn't answer, it only plans and sends, and nothing of Slack's arrives here. Where it doesn't write, other
    processes plan and send, and see to what is done from time to time.

    `by_socket` talks to Slack by Socket Mode, else over HTTP. `patience` is how many seconds one answer waits for a
    fact from Slack, or for a database that is locked.
    Raises InvalidContent, SettingMissing, and what `prepare` raises.
    """
    require_tokens(settings)
    secret = secret_of(settings, by_socket) if answers else ""
    catalogs = require_spoken(settings, Catalogs.load())
    shelf = Shelf(lambda: load_library(settings, catalogs), lambda: content_stamp(settings.content_dir))
    await prepare(settings.database_url.get_secret_value())
    async with AsyncExitStack() as stack:
        record = stack.enter_context(closing(open_record(settings.record_calls))) if settings.record_calls else None
        session = await stack.enter_async_context(aiohttp.ClientSession(timeout=TIMEOUT))
        url = settings.database_url.get_secret_value()
        database = Database.open(url, busy_timeout=patience, keys=settings.keys)
        stack.push_async_callback(database.close)
        background = Background()
        tally = Tally()
        outside = Outside(settings, session, record, tally)
        oauth = outside.oauth(now)
        tokens = StoredTokens(database, oauth.renewed, now, monotonic) if oauth else outside.one_token()
        slack = outside.clients(tokens)
        quick = outside.clients(tokens, longest_wait=patience)
        people = People(database, _fetching(quick), background.run, monotonic, patience)
        scopes = _scopes(settings, people, shelf.library, database, slack)
        parts = Parts(
            command=settings.command,
            library=shelf.library,
            people=people,
            database=database,
            slack=slack,
            cards=CardMessages(),
            comments=CommentCounts(database, background.run, monotonic, patience / 4),
            offers=Offers(database, people, background.run, monotonic, patience / 4),
            homes=Homes(HomeParts(shelf.library, people, database, slack, now), background.run),
            focus_limit=settings.focus_limit,
            retention_of=shorter_retention(retention_of(settings), database),
            deployment=_deployment(settings, by_socket, scopes),
            spawn=background.run,
            now=now,
        )
        rounds = _rounds(settings, outside.clients(tokens, longest_wait=0), parts, monotonic, now)
        authorize = OneWorkspace(tokens.only) if isinstance(tokens, OneToken) else ManyWorkspaces(tokens)
        bolt = bolt_app(parts, authorize, "" if by_socket else secret)
        telling = Telling(settings.owners, people, shelf.library, database, slack)
        socket_mode = None
        if by_socket:
            app = outside.client(secret)
            socket_mode = SocketMode(app, session, Dispatch(bolt, record), monotonic, tally=tally)
        erasing = Erasing(timedelta(days=settings.erase_after_uninstall_days), database, slack)
        events_kept = timedelta(days=settings.keep_events_days)
        retaining = Retaining(parts.retention_of, events_kept, database, now, monotonic, asyncio.sleep)
        ticker = _ticker(shelf, scopes)
        if writes:
            _see_to_the_rest(ticker, parts, rounds, telling, erasing, retaining)
        hearing = _hearing(url, parts)
        life = Life(parts, background, shelf, rounds, ticker, scopes, hearing, socket_mode, answers, writes)
        pages = _install_flow(settings, oauth, parts, monotonic).pages if oauth and answers else {}
        front = Front(
            bolt,
            signing_secret=secret if answers and not by_socket else None,
            now=lambda: now().timestamp(),
            readiness=life.readiness,
            remarks=life.remarks,
            figures=life.figures,
            pages=pages,
            on_startup=life.start,
            on_shutdown=life.stop,
            record=record,
            tally=tally,
            monotonic=monotonic,
            trusted_proxies=settings.trusted_proxies,
        )
        yield Rung(front, background, parts, shelf, rounds, telling, erasing, retaining, scopes, tally, socket_mode)


@asynccontextmanager
async def working_at(settings: Settings, at: datetime | None) -> AsyncIterator[Rung]:
    """What Rung does by itself, without anything that serves; from an instant on, or now.

    Raises InvalidContent, SettingMissing, and what `prepare` raises.
    """
    begun, beginning = time.monotonic(), at or datetime.now(UTC)

    def now() -> datetime:
        return beginning + timedelta(seconds=time.monotonic() - begun)

    async with wired(settings, answers=False, now=now) as rung:
        yield rung


def _fetching(slack: Clients) -> Callable[[PersonId], Awaitable[SlackUser]]:
    return lambda person: fetch_user(slack(person.tenant), person)


def _fetching_for_lanes(slack: Clients, people: People) -> Callable[[PersonId], Awaitable[SlackUser]]:
    """Slack is asked before each message, and not once more by what writes it."""

    async def fetch(person: PersonId) -> SlackUser:
        user = await fetch_user(slack(person.tenant), person)
        people.learn(person, user)
        return user

    return fetch


def _deployment(settings: Settings, by_socket: bool, scopes: OwnScopes | InstalledScopes) -> Deployment:
    return Deployment(
        version=metadata.version("rung"),
        by_socket=by_socket,
        language=settings.default_locale,
        owners=settings.owners,
        retention=retention_of(settings),
        missing_scopes=scopes.missing_in,
    )


def _needed_scopes() -> tuple[str, ...]:
    return tuple(read_manifest()["oauth_config"]["scopes"]["bot"])


def _scopes(
    settings: Settings, people: People, library: Callable[[], Library], database: Database, slack: Clients
) -> OwnScopes | InstalledScopes:
    needed = frozenset(_needed_scopes())
    if settings.slack_bot_token:
        return OwnScopes(needed, slack(""))
    where = urljoin(settings.public_url, INSTALL_PATH.lstrip("/")) if settings.public_url else None
    return InstalledScopes(needed, where, people, library, database, slack)


def _install_flow(settings: Settings, oauth: OAuth, parts: Parts, monotonic: Callable[[], float]) -> InstallFlow:
    welcome = Welcome(parts.people, parts.library, parts.database, parts.slack, parts.now, parts.command)

    def installed(tenant: str) -> None:
        parts.slack.forget_token(tenant)
        parts.spawn(welcome.greet(tenant))

    return InstallFlow(
        InstallParts(
            oauth=oauth,
            api_url=settings.slack_api_url,
            public_url=settings.public_url,
            scopes=_needed_scopes(),
            command=settings.command,
            library=parts.library,
            database=parts.database,
            installed=installed,
            allowance=Allowance(monotonic),
        )
    )


def _rounds(
    settings: Settings, slack: Clients, parts: Parts, monotonic: Callable[[], float], now: Callable[[], datetime]
) -> Rounds:
    """One engine for SQLite and another one for PostgreSQL, which alone needs the queue."""
    composer = Composer(parts.library, parts.people, parts.database, slack, parts.homes, now, parts.command)
    lane_parts = LaneParts(
        database=parts.database,
        courier=lambda tenant: Courier(slack(tenant)),
        fetch=_fetching_for_lanes(slack, parts.people),
        writers={
            **dict.fromkeys(Kind, composer),
            TeamKind.SUMMARY: SummaryWriter(parts.library, parts.people, parts.database, slack, now),
            TeamKind.NOTICE: NoticeWriter(parts.library, parts.people, parts.database, parts.command),
        },
        holidays=holidays_of,
        now=now,
        monotonic=monotonic,
        sleep=asyncio.sleep,
        a_minute=settings.messages_a_minute,
        wall=lambda: datetime.now(UTC),
    )
    engine = _engine(settings.database_url.get_secret_value(), lane_parts)
    return Rounds(parts.database, engine, holidays_of, now, lane_parts.ending, Pulse(monotonic))


def _engine(url: str, parts: LaneParts) -> Engine:
    if is_sqlite(parse_url(url)):
        return Embedded(lambda *run: run_lane(run[0], parts, run[1]))
    from bot.jobs.distributed import Distributed

    return Distributed(url, lambda lane: run_lane(lane, parts))


def _hearing(url: str, parts: Parts) -> Hearing | None:
    """What other processes change; None where there are none."""
    if not parts.database.is_shared:
        return None

    def forget_all() -> None:
        parts.people.forget_all()
        parts.offers.forget_all()

    return Hearing(
        lambda: announcements(url, parts.database.teller),
        lambda changed: forget(changed, parts.people, parts.offers),
        forget_all,
    )


def _ticker(shelf: Shelf, scopes: OwnScopes | InstalledScopes) -> Ticker:
    """What each process looks at again and again while it serves."""
    ticker = Ticker()

    async def renew() -> None:
        await shelf.renew()

    ticker.every(RENEW_EVERY, renew, "take over changed content")
    ticker.every(CHECK_SCOPES_EVERY, scopes.check, "look whether scopes are missing")
    return ticker


def _see_to_the_rest(
    ticker: Ticker, parts: Parts, rounds: Rounds, telling: Telling, erasing: Erasing, retaining: Retaining
) -> None:
    """What one process has to do for all, and several may."""

    async def tell() -> None:
        await telling.tell(parts.now())

    async def erase() -> None:
        await erasing.erase(parts.now())

    ticker.every(RETAIN_EVERY, retaining.steady_remove, "remove what has outlived its time")
    ticker.every(ROUND_EVERY, rounds.steady_round, "plan and send what is due")
    ticker.every(TELL_EVERY, tell, "tell the framework's owners what was suggested")
    ticker.every(ERASE_EVERY, erase, "erase the data of workspaces that are gone")
