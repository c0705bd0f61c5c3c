"""Controls that lead nowhere any more, and values that no control of ours ever carried."""

from typing import Any

import pytest

from bot.errors import StaleControl
from bot.playground.payloads import interaction, place_of
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.views.ids import Action
from tests.scenario.conftest import NewScene, Scene, invented_skill
from tests.scenario.reading import lines, said, skills_in_all, title, wording

QUESTION = "distributed-training senior"
TABLES = ("person", "current_level", "channel")
FORGED = [
    "",
    "/",
    "//",
    "a/b",
    "a/b/c/d",
    "no-such-skill//",
    "distributed-training/llm-engineer/grandmaster",
    "distributed-training/nobody/senior",
    "distributed-training/backend-engineer/senior",  # a role, but not one of this skill
    "../../etc/passwd//",
    "distributed-training//\x00",
    "set",
    "set no-such-skill//",
    "set distributed-training/backend-engineer/senior",
    "post distributed-training/nobody/senior",
    "erase distributed-training/llm-engineer/senior",
    "1 set x",
    "x list",
    "99999999999999999999 shout x",
    "9" * 1_990,
    "klingon",
    "<!channel>",
    "ж" * 1_000,
]

# They are about whoever clicks, or show everybody the same; see test_who_may_do_what.
READ_NO_VALUE = {Action.DATA_EXPORT, Action.DATA_FORGET, Action.ADMIN_TEST, Action.ADMIN_ANNOUNCE}


def click(
    scene: Scene, person: str, surface: Message | View, action_id: str, value: Any, **more: Any
) -> dict[str, Any]:
    """A click as Slack would send it, on a control that stands nowhere."""
    payload = interaction(scene.slack.backend, "block_actions", scene.slack.present(person), trigger_id="1.1.demo")
    payload |= place_of(scene.slack.backend, surface)
    if isinstance(surface, Message):
        url = scene.slack.workspace.tickets.issue_response_url(person, surface.channel, scene.clock(), surface)
        payload["response_url"] = scene.slack.backend.response_url(url.id)
    action = {"type": "button", "block_id": "b", "action_id": action_id, "action_ts": "1.0", "value": value, **more}
    return payload | {"actions": [action]}


async def card(scene: Scene, person: str) -> Message:
    return (await scene.slack.command(person, QUESTION)).message


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_control_of_an_older_version_is_told_to_be_out_of_date(scene: Scene, person: str) -> None:
    answer = await card(scene, person)
    shown = said(answer)

    outcome = await scene.send(RequestKind.INTERACTION, click(scene, person, answer, "card.rate", "x"))

    assert outcome.status == 200
    assert lines(outcome.message) == [wording(person, StaleControl.told)]
    assert outcome.message.is_ephemeral
    assert said(answer) == shown


@pytest.mark.parametrize("action", [action for action in Action if action not in READ_NO_VALUE])
async def test_a_forged_value_changes_nothing_and_is_never_public(
    scene: Scene, caplog: pytest.LogCaptureFixture, action: Action
) -> None:
    answer = await card(scene, EMMA)
    for value in FORGED:
        outcome = await scene.send(RequestKind.INTERACTION, click(scene, EMMA, answer, action, value))

        assert outcome.status == 200, value
        for message in outcome.messages:
            assert lines(message) == [wording(EMMA, StaleControl.told)], value
        assert scene.public() == []
    assert all(scene.rows(table) == [] for table in TABLES)
    surprises = [r for r in caplog.records if r.exc_info]
    assert [r.getMessage() for r in surprises if "views." not in r.getMessage()] == []


@pytest.mark.parametrize(("action_id", "block_id"), [("card.search", "b"), ("card.role", "b"), ("levels.role", "of x")])
async def test_a_type_ahead_of_an_older_version_says_so_as_its_only_choice(
    scene: Scene, action_id: str, block_id: str
) -> None:
    answer = await card(scene, DIETER)
    payload = interaction(scene.slack.backend, "block_suggestion", scene.slack.present(DIETER))
    payload |= place_of(scene.slack.backend, answer)

    typed = await scene.send(
        RequestKind.INTERACTION, payload | {"action_id": action_id, "block_id": block_id, "value": "tr"}
    )
    (offered,) = typed.body["options"]
    chosen = click(scene, DIETER, answer, action_id, None, selected_option=offered)
    outcome = await scene.send(RequestKind.INTERACTION, chosen)

    assert typed.messages == []
    assert wording("de", StaleControl.told).startswith(offered["text"]["text"].rstrip("…"))
    assert lines(outcome.message) == [wording("de", StaleControl.told)]


