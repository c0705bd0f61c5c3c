"""Rating oneself in several windows, by clicks that come late, and by a window that is saved again."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from bot.domain.people import PersonId
from bot.domain.questionnaires import Questionnaire
from bot.errors import RungError, StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.payloads import interaction, place_of
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import View
from bot.playground.signing import RequestKind
from bot.services.assessing import open_questionnaire
from bot.services.people import Member
from bot.slack import assess, opening
from bot.views.ids import Action, Modal
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import said, wording
from tests.scenario.test_assess import STATEMENTS, opened, rated

FIRST = f"rating {STATEMENTS[0]}"
EVERYBODY = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
NOTE = f"note {STATEMENTS[0]}"
ALONE = "A note is kept with a rating: please choose one too."


async def chosen(scene: Scene, view: View, rating: str, block_id: str = FIRST) -> None:
    await scene.slack.select(EMMA, view, "assess.rating", rating, block_id=block_id)


async def noted(scene: Scene, person: str, view: View, words: str) -> None:
    await scene.slack.click(person, view, f"assess.note:{STATEMENTS[0]}")
    await scene.slack.select(person, view, "assess.words", words, block_id=NOTE)


def payload(scene: Scene, kind: str, view: View, **more: Any) -> dict[str, Any]:
    """An act in a window as it is now, to be sent later."""
    act = interaction(scene.slack.backend, kind, scene.slack.present(EMMA), trigger_id="1.1.demo", **more)
    return act | place_of(scene.slack.backend, view)


def choice(scene: Scene, view: View, rating: str) -> dict[str, Any]:
    action = {"type": "radio_buttons", "block_id": FIRST, "action_id": "assess.rating", "action_ts": "1.0"}
    act = payload(scene, "block_actions", view, actions=[action | {"selected_option": {"value": rating}}])
    act["view"]["state"]["values"][FIRST]["assess.rating"]["selected_option"] = {"value": rating}
    return act


def ratings(scene: Scene) -> dict[object, object]:
    """The newest one of each statement."""
    return {row[4]: row[6] for row in scene.rows("latest_rating")}


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_note_without_a_rating_is_not_lost(scene: Scene, person: str) -> None:
    view = await opened(scene, person)
    await noted(scene, person, view, "Нашла 🧑‍💻")

    outcome = await scene.slack.submit(person, view)

    assert outcome.errors == {NOTE: wording(person, ALONE)}
    told = (await scene.slack.submit(person, view, {(FIRST, "assess.rating"): "practising"})).view
    assert told is not None
    assert any("Нашла 🧑‍💻" in row for row in scene.rows("assessment"))
    assert scene.rows("draft") == []


async def test_a_note_goes_with_the_rating_that_stands_beside_it(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})
    view = await opened(scene, EMMA)
    await noted(scene, EMMA, view, "Did it again")

    await scene.slack.submit(EMMA, view)

    assert ["Did it again" in row for row in scene.rows("assessment")] == [False, True]
    assert ratings(scene) == {STATEMENTS[0]: "practising"}


async def test_a_click_that_comes_after_its_window_was_saved_leaves_no_draft(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await chosen(scene, view, "consistent")
    late = choice(scene, view, "practising")
    await scene.slack.submit(EMMA, view)

    await scene.send(RequestKind.INTERACTION, late)

    assert scene.rows("draft") == []
    assert len(scene.rows("assessment")) == 1


async def test_what_was_chosen_and_taken_back_leaves_no_draft(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})
    view = await opened(scene, EMMA)

    await chosen(scene, view, "consistent")
    assert len(scene.rows("draft")) == 1
    await chosen(scene, view, "practising")

    assert scene.rows("draft") == []
    await scene.slack.submit(EMMA, view)
    assert len(scene.rows("assessment")) == 1


async def test_saving_wins_over_a_click_before_it_that_is_still_on_its_way(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})
    view = await opened(scene, EMMA)
    await chosen(scene, view, "consistent")
    back = choice(scene, view, "practising")
    saved = payload(scene, "view_submission", view)
    saved["view"]["state"] = back["view"]["state"]

    await scene.send(RequestKind.INTERACTION, saved)

    assert ratings(scene) == {STATEMENTS[0]: "practising"}


async def test_an_older_window_does_not_undo_what_was_said_since(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})
    older = await opened(scene, EMMA)
    saved = payload(scene, "view_submission", older)
    clicked = payload(scene, "block_actions", older)
    page = {"type": "button", "block_id": "b", "action_id": "assess.page:next", "action_ts": "1.0", "value": "1 x"}
    await rated(scene, EMMA, {STATEMENTS[0]: "consistent"})

    await scene.send(RequestKind.INTERACTION, clicked | {"actions": [page]})
    assert scene.rows("draft") == []
    await scene.send(RequestKind.INTERACTION, saved)

    assert ratings(scene) == {STATEMENTS[0]: "consistent"}
    assert len(scene.rows("assessment")) == 2


async def test_a_draft_that_two_windows_show_is_stored_by_one_of_them(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await chosen(scene, view, "consistent")
    await noted(scene, EMMA, view, "my words")
    await scene.slack.close(EMMA, view)
    older = payload(scene, "view_submission", await opened(scene, EMMA))

    await scene.slack.submit(EMMA, await opened(scene, EMMA))
    await scene.send(RequestKind.INTERACTION, older)

    assert len(scene.rows("assessment")) == 1


async def test_a_window_from_before_all_was_erased_brings_nothing_back(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising"})
    older = payload(scene, "view_submission", await opened(scene, EMMA))
    forgetting = (await scene.slack.command(EMMA, "forget")).view
    assert forgetting is not None
    await scene.slack.submit(EMMA, forgetting)

    await scene.send(RequestKind.INTERACTION, older)

    assert scene.rows("assessment") == []


async def test_words_that_arrive_out_of_order_are_kept_as_the_last_ones_stand(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await scene.slack.click(EMMA, view, f"assess.note:{STATEMENTS[0]}")
    arrived, goes_on, member = asyncio.Event(), asyncio.Event(), scene.rung.parts.people.member

    async def patiently(person: PersonId) -> Member:
        if not arrived.is_set():
            arrived.set()
            await goes_on.wait()
        return await member(person)

    scene.rung.parts.people.member = patiently  # type: ignore[method-assign]
    first = asyncio.create_task(words(scene, view, "ab"))
    await arrived.wait()
    await words(scene, view, "abc")
    goes_on.set()
    await first

    assert '"abc"' in str(scene.rows("draft"))


async def words(scene: Scene, view: View, text: str) -> None:
    await scene.slack.select(EMMA, view, "assess.words", text, block_id=NOTE)


@asynccontextmanager
async def long_window(new_scene: NewScene, content: Content) -> AsyncIterator[tuple[Scene, View]]:
    """A skill with sixty statements at one level, on its second page, with one rating chosen on each page."""
    statements = {f"s-{n}": {"text": f"Keeps promise number {n}."} for n in range(60)}
    cell = {"llm-engineer": {"senior": {"mandatory": True, "statements": list(statements)}}}
    content.add_skills(1, statements=statements, roles=cell)
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, EMMA, "invented-1 senior")
        await chosen(scene, view, "consistent", "rating s-0")
        await scene.slack.click(EMMA, view, "assess.note:s-1")
        await scene.slack.select(EMMA, view, "assess.words", "for later", block_id="note s-1")
        await scene.slack.click(EMMA, view, "assess.page:next")
        shown = next(b["block_id"] for b in view.blocks if b.get("block_id", "").startswith("rating "))
        await chosen(scene, view, "consistent", shown)
        yield scene, view


async def test_saved_again_after_a_time_out_a_long_window_gives_the_whole_answer_again(
    new_scene: NewScene, content: Content
) -> None:
    async with long_window(new_scene, content) as (scene, view):
        saved = payload(scene, "view_submission", view)

        answers = [(await scene.send(RequestKind.INTERACTION, saved)).body for _ in range(2)]

        assert answers[0]["view"]["blocks"] == answers[1]["view"]["blocks"]
        assert "2\xa0ratings" in json.dumps(answers[1], ensure_ascii=False)
        assert len(scene.rows("assessment")) == 2


async def test_a_note_on_another_page_that_has_no_rating_yet_stays_in_the_draft(
    new_scene: NewScene, content: Content
) -> None:
    async with long_window(new_scene, content) as (scene, view):
        await scene.slack.submit(EMMA, view)
        await scene.slack.close(EMMA, view)

        again = await opened(scene, EMMA, "invented-1 senior")

        (field,) = [block for block in again.blocks if block.get("block_id") == "note s-1"]
        assert field["element"]["initial_value"] == "for later"


async def test_a_page_that_slack_does_not_turn_keeps_what_was_typed(new_scene: NewScene, content: Content) -> None:
    async with long_window(new_scene, content) as (scene, view):
        for failure in (Failure.http(500), Failure.rate_limited(0), Failure.garbled()):
            scene.slack.fail_next("views.update", failure, times=2)
            outcome = await scene.slack.click(EMMA, view, "assess.page:previous")
            assert outcome.view is not None
            assert outcome.view is not view
            await scene.slack.close(EMMA, outcome.view)

        told = (await scene.slack.submit(EMMA, view)).view

        assert told is not None
        assert "*Saved:* 2\xa0ratings" in said(told)


STATES = [
    '{"card": 5}',
    '{"card": "distributed-training/llm-engineer/senior", "page": "x"}',
    '{"card": "distributed-training/llm-engineer/senior", "page": null}',
]


@pytest.mark.parametrize("state", STATES)
async def test_a_window_whose_state_is_not_ours_is_out_of_date(
    scene: Scene, caplog: pytest.LogCaptureFixture, state: str
) -> None:
    view = await opened(scene, EMMA)
    view.body["private_metadata"] = state

    saved = payload(scene, "view_submission", view)
    add = {"type": "button", "block_id": "b", "action_id": "assess.note:x", "action_ts": "1.0", "value": "x"}
    for act in (payload(scene, "block_actions", view, actions=[add]), saved):
        await scene.send(RequestKind.INTERACTION, act)

    assert scene.rows("person") == []
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_rating_is_about_the_language_that_its_window_shows(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await scene.slack.command(EMMA, "language de")

    told = (await scene.slack.submit(EMMA, view, {(FIRST, "assess.rating"): "consistent"})).view

    assert told is not None
    assert wording("de", "Saved") in str(told.body["title"])
    assert [row[7] for row in scene.rows("latest_rating")] == ["en"]


def reword(held: dict[str, Any]) -> None:
    held["statements"][STATEMENTS[0]]["text"] = "Plans it all."


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_what_changed_while_the_window_was_open_is_shown_before_it_is_rated(
    new_scene: NewScene, content: Content, person: str
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, person)
        for language in ("skill", "de", "ru"):
            content.edit(f"skills/distributed-training/{language}.yaml", reword)
        assert await scene.rung.shelf.renew()

        again = (await scene.slack.submit(person, view, {(FIRST, "assess.rating"): "consistent"})).view

        assert again is view
        assert "Plans it all." in said(view)
        assert scene.rows("assessment") == []
        told = (await scene.slack.submit(person, view)).view
        assert told is not None
        assert ratings(scene) == {STATEMENTS[0]: "consistent"}
        assert "Plans it all." in {row[4] for row in scene.rows("rated_text")}


@pytest.mark.parametrize("level", ["junior", "lead", "principal"])
async def test_where_nothing_is_expected_any_higher_the_highest_levels_are_asked(
    new_scene: NewScene, content: Content, level: str
) -> None:
    content.add_skills(1)  # of which only Senior is defined
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, EMMA, f"invented-1 {level}")

        assert "Keeps an invented promise." in said(view)


async def test_a_database_that_fails_between_two_steps_keeps_the_draft_and_stores_nothing(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    await chosen(scene, view, "consistent")
    with closing(sqlite3.connect(scene.database)) as connection:
        connection.execute("CREATE TRIGGER fails BEFORE INSERT ON latest_rating BEGIN SELECT RAISE(FAIL, 'no'); END")

        told = (await scene.slack.submit(EMMA, view)).view

        assert told is not None
        assert wording(EMMA, RungError.told) in said(told)
        assert scene.rows("assessment") == []
        assert len(scene.rows("draft")) == 1
        connection.execute("DROP TRIGGER fails")
    await scene.slack.close(EMMA, told)
    await scene.slack.submit(EMMA, view)
    assert ratings(scene) == {STATEMENTS[0]: "consistent"}
    assert scene.rows("draft") == []


class Waiting:
    """A questionnaire that isn't there before Slack was asked to open the window."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: Exception | None = None
        monkeypatch.setattr(opening, "SHORTLY", 0)
        usual = open_questionnaire

        async def slow(*args: Any) -> Questionnaire:
            for _ in range(3):
                await asyncio.sleep(0)  # so that the window isn't filled at once
            if self.error:
                raise self.error
            return await usual(*args)

        monkeypatch.setattr(assess, "open_questionnaire", slow)


@EVERYBODY
@pytest.mark.parametrize("by_click", [True, False], ids=["a button", "a command"])
async def test_case_14_the_window_opens_at_once_and_is_filled_then(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, person: str, by_click: bool
) -> None:
    Waiting(monkeypatch)
    if by_click:
        card = (await scene.slack.command(person, "distributed-training senior")).message
        view = (await scene.slack.click(person, card, Action.ASSESS_OPEN)).view
    else:
        view = (await scene.slack.command(person, "assess distributed-training senior")).view
    (opened,) = scene.slack.called("views.open")
    assert wording(person, "One moment: this window is being filled.") in str(opened["view"])
    assert view is not None
    assert wording(person, "One moment: this window is being filled.") not in said(view)
    assert view.body["callback_id"] == Modal.ASSESS


async def test_a_window_that_cant_be_filled_says_so_in_itself(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = Waiting(monkeypatch)
    card = (await scene.slack.command(EMMA, "distributed-training senior")).message
    waiting.error = StorageUnavailable("gone")
    view = (await scene.slack.click(EMMA, card, Action.ASSESS_OPEN)).view
    assert view is not None
    assert wording(EMMA, StorageUnavailable.told) in said(view)
    assert len(scene.slack.called("views.update")) == 1
