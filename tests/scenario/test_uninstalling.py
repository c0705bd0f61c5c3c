"""Rung is uninstalled: it falls silent there at once, forgets the tokens, and after a while everything else."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.playground.failures import Failure
from bot.playground.people import ADA, EMMA
from bot.storage.tenants import tables_of_tenants
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.scenario.conftest import Scene
from tests.scenario.lives import live
from tests.scenario.many import FIRST, SECOND, WHOLE, Company, company, sqlite
from tests.scenario.reading import said
from tests.scenario.test_cadence import grow, kept
from tests.scenario.test_coaching import message_of, sent
from tests.scenario.test_summary_controls import summarised

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures

DAY = 86_400.0
BOTH = ("app_uninstalled", "tokens_revoked")
NOT_INSTALLED = "Rung isn't installed in this workspace any more"


@pytest.fixture(params=["sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    shutil.copyfile(migrated, tmp_path / "rung.db")
    return sqlite(tmp_path)


@pytest.fixture
async def there(url: str) -> AsyncIterator[Company]:
    async with company(url) as opened:
        for tenant in (FIRST, SECOND):
            await opened.install(tenant)
        yield opened


async def is_answered(there: Company, tenant: str) -> bool:
    answer = said((await there.slack(tenant).command(EMMA, "distributed-training senior")).message)
    assert ("Distributed Training" in answer) != (NOT_INSTALLED in answer)
    return "Distributed Training" in answer


async def counted(there: Company, tenant: str) -> dict[str, int]:
    """How many rows of each table are a tenant's, where there are any."""
    async with there.rung.parts.database.reading() as session:
        counts = {}
        for table in tables_of_tenants():
            of_tenant = select(func.count()).select_from(table).where(table.c.tenant == tenant)
            counts[table.name] = (await session.execute(of_tenant)).scalar_one()
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize("events", [BOTH, BOTH[::-1], BOTH[:1], BOTH[1:], BOTH * 2])
async def test_in_either_order_the_tokens_are_erased_and_nothing_is_sent(there: Company, events: list[str]) -> None:
    scene = there.scene(FIRST)
    await grow(scene, EMMA)
    upcoming = (await kept(scene, EMMA)).upcoming
    assert upcoming is not None

    await there.uninstall(FIRST, *events)

    gone = await there.installation(FIRST)
    assert gone is not None
    assert (gone.token, gone.uninstalled_at) == (None, there.clock.moment())
    since = len(scene.slack.calls)
    scene.clock.seconds = upcoming.at.timestamp()
    outcomes = await scene.rung.rounds.once()
    assert outcomes["check_in", "not_installed"] == 1
    assert sent(scene, EMMA) == []
    assert await is_answered(there, FIRST) is False
    assert await is_answered(there, SECOND) is True
    assert [call.method for call in scene.slack.calls[since:] if call.method != "ack"] == []
    assert there.grid.refused == [("auth.test", "token_revoked")]


async def test_installed_again_in_time_everything_is_as_it_was(there: Company) -> None:
    scene = there.scene(FIRST)
    await grow(scene, EMMA)
    before = await counted(there, FIRST)
    await there.uninstall(FIRST, *BOTH)
    there.clock.seconds += DAY / 2
    page = await there.install(FIRST)
    assert "It was installed there before." in page.said
    assert await there.rung.erasing.erase(there.clock.moment()) == ()
    assert {name: count for name, count in (await counted(there, FIRST)).items() if name in before} == before
    upcoming = (await kept(scene, EMMA)).upcoming
    assert upcoming is not None
    assert "Distributed Training" in said(await message_of(scene, EMMA, upcoming.at))


async def test_what_slack_says_late_does_not_undo_a_new_installation(there: Company) -> None:
    await there.uninstall(FIRST, *BOTH)
    there.clock.seconds += 60
    await there.install(FIRST)
    for _ in range(2):
        await there.slack(FIRST).repeat_event()
    assert await is_answered(there, FIRST) is True
    await there.uninstall(FIRST, *BOTH)
    assert await is_answered(there, FIRST) is False


