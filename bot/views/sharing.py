"""Showing one's progress to one person: the window that asks, the lists, and what the other one is told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.domain.answers import Verb
from bot.domain.sharing import Share
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import (
    OPTIONS_LIMIT,
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    echo,
    modal,
    option,
    plain,
    section,
    shorten,
)
from bot.views.ids import Action, Field, Modal, SideRef
from bot.views.message import message
from bot.views.names import named
from bot.views.paging import more, page_controls, page_place, pages

BLOCKS_A_PAGE = 60
NAMED = 5  # skills in a sentence
SKILL_LIMIT = 80  # characters of a name among others
ALL = "shares"  # what the button that opens the list carries, after the page
SKILLS = "skills"  # the block in which they are chosen


def share_title(t: Translator) -> str:
    # Translators: The title of a window, and a button, at most 24 characters.
    return t.gettext("Share my progress")


def shares_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("What is shared")


def share_modal(viewer: str, rated: Sequence[Skill], shown: Sequence[str], t: Translator) -> dict[str, Any]:
    """Asks in which skills, and says exactly what the other one will see. `shown` are slugs of those shown already."""
    return modal(
        callback_id=Modal.SHARE,
        title=share_title(t),
        # Translators: The button that shows one's progress to one person, at most 24 characters.
        submit=t.gettext("Share") if rated else None,
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        close=t.gettext("Cancel"),
        blocks=[
            section(render("sharing/ask", t, person=viewer)),
            *([_skills_input(rated, shown, t)] if rated else [section(render("progress/nothing", t, skill=None))]),
        ],
        state=viewer,
    )


def chosen_skills(values: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Raises KeyError for a window that has no such field."""
    chosen = values[SKILLS][Field.SKILLS].get("selected_options") or ()
    return tuple(str(one["value"]) for one in chosen)


