"""The framework changes between a question and its answer: a rating is about the text that was read."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bot.domain.texts import text_hash
from bot.errors import StaleControl
from bot.playground.people import DIETER, EMMA
from bot.playground.records import Message, View
from bot.views.ids import Action
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.lives import SKILL
from tests.scenario.reading import labels, lines, said, wording
from tests.scenario.test_cadence import FOCUS, kept
from tests.scenario.test_coaching import FIRST, check_in, is_live, nudge, ratings
from tests.scenario.test_evidence import retire
from tests.scenario.test_focus import REF
from tests.scenario.test_focus import window as focuses

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
NEW = "Plans it all."
CHANGED = "Nothing was saved yet: this statement has changed since you got it."
GONE = "This statement isn't there any more. Copy your note if you need it, and empty this field."
RATING, NOTE = f"rating {FIRST}", f"note {FIRST}"


@pytest.fixture
async def there(new_scene: NewScene, content: Content) -> AsyncIterator[Scene]:
    async with new_scene(content_dir=content.directory) as scene:
        yield scene


async def reword(scene: Scene, content: Content, statement: str = FIRST) -> None:
    def change(held: Any) -> None:
        held["statements"][statement]["text"] = NEW

    for language in ("skill", "de", "ru"):
        content.edit(f"skills/{SKILL}/{language}.yaml", change)
    assert await scene.rung.shelf.renew()


async def opened(scene: Scene, person: str, asked: Message) -> View:
    view = (await scene.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert view is not None
    return view


async def enter(scene: Scene, person: str, view: View, note: str = "On two nodes") -> None:
    await scene.slack.select(person, view, Action.CHECK_IN_FIELD, "practising", block_id=RATING)
    scene.slack.fill(person, view, {(NOTE, "check_in.field:note"): note})


def texts(scene: Scene) -> set[str]:
    """What was rated, as it was shown."""
    hashes = {str(row[11]) for row in scene.rows("assessment")}
    return {str(row[4]) for row in scene.rows("rated_text") if text_hash(str(row[4])) in hashes}


@SPEAKERS
async def test_a_window_shows_what_was_reworded_before_it_is_saved_and_loses_nothing(
    there: Scene, content: Content, person: str
) -> None:
    asked = await check_in(there, person)
    view = await opened(there, person, asked)
    await enter(there, person, view)
    await reword(there, content)

    again = (await there.slack.submit(person, view)).view

    assert again is view
    assert NEW in lines(view)
    told = wording(person, "*Nothing was saved yet:* some of these statements have changed while this window was open."
                           " What you entered is still here. Please look at them again, then save.")  # fmt: skip
    assert told in said(view)
    assert ratings(there) == []
    assert is_live(asked)
    radio = next(block["elements"][0] for block in view.blocks if block.get("block_id") == RATING)
    assert radio["initial_option"]["value"] == "practising"
    assert (await there.slack.submit(person, view)).errors == {}
    assert ratings(there) == [(FIRST, "practising")]
    assert there.rows("assessment")[0][8] == "On two nodes"
    assert texts(there) == {NEW}
    assert not is_live(asked)


async def test_what_the_window_does_not_show_may_change(there: Scene, content: Content) -> None:
    view = await opened(there, EMMA, await check_in(there, EMMA))
    await enter(there, EMMA, view)
    await reword(there, content, "run-multi-gpu-job")
    assert (await there.slack.submit(EMMA, view)).errors == {}
    assert ratings(there) == [(FIRST, "practising")]


async def test_an_answer_is_in_the_language_in_which_the_window_was_read(there: Scene) -> None:
    view = await opened(there, DIETER, await check_in(there, DIETER))
    await enter(there, DIETER, view)
    await there.slack.command(DIETER, "sprache en")
    await there.slack.submit(DIETER, view)
    assert [row[9] for row in there.rows("assessment")] == ["de"]


@SPEAKERS
async def test_a_note_to_a_statement_that_is_gone_is_told_at_its_field(
    there: Scene, content: Content, person: str
) -> None:
    view = await opened(there, person, await check_in(there, person))
    await enter(there, person, view)
    content.edit(f"skills/{SKILL}/skill.yaml", retire)
    assert await there.rung.shelf.renew()

    assert (await there.slack.submit(person, view)).errors == {NOTE: wording(person, GONE)}

    there.slack.fill(person, view, {(NOTE, "check_in.field:note"): ""})
    assert (await there.slack.submit(person, view)).errors == {}
    assert ratings(there) == []


async def test_where_all_that_was_asked_is_gone_it_is_said_over_the_window(there: Scene, content: Content) -> None:
    asked = await check_in(there, EMMA)
    view = await opened(there, EMMA, asked)
    await enter(there, EMMA, view)
    for block in view.blocks:
        if block["block_id"].startswith("rating "):
            content.edit(f"skills/{SKILL}/skill.yaml", retiring(block["block_id"].removeprefix("rating ")))
    assert await there.rung.shelf.renew()

    told = (await there.slack.submit(EMMA, view)).view

    assert told is not None
    assert StaleControl.told in said(told)
    assert told.previous_id == view.id
    assert is_live(asked)


def retiring(statement: str) -> Callable[[Any], None]:
    """An edit after which no level asks for that statement; a level that asks for nothing is left out."""

    def change(held: Any) -> None:
        held["statements"][statement]["retired"] = True
        for levels in held["roles"].values():
            for level, cell in list(levels.items()):
                cell["statements"] = [one for one in cell["statements"] if one != statement]
                if not cell["statements"]:
                    del levels[level]

    return change


@SPEAKERS
@pytest.mark.parametrize("rating", ["consistent", "practising", "not_yet"])
async def test_a_nudge_shows_what_was_reworded_before_it_is_rated(
    there: Scene, content: Content, person: str, rating: str
) -> None:
    idea = await nudge(there, person)
    title = lines(idea)[0]
    await reword(there, content)

    await rate(there, person, idea, rating)

    assert ratings(there) == []
    assert lines(idea)[:2] == [title, wording(person, CHANGED)]
    assert NEW in lines(idea)
    assert is_live(idea)
    assert (await kept(there, person)).unanswered == 2
    await rate(there, person, idea, rating)
    assert ratings(there) == [(FIRST, rating)]
    assert texts(there) == {NEW}
    assert not is_live(idea)


async def rate(scene: Scene, person: str, idea: Message, rating: str) -> None:
    """By its button, or in the menu."""
    if rating == "not_yet":
        await scene.slack.click(person, idea, Action.NUDGE_MORE, value=menu_value(idea))
    else:
        await scene.slack.click(person, idea, "nudge.rate:1" if rating == "consistent" else "nudge.rate:2")


def menu_value(idea: Message) -> str:
    elements = [one for block in idea.blocks if block["type"] == "actions" for one in block["elements"]]
    options = next(one["options"] for one in elements if one["action_id"] == Action.NUDGE_MORE)
    return str(options[0]["value"])


async def test_a_nudge_is_rated_in_the_language_in_which_it_was_read(there: Scene) -> None:
    idea = await nudge(there, DIETER)
    await there.slack.command(DIETER, "sprache en")
    await there.slack.click(DIETER, idea, "nudge.rate:1")
    assert [row[9] for row in there.rows("assessment")] == ["de"]
    assert lines(idea) == [wording(EMMA, "Saved: %(rating)s. Only you see it.", rating="Consistent")]


async def test_where_nothing_is_asked_any_more_a_reworded_nudge_only_says_so(there: Scene, content: Content) -> None:
    idea = await nudge(there, EMMA)
    await there.slack.click(EMMA, await focuses(there, EMMA), Action.FOCUS_MORE, value=f"paused {REF}")
    await reword(there, content)
    await there.slack.click(EMMA, idea, "nudge.rate:1")
    assert lines(idea) == [CHANGED]
    assert labels(idea) == []
    assert ratings(there) == []
