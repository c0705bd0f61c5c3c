"""What hangs on the summary of a team: everybody may look closer, each alone, and the channel's message stays."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.domain.summaries import Band, SkillStanding, Snapshot
from bot.domain.team_reports import team_report
from bot.errors import StaleControl
from bot.messenger.files import send_files
from bot.playground.people import ADA, DIETER, EMMA, GUS, ROMAN
from bot.playground.records import Message
from bot.playground.workspace import GENERAL
from bot.storage.summaries import save_snapshot
from bot.storage.tables import TeamRow
from bot.storage.upserts import insert_new
from bot.surfaces.summary import summary_picture
from bot.views.summary import summary_message
from tests.integration.storage.teams import team_row
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, choices, labels, lines, said, wording

FEW, HALF, MOST = Band.FEW, Band.HALF, Band.MOST
BEFORE, NOW = (MOST, HALF, FEW, FEW, FEW), (MOST, MOST, HALF, FEW, FEW)
SHOWN = ("data-pipelines", "distributed-training", "model-evaluation")
EXTRA = "Extra Skill"
TABLE_ROW = {
    EMMA: "Distributed Training · most · most · about half · few · few",
    DIETER: "Verteiltes Training · die meisten · die meisten · etwa die Hälfte · wenige · wenige",
    ROMAN: "Распределённое обучение · большинство · большинство · примерно половина · немногие · немногие",
}


def standings(scene: Scene, bands: tuple[Band, ...]) -> tuple[SkillStanding, ...]:
    known = scene.rung.parts.library().framework.skills.values()
    skills = [one for one in known if one.slug in SHOWN or one.name.source.startswith(EXTRA)]
    return tuple(
        SkillStanding(one.slug, dict(zip([level.id for level in one.ladder.levels], bands, strict=True)))
        for one in skills
    )


async def summarised(scene: Scene) -> Message:
    """The channel's team has two snapshots, and its channel the summary of the later one."""
    parts, tenant = scene.rung.parts, scene.slack.workspace.team_id
    now = scene.clock.moment()
    earlier = Snapshot(now - timedelta(weeks=2), 6, standings(scene, BEFORE), ())
    later = Snapshot(now, 6, standings(scene, NOW), ())

    async def piece(session: AsyncSession) -> None:
        team = team_row(tenant, GENERAL).model_dump()
        await insert_new(session, TeamRow, {key: team.pop(key) for key in ("tenant", "channel_id")}, **team)
        for one in (earlier, later):
            await save_snapshot(session, tenant, GENERAL, one)

    await parts.database.write(piece)
    library = parts.library()
    report = team_report(GENERAL, "Europe/Berlin", later, earlier, library.framework.skills)
    t = library.languages.for_channel("en")
    await parts.slack(tenant).do("chat.postMessage", channel=GENERAL, **summary_message(report, t))
    picture = summary_picture(report, t)
    assert picture is not None
    posted = scene.slack.workspace.messages[-1]
    await send_files(parts.slack(tenant), GENERAL, [picture], "The picture")
    return posted


async def test_a_summary_says_first_what_matters_and_its_picture_says_the_same(scene: Scene) -> None:
    summary = await summarised(scene)

    assert lines(summary)[0] == "*Most of the team is now at Middle or above in “Data Pipelines and Quality”.*"
    assert lines(summary)[-1] == "6\xa0counted, as of 3/2/2026. Nobody's own ratings are shown."
    assert labels(summary) == ["Show as table", "See all skills", "See the settings"]
    (picture,) = scene.slack.workspace.messages[-1].files
    assert (picture.content or b"").startswith(b"\x89PNG")
    assert "Distributed Training. Most: Junior, Middle. About half: Senior. Few: Lead / Staff, Principal." in (
        picture.alt_text
    )


@pytest.mark.parametrize("person", list(TABLE_ROW))
async def test_the_table_comes_to_whoever_asks_in_their_language(scene: Scene, person: str) -> None:
    summary = await summarised(scene)
    before = summary.text

    outcome = await scene.slack.click(person, summary, "summary.table")

    (answer,) = outcome.messages
    assert answer.is_ephemeral
    assert TABLE_ROW[person] in lines(answer)
    assert summary.text == before
    assert outcome.posted == []


async def test_a_guest_of_the_channel_may_look_closer_too(scene: Scene) -> None:
    summary = await summarised(scene)
    outcome = await scene.slack.click(GUS, summary, "summary.table")
    assert "Distributed Training · most" in said(outcome.message)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_all_skills_open_in_a_window_with_what_moved(scene: Scene, person: str) -> None:
    summary = await summarised(scene)

    value, _ = choices(summary, "summary.more").values()
    window = (await scene.slack.select(person, summary, "summary.more", value)).view

    assert window is not None
    assert wording(person, "Few: %(levels)s", levels="Lead / Staff, Principal") in lines(window)
    assert wording(person, "About half: %(levels)s", levels="Senior") in lines(window)
    assert f"*{wording(person, 'What moved')}*" in lines(window)
    assert sum(line.startswith("•") for line in lines(window)) == 6


async def test_the_settings_are_a_click_away_for_whoever_may_only_see_them_too(scene: Scene) -> None:
    summary = await summarised(scene)
    _, value = choices(summary, "summary.more").values()

    for person, may_change in ((EMMA, False), (ADA, True)):
        window = (await scene.slack.select(person, summary, "summary.more", value)).view
        assert window is not None
        assert ("submit" in window.body) is may_change
        await scene.slack.close(person, window)


async def test_a_summary_of_a_team_that_is_no_more_says_so(scene: Scene) -> None:
    summary = await summarised(scene)
    tenant = scene.slack.workspace.team_id

    async def gone(session: AsyncSession) -> None:
        await session.execute(delete(TeamRow).where(col(TeamRow.tenant) == tenant))

    await scene.rung.parts.database.write(gone)
    outcome = await scene.slack.click(EMMA, summary, "summary.table")
    assert wording(EMMA, StaleControl.told) in said(outcome.message)


def many(content: Content, count: int) -> None:
    held: dict[str, Any] = {"junior": {"mandatory": True, "statements": ["s"]}}
    for n in range(count):
        content.put(
            f"skills/extra-{n:02}/skill.yaml",
            {
                "name": f"Extra Skill {n:02}",
                "category": "ml-ai",
                "subcategory": "llm-genai",
                "updated": "2026-01-31",
                "statements": {"s": {"text": "Does it."}},
                "roles": {"llm-engineer": held},
            },
        )


async def test_many_skills_are_read_page_by_page(new_scene: NewScene, content: Content) -> None:
    many(content, 40)
    async with new_scene(content_dir=content.directory) as scene:
        summary = await summarised(scene)
        (table,) = (await scene.slack.click(EMMA, summary, "summary.table")).messages
        rows = [line for line in lines(table) if line.startswith("Extra Skill")]
        await scene.slack.click(EMMA, table, buttons(table)["Next page"])
        rows += [line for line in lines(table) if line.startswith("Extra Skill")]
        assert len(set(rows)) == 40

        value, _ = choices(summary, "summary.more").values()
        window = (await scene.slack.select(EMMA, summary, "summary.more", value)).view
        assert window is not None
        names = [line for line in lines(window) if line.startswith("*Extra Skill")]
        while following := buttons(window).get("Next page"):
            await scene.slack.click(EMMA, window, following)
            names += [line for line in lines(window) if line.startswith("*Extra Skill")]
        assert len(names) == len(set(names)) == 40
