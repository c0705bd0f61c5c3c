"""What is shown to whom: kept once a pair, found from both sides, hidden and withdrawn, and gone with either."""

import pytest
from sqlalchemy import select
from sqlmodel import col

from bot.domain.assessments import Rating
from bot.domain.people import PersonId
from bot.domain.sharing import Share
from bot.storage import shares
from bot.storage.assessments import own_history, own_ratings, own_ratings_of_skill, ratings_by
from bot.storage.engine import Database
from bot.storage.erasing import erase_person
from bot.storage.tables import RatedSkillRow
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, SOMEBODY, given, record

OTHER = PersonId("T1", "U3")


async def share(database: Database, subject: PersonId, viewer: PersonId, *skills: str) -> bool:
    async def keep(session):  # type: ignore[no-untyped-def]
        await shares.hold_both(session, subject, viewer, NOW)
        return await shares.save_share(session, subject, viewer, skills, NOW)

    return bool(await database.write(keep))


async def load(database: Database, subject: PersonId = SOMEBODY, viewer: PersonId = COLLEAGUE) -> Share | None:
    async with database.reading() as session:
        return await shares.load_share(session, subject, viewer)


async def lists(database: Database, person: PersonId) -> tuple[list[PersonId], list[PersonId]]:
    """Whom a person shows something, and who shows them something."""
    async with database.reading() as session:
        given, received = await shares.shares_by(session, person), await shares.shares_with(session, person)
    return [one.viewer for one in given], [one.subject for one in received]


async def test_a_pair_is_kept_once_and_its_skills_are_those_chosen_last(database: Database) -> None:
    assert await load(database) is None
    assert await share(database, SOMEBODY, COLLEAGUE, "python", "go")
    assert await load(database) == Share(SOMEBODY, COLLEAGUE, ("go", "python"))
    assert not await share(database, SOMEBODY, COLLEAGUE, "rust")
    assert await load(database) == Share(SOMEBODY, COLLEAGUE, ("rust",))
    assert await load(database, COLLEAGUE, SOMEBODY) is None


async def test_it_is_found_from_both_sides_and_in_no_other_tenant(database: Database) -> None:
    await share(database, SOMEBODY, COLLEAGUE, "python")
    await share(database, OTHER, SOMEBODY, "python")
    await share(database, NAMESAKE, PersonId("T2", "U2"), "python")
    assert await lists(database, SOMEBODY) == ([COLLEAGUE], [OTHER])
    assert await lists(database, COLLEAGUE) == ([], [SOMEBODY])
    assert await lists(database, NAMESAKE) == ([PersonId("T2", "U2")], [])


async def test_withdrawn_it_is_gone_but_that_it_was_hidden_stays(database: Database) -> None:
    await share(database, SOMEBODY, COLLEAGUE, "python")
    await database.write(lambda s: shares.keep_message(s, SOMEBODY, COLLEAGUE, "D1", "1.1"))
    gone = await database.write(lambda s: shares.withdraw_share(s, SOMEBODY, COLLEAGUE))
    assert gone == Share(SOMEBODY, COLLEAGUE, ("python",), message=("D1", "1.1"))
    assert await database.write(lambda s: shares.withdraw_share(s, SOMEBODY, COLLEAGUE)) is None
    assert await share(database, SOMEBODY, COLLEAGUE, "python")  # as if for the first time

    await database.write(lambda s: shares.hide_share(s, SOMEBODY, COLLEAGUE, is_hidden=True))
    await database.write(lambda s: shares.withdraw_share(s, SOMEBODY, COLLEAGUE))
    assert await load(database) is None
    assert await lists(database, COLLEAGUE) == ([], [])
    assert await database.write(lambda s: shares.hide_share(s, SOMEBODY, COLLEAGUE, is_hidden=False)) is None
    assert not await share(database, SOMEBODY, COLLEAGUE, "go")  # so nobody is told again
    assert await load(database) == Share(SOMEBODY, COLLEAGUE, ("go",), is_hidden=True)


async def test_who_leaves_shows_nothing_and_is_shown_nothing(database: Database) -> None:
    for subject, viewer in ((SOMEBODY, COLLEAGUE), (COLLEAGUE, SOMEBODY), (OTHER, COLLEAGUE)):
        await share(database, subject, viewer, "python")
    gone = await database.write(lambda s: shares.remove_every_share(s, SOMEBODY))
    assert {(one.subject, one.viewer) for one in gone} == {(SOMEBODY, COLLEAGUE), (COLLEAGUE, SOMEBODY)}
    assert await lists(database, COLLEAGUE) == ([], [OTHER])


@pytest.mark.parametrize("who", [SOMEBODY, COLLEAGUE], ids=["subject", "viewer"])
async def test_it_goes_with_either_person_and_what_was_said_with_it(database: Database, who: PersonId) -> None:
    await share(database, SOMEBODY, COLLEAGUE, "python")
    await record(database, "V1", given("run", Rating.CONSISTENT))
    await record(database, "V2", given("run", Rating.NOT_YET), author=COLLEAGUE)
    await database.write(lambda s: erase_person(s, who))
    assert await load(database) is None
    async with database.reading() as session:
        assert await ratings_by(session, COLLEAGUE, SOMEBODY, "python") == {}


async def test_what_others_say_of_a_person_is_none_of_their_own_ratings(database: Database) -> None:
    await record(database, "V1", given("run", Rating.CONSISTENT))
    for statement in ("run", "plan"):
        await record(database, "V2", given(statement, Rating.NOT_YET), author=COLLEAGUE)
    async with database.reading() as session:
        theirs = await ratings_by(session, COLLEAGUE, SOMEBODY, "python")
        assert {one: rated.rating for one, rated in theirs.items()} == dict.fromkeys(("run", "plan"), Rating.NOT_YET)
        own = await own_ratings_of_skill(session, SOMEBODY, "python")
        assert {one: rated.rating for one, rated in own.items()} == {"run": Rating.CONSISTENT}
        assert (await own_ratings(session, SOMEBODY)).keys() == {"python"}
        assert (await own_ratings(session, SOMEBODY))["python"].keys() == {"run"}
        assert [one.statement for one in await own_history(session, SOMEBODY)] == ["run"]
        assert await own_ratings(session, COLLEAGUE) == {}
        sums = await session.execute(
            select(col(RatedSkillRow.user_id), col(RatedSkillRow.consistent), col(RatedSkillRow.others))
        )
        assert [tuple(row) for row in sums] == [("U1", "run", "")]  # what a team is told is made of this
