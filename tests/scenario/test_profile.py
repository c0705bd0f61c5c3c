"""The profile: role, level and language in one window, and a level in one skill, "not yet the first" too."""

import pytest

from bot.errors import MembersOnly, StaleControl, StorageUnavailable
from bot.playground.people import DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, labels, lines, said, wording

ROLE, LEVEL, LANGUAGE, SKILL_LEVEL = "profile.role", "profile.level", "profile.language", "level.choose"
WORDS = {EMMA: "profile", DIETER: "profil", ROMAN: "профиль"}
NOT_YET = {EMMA: "Not yet Junior", DIETER: "Noch nicht Junior", ROMAN: "Пока не Junior"}


def field(action: str) -> tuple[str, str]:
    return (action, action)


async def opened(scene: Scene, person: str, words: str = "") -> View:
    outcome = await scene.slack.command(person, words or WORDS.get(person, "profile"))
    assert outcome.view is not None
    assert outcome.messages == []
    return outcome.view


async def saved(scene: Scene, person: str, values: dict[str, str], words: str = "") -> View:
    view = await opened(scene, person, words)
    outcome = await scene.slack.submit(person, view, {field(action): value for action, value in values.items()})
    assert outcome.view is not None
    return outcome.view


@pytest.mark.parametrize("person", list(WORDS))
async def test_case_34_a_profile_is_stored_told_and_seen_by_nobody_else(scene: Scene, person: str) -> None:
    window = await opened(scene, person)
    assert wording(person, "*Saved.* Only you see it.") not in said(window)

    told = (
        await scene.slack.submit(person, window, {field(ROLE): "role llm-engineer", field(LEVEL): "level middle"})
    ).view

    assert told is not None
    assert lines(told)[0] == wording(person, "*Saved.* Only you see it.")
    assert f"• {wording(person, 'Role: %(role)s', role='LLM Engineer')}" in lines(told)
    assert f"• {wording(person, 'Level: %(level)s', level='Middle')}" in lines(told)
    assert scene.public() == []
    standing = "*Your level:* %(level)s. %(next)s is your next level."
    shown = (await scene.slack.command(person, "model-evaluation")).message
    assert "LLM Engineer" in said(shown)
    assert wording(person, standing, level="Middle", next="Senior") in lines(shown)
    for other in (EMMA, DIETER, GEORGE):
        if other != person:
            seen = said((await scene.slack.command(other, "model-evaluation")).message)
            assert wording(other, standing, level="Middle", next="Senior") not in seen


@pytest.mark.parametrize("person", list(NOT_YET))
async def test_case_30_not_yet_junior_can_be_stated_for_all_skills(scene: Scene, person: str) -> None:
    told = await saved(scene, person, {LEVEL: "not_yet"})

    assert NOT_YET[person] in said(told)
    first = "*Your level:* not yet %(first)s. %(first)s is your next level."
    shown = lines((await scene.slack.command(person, "distributed-training")).message)
    assert wording(person, first, first="Junior") in shown


@pytest.mark.parametrize("person", list(NOT_YET))
async def test_case_30_not_yet_junior_can_be_stated_for_one_skill_and_taken_back(scene: Scene, person: str) -> None:
    await saved(scene, person, {LEVEL: "level senior"})
    word = WORDS[person]

    told = await saved(scene, person, {SKILL_LEVEL: "not_yet"}, f"{word} distributed-training")

    first = "*Your level:* not yet %(first)s. %(first)s is your next level."
    assert wording(person, first, first="Junior") in lines(told)
    assert wording(person, first, first="Junior") in lines(
        (await scene.slack.command(person, "distributed-training")).message
    )
    assert "Senior" in said((await scene.slack.command(person, "model-evaluation")).message)
    back = await saved(scene, person, {SKILL_LEVEL: "unset"}, f"{word} distributed-training")
    standing = "*Your level:* %(level)s. %(next)s is your next level."
    assert wording(person, standing, level="Senior", next="Lead / Staff") in lines(back)
    assert scene.rows("current_level") == []


