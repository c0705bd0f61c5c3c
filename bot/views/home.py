"""The home tab: for somebody who is new, and for somebody who has begun."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.domain.answers import Card
from bot.domain.cadence_changes import first_cadence
from bot.domain.home import Home, NextStep
from bot.domain.people import Profile
from bot.domain.questionnaires import Question
from bot.domain.skills import Role, Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.assess import rating_label, step_facts
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    modal,
    mrkdwn,
    option,
    plain,
    rich_list,
    section,
    shorten,
)
from bot.views.cadence import home_blocks, rhythm_offer
from bot.views.controls import rate_button, ref_of
from bot.views.counting import counted_blocks
from bot.views.errors import error_blocks
from bot.views.evidence import evidence_button
from bot.views.focus import list_button, more_focuses, short_row
from bot.views.ids import Action, CardRef, Modal, nth
from bot.views.lists import search_field
from bot.views.names import named, title_blocks
from bot.views.one_on_one import one_on_one_button
from bot.views.paging import long_menu, page_controls, pages
from bot.views.privacy import data_button
from bot.views.profile import Choices, profile_button, profile_lines
from bot.views.progress import progress_button
from bot.views.requirements import statement_elements

# A view holds a hundred blocks: what there can be many of is capped, and the rest stands behind a menu or a button.
FOCUSES_SHOWN = 10
CHANGED_SHOWN = 5
BLOCKS_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose home it is, as far as it matters to how it is drawn. `guess` is a role that their title in Slack names.

    `today` is the date in their `zone`, an IANA name.
    """

    profile: Profile
    can_keep: bool
    guess: Role | None
    examples: tuple[Skill, ...]
    choices: Choices
    today: date
    zone: str | None = None


def home_view(home: Home, visitor: Visitor, t: Translator) -> dict[str, Any]:
    return _view(_newcomer(home, visitor, t) if home.is_new else _regular(home, visitor, t))


def failed_home_view(error: Exception, t: Translator) -> dict[str, Any]:
    """What stands there while it can't be read."""
    return _view(error_blocks(error, t, None))


