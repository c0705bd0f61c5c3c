"""`rung doctor` against the local Slack: nothing to mend where all is well, and each thing broken once."""

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from bot.app import wired
from bot.charts import lettering
from bot.cli import main
from bot.doctor import manifest as doctors_manifest
from bot.doctor.database import MIB
from bot.doctor.examination import examine
from bot.doctor.findings import Finding, Verdict
from bot.domain.cadence import Kind
from bot.domain.deliveries import Delivery
from bot.domain.people import PersonId
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.serving import served
from bot.settings import Settings
from bot.slack.manifest import in_socket_mode, manifest_for, read_manifest
from bot.storage.deliveries import add_deliveries
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.people import hold_person
from tests.integration.storage.next_release import next_release
from tests.unit.catalog.tree import Tree

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
SIGNING_SECRET = "0123456789abcdef0123456789abcdef"
BOT_TOKEN, APP_TOKEN = "xoxb-local-bot-token", "xapp-local-app-token"

OK, WARNING, PROBLEM = Verdict
Manifest = dict[str, Any]


@dataclass
class Deployment:
    """One Rung without a fault, of which a test breaks one thing."""

    settings: Settings
    slack: LocalSlack
    now: datetime = NOW

    async def findings(self, url: str | None = None, **changes: object) -> list[Finding]:
        return await examine(self.settings.model_copy(update=changes), url, lambda: self.now)

    async def faults(self, url: str | None = None, **changes: object) -> list[tuple[str, str, str]]:
        """Of what isn't well: the check, the verdict, and all that is said."""
        found = await self.findings(url, **changes)
        assert all(bool(one.mend) is (one.verdict is not OK) for one in found)
        return [(one.check, one.verdict, f"{one.told}. {one.mend}") for one in found if one.verdict is not OK]


@asynccontextmanager
async def deployed(
    tmp_path: Path, sqlite_file: Path, manifest: Manifest, by_socket: bool = False
) -> AsyncIterator[Deployment]:
    tree = Tree(tmp_path / "content")
    tree.make_whole()
    slack = LocalSlack(manifest, now=NOW.timestamp, signing_secret=SIGNING_SECRET)
    async with slack.serving() as api_url:
        settings = Settings.model_construct().model_copy(
            update={
                "slack_api_url": api_url,
                "slack_bot_token": SecretStr(slack.bot_token),
                "slack_app_token": SecretStr(slack.app_token) if by_socket else None,
                "slack_signing_secret": None if by_socket else SecretStr(SIGNING_SECRET),
                "database_url": SecretStr(f"sqlite:///{sqlite_file}"),
                "content_dir": tree.directory,
            }
        )
        yield Deployment(settings, slack)


@pytest.fixture
async def deployment(tmp_path: Path, sqlite_file: Path) -> AsyncIterator[Deployment]:
    async with deployed(tmp_path, sqlite_file, read_manifest()) as opened:
        yield opened


async def test_nothing_has_to_be_mended_where_all_is_well(deployment: Deployment) -> None:
    found = await deployment.findings()
    assert [(one.check, one.verdict) for one in found] == [
        (check, OK)
        for check in (
            "settings", "manifest", "slack", "clock", "token", "scopes", "database", "disk", "deliveries", "content",
            "font",
        )
    ]  # fmt: skip
    assert not deployment.slack.workspace.journal, "nobody is written to"


@pytest.mark.parametrize("is_on", [True, False])
async def test_socket_mode_is_looked_at_where_it_is_used(is_on: bool, tmp_path: Path, sqlite_file: Path) -> None:
    manifest = in_socket_mode(read_manifest())
    async with deployed(tmp_path, sqlite_file, manifest, by_socket=True) as deployment:
        if not is_on:
            deployment.slack.fail_next("apps.connections.open", Failure.slack("missing_scope"))
        (found,) = [one for one in await deployment.findings() if one.check == "socket mode"]
    assert found.verdict is (OK if is_on else PROBLEM)
    assert is_on or "connections:write" in found.mend


