"""Nobody but the person is ever told that they did not answer, however many weeks it goes on."""

import json
import logging
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.cadence import PATIENCE
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import ADA, DIETER, EMMA, GEORGE
from bot.playground.workspace import TEAM
from bot.storage.deliveries import latest_deliveries
from bot.views.ids import Action
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import said
from tests.scenario.test_cadence import FOCUS, grow, kept
from tests.scenario.test_coaching import is_live, sent
from tests.scenario.test_suggestions import suggest

WEEKS = 13
SILENT, ANSWERING = EMMA, DIETER
SHOWS_NOTHING = {"users.info", "dnd.teamInfo", "conversations.open"}  # Rung asks, and nobody sees it


@pytest.fixture
async def after_a_quarter(new_scene: NewScene, caplog: pytest.LogCaptureFixture) -> Any:
    """One person never answers and another one always does; both are in a team's channel, and others look on."""
    caplog.set_level(logging.DEBUG, logger="bot")
    async with new_scene(framework_owners=ADA) as scene:
        for person in (SILENT, ANSWERING):
            assert person in scene.slack.workspace.channels[TEAM].members
            await grow(scene, person)
        await suggest(scene, GEORGE)  # there is something that the framework's owner is told
        scene.slack.calls.clear()
        await live_through(scene, timedelta(weeks=WEEKS))
        yield scene


async def live_through(scene: Scene, time: timedelta) -> None:
    """Whatever comes, comes, and only one of the two answers."""
    end = scene.clock.moment() + time
    while (due := await scene.rung.rounds.next_due()) is not None and due < end:
        scene.clock.seconds = due.timestamp()
        await scene.rung.rounds.once()
        await scene.rung.telling.tell(scene.clock.moment())
        for message in sent(scene, ANSWERING):
            if is_live(message):
                action = Action.CHECK_IN_SAME if "check_in" in str(message.metadata) else "nudge.rate:2"
                await scene.slack.click(ANSWERING, message, action)


def mentions(args: Mapping[str, Any], person: str) -> bool:
    return any(name in json.dumps(args, ensure_ascii=False) for name in (person, "Demo Emma", "demo.emma"))


def reached(scene: Scene, args: Mapping[str, Any]) -> set[str]:
    """Who sees what a call shows."""
    place = str(args.get("channel") or args.get("user_id"))
    channel = scene.slack.workspace.channels.get(place)
    return set(channel.members) - {BOT_USER_ID} if channel else {place}


def shown(scene: Scene) -> Iterator[tuple[set[str], Mapping[str, Any]]]:
    for call in scene.slack.calls:
        if call.method not in SHOWS_NOTHING and call.error is None and call.method not in ("ack", "response_url"):
            yield reached(scene, call.args), call.args


async def test_case_35_who_did_not_answer_is_never_named_to_anybody(
    after_a_quarter: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene = after_a_quarter
    assert len(sent(scene, SILENT)) >= PATIENCE
    assert (await kept(scene, SILENT)).unanswered >= PATIENCE
    calls = list(shown(scene))
    assert {person for people, _ in calls for person in people} == {SILENT, ANSWERING, ADA}
    assert [args for people, args in calls if people != {SILENT} and mentions(args, SILENT)] == []
    assert scene.public() == []
    for answer in [call.args for call in scene.slack.calls if call.method in ("ack", "response_url")]:
        assert not mentions(answer, SILENT)
    assert SILENT not in caplog.text


async def test_case_35_whoever_asks_sees_nothing_of_it_either(after_a_quarter: Scene) -> None:
    scene = after_a_quarter
    scene.slack.calls.clear()
    for onlooker in (ADA, GEORGE, ANSWERING):
        await scene.slack.open_home(onlooker)
        for words in ("", "help", "progress", "nudges", FOCUS.get(onlooker, "focus"), "one-on-one", "privacy"):
            await scene.slack.command(onlooker, words)
    told = [call.args for call in scene.slack.calls if call.method not in SHOWS_NOTHING]
    assert len(told) > 20
    assert [args for args in told if mentions(args, SILENT)] == []


async def test_case_35_the_person_is_not_reproached_and_operators_do_not_read_it(after_a_quarter: Scene) -> None:
    scene = after_a_quarter
    for message in sent(scene, SILENT):
        for word in ("answer", "ignored", "missed", "still waiting", "overdue"):
            assert word not in said(message).lower()
    async with scene.rung.parts.database.reading() as session:
        rows = await latest_deliveries(session, None, 1000)
    told = {
        person: {(row.kind, row.status, row.reason) for row in rows if row.recipient == person}
        for person in (SILENT, ANSWERING)
    }
    assert told[SILENT] == told[ANSWERING]


async def test_case_35_the_log_does_not_say_whose_message_was_put_away_in_vain(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    await grow(scene, SILENT)
    end = scene.clock.moment() + timedelta(weeks=3)
    while (due := await scene.rung.rounds.next_due()) is not None and due < end:
        scene.clock.seconds = due.timestamp()
        scene.slack.fail_next("chat.update", Failure.http(500))
        await scene.rung.rounds.once()
    assert "keeps its buttons" in caplog.text
    assert SILENT not in caplog.text
