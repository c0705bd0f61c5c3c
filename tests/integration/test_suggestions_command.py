"""`rung content suggestions` over a database of its own."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.domain.people import PersonId
from bot.storage.engine import Database
from bot.storage.migrate import upgrade
from bot.storage.suggestions import count_search_miss, save_suggestion

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


async def filled(url: str) -> None:
    await upgrade(url)
    database = Database.open(url)
    author = PersonId("T1", "U1")
    await database.write(lambda session: save_suggestion(session, author, "V1", "python", "run", "Say how", NOW))
    await database.write(lambda session: count_search_miss(session, "T1", "Rust!", NOW))
    await database.close()


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_what_was_suggested_and_searched_in_vain_is_exported(form: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rung.db"
    asyncio.run(filled(url))

    result = CliRunner().invoke(main, ["content", "suggestions", "--format", form], env={"RUNG_DATABASE_URL": url})

    assert result.exit_code == 0
    assert "Say how" in result.stdout
    assert "rust" in result.stdout
    if form == "json":
        assert json.loads(result.stdout)["suggestions"][0]["statement"] == "run"


def test_a_database_that_isnt_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nowhere.db"

    result = CliRunner().invoke(main, ["content", "suggestions"], env={"RUNG_DATABASE_URL": url})

    assert result.exit_code == 1
    assert "nowhere.db" in result.stderr
