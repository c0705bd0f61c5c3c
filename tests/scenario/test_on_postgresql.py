"""One person's whole way on PostgreSQL: what the other scenarios show on SQLite is stored and found there as well."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.lives import id_of, stored
from tests.scenario.reading import has_control, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, field, opened, rated
from tests.scenario.test_comments import commented
from tests.scenario.test_evidence import kept

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures

SPEAKERS = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
FOCUS = {EMMA: "focus", DIETER: "fokus", ROMAN: "фокус"}
PROGRESS = {EMMA: "progress", DIETER: "fortschritt", ROMAN: "прогресс"}


@pytest.fixture
async def there(new_scene: NewScene, postgres_url: str) -> AsyncIterator[Scene]:
    async with new_scene(database_url=SecretStr(postgres_url)) as scene:
        yield scene


async def counted(scene: Scene, person: str) -> dict[str, int]:
    """How many rows of each table are about somebody."""
    found = await stored(scene, id_of(scene, person))
    return {table: len(rows) for table, rows in found.items() if rows}


@SPEAKERS
async def test_a_window_is_closed_resumed_and_saved_once(there: Scene, person: str) -> None:
    view = await opened(there, person)
    await there.slack.select(person, view, "assess.rating", "practising", block_id=f"rating {STATEMENTS[0]}")
    await there.slack.close(person, view)
    home = (await there.slack.open_home(person)).home
    assert home is not None
    assert has_control(home, "assess.open:draft")

    resumed = (await there.slack.click(person, home, "assess.open:draft")).view
    assert resumed is not None
    answer = (await there.slack.submit(person, resumed, {field(STATEMENTS[1]): "consistent"})).view
    assert answer is not None
    again = await rated(there, person, {STATEMENTS[1]: "consistent"})

    assert wording(person, "Nothing has changed, so nothing new was saved.") in said(again)
    rows = await counted(there, person)
    assert (rows["assessment"], rows["latest_rating"], rows.get("draft", 0)) == (2, 2, 0)


@SPEAKERS
async def test_all_that_is_kept_is_found_sent_and_erased(there: Scene, person: str) -> None:
    await rated(there, person, {STATEMENTS[0]: "practising"})
    await there.slack.command(person, f"{FOCUS[person]} distributed-training senior")
    await commented(there, person, "A comment with 🏳️‍🌈")
    await kept(there, person)
    progress = await there.slack.command(person, PROGRESS[person])
    assert any("Senior" in said(one) for one in progress.messages)
    rows = await counted(there, person)
    assert {"person", "assessment", "focus", "comment_words", "evidence"} <= set(rows)
    assert await counted(there, GEORGE) == {}

    asking = (await there.slack.command(person, "forget")).view
    assert asking is not None
    done = (await there.slack.submit(person, asking)).view
    assert done is not None
    told = "Done. Nothing is stored about you any more. You can use Rung again whenever you like."
    assert wording(person, told) in lines(done)
    assert await counted(there, person) == {}
