"""`list`, `find`, `help` and `show`, by their words in each language, and another name for the command."""

import pytest

from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.slack.manifest import manifest_for, read_manifest
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import (
    SPEAKS,
    buttons,
    choices,
    counted,
    has_control,
    labels,
    lines,
    said,
    skills_in_all,
    title,
    wording,
)

SKILL = "skill.choose"
NEXT_PAGE = "list.page:next"


@pytest.mark.parametrize(
    ("person", "words"),
    [
        (EMMA, "list"),
        (DIETER, "liste"),
        (DIETER, "auflisten"),
        (DIETER, "list"),
        (ROMAN, "список"),
        (ROMAN, "LIST"),
        (EMMA, "Список"),
    ],
)
async def test_list_shows_every_skill_and_opens_one(scene: Scene, person: str, words: str) -> None:
    skills = scene.rung.parts.library().framework.skills
    answer = (await scene.slack.command(person, words)).message

    assert title(answer) == skills_in_all(person, len(skills))
    assert "`distributed-training`" in said(answer)
    offered = dict(choices(answer, SKILL))
    while has_control(answer, NEXT_PAGE):
        await scene.slack.click(person, answer, NEXT_PAGE)
        offered |= choices(answer, SKILL)
        assert all(name in said(answer) for name in choices(answer, SKILL))
    assert set(offered.values()) == {f"{slug}//" for slug in skills}
    again = (await scene.slack.command(person, words)).message
    assert all(name in said(again) for name in choices(again, SKILL))
    await scene.slack.select(person, again, SKILL, "distributed-training//")
    assert title(again).endswith(": Junior")


@pytest.mark.parametrize(
    ("person", "words", "category", "subcategory"),
    [
        (EMMA, "list ml-ai", "ml-ai", None),
        (EMMA, "list machine learning & ai", "ml-ai", None),
        (EMMA, "list Инженерия данных", "data-engineering", None),
        (DIETER, "liste modellentwicklung", "ml-ai", "model-development"),
        (DIETER, "liste softwareentwicklung", "software-engineering", None),
        (ROMAN, "список «Инженерия данных»", "data-engineering", None),
    ],
)
async def test_list_shows_the_skills_of_a_category_in_any_language(
    scene: Scene, person: str, words: str, category: str, subcategory: str | None
) -> None:
    framework = scene.rung.parts.library().framework
    filed = [one for one in framework.skills.values() if one.category == category]
    wanted = {f"{one.slug}//" for one in filed if subcategory in (None, one.subcategory)}
    name = framework.categories[category].name.shown([SPEAKS[person], "en"]).text
    answer = (await scene.slack.command(person, words)).message

    message = "%(category)s: %(n)s\xa0skill", "%(category)s: %(n)s\xa0skills"
    assert title(answer) == counted(person, *message, len(wanted), category=name)
    assert set(choices(answer, SKILL).values()) == wanted != set()


@pytest.mark.parametrize(
    ("person", "words", "name"),
    [
        (EMMA, "list cooking", "• Data Engineering"),
        (DIETER, "liste cooking", "• Data Engineering"),
        (ROMAN, "список cooking", "• Инженерия данных"),
    ],
)
async def test_an_unknown_category_names_those_that_there_are(scene: Scene, person: str, words: str, name: str) -> None:
    shown = lines((await scene.slack.command(person, words)).message)

    assert shown[0] == wording(person, "There's no category called “%(words)s”. There are:", words="cooking")
    assert name in shown


async def test_a_category_without_skills_says_so(new_scene: NewScene, content: Content) -> None:
    content.edit("categories.yaml", lambda held: held.update(empty={"names": {"en": "Empty"}, "subcategories": NONE}))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "list empty")).message

        assert lines(answer) == ["Empty: 0\xa0skills"]


NONE = {"nothing": {"names": {"en": "Nothing"}}}


@pytest.mark.parametrize(
    ("person", "next_page", "previous_page"),
    [
        (EMMA, "Next page", "Previous page"),
        (DIETER, "Nächste Seite", "Vorige Seite"),
        (ROMAN, "Следующая страница", "Предыдущая страница"),
    ],
)
@pytest.mark.parametrize("words", ["list", "list ml-ai", "find invented"])
async def test_a_long_list_is_paged_and_nothing_is_lost(
    new_scene: NewScene, content: Content, person: str, next_page: str, previous_page: str, words: str
) -> None:
    content.add_skills(40)
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(person, words)).message
        heading = title(answer)
        seen = dict(choices(answer, SKILL))
        assert previous_page not in labels(answer)
        while next_page in labels(answer):
            await scene.slack.click(person, answer, buttons(answer)[next_page])
            assert title(answer) == heading
            seen |= choices(answer, SKILL)
        assert {f"invented-{n}//" for n in range(1, 41)} <= set(seen.values())
        await scene.slack.click(person, answer, buttons(answer)[previous_page])
        assert next_page in labels(answer)
        assert scene.public() == []


