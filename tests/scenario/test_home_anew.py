"""The home tab after a restart, after an answer of Slack that was lost, and after everything was erased."""

from dataclasses import replace

import pytest

from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import View
from bot.slack.authorize import OneWorkspace
from bot.slack.listeners import bolt_app
from bot.surfaces.home import HomeParts, Homes
from bot.web.front import Front, Readiness
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, labels, said, wording
from tests.scenario.test_assess import STATEMENTS, opened, rated
from tests.scenario.test_home import home


async def ready() -> Readiness:
    return {}


def restart(scene: Scene) -> None:
    """As another process sees it, or the one after a restart: nobody is known to have opened their home."""
    parts, secret = scene.rung.parts, scene.slack.signing_secret
    homes = Homes(HomeParts(parts.library, parts.people, parts.database, parts.slack, parts.now), parts.spawn)
    app = bolt_app(replace(parts, homes=homes), OneWorkspace(scene.slack.bot_token), secret)
    front = Front(app, signing_secret=secret, now=scene.clock, readiness=ready)
    scene.slack.connect(front, scene.rung.background.settled)


async def erase(scene: Scene) -> None:
    window = (await scene.slack.command(EMMA, "forget")).view
    assert window is not None
    await scene.slack.submit(EMMA, window)


async def grown(scene: Scene) -> View:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    return await home(scene, EMMA)


async def test_a_click_at_home_shows_there_after_a_restart_too(scene: Scene) -> None:
    shown = await grown(scene)
    restart(scene)

    await scene.slack.click(EMMA, shown, "focus.more", value="paused distributed-training/llm-engineer/")

    assert "0 of 3 consistent · paused" in said(shown)


async def test_what_was_erased_is_gone_from_a_home_that_was_published_before_a_restart(scene: Scene) -> None:
    shown = await grown(scene)
    restart(scene)

    await erase(scene)

    assert "Your focuses" not in said(shown)


async def test_where_the_answer_to_a_publication_was_lost_the_next_one_is_sent_though_it_looks_like_the_last(
    scene: Scene,
) -> None:
    shown = await home(scene, EMMA)
    new = said(shown)
    scene.slack.fail_next("views.publish", Failure.dropped(does_the_work=True))
    await scene.slack.command(EMMA, "focus distributed-training senior")
    assert said(shown) != new

    await scene.slack.click(EMMA, shown, "focus.more", value="dropped distributed-training/llm-engineer/")

    assert said(shown) == new


async def test_a_statement_that_is_longer_than_a_section_stops_no_answer_and_no_home(
    new_scene: NewScene, content: Content
) -> None:
    text = "Keeps & explains promises. " * 200
    statements = {name: {"text": text, "suggestion": text} for name in ("one", "two")}
    cell = {"llm-engineer": {"senior": {"mandatory": True, "statements": list(statements)}}}
    content.add_skills(1, statements=statements, roles=cell)
    async with new_scene(content_dir=content.directory) as scene:
        view = await opened(scene, EMMA, "invented-1 senior")

        told = (await scene.slack.submit(EMMA, view, {("rating one", "assess.rating"): "consistent"})).view

        assert told is not None
        assert "*A next step towards Senior*" in said(told)
        assert "*Next in “Invented Skill 1”, expected at Senior*" in said(await home(scene, EMMA))
        await scene.slack.command(EMMA, "focus invented-1 senior")
        assert "Your focuses" in said(await home(scene, EMMA))
        assert (await scene.slack.command(EMMA, "one-on-one")).view is not None


async def test_who_became_a_guest_is_not_told_that_nothing_is_stored(scene: Scene) -> None:
    await grown(scene)
    await scene.slack.change_user(EMMA, is_restricted=True)

    shown = await home(scene, EMMA)

    assert "Your focuses" in said(shown)
    assert "Nothing is stored about guests." not in said(shown)
    await erase(scene)
    assert "Nothing is stored about guests." in said(shown)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_one_on_one_is_prepared_from_home_by_who_has_rated_themselves(scene: Scene, person: str) -> None:
    label = wording(person, "Prepare my 1:1")
    assert label not in labels(await home(scene, person))
    await scene.slack.close(person, await rated(scene, person, {STATEMENTS[0]: "consistent"}))

    shown = await home(scene, person)
    window = (await scene.slack.click(person, shown, buttons(shown)[label])).view

    assert window is not None
    assert label in str(window.body["title"])
