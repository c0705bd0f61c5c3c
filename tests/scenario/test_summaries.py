"""A channel is told how its team grows when its day has come: once, in its language, of bands alone."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import PersonId
from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from bot.playground.records import Message
from bot.storage.assessments import record_assessments
from bot.storage.tenant_settings import set_group_size
from tests.scenario.conftest import Scene
from tests.scenario.crowds import CROWD, crowd, kept, opened, set_up
from tests.scenario.reading import has_control, labels, lines, said, wording

SPEAKERS = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
LANGUAGE = {EMMA: "en", DIETER: "de", ROMAN: "ru"}
SUMMARY_COMMAND = {EMMA: "team summary", DIETER: "team Überblick", ROMAN: "команда сводка"}
NOTE = "a note that nobody else may see"


async def rate(scene: Scene, user: str, rating: Rating, *, submission: str = "V1") -> None:
    """Somebody rates every statement of a skill."""
    parts, person = scene.rung.parts, PersonId(scene.slack.workspace.team_id, user)
    skill = parts.library().framework.skills["distributed-training"]
    given = [GivenRating.of(skill.slug, one, rating, ("en",), NOTE) for one in skill.statements.values()]

    async def piece(session: AsyncSession) -> None:
        await record_assessments(session, person, person, submission, given, scene.clock.moment())

    await parts.database.write(piece)


async def team(scene: Scene, person: str, size: int, *, joined: int | None = None) -> list[str]:
    """A channel with a team in the person's language, in which so many have joined and rated themselves."""
    people = crowd(scene, size, person)
    done = await set_up(scene, person, values={("language", "team.field:language"): LANGUAGE[person]})
    (message,) = done.posted
    for user in people[: size if joined is None else joined]:
        await scene.slack.click(user, message, "team.join")
        await rate(scene, user, Rating.CONSISTENT)
    return people


async def day_comes(scene: Scene) -> list[Message]:
    """What is posted in the channel when the team's next day has come; replies in threads too."""
    upcoming = (await kept(scene)).upcoming
    assert upcoming is not None
    scene.clock.seconds = upcoming.at.timestamp()
    return await round_now(scene)


async def round_now(scene: Scene) -> list[Message]:
    before = len(scene.slack.workspace.messages)
    await scene.rung.rounds.once()
    return [one for one in scene.slack.workspace.messages[before:] if one.channel == CROWD]


def notices(scene: Scene, user: str) -> list[Message]:
    workspace = scene.slack.workspace
    return [m for m in workspace.messages if m.metadata and user in workspace.channels[m.channel].members
            and workspace.channels[m.channel].is_direct]  # fmt: skip


@SPEAKERS
async def test_case_18_a_summary_is_posted_in_the_language_of_the_channel(scene: Scene, person: str) -> None:
    await team(scene, person, 5)

    summary, picture = await day_comes(scene)

    assert summary.text.startswith(lines(summary)[0].split("*")[0])
    assert wording(person, "Show as table") in labels(summary)
    assert wording(person, "Count me in") in labels(summary)
    assert picture.thread_ts == summary.ts
    (file,) = picture.files
    assert (file.content or b"").startswith(b"\x89PNG")
    assert file.alt_text


@pytest.mark.parametrize("size", [2, 4])
async def test_a_team_that_is_too_small_is_told_nothing_and_its_owner_once(scene: Scene, size: int) -> None:
    await team(scene, EMMA, size)

    for _ in range(3):
        assert await day_comes(scene) == []
        scene.clock.seconds += 60
        await round_now(scene)

    (notice,) = notices(scene, EMMA)
    assert "too few people are counted" in said(notice)
    assert "It takes 5\xa0people" in said(notice)


async def test_an_owner_is_told_anew_after_it_was_enough_in_between(scene: Scene) -> None:
    people = await team(scene, EMMA, 5)
    assert len(await day_comes(scene)) == 2
    scene.slack.workspace.channels[CROWD].members.remove(people[-1])
    assert await day_comes(scene) == []
    scene.clock.seconds += 60
    await round_now(scene)
    assert len(notices(scene, EMMA)) == 1


@pytest.mark.parametrize("size", [5, 12])
async def test_a_summary_says_bands_and_names_nobody(scene: Scene, size: int) -> None:
    people = await team(scene, EMMA, size)

    summary, picture = await day_comes(scene)

    shown = said(summary) + picture.files[0].alt_text
    assert f"{size}\xa0counted" in shown
    assert not any(user in shown for user in people)
    assert NOTE not in shown


async def test_a_large_channel_counts_those_who_chose_to_be(scene: Scene) -> None:
    await team(scene, EMMA, 400, joined=6)
    summary, _ = await day_comes(scene)
    assert "6\xa0counted" in said(summary)


async def test_nothing_new_is_told_until_three_people_have_changed(scene: Scene) -> None:
    people = await team(scene, EMMA, 5)
    first, _ = await day_comes(scene)
    for n, user in enumerate(people[:3]):
        scene.clock.seconds += 60
        await rate(scene, user, Rating.NOT_YET, submission=f"later {n}")
        posted = (await day_comes(scene))[0]
        assert len(scene.rows("summary")) == (2 if n == 2 else 1)
        assert ("same picture" in said(posted) or "Little has changed" in said(posted)) is (n < 2), said(posted)
    assert said(posted) != said(first)