def shares_modal(
    given: Sequence[Share],
    received: Sequence[Share],
    skills: Mapping[str, Skill],
    t: Translator,
    page: int = 0,
    notice: str = "",
) -> dict[str, Any]:
    """What somebody shows and what they are shown, with all that can be done about it; `notice` was made of mrkdwn."""
    # Translators: Over a list of people who see one's progress.
    yours = t.gettext("What you share")
    # Translators: Over a list of people whose progress one sees.
    theirs = t.gettext("What is shared with you")
    chunks = [*_part(yours, [_given(one, skills, t) for one in given], t)]
    chunks += _part(theirs, [_received(one, skills, t) for one in received], t)
    packed = pages(chunks, BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    controls = page_controls(Action.SHARE_LIST, ALL, page, len(packed), t)
    return modal(
        callback_id=Modal.SHARES,
        title=shares_title(t),
        close=t.gettext("Close"),
        blocks=[
            *([section(notice)] if notice else []),
            actions(_person_menu(t)),
            *packed[page],
            *page_place(page, len(packed), t),
            *([actions(*controls)] if controls else []),
        ],
        state=str(page),
    )


def saved_notice(share: Share, skills: Mapping[str, Skill], t: Translator) -> str:
    return render("sharing/saved", t, person=share.viewer.user, skills=_named(share, skills, t))


def ended_notice(viewer: str, t: Translator) -> str:
    return render("sharing/ended", t, person=viewer)


def nobody_notice(words: str, t: Translator) -> str:
    return render("sharing/nobody", t, words=echo(words))


def share_door(t: Translator, viewer: str = "") -> list[Block]:
    """The way to these windows from where none can be opened at once."""
    ask = [button(share_title(t), Action.SHARE_OPEN, viewer, primary=True)] if viewer else []
    return [section(render("sharing/door", t)), actions(*ask, shares_button(t))]


def shares_button(t: Translator) -> Element:
    # Translators: A button that lists what somebody shows to others, and what others show them.
    return button(t.gettext("See what is shared"), Action.SHARE_LIST, f"0 {ALL}")


def told_message(share: Share, skills: Mapping[str, Skill], t: Translator, command: str) -> dict[str, Any]:
    """What the viewer is told, once; it always says what is shown now."""
    # Translators: Below a direct message. %(command)s is a command to type, e.g. /skill share.
    note = t.gettext("You're told this once. %(command)s lists it.", command=typed(command, Verb.SHARE, t))
    told = render("sharing/told", t, person=share.subject.user, skills=_named(share, skills, t))
    return message([section(told), actions(_look(share, t, primary=True), _hide(share, t)), context(plain(note))])


def hidden_message(share: Share, t: Translator) -> dict[str, Any]:
    return message([section(render("sharing/hidden", t, person=share.subject.user)), actions(_unhide(share, t))])


def withdrawn_message(t: Translator) -> dict[str, Any]:
    return message([section(render("sharing/withdrawn", t))])


def _skills_input(rated: Sequence[Skill], shown: Sequence[str], t: Translator) -> Block:
    """Slack takes a hundred options: those that are shown already come first, then those rated last."""
    ordered = sorted(rated, key=lambda skill: skill.slug not in shown)[:OPTIONS_LIMIT]
    options = [option(named(skill.name, t), skill.slug) for skill in ordered]
    element: Element = {
        "type": "multi_static_select",
        "action_id": Field.SKILLS,
        # Translators: The placeholder of a menu in which several skills can be chosen.
        "placeholder": plain(t.gettext("Choose skills")),
        "options": options,
    }
    if chosen := [one for one in options if one["value"] in shown]:
        element["initial_options"] = chosen
    # Translators: What stands over a menu with the names of skills.
    label = t.gettext("Skills to share")
    return {"type": "input", "block_id": SKILLS, "label": plain(label), "element": element}


def _person_menu(t: Translator) -> Element:
    # Translators: The placeholder of a menu with the names of people.
    placeholder = t.gettext("Share with somebody")
    return {"type": "users_select", "action_id": Action.SHARE_PERSON, "placeholder": plain(placeholder)}


def _part(title: str, rows: Sequence[list[Block]], t: Translator) -> list[list[Block]]:
    # Translators: In place of a list that is empty.
    nothing = [context(plain(t.gettext("Nothing.")))]
    return [[divider(), section(render("sharing/heading", t, title=title)), *(rows[0] if rows else nothing)], *rows[1:]]


def _given(share: Share, skills: Mapping[str, Skill], t: Translator) -> list[Block]:
    viewer = share.viewer.user
    side = SideRef(is_own=True, other=viewer)
    return [
        section(render("sharing/given", t, person=viewer, skills=_named(share, skills, t))),
        actions(
            # Translators: A button that shows two people's ratings of the same statements.
            button(t.gettext("See side by side"), Action.SHARE_LOOK, f"0 {side}"),
            # Translators: A button that opens a window in which skills are chosen.
            button(t.gettext("Change skills"), Action.SHARE_OPEN, viewer),
            # Translators: A button: from now on somebody sees one's progress no more.
            button(t.gettext("Withdraw"), Action.SHARE_WITHDRAW, viewer),
        ),
    ]


def _received(share: Share, skills: Mapping[str, Skill], t: Translator) -> list[Block]:
    subject = share.subject.user
    if share.is_hidden:
        return [section(render("sharing/hidden", t, person=subject)), actions(_unhide(share, t))]
    told = render("sharing/received", t, person=subject, skills=_named(share, skills, t))
    return [section(told), actions(_look(share, t), _hide(share, t))]


def _look(share: Share, t: Translator, *, primary: bool = False) -> Element:
    side = SideRef(is_own=False, other=share.subject.user)
    # Translators: A button that shows what somebody shares, where one may say how one sees it oneself.
    return button(t.gettext("See it and add my view"), Action.SHARE_LOOK, f"0 {side}", primary=primary)


def _hide(share: Share, t: Translator) -> Element:
    # Translators: A button: one doesn't want to see what somebody shares.
    return button(t.gettext("Hide it"), Action.SHARE_HIDE, share.subject.user)


def _unhide(share: Share, t: Translator) -> Element:
    # Translators: A button: one wants to see again what one has hidden.
    return button(t.gettext("Show it again"), Action.SHARE_UNHIDE, share.subject.user)


def _named(share: Share, skills: Mapping[str, Skill], t: Translator) -> str:
    """The skills in a sentence, by their slugs where the content has lost them."""
    return t.listed(list(_names(share.skills, skills, t)))


def _names(slugs: Sequence[str], skills: Mapping[str, Skill], t: Translator) -> Iterator[str]:
    for slug in slugs[:NAMED]:
        name = named(skills[slug].name, t) if slug in skills else slug
        # Translators: The name of a skill in a list.
        yield t.gettext("“%(skill)s”", skill=shorten(name, SKILL_LIMIT))
    if rest := len(slugs[NAMED:]):
        yield more(rest, t)
