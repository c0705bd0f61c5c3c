"""`rung keys`: a new key takes the place of an old one, and no token is lost on the way."""

import asyncio
from datetime import UTC, datetime

from click.testing import CliRunner, Result

from bot.cli import main
from bot.domain.installations import BotToken, Installation
from bot.storage.encryption import new_key
from bot.storage.engine import Database
from bot.storage.installations import find_installation, save_installation

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def installation(tenant: str, token: BotToken | None) -> Installation:
    return Installation(tenant, tenant, False, "U0BOT", frozenset({"commands"}), "U1", NOW, token)


INSTALLED = [
    installation("T1", BotToken("xoxb-1")),
    installation("T2", BotToken("xoxe.xoxb-2", "xoxe-2", NOW)),
    installation("T3", None),
]


def rung(url: str, keys: str, *arguments: str) -> Result:
    return CliRunner(env={"RUNG_DATABASE_URL": url, "RUNG_ENCRYPTION_KEYS": keys}).invoke(main, ["keys", *arguments])


async def fill(url: str, key: str) -> None:
    database = Database.open(url, keys=[key])
    for one in INSTALLED:
        await database.write(lambda session, one=one: save_installation(session, one))  # type: ignore[misc]
    await database.close()


async def read(url: str, key: str) -> list[Installation | None]:
    database = Database.open(url, keys=[key])
    async with database.reading() as session:
        found = [await find_installation(session, one.tenant) for one in INSTALLED]
    await database.close()
    return found


def test_all_tokens_are_encrypted_with_the_first_key_and_again_the_same(clean_url: str) -> None:
    old = new_key()
    first = rung(clean_url, "", "new").output.strip()
    asyncio.run(fill(clean_url, old))
    for _ in range(2):
        result = rung(clean_url, f"{first}, {old}", "rotate")
        assert (result.exit_code, result.output[:29]) == (0, "Tokens of 2 installations are")
    assert asyncio.run(read(clean_url, first)) == INSTALLED


def test_a_key_that_is_missing_or_wrong_is_told_and_changes_nothing(clean_url: str) -> None:
    key = new_key()
    asyncio.run(fill(clean_url, key))
    for given, told in (("", "RUNG_ENCRYPTION_KEYS isn't set"), (new_key(), "None of RUNG_ENCRYPTION_KEYS decrypts")):
        result = rung(clean_url, given, "rotate")
        assert result.exit_code == 1
        assert result.stderr.startswith(told)
        assert "xox" not in result.output
    assert rung(clean_url, "abc", "rotate").stderr.startswith("RUNG_ENCRYPTION_KEYS: must be keys that `rung keys new`")
    assert asyncio.run(read(clean_url, key)) == INSTALLED
