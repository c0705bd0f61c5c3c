"""Offers to help: the line that names who helps, and the windows in which one is made, withdrawn and found again."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from bot.domain.helping import Helpers
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.mrkdwn import literal, mention
from bot.text.templates import render
from bot.views.blocks import Block, Element, actions, button, context, modal, mrkdwn, plain, section, shorten
from bot.views.ids import Action, Modal, nth
from bot.views.names import named
from bot.views.paging import more, page_controls

NAMED = 5  # people in a sentence
SKILLS_TOLD = 3  # in the summary of a team
OFFERS_A_PAGE = 40
SKILL_LIMIT = 80  # characters of a name among others
ALL = "offers"  # what the button that opens the list carries, after the page


def helpers_block(helpers: Sequence[str], t: Translator) -> Block:
    """Who helps with the skill of a card, by their user ids; there is at least one."""
    return context(mrkdwn(render("helping/line", t, people=_people(helpers, t))))


def team_helpers_block(helpers: Helpers, skills: Mapping[str, Skill], t: Translator) -> Block:
    """The same for a team, shortly; there is at least one."""
    told = [str(_offer(skills[skill], users, t)) for skill, users in list(helpers.items())[:SKILLS_TOLD]]
    rest = len(helpers) - len(told)
    offers = Markup(t.listed([*told, *([more(rest, t)] if rest else [])]))
    return context(mrkdwn(render("helping/line", t, people=offers)))


def team_helpers_list(helpers: Helpers, skills: Mapping[str, Skill], t: Translator) -> list[Markup]:
    """The same for every skill, a line each."""
    return [_offer(skills[skill], users, t) for skill, users in helpers.items()]


def offer_blocks(skill: Skill, t: Translator, *, is_offered: bool) -> list[Block]:
    """What an offer means, and the button that makes or withdraws it."""
    text = render("helping/offer", t, skill=named(skill.name, t), is_offered=is_offered)
    # Translators: A button by which somebody makes their offer to help with a skill.
    make = button(t.gettext("Make my offer"), Action.OFFER_MAKE, skill.slug, primary=True)
    return [section(text), actions(_withdraw(skill.slug, t) if is_offered else make, offers_button(t))]


def offer_modal(skill: Skill, t: Translator, *, is_offered: bool) -> dict[str, Any]:
    return modal(
        callback_id=Modal.OFFER,
        title=offer_title(t),
        close=t.gettext("Close"),
        blocks=offer_blocks(skill, t, is_offered=is_offered),
        state=skill.slug,
    )


def offer_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Happy to help")


def offer_button(skill: str, t: Translator) -> Element:
    """The way to making an offer: what it means is told first."""
    # Translators: A button that leads to an offer to help with a skill.
    return button(t.gettext("Offer help"), Action.OFFER_OPEN, skill)


def offers_button(t: Translator) -> Element:
    # Translators: A button that lists the skills somebody offers to help with.
    return button(t.gettext("See your offers"), Action.OFFER_LIST, f"0 {ALL}")


def offers_title(t: Translator) -> str:
    # Translators: The title of a window that lists offers to help, at most 24 characters.
    return t.gettext("Your offers")


def offers_modal(offered: Sequence[str], skills: Mapping[str, Skill], t: Translator, page: int = 0) -> dict[str, Any]:
    """Every skill that somebody offers to help with, each with its way out."""
    count = max(-(-len(offered) // OFFERS_A_PAGE), 1)
    page = min(max(page, 0), count - 1)
    rows = [
        section(render("helping/list", t, skills=_quoted(skill, skills, t)), _withdraw(skill, t, n))
        for n, skill in enumerate(offered[page * OFFERS_A_PAGE :][:OFFERS_A_PAGE])
    ]
    controls = page_controls(Action.OFFER_LIST, ALL, page, count, t)
    return modal(
        callback_id=Modal.OFFERS,
        title=offers_title(t),
        close=t.gettext("Close"),
        blocks=[*(rows or [context(plain(no_offers(t)))]), *([actions(*controls)] if controls else [])],
        state=str(page),
    )


def offers_blocks(offered: Sequence[str], skills: Mapping[str, Skill], t: Translator) -> list[Block]:
    """The same in words, for where no window can be opened."""
    if not offered:
        return [context(plain(no_offers(t)))]
    told = [_quoted(skill, skills, t) for skill in offered[:NAMED]]
    rest = len(offered) - len(told)
    listed = t.listed([*told, *([more(rest, t)] if rest else [])])
    return [section(render("helping/list", t, skills=listed)), actions(offers_button(t))]


def no_offers(t: Translator) -> str:
    return t.gettext("You offer no help yet. “Offer help” is beside the comments of each skill.")


def _withdraw(skill: str, t: Translator, mark: int | str = "") -> Element:
    # Translators: A button by which somebody takes their offer to help with a skill back.
    label = t.gettext("Withdraw my offer")
    return button(label, nth(Action.OFFER_WITHDRAW, mark) if mark != "" else Action.OFFER_WITHDRAW, skill)


def _offer(skill: Skill, users: Sequence[str], t: Translator) -> Markup:
    name = literal(shorten(named(skill.name, t), SKILL_LIMIT))
    # Translators: A skill, and who helps with it: “Hiring” (@Ada, @Ben).
    return Markup(t.gettext("“%(skill)s” (%(people)s)", skill=str(name), people=str(_people(users, t))))


def _people(users: Sequence[str], t: Translator) -> Markup:
    rest = len(users[NAMED:])
    # Translators: The last item of a list of people. %(n)s counts others.
    others = [t.ngettext("%(n)s\xa0more person", "%(n)s\xa0more people", rest)] if rest else []
    return Markup(t.listed([*(str(mention(user)) for user in users[:NAMED]), *others]))


def _quoted(skill: str, skills: Mapping[str, Skill], t: Translator) -> str:
    """By its slug where the content has it no more."""
    name = named(skills[skill].name, t) if skill in skills else skill
    # Translators: The name of a skill in a list.
    return t.gettext("“%(skill)s”", skill=shorten(name, SKILL_LIMIT))
