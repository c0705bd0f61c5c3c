"""An example under a nudge: kept as evidence for its statement, which answers the nudge, and taken back."""

import pytest

from bot.errors import StaleControl, StorageUnavailable
from bot.playground.controls import controls_on
from bot.playground.failures import Failure
from bot.playground.people import EMMA, GEORGE
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.forging import submission
from tests.scenario.lives import SKILL
from tests.scenario.reading import chosen, labels, lines, said, wording
from tests.scenario.test_cadence import FOCUS, kept
from tests.scenario.test_coaching import FIRST, is_live, nudge, ratings
from tests.scenario.test_evidence import retire

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
KEPT = "Your example is saved as evidence. Only you see it."
WORDS = "I ran it on two nodes 🏳️‍🌈"


async def opened(scene: Scene, person: str, idea: Message) -> View:
    view = (await scene.slack.click(person, idea, Action.NUDGE_EXAMPLE)).view
    assert view is not None
    return view


def evidence(scene: Scene) -> list[tuple[object, ...]]:
    """Words, skill and statement of each piece."""
    return [row[4:7] for row in scene.rows("evidence")]


@SPEAKERS
async def test_it_is_about_the_statement_of_the_nudge_and_answers_it(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    assert (await kept(scene, person)).unanswered == 2
    view = await opened(scene, person, idea)
    assert view.body["title"]["text"] == wording(person, "Add an example")
    assert wording(person, "Only you see what you save here.") in said(view)
    assert chosen(view, Action.EVIDENCE_SKILL) is not None
    assert str(chosen(view, "statement"))[:20] in said(idea)
    assert is_live(idea)

    outcome = await scene.slack.submit(person, view, {"words": WORDS})

    assert outcome.errors == {}
    assert evidence(scene) == [(WORDS, SKILL, FIRST)]
    assert lines(idea) == [wording(person, KEPT)]
    assert labels(idea) == [wording(person, one) for one in ("Show my evidence", "Undo")]
    assert not is_live(idea)
    assert (await kept(scene, person)).unanswered == 0
    assert ratings(scene) == []


@SPEAKERS
async def test_undo_asks_first_removes_it_and_the_nudge_asks_again(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    await scene.slack.submit(person, await opened(scene, person, idea), {"words": WORDS})
    (undo,) = [one.element for one in controls_on(idea) if one.key[1] == Action.ANSWER_UNDO]
    assert undo["confirm"]["text"]["text"] == wording(person, "What you wrote will be gone.")

    await scene.slack.click(person, idea, Action.ANSWER_UNDO)

    assert evidence(scene) == []
    assert lines(idea)[1] == wording(person, "Undone: it's as it was before.")
    assert is_live(idea)
    await scene.slack.click(person, idea, "nudge.rate:2")
    assert ratings(scene) == [(FIRST, "practising")]


async def test_a_window_that_is_closed_answers_nothing(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    await scene.slack.close(EMMA, await opened(scene, EMMA, idea))
    assert is_live(idea)
    assert (await kept(scene, EMMA)).unanswered == 2


async def test_saved_twice_and_while_the_message_cant_be_changed_it_is_kept_once(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    payload = submission(scene, EMMA, await opened(scene, EMMA, idea), WORDS)
    scene.slack.fail_next("chat.update", Failure.http(500))
    for _ in range(2):
        await scene.send(RequestKind.INTERACTION, payload)
    assert [row[0] for row in evidence(scene)] == [WORDS]
    assert lines(idea) == [KEPT]


async def test_a_rating_that_was_given_meanwhile_is_taken_back_with_it(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    view = await opened(scene, EMMA, idea)
    await scene.slack.click(EMMA, idea, "nudge.rate:2")
    await scene.slack.submit(EMMA, view, {"words": WORDS})
    await scene.slack.click(EMMA, idea, Action.ANSWER_UNDO)
    assert evidence(scene) == []
    assert ratings(scene) == [(FIRST, "practising"), (FIRST, "not_yet")]
    assert is_live(idea)


async def test_another_skill_can_be_chosen_and_it_is_an_answer_all_the_same(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    view = await opened(scene, EMMA, idea)
    await scene.slack.select(EMMA, view, Action.EVIDENCE_SKILL, "model-evaluation//", query="")
    assert chosen(view, "statement") is None
    await scene.slack.submit(EMMA, view, {"words": WORDS})
    assert evidence(scene) == [(WORDS, "model-evaluation", None)]
    assert not is_live(idea)


async def test_where_the_statement_is_gone_meanwhile_another_is_asked_for_and_the_words_stay(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        idea = await nudge(scene, EMMA)
        view = await opened(scene, EMMA, idea)
        content.edit(f"skills/{SKILL}/skill.yaml", retire)
        assert await scene.rung.shelf.renew()
        outcome = await scene.slack.submit(EMMA, view, {"words": WORDS})
        assert list(outcome.errors.values()) == ["This statement isn't there any more. Please choose another."]
        assert evidence(scene) == []
        assert is_live(idea)
        again = await opened(scene, EMMA, idea)
        assert chosen(again, "statement") is None


async def test_without_a_database_nothing_is_answered_and_the_words_stay(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    view = await opened(scene, EMMA, idea)
    away = scene.database.rename(scene.database.with_suffix(".away"))
    told = (await scene.slack.submit(EMMA, view, {"words": WORDS})).view
    assert told is not None
    assert StorageUnavailable.told in said(told)
    assert is_live(idea)
    away.rename(scene.database)
    await scene.slack.close(EMMA, told)
    await scene.slack.submit(EMMA, view)
    assert [row[0] for row in evidence(scene)] == [WORDS]
    assert not is_live(idea)


async def test_nobody_answers_anothers_nudge_by_a_forged_window(scene: Scene) -> None:
    idea = await nudge(scene, EMMA)
    payload = submission(scene, EMMA, await opened(scene, EMMA, idea), WORDS)
    payload["user"]["id"] = GEORGE
    outcome = await scene.send(RequestKind.INTERACTION, payload)
    assert StaleControl.told in said(outcome.view) if outcome.view else StaleControl.told in str(outcome.body)
    assert evidence(scene) == []
    assert is_live(idea)
    assert (await kept(scene, EMMA)).unanswered == 2
