"""Evidence: a message's link and a person's words, seen by nobody else."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.errors import MembersOnly, StorageUnavailable
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL, TEAM, WITHOUT_BOT
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.forging import submission
from tests.scenario.reading import buttons, lines, said, wording

SKILL = "distributed-training//"
STATEMENT = "design-3d-parallel-strategy"


def post(scene: Scene, channel: str = TEAM) -> Message:
    return scene.slack.workspace.post(channel, GEORGE, "Our secret numbers are up", scene.clock())


async def opened(scene: Scene, person: str, message: Message) -> View:
    view = (await scene.slack.message_shortcut(person, message, "save_evidence")).view
    assert view is not None
    return view


async def kept(scene: Scene, person: str, words: str = "I planned this", *, statement: bool = True) -> View:
    """The window after evidence was kept in it."""
    view = await opened(scene, person, post(scene))
    await scene.slack.select(person, view, "evidence.skill", SKILL, query="")
    if statement:
        await scene.slack.select(person, view, "statement", STATEMENT, query="")
    await scene.slack.submit(person, view, {"words": words})
    return view


async def listed(scene: Scene, person: str) -> View:
    view = (await scene.slack.command(person, "evidence")).view
    assert view is not None
    return view


@pytest.mark.parametrize(
    ("person", "heading", "promise", "saved", "command"),
    [
        (EMMA, "Save as evidence", "Only you see what you save here", "Saved as evidence", "/skill evidence"),
        (DIETER, "Als Beleg speichern", "siehst nur du", "Als Beleg gespeichert", "/skill belege"),
        (ROMAN, "Сохранить подтверждение", "видно только вам", "Подтверждение сохранено", "/skill подтверждения"),
    ],
)
async def test_a_message_is_kept_with_ones_own_words(
    scene: Scene, person: str, heading: str, promise: str, saved: str, command: str
) -> None:
    message = post(scene)
    view = await opened(scene, person, message)
    assert view.body["title"]["text"] == heading
    assert promise in said(view)
    assert "secret numbers" not in str(view.body)

    scene.slack.fill(person, view, {"words": "I planned this"})
    await scene.slack.select(person, view, "evidence.skill", SKILL, query="")
    await scene.slack.select(person, view, "statement", STATEMENT, query="")
    await scene.slack.submit(person, view)

    assert saved in said(view)
    assert command in said(view)
    ((_, owner, _, link, words, skill, statement, _),) = scene.rows("evidence")
    assert (owner, words, skill, statement) == (person, "I planned this", "distributed-training", STATEMENT)
    assert link == f"https://{scene.slack.workspace.domain}.slack.com/archives/{TEAM}/p{message.ts.replace('.', '')}"
    assert [each.user for each in scene.public()] == [GEORGE]


async def test_it_works_where_rung_is_no_member_and_reads_nothing(scene: Scene) -> None:
    root = post(scene, WITHOUT_BOT)
    reply = scene.slack.workspace.post(WITHOUT_BOT, GEORGE, "Indeed", scene.clock(), thread_ts=root.ts)
    since = len(scene.slack.calls)

    view = await opened(scene, EMMA, reply)

    place = f"https://{scene.slack.workspace.domain}.slack.com/archives/{WITHOUT_BOT}/p{reply.ts.replace('.', '')}"
    assert f"<{place}?thread_ts={root.ts}&amp;cid={WITHOUT_BOT}|The message>" in said(view)
    assert {call.method for call in scene.slack.calls[since:]} == {"users.info", "views.open"}


async def test_the_statement_may_be_left_open(scene: Scene) -> None:
    await kept(scene, EMMA, statement=False)

    assert scene.rows("evidence")[0][6] is None
    card = (await scene.slack.command(EMMA, "distributed-training senior")).message
    window = (await scene.slack.click(EMMA, card, "assess.open")).view
    assert window is not None
    assert sum("1\xa0piece of evidence: <https://" in line for line in lines(window)) == 1


@pytest.mark.parametrize(
    ("person", "shown"),
    [(EMMA, "2\xa0pieces of evidence:"), (DIETER, "2\xa0Belege:"), (ROMAN, "2\xa0подтверждения:")],
)
async def test_evidence_stands_beside_its_statement_when_one_rates_oneself(
    scene: Scene, person: str, shown: str
) -> None:
    for _ in range(2):
        scene.clock.seconds += 60
        await kept(scene, person)

    card = (await scene.slack.command(person, "distributed-training senior")).message
    view = (await scene.slack.click(person, card, "assess.open")).view

    assert view is not None
    (line,) = [line for line in lines(view) if line.startswith(shown)]
    assert line.count("|I planned this>") == 2
    other = (await scene.slack.command(ADA, "distributed-training senior")).message
    window = (await scene.slack.click(ADA, other, "assess.open")).view
    assert window is not None
    assert "slack.com/archives" not in said(window)


async def test_it_is_listed_newest_first_and_removed_after_a_question(scene: Scene) -> None:
    for words in ("first", "second"):
        scene.clock.seconds += 60
        await kept(scene, EMMA, words)
    view = await listed(scene, EMMA)
    assert [line for line in lines(view) if line in ("first", "second")] == ["second", "first"]
    button = next(b["accessory"] for b in view.blocks if "accessory" in b)
    assert "confirm" in button

    await scene.slack.click(EMMA, view, "evidence.remove", value=button["value"])

    assert [line for line in lines(view) if line in ("first", "second")] == ["first"]
    assert len(scene.rows("evidence")) == 1


async def test_much_evidence_is_paged(scene: Scene) -> None:
    for n in range(23):
        scene.clock.seconds += 60
        await kept(scene, EMMA, f"number {n}")
    view = await listed(scene, EMMA)
    first = [line for line in lines(view) if line.startswith("number")]
    await scene.slack.click(EMMA, view, "evidence.page:next")
    rest = [line for line in lines(view) if line.startswith("number")]

    assert first + rest == [f"number {n}" for n in reversed(range(23))]


async def test_case_33_nobody_else_sees_or_removes_it(scene: Scene) -> None:
    await kept(scene, EMMA)
    evidence = str(scene.rows("evidence")[0][2])

    for person in (GEORGE, ADA):
        view = await listed(scene, person)
        assert "You keep no evidence yet" in said(view)
        await kept(scene, person)
        view = await listed(scene, person)
        own = next(b["accessory"] for b in view.blocks if "accessory" in b)
        own["value"] = evidence
        await scene.slack.click(person, view, "evidence.remove")
    assert len(scene.rows("evidence")) == 3


async def test_in_a_direct_message_a_button_opens_the_list(scene: Scene) -> None:
    answer = (await scene.slack.send_message(EMMA, "evidence")).message
    assert list(buttons(answer)) == ["Show my evidence"]

    view = (await scene.slack.click(EMMA, answer, "evidence.list")).view

    assert view is not None
    assert view.body["title"]["text"] == "Your evidence"


async def test_a_guest_keeps_none_and_is_told_why(scene: Scene) -> None:
    outcome = await scene.slack.message_shortcut(GUS, post(scene, GENERAL), "save_evidence")
    assert outcome.view is None
    assert lines(outcome.message) == [wording(GUS, MembersOnly.told)]
    assert lines((await scene.slack.command(GUS, "evidence")).message) == [wording(GUS, MembersOnly.told)]
    assert scene.rows("person") == []


async def test_case_16_without_a_database_what_was_written_stays(scene: Scene) -> None:
    view = await opened(scene, EMMA, post(scene))
    await scene.slack.select(EMMA, view, "evidence.skill", SKILL, query="")
    away = scene.database.rename(scene.database.with_suffix(".away"))

    told = (await scene.slack.submit(EMMA, view, {"words": "worth keeping"})).view

    assert told is not None
    assert wording(EMMA, StorageUnavailable.told) in said(told)
    away.rename(scene.database)
    await scene.slack.close(EMMA, told)
    await scene.slack.submit(EMMA, view)
    assert scene.rows("evidence")[0][4] == "worth keeping"


@pytest.mark.parametrize(
    ("person", "wrong", "most"),
    [
        (EMMA, "x" * 10_000, "1,000"),
        (DIETER, "x" * 10_000, "1.000"),
        (ROMAN, "x" * 10_000, "1\xa0000"),
        (EMMA, " \n", ""),
    ],
    ids=["en", "de", "ru", "blank"],
)
async def test_case_16_words_that_cant_be_taken_are_told_at_their_field(
    scene: Scene, person: str, wrong: str, most: str
) -> None:
    view = await opened(scene, person, post(scene))
    await scene.slack.select(person, view, "evidence.skill", SKILL, query="")

    body = (await scene.send(RequestKind.INTERACTION, submission(scene, person, view, wrong))).body

    told = "At most %(most)s characters, please." if most else "Please write something."
    assert body == {"response_action": "errors", "errors": {"words": wording(person, told, most=most)}}
    assert scene.rows("evidence") == []


async def test_sent_twice_at_once_it_is_kept_once(scene: Scene) -> None:
    view = await opened(scene, EMMA, post(scene))
    await scene.slack.select(EMMA, view, "evidence.skill", SKILL, query="")
    payload = submission(scene, EMMA, view, "once")

    await asyncio.gather(*(scene.slack.deliver(RequestKind.INTERACTION, payload) for _ in range(2)))

    assert [row[4] for row in scene.rows("evidence")] == ["once"]


@pytest.mark.parametrize("words", ["<!channel> *loud* <@U0DEMOADA>", "🏳️‍🌈 🧑‍💻", "one\n\ntwo"])
async def test_words_are_shown_as_written_and_ping_nobody(scene: Scene, words: str) -> None:
    view = await kept(scene, EMMA, words)
    assert words in [block["text"]["text"] for block in view.blocks if block["type"] == "section"]
    await rate(scene, EMMA)

    for asked in ("assess distributed-training", "progress distributed-training", "one-on-one", "evidence"):
        await scene.slack.command(EMMA, asked)

    first = words.split()[-1].strip("<>")
    shown = [text for call in scene.slack.calls for text in formatted(call.args) if first in text]
    assert len(shown) >= 2
    assert [text for text in shown if "<!channel>" in text or "<@U0DEMOADA>" in text] == []
    assert scene.public() == [message for message in scene.public() if message.user == GEORGE]


def formatted(shown: object) -> Iterator[str]:
    """Every text of a call in which Slack would look for mentions."""
    if isinstance(shown, Mapping):
        if shown.get("type") == "mrkdwn" or "blocks" in shown:
            yield str(shown.get("text") or "")
        for part in shown.values():
            yield from formatted(part)
    elif isinstance(shown, list):
        for part in shown:
            yield from formatted(part)


async def rate(scene: Scene, person: str) -> None:
    window = (await scene.slack.command(person, "assess distributed-training senior")).view
    assert window is not None
    await scene.slack.select(person, window, "assess.rating", "practising", block_id=f"rating {STATEMENT}")
    await scene.slack.submit(person, window)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_it_is_found_again_in_the_progress_the_one_on_one_the_export_and_at_home(
    scene: Scene, person: str
) -> None:
    await kept(scene, person, "I planned this")
    await rate(scene, person)
    own = wording(person, "Show my evidence")

    progress = (await scene.slack.command(person, "progress distributed-training")).messages
    answer = next(message for message in progress if message.is_ephemeral)
    assert "I planned this" in said(answer)
    window = (await scene.slack.click(person, answer, buttons(answer)[own])).view
    assert window is not None
    assert "I planned this" in said(window)
    text = (await scene.slack.command(person, "one-on-one")).view
    assert text is not None
    assert "I planned this https://" in str(text.blocks)
    exported = (await scene.slack.command(person, "export")).messages
    assert any(b"I planned this" in (file.content or b"") for message in exported for file in message.files)
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    assert own in buttons(home)


async def test_what_was_kept_for_a_statement_that_is_retired_stands_beside_the_skill(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        await kept(scene, EMMA, "old work")
        view = await opened(scene, EMMA, post(scene))
        await scene.slack.select(EMMA, view, "evidence.skill", SKILL, query="")
        await scene.slack.select(EMMA, view, "statement", STATEMENT, query="")
        content.edit("skills/distributed-training/skill.yaml", retire)
        await scene.rung.shelf.renew()

        outcome = await scene.slack.submit(EMMA, view, {"words": "too late"})
        window = (await scene.slack.command(EMMA, "assess distributed-training senior")).view

        assert list(outcome.errors.values()) == [
            wording(EMMA, "This statement isn't there any more. Please choose another.")
        ]
        assert window is not None
        assert sum("old work" in line for line in lines(window)) == 1
        assert "old work" in said(await listed(scene, EMMA))


def retire(skill: Any) -> None:
    """As an editor does it: the statement stays in the file, marked, and no level asks for it."""
    skill["statements"][STATEMENT]["retired"] = True
    for levels in skill["roles"].values():
        for cell in levels.values():
            cell["statements"] = [one for one in cell["statements"] if one != STATEMENT]