def changed_modal(card: Card, changed: Sequence[Question], t: Translator, page: int = 0) -> dict[str, Any]:
    """Each statement that has changed since it was rated: as it is now, how it was rated, and what it said then."""
    packed = pages((_change(one, t) for one in changed), BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    ref = str(ref_of(card))
    # Translators: Said where nothing has changed since somebody rated themselves.
    nothing = [context(plain(t.gettext("You've rated all of it as it is now.")))]
    return modal(
        callback_id=Modal.CHANGED,
        title=changed_title(t),
        close=t.gettext("Close"),
        blocks=[
            *title_blocks(card.skill.name, t),
            *(packed[page] or nothing),
            actions(rate_button(card, t), *page_controls(Action.HOME_CHANGED, ref, page, len(packed), t)),
        ],
    )


def changed_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("What has changed")


def _change(one: Question, t: Translator) -> list[Block]:
    rated = rating_label(one.latest.rating, t) if one.latest else ""
    text = shorten(one.rated_text or "", 1_500)
    # Translators: Under a statement. %(rating)s is how it was rated, %(text)s what it said then.
    said = t.gettext("You rated it “%(rating)s” when it said: “%(text)s”", rating=rated, text=text)
    return [divider(), rich_list([statement_elements(one.statement, t)]), context(plain(said))]


def _view(blocks: Sequence[Block]) -> dict[str, Any]:
    return {"type": "home", "blocks": list(blocks)}


def _newcomer(home: Home, visitor: Visitor, t: Translator) -> list[Block]:
    """What this is, whose expectations are wanted, a search, three examples, and who sees what."""
    examples = [
        button(named(skill.name, t), nth(Action.SKILL_OPEN, n), str(CardRef(skill.slug)))
        for n, skill in enumerate(visitor.examples)
    ]
    return [
        section(render("home/welcome", t)),
        *(_role_question(visitor, t) if visitor.can_keep and visitor.profile.role is None else ()),
        divider(),
        _heading(t.gettext("Look up a skill"), t),
        *([actions(*examples)] if examples else []),
        actions(search_field(t)),
        *_footer(home, visitor, t, keeps=visitor.can_keep or visitor.profile != Profile()),
    ]


def _role_question(visitor: Visitor, t: Translator) -> list[Block]:
    guess = visitor.guess
    # Translators: The button that opens a window in which a role is chosen.
    choose = button(t.gettext("Choose"), nth(Action.PROFILE_OPEN, "role"), profile_button(t)["value"])
    # Translators: The button under "Your title in Slack says LLM Engineer. Is that your role?"
    yes = [button(t.gettext("Yes"), Action.HOME_ROLE, guess.id, primary=True)] if guess else []
    guessed = named(guess.name, t) if guess else None
    return [section(render("home/role", t, guessed=guessed)), actions(*yes, choose)]


def _regular(home: Home, visitor: Visitor, t: Translator) -> list[Block]:
    return [
        *_drafts(home.drafts, t),
        *([divider()] if home.drafts and home.next else []),
        *_next(home.next, t, primary=not home.drafts),
        *_focuses(home, t),
        *_changed(home.changed, t),
        *_rhythm(home, visitor, t),
        *_history(home, t, can_keep=visitor.can_keep),
        divider(),
        _heading(t.gettext("Look up a skill"), t),
        actions(search_field(t)),
        *_footer(home, visitor, t, keeps=True),
    ]


def _drafts(drafts: Sequence[Card], t: Translator) -> Iterator[Block]:
    """The one that was typed last; the others in a menu."""
    if not drafts:
        return
    yield section(render("home/draft", t, skill=named(drafts[0].skill.name, t)))
    # Translators: The button that opens a window again that was closed before it was saved.
    resume = button(t.gettext("Continue"), nth(Action.ASSESS_OPEN, "draft"), str(ref_of(drafts[0])), primary=True)
    yield actions(resume)
    if rest := drafts[1:]:
        # Translators: Over a menu. %(n)s is how many more skills somebody began to rate themselves in.
        said = t.ngettext("and %(n)s\xa0more draft", "and %(n)s\xa0more drafts", len(rest))
        options = [option(_named(card, t), str(ref_of(card))) for card in rest]
        yield from _rest(said, long_menu(nth(Action.ASSESS_OPEN, "rest"), t.gettext("Open a draft"), options, t))


def _next(step: NextStep | None, t: Translator, *, primary: bool) -> Iterator[Block]:
    if step is None:
        return
    card = step.card
    names = {"skill": named(card.skill.name, t), "level": named(card.level.name, t)}
    yield section(render("home/next", t, **step_facts(step.statement, t), **names))
    rate = rate_button(card, t)
    if not primary:
        del rate["style"]
    yield actions(rate)


def _focuses(home: Home, t: Translator) -> Iterator[Block]:
    if not home.focuses:
        return
    shown, rest = home.focuses[:FOCUSES_SHOWN], len(home.focuses[FOCUSES_SHOWN:])
    yield divider()
    yield _heading(t.gettext("Your focuses"), t)
    for one in shown:
        yield from short_row(one, t)
    if rest:
        yield context(plain(more_focuses(rest, t)))
    yield actions(list_button(t))


def _changed(changed: Sequence[tuple[Card, int]], t: Translator) -> Iterator[Block]:
    if not changed:
        return
    yield divider()
    yield _heading(t.gettext("Changed expectations"), t)
    for n, (card, count) in enumerate(changed[:CHANGED_SHOWN]):
        # Translators: The button that shows which expectations have changed, and what they said before.
        see = button(t.gettext("See changes"), nth(Action.HOME_CHANGED, n), f"0 {ref_of(card)}")
        yield section(render("home/changed", t, skill=named(card.skill.name, t), n=count), see)
    if rest := [card for card, _ in changed[CHANGED_SHOWN:]]:
        # Translators: Over a menu. %(n)s is in how many more skills expectations have changed.
        said = t.ngettext("and %(n)s\xa0more skill", "and %(n)s\xa0more skills", len(rest))
        options = [option(_named(card, t), f"0 {ref_of(card)}") for card in rest]
        yield from _rest(said, long_menu(nth(Action.HOME_CHANGED, "rest"), t.gettext("Open a skill"), options, t))


def _rest(said: str, menu: Element) -> list[Block]:
    """What was too much to show, in a menu that leads to it."""
    return [context(plain(said)), actions(menu)]


def _named(card: Card, t: Translator) -> str:
    return " · ".join((shorten(named(card.skill.name, t), 45), named(card.role.name, t)))


def _rhythm(home: Home, visitor: Visitor, t: Translator) -> Iterator[Block]:
    """What Rung writes next; an offer to do so for whoever has a focus and was never asked."""
    if not visitor.can_keep or (home.schedule is None and not home.has_active_focus):
        return
    yield divider()
    yield _heading(t.gettext("When Rung writes"), t)
    if home.schedule is None:
        yield from rhythm_offer(first_cadence(visitor.today, home.newcomers), visitor.zone, t)
    else:
        yield from home_blocks(home.schedule, visitor.today, t, has_focus=home.has_active_focus)


def _history(home: Home, t: Translator, *, can_keep: bool) -> Iterator[Block]:
    """In how many skills somebody has rated themselves, and what moved lately."""
    if not home.rated:
        return
    # Translators: %(n)s is in how many skills a person has rated themselves.
    rated = t.ngettext(
        "You've rated yourself in %(n)s\xa0skill.", "You've rated yourself in %(n)s\xa0skills.", home.rated
    )
    risen = sum(move.is_upwards for move in home.moves if move.before is not None)
    # Translators: %(n)s is how many ratings went up; first ratings aren't counted.
    up = t.ngettext(
        "In the last 30\xa0days %(n)s\xa0rating went up.", "In the last 30\xa0days %(n)s\xa0ratings went up.", risen
    )
    yield divider()
    yield _heading(t.gettext("Looking back"), t)
    yield context(plain(f"{rated} {up}" if risen else rated))
    yield actions(progress_button(t), *([one_on_one_button(t)] if can_keep else []))


def _footer(home: Home, visitor: Visitor, t: Translator, *, keeps: bool) -> Iterator[Block]:
    """`keeps` is whether anything is stored of them, or may be: of a guest who was a member, it is."""
    yield divider()
    yield from counted_blocks(home.teams, t)
    if visitor.can_keep:
        yield context(plain(" · ".join(profile_lines(visitor.profile, visitor.choices, t))))
    yield actions(*([profile_button(t), evidence_button(t)] if visitor.can_keep else []), data_button(t))
    yield context(mrkdwn(render("home/privacy", t, can_keep=keeps)))


def _heading(title: str, t: Translator) -> Block:
    return section(render("home/heading", t, title=title))
