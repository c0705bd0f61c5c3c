"""The answer is reached from wherever a person is: threads, direct messages, a shortcut, a search."""

import pytest

from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import DIETER, EMMA, FLORENCE, GUS, ROMAN
from bot.playground.signing import RequestKind
from bot.playground.workspace import TEAM, WITHOUT_BOT
from tests.scenario.conftest import Scene
from tests.scenario.reading import labels, lines, said, title, wording

SEARCH = "skill.search"
TITLES = {
    EMMA: "Distributed Training: Senior",
    DIETER: "Verteiltes Training: Senior",
    ROMAN: "Распределённое обучение: Senior",
}


@pytest.mark.parametrize("person", list(TITLES))
async def test_a_mention_in_a_thread_is_answered_privately_and_in_the_thread(scene: Scene, person: str) -> None:
    root = scene.slack.workspace.post(TEAM, DIETER, "Who knows about sharding?", scene.clock())

    asked = await scene.slack.send_message(
        person, f"<@{BOT_USER_ID}> distributed-training senior", channel=TEAM, thread_ts=root.ts
    )

    answer = asked.message
    assert title(answer) == TITLES[person]
    assert answer.is_ephemeral
    assert answer.thread_ts == root.ts
    assert asked.posted == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("distributed-training senior", "Distributed Training: Senior"),
        ("найти deepspeed", "1\xa0skill with “deepspeed”"),
        ("list ml-ai", "Machine Learning & AI: "),
        ("/skill distributed-training senior", "Distributed Training: Senior"),
    ],
)
async def test_a_direct_message_is_answered_as_the_command_would_be(scene: Scene, words: str, expected: str) -> None:
    asked = await scene.slack.send_message(EMMA, words)

    assert title(asked.message).startswith(expected)
    assert not asked.message.is_ephemeral


async def test_case_36_words_that_name_nothing_get_an_answer_and_a_way_on(scene: Scene) -> None:
    answer = (await scene.slack.send_message(EMMA, "I had a rough week, honestly")).message

    assert "I had a rough week, honestly" in said(answer)
    offered = await scene.slack.suggestions(EMMA, answer, SEARCH, "distrib")
    assert [option["text"]["text"] for option in offered] == ["Distributed Training"]


async def test_the_language_is_chosen_in_a_direct_message_too(scene: Scene) -> None:
    await scene.slack.send_message(EMMA, "language de")

    assert title((await scene.slack.send_message(EMMA, "distributed-training senior")).message) == TITLES[DIETER]


@pytest.mark.parametrize(
    "written",
    [
        {"user": BOT_USER_ID, "bot_id": "B0RUNG"},
        {"user": EMMA, "subtype": "message_changed"},
        {"user": EMMA, "channel_type": "channel"},
        {"subtype": "message_deleted"},
        {"subtype": "bot_message"},
    ],
    ids=["its own", "edited", "in a channel", "deleted", "another bot's"],
)
async def test_only_what_a_person_writes_to_rung_is_answered(scene: Scene, written: dict[str, str]) -> None:
    conversation = (await scene.slack.send_message(EMMA, "help")).message.channel
    event = {"type": "message", "channel": conversation, "channel_type": "im", "text": "help", "ts": "1.1", **written}
    body = {"type": "event_callback", "team_id": scene.slack.workspace.team_id, "event_id": "EvX", "event": event}

    before = len(scene.slack.called("chat.postMessage"))
    assert (await scene.slack.deliver(RequestKind.EVENT, body)).status == 200

    assert len(scene.slack.called("chat.postMessage")) == before


@pytest.mark.parametrize(
    "words",
    [
        "hey {rung}, distributed-training senior",
        "{rung} /skill distributed-training senior",
        "distributed-training senior {rung}",
    ],
)
async def test_what_follows_a_mention_is_asked_or_else_what_goes_before(scene: Scene, words: str) -> None:
    asked = await scene.slack.send_message(EMMA, words.format(rung=f"<@{BOT_USER_ID}>"), channel=TEAM)

    assert title(asked.message) == TITLES[EMMA]


@pytest.mark.parametrize("subtype", ["file_share", "me_message", "thread_broadcast"])
async def test_case_36_words_beside_a_file_or_a_broadcast_are_answered_too(scene: Scene, subtype: str) -> None:
    conversation = (await scene.slack.send_message(EMMA, "help")).message.channel
    event = {"type": "message", "channel": conversation, "channel_type": "im", "user": EMMA, "ts": "1.1"}
    event |= {"subtype": subtype, "text": "distributed-training senior"}
    body = {"type": "event_callback", "team_id": scene.slack.workspace.team_id, "event_id": "EvX", "event": event}

    assert title((await scene.send(RequestKind.EVENT, body | {"user_id": EMMA})).message) == TITLES[EMMA]


@pytest.mark.parametrize("by", [{"bot_id": "B0OTHER", "user": "U0OTHERBOT"}, {"bot_id": "B0OTHER"}])
async def test_a_bot_that_mentions_rung_is_not_answered(
    scene: Scene, caplog: pytest.LogCaptureFixture, by: dict[str, str]
) -> None:
    event = {"type": "app_mention", "channel": TEAM, "text": f"<@{BOT_USER_ID}> help", "ts": "1.1", **by}
    body = {"type": "event_callback", "team_id": scene.slack.workspace.team_id, "event_id": "EvX", "event": event}

    outcome = await scene.send(RequestKind.EVENT, body)

    assert (outcome.status, outcome.posted) == (200, [])
    assert scene.slack.called("chat.postEphemeral") == []
    assert [record.getMessage() for record in caplog.records] == []


