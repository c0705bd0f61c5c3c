"""Slack or the database fails: reading goes on, and whoever wanted something kept is told kindly."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.people import SlackUser
from bot.domain.skills import Skill
from bot.errors import LanguageNotKept, RungError, StorageUnavailable, TriggerExpired
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL
from bot.slack.authorize import OneWorkspace
from bot.slack.listeners import bolt_app
from bot.web.front import Front, Readiness
from tests.scenario.conftest import HURRIED, NewScene, Scene
from tests.scenario.lives import id_of
from tests.scenario.reading import lines, said, wording

QUESTION = "distributed-training senior"
SET_SENIOR = "set distributed-training/llm-engineer/senior"
POST = "post distributed-training/llm-engineer/senior"
EXPECTED = {EMMA: "*Expected at Senior*", DIETER: "*Erwartet auf Level Senior*", ROMAN: "*Ожидания на грейде Senior*"}
REFERENCE = "Reference for your admin: %(reference)s"
EVERYBODY = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])


def reference_in(surface: Message | View) -> str:
    return lines(surface)[-1].rsplit(" ", 1)[1]


@pytest.mark.parametrize(
    "failure",
    [
        Failure.http(500),
        Failure.garbled(),
        Failure.slack("user_not_found"),
        Failure.slack("missing_scope"),
        Failure.slack("fatal_error"),
        Failure.rate_limited(30),
        Failure.dropped(),
        Failure.silent(),
    ],
    ids=["500", "garbled", "unknown", "scope", "fatal", "429", "dropped", "silent"],
)
async def test_where_slack_does_not_say_who_asks_the_default_language_answers(
    new_scene: NewScene, failure: Failure
) -> None:
    async with new_scene(patience=HURRIED) as scene:
        scene.slack.connect(scene.rung.front)  # without waiting for what goes on in the background
        scene.slack.fail_next("users.info", failure, times=2)
        answer = (await scene.slack.command(DIETER, QUESTION)).message

        assert EXPECTED[EMMA] in said(answer)
        assert len(scene.slack.called("users.info")) <= 1
        await scene.rung.background.close(HURRIED)


async def test_a_language_that_came_too_late_is_used_the_next_time(new_scene: NewScene) -> None:
    async with new_scene(patience=HURRIED) as scene:
        scene.slack.connect(scene.rung.front)
        arrives = asyncio.Event()
        scene.slack.fail_next("users.info", Failure.held(arrives))
        assert EXPECTED[EMMA] in said((await scene.slack.command(DIETER, QUESTION)).message)
        arrives.set()
        await scene.rung.background.settled()
        assert EXPECTED[DIETER] in said((await scene.slack.command(DIETER, QUESTION)).message)
        assert len(scene.slack.called("users.info")) == 1


async def test_after_a_while_slack_is_asked_again(scene: Scene) -> None:
    scene.slack.fail_next("users.info", Failure.slack("fatal_error"))
    assert EXPECTED[EMMA] in said((await scene.slack.command(DIETER, QUESTION)).message)
    scene.clock.seconds += 29
    assert EXPECTED[EMMA] in said((await scene.slack.command(DIETER, QUESTION)).message)
    scene.clock.seconds += 2
    assert EXPECTED[DIETER] in said((await scene.slack.command(DIETER, QUESTION)).message)


async def test_slack_tells_of_a_language_before_it_is_asked_again(scene: Scene) -> None:
    scene.slack.fail_next("users.info", Failure.slack("fatal_error"))
    await scene.slack.command(DIETER, QUESTION)
    await scene.slack.change_user(DIETER, title="Engineer")
    assert EXPECTED[DIETER] in said((await scene.slack.command(DIETER, QUESTION)).message)


async def test_nothing_is_kept_of_somebody_of_whom_slack_says_nothing(new_scene: NewScene) -> None:
    async with new_scene(patience=HURRIED) as scene:
        scene.slack.connect(scene.rung.front)
        scene.slack.fail_next("users.info", Failure.silent(), times=2)
        answer = (await scene.slack.command(GUS, "language de")).message

        assert lines(answer)[0].startswith("Rung can't reach Slack right now.")
        assert scene.rows("person") == []
        await scene.rung.background.close(HURRIED)


async def test_somebody_whom_slack_does_not_know_is_answered(scene: Scene) -> None:
    command = {
        "command": "/skill",
        "text": QUESTION,
        "user_id": "U0NOBODY",
        "team_id": scene.slack.workspace.team_id,
        "channel_id": GENERAL,
        "response_url": "",
        "trigger_id": "1.1.demo",
    }
    outcome = await scene.send(RequestKind.COMMAND, command)

    assert outcome.status == 200
    assert outcome.body["response_type"] == "ephemeral"
    assert EXPECTED[EMMA] in outcome.body["text"]


@contextmanager
def locked(scene: Scene, mode: str = "IMMEDIATE") -> Iterator[None]:
    """Another process holds the database."""
    with closing(sqlite3.connect(scene.database)) as connection:
        if mode == "EXCLUSIVE":
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute(f"BEGIN {mode}")
        yield
        connection.rollback()


def take_away(scene: Scene) -> None:
    for file in scene.database.parent.glob("rung.db*"):
        file.unlink()


def replace_by_a_folder(scene: Scene) -> None:
    take_away(scene)
    scene.database.mkdir()


def replace_by_noise(scene: Scene) -> None:
    take_away(scene)
    scene.database.write_bytes(b"this is no database" * 500)


def take_the_tables_away(scene: Scene) -> None:
    with closing(sqlite3.connect(scene.database)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in ("current_level", "person", "channel"):
            connection.execute(f"DROP TABLE {table}")


GONE = pytest.mark.parametrize(
    "breakage", [take_away, replace_by_a_folder, replace_by_noise, take_the_tables_away], ids=lambda made: made.__name__
)


@EVERYBODY
@pytest.mark.parametrize("mode", ["IMMEDIATE", "EXCLUSIVE"])
async def test_a_locked_database_stops_no_reading_and_keeps_no_half_writing(
    new_scene: NewScene, person: str, mode: str
) -> None:
    async with new_scene(patience=HURRIED * 4) as scene:
        known = scene.slack.workspace.people[person]  # to Rung too, without a connection that looks for a rhythm
        scene.rung.parts.people.learn(id_of(scene, person), SlackUser(known.locale, known.tz))
        with locked(scene, mode):
            answer = (await scene.slack.command(person, QUESTION)).message
            assert EXPECTED[person] in said(answer)
            told = (await scene.slack.click(person, answer, "card.more", value=SET_SENIOR)).message
            assert lines(told)[0] == wording(person, StorageUnavailable.told)
        assert scene.rows("person") == []
        await scene.slack.click(person, answer, "card.more", value=SET_SENIOR)
        assert len(scene.rows("current_level")) == 1


@GONE
@EVERYBODY
async def test_a_database_that_is_gone_is_told_where_something_had_to_be_kept(
    scene: Scene, caplog: pytest.LogCaptureFixture, person: str, breakage: object
) -> None:
    assert callable(breakage)
    breakage(scene)

    answer = (await scene.slack.command(person, QUESTION)).message
    assert EXPECTED[person] in said(answer)
    for told in (
        (await scene.slack.command(person, "language de")).message,
        (await scene.slack.click(person, answer, "card.more", value=SET_SENIOR)).message,
    ):
        assert lines(told)[0] == wording(person, StorageUnavailable.told)
        assert lines(told)[1] == wording(person, REFERENCE, reference=reference_in(told))
        assert told.is_ephemeral
        assert reference_in(told) in caplog.text
    assert EXPECTED[person] in said(answer)
    assert scene.public() == []


@GONE
async def test_without_a_database_a_card_is_still_posted_and_the_language_is_not_promised(
    scene: Scene, breakage: object
) -> None:
    assert callable(breakage)
    answer = (await scene.slack.command(EMMA, QUESTION)).message
    breakage(scene)

    view = (await scene.slack.click(EMMA, answer, "card.more", value=POST)).view
    assert view is not None
    await scene.slack.select(EMMA, view, "post.language", "de")
    outcome = await scene.slack.submit(EMMA, view)

    assert len(scene.public()) == 1
    (told,) = [m for m in outcome.messages if scene.slack.workspace.channels[m.channel].is_direct]
    assert lines(told)[0] == wording(EMMA, LanguageNotKept.told)


async def test_a_database_that_comes_back_is_used_again(scene: Scene) -> None:
    copy = scene.database.with_suffix(".copy")
    shutil.copyfile(scene.database, copy)
    await scene.slack.command(EMMA, QUESTION)
    take_away(scene)
    await scene.slack.command(EMMA, "language de")
    shutil.copyfile(copy, scene.database)

    answer = (await scene.slack.command(EMMA, "language de")).message

    assert lines(answer)[0] != wording("en", StorageUnavailable.told)
    assert len(scene.rows("person")) == 1


@EVERYBODY
async def test_a_trigger_that_expired_is_told_and_can_be_clicked_again(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, QUESTION)).message
    scene.slack.fail_next("views.open", Failure.slack("expired_trigger_id"))

    outcome = await scene.slack.click(person, answer, "card.levels")

    assert lines(outcome.message) == [wording(person, TriggerExpired.told)]
    assert EXPECTED[person] in said(answer)
    assert (await scene.slack.click(person, answer, "card.levels")).view is not None


async def test_in_a_window_an_expired_trigger_is_told_in_a_direct_message(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, QUESTION)).message
    levels = (await scene.slack.click(EMMA, answer, "card.levels")).view
    assert levels is not None
    scene.slack.fail_next("views.push", Failure.slack("expired_trigger_id"), times=2)

    outcome = await scene.slack.click(EMMA, levels, "levels.details", value="distributed-training/llm-engineer/senior")

    assert lines(outcome.message)[0].startswith("That took too long")
    assert scene.slack.workspace.channels[outcome.message.channel].is_direct


async def test_a_window_that_has_changed_since_the_click_is_changed_in_silence(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, QUESTION)).message
    view = (await scene.slack.click(EMMA, answer, "card.more", value=POST)).view
    assert view is not None
    scene.slack.fail_next("views.update", Failure.slack("hash_conflict"))

    outcome = await scene.slack.select(EMMA, view, "post.language", "de")

    assert (outcome.status, outcome.messages) == (200, [])
    assert EXPECTED[DIETER] in said(view)


@EVERYBODY
@pytest.mark.parametrize(
    "failure", [Failure.http(404, "used_url"), Failure.http(500), Failure.dropped()], ids=["refused", "500", "dropped"]
)
async def test_a_response_url_that_fails_is_told_in_a_direct_message(
    scene: Scene, caplog: pytest.LogCaptureFixture, person: str, failure: Failure
) -> None:
    answer = (await scene.slack.command(person, QUESTION)).message
    scene.slack.fail_next("response_url", failure, times=2)

    value = "distributed-training/llm-engineer/junior"
    outcome = await scene.slack.select(person, answer, "card.level", value)

    assert scene.slack.workspace.channels[outcome.message.channel].is_direct
    assert lines(outcome.message)[-1] == wording(person, REFERENCE, reference=reference_in(outcome.message))
    assert reference_in(outcome.message) in caplog.text
    assert EXPECTED[person] in said(answer)


async def test_a_level_is_kept_even_where_it_cannot_be_shown(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, QUESTION)).message
    scene.slack.fail_next("response_url", Failure.http(404, "used_url"), times=2)

    await scene.slack.click(EMMA, answer, "card.more", value=SET_SENIOR)

    assert len(scene.rows("current_level")) == 1


class Surprise(Exception):
    """What nobody has foreseen."""


class Skills(dict[str, Skill]):
    def __getitem__(self, slug: str) -> Skill:
        raise Surprise(f"{slug} is of no use")


def with_a_surprise(scene: Scene) -> Front:
    """The same Rung, but for its skills, which can't be looked at."""
    whole = scene.rung.parts.library()
    broken = copy(whole)
    broken.framework = replace(whole.framework, skills=Skills())

    async def ready() -> Readiness:
        return {}

    parts = replace(scene.rung.parts, library=lambda: broken)
    secret = scene.slack.signing_secret
    app = bolt_app(parts, OneWorkspace(scene.slack.bot_token), secret)
    return Front(app, signing_secret=secret, now=scene.clock, readiness=ready)


