"""What people do, over HTTP and over Socket Mode from one list, and what is of Socket Mode alone."""

import asyncio
import json
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

import aiohttp
import pytest
import yaml
from click.testing import CliRunner, Result

from bot.cli import main
from bot.playground.failures import Failure
from bot.playground.local_slack import LocalSlack
from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.playground.socket_mode import Socket
from bot.slack.manifest import in_socket_mode, read_manifest
from bot.web.connection import SILENCE
from bot.web.socket_mode import CONNECTIONS, LONGEST_WAIT, STEADY, SocketMode
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import lines, said, title

QUESTION = "distributed-training senior"
SENIOR, MIDDLE = "distributed-training/llm-engineer/senior", "distributed-training/llm-engineer/middle"
EXPECTED = {EMMA: "*Expected at Senior*", DIETER: "*Erwartet auf Level Senior*", ROMAN: "*Ожидания на грейде Senior*"}


async def asked(scene: Scene, person: str = EMMA) -> Message:
    answer = (await scene.slack.command(person, QUESTION)).message
    assert answer.is_ephemeral
    assert EXPECTED[person] in said(answer)
    return answer


def shown(view: View | None) -> View:
    assert view is not None
    return view


async def ask_in_three_languages(scene: Scene) -> None:
    for person in EXPECTED:
        await asked(scene, person)


async def ask_with_many_words(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "“distributed training” — senior <!channel> & ümläute 🦊")).message
    assert "<!channel>" not in said(answer)


async def pick_a_level(scene: Scene) -> None:
    answer = await asked(scene)
    await scene.slack.select(EMMA, answer, "card.level", MIDDLE)
    assert title(answer) == "Distributed Training: Middle"


async def look_at_all_levels(scene: Scene) -> None:
    levels = shown((await scene.slack.click(EMMA, await asked(scene), "card.levels")).view)
    details = shown((await scene.slack.click(EMMA, levels, "levels.details", value=SENIOR)).view)
    assert details.previous_id == levels.id


async def post_to_the_channel(scene: Scene) -> None:
    view = shown((await scene.slack.click(EMMA, await asked(scene), "card.more", value=f"post {SENIOR}")).view)
    assert scene.public() == []
    (posted,) = (await scene.slack.submit(EMMA, view)).posted
    assert scene.public() == [posted]


async def choose_a_language(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "language de")).message
    assert lines(answer)[0].startswith("Gespeichert")
    assert EXPECTED[DIETER] in said((await scene.slack.command(EMMA, QUESTION)).message)


async def move_to_another_language(scene: Scene) -> None:
    await asked(scene)
    outcome = await scene.slack.change_user(EMMA, locale="de-DE")
    assert (outcome.status, outcome.body) == (200, None)
    assert EXPECTED[DIETER] in said((await scene.slack.command(EMMA, QUESTION)).message)


async def ask_as_a_guest(scene: Scene) -> None:
    await scene.slack.command(GUS, QUESTION)
    assert scene.rows("person") == []


async def ask_for_what_fails(scene: Scene) -> None:
    """A command and a submission whose listener raises; a click after which a call to Slack fails."""
    answer = await asked(scene)
    view = shown((await scene.slack.click(EMMA, answer, "card.more", value=f"post {SENIOR}")).view)
    scene.slack.fail_next("views.open", Failure.slack("expired_trigger_id"))
    told = (await scene.slack.click(EMMA, answer, "card.levels")).message
    assert lines(told)[0].startswith("That took too long")
    for file in scene.database.parent.glob("rung.db*"):
        file.unlink()
    told = (await scene.slack.command(EMMA, "language de")).message
    assert told.is_ephemeral
    assert lines(told)[0].startswith("Rung can't reach its database")
    assert lines(told)[1].startswith("Reference for your admin: ")
    view.body["private_metadata"] = "of another version"
    told_in = shown((await scene.slack.submit(EMMA, view)).view)
    assert lines(told_in)[0].startswith("This message is out of date")


Act = Callable[[Scene], Awaitable[None]]
ACTS: list[Act] = [
    ask_in_three_languages,
    ask_with_many_words,
    pick_a_level,
    look_at_all_levels,
    post_to_the_channel,
    choose_a_language,
    move_to_another_language,
    ask_as_a_guest,
    ask_for_what_fails,
]


@pytest.mark.parametrize("by_socket", [False, True], ids=["http", "socket"])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
async def test_people_see_the_same_whichever_way_slack_talks(new_scene: NewScene, act: Act, by_socket: bool) -> None:
    async with new_scene(by_socket=by_socket) as scene:
        await act(scene)
        assert [call.error for call in scene.slack.calls if call.error not in (None, "expired_trigger_id")] == []
        assert [socket.strays for socket in scene.slack.sockets.open] == [[]] * (CONNECTIONS if by_socket else 0)