@pytest.mark.parametrize(
    ("changes", "verdict", "told"),
    [
        ({"slack_bot_token": None}, PROBLEM, "SLACK_BOT_TOKEN isn't set"),
        ({"slack_signing_secret": None}, PROBLEM, "neither SLACK_SIGNING_SECRET (HTTP) nor SLACK_APP_TOKEN"),
        ({"slack_app_token": SecretStr(APP_TOKEN)}, WARNING, "both set: `rung run` uses Socket Mode"),
        ({"slack_signing_secret": SecretStr(BOT_TOKEN)}, WARNING, "isn't 32 hexadecimal digits"),
        ({"slack_bot_token": None, "slack_client_id": "1.2"}, PROBLEM, "SLACK_CLIENT_SECRET and RUNG_ENCRYPTION_KEYS"),
        ({"slack_client_id": "1.2"}, WARNING, "serves the one workspace of the token"),
        ({"default_locale": "tlh"}, PROBLEM, "RUNG_DEFAULT_LOCALE: Rung doesn't speak tlh"),
        ({"record_calls": Path("calls.jsonl")}, WARNING, "RUNG_RECORD_CALLS is set"),
    ],
)
async def test_settings_that_do_not_fit_together_are_told(
    deployment: Deployment, changes: dict[str, Any], verdict: Verdict, told: str
) -> None:
    faults = [fault for fault in await deployment.faults(**changes) if fault[0] == "settings"]
    assert [fault[1] for fault in faults] == [verdict]
    assert told in faults[0][2]


async def test_tokens_that_were_mixed_up_are_told(deployment: Deployment) -> None:
    faults = await deployment.faults(
        slack_bot_token=SecretStr(APP_TOKEN), slack_app_token=SecretStr(BOT_TOKEN), slack_signing_secret=None
    )
    assert [fault[:2] for fault in faults] == [
        ("settings", PROBLEM),
        ("settings", PROBLEM),
        ("token", PROBLEM),
        ("socket mode", PROBLEM),
    ]


@pytest.mark.parametrize(
    ("failure", "check", "verdict"),
    [
        (Failure.slack("token_revoked"), "token", PROBLEM),
        (Failure.rate_limited(), "token", WARNING),
        (Failure.http(502), "slack", PROBLEM),
        (Failure.garbled(), "slack", PROBLEM),
        (Failure.dropped(), "slack", PROBLEM),
    ],
    ids=["revoked", "limited", "an error of a proxy", "a page", "dropped"],
)
async def test_what_slack_says_is_told(deployment: Deployment, failure: Failure, check: str, verdict: Verdict) -> None:
    deployment.slack.fail_next("auth.test", failure)
    ((found_at, found, told),) = await deployment.faults()
    assert (found_at, found) == (check, verdict)
    assert failure.error != "token_revoked" or failure.error in told


async def test_a_slack_that_is_not_there_is_told(deployment: Deployment) -> None:
    ((check, verdict, told),) = await deployment.faults(slack_api_url="http://127.0.0.1:9/api/")
    assert (check, verdict) == ("slack", PROBLEM)
    assert "SLACK_API_URL" in told


@pytest.mark.parametrize(
    ("scopes", "verdict", "told"),
    [
        ({"users:read": False}, PROBLEM, "missing: users:read"),
        ({"dnd:read": False, "groups:read": False}, WARNING, "Rung does less: dnd:read, groups:read"),
        ({"users:read.email": True}, WARNING, "not needed: users:read.email"),
    ],
)
async def test_scopes_are_compared_with_the_manifest(
    tmp_path: Path, sqlite_file: Path, scopes: dict[str, bool], verdict: Verdict, told: str
) -> None:
    manifest = copy.deepcopy(read_manifest())
    granted = set(manifest["oauth_config"]["scopes"]["bot"])
    granted |= {scope for scope, is_granted in scopes.items() if is_granted}
    manifest["oauth_config"]["scopes"]["bot"] = sorted(
        granted - {s for s, is_granted in scopes.items() if not is_granted}
    )
    async with deployed(tmp_path, sqlite_file, manifest) as deployment:
        ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("scopes", verdict)
    assert told in said


@pytest.mark.parametrize(
    ("seconds", "verdict"), [(20, None), (-45, WARNING), (45, WARNING), (-301, PROBLEM), (301, PROBLEM)]
)
async def test_the_clock_is_compared_with_slack_s(
    deployment: Deployment, seconds: int, verdict: Verdict | None
) -> None:
    deployment.now = NOW + timedelta(seconds=seconds)
    assert [fault[:2] for fault in await deployment.faults()] == ([("clock", verdict)] if verdict else [])