async def test_where_slack_is_silent_a_doubtful_event_is_asked_for_again(there: Company) -> None:
    slack = there.slack(FIRST)
    slack.fail_next("auth.test", Failure.http(503))
    await slack.uninstall()
    assert await is_answered(there, FIRST) is True
    there.grid.authorizations.revoke(slack.workspace)
    await slack.repeat_event()
    assert await is_answered(there, FIRST) is False


async def test_somebody_s_own_token_is_none_of_our_business(there: Company) -> None:
    there.clock.seconds += DAY
    await there.slack(FIRST).revoke_tokens(of_bot=False)
    assert await is_answered(there, FIRST) is True


async def test_an_organization_that_uninstalls_it_is_gone_as_a_whole(there: Company) -> None:
    await there.install(WHOLE)
    assert await is_answered(there, WHOLE) is True
    there.clock.seconds += DAY
    await there.uninstall(WHOLE, *BOTH)
    assert await is_answered(there, WHOLE) is False


@pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
async def test_after_a_while_all_that_is_stored_of_it_is_erased_and_nothing_else(there: Company) -> None:
    for tenant in (FIRST, SECOND):
        scene = there.scene(tenant)
        for person in (ADA, EMMA):
            await live(scene, person)
        await scene.slack.command(EMMA, "no such skill at all")
        await scene.slack.mention(EMMA, "distributed-training", channel="C0GENERAL")
        await summarised(scene)
    there.clock.seconds += DAY
    before = await counted(there, SECOND)
    assert set(before) >= {
        "person",
        "assessment",
        "comment",
        "rated_text",
        "team",
        "search_miss",
        "seen_event",
        "summary",
    }

    await there.uninstall(FIRST, *BOTH)
    there.clock.seconds += 30 * DAY
    assert await there.rung.erasing.erase(there.clock.moment()) == ()
    there.clock.seconds += 1
    assert await there.rung.erasing.erase(there.clock.moment()) == (FIRST,)

    assert await counted(there, FIRST) == {}
    assert await counted(there, SECOND) == before
    assert await there.rung.erasing.erase(there.clock.moment()) == ()


async def test_a_repeated_event_of_a_workspace_that_is_erased_leaves_nothing_behind(there: Company) -> None:
    there.clock.seconds += DAY
    await there.uninstall(FIRST, *BOTH)
    there.clock.seconds += 31 * DAY
    await there.rung.erasing.erase(there.clock.moment())
    await there.slack(FIRST).repeat_event()
    there.clock.seconds += 31 * DAY
    await there.rung.erasing.erase(there.clock.moment())
    assert await counted(there, FIRST) == {}


async def test_where_the_token_is_a_setting_the_data_goes_too_unless_rung_is_back(scene: Scene) -> None:
    await live(scene, EMMA)
    await scene.slack.uninstall()
    scene.clock.seconds += 31 * DAY
    assert await scene.rung.erasing.erase(scene.clock.moment()) == ()
    assert len(scene.rows("installation")) == 0
    await scene.slack.uninstall()
    scene.clock.seconds += 31 * DAY
    for broken in (Failure.http(503), Failure.slack("internal_error")):
        scene.slack.fail_next("auth.test", broken)
        assert await scene.rung.erasing.erase(scene.clock.moment()) == ()
    assert scene.rows("person")
    scene.slack.fail_next("auth.test", Failure.slack("token_revoked"))
    assert await scene.rung.erasing.erase(scene.clock.moment()) == (scene.slack.workspace.team_id,)
    assert scene.rows("person") == []


async def test_where_the_token_is_a_setting_a_second_time_counts_anew(scene: Scene) -> None:
    await live(scene, EMMA)
    await scene.slack.uninstall()
    scene.clock.seconds += 29 * DAY
    await scene.slack.uninstall()
    scene.clock.seconds += 29 * DAY
    scene.slack.fail_next("auth.test", Failure.slack("token_revoked"))
    assert await scene.rung.erasing.erase(scene.clock.moment()) == ()
    assert scene.rows("person")