@pytest.fixture
async def scene(new_scene: NewScene) -> AsyncIterator[Scene]:
    async with new_scene(by_socket=True) as opened:
        yield opened


def socket_mode(scene: Scene) -> SocketMode:
    assert scene.rung.socket_mode is not None
    return scene.rung.socket_mode


async def ready(scene: Scene) -> tuple[int, dict[str, str]]:
    """The status of /ready, and the problems that it tells."""
    status, body = await get(scene, "/ready")
    return status, json.loads(body)["problems"]


async def get(scene: Scene, path: str, method: str = "GET") -> tuple[int, bytes]:
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(event: dict[str, object]) -> None:
        sent.append(event)

    await scene.rung.front({"type": "http", "method": method, "path": path, "headers": []}, receive, send)  # type: ignore[arg-type]  # our events are dicts
    status, body = sent[0]["status"], sent[1]["body"]
    assert isinstance(status, int)
    assert isinstance(body, bytes)
    return status, body


async def test_either_connection_brings_commands(scene: Scene) -> None:
    first, second = scene.slack.sockets.open
    first.is_leaving = True
    await asked(scene)
    first.is_leaving, second.is_leaving = False, True
    await asked(scene)


async def test_requests_over_http_are_not_served(scene: Scene) -> None:
    assert (await get(scene, "/slack/events", "POST"))[0] == 404
    assert (await get(scene, "/health"))[0] == 200


async def test_it_is_ready_while_one_connection_is_up(scene: Scene) -> None:
    scene.slack.sockets.failures.extend([Failure.http(503)] * 20)
    first, second = list(scene.slack.sockets.open)

    first.drop()
    await scene.slack.sockets.until(lambda: len(scene.slack.sockets.open) == 1)
    assert await ready(scene) == (200, {})

    second.drop()
    await until(lambda: socket_mode(scene).problem() is not None)
    status, problems = await ready(scene)
    assert status == 503
    assert problems["slack"].startswith("Not connected to Slack by Socket Mode: ")

    scene.slack.sockets.failures.clear()
    scene.clock.seconds += LONGEST_WAIT
    socket_mode(scene).check(scene.clock())
    await until(lambda: socket_mode(scene).problem() is None)
    assert await ready(scene) == (200, {})


async def until(is_so: Callable[[], bool]) -> None:
    """Let everything run until it is so."""
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110  # no event tells what goes on inside of Rung
            await asyncio.sleep(0)


def all_new(scene: Scene, before: list[Socket]) -> bool:
    """Whether every connection has been replaced, and the old ones are gone."""
    now = scene.slack.sockets.open
    return len(now) == CONNECTIONS and not set(now) & set(before)


async def test_a_stuck_connection_is_rebuilt_and_the_next_command_is_answered(scene: Scene) -> None:
    before = list(scene.slack.sockets.open)
    for stuck in before:
        stuck.get_stuck()

    scene.clock.seconds += SILENCE
    socket_mode(scene).check(scene.clock())
    await scene.slack.sockets.until(lambda: all_new(scene, before))

    await asked(scene)


async def test_slack_renews_all_connections_and_no_command_is_lost(scene: Scene) -> None:
    for _ in range(3):
        before = list(scene.slack.sockets.open)
        scene.clock.seconds += STEADY
        for socket in before:
            await socket.ask_to_leave()
        await asked(scene)
        await scene.slack.sockets.until(lambda: len(scene.slack.sockets.open) == 2 * CONNECTIONS)
        await asked(scene)
        for socket in before:
            await socket.close()
        await scene.slack.sockets.until(partial(all_new, scene, before))


