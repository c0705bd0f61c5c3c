"""Which language somebody is answered in, how they change it, and what is shown where a text has no translation."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.domain.texts import text_hash
from bot.playground.people import DIETER, EMMA, FLORENCE, GEORGE, RITA, ROMAN
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import SPEAKS, buttons, choices, chosen, lines, said, title, wording

MENU = "language.choose"
SKILL_FILE, GERMAN_FILE = "skills/distributed-training/skill.yaml", "skills/distributed-training/de.yaml"

NAMES = {"en": "English", "de": "Deutsch", "ru": "русский"}
AUTO = {"en": "/skill language auto", "de": "/skill sprache auto", "ru": "/skill язык авто"}
SAVED = "Saved: Rung now speaks %(language)s with you. `%(auto)s` follows your Slack settings again. Only you see this."
FOLLOWS = "Rung speaks %(language)s with you, following your Slack settings."
FOLLOWS_AGAIN = "Saved: Rung follows your Slack settings again and speaks %(language)s with you. Only you see this."
UNKNOWN = "Rung doesn't know a language called “%(words)s”. Nothing was changed. Choose one:"
SPOKEN = {"en": "Expected at Senior", "de": "Erwartet auf Level Senior", "ru": "Ожидания на грейде Senior"}


def saved(language: str) -> str:
    return wording(language, SAVED, language=NAMES[language], auto=AUTO[language])


async def language_of(scene: Scene, person: str) -> str:
    shown = said((await scene.slack.command(person, "distributed-training senior")).message)
    return next(language for language, words in SPOKEN.items() if words in shown)


@pytest.mark.parametrize(
    ("person", "words", "language"),
    [
        (EMMA, "language de", "de"),
        (EMMA, "language de-AT", "de"),
        (EMMA, "language Deutsch", "de"),
        (EMMA, "language german", "de"),
        (EMMA, "language немецкий", "de"),
        (EMMA, "language “RU”", "ru"),
        (RITA, "язык русский", "ru"),
        (DIETER, "sprache englisch", "en"),
        (ROMAN, "язык английский", "en"),
        (ROMAN, "sprache Russisch", "ru"),
    ],
)
async def test_a_language_is_chosen_by_code_or_by_its_name_in_any_language(
    scene: Scene, person: str, words: str, language: str
) -> None:
    answer = (await scene.slack.command(person, words)).message

    assert answer.is_ephemeral
    assert lines(answer)[0] == saved(language)
    assert await language_of(scene, person) == language


@pytest.mark.parametrize(
    ("person", "words", "language"),
    [(EMMA, "language auto", "en"), (DIETER, "sprache automatisch", "de"), (ROMAN, "язык авто", "ru")],
)
async def test_auto_follows_slack_again(scene: Scene, person: str, words: str, language: str) -> None:
    await scene.slack.command(person, "language ru" if language != "ru" else "language de")
    assert await language_of(scene, person) != language

    answer = (await scene.slack.command(person, words)).message

    assert lines(answer)[0] == wording(language, FOLLOWS_AGAIN, language=NAMES[language])
    assert await language_of(scene, person) == language


@pytest.mark.parametrize(
    ("person", "words"),
    [
        (EMMA, "language klingon"),
        (DIETER, "sprache klingon"),
        (ROMAN, "язык klingon"),
        (EMMA, "language fr"),
    ],
)
async def test_an_unknown_language_changes_nothing_and_shows_the_menu(scene: Scene, person: str, words: str) -> None:
    before = await language_of(scene, person)
    answer = (await scene.slack.command(person, words)).message

    assert lines(answer) == [wording(person, UNKNOWN, words=words.split()[1])]
    assert list(choices(answer, MENU).values()) == ["auto", "en", "de", "ru"]
    assert await language_of(scene, person) == before
    assert scene.rows("person") == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_language_alone_tells_which_it_is_and_offers_a_menu(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "language")).message

    same = wording(person, "Same as Slack")
    assert lines(answer) == [wording(person, FOLLOWS, language=NAMES[SPEAKS[person]])]
    assert list(choices(answer, MENU)) == [same, "English", "Deutsch", "Русский"]
    assert chosen(answer, MENU) == same


async def test_the_menu_changes_the_language_and_changes_it_back(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "language")).message

    await scene.slack.select(EMMA, answer, MENU, "ru")
    assert lines(answer)[0] == saved("ru")
    assert chosen(answer, MENU) == "Русский"
    assert await language_of(scene, EMMA) == "ru"

    await scene.slack.select(EMMA, answer, MENU, "auto")
    assert lines(answer)[0] == wording("en", FOLLOWS_AGAIN, language="English")
    assert await language_of(scene, EMMA) == "en"


async def test_case_34_the_answer_says_what_was_stored_and_who_sees_it(scene: Scene) -> None:
    for words, told in (
        ("language de", "Nur du siehst das."),
        ("language ru", "Это видно только вам."),
        ("language en", "Only you see this."),
    ):
        assert lines((await scene.slack.command(EMMA, words)).message)[0].endswith(told)


async def test_a_chosen_language_is_of_one_person_and_outlives_the_process(new_scene: NewScene) -> None:
    async with new_scene() as scene:
        await scene.slack.command(RITA, "language ru")
        assert await language_of(scene, EMMA) == "en"
    async with new_scene() as scene:
        assert await language_of(scene, RITA) == "ru"


async def test_a_new_language_in_slack_holds_from_the_next_answer(scene: Scene) -> None:
    assert await language_of(scene, EMMA) == "en"
    await scene.slack.change_user(EMMA, locale="de-DE")
    assert await language_of(scene, EMMA) == "de"
    assert len(scene.slack.called("users.info")) == 1


async def test_an_own_choice_is_stronger_than_a_new_language_in_slack(scene: Scene) -> None:
    await scene.slack.command(EMMA, "language ru")
    await scene.slack.change_user(EMMA, locale="de-DE")
    assert await language_of(scene, EMMA) == "ru"


@pytest.mark.parametrize(("default", "language"), [("en", "en"), ("de", "de"), ("ru-RU", "ru")])
async def test_who_speaks_another_language_gets_the_default(new_scene: NewScene, default: str, language: str) -> None:
    async with new_scene(default_locale=default) as scene:
        assert await language_of(scene, FLORENCE) == language
        assert await language_of(scene, DIETER) == "de"


@pytest.mark.parametrize(
    ("locale", "date"),
    [("en-US", "2/22/2026"), ("en-GB", "22/02/2026"), ("de-DE", "22.2.2026"), ("de-CH", "22.2.2026")],
)
async def test_the_date_is_written_as_in_the_readers_region(scene: Scene, locale: str, date: str) -> None:
    await scene.slack.change_user(EMMA, locale=locale)
    answer = (await scene.slack.command(EMMA, "distributed-training")).message
    assert lines(answer)[-1].endswith(date)


def without_statement(held: dict[str, Any]) -> None:
    del held["statements"]["optimize-communication-at-100-gpus"]
    held["suggestions"].pop("optimize-communication-at-100-gpus")


def without_name(held: dict[str, Any]) -> None:
    del held["name"], held["summary"]


IN_ENGLISH = "No %(language)s text yet for the lines marked EN, which are shown in English."
MISSING = wording("de", IN_ENGLISH, language="Deutsch")
STALE = wording("de", "The English text has changed since this translation.")


async def test_case_19_a_missing_translation_is_shown_in_english_and_marked(
    new_scene: NewScene, content: Content
) -> None:
    content.edit(GERMAN_FILE, without_statement)
    async with new_scene(content_dir=content.directory) as scene:
        shown = lines((await scene.slack.command(DIETER, "distributed-training senior")).message)

        marked = [line for line in shown if line.startswith("• EN ")]
        assert len(marked) == 1
        assert marked[0].startswith("• EN Cuts the communication overhead")
        assert MISSING in shown
        assert STALE not in shown


async def test_case_19_a_missing_suggestion_is_marked_in_the_details(new_scene: NewScene, content: Content) -> None:
    content.edit(GERMAN_FILE, lambda held: held["suggestions"].pop("optimize-communication-at-100-gpus"))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(DIETER, "distributed-training senior")).message
        assert MISSING not in lines(answer)
        levels = (await scene.slack.click(DIETER, answer, "card.levels")).view
        assert levels is not None
        details = (
            await scene.slack.click(DIETER, levels, "levels.details", value="distributed-training/llm-engineer/senior")
        ).view
        assert details is not None
        assert "EN Idee: Take a profiler trace of one step of the largest job" in said(details)
        assert MISSING in lines(details)


async def test_case_19_a_missing_name_is_marked_wherever_it_stands(new_scene: NewScene, content: Content) -> None:
    content.edit(GERMAN_FILE, without_name)
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(DIETER, "distributed-training senior")).message
        assert title(answer) == "Distributed Training (EN): Senior"
        assert MISSING in lines(answer)

        listed = lines((await scene.slack.command(DIETER, "liste")).message)
        assert any(line.startswith("• *Distributed Training (EN)*") for line in listed)
        assert any(line.strip().startswith("`EN` Training a model on many GPUs") for line in listed)
        assert MISSING in listed


async def test_a_stale_translation_carries_a_note_in_the_card_the_table_and_the_list(
    new_scene: NewScene, content: Content
) -> None:
    content.edit(SKILL_FILE, lambda held: held.update(summary="Training at scale."))
    content.edit(SKILL_FILE, reworded("optimize-communication-at-100-gpus"))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(DIETER, "distributed-training senior")).message
        assert STALE in lines(answer)
        assert MISSING not in lines(answer)
        levels = (await scene.slack.click(DIETER, answer, buttons(answer)["Alle Level"])).view
        assert levels is not None
        assert STALE in lines(levels)
        assert STALE in lines((await scene.slack.command(DIETER, "liste")).message)

        assert STALE not in lines((await scene.slack.command(DIETER, "distributed-training junior")).message)
        assert "since this translation" not in said((await scene.slack.command(EMMA, "ddp senior")).message)


def reworded(statement: str) -> Callable[[dict[str, Any]], None]:
    def change(held: dict[str, Any]) -> None:
        held["statements"][statement]["text"] = "Says it in other words."

    return change


@pytest.fixture
def in_portuguese(content: Content) -> Content:
    """Content with a language that Rung itself doesn't speak, in one regional form and the general one."""
    content.put("locales.yaml", {"locales": ["en", "de", "ru", "pt", "pt_BR"]})
    source = text_hash("Distributed Training")
    for code, name in (("pt", "Treino distribuído"), ("pt_BR", "Treinamento distribuído")):
        content.put(f"skills/distributed-training/{code}.yaml", {"name": {"source": source, "text": name}})
    return content


