"""One person's whole way on PostgreSQL: what the other scenarios show on SQLite is stored and found there as well."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from bot.domain.cadence import Rhythm
from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from bot.playground.records import Message
from bot.views.ids import Action
from tests.integration.conftest import migrated_template, postgres_url, server
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.lives import id_of, stored
from tests.scenario.reading import buttons, has_control, labels, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, field, opened, rated
from tests.scenario.test_cadence import FOCUS, STOPPED, grow, rhythms
from tests.scenario.test_cadence import field as rhythm_field
from tests.scenario.test_cadence import kept as schedule
from tests.scenario.test_cadence import window as settings
from tests.scenario.test_coaching import FIRST, SAVED, check_in, is_live, nudge, rate, sent
from tests.scenario.test_comments import commented
from tests.scenario.test_evidence import kept

__all__ = ["migrated_template", "postgres_url", "server"]  # fixtures

SPEAKERS = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
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


async def given(scene: Scene, person: str) -> list[tuple[object, object]]:
    """Statement and rating of each assessment of somebody, by statement, in their order."""
    return [(row["statement"], row["rating"]) for row in (await stored(scene, id_of(scene, person)))["assessment"]]


async def is_answered(scene: Scene, person: str, message: Message) -> bool:
    """As the ledger has it."""
    rows = (await stored(scene, id_of(scene, person)))["delivery"]
    return next(row for row in rows if row["ts"] == message.ts)["answered_at"] is not None


@SPEAKERS
async def test_a_nudge_is_planned_sent_answered_and_undone(there: Scene, person: str) -> None:
    idea = await nudge(there, person)
    assert not await is_answered(there, person, idea)

    await there.slack.click(person, idea, "nudge.rate:1")

    assert await given(there, person) == [(FIRST, "consistent")]
    assert lines(idea) == [wording(person, SAVED, rating=wording(person, "Consistent"))]
    assert await is_answered(there, person, idea)
    assert (await schedule(there, person)).unanswered == 0

    await there.slack.click(person, idea, Action.ANSWER_UNDO)

    assert await given(there, person) == [(FIRST, "consistent"), (FIRST, "not_yet")]
    assert is_live(idea)
    assert not await is_answered(there, person, idea)


@SPEAKERS
async def test_a_statement_is_set_aside_and_taken_back(there: Scene, person: str) -> None:
    idea = await nudge(there, person)
    await there.slack.select(person, idea, Action.NUDGE_MORE, "aside")
    assert (await counted(there, person))["set_aside"] == 1
    await there.slack.click(person, idea, Action.ANSWER_UNDO)
    assert "set_aside" not in await counted(there, person)
    assert is_live(idea)


@SPEAKERS
async def test_a_check_in_is_sent_once_and_answered_in_its_window(there: Scene, person: str) -> None:
    asked = await check_in(there, person)
    await there.rung.rounds.once()
    assert sent(there, person) == [asked]
    view = (await there.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert view is not None

    await rate(there, person, view, {f"rating {FIRST}": "practising"})

    assert await given(there, person) == [(FIRST, "practising")]
    assert wording(person, "Change") in labels(asked)
    assert not is_live(asked)
    again = (await there.slack.click(person, asked, Action.CHECK_IN_OPEN)).view
    assert again is not None
    await rate(there, person, again, {f"rating {FIRST}": "consistent"})
    assert (await given(there, person))[1:] == [(FIRST, "consistent")]
    rows = await counted(there, person)
    assert (rows["delivery"], rows["latest_rating"]) == (1, 1)


@SPEAKERS
async def test_a_check_in_is_answered_by_words_in_its_thread(there: Scene, person: str) -> None:
    asked = await check_in(there, person)

    answer = (await there.slack.send_message(person, "I ran it on two nodes 🏳️‍🌈", thread_ts=asked.ts)).message

    (note,) = (await stored(there, id_of(there, person)))["evidence"]
    assert note["words"] == "I ran it on two nodes 🏳️‍🌈"
    assert wording(person, "Undo") in labels(answer)
    assert (await schedule(there, person)).unanswered == 0
    await there.slack.click(person, answer, Action.NOTE_UNDO)
    assert "evidence" not in await counted(there, person)


@SPEAKERS
async def test_a_check_in_is_answered_by_nothing_changed(there: Scene, person: str) -> None:
    asked = await check_in(there, person)
    assert (await schedule(there, person)).unanswered == 1

    await there.slack.click(person, asked, Action.CHECK_IN_SAME)

    assert lines(asked) == [wording(person, "Saved: nothing has changed. Only you see it.")]
    assert await given(there, person) == []
    assert await is_answered(there, person, asked)
    assert (await schedule(there, person)).unanswered == 0


@SPEAKERS
async def test_a_typed_stop_stops_and_undo_goes_on(there: Scene, person: str) -> None:
    await grow(there, person)
    before = await schedule(there, person)

    told = (await there.slack.send_message(person, {EMMA: "stop", DIETER: "stopp", ROMAN: "стоп"}[person])).message

    assert wording(person, STOPPED) in said(told)
    assert await rhythms(there, person) == (Rhythm.OFF, Rhythm.OFF)
    assert await there.rung.rounds.next_due() is None
    await there.slack.click(person, told, buttons(told)[wording(person, "Undo")])
    assert await schedule(there, person) == before


@SPEAKERS
async def test_settings_are_saved_and_move_what_comes_next(there: Scene, person: str) -> None:
    await grow(there, person)

    outcome = await there.slack.submit(
        person,
        await settings(there, person),
        {
            rhythm_field("nudges"): "off",
            rhythm_field("check_ins"): "weekly",
            rhythm_field("days"): ["3", "4"],
            rhythm_field("opens"): "14:00",
            rhythm_field("closes"): "16:30",
            rhythm_field("quiet_days"): ["1", "7"],
        },
    )

    assert outcome.errors == {}
    after = await schedule(there, person)
    assert (after.cadence.check_ins, after.cadence.quiet_days) == (Rhythm.WEEKLY, frozenset({1, 7}))
    assert after.upcoming is not None
    assert after.upcoming.day.isoformat() == "2026-03-04"
    assert await there.rung.rounds.next_due() == after.upcoming.at
