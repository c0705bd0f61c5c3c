"""Looking back: in words at once, and as a picture in the person's own direct messages."""

import pytest

from bot.domain.evidence import Evidence
from bot.domain.people import PersonId
from bot.errors import PictureNotSent
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import File, Message
from bot.storage.evidence import save_evidence
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, labels, lines, said, title, wording
from tests.scenario.test_assess import STATEMENTS, rated

DAY = 86_400.0
PNG = b"\x89PNG\r\n"
SAYS = {
    EMMA: (
        "Your progress",
        "From 2/15/2026 to 5/16/2026. Only you see this.",
        "Middle → *Senior* · Lead / Staff: 0 of 3 consistent",
        "3\xa0new or changed ratings",
    ),
    DIETER: (
        "Dein Fortschritt",
        "Vom 15.2.2026 bis 16.5.2026. Nur du siehst das.",
        "Middle → *Senior* · Lead / Staff: 0 von 3 verlässlich",
        "3\xa0neue oder geänderte Einschätzungen",
    ),
    ROMAN: (
        "Ваш прогресс",
        "С 15.02.2026 по 16.05.2026. Это видно только вам.",
        "Middle → *Senior* · Lead / Staff: 0 из 3\xa0— стабильно",
        "3\xa0новые или изменённые оценки",
    ),
}
PICTURED = {
    EMMA: "Distributed Training: Senior, before that Middle. Lead / Staff: 0 of 3 consistent",
    DIETER: "Verteiltes Training: Senior, davor Middle. Lead / Staff: 0 von 3 verlässlich",
    ROMAN: "Распределённое обучение: Senior, раньше Middle. Lead / Staff: 0 из 3\xa0— стабильно",
}
PROGRESS = {EMMA: "progress", DIETER: "Fortschritt", ROMAN: "прогресс"}


async def grown(scene: Scene, person: str) -> None:
    """Senior wasn't covered 76 days ago, and is now."""
    scene.clock.seconds -= 100 * DAY
    await rated(scene, person, dict.fromkeys(STATEMENTS, "practising"))
    scene.clock.seconds += 175 * DAY
    await rated(scene, person, dict.fromkeys(STATEMENTS, "consistent"))


def pictures(scene: Scene) -> list[tuple[Message, File]]:
    return [(message, file) for message in scene.slack.workspace.messages for file in message.files]


@pytest.mark.parametrize("person", list(SAYS))
async def test_the_words_are_there_at_once_and_the_picture_says_the_same(scene: Scene, person: str) -> None:
    await grown(scene, person)

    outcome = await scene.slack.command(person, PROGRESS[person])

    answer = next(message for message in outcome.messages if message.is_ephemeral)
    for expected in SAYS[person]:
        assert expected in said(answer)
    assert wording(person, "The picture is on its way to your direct messages with Rung.") in lines(answer)
    ((message, picture),) = pictures(scene)
    _, since, _, until, *_ = SAYS[person][1].replace(". ", " ").split()
    assert since in message.text
    assert until in message.text
    assert picture.content is not None
    assert picture.content.startswith(PNG)
    assert picture.alt_text.splitlines() == [f"{SAYS[person][0]}, {since} – {until}", PICTURED[person]]


async def test_the_picture_is_seen_by_the_person_alone(scene: Scene) -> None:
    await grown(scene, EMMA)
    await scene.slack.command(EMMA, "progress")

    ((message, picture),) = pictures(scene)

    assert scene.public() == []
    assert picture.channels == [message.channel]
    assert scene.slack.workspace.sees(EMMA, message)
    assert not any(scene.slack.workspace.sees(other, message) for other in (GEORGE, ADA))


@pytest.mark.parametrize("person", [GEORGE, ADA])
async def test_case_33_progress_is_ones_own(scene: Scene, person: str) -> None:
    await grown(scene, EMMA)

    for words in ("progress", "progress distributed-training", f"progress <@{EMMA}>"):
        answer = (await scene.slack.command(person, words)).message
        assert "Middle → " not in said(answer)
    assert pictures(scene) == []


async def test_one_skill_tells_what_moved_and_how_far_each_level_is(scene: Scene) -> None:
    await grown(scene, EMMA)

    outcome = await scene.slack.command(EMMA, "progress distributed-training")

    answer = next(message for message in outcome.messages if message.is_ephemeral)
    assert title(answer) == "Distributed Training"
    assert "Senior: 3 of 3 consistent" in lines(answer)
    assert sum(line.startswith("• 5/16/2026 · Practising → Consistent: ") for line in lines(answer)) == 3
    assert labels(answer) == ["Rate yourself", "Prepare my 1:1"]
    assert len(pictures(scene)) == 1


async def test_one_stands_at_the_level_that_one_set(scene: Scene) -> None:
    await grown(scene, EMMA)
    card = (await scene.slack.command(EMMA, "distributed-training lead")).message
    await scene.slack.click(EMMA, card, "card.more", value="set distributed-training/llm-engineer/lead")

    outcome = await scene.slack.command(EMMA, "progress")

    answer = next(message for message in outcome.messages if message.is_ephemeral)
    assert "Middle → *Lead / Staff* · Principal: 0 of" in said(answer)


async def test_in_a_direct_message_the_words_and_the_picture_come(scene: Scene) -> None:
    await grown(scene, EMMA)

    outcome = await scene.slack.send_message(EMMA, "progress")

    words, picture = outcome.messages
    assert title(words) == "Your progress"
    assert len(picture.files) == 1
    assert picture.channel == words.channel


