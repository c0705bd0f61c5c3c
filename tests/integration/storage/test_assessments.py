"""Assessments are appended, once for each submission, and are read by whoever gave them only."""

import asyncio
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from bot.domain.assessments import Assessment, Change, LatestRating, Rating
from bot.domain.people import PersonId
from bot.domain.texts import text_hash
from bot.storage.assessments import (
    own_history,
    own_ratings,
    own_ratings_of_skill,
    rated_texts,
    record_assessments,
)
from bot.storage.engine import Database
from bot.storage.tables import RatedTextRow
from tests.integration.storage.growth import (
    COLLEAGUE,
    NAMESAKE,
    NOW,
    ODD_TEXTS,
    OTHERS,
    SOMEBODY,
    given,
    record,
)

NOT_YET, PRACTISING, CONSISTENT = Rating
SOURCE, SHOWN = text_hash("Text"), text_hash("Text auf Deutsch")


async def ratings(database: Database, person: PersonId = SOMEBODY) -> dict[str, Rating]:
    async with database.reading() as session:
        found = await own_ratings_of_skill(session, person, "python")
    return {statement: one.rating for statement, one in found.items()}


async def history(
    database: Database,
    person: PersonId = SOMEBODY,
    *,
    skill: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[tuple[str, Rating]]:
    async with database.reading() as session:
        found = await own_history(session, person, skill=skill, since=since, until=until)
    return [(one.statement, one.rating) for one in found]


async def test_nothing_is_known_of_somebody_who_never_rated(database: Database) -> None:
    assert await ratings(database) == {}
    assert await history(database) == []
    async with database.reading() as session:
        assert await own_ratings(session, SOMEBODY) == {}


async def test_a_rating_comes_back_with_all_that_it_was_about(database: Database) -> None:
    changes = await record(database, "V1", given("run", PRACTISING, "my note"))
    assert changes == (Change("python", "run", None, PRACTISING),)
    async with database.reading() as session:
        assert await own_history(session, SOMEBODY) == (
            Assessment(SOMEBODY, SOMEBODY, "python", "run", PRACTISING, None, "my note", "de", SOURCE, SHOWN, NOW),
        )
        assert await own_ratings(session, SOMEBODY) == {
            "python": {"run": LatestRating(PRACTISING, "de", SOURCE, SHOWN, NOW)}
        }
        assert await rated_texts(session, "T1", "python", {SOURCE, SHOWN}) == {
            ("run", SOURCE): "Text",
            ("run", SHOWN): "Text auf Deutsch",
        }


async def test_case_32_an_old_rating_is_never_overwritten(database: Database) -> None:
    for day, rating in enumerate((NOT_YET, PRACTISING, CONSISTENT, CONSISTENT)):
        await record(database, f"V{day}", given("run", rating), now=NOW + timedelta(days=day))
    assert await ratings(database) == {"run": CONSISTENT}
    async with database.reading() as session:
        found = await own_history(session, SOMEBODY)
    assert [(one.previous, one.rating) for one in found] == [
        (None, NOT_YET),
        (NOT_YET, PRACTISING),
        (PRACTISING, CONSISTENT),
        (CONSISTENT, CONSISTENT),
    ]


async def test_the_answer_says_what_each_rating_changed(database: Database) -> None:
    await record(database, "V1", given("run", PRACTISING), given("plan", NOT_YET))
    changes = await record(database, "V2", given("plan", CONSISTENT), given("run", PRACTISING), given("new", NOT_YET))
    assert changes == (
        Change("python", "plan", NOT_YET, CONSISTENT),
        Change("python", "run", PRACTISING, PRACTISING),
        Change("python", "new", None, NOT_YET),
    )


async def test_nothing_given_stores_nothing(database: Database) -> None:
    assert await record(database, "V1") == ()
    assert await history(database) == []


async def test_the_last_of_two_ratings_of_one_statement_counts(database: Database) -> None:
    await record(database, "V1", given("run", NOT_YET), given("run", CONSISTENT))
    assert await history(database) == [("run", CONSISTENT)]


async def test_case_14_what_is_submitted_again_is_stored_once_and_answered_alike(database: Database) -> None:
    submitted = (given("run", PRACTISING, "a \0 note"), given("plan", CONSISTENT))
    await record(database, "V1", given("plan", NOT_YET))
    first = await record(database, "V2", *submitted)
    again = await record(database, "V2", *submitted, now=NOW + timedelta(seconds=5))
    assert first == again == (Change("python", "run", None, PRACTISING), Change("python", "plan", NOT_YET, CONSISTENT))
    assert len(await history(database)) == 3


async def test_a_late_copy_of_a_submission_does_not_bring_old_ratings_back(database: Database) -> None:
    await record(database, "V1", given("run", NOT_YET))
    await record(database, "V2", given("run", CONSISTENT), now=NOW + timedelta(hours=1))
    await record(database, "V1", given("run", NOT_YET), now=NOW + timedelta(hours=2))
    assert await ratings(database) == {"run": CONSISTENT}
    assert len(await history(database)) == 2


async def test_what_is_corrected_between_two_tries_of_one_submission_is_not_lost(database: Database) -> None:
    """After a time-out the window is still open, and what stands in it may be changed before the second click."""
    await record(database, "V1", given("run", CONSISTENT), given("plan", NOT_YET, "typo"))
    changes = await record(database, "V1", given("run", CONSISTENT), given("plan", NOT_YET, "no typo"))
    assert changes[1] == Change("python", "plan", NOT_YET, NOT_YET)
    for rating in (PRACTISING, CONSISTENT):
        await record(database, "V1", given("run", rating))
    assert await ratings(database) == {"run": CONSISTENT, "plan": NOT_YET}
    assert await history(database) == [
        ("plan", NOT_YET),
        ("plan", NOT_YET),
        ("run", CONSISTENT),
        ("run", PRACTISING),
        ("run", CONSISTENT),
    ]


@pytest.mark.parametrize("as_one_piece", [True, False])
async def test_two_clicks_at_once_store_once(database: Database, as_one_piece: bool) -> None:
    submitted = [given(f"statement-{n}", PRACTISING) for n in range(5)]

    async def submit() -> None:
        if as_one_piece:
            await record(database, "V1", *submitted)
            return
        async with database.writing() as session:
            await record_assessments(session, SOMEBODY, SOMEBODY, "V1", submitted, NOW)

    await asyncio.gather(*(submit() for _ in range(4)))
    assert len(await history(database)) == 5


async def test_submissions_of_one_person_at_once_lose_nothing(database: Database) -> None:
    await asyncio.gather(*(record(database, f"V{n}", given("run", PRACTISING)) for n in range(10)))
    assert await history(database) == [("run", PRACTISING)] * 10


async def test_people_who_rate_the_same_statements_do_not_wait_for_each_other_for_ever(database: Database) -> None:
    """Whatever the order in which they rate them: here somebody has the first text and wants the second one."""
    first, second = given("a", PRACTISING), given("b", PRACTISING)
    async with database.writing() as session:
        await record_assessments(session, SOMEBODY, SOMEBODY, "V1", [first], NOW)
        waiting = asyncio.create_task(record(database, "V1", second, first, person=COLLEAGUE))
        done, _ = await asyncio.wait([waiting], timeout=0.3)
        assert not done
        await record_assessments(session, SOMEBODY, SOMEBODY, "V2", [second], NOW)
    await waiting
    assert [len(await history(database, person)) for person in (SOMEBODY, COLLEAGUE)] == [2, 2]


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_case_33_nobody_else_s_ratings_are_seen_or_changed(database: Database, other: PersonId) -> None:
    await record(database, "V1", given("run", CONSISTENT))
    await record(database, "V1", given("run", NOT_YET), given("plan", NOT_YET), person=other)
    assert await ratings(database) == {"run": CONSISTENT}
    assert await history(database) == [("run", CONSISTENT)]
    assert await ratings(database, other) == {"run": NOT_YET, "plan": NOT_YET}
    async with database.reading() as session:
        assert (await own_ratings(session, SOMEBODY))["python"].keys() == {"run"}


async def test_what_others_say_of_a_person_is_not_what_the_person_says(database: Database) -> None:
    await record(database, "V1", given("run", NOT_YET))
    changes = await record(database, "V2", given("run", CONSISTENT), author=COLLEAGUE)
    assert changes == (Change("python", "run", None, CONSISTENT),)
    assert await ratings(database) == {"run": NOT_YET}
    assert await history(database) == [("run", NOT_YET)]
    assert await ratings(database, COLLEAGUE) == {}


async def test_nobody_is_assessed_from_another_tenant(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await record(database, "V1", given("run", NOT_YET), person=COLLEAGUE, author=PersonId("T2", "U9"))
    assert await history(database, COLLEAGUE) == []


async def test_history_is_of_one_skill_or_all_and_of_a_period(database: Database) -> None:
    for day, skill in enumerate(("python", "go", "python", "go")):
        one = given(f"day-{day}", CONSISTENT, skill=skill)
        await record(database, f"V{day}", one, now=NOW + timedelta(days=day))
    day_1, day_3 = NOW + timedelta(days=1), NOW + timedelta(days=3)
    for expected, found in {
        "0 1 2 3": await history(database),
        "0 2": await history(database, skill="python"),
        "1 2": await history(database, since=day_1, until=day_3),
        "1": await history(database, skill="go", since=day_1, until=day_3),
        "3": await history(database, since=day_3),
        "0": await history(database, until=day_1),
    }.items():
        assert [statement for statement, _ in found] == [f"day-{day}" for day in expected.split()]


async def test_texts_are_kept_once_by_statement_and_change_with_the_content(database: Database) -> None:
    await record(database, "V1", given("run", NOT_YET), given("plan", NOT_YET))
    await record(database, "V1", given("run", NOT_YET), person=COLLEAGUE)
    await record(database, "V2", given("run", CONSISTENT, text="Newer"))
    async with database.reading() as session:
        kept = (await session.execute(select(col(RatedTextRow.statement), col(RatedTextRow.text)))).all()
        latest = await own_ratings_of_skill(session, SOMEBODY, "python")
        old_and_new = await rated_texts(session, "T1", "python", {SOURCE, latest["run"].source_hash})
    assert sorted(map(tuple, kept)) == [
        ("plan", "Text"),
        ("plan", "Text auf Deutsch"),
        ("run", "Newer"),
        ("run", "Newer auf Deutsch"),
        ("run", "Text"),
        ("run", "Text auf Deutsch"),
    ]
    assert old_and_new["run", SOURCE] == "Text"
    assert old_and_new["run", latest["run"].source_hash] == "Newer"


async def test_texts_of_other_tenants_and_skills_are_not_read(database: Database) -> None:
    await record(database, "V1", given("run", NOT_YET), person=NAMESAKE)
    await record(database, "V1", given("run", NOT_YET, skill="go"))
    async with database.reading() as session:
        assert await rated_texts(session, "T1", "python", {SOURCE, SHOWN}) == {}
        assert await rated_texts(session, "T1", "go", set()) == {}


@pytest.mark.parametrize("note", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_case_23_any_note_comes_back_as_it_was_typed(database: Database, note: str) -> None:
    await record(database, "V1", given("run", PRACTISING, note))
    async with database.reading() as session:
        assert [one.note for one in await own_history(session, SOMEBODY)] == [note]


async def test_a_character_that_no_database_takes_is_left_out(database: Database) -> None:
    await record(database, "V1", given("run", PRACTISING, "a\0b"))
    async with database.reading() as session:
        assert [one.note for one in await own_history(session, SOMEBODY)] == ["ab"]


async def test_what_an_error_interrupts_leaves_nothing_behind(database: Database) -> None:
    async def record_and_fail() -> None:
        async with database.writing() as session:
            await record_assessments(session, SOMEBODY, SOMEBODY, "V1", [given("run", NOT_YET)], NOW)
            raise LookupError

    with pytest.raises(LookupError):
        await record_and_fail()
    assert await ratings(database) == {}
    assert await history(database) == []
    async with database.reading() as session:
        assert await rated_texts(session, "T1", "python", {SOURCE}) == {}
