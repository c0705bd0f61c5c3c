"""Every window that reads before it is drawn opens at once and is filled then, or says why it isn't."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.errors import StorageUnavailable, TriggerExpired
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import View
from bot.slack import opening
from bot.storage.engine import Database
from bot.views.ids import Action, Modal
from tests.scenario.conftest import Scene
from tests.scenario.reading import said, wording
from tests.scenario.test_assess import STATEMENTS, rated
from tests.scenario.test_home import home

FILLING = "One moment: this window is being filled."
FROM_HOME = {
    Modal.FOCUSES: Action.FOCUS_LIST,
    Modal.PROGRESS: Action.PROGRESS_OPEN,
    Modal.ONE_ON_ONE: Action.ONE_ON_ONE_OPEN,
    Modal.EVIDENCE_LIST: Action.EVIDENCE_LIST,
}
FROM_CARD = {Modal.COMMENTS: Action.COMMENTS_OPEN, Modal.ASSESS: Action.ASSESS_OPEN}
BY_COMMAND = {Modal.EVIDENCE_LIST: "evidence", Modal.ONE_ON_ONE: "one-on-one", Modal.FORGET: "forget"}


class Slow:
    """A database that answers only after Slack was asked to open the window, or then fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: Exception | None = None
        monkeypatch.setattr(opening, "SHORTLY", 0)
        usual = Database.reading

        @asynccontextmanager
        async def slow(database: Database) -> AsyncIterator[AsyncSession]:
            for _ in range(3):
                await asyncio.sleep(0)
            if self.error:
                raise self.error
            async with usual(database) as session:
                yield session

        monkeypatch.setattr(Database, "reading", slow)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


async def regular(scene: Scene, person: str) -> View:
    """The home of somebody with a rating and a focus."""
    await rated(scene, person, {STATEMENTS[0]: "practising"})
    await scene.slack.command(person, "focus distributed-training")
    return await home(scene, person)


def assert_filled(scene: Scene, person: str, view: View | None, name: Modal) -> None:
    first = [call["view"] for method in ("views.open", "views.push") for call in scene.slack.called(method)][-1]
    assert first["callback_id"] == Modal.OPENING
    assert wording(person, FILLING) in str(first)
    assert view is not None
    assert view.body["callback_id"] == name
    assert view.body["title"] == first["title"] or name is Modal.FORGET
    assert wording(person, FILLING) not in said(view)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_windows_opened_from_home_are_filled(scene: Scene, slow: Slow, person: str) -> None:
    shown = await regular(scene, person)
    for name, action in FROM_HOME.items():
        assert_filled(scene, person, (await scene.slack.click(person, shown, action)).view, name)


@pytest.mark.parametrize("name", FROM_CARD)
async def test_windows_opened_from_a_card_are_filled(scene: Scene, slow: Slow, name: Modal) -> None:
    card = (await scene.slack.command(EMMA, "distributed-training senior")).message
    assert_filled(scene, EMMA, (await scene.slack.click(EMMA, card, FROM_CARD[name])).view, name)


@pytest.mark.parametrize("name", BY_COMMAND)
async def test_windows_opened_by_a_command_are_filled(scene: Scene, slow: Slow, name: Modal) -> None:
    await regular(scene, EMMA)
    assert_filled(scene, EMMA, (await scene.slack.command(EMMA, BY_COMMAND[name])).view, name)


async def test_a_window_on_top_of_another_is_filled(scene: Scene, slow: Slow) -> None:
    data = (await scene.slack.click(EMMA, await regular(scene, EMMA), Action.DATA_OPEN)).view
    assert data is not None
    view = (await scene.slack.click(EMMA, data, Action.DATA_FORGET)).view
    assert_filled(scene, EMMA, view, Modal.FORGET)
    assert len(scene.slack.called("views.push")) == 1


@pytest.mark.parametrize("error", [StorageUnavailable("gone"), RuntimeError("a fault of ours")], ids=["known", "fault"])
async def test_a_window_never_keeps_saying_that_it_is_being_filled(scene: Scene, slow: Slow, error: Exception) -> None:
    shown = await regular(scene, EMMA)
    slow.error = error
    view = (await scene.slack.click(EMMA, shown, Action.FOCUS_LIST)).view
    assert view is not None
    assert view.body["callback_id"] == Modal.ERROR
    assert wording(EMMA, FILLING) not in said(view)


async def test_a_window_that_was_closed_before_it_was_filled_is_let_be(scene: Scene, slow: Slow) -> None:
    shown = await regular(scene, EMMA)
    scene.slack.fail_next("views.update", Failure.slack("not_found"))
    before = len(scene.slack.workspace.messages)
    await scene.slack.click(EMMA, shown, Action.FOCUS_LIST)
    assert len(scene.slack.workspace.messages) == before


async def test_a_window_that_slack_does_not_open_is_told_once(scene: Scene, slow: Slow) -> None:
    shown = await regular(scene, EMMA)
    filled = len(scene.slack.called("views.update"))
    scene.slack.fail_next("views.open", Failure.slack("expired_trigger_id"))
    told = (await scene.slack.click(EMMA, shown, Action.FOCUS_LIST)).view
    assert told is not None
    assert wording(EMMA, TriggerExpired.told) in said(told)
    assert len(scene.slack.called("views.update")) == filled
