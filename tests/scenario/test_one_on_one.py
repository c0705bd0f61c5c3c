"""Preparing a 1:1: a text that its author changes, and that goes to nobody else."""

import pytest

from bot.errors import MembersOnly, TextNotSent
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.playground.records import View
from bot.playground.signing import RequestKind
from tests.scenario.conftest import Scene
from tests.scenario.reading import labels, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, rated

WEEK = 7 * 86_400.0
OPENS = {EMMA: "one-on-one", DIETER: "1:1", ROMAN: "один-на-один"}
EDITED = "Mine 🧑‍💻 <!channel> & *all*\nsecond line"


def field(view: View) -> tuple[tuple[str, str], str]:
    """The key of the text's field, and what it begins with."""
    block = next(block for block in view.blocks if block["type"] == "input")
    return (block["block_id"], "text"), block["element"]["initial_value"]


async def opened(scene: Scene, person: str = EMMA) -> View:
    view = (await scene.slack.command(person, OPENS[person])).view
    assert view is not None
    return view


async def moved(scene: Scene, person: str = EMMA) -> None:
    """Two statements of Senior were rated a week ago."""
    await rated(scene, person, {STATEMENTS[0]: "consistent", STATEMENTS[1]: "practising"})
    scene.clock.seconds += WEEK


@pytest.mark.parametrize(
    ("person", "headings", "rating"),
    [
        (EMMA, ("What moved since 2/9/2026", "One thing to ask for"), "(Consistent)"),
        (DIETER, ("Was sich seit dem 9.2.2026 bewegt hat", "Worum ich bitten möchte"), "(Verlässlich)"),
        (ROMAN, ("Что изменилось с 09.02.2026", "О чём попросить"), "(Стабильно)"),
    ],
)
async def test_the_text_has_what_moved_and_one_thing_to_ask_for(
    scene: Scene, person: str, headings: tuple[str, str], rating: str
) -> None:
    await moved(scene, person)

    view = await opened(scene, person)

    _, text = field(view)
    assert [line for line in text.splitlines() if line in headings] == list(headings)
    assert rating in text
    asked = [line for line in text.splitlines() if line.endswith("?")]
    assert len(asked) == 1
    assert "Senior" in asked[0]
    assert scene.public() == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_it_is_sent_to_its_author_alone_as_it_was_changed(scene: Scene, person: str) -> None:
    await moved(scene, person)
    view = await opened(scene, person)
    key, _ = field(view)

    outcome = await scene.slack.submit(person, view, {key: EDITED})

    message = outcome.message
    assert scene.slack.workspace.channel(message.channel).is_direct
    assert message.blocks[-1]["text"] == {"type": "plain_text", "text": EDITED, "emoji": False}
    assert "<!channel>" not in message.text
    assert outcome.view is not None
    told = "Rung sends this text to your direct messages, and to nobody else. Should it not arrive, copy it from here."
    assert wording(person, told) in lines(outcome.view)
    assert EDITED in str(outcome.view.blocks[-1]["text"]["text"])
    assert scene.public() == []


async def test_case_14_a_submission_that_slack_sends_again_is_sent_once(scene: Scene) -> None:
    view = await opened(scene)
    key, _ = field(view)
    body = view.body | {"id": view.id}

    first = await scene.slack.submit(EMMA, view, {key: EDITED})
    assert len(first.messages) == 1
    values = {key[0]: {key[1]: {"type": "plain_text_input", "value": EDITED}}}
    again = await scene.send(
        RequestKind.INTERACTION,
        {
            "type": "view_submission",
            "team": {"id": scene.slack.workspace.team_id},
            "user": {"id": EMMA},
            "view": body | {"callback_id": "one_on_one", "state": {"values": values}, "hash": view.hash},
        },
    )

    assert again.status == 200
    assert again.messages == []


async def test_another_period_makes_another_text(scene: Scene) -> None:
    await moved(scene)
    scene.clock.seconds += 2 * WEEK
    view = await opened(scene)
    assert "What moved since" in field(view)[1]

    await scene.slack.select(EMMA, view, "one_on_one.weeks", "2")
    assert field(view)[1].startswith("None of my ratings has changed since")

    await scene.slack.select(EMMA, view, "one_on_one.weeks", "12")
    assert "What moved since 12/29/2025" in field(view)[1]


async def test_what_was_typed_stays_when_another_period_is_chosen(scene: Scene) -> None:
    await moved(scene)
    view = await opened(scene)
    _, made = field(view)
    await scene.slack.select(EMMA, view, "text", EDITED)

    await scene.slack.select(EMMA, view, "one_on_one.weeks", "12")

    assert field(view)[1] == EDITED
    assert "You've changed the text, so it stays as it is." in said(view)
    await scene.slack.click(EMMA, view, "one_on_one.anew")
    assert field(view)[1] != EDITED
    assert "since 12/15/2025" in field(view)[1]
    assert made != field(view)[1]


async def test_starting_over_brings_back_the_very_text_that_was_there_first(scene: Scene) -> None:
    """Slack keeps what is typed while a field's block_id stays the same."""
    view = await opened(scene)
    key, made = field(view)
    await scene.slack.select(EMMA, view, "text", EDITED)
    await scene.slack.select(EMMA, view, "one_on_one.weeks", "12")
    edited_key, _ = field(view)
    await scene.slack.select(EMMA, view, "one_on_one.weeks", "4")

    await scene.slack.click(EMMA, view, "one_on_one.anew")

    assert field(view) == (key, made)
    assert edited_key != key


async def test_a_closed_window_keeps_nothing(scene: Scene) -> None:
    view = await opened(scene)
    await scene.slack.select(EMMA, view, "text", EDITED)
    await scene.slack.close(EMMA, view)

    assert EDITED not in field(await opened(scene))[1]
    assert scene.rows("draft") == []


async def test_a_text_that_slack_does_not_take_stays_in_sight(scene: Scene) -> None:
    view = await opened(scene)
    key, _ = field(view)
    scene.slack.fail_next("chat.postMessage", Failure.slack("messages_tab_disabled"))

    outcome = await scene.slack.submit(EMMA, view, {key: EDITED})

    assert outcome.view is not None
    assert wording(EMMA, TextNotSent.told) in lines(outcome.view)
    await scene.slack.close(EMMA, outcome.view)
    assert view.blocks[-1]["text"]["text"] == EDITED
    assert scene.public() == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_where_no_window_opens_by_itself_a_button_opens_it(scene: Scene, person: str) -> None:
    offer = (await scene.slack.send_message(person, OPENS[person])).message
    assert labels(offer) == [wording(person, "Prepare my 1:1")]

    view = (await scene.slack.click(person, offer, "one_on_one.open")).view

    assert view is not None
    assert field(view)[1]


async def test_a_guest_with_an_old_button_is_told(scene: Scene) -> None:
    offer = (await scene.slack.send_message(EMMA, "1:1")).message
    await scene.slack.change_user(EMMA, is_restricted=True)

    told = (await scene.slack.click(EMMA, offer, "one_on_one.open")).message

    assert lines(told) == [wording(EMMA, MembersOnly.told)]
    assert (await scene.slack.command(GUS, "1:1")).view is None


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_text_of_white_space_is_not_sent(scene: Scene, person: str) -> None:
    view = (await scene.slack.command(person, "one-on-one")).view
    assert view is not None
    (field,) = [block["block_id"] for block in view.blocks if block["type"] == "input"]

    outcome = await scene.slack.submit(person, view, {(field, "text"): " \n "})

    assert outcome.errors == {field: wording(person, "There's no text yet: please write some.")}
    assert outcome.messages == []
