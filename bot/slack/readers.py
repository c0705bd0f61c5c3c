"""Whoever acts, as the answer needs them: who they are, which language they read, and the library of this moment."""

from dataclasses import dataclass

from bot.domain.answers import Card, Standing
from bot.domain.skills import Skill
from bot.errors import StaleControl
from bot.i18n.translator import Translator
from bot.services.asking import Library, fitting_card
from bot.services.people import Member
from bot.slack.parts import Parts
from bot.slack.payloads import Act
from bot.views.ids import CardRef


@dataclass(frozen=True, slots=True)
class Reader:
    """One person at one moment."""

    act: Act
    member: Member
    library: Library
    t: Translator

    @property
    def can_keep(self) -> bool:
        """Whether anything may be stored of them."""
        return self.member.user.is_member

    def standing(self, card: Card) -> Standing | None:
        """Where they stand beside a card; None where it isn't known."""
        return Standing.of(self.member.profile.current_level(card.skill.slug, card.role.id), card)

    def skill(self, slug: str) -> Skill:
        """Raises StaleControl when the content has no such skill any more."""
        try:
            return self.library.framework.skills[slug]
        except KeyError as error:
            raise StaleControl(f"no such skill: {slug}") from error

    def card(self, ref: CardRef) -> Card:
        """Raises StaleControl when the content has no such skill, or the skill no such role or level any more."""
        try:
            skill = self.library.framework.skills[ref.skill]
            return fitting_card(skill, ref.role, ref.level, self.member.profile, self.library)
        except KeyError as error:
            raise StaleControl(f"no such card: {ref}") from error


async def reader_of(parts: Parts, act: Act) -> Reader:
    """Never fails: what can't be known in time has a default."""
    member = await parts.people.member(act.person)
    library = parts.library()
    return Reader(act, member, library, library.languages.for_person(member.user, member.profile, member.fallback))
