"""What an operator sees of a Rung at work: the log of one request, figures, and whether it is ready."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from bot.app import Rung, wired
from bot.cli import main
from bot.jobs.pulse import STANDS_STILL
from bot.jobs.ticker import Ticker
from bot.playground import asgi
from bot.playground.failures import Failure
from bot.playground.people import EMMA, ROMAN
from bot.playground.records import Message
from bot.playground.signing import RequestKind
from bot.storage import revisions
from bot.storage.migrate import upgrade
from bot.web.connection import SILENCE
from bot.web.socket_mode import CONNECTIONS
from tests.integration.storage.next_release import next_release
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import lines
from tests.scenario.test_over_socket_mode import until
from tests.scenario.watching import Watch

QUESTION = "distributed-training senior"
POST = "post distributed-training/llm-engineer/senior"
SECRET_WORDS = "words that nobody should count"
KINDS = ("command", "action", "submission", "options", "shortcut", "event")


async def get(rung: Rung, path: str) -> asgi.Response:
    return await asgi.request(rung.front, path, {}, b"", "GET")


async def ready(rung: Rung) -> tuple[int, dict[str, str], dict[str, str]]:
    """The status of /ready, its problems and its remarks."""
    answer = await get(rung, "/ready")
    told = json.loads(answer.body)
    return answer.status, told["problems"], told["remarks"]


async def figures(rung: Rung) -> dict[tuple[str, ...], float]:
    """All samples of /metrics: by name, and the values of the labels in the order of their names."""
    text = (await get(rung, "/metrics")).body.decode()
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def of_request(watch: Watch, reference: str) -> list[str]:
    return [line.partition(" ")[2] for line in watch.lines if line.startswith(reference)]


def reference_in(message: Message) -> str:
    return lines(message)[-1].rpartition(" ")[2]


@pytest.mark.parametrize("by_socket", [False, True], ids=["http", "socket"])
async def test_the_reference_that_a_person_gives_leads_to_every_line_of_their_request(
    new_scene: NewScene, watch: Watch, by_socket: bool
) -> None:
    async with new_scene(by_socket=by_socket) as scene:
        answer = (await scene.slack.command(EMMA, QUESTION)).message
        scene.slack.fail_next("views.open", Failure.http(503))
        scene.slack.fail_next("response_url", Failure.http(404, "used_url"))
        afterwards = (await scene.slack.click(EMMA, answer, "card.levels")).message
        for file in scene.database.parent.glob("rung.db*"):
            file.unlink()
        at_once = (await scene.slack.command(EMMA, "language de")).message

    clicked, typed = of_request(watch, reference_in(afterwards)), of_request(watch, reference_in(at_once))
    assert [line.split(" ")[0] for line in clicked] == ["bot.telemetry", "bot.slack.errors", "bot.slack.errors"]
    assert "SlackUnavailable: views.open" in clicked[1]
    assert "An error could not be told in one way: response_url" in clicked[2]
    assert any("StorageUnavailable" in line for line in typed)
    assert any(line.startswith("bot.telemetry command language: failed in") for line in typed)
    assert reference_in(afterwards) != reference_in(at_once)


async def test_what_people_do_is_counted_and_what_they_write_is_not(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, QUESTION)).message
    await scene.slack.command(EMMA, SECRET_WORDS)
    window = (await scene.slack.click(EMMA, answer, "card.more", value=POST)).view
    assert window is not None
    await scene.slack.submit(EMMA, window)
    await scene.slack.mention(EMMA, SECRET_WORDS, channel="C0GENERAL")
    await scene.slack.post(b"unsigned", {})
    scene.slack.fail_next("views.open", Failure.slack("expired_trigger_id"))
    await scene.slack.click(EMMA, answer, "card.levels")

    text = (await get(scene.rung, "/metrics")).body.decode()
    counted = await figures(scene.rung)
    assert counted["rung_requests_total", "command", "ok", "card"] == 1
    assert counted["rung_requests_total", "command", "ok", "no_match"] == 1
    assert counted["rung_requests_total", "action", "ok", "card.more"] == 1
    assert counted["rung_requests_total", "submission", "ok", "post"] == 1
    assert counted["rung_requests_total", "event", "ok", "app_mention"] == 1
    assert counted["rung_requests_total", "other", "refused", ""] == 1
    assert counted["rung_ack_seconds_count", "command"] == 2
    assert counted["rung_request_seconds_count", "action"] == counted["rung_ack_seconds_count", "action"] == 2
    assert counted["rung_errors_total", "TriggerExpired"] == 1
    assert counted["rung_slack_calls_total", "expired_trigger_id", "views.open", "refused"] == 1
    assert counted["rung_slack_calls_total", "", "response_url", "ok"] >= 1
    assert counted["rung_cache_lookups_total", "people", "hit"] > 0
    assert counted["rung_background_tasks",] == 0
    assert counted["rung_schema_current",] == 1
    assert not [word for word in SECRET_WORDS.split() if f'"{word}' in text]


async def test_slack_that_wants_less_is_counted_though_the_call_succeeds(scene: Scene) -> None:
    scene.slack.fail_next("users.info", Failure.rate_limited(0))
    await scene.slack.command(ROMAN, QUESTION)
    counted = await figures(scene.rung)
    assert counted["rung_slack_calls_total", "", "users.info", "ratelimited"] == 1
    assert counted["rung_slack_calls_total", "", "users.info", "ok"] == 1


def migrate_to(scene: Scene, revision: str) -> None:
    with closing(sqlite3.connect(scene.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
        connection.commit()


async def test_it_is_not_ready_with_a_database_that_was_not_migrated(scene: Scene) -> None:
    assert await ready(scene.rung) == (200, {}, {})
    older = min(revisions.known() - {revisions.head()})
    migrate_to(scene, older)
    status, problems, _ = await ready(scene.rung)
    assert status == 503
    assert f"at revision {older}" in problems["database"]
    assert (await figures(scene.rung))["rung_schema_current",] == 0


async def test_old_processes_stay_ready_while_a_newer_version_migrates(scene: Scene, tmp_path: Path) -> None:
    await upgrade(f"sqlite:///{scene.database}", migrations=next_release(tmp_path / "next", "one"))
    assert await ready(scene.rung) == (200, {}, {})
    assert (await figures(scene.rung))["rung_schema_current",] == 0


async def test_it_is_not_ready_without_its_database_and_is_alive_all_the_same(scene: Scene) -> None:
    for file in scene.database.parent.glob("rung.db*"):
        file.unlink()
    status, problems, _ = await ready(scene.rung)
    assert (status, list(problems)) == (503, ["database"])
    assert "can't be reached" in problems["database"]
    counted = await figures(scene.rung)
    assert counted["rung_database_up",] == 0
    assert counted["rung_build_info", version_of(counted)] == 1
    assert (await get(scene.rung, "/health")).status == 200


def version_of(counted: dict[tuple[str, ...], float]) -> str:
    return next(labels[0] for name, *labels in counted if name == "rung_build_info")


async def test_rounds_that_stand_still_are_told(scene: Scene) -> None:
    await scene.rung.rounds.steady_round()
    scene.clock.seconds += STANDS_STILL
    status, problems, remarks = await ready(scene.rung)
    assert (status, problems) == (200, {}), "people are answered all the same"
    assert "no round of planning was completed for 180 seconds" in remarks["rounds"]

    async with wired(scene.settings, answers=False, now=scene.clock.moment, monotonic=scene.clock) as worker:
        assert (await ready(worker))[0] == 200
        scene.clock.seconds += STANDS_STILL
        assert (await ready(worker))[:2] == (503, {"rounds": remarks["rounds"]}), "it has nothing else to do"
        await worker.rounds.steady_round()
        assert (await ready(worker))[0] == 200
        counted = await figures(worker)
    assert counted["rung_rounds_total", "completed"] == 1
    assert counted["rung_round_age_seconds",] == 0


async def test_who_only_answers_leaves_all_else_to_others(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(Ticker, "every", lambda _ticker, _seconds, _work, name: done.append(name))
    async with wired(scene.settings, writes=False, now=scene.clock.moment, monotonic=scene.clock) as web:
        scene.clock.seconds += STANDS_STILL
        status, problems, remarks = await ready(web)
    assert (status, problems, remarks.get("rounds")) == (200, {}, None)
    assert sorted(done) == ["look whether scopes are missing", "take over changed content"]

    async with wired(scene.settings, now=scene.clock.moment, monotonic=scene.clock):
        pass
    assert "plan and send what is due" in done


@pytest.mark.parametrize(
    ("url", "options", "told"),
    [
        ("sqlite:///rung.db", ["--no-rounds"], "On SQLite there is one process"),
        ("postgresql://rung@127.0.0.1/rung", ["--no-rounds", "--worker"], "there is nothing to do"),
    ],
)
def test_a_process_has_something_to_do(url: str, options: list[str], told: str) -> None:
    result = CliRunner(env={"RUNG_DATABASE_URL": url}).invoke(main, ["run", *options])
    assert (result.exit_code, told in result.output) == (2, True), result.output


async def test_a_round_that_fails_is_no_sign_of_life(scene: Scene) -> None:
    for file in scene.database.parent.glob("rung.db*"):
        file.unlink()
    scene.clock.seconds += STANDS_STILL
    await scene.rung.rounds.steady_round()
    counted = await figures(scene.rung)
    assert counted["rung_rounds_total", "failed"] == 1
    assert counted["rung_round_age_seconds",] == STANDS_STILL


async def test_socket_mode_that_is_stuck_is_not_ready_and_mends_itself(
    new_scene: NewScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.socket_mode.wait_before", lambda attempt, chance: 0.0)
    async with new_scene(by_socket=True) as scene:
        socket_mode, sockets = scene.rung.socket_mode, scene.slack.sockets
        assert socket_mode is not None
        assert (await figures(scene.rung))["rung_socket_mode_connections",] == CONNECTIONS

        sockets.failures.extend([Failure.silent()] * CONNECTIONS)  # the next handshakes hang
        for socket in sockets.open:
            socket.get_stuck()
        scene.clock.seconds += SILENCE
        socket_mode.check(scene.clock())
        await until(lambda: not sockets.failures)
        status, problems, _ = await ready(scene.rung)
        assert status == 503
        told = "Not connected to Slack by Socket Mode: nothing was heard for 15 seconds."
        assert problems == {"slack": told}

        scene.clock.seconds += SILENCE
        socket_mode.check(scene.clock())
        await until(lambda: socket_mode.problem() is None)
        assert (await ready(scene.rung))[:2] == (200, {})
        counted = await figures(scene.rung)
        assert counted["rung_socket_mode_replacements_total", "fault"] == 2 * CONNECTIONS
        assert lines((await scene.slack.command(EMMA, QUESTION)).message)


def kinds(counted: dict[tuple[str, ...], float]) -> Iterator[str]:
    yield from (labels[0] for name, *labels in counted if name == "rung_requests_total")


async def test_an_unheard_request_is_counted_without_its_own_words(scene: Scene) -> None:
    payload = {"type": "shortcut", "callback_id": "x1", "user": {"id": EMMA, "team_id": "T"}, "team": {"id": "T"}}
    await scene.send(RequestKind.INTERACTION, payload)
    counted = await figures(scene.rung)
    assert counted["rung_requests_total", "shortcut", "refused", ""] == 1
    assert set(kinds(counted)) <= set(KINDS)
