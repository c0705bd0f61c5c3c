"""What words are answered with, wherever they were typed."""

from dataclasses import replace
from typing import Any

from bot.domain.answers import (
    AdminWish,
    Answer,
    AssessWish,
    CadenceWish,
    Card,
    Comparison,
    DataWish,
    EvidenceWish,
    FocusWish,
    Help,
    LanguageWish,
    NoMatch,
    NothingFound,
    OfferWish,
    OneOnOneWish,
    ProfileWish,
    ProgressWish,
    ShareWish,
    TeamWish,
)
from bot.services.asking import answer
from bot.services.choosing import choose_language
from bot.services.suggesting import count_miss
from bot.slack.admin import admin_blocks
from bot.slack.cadence import answer_cadence
from bot.slack.comments import comments_on
from bot.slack.counting import answer_team
from bot.slack.focus import answer_focus
from bot.slack.helping import answer_offer, helpers_on
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.slack.privacy import data_blocks
from bot.slack.progress import looking_back_blocks
from bot.slack.readers import Reader, reader_of
from bot.slack.sharing import answer_share
from bot.surfaces.card import card_message
from bot.surfaces.home import profile_choices
from bot.views.answers import answer_blocks
from bot.views.blocks import Block
from bot.views.card import comparison_blocks
from bot.views.evidence import evidence_door
from bot.views.language import language_blocks
from bot.views.message import message
from bot.views.profile import profile_blocks


async def answer_message(parts: Parts, act: Act, words: str) -> dict[str, Any]:
    """The whole answer as a message, for where it isn't sent in the response to a command.

    The name of the command may go before the words: where Slack takes no commands, people write it all the same.
    """
    reader = await reader_of(parts, act)
    first, _, rest = words.strip().partition(" ")
    found = answer(rest if first == parts.command else words, reader.member.profile, reader.library)
    if isinstance(found, AssessWish):  # a window needs a click: the card has the button
        found = found.card
    if isinstance(found, ProfileWish) and found.card:
        found = found.card
    if isinstance(found, Card):
        return card_message(
            found,
            reader.standing(found),
            reader.t,
            can_keep=reader.can_keep,
            comments=await comments_on(parts, reader, found),
            helpers=await helpers_on(parts, reader, found),
        )
    count_if_missed(parts, reader, found)
    return message(await other_blocks(parts, reader, found))


def count_if_missed(parts: Parts, reader: Reader, found: Answer) -> None:
    """A search that found nothing is counted without a name, guests' too; the answer doesn't wait for it."""
    if isinstance(found, NoMatch | NothingFound):
        parts.spawn(count_miss(reader.act.person.tenant, found, parts.database, parts.now()))


async def other_blocks(parts: Parts, reader: Reader, found: Answer) -> list[Block]:
    """Every answer but a card. Raises what keeping a language raises, and MembersOnly where nothing is kept."""
    if isinstance(found, LanguageWish):
        return await _language(found.words, reader, parts)
    if isinstance(found, (ProgressWish, OneOnOneWish)):
        return await looking_back_blocks(parts, reader, found)
    if isinstance(found, (DataWish, AdminWish, Help)):
        return await _in_general(parts, reader, found)
    if isinstance(found, (FocusWish, CadenceWish, TeamWish)):
        return await _growing(parts, reader, found)
    if isinstance(found, (ProfileWish, EvidenceWish, OfferWish, ShareWish)):
        return await _kept(parts, reader, found)
    if isinstance(found, Comparison):
        return comparison_blocks(found, reader.t)
    if isinstance(found, (Card, AssessWish)):
        raise TypeError("a card is answered by the surface of cards, a wish to rate oneself by a window")
    return answer_blocks(found, reader.t, parts.command)


async def _in_general(parts: Parts, reader: Reader, found: DataWish | AdminWish | Help) -> list[Block]:
    if isinstance(found, DataWish):
        return await data_blocks(parts, reader, found.verb)
    if isinstance(found, AdminWish):
        return await admin_blocks(parts, reader)
    told = replace(found, is_admin=reader.member.user.is_tenant_admin)
    return answer_blocks(told, reader.t, parts.command)


async def _growing(parts: Parts, reader: Reader, wish: FocusWish | CadenceWish | TeamWish) -> list[Block]:
    if isinstance(wish, TeamWish):
        return await answer_team(parts, reader, wish)
    if isinstance(wish, CadenceWish):
        return await answer_cadence(parts, reader, wish)
    return await answer_focus(parts, reader, wish)


async def _kept(parts: Parts, reader: Reader, wish: ProfileWish | EvidenceWish | OfferWish | ShareWish) -> list[Block]:
    await parts.people.require_member(reader.act.person)
    if isinstance(wish, OfferWish):
        return await answer_offer(parts, reader, wish)
    if isinstance(wish, ShareWish):
        return await answer_share(parts, reader, wish)
    if isinstance(wish, EvidenceWish):
        return evidence_door(reader.t)
    return profile_blocks(reader.member.profile, profile_choices(reader.library), reader.t)


async def _language(words: str, reader: Reader, parts: Parts) -> list[Block]:
    """Tell which language is spoken, or keep the one that was asked for and answer in it."""
    languages = reader.library.languages
    auto = languages.means_auto(words)
    language = None if auto else languages.meant_by(words)
    if not words or (language is None and not auto):
        chosen = reader.member.profile.language
        return language_blocks(reader.t, languages.offered, chosen=chosen, command=parts.command, unknown=words)
    return await keep_language(parts, reader.act, language)


async def keep_language(parts: Parts, act: Act, language: str | None) -> list[Block]:
    """Keep a language, None to follow Slack, and confirm it in the one that holds from now on."""
    await choose_language(act.person, language, parts.people, parts.database, parts.now())
    parts.homes.refresh(act.person)
    reader = await reader_of(parts, act)
    offered, t = reader.library.languages.offered, reader.t
    return language_blocks(t, offered, chosen=language, command=parts.command, saved=True)
