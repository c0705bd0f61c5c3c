"""Offers to help are kept once, found by skill and by person, and belong to who made them."""

from datetime import timedelta

from bot.domain.helping import Offer
from bot.domain.people import PersonId
from bot.storage.engine import Database
from bot.storage.offers import add_offer, offers_by, offers_for, remove_every_offer, remove_offer
from tests.integration.storage.growth import COLLEAGUE, NAMESAKE, NOW, SOMEBODY


async def offer(database: Database, person: PersonId, skill: str, days: int = 0) -> None:
    await database.write(lambda session: add_offer(session, person, skill, NOW + timedelta(days=days)))


async def found(database: Database, *skills: str, tenant: str = "T1") -> tuple[Offer, ...]:
    async with database.reading() as session:
        return await offers_for(session, tenant, skills)


async def own(database: Database, person: PersonId = SOMEBODY) -> tuple[str, ...]:
    async with database.reading() as session:
        return await offers_by(session, person)


async def test_the_oldest_offer_comes_first_and_the_same_again_stays_as_it_was(database: Database) -> None:
    await offer(database, SOMEBODY, "python")
    await offer(database, COLLEAGUE, "python", days=1)
    await offer(database, SOMEBODY, "python", days=2)
    await offer(database, COLLEAGUE, "go", days=-1)
    assert await found(database, "python") == (Offer("python", "U1"), Offer("python", "U2"))
    assert await found(database, "python", "go", "rust") == (
        Offer("go", "U2"),
        Offer("python", "U1"),
        Offer("python", "U2"),
    )
    assert await found(database, "rust") == ()


async def test_another_tenant_s_offers_are_not_found(database: Database) -> None:
    await offer(database, NAMESAKE, "python")
    assert await found(database, "python") == ()
    assert await own(database) == ()
    assert await found(database, "python", tenant="T2") == (Offer("python", "U1"),)


async def test_one_is_withdrawn_or_all_and_nobody_else_s(database: Database) -> None:
    for person in (SOMEBODY, COLLEAGUE, NAMESAKE):
        for skill in ("python", "go", "rust"):
            await offer(database, person, skill)
    assert await database.write(lambda session: remove_offer(session, SOMEBODY, "go"))
    assert not await database.write(lambda session: remove_offer(session, SOMEBODY, "go"))
    assert await own(database) == ("python", "rust")
    assert await database.write(lambda session: remove_every_offer(session, SOMEBODY)) == ("python", "rust")
    assert await database.write(lambda session: remove_every_offer(session, SOMEBODY)) == ()
    assert [await own(database, person) for person in (SOMEBODY, COLLEAGUE, NAMESAKE)] == [
        (),
        ("go", "python", "rust"),
        ("go", "python", "rust"),
    ]