ODD: list[dict[str, Any]] = [
    {"value": None},
    {"value": 7},
    {"value": ["x"]},
    {"value": {"a": 1}},
    {"selected_option": None},
    {"selected_option": {}},
    {"selected_option": {"value": 3}},
    {"type": "overflow"},
]


@pytest.mark.parametrize("action", [Action.CARD_LEVEL, Action.CARD_MORE, Action.LIST_PAGE, Action.LANGUAGE_CHOOSE])
async def test_a_value_of_another_kind_is_out_of_date(scene: Scene, action: Action) -> None:
    answer = await card(scene, EMMA)
    for more in ODD:
        payload = click(scene, EMMA, answer, action, **{"value": "x", **more})

        outcome = await scene.send(RequestKind.INTERACTION, payload)

        assert outcome.status == 200
        assert lines(outcome.message) == [wording(EMMA, StaleControl.told)], more
    assert all(scene.rows(table) == [] for table in TABLES)


@pytest.mark.parametrize("state", ["", "null", "[]", "{}", '"x"', "7", '{"card": "a/b/c"}', "{" * 500])
async def test_a_preview_whose_state_is_not_ours_posts_nothing(scene: Scene, state: str) -> None:
    view = await opened_preview(scene)
    view.body["private_metadata"] = state

    changed = await scene.send(RequestKind.INTERACTION, click(scene, EMMA, view, Action.POST_LANGUAGE, "de"))
    confirmed = await scene.slack.submit(EMMA, view)

    assert lines(changed.message) == [wording(EMMA, StaleControl.told)]
    assert confirmed.view is not None
    assert lines(confirmed.view) == [wording(EMMA, StaleControl.told)]
    assert scene.public() == []


async def opened_preview(scene: Scene) -> View:
    answer = await card(scene, EMMA)
    value = "post distributed-training/llm-engineer/senior"
    view = (await scene.slack.click(EMMA, answer, "card.more", value=value)).view
    assert view is not None
    return view


async def test_a_window_that_is_none_of_ours_is_out_of_date(scene: Scene) -> None:
    view = await opened_preview(scene)
    view.body["callback_id"] = "rate"

    outcome = await scene.slack.submit(EMMA, view)

    assert outcome.view is not None
    assert lines(outcome.view) == [wording(EMMA, StaleControl.told)]
    assert outcome.view.body["title"]["text"] == wording(EMMA, "That didn't work")
    assert scene.public() == []


async def test_an_answer_about_content_that_is_gone_is_out_of_date(new_scene: NewScene, content: Any) -> None:
    content.put("skills/short-lived/skill.yaml", invented_skill("Short Lived"))
    async with new_scene(content_dir=content.directory) as scene:
        listed = (await scene.slack.command(EMMA, "list")).message
        messages = scene.slack.workspace
    async with new_scene() as scene:
        scene.slack.workspace.messages += messages.messages
        outcome = await scene.slack.select(EMMA, listed, "skill.choose", "short-lived//")

        assert lines(outcome.message) == [wording(EMMA, StaleControl.told)]


async def test_a_page_that_a_shorter_list_no_longer_has_is_the_last_one(scene: Scene) -> None:
    answer = await card(scene, EMMA)
    heading = skills_in_all(EMMA, len(scene.rung.parts.library().framework.skills))
    for page in (-5, 7, 10**9):
        await scene.send(RequestKind.INTERACTION, click(scene, EMMA, answer, "list.page:next", f"{page} list"))
        assert title(answer) == heading


async def test_a_click_from_another_workspace_touches_nobody_of_this_one(scene: Scene) -> None:
    answer = await card(scene, EMMA)
    await scene.slack.click(EMMA, answer, "card.more", value="set distributed-training/llm-engineer/senior")
    payload = click(scene, EMMA, answer, "card.more", "set distributed-training/llm-engineer/junior")
    payload["team"] = {"id": "T0ELSEWHERE", "domain": "elsewhere"}
    payload["user"] = {**payload["user"], "team_id": "T0ELSEWHERE"}

    await scene.send(RequestKind.INTERACTION, payload)

    team = scene.slack.workspace.team_id
    assert {row[0] for row in scene.rows("current_level")} == {team}  # who is of this one is no member of the other
    assert "*Your level:* Senior" in said(await card(scene, EMMA))
