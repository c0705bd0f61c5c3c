"""Evidence is kept once, found by skill and time, and belongs to the person who kept it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.evidence import Evidence
from bot.domain.people import PersonId
from bot.storage.engine import Database
from bot.storage.evidence import evidence_of, remove_evidence, save_evidence
from tests.integration.storage.growth import NOW, ODD_TEXTS, OTHERS, SOMEBODY

LATER = NOW + timedelta(days=7)
EVIDENCE = Evidence("V1", "https://example.slack.com/archives/C1/p1", "I led the review", "python", "run", NOW)


async def save(database: Database, evidence: Evidence, person: PersonId = SOMEBODY) -> None:
    await database.write(lambda session: save_evidence(session, person, evidence))


async def remove(database: Database, evidence_id: str, person: PersonId = SOMEBODY) -> bool:
    return await database.write(lambda session: remove_evidence(session, person, evidence_id))


async def stored(database: Database, person: PersonId = SOMEBODY) -> tuple[Evidence, ...]:
    async with database.reading() as session:
        return await evidence_of(session, person)


async def test_evidence_comes_back_the_newest_first(database: Database) -> None:
    assert await stored(database) == ()
    newer = replace(EVIDENCE, id="V2", statement=None, created_at=LATER)
    for one in (EVIDENCE, newer):
        await save(database, one)
    assert await stored(database) == (newer, EVIDENCE)


async def test_the_same_submission_again_is_kept_once_with_its_later_words(database: Database) -> None:
    corrected = replace(EVIDENCE, words="I led the design review", statement="plan")
    await save(database, EVIDENCE)
    await save(database, replace(corrected, created_at=LATER))
    assert await stored(database) == (corrected,)


async def test_evidence_is_found_by_skill_and_time(database: Database) -> None:
    go = replace(EVIDENCE, id="V2", skill="go", created_at=LATER)
    for one in (EVIDENCE, go):
        await save(database, one)
    async with database.reading() as session:
        assert await evidence_of(session, SOMEBODY, skill="python") == (EVIDENCE,)
        assert await evidence_of(session, SOMEBODY, since=LATER) == (go,)
        assert await evidence_of(session, SOMEBODY, skill="python", since=LATER) == ()


async def test_evidence_is_removed_once(database: Database) -> None:
    await save(database, EVIDENCE)
    assert [await remove(database, one) for one in ("V9", "V1", "V1")] == [False, True, False]
    assert await stored(database) == ()


@pytest.mark.parametrize("other", OTHERS, ids=["colleague", "tenant"])
async def test_nobody_else_s_evidence_is_seen_changed_or_removed(database: Database, other: PersonId) -> None:
    await save(database, EVIDENCE)
    assert await stored(database, other) == ()
    assert not await remove(database, EVIDENCE.id, other)
    await save(database, replace(EVIDENCE, words="theirs"), other)
    assert await stored(database) == (EVIDENCE,)


@pytest.mark.parametrize("words", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_any_words_come_back_as_they_were_typed(database: Database, words: str) -> None:
    await save(database, replace(EVIDENCE, words=words))
    assert [one.words for one in await stored(database)] == [words]
