"""A skill's discussion: for the whole workspace to read, for each to change what is theirs."""

import pytest

from bot.errors import ColleaguesOnly, MembersOnly, NotYourComment, StaleControl, StorageUnavailable
from bot.playground.controls import state_values
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from tests.scenario.conftest import Scene
from tests.scenario.forging import WORDS, click, submission
from tests.scenario.reading import labels, lines, said, wording


async def opened(scene: Scene, person: str) -> View:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    view = (await scene.slack.click(person, answer, "comments.open")).view
    assert view is not None
    return view


async def commented(scene: Scene, person: str, text: str) -> View:
    """The window after a comment was added in it."""
    view = await opened(scene, person)
    outcome = await scene.slack.submit(person, view, {WORDS: text})
    assert outcome.view is view
    return view


def pressed(view: View, action_id: str) -> list[str]:
    """What the buttons of that kind carry."""
    elements = [element for block in view.blocks if block["type"] == "actions" for element in block["elements"]]
    return [element["value"] for element in elements if element["action_id"] == action_id]


def typed_blocks(view: View) -> list[str]:
    return [block["text"]["text"] for block in view.blocks if block["type"] == "section"]


@pytest.mark.parametrize(
    ("person", "label", "promise", "counted"),
    [
        (EMMA, "Comments", "Everybody in this workspace can read it", "Comments (1)"),
        (DIETER, "Kommentare", "Alle in diesem Workspace können ihn lesen", "Kommentare (1)"),
        (ROMAN, "Комментарии", "Его смогут прочитать все", "Комментарии (1)"),
    ],
)
async def test_a_comment_is_added_shown_and_counted(
    scene: Scene, person: str, label: str, promise: str, counted: str
) -> None:
    card = (await scene.slack.command(person, "distributed-training senior")).message
    assert labels(card)[2] == label
    view = await opened(scene, person)
    assert promise in said(view)
    assert typed_blocks(view) == []

    await scene.slack.submit(person, view, {WORDS: "Clear and useful"})

    assert typed_blocks(view) == ["Clear and useful"]
    assert f"<@{person}>" in said(view)
    assert labels((await scene.slack.command(person, "distributed-training senior")).message)[2] == counted
    assert scene.public() == []


async def test_the_field_is_empty_for_the_next_one_and_the_newest_stands_first(scene: Scene) -> None:
    view = await commented(scene, EMMA, "first")
    scene.clock.seconds += 60
    await scene.slack.submit(EMMA, view, {WORDS: "second"})

    assert typed_blocks(view) == ["second", "first"]
    with pytest.raises(Exception, match="required inputs are empty"):
        await scene.slack.submit(EMMA, view)