@pytest.mark.parametrize(
    ("locale", "default", "heading", "expected", "name"),
    [
        ("pt-BR", "en", "Treinamento distribuído: Senior", "*Expected at Senior*", "Portuguese (Brazil)"),
        ("pt-PT", "en", "Treino distribuído: Senior", "*Expected at Senior*", "Portuguese"),
        ("pt", "de", "Treino distribuído: Senior", "*Erwartet auf Level Senior*", "Portugiesisch"),
    ],
)
async def test_content_is_read_in_a_language_that_rung_does_not_speak(
    new_scene: NewScene, in_portuguese: Content, locale: str, default: str, heading: str, expected: str, name: str
) -> None:
    async with new_scene(content_dir=in_portuguese.directory, default_locale=default) as scene:
        await scene.slack.change_user(FLORENCE, locale=locale)
        answer = (await scene.slack.command(FLORENCE, "distributed-training senior")).message

        assert title(answer) == heading
        assert expected in said(answer)
        assert wording(default, IN_ENGLISH, language=name) in lines(answer)
        assert any(line.startswith("• EN Designs the strategy") for line in lines(answer))


async def test_a_language_of_the_content_alone_can_be_chosen(new_scene: NewScene, in_portuguese: Content) -> None:
    async with new_scene(content_dir=in_portuguese.directory) as scene:
        answer = (await scene.slack.command(GEORGE, "language português")).message
        assert "Portuguese" in lines(answer)[0]
        assert chosen(answer, MENU) == "Português"
        card = (await scene.slack.command(GEORGE, "distributed-training senior")).message
        assert title(card) == "Treino distribuído: Senior"