@EVERYBODY
async def test_a_surprise_is_told_with_a_reference_that_stands_in_the_log(
    scene: Scene, caplog: pytest.LogCaptureFixture, person: str
) -> None:
    answer = (await scene.slack.command(person, QUESTION)).message
    view = (await scene.slack.click(person, answer, "card.more", value=POST)).view
    assert view is not None
    scene.slack.connect(with_a_surprise(scene), scene.rung.background.settled)

    in_words = (await scene.slack.command(person, "distributed-training junior")).message
    clicked = (await scene.slack.click(person, answer, "card.levels")).message
    window = (await scene.slack.submit(person, view)).view

    assert window is not None
    assert in_words.is_ephemeral
    assert clicked.is_ephemeral
    for told in (in_words, clicked, window):
        assert lines(told)[0] == wording(person, RungError.told)
        assert lines(told)[1] == wording(person, REFERENCE, reference=reference_in(told))
        (record,) = [r for r in caplog.records if reference_in(told) in r.getMessage()]
        assert record.levelno == logging.ERROR
        assert record.exc_info is not None
    assert EXPECTED[person] in said(answer)
    assert scene.public() == []


async def test_a_profile_is_believed_for_ten_minutes(scene: Scene) -> None:
    await scene.slack.command(EMMA, QUESTION)
    scene.clock.seconds += timedelta(minutes=9).total_seconds()
    await scene.slack.command(EMMA, QUESTION)
    assert len(scene.slack.called("users.info")) == 1
    scene.clock.seconds += timedelta(minutes=2).total_seconds()
    await scene.slack.command(EMMA, QUESTION)
    assert len(scene.slack.called("users.info")) == 2


