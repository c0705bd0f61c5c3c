"""Tokens that rotate are renewed once for everybody who needs them, and nobody waits for what can't be had."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest

from bot.app import wired
from bot.errors import NotInstalled
from bot.playground.failures import Failure
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.storage.installations import mark_uninstalled
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.scenario.many import FIRST, Company, company, sqlite
from tests.scenario.reading import said
from tests.scenario.test_coaching import check_in

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures

HOUR = 3600.0
DUE, EXPIRED = 10.5 * HOUR, 12 * HOUR


class Held(asyncio.Event):
    """Says when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    async def wait(self) -> Literal[True]:
        self.reached.set()
        return await super().wait()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_url"))
    shutil.copyfile(migrated, tmp_path / "rung.db")
    return sqlite(tmp_path)


@pytest.fixture
async def there(url: str) -> AsyncIterator[Company]:
    async with company(url, rotates=True) as opened:
        await opened.install(FIRST)
        yield opened


def spent(there: Company) -> int:
    """How many refresh tokens were spent, and none of them twice."""
    assert len(set(there.grid.authorizations.spent)) == len(there.grid.authorizations.spent)
    return len(there.grid.authorizations.spent)


async def test_three_commands_at_once_spend_one_refresh_token_once(there: Company) -> None:
    there.clock.seconds += DUE
    slack = there.slack(FIRST)

    outcomes = await asyncio.gather(*(slack.command(person, "profile") for person in (EMMA, DIETER, ROMAN)))

    assert all(outcome.view is not None for outcome in outcomes)
    assert (spent(there), there.grid.refused) == (1, [])


async def test_several_processes_spend_it_once_too(postgres_url: str) -> None:
    async with company(postgres_url, rotates=True) as there:
        await there.install(FIRST)
        there.clock.seconds += DUE
        async with wired(there.settings, now=there.clock.moment, monotonic=there.clock) as other:
            calls = [rung.parts.slack(FIRST).call("auth.test") for rung in (there.rung, other) * 3]
            told = await asyncio.gather(*calls)
        assert [one["team_id"] for one in told] == [FIRST] * 6
        assert (spent(there), there.grid.refused) == (1, [])


async def test_what_rung_sends_by_itself_renews_tokens_too(there: Company) -> None:
    """Between the focus and the check-in lie two weeks, in which nobody asked for anything."""
    asked = await check_in(there.scene(FIRST), EMMA)
    assert "Distributed Training" in said(asked)
    assert spent(there) >= 1
    assert there.grid.refused == []


async def test_a_token_is_used_until_it_ends_where_slack_gives_no_other(there: Company) -> None:
    slack = there.slack(FIRST)
    there.clock.seconds += DUE
    there.grid.failures.add("oauth.v2.access", Failure.slack("invalid_refresh_token"), 9)
    await slack.command(EMMA, "profile")
    await slack.command(EMMA, "profile")
    assert len(slack.called("views.open")) == 2
    assert len(there.grid.refused) == 1  # it isn't asked again at once

    there.clock.seconds += EXPIRED
    told = await slack.command(EMMA, "profile")
    assert len(slack.called("views.open")) == 2
    assert "Rung isn't installed in this workspace any more" in said(told.message)


async def test_it_is_renewed_where_slack_says_that_it_has_expired_whatever_our_clock_says(there: Company) -> None:
    """It was given while the clock was half a day ahead: by the clock of now it would live for a day."""
    slack = there.slack(FIRST)
    for grant in there.grid.authorizations.grants.values():
        grant.expires_at = there.clock.seconds
    assert (await slack.command(EMMA, "profile")).view is not None
    assert (spent(there), [error for _, error in there.grid.refused]) == (1, ["token_expired"])


async def test_it_is_renewed_as_soon_as_slack_answers_again(there: Company) -> None:
    there.clock.seconds += DUE
    there.grid.failures.add("oauth.v2.access", Failure.http(503), 1)
    await there.rung.parts.slack(FIRST).call("auth.test")
    assert spent(there) == 0
    there.clock.seconds += 61
    await there.rung.parts.slack(FIRST).call("auth.test")
    assert spent(there) == 1


async def test_whoever_gives_up_waiting_does_not_lose_the_token(there: Company) -> None:
    """An answer that has to be there in a second doesn't wait longer; the refresh token is spent all the same."""
    there.clock.seconds += DUE
    held = Held()
    there.grid.failures.add("oauth.v2.access", Failure.held(held), 1)
    call = asyncio.create_task(there.rung.parts.slack(FIRST).call("auth.test"))
    await held.reached.wait()
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert call.cancelled()
    held.set()
    await there.rung.parts.slack(FIRST).call("auth.test")
    there.clock.seconds += EXPIRED - HOUR
    await there.rung.parts.slack(FIRST).call("auth.test")
    assert (spent(there), there.grid.refused) == (2, [])


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_token_that_came_too_late_is_not_kept(there: Company) -> None:
    """Rung was uninstalled while Slack was asked for another token. On PostgreSQL that waits for the row."""
    there.clock.seconds += DUE
    installation = await there.installation(FIRST)
    assert installation is not None
    held = Held()
    there.grid.failures.add("oauth.v2.access", Failure.held(held), 1)
    call = asyncio.create_task(there.rung.parts.slack(FIRST).call("auth.test"))
    await held.reached.wait()
    await there.rung.parts.database.write(lambda session: mark_uninstalled(session, installation, there.clock.moment()))
    held.set()
    with pytest.raises(NotInstalled):
        await call
    after = await there.installation(FIRST)
    assert after is not None
    assert after.token is None