async def test_who_left_the_channel_or_the_company_is_not_counted(scene: Scene) -> None:
    people = await team(scene, EMMA, 7)
    scene.slack.workspace.channels[CROWD].members.remove(people[-1])
    scene.slack.workspace.people[people[-2]].deleted = True
    summary, _ = await day_comes(scene)
    assert "5\xa0counted" in said(summary)


async def test_case_26_an_archived_channel_rests_and_its_owner_is_told_once(scene: Scene) -> None:
    await team(scene, EMMA, 5)
    scene.slack.workspace.channels[CROWD].is_archived = True

    assert await day_comes(scene) == []
    assert (await kept(scene)).paused == "is_archived"
    for _ in range(3):
        scene.clock.seconds += timedelta(weeks=1).total_seconds()
        assert await round_now(scene) == []

    (notice,) = notices(scene, EMMA)
    assert "the channel is archived" in said(notice)


async def test_where_rung_was_removed_the_owner_is_told_what_to_do(scene: Scene) -> None:
    await team(scene, EMMA, 5)
    members = scene.slack.workspace.channels[CROWD].members
    members[:] = [one for one in members if one in scene.slack.workspace.people and not one.endswith("BOT")]
    assert await day_comes(scene) == []
    scene.clock.seconds += 60
    await round_now(scene)
    (notice,) = notices(scene, EMMA)
    assert "Invite Rung there again" in said(notice)


async def test_one_team_that_fails_keeps_nobody_else_waiting(scene: Scene) -> None:
    await team(scene, EMMA, 5)
    crowd(scene, 5, DIETER, channel="C0OTHER")
    (message,) = (await set_up(scene, DIETER, "C0OTHER")).posted
    for user in scene.slack.workspace.channels["C0OTHER"].members:
        if user in scene.slack.workspace.people and user.startswith("U0CROWD"):
            await scene.slack.click(user, message, "team.join")
            await rate(scene, user, Rating.CONSISTENT, submission="V2")
    await scene.slack.click(DIETER, message, "team.join")
    scene.slack.workspace.channels["C0OTHER"].is_archived = True
    summary, _ = await day_comes(scene)
    assert has_control(summary, "summary.table")


@SPEAKERS
async def test_the_last_summary_is_shown_to_whoever_asks_in_their_language(scene: Scene, person: str) -> None:
    await team(scene, EMMA, 5)
    scene.slack.workspace.channels[CROWD].members.append(person)
    before = (await scene.slack.command(person, SUMMARY_COMMAND[person], channel=CROWD)).message
    assert before is not None
    await day_comes(scene)

    asked, *_ = (await scene.slack.command(person, SUMMARY_COMMAND[person], channel=CROWD)).messages

    assert wording(person, "Show as table") in labels(asked)
    assert wording(person, "Count me in") not in labels(asked) or person != EMMA
    (picture,) = [m for m in scene.slack.workspace.messages if m.files and m.channel != CROWD]
    assert person in scene.slack.workspace.channels[picture.channel].members


async def test_a_summary_that_nobody_could_send_in_its_hours_is_not_sent_later(scene: Scene) -> None:
    await team(scene, EMMA, 5)
    upcoming = (await kept(scene)).upcoming
    assert upcoming is not None
    scene.clock.seconds = upcoming.closes_at.timestamp()
    assert await round_now(scene) == []
    assert len(await day_comes(scene)) == 2


async def test_case_37_nobody_who_looks_after_a_team_or_a_workspace_sees_a_note(scene: Scene) -> None:
    """Who will see a note is said where it is written: see test_assess.py."""
    people = await team(scene, EMMA, 6)
    workspace = scene.slack.workspace
    workspace.channels[CROWD].members.append(GEORGE)
    workspace.people[GEORGE].is_admin = True
    await day_comes(scene)
    shown = [m.text + str(m.blocks) for m in workspace.messages]
    for person in (EMMA, GEORGE):
        shown.append(str((await opened(scene, person)).blocks))
        asked, *_ = (await scene.slack.command(person, "team summary", channel=CROWD)).messages
        table = await scene.slack.click(person, asked, "summary.table")
        shown += [str(m.blocks) for m in (asked, *table.messages)]
    assert len(scene.rows("assessment")) >= len(people)
    assert not any(NOTE in one for one in shown)


async def test_what_was_told_of_fewer_than_are_allowed_by_now_is_neither_repeated_nor_compared_with(
    scene: Scene,
) -> None:
    people = await team(scene, EMMA, 8, joined=5)
    summary, _ = await day_comes(scene)
    assert "Distributed Training" in said(summary)
    tenant, parts = scene.slack.workspace.team_id, scene.rung.parts
    await parts.database.write(lambda session: set_group_size(session, tenant, 8, scene.clock.moment()))
    for user in people[5:]:
        scene.clock.seconds += 60
        await scene.slack.click(user, summary, "team.join")

    later = (await day_comes(scene))[0]

    assert "8\xa0counted" in said(later)
    assert "Distributed Training" not in said(later)