async def test_case_14_an_event_that_slack_sends_again_is_answered_once(scene: Scene) -> None:
    await scene.slack.send_message(EMMA, "distributed-training senior")

    again = await scene.slack.repeat_event()

    assert again.status == 200
    assert again.messages == []


async def test_a_repeated_event_may_be_the_first_that_arrives(scene: Scene) -> None:
    scene.slack.fail_next("chat.postMessage", Failure.slack("internal_error"))
    await scene.slack.send_message(EMMA, "distributed-training senior")

    assert title((await scene.slack.send_message(EMMA, "distributed-training junior")).message).endswith("Junior")


@pytest.mark.parametrize(
    ("person", "heading"),
    [(EMMA, "Look up a skill"), (DIETER, "Skill nachschlagen"), (ROMAN, "Найти навык"), (FLORENCE, "Look up a skill")],
)
async def test_the_shortcut_opens_a_search_in_which_the_card_appears(scene: Scene, person: str, heading: str) -> None:
    opened = await scene.slack.shortcut(person, "look_up")
    assert opened.view is not None
    assert opened.view.body["title"]["text"] == heading

    found = await scene.slack.select(person, opened.view, SEARCH, "distributed-training//", query="обуч")

    assert found.view is not None
    assert title(found.view).startswith(TITLES.get(person, TITLES[EMMA]).removesuffix(": Senior"))
    assert len(labels(found.view)) == 7  # what a member can do with a card, but to post: there's no channel
    assert found.posted == []


async def test_in_the_window_a_level_is_chosen_and_all_levels_open_on_top(scene: Scene) -> None:
    window = (await scene.slack.shortcut(EMMA, "look_up")).view
    assert window is not None
    await scene.slack.select(EMMA, window, SEARCH, "distributed-training//", query="")

    await scene.slack.select(EMMA, window, "card.level", "distributed-training/llm-engineer/lead")
    assert title(window) == "Distributed Training: Lead / Staff"
    await scene.slack.click(EMMA, window, "card.more", value="set distributed-training/llm-engineer/lead")
    assert "Your level: Lead / Staff" in said(window).replace("*", "")

    levels = (await scene.slack.click(EMMA, window, "card.levels")).view
    assert levels is not None
    assert levels is not window
    details = (
        await scene.slack.click(EMMA, levels, "levels.details", value="distributed-training/llm-engineer/junior")
    ).view
    assert details is not None
    assert title(details) == "Distributed Training: Junior"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("dist", ["Distributed Training"]),
        ("верт", []),
        ("распределённое", ["Distributed Training"]),
        ("experimants", ["Model Evaluation and Experiments"]),
    ],
)
async def test_case_13_the_search_offers_skills_by_their_name_in_any_language(
    scene: Scene, typed: str, offered: list[str]
) -> None:
    greeting = (await scene.slack.command(EMMA, "")).message

    options = await scene.slack.suggestions(EMMA, greeting, SEARCH, typed)

    assert sorted(option["text"]["text"] for option in options) == sorted(offered)


async def test_the_search_begins_with_every_skill(scene: Scene) -> None:
    greeting = (await scene.slack.command(EMMA, "")).message

    options = await scene.slack.suggestions(EMMA, greeting, SEARCH, "")

    names = [skill.name.source for skill in scene.rung.parts.library().framework.skills.values()]
    assert sorted(option["text"]["text"] for option in options) == sorted(names)


async def test_a_skill_that_was_searched_for_takes_the_place_of_the_greeting(scene: Scene) -> None:
    greeting = (await scene.slack.command(EMMA, "")).message

    await scene.slack.select(EMMA, greeting, SEARCH, "model-evaluation//", query="eval")

    assert title(greeting) == "Model Evaluation and Experiments: Junior"


@pytest.mark.parametrize(("person", "label"), [(EMMA, "Send me a copy"), (DIETER, "Kopie an mich schicken")])
async def test_a_copy_of_the_card_stays_in_the_direct_message(scene: Scene, person: str, label: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    assert label in labels(answer)

    sent = await scene.slack.click(person, answer, "card.more", value="copy distributed-training/llm-engineer/senior")

    copy = sent.message
    assert title(copy) == TITLES[person]
    assert scene.slack.workspace.channel(copy.channel).is_direct
    assert wording(person, "A copy is in your direct messages with Rung. Only you see it.") in lines(answer)
    await scene.slack.select(person, copy, "card.level", "distributed-training/llm-engineer/junior")
    assert title(copy).endswith("Junior")


async def test_a_copy_that_slack_refuses_is_told(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    scene.slack.fail_next("chat.postMessage", Failure.slack("messages_tab_disabled"))

    told = await scene.slack.click(EMMA, answer, "card.more", value="copy distributed-training/llm-engineer/senior")

    assert told.message.is_ephemeral
    assert "Slack didn't take what Rung sent" in said(told.message)


async def test_a_guest_looks_things_up_and_nothing_is_kept(scene: Scene) -> None:
    window = (await scene.slack.shortcut(GUS, "look_up")).view
    assert window is not None
    await scene.slack.select(GUS, window, SEARCH, "distributed-training//", query="")

    assert "Set as my level" not in labels(window)
    assert scene.rows("person") == []


async def test_where_rung_is_no_member_a_mention_says_nothing_and_the_command_works(scene: Scene) -> None:
    asked = await scene.slack.mention(EMMA, "distributed-training", channel=WITHOUT_BOT)
    assert (asked.status, asked.messages) == (None, [])

    assert (await scene.slack.command(EMMA, "distributed-training", channel=WITHOUT_BOT)).message.is_ephemeral