def without_a_scope(manifest: Manifest) -> None:
    manifest["oauth_config"]["scopes"]["bot"].remove("app_mentions:read")


def unescaped(manifest: Manifest) -> None:
    manifest["features"]["slash_commands"][0]["should_escape"] = False


def elsewhere(manifest: Manifest) -> None:
    manifest["settings"]["interactivity"]["request_url"] = "https://elsewhere.example.com/slack/events"


def twice(manifest: Manifest) -> None:
    manifest["settings"]["event_subscriptions"]["bot_events"].append("app_mention")


def formless(manifest: Manifest) -> None:
    del manifest["features"]


def silent(manifest: Manifest) -> None:
    manifest["settings"]["interactivity"]["is_enabled"] = False


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (without_a_scope, "the event app_mention needs the scope app_mentions:read"),
        (unescaped, "should_escape is off"),
        (elsewhere, "different addresses"),
        (twice, "app_mention stands there twice"),
        (silent, "interactivity is off"),
        (formless, "has not the form of a manifest"),
    ],
)
async def test_a_manifest_that_does_not_fit_together_is_told(
    deployment: Deployment, change: Callable[[Manifest], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = copy.deepcopy(read_manifest())
    change(edited)
    monkeypatch.setattr(doctors_manifest, "read_manifest", lambda: edited)
    faults = [fault for fault in await deployment.faults() if fault[0] == "manifest"]
    assert [fault[1] for fault in faults] == [PROBLEM]
    assert told in faults[0][2]


def test_the_manifest_fits_together_in_every_form_that_is_printed() -> None:
    printed = manifest_for(read_manifest(), command="/grow", url="https://rung.your-company.com")
    assert [*doctors_manifest.faults_of(printed), *doctors_manifest.faults_of(in_socket_mode(printed))] == []


async def set_revision(url: str, revision: str | None) -> None:
    database = Database.open(url)
    async with database.writing() as session:
        await session.execute(text("DELETE FROM alembic_version"))
        if revision:
            await session.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})
    await database.close()


@pytest.mark.parametrize(
    ("revision", "on_sqlite", "on_postgresql", "told"),
    [
        (None, WARNING, PROBLEM, "rung "),
        ("3d1c0a9e7f52", WARNING, PROBLEM, "rung "),
        ("ffffffffffff", PROBLEM, PROBLEM, "newer version"),
    ],
    ids=["never migrated", "older", "newer"],
)
async def test_a_database_of_another_version_is_told(
    deployment: Deployment,
    database_url: str,
    revision: str | None,
    on_sqlite: Verdict,
    on_postgresql: Verdict,
    told: str,
) -> None:
    await set_revision(database_url, revision)
    ((check, verdict, said),) = await deployment.faults(database_url=SecretStr(database_url))
    assert (check, verdict) == ("database", on_sqlite if database_url.startswith("sqlite") else on_postgresql)
    assert told in said


async def test_a_database_that_is_ahead_and_can_be_worked_with_is_told(
    deployment: Deployment, database_url: str, tmp_path: Path
) -> None:
    await upgrade(database_url, migrations=next_release(tmp_path / "next", "one"))
    ((check, verdict, said),) = await deployment.faults(database_url=SecretStr(database_url))
    assert (check, verdict) == ("database", WARNING)
    assert "by a newer version of Rung, which this one can work with" in said


