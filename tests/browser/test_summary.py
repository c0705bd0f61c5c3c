"""The summary of a team as its channel reads it in the browser, with its picture and the table of the same."""

import random
import re

import pytest
from playwright.async_api import expect
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import PersonId
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Person
from bot.playground.workspace import TEAM
from bot.storage.assessments import record_assessments
from tests.browser.conftest import DESKTOP, PHONE, OpenWindow, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZE = 9
# What each reads: the language of the channel, how many are counted, the table's button, and one of the table's words.
READ = {
    EMMA: ("en", "9\xa0counted", "Show as table", "about half"),
    DIETER: ("de", "9\xa0Person", "Als Tabelle zeigen", "etwa die Hälfte"),
    ROMAN: ("ru", "9\xa0человек", "Показать таблицей", "примерно половина"),
}


async def rate(world: World, user: str, chance: random.Random) -> None:
    """Somebody rates most skills, each up to a level of their own."""
    parts, person = world.rung.parts, PersonId(world.slack.workspace.team_id, user)
    skills = [one for one in parts.library().framework.skills.values() if chance.random() < 0.9]

    async def piece(session: AsyncSession) -> None:
        for skill in skills:
            reached, role = chance.randrange(len(skill.ladder.levels) + 1), skill.roles[0]
            covered = {
                statement.id
                for level in skill.ladder.levels[:reached]
                for cell in skill.requirements(role, level.id)
                for statement in cell.statements
            }
            given = [
                GivenRating.of(skill.slug, one, Rating.CONSISTENT if one.id in covered else Rating.NOT_YET, ("en",))
                for one in skill.statements.values()
            ]
            await record_assessments(session, person, person, "V1", given, parts.now())

    await parts.database.write(piece)


async def told(world: World, owner: str) -> None:
    """The channel has a team of nine, and its next day has come."""
    slack, chance = world.slack, random.Random(11)
    slack.workspace.channels[TEAM].members += [f"U0TEAM{n}" for n in range(SIZE)]
    view = (await slack.command(owner, "team", channel=TEAM)).view
    assert view is not None
    (asking,) = (await slack.submit(owner, view, {("language", "team.field:language"): READ[owner][0]})).posted
    for n in range(SIZE):
        user = f"U0TEAM{n}"
        slack.workspace.people[user] = Person(user, f"Demo {n}", tz="Europe/Berlin")
        await slack.click(user, asking, "team.join")
        await rate(world, user, chance)
    assert slack.pass_time is not None
    await slack.pass_time()


@pytest.mark.parametrize(
    ("person", "size", "theme"),
    [(EMMA, DESKTOP, "light"), (EMMA, PHONE, "dark"), (DIETER, PHONE, "light"), (ROMAN, DESKTOP, "dark")],
)
async def test_a_team_reads_its_summary(
    world: World, open_window: OpenWindow, person: str, size: dict[str, int], theme: str
) -> None:
    _, counted, table, band = READ[person]
    await told(world, person)
    window = await open_window(world.url, person, TEAM, size=size, theme=theme)
    await window.close()

    picture = window.card.get_by_role("img").last
    await expect(window.log).to_contain_text(counted)
    assert await picture.evaluate("one => one.complete && one.naturalWidth > 0")
    await expect(picture).to_have_attribute("alt", re.compile(counted))
    await picture.scroll_into_view_if_needed()
    await window.shoot(f"summary-{person}-{theme}-picture")
    summary = window.log.locator(".message").filter(has_text=counted).first
    await summary.scroll_into_view_if_needed()
    await window.shoot(f"summary-{person}-{theme}")
    assert await window.faint_words() == []
    assert not await window.overflows()

    await window.log.get_by_role("button", name=table).last.click()
    await expect(window.card).to_contain_text(band)
    await window.shoot(f"summary-{person}-{theme}-table")
    assert await window.faint_words() == []
    assert not await window.overflows()
