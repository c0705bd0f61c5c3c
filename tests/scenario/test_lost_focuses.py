"""A focus whose level, role or skill has left the content: kept, told, not asked about, and taken up when it's back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from bot.domain.deliveries import Reason, Status
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Message, View
from bot.storage.deliveries import latest_deliveries
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import choices, has_control, labels, said, wording
from tests.scenario.test_cadence import NUDGES, grow, kept
from tests.scenario.test_coaching import sent
from tests.scenario.test_focus import states
from tests.scenario.test_focus import window as focus_window

SKILL = "skills/distributed-training/skill.yaml"
REF = "distributed-training/llm-engineer/"
LEVEL_LOST = (
    "The target level %(level)s is no longer part of the framework here. Choose another target or drop the focus. If "
    "the level comes back, the focus goes on by itself; until then Rung doesn't write about it."
)
ROLE_LOST = (
    "This role is no longer part of the framework here. Choose another role or drop the focus. If the role comes back, "
    "the focus goes on by itself; until then Rung doesn't write about it."
)
SKILL_LOST = (
    "This skill is no longer part of the framework. Choose another one or drop the focus. If the skill comes back, the "
    "focus goes on by itself; until then Rung doesn't write about it."
)
NOTHING_ACTIVE = "Rung writes about your focuses, and none of them is active just now."
PROGRESS = {EMMA: "progress", DIETER: "fortschritt", ROMAN: "прогресс"}
FOCUSES = {EMMA: "focus", DIETER: "fokus", ROMAN: "фокус"}


def without_senior(content: Content) -> None:
    content.edit(SKILL, lambda held: held["roles"]["llm-engineer"].pop("senior"))


def without_the_role(content: Content) -> None:
    content.edit(SKILL, lambda held: held.update(roles={"data-engineer": held["roles"].pop("llm-engineer")}))


def without_the_skill(content: Content) -> None:
    folder = content.directory / "skills/distributed-training"
    folder.rename(content.directory / "distributed-training.away")


@dataclass(frozen=True, slots=True)
class Loss:
    """What leaves the content, what is said then, and what leads to something else to grow towards."""

    happens: Callable[[Content], None]
    told: str
    leads_on: str


LOSSES: Mapping[str, Loss] = {
    "level": Loss(without_senior, LEVEL_LOST, "focus.target"),
    "role": Loss(without_the_role, ROLE_LOST, "skill.open:role"),
    "skill": Loss(without_the_skill, SKILL_LOST, "skill.search"),
}


async def lose(scene: Scene, content: Content, loss: Loss) -> None:
    loss.happens(content)
    assert await scene.rung.shelf.renew()


async def come_to_the_next(scene: Scene, person: str) -> None:
    """To the moment at which Rung writes to somebody next, until the home tab follows."""
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    scene.clock.seconds = upcoming.at.timestamp()
    await scene.rung.rounds.once()
    await scene.rung.background.settled()


async def ledger(scene: Scene) -> list[tuple[str, str | None]]:
    """What became of each delivery, the oldest first."""
    async with scene.rung.parts.database.reading() as session:
        return [(one.status, one.reason) for one in reversed(await latest_deliveries(session, None, 10))]


async def shown(scene: Scene, person: str) -> list[Message | View]:
    """Everywhere that focuses are told: the answers, the window and the home tab."""
    listed = (await scene.slack.command(person, FOCUSES[person])).message
    progress = (await scene.slack.command(person, PROGRESS[person])).message
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    return [listed, progress, await focus_window(scene, person), home]


@pytest.mark.parametrize("person", list(FOCUSES))
async def test_it_is_told_everywhere_and_leads_to_another_target(
    new_scene: NewScene, content: Content, person: str
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        await grow(scene, person)
        await lose(scene, content, LOSSES["level"])

        places = await shown(scene, person)

        for place in places:
            assert wording(person, LEVEL_LOST, level="Senior") in said(place)
            assert wording(person, "Drop") in labels(place)
        nothing = wording(person, NOTHING_ACTIVE)
        rhythm = (await scene.slack.command(person, NUDGES[person])).view
        assert rhythm is not None
        assert [nothing in said(place) for place in (*places, rhythm)] == [False, False, True, True, True]

        listed = places[0]
        assert set(choices(listed, "focus.target")) == {"Junior", "Middle", "Lead / Staff", "Principal"}
        await scene.slack.select(person, listed, "focus.target", f"{REF}lead")
        assert states(scene) == [("lead", "active")]
        await come_to_the_next(scene, person)
        assert len(sent(scene, person)) == 1


@pytest.mark.parametrize("lost", LOSSES)
async def test_nothing_is_sent_about_it_until_the_content_is_back(
    new_scene: NewScene, content: Content, lost: str
) -> None:
    loss, whole = LOSSES[lost], content.directory.with_name("whole")
    async with new_scene(content_dir=content.directory) as scene:
        await grow(scene, EMMA)
        scene.slack.fail_next("users.info", Failure.http(500))
        await come_to_the_next(scene, EMMA)
        assert await ledger(scene) == [(Status.DUE, None)]
        Content(whole)
        await lose(scene, content, loss)

        scene.clock.seconds += 300
        await scene.rung.rounds.once()
        assert await ledger(scene) == [(Status.DROPPED, Reason.CONTENT_LOST)]
        await come_to_the_next(scene, EMMA)
        assert await ledger(scene) == [(Status.DROPPED, Reason.CONTENT_LOST)] * 2
        assert sent(scene, EMMA) == []
        assert states(scene) == [("senior", "active")]

        content.directory.rename(content.directory.with_name("less"))
        whole.rename(content.directory)
        assert await scene.rung.shelf.renew()
        await come_to_the_next(scene, EMMA)
        assert len(sent(scene, EMMA)) == 1
        assert loss.told not in said((await scene.slack.command(EMMA, "focus")).message)


@pytest.mark.parametrize("lost", LOSSES)
async def test_it_leads_on_or_is_dropped_from_wherever_it_is_told(
    new_scene: NewScene, content: Content, lost: str
) -> None:
    loss = LOSSES[lost]
    async with new_scene(content_dir=content.directory) as scene:
        await grow(scene, EMMA)
        await lose(scene, content, loss)

        listed, progress, opened, home = await shown(scene, EMMA)
        for place in (listed, progress, opened, home):
            assert wording(EMMA, loss.told, level="Senior") in said(place)
            assert has_control(place, loss.leads_on)
        if lost == "role":
            card = (await scene.slack.click(EMMA, home, loss.leads_on)).view
            assert card is not None
            assert "Distributed Training: Junior" in said(card)

        await scene.slack.click(EMMA, home, "focus.more:drop")

        assert states(scene) == [("senior", "dropped")]
        assert "not in the framework any more · dropped" in said((await scene.slack.command(EMMA, "focus")).message)


async def test_of_several_each_has_its_controls_in_the_window_and_the_others_go_on(
    new_scene: NewScene, content: Content
) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        await grow(scene, EMMA)
        await scene.slack.command(EMMA, "focus data-pipelines senior")
        await scene.slack.command(EMMA, "focus model-evaluation senior")
        await lose(scene, content, LOSSES["level"])
        content.edit("skills/data-pipelines/skill.yaml", lambda held: held["roles"]["data-engineer"].pop("senior"))
        assert await scene.rung.shelf.renew()

        listed, progress, opened, _ = await shown(scene, EMMA)

        assert said(listed).count("is no longer part of the framework here") == 2
        assert (labels(listed), labels(progress)[:1]) == (["Change focuses"], ["Change focuses"])
        assert labels(opened).count("Drop") == 3
        await come_to_the_next(scene, EMMA)
        [asked] = sent(scene, EMMA)
        assert "Model Evaluation" in said(asked)
