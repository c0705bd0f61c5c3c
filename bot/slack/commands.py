"""The slash command."""

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse

from bot.domain.answers import Card, Comparison, LanguageWish, Standing
from bot.i18n.translator import Translator
from bot.services.asking import Library, answer
from bot.services.choosing import choose_language
from bot.services.people import Member
from bot.slack.parts import Parts
from bot.slack.payloads import Act, act_of_command
from bot.slack.replies import answered, privately
from bot.views.answers import answer_blocks
from bot.views.blocks import Block
from bot.views.card import comparison_blocks
from bot.views.language import language_blocks

Listener = Callable[..., Awaitable[BoltResponse]]


def command_listener(parts: Parts) -> Listener:
    """Answers in the body of the response: the fastest way, and visible to the person alone."""

    async def answer_command(body: dict[str, Any]) -> BoltResponse:
        act = act_of_command(body)
        member = await parts.people.member(act.person)
        t = parts.languages.for_person(member.user, member.profile)
        library = parts.library()
        found = answer(body.get("text") or "", member.profile, library)
        if isinstance(found, Card):
            return answered(_card(found, member, t, library, parts))
        if isinstance(found, LanguageWish):
            return privately(await _language(found.words, act, member, t, parts))
        if isinstance(found, Comparison):
            return privately(comparison_blocks(found, t))
        return privately(answer_blocks(found, t, parts.command))

    return answer_command


def _card(card: Card, member: Member, t: Translator, library: Library, parts: Parts) -> str:
    standing = Standing.of(member.profile.current_level(card.skill.slug, card.role.id), card)
    version = library.framework.version
    return parts.cards.ephemeral(card, standing, t, version=version, can_keep=member.user.is_member)


async def _language(words: str, act: Act, member: Member, t: Translator, parts: Parts) -> list[Block]:
    """Tell which language is spoken, or keep the one that was asked for and answer in it."""
    languages, chosen = parts.languages, member.profile.language
    auto = languages.means_auto(words)
    language = None if auto else languages.meant_by(words)
    if not words or (language is None and not auto):
        return language_blocks(t, languages.offered, chosen=chosen, command=parts.command, unknown=words)
    await choose_language(act.person, language, parts.people, parts.database, parts.now())
    return await saved_language(act, parts, language)


async def saved_language(act: Act, parts: Parts, language: str | None) -> list[Block]:
    """The confirmation, in the language that holds from now on."""
    member = await parts.people.member(act.person)
    t = parts.languages.for_person(member.user, member.profile)
    return language_blocks(t, parts.languages.offered, chosen=language, command=parts.command, saved=True)
