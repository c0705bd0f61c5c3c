"""`rung doctor` where many workspaces installed Rung: which tokens it can read, which Slack takes, what they lack."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.doctor.examination import examine
from bot.doctor.findings import Verdict
from bot.playground.failures import Failure
from bot.settings import Settings
from bot.storage.encryption import new_key
from tests.scenario.many import FIRST, SECOND, WHOLE, Company, company, sqlite

OK, WARNING, PROBLEM = Verdict
MANY = ("keys", "installations", "scopes")


@pytest.fixture
async def there(tmp_path: Path, migrated: Path) -> AsyncIterator[Company]:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path), rotates=True) as opened:
        yield opened


async def told(there: Company, settings: Settings | None = None) -> dict[str, tuple[Verdict, str, str]]:
    found = await examine(settings or there.settings, None, there.clock.moment)
    return {one.check: (one.verdict, one.told, one.mend) for one in found if one.check in MANY}


def refused(there: Company) -> list[tuple[str, str]]:
    """What Slack refused, but for the one call without a token that looks whether it is there."""
    return [one for one in there.grid.refused if one != ("auth.test", "not_authed")]


async def install_all(there: Company) -> None:
    for tenant in (FIRST, SECOND, WHOLE):
        await there.install(tenant)


async def test_all_installations_are_looked_at(there: Company) -> None:
    assert await told(there) == {"installations": (OK, "no workspace has installed Rung yet", "")}
    await install_all(there)
    found = await told(there)
    assert {check: verdict for check, (verdict, *_) in found.items()} == dict.fromkeys(MANY, OK)
    assert "3 of 3 installations answer" in found["installations"][1]
    assert refused(there) == []


async def test_those_that_slack_refuses_are_named_with_its_word_for_why(there: Company) -> None:
    await install_all(there)
    await there.uninstall(SECOND)
    verdict, said, mend = (await told(there))["installations"]
    assert verdict is PROBLEM
    assert said == f"2 of 3 installations answer; these don't: {SECOND} (token_revoked)"
    assert "install it again" in mend


async def test_what_each_lacks_is_named(there: Company) -> None:
    await install_all(there)
    backend = there.slack(FIRST).backend
    backend.installation = replace(backend.installation, scopes=backend.installation.scopes - {"dnd:read"})
    verdict, said, mend = (await told(there))["scopes"]
    assert (verdict, said) == (WARNING, f"1 of 3 installations lack some: {FIRST} (dnd:read)")
    assert "/slack/install" in mend


async def test_a_slack_that_does_not_answer_is_no_fault_of_theirs(there: Company) -> None:
    await install_all(there)
    there.slack(SECOND).fail_next("auth.test", Failure.http(503))
    verdict, said, _ = (await told(there))["installations"]
    assert verdict is WARNING
    assert said == f"2 of 3 installations answer; Slack gave no answer in time about {SECOND}"


async def test_tokens_that_no_key_reads_or_an_older_one_are_told(there: Company) -> None:
    await install_all(there)
    (key,) = there.settings.keys
    other = there.settings.model_copy(update={"encryption_keys": SecretStr(new_key())})
    found = await told(there, other)
    assert found["keys"][0] is PROBLEM
    assert "the tokens of 3 of 3" in found["keys"][1]
    both = there.settings.model_copy(update={"encryption_keys": SecretStr(f"{new_key()},{key}")})
    found = await told(there, both)
    assert found["keys"][0] is WARNING
    assert "`rung keys rotate`" in found["keys"][2]
    assert found["installations"][0] is OK


async def test_tokens_that_are_to_be_renewed_are_left_to_rung(there: Company) -> None:
    """Asking with a token that has expired says nothing, and renewing it would be a change."""
    await install_all(there)
    there.clock.seconds += 13 * 3600
    assert set(await told(there)) == {"keys"}
    assert refused(there) == []
