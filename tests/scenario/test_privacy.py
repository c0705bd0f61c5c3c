"""Your data: told, sent to the person alone, and erased after one question."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import PersonId
from bot.errors import NotExported, NothingErased, RungError
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import DIETER, EMMA, FLORENCE, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.workspace import TEAM
from bot.storage.assessments import record_assessments
from tests.scenario.conftest import HURRIED, NewScene, Scene
from tests.scenario.lives import BEFORE, SENIOR, id_of, live, secrets, stored
from tests.scenario.reading import buttons, labels, lines, said, wording

EVERYBODY = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
WORDS = {EMMA: "forget", DIETER: "vergessen", ROMAN: "забыть"}
NOTHING = "Nothing is stored about you."
GONE = "Done. Nothing is stored about you any more. You can use Rung again whenever you like."
SENT = "Your data is in your direct messages with Rung, as a page to read and as JSON. Only you see it."


async def asked_to_erase(scene: Scene, person: str) -> View:
    view = (await scene.slack.command(person, WORDS[person])).view
    assert view is not None
    return view


def said_in_public(scene: Scene) -> list[Message]:
    """What Rung, not a person who mentions it, said where others see it."""
    return [message for message in scene.public() if message.user == BOT_USER_ID]


def files_of(outcome_messages: list[Message]) -> dict[str, str]:
    """What the files say that were sent, by how their names end."""
    return {
        file.name.rsplit(".", 1)[1]: (file.content or b"").decode()
        for message in outcome_messages
        for file in message.files
    }


@pytest.mark.parametrize(
    ("person", "words", "expected", "offered"),
    [
        (EMMA, "privacy", "Only you see it in Slack", ["Export my data", "Erase everything"]),
        (DIETER, "datenschutz", "In Slack siehst nur du es", ["Meine Daten exportieren", "Alles löschen"]),
        (ROMAN, "приватность", "В Slack это видно только вам", ["Выгрузить мои данные", "Удалить всё"]),
    ],
)
async def test_what_is_stored_and_who_sees_it_is_told_in_plain_words(
    scene: Scene, person: str, words: str, expected: str, offered: list[str]
) -> None:
    for answer in (
        (await scene.slack.command(person, words)).message,
        (await scene.slack.send_message(person, words)).message,
        (await scene.slack.mention(person, words, channel=TEAM)).message,
    ):
        assert expected in said(answer)
        assert labels(answer) == offered
    assert said_in_public(scene) == []
    assert scene.rows("person") == []


async def test_a_guest_is_told_that_nothing_is_stored(scene: Scene) -> None:
    answer = (await scene.slack.command(GUS, "privacy")).message
    assert "Nothing is stored about guests." in said(answer).replace("*", "")
    assert labels(answer) == []
    assert lines((await scene.slack.command(GUS, "export")).message) == [wording(GUS, NOTHING)]
    window = (await scene.slack.command(GUS, "forget")).view
    assert window is not None
    assert lines(window) == [wording(GUS, NOTHING)]
    assert "submit" not in window.body
    assert scene.slack.called("files.completeUploadExternal") == []


@EVERYBODY
async def test_all_of_it_is_sent_to_the_person_alone(scene: Scene, person: str) -> None:
    await live(scene, person)
    answer = (await scene.slack.command(person, "privacy")).message

    outcome = await scene.slack.click(person, answer, "data.export")

    sent, told = outcome.messages
    assert lines(told) == [wording(person, SENT)]
    assert told.is_ephemeral
    assert scene.slack.workspace.channel(sent.channel).is_direct
    files = files_of([sent])
    assert sorted(files) == ["html", "json"]
    exported = json.loads(files["json"])
    everything = await stored(scene, id_of(scene, person))
    assert exported["user"] == person
    assert exported["data"].keys() == everything.keys()
    [assessment] = exported["data"]["assessment"]
    assert (assessment["source_text"], assessment["shown_text"]) == ("The English text", "The text as it was shown")
    assert assessment["at"] == "2026-02-01T12:00:00+00:00"
    for secret in secrets(person):
        assert secret in files["html"]
        assert secret in files["json"]
    assert wording(person, "Your ratings") in files["html"]
    assert await stored(scene, id_of(scene, person)) == everything


@pytest.mark.parametrize("words", ["export", "выгрузить"])
async def test_words_in_a_conversation_export_too(scene: Scene, words: str) -> None:
    await live(scene, EMMA)
    for outcome in (
        await scene.slack.command(EMMA, words),
        await scene.slack.send_message(EMMA, words),
        await scene.slack.mention(EMMA, words, channel=TEAM),
    ):
        assert sorted(files_of(outcome.messages)) == ["html", "json"]
        assert lines(outcome.messages[-1]) == [wording(EMMA, SENT)]
    assert said_in_public(scene) == []


async def test_in_a_conversation_a_button_leads_to_the_window_that_erases(scene: Scene) -> None:
    await live(scene, EMMA)
    answer = (await scene.slack.send_message(EMMA, "forget")).message
    assert "data.forget" in buttons(answer).values()
    assert (await scene.slack.click(EMMA, answer, "data.forget")).view is not None
    assert await stored(scene, id_of(scene, EMMA))


@EVERYBODY
@pytest.mark.parametrize("method", ["conversations.open", "files.getUploadURLExternal", "files.completeUploadExternal"])
async def test_an_export_that_slack_refuses_is_told(scene: Scene, person: str, method: str) -> None:
    await live(scene, person)
    scene.slack.fail_next(method, Failure.slack("missing_scope"))

    told = (await scene.slack.command(person, "export")).message

    assert lines(told)[0] == wording(person, NotExported.told)
    assert scene.slack.workspace.channel(told.channel).is_direct or told.is_ephemeral


@EVERYBODY
async def test_the_window_says_what_will_go_and_erasing_leaves_nothing(scene: Scene, person: str) -> None:
    await live(scene, person)
    await live(scene, GEORGE)
    colleague = await stored(scene, id_of(scene, GEORGE))

    window = await asked_to_erase(scene, person)
    assert wording(person, "*This can't be undone.* Rung erases at once all that it stores about you:") in said(window)
    assert sum(line.startswith("• ") for line in said(window).splitlines()) == 14
    assert await stored(scene, id_of(scene, person))

    outcome = await scene.slack.submit(person, window)

    assert outcome.view is not None
    assert lines(outcome.view)[0] == wording(person, GONE)
    assert "submit" not in outcome.view.body
    assert await stored(scene, id_of(scene, person)) == {}
    assert await stored(scene, id_of(scene, GEORGE)) == colleague
    assert len(scene.rows("comment")) == 2
    assert [row for row in scene.rows("comment_words") if person in row] == []
    assert said_in_public(scene) == []


async def test_closing_the_window_erases_nothing(scene: Scene) -> None:
    await live(scene, EMMA)
    before = await stored(scene, id_of(scene, EMMA))
    await scene.slack.close(EMMA, await asked_to_erase(scene, EMMA))
    assert await stored(scene, id_of(scene, EMMA)) == before


async def test_what_was_remembered_is_forgotten_with_it(scene: Scene) -> None:
    await scene.slack.command(EMMA, "language de")
    await live(scene, EMMA)
    assert "Dein Level" in said((await scene.slack.command(EMMA, "distributed-training")).message)

    window = (await scene.slack.command(EMMA, "forget")).view
    assert window is not None
    told = await scene.slack.submit(EMMA, window)
    assert told.view is not None
    assert lines(told.view)[0] == wording("de", GONE)

    answer = (await scene.slack.command(EMMA, "distributed-training")).message
    assert "*Expected at Junior*" in said(answer)
    assert "Your level" not in said(answer)
    assert [row[1] for row in scene.rows("person")] == [FLORENCE]  # whom something was shown to


async def test_a_second_click_is_harmless(scene: Scene) -> None:
    await live(scene, EMMA)
    window = await asked_to_erase(scene, EMMA)

    first, second = await asyncio.gather(scene.slack.submit(EMMA, window), scene.slack.submit(EMMA, window))

    assert (first.status, second.status) == (200, 200)
    assert lines(window)[0] == wording(EMMA, GONE)
    assert await stored(scene, id_of(scene, EMMA)) == {}


async def test_two_exports_at_once_are_both_whole(scene: Scene) -> None:
    await live(scene, EMMA)
    await asyncio.gather(scene.slack.command(EMMA, "export"), scene.slack.command(EMMA, "export"))
    sent = [message for message in scene.slack.workspace.messages if message.files]
    assert [sorted(files_of([message])) for message in sent] == [["html", "json"]] * 2


async def test_who_has_become_a_guest_can_take_and_erase_what_was_stored_before(scene: Scene) -> None:
    await live(scene, EMMA)
    await scene.slack.change_user(EMMA, is_restricted=True)

    answer = (await scene.slack.command(EMMA, "privacy")).message
    assert "`/skill export`" in said(answer)
    assert "`/skill forget`" in said(answer)
    assert sorted(files_of((await scene.slack.command(EMMA, "export")).messages)) == ["html", "json"]
    await scene.slack.submit(EMMA, await asked_to_erase(scene, EMMA))

    assert await stored(scene, id_of(scene, EMMA)) == {}


@pytest.mark.parametrize("table", ["evidence", "latest_rating", "comment_words"])
@EVERYBODY
async def test_a_database_that_fails_between_two_steps_has_erased_nothing(
    scene: Scene, person: str, table: str
) -> None:
    await live(scene, person)
    before = await stored(scene, id_of(scene, person))
    window = await asked_to_erase(scene, person)
    with closing(sqlite3.connect(scene.database)) as connection:
        connection.execute(f"CREATE TRIGGER full BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END")

    told = (await scene.slack.submit(person, window)).view

    assert told is not None
    assert told is not window
    assert lines(told)[0] == wording(person, RungError.told)
    assert await stored(scene, id_of(scene, person)) == before
    with closing(sqlite3.connect(scene.database)) as connection:
        connection.execute("DROP TRIGGER full")
    await scene.slack.close(person, told)
    await scene.slack.submit(person, window)
    assert await stored(scene, id_of(scene, person)) == {}


@EVERYBODY
async def test_a_database_that_is_locked_erases_nothing_and_the_person_is_told(
    new_scene: NewScene, person: str
) -> None:
    async with new_scene(patience=HURRIED * 4) as scene:
        await scene.slack.change_user(person, title="known to Rung")
        await live(scene, person)
        before = await stored(scene, id_of(scene, person))
        window = await asked_to_erase(scene, person)
        with closing(sqlite3.connect(scene.database)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            told = (await scene.slack.submit(person, window)).view
            connection.rollback()
        assert told is not None
        assert lines(told)[0] == wording(person, NothingErased.told)
        assert await stored(scene, id_of(scene, person)) == before


@EVERYBODY
async def test_without_a_database_neither_is_promised(scene: Scene, person: str) -> None:
    await scene.slack.change_user(person, title="known to Rung")
    scene.database.write_bytes(b"this is no database" * 500)

    for words, told in (("export", NotExported.told), ("forget", NothingErased.told)):
        outcome = await scene.slack.command(person, words)
        assert lines(outcome.message)[0] == wording(person, told)
        assert outcome.view is None


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> CliRunner:
    monkeypatch.setenv("RUNG_DATABASE_URL", f"sqlite:///{scene.database}")
    return CliRunner()


async def run(operator: CliRunner, scene: Scene, *words: str, typed: str = "") -> tuple[int, str, str]:
    """The exit code of a verb about Emma, and what it prints."""
    args = [words[0], "--tenant", scene.slack.workspace.team_id, "--user", EMMA, *words[1:]]
    result = await asyncio.to_thread(operator.invoke, main, args, input=typed)
    return result.exit_code, result.stdout, result.stderr


async def test_an_operator_exports_for_somebody_who_cannot(operator: CliRunner, scene: Scene) -> None:
    await live(scene, EMMA)
    code, printed, _ = await run(operator, scene, "export")
    assert code == 0
    assert json.loads(printed)["data"]["assessment"][0]["note"] == secrets(EMMA)[0]

    out = scene.database.parent / "out.json"
    assert (await run(operator, scene, "export", "--out", str(out)))[:2] == (0, "")
    assert json.loads(out.read_text("utf-8"))["data"] == json.loads(printed)["data"]
    assert out.stat().st_mode & 0o077 == 0


async def test_an_operator_is_asked_before_anything_is_erased(operator: CliRunner, scene: Scene) -> None:
    await live(scene, EMMA)
    await live(scene, GEORGE)

    code, printed, _ = await run(operator, scene, "forget", typed="n\n")
    assert code == 1
    assert "assessment: 1" in printed
    assert await stored(scene, id_of(scene, EMMA))

    assert (await run(operator, scene, "forget", "--yes"))[0] == 0
    assert await stored(scene, id_of(scene, EMMA)) == {}
    assert await stored(scene, PersonId(scene.slack.workspace.team_id, GEORGE))
    code, printed, _ = await run(operator, scene, "forget", "--yes")
    assert (code, "Nothing is stored" in printed) == (0, True)


async def test_an_operator_with_no_such_database_is_told(
    operator: CliRunner, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNG_DATABASE_URL", f"sqlite:///{scene.database}.not-there")
    for verb in ("export", "forget"):
        code, printed, told = await run(operator, scene, verb)
        assert (code, printed) == (1, "")
        assert "can't be reached" in told


async def test_a_window_of_before_can_be_filled_in_again_afterwards(scene: Scene) -> None:
    await live(scene, EMMA)
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    await scene.slack.submit(EMMA, await asked_to_erase(scene, EMMA))

    await scene.slack.click(EMMA, answer, "card.more", value=f"set {SENIOR}")

    assert [name for name, rows in (await stored(scene, id_of(scene, EMMA))).items() if rows] == [
        "person",
        "current_level",
    ]


async def test_thousands_of_ratings_are_sent_whole(scene: Scene) -> None:
    person = id_of(scene, EMMA)
    given = [
        GivenRating(f"skill-{n}", f"s-{k}", Rating.PRACTISING, "a note " * 20, "en", f"Text {n} {k}", f"Text {n} {k}")
        for n in range(40)
        for k in range(100)
    ]
    await scene.rung.parts.database.write(
        lambda session: record_assessments(session, person, person, "V1", given, BEFORE)
    )

    files = files_of((await scene.slack.command(EMMA, "export")).messages)

    assert len(json.loads(files["json"])["data"]["assessment"]) == len(given)
    assert "skill-39" in files["html"]