@pytest.mark.parametrize(
    ("person", "words", "heading"),
    [
        (EMMA, "find offloading", "1\xa0skill with “offloading”"),
        (DIETER, "suche offloading", "1\xa0Skill mit „offloading“"),
        (DIETER, "finde offloading", "1\xa0Skill mit „offloading“"),
        (ROMAN, "найти offloading", "1\xa0навык по запросу «offloading»"),
        (ROMAN, "поиск Offloading", "1\xa0навык по запросу «Offloading»"),
    ],
)
async def test_find_looks_through_names_and_expectations(scene: Scene, person: str, words: str, heading: str) -> None:
    answer = (await scene.slack.command(person, words)).message

    assert title(answer) == heading
    assert list(choices(answer, SKILL).values()) == ["distributed-training//"]


@pytest.mark.parametrize(
    ("person", "words", "command"),
    [
        (EMMA, "find zebra", "list"),
        (DIETER, "suche zebra", "liste"),
        (ROMAN, "найти zebra", "список"),
    ],
)
async def test_find_says_where_nothing_is_found(scene: Scene, person: str, words: str, command: str) -> None:
    answer = (await scene.slack.command(person, words)).message

    message = "Nothing mentions “%(words)s”. `%(command)s` shows all skills."
    assert lines(answer)[0] == wording(person, message, words="zebra", command=f"/skill {command}")


async def test_what_was_searched_for_is_repeated_as_it_was_typed(scene: Scene) -> None:
    # Slack escapes what people type: this is "R&D <fast>".
    answer = (await scene.slack.command(EMMA, "find R&amp;D &lt;fast&gt;")).message

    assert lines(answer)[0].startswith("Nothing mentions “R&amp;D &lt;fast&gt;”.")


@pytest.mark.parametrize(
    ("person", "word", "commands"),
    [
        (EMMA, "help", ["/skill list", "/skill find gpu", "/skill language en"]),
        (DIETER, "hilfe", ["/skill liste", "/skill suche gpu", "/skill sprache de"]),
        (ROMAN, "помощь", ["/skill список", "/skill найти gpu", "/skill язык ru"]),
        (ROMAN, "справка", ["/skill показать"]),
        (GUS, "Help", ["/skill show", "/skill language auto"]),
    ],
)
async def test_help_speaks_the_readers_words(scene: Scene, person: str, word: str, commands: list[str]) -> None:
    answer = (await scene.slack.command(person, word)).message

    assert lines(answer)[0] == wording(person, "*What you can type*")
    assert all(command in said(answer) for command in commands)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_every_command_of_help_works_as_it_stands_there(scene: Scene, person: str) -> None:
    shown = said((await scene.slack.command(person, "help")).message)
    examples = [part for part in shown.split("`")[1::2] if part.startswith("/skill ")]

    assert len(examples) >= 10
    assert [line for line in shown.splitlines() if "•" in line[1:]] == []
    for example in examples:
        if "language" not in example and "sprache" not in example and "язык" not in example:
            answered = await scene.slack.command(person, example.removeprefix("/skill "))
            assert said(answered.view or answered.message), example
            if answered.view:
                await scene.slack.close(person, answered.view)


@pytest.mark.parametrize("name", ["help", "Hilfe", "список"])
async def test_show_reaches_a_skill_that_is_named_like_a_verb(new_scene: NewScene, content: Content, name: str) -> None:
    content.add_skills(1, aliases=[name])
    async with new_scene(content_dir=content.directory) as scene:
        for show in ("show", "zeige", "zeig", "покажи", "показать"):
            answer = (await scene.slack.command(EMMA, f"{show} {name} senior")).message
            assert title(answer) == "Invented Skill 1: Senior"
        assert "Invented Skill 1: Senior" not in said((await scene.slack.command(EMMA, name)).message)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_another_name_of_the_command_stands_everywhere(new_scene: NewScene, person: str) -> None:
    async with new_scene(command="/rung-test") as scene:
        for words in ("", "help", "xyzzy", "find zebra", "language de"):
            shown = said((await scene.slack.command(person, words, command="/rung-test")).message)
            assert "/rung-test " in shown
            assert "/skill" not in shown


def test_another_name_of_the_command_stands_in_the_manifest() -> None:
    manifest = manifest_for(read_manifest(), command="/rung-test", url="https://rung.test/")

    (slash,) = manifest["features"]["slash_commands"]
    assert (slash["command"], slash["url"]) == ("/rung-test", "https://rung.test/slack/events")
    assert "/skill" not in str(manifest)
