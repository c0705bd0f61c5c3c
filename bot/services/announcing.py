"""What changes in this process is forgotten in the others too, and the other way round."""

import logging

from bot.domain.people import PersonId
from bot.errors import StorageUnavailable
from bot.services.helping import Offers
from bot.services.people import People
from bot.storage.announcing import Changed, Matter, announce
from bot.storage.engine import Database

_logger = logging.getLogger(__name__)


async def tell_of_user(person: PersonId, database: Database) -> None:
    """Slack says something else of a person, and told only this process. What is stored is told as it is written."""
    if not database.is_shared:
        return
    try:
        async with database.writing() as session:
            await announce(session, Matter.USER, person.tenant, person.user)
    except StorageUnavailable as error:
        _logger.warning("Other processes can't be told that %s has changed: %s", person.user, error)


def forget(changed: Changed, people: People, offers: Offers) -> None:
    """Another process changed it: ask or read it anew."""
    match changed.matter:
        case Matter.PROFILE:
            people.forget_profile(PersonId(changed.tenant, changed.about))
        case Matter.USER:
            people.forget_user(PersonId(changed.tenant, changed.about))
        case Matter.TENANT:
            people.forget_tenant(changed.tenant)
        case Matter.OFFERS if changed.about:
            offers.forget(changed.tenant, changed.about)
        case Matter.OFFERS:
            offers.forget_all()