async def test_while_slack_is_away_nothing_piles_up_and_afterwards_the_home_is_right(scene: Scene) -> None:
    """Slack's requests arrive, and no call of ours does, for as long as ten minutes."""
    people = (EMMA, DIETER, ROMAN)
    for person in people:
        await scene.slack.open_home(person)
    methods = ("users.info", "views.publish", "views.open", "chat.postMessage", "conversations.open", "response_url")
    for method in methods:
        scene.slack.fail_next(method, Failure.dropped(), times=10_000)
    await scene.rung.background.settled()
    before = len(asyncio.all_tasks())

    for _ in range(4):
        scene.clock.seconds += 150
        for person in people:
            answer = (await scene.slack.command(person, QUESTION)).message
            assert EXPECTED[person] in said(answer) or EXPECTED[EMMA] in said(answer)
            await scene.slack.click(person, answer, "card.more", value=SET_SENIOR)
            await scene.slack.open_home(person)
    await scene.rung.background.settled()

    assert len(asyncio.all_tasks()) <= before
    assert len(scene.rows("current_level")) == len(people)  # what was done is kept, though it couldn't be shown
    for method in methods:
        while scene.slack.web_api.failures.take(method):
            pass
    scene.clock.seconds += 60
    for person in people:
        home = (await scene.slack.open_home(person)).home
        assert home is not None