@pytest.mark.parametrize(("free", "verdict"), [(500 * MIB, WARNING), (50 * MIB, PROBLEM)])
async def test_a_disk_that_is_nearly_full_is_told(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch, free: int, verdict: Verdict
) -> None:
    monkeypatch.setattr("bot.doctor.database.shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("disk", verdict)
    assert f"{free // MIB} MiB are free" in said


async def test_a_folder_that_cannot_be_written_to_is_told(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.doctor.database.os.access", lambda path, _: not Path(path).is_dir())
    ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("disk", PROBLEM)
    assert "can't be written to" in said


async def test_a_log_that_is_not_taken_over_is_told(deployment: Deployment, sqlite_file: Path) -> None:
    with sqlite_file.with_name(f"{sqlite_file.name}-wal").open("wb") as log:
        log.truncate(300 * MIB)
    ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("disk", WARNING)
    assert "its log 300" in said


QUEUE = {
    "a function is missing": ("DROP FUNCTION procrastinate_defer_jobs_v1", PROBLEM, "procrastinate_defer_jobs_v1"),
    "nobody runs lanes": (
        "INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('default', 'rung.lane')",
        PROBLEM,
        "1 lanes wait, and no process runs them",
    ),
    "a process is gone": (
        "WITH gone AS (INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 hour')"
        " RETURNING id) INSERT INTO procrastinate_jobs (queue_name, task_name, status, worker_id)"
        " SELECT 'default', 'rung.lane', 'doing', id FROM gone",
        WARNING,
        "1 lanes are held by processes that are gone",
    ),
}


@pytest.mark.parametrize(("statement", "verdict", "told"), QUEUE.values(), ids=QUEUE.keys())
async def test_a_queue_that_does_not_work_is_told(
    deployment: Deployment, postgres_url: str, statement: str, verdict: Verdict, told: str
) -> None:
    url = SecretStr(postgres_url)
    assert await deployment.faults(database_url=url) == []
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(statement)
    ((check, found, said),) = await deployment.faults(database_url=url)
    assert (check, found) == ("queue", verdict)
    assert told in said


async def test_messages_that_wait_for_long_are_told(deployment: Deployment, sqlite_file: Path) -> None:
    database, due = Database.open(f"sqlite:///{sqlite_file}"), NOW - timedelta(minutes=90)
    delivery = Delivery("T1", "U1", Kind.CHECK_IN, NOW.date(), "T1", due, NOW)

    async def enter(session: AsyncSession) -> None:
        await hold_person(session, PersonId("T1", "U1"), NOW)
        await add_deliveries(session, [delivery], NOW)

    await database.write(enter)
    await database.close()
    ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("deliveries", WARNING)
    assert "was due 90 minutes ago" in said


@pytest.mark.parametrize(
    ("url", "verdict"),
    [
        ("sqlite:///{}/new.db", WARNING),
        ("sqlite:///{}/nowhere/new.db", PROBLEM),
        ("postgresql://rung:a-password@127.0.0.1:9/rung", PROBLEM),
        ("mysql://rung:a-password@db/rung", PROBLEM),
    ],
)
async def test_a_database_that_is_not_there_is_told(
    deployment: Deployment, url: str, verdict: Verdict, tmp_path: Path
) -> None:
    ((check, found, _),) = await deployment.faults(database_url=SecretStr(url.format(tmp_path)))
    assert (check, found) == ("database", verdict)


@pytest.mark.parametrize(
    ("old", "new", "verdict", "told"),
    [
        ("[carve-spoon]", "[carve-spon]", PROBLEM, "1 faults"),
        ("Carves a spoon.", "Knows spoons.", WARNING, "1 warnings"),
    ],
)
async def test_faults_and_warnings_of_the_content_are_counted(
    deployment: Deployment, old: str, new: str, verdict: Verdict, told: str
) -> None:
    skill = deployment.settings.content_dir / "skills/whittling/skill.yaml"
    skill.write_text(skill.read_text("utf-8").replace(old, new), "utf-8")
    ((check, found, said),) = await deployment.faults()
    assert (check, found) == ("content", verdict)
    assert told in said


async def test_content_in_other_languages_only_or_none_at_all_is_told(deployment: Deployment, tmp_path: Path) -> None:
    ((check, verdict, _),) = await deployment.faults(default_locale="de")
    assert (check, verdict) == ("content", WARNING)
    ((check, verdict, told),) = await deployment.faults(content_dir=tmp_path / "nowhere")
    assert (check, verdict) == ("content", PROBLEM)
    assert "nowhere" in told


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in place of the fonts'."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    monkeypatch.setattr(lettering, "FONTS", folder)
    lettering._font.cache_clear()
    yield folder
    lettering._font.cache_clear()


@pytest.mark.parametrize("is_there", [True, False], ids=["damaged", "missing"])
async def test_a_font_that_letters_nothing_is_told(deployment: Deployment, fonts: Path, is_there: bool) -> None:
    for weight in lettering.Weight if is_there else ():
        weight.file.write_bytes(b"no font")
    faults = await deployment.faults()
    assert [fault[:2] for fault in faults] == [("font", PROBLEM)] * 2
    assert str(fonts) in faults[0][2]


async def test_an_address_that_leads_to_rung_answers_what_is_signed(deployment: Deployment) -> None:
    async with wired(deployment.settings, now=lambda: NOW) as rung, served(rung.front) as url:
        ((check, verdict, told),) = await deployment.faults(url)
        other = SecretStr(SIGNING_SECRET[::-1])
        ((_, refused, why),) = await deployment.faults(url, slack_signing_secret=other)
    assert (check, verdict) == ("address", WARNING)
    assert "https:// only" in told
    assert refused is PROBLEM
    assert "the same secret" in why


async def test_many_workspaces_need_no_token_of_one(deployment: Deployment) -> None:
    many = {"slack_bot_token": None, "slack_client_id": "1.2", "slack_client_secret": SecretStr(SIGNING_SECRET)}
    assert await deployment.faults(None, **many, encryption_keys=SecretStr("A" * 43 + "=")) == []


async def test_an_address_that_leads_elsewhere_is_told(deployment: Deployment) -> None:
    ((_, verdict, told),) = await deployment.faults(deployment.settings.slack_api_url)
    assert verdict is PROBLEM
    assert "not as Rung does" in told
    ((_, verdict, told),) = await deployment.faults("https://127.0.0.1:9")
    assert verdict is PROBLEM
    assert "can't be reached" in told


async def test_a_secret_that_slack_or_a_driver_repeats_is_not_told(deployment: Deployment) -> None:
    token = deployment.slack.bot_token
    deployment.slack.fail_next("auth.test", Failure.slack(f"no such token: {token}"))
    found = await deployment.findings(database_url=SecretStr("postgresql://rung:a-password@a-password.invalid/rung"))
    told = "".join(one.told + one.mend for one in found)
    assert "no such token: [hidden]" in told
    assert "[hidden].invalid" in told
    assert not [secret for secret in (token, SIGNING_SECRET, "a-password") if secret in told]


def environment(settings: Settings) -> dict[str, str | None]:
    secrets = {"SLACK_BOT_TOKEN": settings.slack_bot_token, "SLACK_SIGNING_SECRET": settings.slack_signing_secret}
    return {
        **{name: secret.get_secret_value() for name, secret in secrets.items() if secret},
        "SLACK_API_URL": settings.slack_api_url,
        "RUNG_DATABASE_URL": settings.database_url.get_secret_value(),
        "RUNG_CONTENT_DIR": str(settings.content_dir),
        "RUNG_RECORD_CALLS": None,  # of the tests, about which doctor would warn
    }


@pytest.mark.parametrize("form", ["plain", "json"])
async def test_the_command_prints_a_line_each_and_fails_on_problems(deployment: Deployment, form: str) -> None:
    """By the real clock, of which the local Slack's is years behind."""
    environ = environment(deployment.settings)
    result = await asyncio.to_thread(CliRunner().invoke, main, ["doctor", "--format", form], env=environ)
    assert result.exit_code == 1
    if form == "json":
        told = json.loads(result.stdout)
        assert told["problems"] == 1
        verdicts = {one["check"]: one["verdict"] for one in told["findings"]}
    else:
        *lines, last = result.stdout.splitlines()
        assert last.startswith("11 looks: 1 problem")
        verdicts = {line.split()[1].rstrip(":"): line.split()[0] for line in lines}
    expected = dict.fromkeys(
        ("settings", "manifest", "slack", "token", "scopes", "database", "deliveries", "font"), "ok"
    )
    for changing in ("content", "disk"):
        del verdicts[changing]
    assert verdicts == {**expected, "clock": "problem"}


def test_a_setting_that_cannot_be_used_is_a_problem_without_its_value() -> None:
    result = CliRunner().invoke(main, ["doctor"], env={"RUNG_COMMAND": "skill!", "RUNG_FOCUS_LIMIT": "many"})
    assert result.exit_code == 1
    assert [line.split()[:3] for line in result.stdout.splitlines()[:2]] == [
        ["problem", "settings:", "RUNG_COMMAND:"],
        ["problem", "settings:", "RUNG_FOCUS_LIMIT:"],
    ]
    assert "skill!" not in result.stdout
