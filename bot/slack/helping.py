"""Offering help with a skill: what it means is told first, one click makes it, and one withdraws it."""

from collections.abc import Mapping
from typing import Any

from bot.domain.answers import Card, OfferWish
from bot.services.helping import offer_help, offers_of, withdraw_offer
from bot.slack.clicks import After, Click, Handler, change
from bot.slack.opening import open_by_command, open_over
from bot.slack.parts import Parts
from bot.slack.readers import Reader
from bot.views.blocks import Block
from bot.views.helping import ALL, offer_blocks, offer_modal, offer_title, offers_blocks, offers_modal, offers_title
from bot.views.ids import Action, CardRef, Modal
from bot.views.message import message
from bot.views.paging import page_of


async def helpers_on(parts: Parts, reader: Reader, card: Card) -> tuple[str, ...]:
    """Whom a card names as happy to help; nobody to those of another workspace."""
    return () if reader.member.user.is_stranger else await parts.offers.of(reader.act.person.tenant, card.skill.slug)


async def answer_offer(parts: Parts, reader: Reader, wish: OfferWish) -> list[Block]:
    """In words. Raises StorageUnavailable."""
    offered = await offers_of(reader.act.person, parts.database)
    if wish.card is None:
        return offers_blocks(offered, reader.library.framework.skills, reader.t)
    skill = wish.card.skill
    return offer_blocks(skill, reader.t, is_offered=skill.slug in offered)


async def open_offers_window(parts: Parts, reader: Reader) -> None:
    """For a command, which carries a trigger."""
    await open_by_command(parts, reader.act, reader.t, offers_title(reader.t), _list(parts, reader))


async def open_offer(parts: Parts, click: Click) -> After:
    await parts.people.require_member(click.act.person)
    click.reader.skill(click.value)
    return open_over(parts, click, offer_title(click.t), _window(parts, click.reader, click.value))


async def make_offer(parts: Parts, click: Click) -> After:
    person, skill = click.act.person, click.reader.skill(click.value).slug
    await offer_help(person, skill, parts.people, parts.offers, parts.database, parts.now())
    return _show(parts, click)


async def take_back(parts: Parts, click: Click) -> After:
    await withdraw_offer(click.act.person, click.value, parts.people, parts.offers, parts.database)
    return _show(parts, click)


async def list_offers(parts: Parts, click: Click) -> After:
    page, rest = page_of(click.value)
    if rest != ALL:
        raise ValueError(click.value)
    if click.act.callback_id == Modal.OFFERS:
        return change(parts, click, await _list(parts, click.reader, page))
    return open_over(parts, click, offers_title(click.t), _list(parts, click.reader, page))


async def _show(parts: Parts, click: Click) -> None:
    """What has become of it, where it was clicked."""
    if click.act.callback_id == Modal.OFFERS:
        await change(parts, click, await _list(parts, click.reader, int(click.state or 0)))
    elif click.act.in_modal:
        await change(parts, click, await _window(parts, click.reader, click.value))
    else:
        card = click.reader.card(CardRef(click.value))
        await change(parts, click, message(await answer_offer(parts, click.reader, OfferWish(card))))


async def _window(parts: Parts, reader: Reader, skill: str) -> dict[str, Any]:
    offered = await offers_of(reader.act.person, parts.database)
    return offer_modal(reader.skill(skill), reader.t, is_offered=skill in offered)


async def _list(parts: Parts, reader: Reader, page: int = 0) -> dict[str, Any]:
    offered = await offers_of(reader.act.person, parts.database)
    return offers_modal(offered, reader.library.framework.skills, reader.t, page)


HELPING: Mapping[Action, Handler] = {
    Action.OFFER_OPEN: open_offer,
    Action.OFFER_MAKE: make_offer,
    Action.OFFER_WITHDRAW: take_back,
    Action.OFFER_LIST: list_offers,
}
