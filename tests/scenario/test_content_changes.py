"""Content that changes while Rung runs: taken over when it is whole, refused when it isn't."""

import json
import logging
from typing import Any

import pytest

from bot.playground.people import EMMA
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import lines, said, title
from tests.unit.web.client import request

SKILL = "skills/distributed-training/skill.yaml"


def renamed(held: dict[str, Any]) -> None:
    held["name"] = "Training at Scale"


def broken(held: dict[str, Any]) -> None:
    held["roles"]["llm-engineer"]["senior"]["statements"] = ["no-such-statement"]


async def heading(scene: Scene) -> str:
    return title((await scene.slack.command(EMMA, "distributed-training senior")).message)


async def readiness(scene: Scene) -> tuple[int, dict[str, Any]]:
    answer = await request(scene.rung.front, method="GET", path="/ready")
    assert answer is not None
    return answer.status, json.loads(answer.body)


async def test_changed_content_is_taken_over(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        assert await heading(scene) == "Distributed Training: Senior"
        content.edit(SKILL, renamed)

        assert await scene.rung.shelf.renew()

        assert await heading(scene) == "Training at Scale: Senior"
        assert title((await scene.slack.command(EMMA, "training at scale")).message) == "Training at Scale: Junior"
        assert not await scene.rung.shelf.renew()


async def test_a_broken_edit_is_refused_told_and_mended(
    new_scene: NewScene, content: Content, caplog: pytest.LogCaptureFixture
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        content.edit(SKILL, broken)
        with caplog.at_level(logging.ERROR):
            assert not await scene.rung.shelf.renew()
        assert not await scene.rung.shelf.renew()

        assert await heading(scene) == "Distributed Training: Senior"
        status, told = await readiness(scene)
        assert (status, told["ready"]) == (200, True)
        assert "no-such-statement" in told["remarks"]["content"]
        assert sum("no-such-statement" in record.getMessage() for record in caplog.records) == 1

        content.edit(SKILL, lambda held: held["roles"]["llm-engineer"].pop("senior"))
        assert await scene.rung.shelf.renew()
        assert (await readiness(scene))[1]["remarks"] == {}


async def test_a_content_folder_that_vanishes_leaves_the_good_content_in_use(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        content.directory.rename(content.directory.with_name("elsewhere"))

        assert not await scene.rung.shelf.renew()

        assert await heading(scene) == "Distributed Training: Senior"
        assert "content" in (await readiness(scene))[1]["remarks"]


async def test_a_control_that_leads_to_removed_content_says_so(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
        content.edit(SKILL, lambda held: held["roles"]["llm-engineer"].pop("principal"))
        content.edit(SKILL, lambda held: held.update(roles={"data-engineer": held["roles"].pop("llm-engineer")}))
        assert await scene.rung.shelf.renew()

        told = await scene.slack.select(EMMA, answer, "card.level", "distributed-training/llm-engineer/junior")

        assert said(told.message).startswith("This message is out of date")
        assert lines(answer)[0] == "Distributed Training: Senior"


async def test_a_preview_of_removed_content_is_told_over_it_and_posts_nothing(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
        value = "post distributed-training/llm-engineer/senior"
        view = (await scene.slack.click(EMMA, answer, "card.more", value=value)).view
        assert view is not None
        content.edit(SKILL, lambda held: held.update(roles={"data-engineer": held["roles"].pop("llm-engineer")}))
        assert await scene.rung.shelf.renew()

        told = (await scene.slack.submit(EMMA, view)).view

        assert told is not None
        assert said(told).startswith("This message is out of date")
        assert told.previous_id == view.id
        assert scene.public() == []


async def test_a_language_that_is_added_is_spoken_by_the_content(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        content.put("locales.yaml", {"locales": ["en", "de", "ru", "fr"]})
        assert await scene.rung.shelf.renew()

        assert "Français" in str((await scene.slack.command(EMMA, "language")).message.blocks)
