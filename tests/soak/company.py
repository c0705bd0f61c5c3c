"""The workspaces and their people, in Slack and in the database: each of them is due for a check-in."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from itertools import chain
from zoneinfo import ZoneInfo

import psycopg
from psycopg import sql
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel

from bot.catalog.loader import load_framework
from bot.domain.assessments import GivenRating, Rating
from bot.domain.cadence import Cadence, Kind, Occasion, Rhythm
from bot.domain.deliveries import Schedule
from bot.domain.focus import Focus, FocusState
from bot.domain.installations import BotToken, Installation
from bot.domain.people import CurrentLevel, PersonId
from bot.domain.skills import Skill
from bot.domain.teams import SummaryTime, Team
from bot.playground.backend import Args
from bot.playground.grid import LocalGrid
from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.oauth import Authorizations
from bot.playground.people import ADA, demo_people
from bot.playground.records import Channel, ChannelKind, Person
from bot.playground.workspace import GENERAL, Workspace
from bot.settings import BUNDLED_CONTENT
from bot.slack.manifest import manifest_for, read_manifest
from bot.storage.assessments import record_assessments
from bot.storage.engine import Database
from bot.storage.focus import save_focus
from bot.storage.installations import save_installation
from bot.storage.people import hold_person, set_profile_level, set_role
from bot.storage.schedules import save_schedule
from bot.storage.tables import CadenceRow, FocusRow, PersonRow
from bot.storage.teams import join_team, save_team
from bot.storage.urls import conninfo

HOST = "https://rung.test/"
CLIENT_ID, CLIENT_SECRET = "1.2", "a client secret for the soak"
SKILL, ROLE, LEVEL, TARGET = "distributed-training", "llm-engineer", "middle", "senior"
TEAM, TEAM_SIZE = "C0SOAKTEAM", 12
LOCALES = ("en-US", "en-US", "de-DE", "ru-RU")
EXPIRES_AFTER = timedelta(hours=1)  # so soon that each process finds every token to be renewed


@dataclass(frozen=True, slots=True)
class Size:
    """How many workspaces, and people in each. Half of these are due within `spread`, the others tomorrow."""

    workspaces: int
    people: int
    spread: timedelta

    @property
    def everybody(self) -> int:
        return self.workspaces * self.people

    @property
    def due(self) -> int:
        return self.workspaces * ((self.people + 1) // 2)


def user_id(workspace: int, number: int) -> str:
    return f"U{workspace:03d}N{number:05d}"


def tenant_id(workspace: int) -> str:
    return f"T0SOAK{workspace:03d}"


def grid_of(size: Size, zone: str) -> LocalGrid:
    """As many Slacks, in which nobody has installed anything."""
    manifest = manifest_for(read_manifest(), command="/skill", url=HOST)
    authorizations = Authorizations(
        CLIENT_ID, CLIENT_SECRET, f"{HOST}slack/oauth_redirect", lambda: datetime.now(UTC).timestamp(), rotates=True
    )
    spaces = [_workspace(number, size.people, zone) for number in range(size.workspaces)]
    return LocalGrid([LocalSlack(manifest, workspace=one) for one in spaces], authorizations)


def _workspace(number: int, size: int, zone: str) -> Workspace:
    people = [
        Person(user_id(number, one), f"Demo {one}", LOCALES[one % len(LOCALES)], zone, "LLM Engineer")
        for one in range(size)
    ]
    others = [one for one in demo_people() if one.id in (ADA, BOT_USER_ID)]
    ids = [one.id for one in chain(people, others)]
    made = Workspace(
        [*people, *others],
        [
            Channel(GENERAL, "general", ChannelKind.PUBLIC, ids),
            Channel(TEAM, "soak-team", ChannelKind.PUBLIC, [*ids[:TEAM_SIZE], BOT_USER_ID]),
        ],
    )
    made.team_id, made.name, made.domain = tenant_id(number), f"Demo {number}", tenant_id(number).lower()
    return made


async def settle_in(url: str, keys: Sequence[str], grid: LocalGrid, size: Size, zone: str, begin: datetime) -> None:
    """Install Rung everywhere, and let everybody have a level, a focus and a check-in that is due after `begin`."""
    database = Database.open(url, keys=keys)
    skill = load_framework(BUNDLED_CONTENT).skills[SKILL]
    try:
        for number, slack in enumerate(grid.slacks):
            await database.write(partial(_founded, grid, slack, number, skill, zone, begin))
    finally:
        await database.close()
    _multiply(url, size)


async def _founded(
    grid: LocalGrid, slack: LocalSlack, number: int, skill: Skill, zone: str, begin: datetime, session: AsyncSession
) -> None:
    tenant = tenant_id(number)
    await save_installation(session, _installed(grid, slack, begin))
    await _live(session, PersonId(tenant, user_id(number, 0)), zone, begin)
    today = begin.astimezone(ZoneInfo(zone)).date()
    due = SummaryTime(today, begin + timedelta(seconds=20), begin + timedelta(hours=4))
    team = Team(tenant, TEAM, tenant, today - timedelta(days=7), Rhythm.WEEKLY, zone=zone, upcoming=due)
    await save_team(session, team, begin)
    for one in range(TEAM_SIZE):
        person = PersonId(tenant, user_id(number, one))
        await hold_person(session, person, begin)
        await join_team(session, person, TEAM, begin)
        await record_assessments(session, person, person, "V0", _ratings(skill, random.Random(one)), begin)


def _installed(grid: LocalGrid, slack: LocalSlack, now: datetime) -> Installation:
    scopes = ",".join(read_manifest()["oauth_config"]["scopes"]["bot"])
    begun = f"https://slack.com/oauth/v2/authorize?client_id={CLIENT_ID}&scope={scopes}&state=soak"
    code = grid.agree(begun, slack, ADA).partition("code=")[2].partition("&")[0]
    told = grid.authorizations.access(Args({"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "code": code}))
    token = BotToken(told["access_token"], told["refresh_token"], now + EXPIRES_AFTER)
    workspace = slack.workspace
    return Installation(
        workspace.team_id, workspace.name, False, BOT_USER_ID, frozenset(scopes.split(",")), ADA, now, token
    )


def _ratings(skill: Skill, dice: random.Random) -> list[GivenRating]:
    """What somebody said of some of the statements, months ago."""
    statements = list(skill.statements.values())[:12]
    return [GivenRating.of(SKILL, one, dice.choice(list(Rating)), ("en",)) for one in statements]


async def _live(session: AsyncSession, person: PersonId, zone: str, begin: datetime) -> None:
    """Be due for a check-in at any hour."""
    today = begin.astimezone(ZoneInfo(zone)).date()
    whenever = Cadence(
        today - timedelta(days=7), Rhythm.OFF, Rhythm.WEEKLY, frozenset(range(1, 8)), time.min,
        time.max.replace(microsecond=0), time.min, time.min, frozenset(),
    )  # fmt: skip
    occasion = Occasion(Kind.CHECK_IN, today, begin, begin + timedelta(hours=4))
    await hold_person(session, person, begin)
    await set_role(session, person, ROLE, begin)
    await set_profile_level(session, person, CurrentLevel(LEVEL), begin)
    before = begin - timedelta(days=30)
    await save_focus(session, person, Focus(SKILL, ROLE, TARGET, FocusState.ACTIVE, before, before))
    await save_schedule(session, Schedule(person, person.tenant, whenever, zone, upcoming=occasion), begin)


def _multiply(url: str, size: Size) -> None:
    """Give everybody what the first one of each workspace has, each at a later moment than the one before."""
    with psycopg.connect(conninfo(url)) as connection:
        for table in (PersonRow, FocusRow, CadenceRow):
            connection.execute(*_copies(table, size))
    with psycopg.connect(conninfo(url), autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _copies(table: type[SQLModel], size: Size) -> tuple[sql.Composed, dict[str, object]]:
    names = list(SQLModel.metadata.tables[str(table.__tablename__)].columns.keys())
    later = sql.SQL("{0} + CASE n %% 2 WHEN 0 THEN {1} * n / {2} ELSE interval '1 day' END").format(
        sql.Identifier("next_at"), sql.Placeholder("spread"), sql.Placeholder("people")
    )
    changed = {"user_id": sql.SQL("left(user_id, 5) || lpad(n::text, 5, '0')"), "next_at": later}
    values = sql.SQL(", ").join(changed.get(name, sql.Identifier(name)) for name in names)
    statement = sql.SQL(
        "INSERT INTO {table} ({names}) SELECT {values} FROM {table}, generate_series(1, {last}) n"
        " WHERE right(user_id, 5) = '00000' ON CONFLICT (tenant, user_id{more}) DO UPDATE SET {again}"
    )
    more = ", skill, role, started_at" if table is FocusRow else ""
    own = [name for name in names if name not in ("tenant", "user_id", "skill", "role", "started_at")]
    again = sql.SQL(", ").join(sql.SQL("{0} = EXCLUDED.{0}").format(sql.Identifier(name)) for name in own)
    composed = statement.format(
        table=sql.Identifier(str(table.__tablename__)),
        names=sql.SQL(", ").join(map(sql.Identifier, names)),
        values=values,
        last=sql.Placeholder("last"),
        more=sql.SQL(more),
        again=again,
    )
    return composed, {"spread": size.spread, "people": size.people, "last": size.people - 1}