async def test_case_14_sent_twice_a_comment_stands_once(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    scene.slack.fill(EMMA, view, {WORDS: "once"})
    payload = submission(scene, EMMA, view)

    for _ in range(2):
        await scene.send(RequestKind.INTERACTION, payload)

    assert len(scene.rows("comment")) == 1


@pytest.mark.parametrize(
    "text",
    ["<!channel> *loud* :tada: <@U0DEMOADA>", "🧑‍💻 👩🏽‍🔬", "one\n\ntwo", "x" * 3_000],
    ids=["codes", "emoji", "lines", "long"],
)
async def test_what_was_written_is_shown_as_written(scene: Scene, text: str) -> None:
    view = await commented(scene, EMMA, text)

    assert typed_blocks(view) == [text]
    assert view.blocks[-2]["text"]["type"] == "plain_text"


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
@pytest.mark.parametrize("text", ["x" * 10_000, " \u200b\n "], ids=["too long", "blank"])
async def test_case_16_what_cant_be_taken_is_told_at_the_field(scene: Scene, person: str, text: str) -> None:
    view = await opened(scene, person)

    body = (await scene.send(RequestKind.INTERACTION, submission(scene, person, view, text))).body

    wrong = "At most %(most)s characters, please." if len(text) > 3_000 else "Please write something."
    most = {EMMA: "3,000", DIETER: "3.000", ROMAN: "3\xa0000"}[person]
    assert body == {"response_action": "errors", "errors": {"comment 0": wording(person, wrong, most=most)}}
    assert scene.rows("comment") == []


async def test_ones_own_comment_is_edited_over_what_is_being_written(scene: Scene) -> None:
    view = await commented(scene, EMMA, "befor")
    scene.slack.fill(EMMA, view, {WORDS: "half written"})
    window = (await scene.slack.click(EMMA, view, "comments.edit")).view
    assert window is not None
    assert window is not view

    await scene.slack.submit(EMMA, window, {WORDS: "before"})

    assert typed_blocks(view) == ["before"]
    assert "edited" in said(view)
    await scene.slack.submit(EMMA, view)
    assert set(typed_blocks(view)) == {"half written", "before"}


async def test_ones_own_comment_is_removed_after_a_question_and_shown_as_removed(scene: Scene) -> None:
    view = await commented(scene, EMMA, "hasty")
    button = next(e for b in view.blocks if b["type"] == "actions" for e in b["elements"] if "confirm" in e)
    assert button["action_id"] == "comments.remove"

    await scene.slack.click(EMMA, view, "comments.remove")

    assert typed_blocks(view) == []
    assert "A comment of 3/2/2026 was removed." in said(view)
    assert scene.rows("comment_words") == []
    assert labels((await scene.slack.command(EMMA, "distributed-training senior")).message)[2] == "Comments"


@pytest.mark.parametrize(
    ("person", "edits", "removes"),
    [(EMMA, True, True), (GEORGE, False, False), (ADA, False, True), (GUS, False, False)],
    ids=["author", "colleague", "admin", "guest"],
)
async def test_who_may_do_what_with_a_comment(scene: Scene, person: str, edits: bool, removes: bool) -> None:
    comment = pressed(await commented(scene, EMMA, "mine"), "comments.edit")[0]

    view = await opened(scene, person)
    assert typed_blocks(view) == ["mine"]
    assert bool(pressed(view, "comments.edit")) is edits
    assert bool(pressed(view, "comments.remove")) is removes

    for action, may in (("comments.edit", edits), ("comments.remove", removes)):
        before = scene.rows("comment_words")
        outcome = await scene.send(RequestKind.INTERACTION, click(scene, person, view, action, comment))
        if not may:
            told = MembersOnly.told if person == GUS else NotYourComment.told
            assert outcome.view is not None
            assert lines(outcome.view) == [wording(person, told)]
            assert scene.rows("comment_words") == before
    assert bool(scene.rows("comment_words")) is not removes


async def test_a_guest_reads_and_is_not_asked_to_write(scene: Scene) -> None:
    view = await opened(scene, GUS)

    assert "submit" not in view.body
    assert "Guests can't add any" in said(view)
    assert labels(view) == []
    assert scene.rows("person") == []


async def test_a_stranger_reads_nothing(scene: Scene) -> None:
    await commented(scene, EMMA, "internal")
    await scene.slack.change_user(GUS, is_restricted=False, is_stranger=True)
    answer = (await scene.slack.command(GUS, "distributed-training senior")).message

    outcome = await scene.slack.click(GUS, answer, "comments.open")

    assert outcome.view is None
    assert lines(outcome.message) == [wording(GUS, ColleaguesOnly.told)]


async def test_a_long_discussion_is_paged_and_nothing_moves_when_something_is_added(scene: Scene) -> None:
    for n in range(23):
        scene.clock.seconds += 60
        await commented(scene, EMMA, f"comment {n}")
    view = await opened(scene, GEORGE)
    read = [typed_blocks(view)]

    scene.clock.seconds += 60
    await commented(scene, EMMA, "meanwhile")
    while "comments.page:older" in str(view.blocks):
        await scene.slack.click(GEORGE, view, "comments.page:older")
        read.append(typed_blocks(view))

    assert [len(page) for page in read] == [10, 10, 3]
    assert [text for page in read for text in page] == [f"comment {n}" for n in reversed(range(23))]
    await scene.slack.click(GEORGE, view, "comments.page:newest")
    assert typed_blocks(view)[0] == "meanwhile"


async def test_without_a_database_the_person_is_told_and_what_was_written_stays(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    away = scene.database.rename(scene.database.with_suffix(".away"))

    told = (await scene.slack.submit(EMMA, view, {WORDS: "long thoughts"})).view

    assert told is not None
    assert wording(EMMA, StorageUnavailable.told) in said(told)
    away.rename(scene.database)
    await scene.slack.close(EMMA, told)
    await scene.slack.submit(EMMA, view)
    assert typed_blocks(view) == ["long thoughts"]


async def test_three_windows_deep_a_failure_is_told_in_the_window_and_the_words_stay(scene: Scene) -> None:
    window = (await scene.slack.shortcut(EMMA, "look_up")).view
    assert window is not None
    await scene.slack.select(EMMA, window, "skill.search", "distributed-training//", query="")
    talk = (await scene.slack.click(EMMA, window, "comments.open")).view
    assert talk is not None
    await scene.slack.submit(EMMA, talk, {WORDS: "first"})
    edit = (await scene.slack.click(EMMA, talk, "comments.edit")).view
    assert edit is not None
    away = scene.database.rename(scene.database.with_suffix(".away"))

    outcome = await scene.slack.submit(EMMA, edit, {WORDS: "second"})

    assert outcome.view is edit
    assert wording(EMMA, StorageUnavailable.told) in said(edit)
    assert state_values(edit)["comment"][WORDS]["value"] == "second"
    away.rename(scene.database)


async def test_a_window_that_cant_be_opened_is_told(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    scene.slack.fail_next("views.open", Failure.slack("internal_error"))

    outcome = await scene.slack.click(EMMA, answer, "comments.open")

    assert outcome.message.is_ephemeral


async def test_forgetting_turns_comments_into_removed_ones_and_counts_them_no_more(scene: Scene) -> None:
    await commented(scene, EMMA, "mine")
    await commented(scene, GEORGE, "his")
    card = (await scene.slack.command(GEORGE, "distributed-training senior")).message
    assert labels(card)[2] == "Comments (2)"
    window = (await scene.slack.command(EMMA, "forget")).view
    assert window is not None

    await scene.slack.submit(EMMA, window)

    view = await opened(scene, GEORGE)
    assert typed_blocks(view) == ["his"]
    assert "A comment of 02/03/2026 was removed." in said(view)
    assert EMMA not in str(view.body)
    assert labels((await scene.slack.command(GEORGE, "distributed-training senior")).message)[2] == "Comments (1)"


async def test_a_card_says_how_many_comments_there_are_wherever_it_is_shown(scene: Scene) -> None:
    await commented(scene, EMMA, "first")
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    role = "distributed-training/llm-engineer"

    await scene.slack.select(EMMA, answer, "card.level", f"{role}/junior")
    copy = (await scene.slack.click(EMMA, answer, "card.more", value=f"copy {role}/junior")).posted
    found = (await scene.slack.send_message(EMMA, "distributed-training senior")).message
    window = (await scene.slack.shortcut(EMMA, "look_up")).view
    assert window is not None
    await scene.slack.select(EMMA, window, "skill.search", "distributed-training//", query="")

    cards: list[Message | View] = [answer, *copy, found, window]
    assert ["Comments (1)" in labels(card) for card in cards] == [True] * 4


async def test_a_click_on_a_skill_that_is_gone_is_told(scene: Scene) -> None:
    view = await opened(scene, EMMA)

    for action, value, error in (
        ("comments.open", "gone//", StaleControl),
        ("suggest.open", "gone", StaleControl),
        ("comments.edit", "gone", NotYourComment),
    ):
        told = (await scene.send(RequestKind.INTERACTION, click(scene, EMMA, view, action, value))).view
        assert told is not None
        assert lines(told) == [wording(EMMA, error.told)]
        await scene.slack.close(EMMA, told)


async def test_what_is_being_written_stays_while_one_turns_the_page(scene: Scene) -> None:
    for n in range(11):
        scene.clock.seconds += 60
        view = await commented(scene, GEORGE, f"comment {n}")
    view = await opened(scene, EMMA)
    scene.slack.fill(EMMA, view, {WORDS: "half written"})

    await scene.slack.click(EMMA, view, "comments.page:older")
    await scene.slack.submit(EMMA, view)

    assert typed_blocks(view)[:2] == ["half written", "comment 10"]
