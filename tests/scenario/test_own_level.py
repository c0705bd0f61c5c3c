"""Where a person stands: set on purpose, told, used, and seen by nobody else."""

import pytest

from bot.domain.people import CurrentLevel, PersonId
from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from bot.playground.workspace import Workspace
from bot.storage.people import set_current_level, set_profile_level, set_role
from tests.scenario.conftest import Scene
from tests.scenario.reading import choices, lines, said, title, wording

STANDING = "*Your level:* %(level)s. %(next)s is your next level."
MORE, LEVEL = "card.more", "card.level"
SET_MIDDLE = "set distributed-training/llm-engineer/middle"


def person_id(person: str) -> PersonId:
    return PersonId(Workspace.team_id, person)


async def set_middle(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training middle")).message
    await scene.slack.click(person, answer, MORE, value=SET_MIDDLE)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_case_34_setting_a_level_says_what_was_stored_and_who_sees_it(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training middle")).message

    saved = wording(person, "Saved as your level in this skill. Only you see it.")
    standing = wording(person, STANDING, level="Middle", next="Senior")
    outcome = await scene.slack.click(person, answer, MORE, value=SET_MIDDLE)

    assert outcome.edited == [answer]
    assert lines(answer)[2:4] == [standing, saved]
    assert answer.is_ephemeral
    assert scene.public() == []
    again = (await scene.slack.command(person, "distributed-training senior")).message
    assert lines(again)[2] == standing
    assert saved not in lines(again)


async def test_a_known_level_is_shown_where_none_is_asked_for(scene: Scene) -> None:
    await set_middle(scene, EMMA)

    assert title((await scene.slack.command(EMMA, "distributed-training")).message) == "Distributed Training: Middle"


async def test_looking_at_a_level_never_sets_it(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    await scene.slack.select(EMMA, answer, LEVEL, choices(answer, LEVEL)["Principal"])
    await scene.slack.click(EMMA, answer, "card.levels")

    assert "Your level" not in said((await scene.slack.command(EMMA, "distributed-training")).message)
    assert scene.rows("person") == scene.rows("current_level") == []


async def test_a_level_can_be_set_again(scene: Scene) -> None:
    await set_middle(scene, EMMA)
    answer = (await scene.slack.command(EMMA, "distributed-training principal")).message
    await scene.slack.click(EMMA, answer, MORE, value="set distributed-training/llm-engineer/principal")

    assert lines(answer)[2] == "*Your level:* Principal, the top of this ladder."
    assert len(scene.rows("current_level")) == 1


async def test_a_level_that_is_set_twice_is_stored_once(scene: Scene) -> None:
    await set_middle(scene, EMMA)
    await set_middle(scene, EMMA)

    assert len(scene.rows("current_level")) == len(scene.rows("person")) == 1


async def test_a_level_of_one_skill_says_nothing_about_another(scene: Scene) -> None:
    await set_middle(scene, EMMA)

    assert "Your level" not in said((await scene.slack.command(EMMA, "model-evaluation llm")).message)


async def test_a_profile_wide_level_and_role_hold_where_a_skill_has_none(scene: Scene) -> None:
    async with scene.rung.parts.database.writing() as session:
        await set_profile_level(session, person_id(EMMA), CurrentLevel("senior"), scene.clock.moment())
        await set_role(session, person_id(EMMA), "mlops-engineer", scene.clock.moment())

    answer = (await scene.slack.command(EMMA, "model-evaluation")).message

    assert title(answer) == "Model Evaluation and Experiments: Senior"
    assert lines(answer)[1].startswith("MLOps Engineer ·")
    assert lines(answer)[2] == "*Your level:* Senior. Lead / Staff is your next level."


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_not_yet_the_first_level_is_a_level_too(scene: Scene, person: str) -> None:
    async with scene.rung.parts.database.writing() as session:
        moment = scene.clock.moment()
        await set_current_level(
            session, person_id(person), "distributed-training", "llm-engineer", CurrentLevel(None), moment
        )

    answer = (await scene.slack.command(person, "distributed-training")).message

    message = "*Your level:* not yet %(first)s. %(first)s is your next level."
    assert lines(answer)[2] == wording(person, message, first="Junior")


async def test_case_33_an_own_level_is_seen_by_nobody_else(scene: Scene) -> None:
    await set_middle(scene, EMMA)

    assert "Your level" not in said((await scene.slack.command(GEORGE, "distributed-training middle")).message)
    workspace = scene.slack.workspace
    seen_by_others = [m for m in workspace.messages if any(workspace.sees(p, m) for p in workspace.people if p != EMMA)]
    assert all(message.only_for == GEORGE for message in seen_by_others)


async def test_the_same_person_of_another_tenant_is_another_person(scene: Scene) -> None:
    await set_middle(scene, EMMA)
    card = await scene.rung.parts.people.member(PersonId("T0ELSEWHERE", EMMA))

    assert card.profile.skill_levels == {}