async def test_a_level_in_one_skill_is_set_from_the_window_of_all_levels(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training")).message
    levels = (await scene.slack.click(EMMA, answer, "card.levels")).view
    assert levels is not None

    window = (await scene.slack.click(EMMA, levels, "level.open")).view
    assert window is not None
    told = (await scene.slack.submit(EMMA, window, {field(SKILL_LEVEL): "level senior"})).view

    assert told is not None
    assert "*Your level:* Senior. Lead / Staff is your next level." in lines(told)


async def test_what_is_kept_is_chosen_when_the_window_opens_again(scene: Scene) -> None:
    await saved(scene, EMMA, {ROLE: "role data-engineer", LEVEL: "not_yet", LANGUAGE: "de"})

    window = await opened(scene, EMMA)
    chosen = [block["element"]["initial_option"]["value"] for block in window.blocks if block["type"] == "input"]
    assert chosen == ["role data-engineer", "not_yet", "de"]

    await scene.slack.submit(EMMA, window, {field(ROLE): "unset", field(LEVEL): "unset", field(LANGUAGE): "auto"})
    assert [row[2:5] for row in scene.rows("person")] == [(None, None, None)]


async def test_the_answer_is_in_the_language_that_was_just_chosen(scene: Scene) -> None:
    told = await saved(scene, EMMA, {LANGUAGE: "ru"})

    assert lines(told)[0] == wording("ru", "*Saved.* Only you see it.")


async def test_in_a_direct_message_the_profile_is_told_with_the_way_to_change_it(scene: Scene) -> None:
    told = (await scene.slack.send_message(EMMA, "profile")).message

    assert "Role: Not set" in said(told)
    assert (await scene.slack.click(EMMA, told, buttons(told)["Change profile"])).view is not None


async def test_a_guest_is_told_that_nothing_is_kept(scene: Scene) -> None:
    for words in ("profile", "profile distributed-training"):
        assert lines((await scene.slack.command(GUS, words)).message) == [wording(GUS, MembersOnly.told)]
    levels = (
        await scene.slack.click(GUS, (await scene.slack.command(GUS, "distributed-training")).message, "card.levels")
    ).view
    assert levels is not None
    assert "Set my level" not in labels(levels)


@pytest.mark.parametrize("values", [{ROLE: "role nobody"}, {LEVEL: "level grandmaster"}, {LANGUAGE: "klingon"}])
async def test_what_is_not_there_any_more_is_not_kept(scene: Scene, values: dict[str, str]) -> None:
    view = await opened(scene, EMMA)
    for block in view.blocks:
        for action, value in values.items():
            if block.get("block_id") == action:
                block["element"]["options"].append({"text": {"type": "plain_text", "text": "x"}, "value": value})

    outcome = await scene.slack.submit(EMMA, view, {field(action): value for action, value in values.items()})

    assert wording(EMMA, StaleControl.told) in said(outcome.view or view)
    assert scene.rows("person") == []


async def test_case_13_a_role_of_more_than_a_hundred_is_found_while_typing(
    new_scene: NewScene, content: Content
) -> None:
    names = {f"role-{n}": {"names": {"en": f"Invented Role {n}"}} for n in range(120)}
    content.edit("roles.yaml", lambda held: held.update(names))
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, EMMA)
        offered = await scene.slack.suggestions(EMMA, view, ROLE, "role 119")
        assert [option["value"] for option in offered] == ["role role-119"]
        assert len(await scene.slack.suggestions(EMMA, view, ROLE, "")) == 100

        await scene.slack.select(EMMA, view, ROLE, "role role-119", query="role 119")
        told = (await scene.slack.submit(EMMA, view)).view

        assert told is not None
        assert "Role: Invented Role 119" in said(told)


async def test_without_a_database_the_window_stays_and_the_person_is_told(scene: Scene) -> None:
    view = await opened(scene, EMMA)
    kept = scene.database.read_bytes()
    scene.database.write_bytes(b"noise" * 1000)

    outcome = await scene.slack.submit(EMMA, view, {field(LEVEL): "level senior"})

    assert outcome.view is not None
    assert wording(EMMA, StorageUnavailable.told) in said(outcome.view)
    scene.database.write_bytes(kept)