class Gate(asyncio.Event):
    """Holds back what Slack knows of a person, and with it the answer; `reached` when somebody waits."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.reached = asyncio.Event()
        scene.slack.fail_next("users.info", Failure.held(self))

    async def wait(self) -> Literal[True]:
        self.reached.set()
        return await super().wait()

    async def opens_when(self, is_so: Callable[[], bool]) -> None:
        await until(is_so)
        self.set()


async def test_a_command_in_flight_is_answered_before_rung_stops(new_scene: NewScene) -> None:
    async with new_scene(by_socket=True) as scene:
        gate = Gate(scene)
        command = asyncio.create_task(scene.slack.command(DIETER, QUESTION))
        await gate.reached.wait()
        opens = asyncio.create_task(gate.opens_when(lambda: len(scene.slack.sockets.open) < CONNECTIONS))
    await opens
    assert EXPECTED[DIETER] in said((await command).message)
    assert scene.slack.sockets.open == []


async def test_a_command_in_flight_is_answered_on_the_connection_that_slack_renews(scene: Scene) -> None:
    gate = Gate(scene)
    command = asyncio.create_task(scene.slack.command(DIETER, QUESTION))
    await gate.reached.wait()
    scene.clock.seconds += STEADY
    for socket in list(scene.slack.sockets.open):
        await socket.ask_to_leave()
    await scene.slack.sockets.until(lambda: len(scene.slack.sockets.open) == 2 * CONNECTIONS)

    gate.set()

    assert EXPECTED[DIETER] in said((await command).message)


async def test_case_14_whoever_asks_again_after_a_lost_connection_has_one_entry(scene: Scene) -> None:
    gate = Gate(scene)
    lost = asyncio.create_task(scene.slack.command(DIETER, "language ru"))
    await gate.reached.wait()
    scene.clock.seconds += STEADY
    dropped = list(scene.slack.sockets.open)
    for socket in dropped:
        socket.drop()
    gate.set()
    assert (await lost).status == 504
    await scene.slack.sockets.until(lambda: bool(set(scene.slack.sockets.open) - set(dropped)))

    again = (await scene.slack.command(DIETER, "language ru")).message

    assert lines(again)[0].startswith("Сохранено")
    assert len(scene.rows("person")) == 1


async def test_what_nobody_listens_to_is_logged_and_not_acknowledged(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.slack.sockets.patience = 0.05
    with caplog.at_level(logging.WARNING):
        outcome = await scene.send(RequestKind.COMMAND, {"command": "/other", "text": "", "user_id": EMMA})
    assert outcome.status == 504
    assert "An envelope was not acknowledged" in caplog.text


async def test_an_acknowledgement_is_recorded_as_over_http(new_scene: NewScene, tmp_path: Path) -> None:
    recorded = []
    for by_socket in (False, True):
        file = tmp_path / f"calls-{by_socket}.jsonl"
        async with new_scene(by_socket=by_socket, record_calls=file) as scene:
            await asked(scene)
        calls = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        recorded.append([call for call in calls if call["method"] == "ack"])
    assert len(recorded[0]) == 1
    assert recorded[0] == recorded[1]


@pytest.mark.parametrize("flags", [[], ["--socket"]], ids=["by the token", "by the flag"])
async def test_the_process_connects_answers_and_stops_when_it_is_asked(tmp_path: Path, flags: list[str]) -> None:
    slack = LocalSlack(in_socket_mode(read_manifest()))
    async with slack.serving() as url, process(slack, url, tmp_path / "rung.db", *flags) as rung:
        assert rung.stdout is not None
        said_where = (await rung.stdout.readline()).decode()
        begins = "Rung talks to Slack by Socket Mode; /health, /ready and /metrics are on http://127.0.0.1:"
        assert said_where.startswith(begins)
        await slack.sockets.connected(CONNECTIONS)
        async with aiohttp.ClientSession() as session, session.get(f"{said_where.split()[-1]}/ready") as answer:
            assert (await answer.json())["ready"] is True
        assert EXPECTED[DIETER] in said((await slack.command(DIETER, QUESTION)).message)
        rung.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(rung.wait(), 10) == 0
        await slack.sockets.until(lambda: slack.sockets.open == [])


@asynccontextmanager
async def process(
    slack: LocalSlack, url: str, database: Path, *flags: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`rung run`, with the settings that Socket Mode needs and no others."""
    environment = {
        "SLACK_API_URL": url,
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "RUNG_DATABASE_URL": f"sqlite:///{database}",
    }
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run", "--port", "0", *flags),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


def told(*arguments: str, **environment: str) -> Result:
    """What the command `rung` says."""
    return CliRunner(env={"SLACK_APP_TOKEN": "", "SLACK_BOT_TOKEN": "xoxb-1", **environment}).invoke(main, arguments)


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [(["--socket"], "SLACK_APP_TOKEN isn't set"), ([], "SLACK_SIGNING_SECRET isn't set, or SLACK_APP_TOKEN")],
)
def test_what_is_missing_is_told(arguments: list[str], missing: str) -> None:
    result = told("run", *arguments)
    assert result.exit_code == 1
    assert missing in result.stderr


def test_http_can_be_chosen_though_the_app_has_a_token() -> None:
    assert "SLACK_SIGNING_SECRET" in told("run", "--http", SLACK_APP_TOKEN="xapp-1").stderr


def test_the_manifest_for_socket_mode_has_no_addresses() -> None:
    printed = told("manifest", "--socket", RUNG_COMMAND="/grow").stdout
    assert "https://" not in printed
    settings = yaml.safe_load(printed)["settings"]
    assert settings["socket_mode_enabled"] is True
    assert settings["interactivity"] == {"is_enabled": True}
    assert yaml.safe_load(printed)["features"]["slash_commands"][0]["command"] == "/grow"
    ours = read_manifest()
    assert settings["event_subscriptions"] == {"bot_events": ours["settings"]["event_subscriptions"]["bot_events"]}


def test_an_address_and_socket_mode_exclude_each_other() -> None:
    assert told("manifest", "--socket", "--url", "https://rung.test").exit_code == 2
