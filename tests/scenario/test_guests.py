"""Guests may ask anything; nothing is stored of them."""

import pytest

from bot.errors import MembersOnly
from bot.playground.people import EMMA, GUS
from tests.scenario.conftest import Scene
from tests.scenario.reading import lines, said, title, wording

STORED = ["person", "current_level", "channel"]
TOLD = {code: wording(code.split("-")[0], MembersOnly.told) for code in ("en-US", "de-DE", "ru-RU")}


@pytest.mark.parametrize("kind", ["is_restricted", "is_ultra_restricted", "is_stranger"])
async def test_a_guest_asks_looks_and_leaves_no_trace(scene: Scene, kind: str) -> None:
    await scene.slack.change_user(GUS, is_restricted=False)
    await scene.slack.change_user(GUS, **{kind: True})
    for question in ("", "help", "list", "distributed-training middle senior", "language"):
        assert (await scene.slack.command(GUS, question)).message.is_ephemeral
    answer = (await scene.slack.command(GUS, "distributed-training senior")).message
    assert title(answer) == "Distributed Training: Senior"
    assert (await scene.slack.click(GUS, answer, "card.levels")).view is not None

    assert all(scene.rows(table) == [] for table in STORED)


@pytest.mark.parametrize("locale", list(TOLD))
async def test_a_guest_who_chooses_a_language_is_told_why_it_is_not_kept(scene: Scene, locale: str) -> None:
    await scene.slack.change_user(GUS, locale=locale)

    answer = (await scene.slack.command(GUS, "language de")).message

    assert lines(answer) == [TOLD[locale]]
    assert scene.rows("person") == []


@pytest.mark.parametrize("locale", list(TOLD))
async def test_a_member_who_has_become_a_guest_keeps_nothing_more(scene: Scene, locale: str) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    await scene.slack.change_user(EMMA, is_restricted=True, locale=locale)

    outcome = await scene.slack.click(EMMA, answer, "card.more", value="set distributed-training/llm-engineer/senior")

    assert lines(outcome.message) == [TOLD[locale]]
    assert outcome.edited == []
    assert scene.rows("person") == []


async def test_a_guest_who_chooses_in_the_menu_is_told_too(scene: Scene) -> None:
    answer = (await scene.slack.command(GUS, "language")).message

    outcome = await scene.slack.select(GUS, answer, "language.choose", "ru")

    assert lines(outcome.message) == [TOLD["en-US"]]
    assert "English" in said(answer)