@pytest.mark.parametrize(
    ("person", "typed", "rate"),
    [
        (EMMA, "progress distributed-training", "Rate yourself"),
        (DIETER, "fortschritt verteiltes training", "Selbst einschätzen"),
        (ROMAN, "прогресс распределенное обучение", "Оценить себя"),
    ],
)
async def test_who_rated_nothing_is_told_what_to_do_first(scene: Scene, person: str, typed: str, rate: str) -> None:
    answer = (await scene.slack.command(person, typed)).message
    assert labels(answer) == [rate]
    assert (await scene.slack.click(person, answer, "assess.open")).view is not None

    everything = (await scene.slack.command(person, typed.split()[0])).message
    assert len(labels(everything)) == 3
    assert f"“{rate}”" in said(everything) or f"„{rate}“" in said(everything) or f"«{rate}»" in said(everything)
    assert pictures(scene) == []


async def test_guests_are_told_that_nothing_is_kept_of_them(scene: Scene) -> None:
    for words in ("progress", "progress distributed-training", "one-on-one"):
        answer = (await scene.slack.command(GUS, words)).message
        assert lines(answer)[0].startswith("Guests can ask Rung anything, but Rung keeps no ratings of them")
        assert labels(answer) == []
    assert scene.rows("person") == []


@pytest.mark.parametrize(
    ("method", "failure"),
    [
        ("conversations.open", Failure.slack("missing_scope")),
        ("files.getUploadURLExternal", Failure.slack("file_uploads_disabled")),
        ("upload", Failure.http(500)),
        ("upload", Failure.dropped()),
        ("files.completeUploadExternal", Failure.garbled()),
    ],
)
async def test_a_picture_that_cant_be_sent_is_told_and_the_words_stay(
    scene: Scene, method: str, failure: Failure
) -> None:
    await grown(scene, EMMA)
    scene.slack.fail_next(method, failure)

    answer, told = (await scene.slack.command(EMMA, "progress")).messages

    assert title(answer) == "Your progress"
    assert lines(told)[0] == wording(EMMA, PictureNotSent.told)
    assert pictures(scene) == []


async def test_more_skills_than_a_page_holds_are_reached_by_pages(new_scene: NewScene, content: Content) -> None:
    content.add_skills(12)
    async with new_scene(content_dir=content.directory) as scene:
        for number in range(1, 13):
            card = (await scene.slack.command(EMMA, f"invented-{number} senior")).message
            view = (await scene.slack.click(EMMA, card, "assess.open")).view
            assert view is not None
            await scene.slack.submit(EMMA, view, {("rating only-one", "assess.rating"): "practising"})
            scene.clock.seconds += 60

        answer = next(m for m in (await scene.slack.command(EMMA, "progress")).messages if m.is_ephemeral)
        assert sum(line.startswith("*Invented Skill") for line in lines(answer)) == 10
        ((_, picture),) = pictures(scene)
        assert picture.alt_text.splitlines()[-1] == "and 2\xa0more skills"

        await scene.slack.click(EMMA, answer, buttons(answer)["Next page"])
        assert [line for line in lines(answer) if line.startswith("*Invented Skill")] == [
            "*Invented Skill 2*",
            "*Invented Skill 1*",
        ]
        assert len(pictures(scene)) == 1


async def test_a_member_who_has_become_a_guest_still_reads_what_was_kept(new_scene: NewScene, content: Content) -> None:
    content.add_skills(11)
    async with new_scene(content_dir=content.directory) as scene:
        for number in range(1, 12):
            card = (await scene.slack.command(EMMA, f"invented-{number} senior")).message
            view = (await scene.slack.click(EMMA, card, "assess.open")).view
            assert view is not None
            await scene.slack.submit(EMMA, view, {("rating only-one", "assess.rating"): "practising"})
        answer = next(m for m in (await scene.slack.command(EMMA, "progress")).messages if m.is_ephemeral)
        await scene.slack.change_user(EMMA, is_restricted=True)

        before = lines(answer)
        await scene.slack.click(EMMA, answer, buttons(answer)["Next page"])

        (last,) = [line for line in lines(answer) if line.startswith("*Invented Skill")]
        assert last not in before


async def test_evidence_is_shown_beside_what_moved_and_its_words_stay_words(scene: Scene) -> None:
    await grown(scene, EMMA)
    person = PersonId(scene.slack.workspace.team_id, EMMA)
    link = "https://demo.slack.com/archives/C1/p1700000000000000"
    one = Evidence("1", link, "Cut *the* step <!channel> 🧑‍💻", "distributed-training", None, scene.clock.moment())
    await scene.rung.parts.database.write(lambda session: save_evidence(session, person, one))

    answer, _ = (await scene.slack.command(EMMA, "progress distributed-training")).messages
    assert f"• <{link}|5/16/2026>: Cut *\u2060the*\u2060 step &lt;!channel&gt; 🧑‍💻" in lines(answer)

    view = (await scene.slack.command(EMMA, "1:1")).view
    assert view is not None
    text = next(block["element"]["initial_value"] for block in view.blocks if block["type"] == "input")
    assert f"• Cut *the* step <!channel> 🧑‍💻 {link}" in text.splitlines()
    for other in (GEORGE, ADA):
        view = (await scene.slack.command(other, "1:1")).view
        assert view is not None
        assert link not in str(view.body)
