"""Being counted: the message that asks a channel, the private answers to it, and where somebody is counted."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from bot.domain.answers import TeamAct, Verb
from bot.domain.teams import Team
from bot.i18n.translator import Translator
from bot.i18n.verbs import team_words
from bot.text.mrkdwn import channel_link
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import Block, Element, actions, button, context, echo, header, modal, plain, section
from bot.views.ids import Action, Modal, nth
from bot.views.message import message
from bot.views.paging import more, page_controls

NAMED = 5  # channels in a sentence
TEAMS_A_PAGE = 40
ALL = "teams"  # what the button that opens the list carries, after the page


def counting_message(team: Team, person: str, t: Translator, command: str) -> dict[str, Any]:
    """What a channel is told once, in its language: what is counted, what is never shown, and how to join."""
    leave = typed(command, Verb.TEAM, t, team_words(TeamAct.LEAVE, t)[0])
    # Translators: Under the button that counts somebody in. %(command)s is a command to type, e.g. /skill team leave.
    note = t.gettext(
        "Only you see the answer to your click. To leave later, type %(command)s in this channel.", command=leave
    )
    return message(
        [
            # Translators: The title of the message that asks a channel who wants to be counted.
            header(t.gettext("How this team grows")),
            section(render("teams/counting", t, person=person, size=team.group_size)),
            actions(join_button(team.channel, t)),
            context(plain(note)),
        ]
    )


def join_button(channel: str, t: Translator) -> Element:
    # Translators: The button by which somebody chooses to be counted in the summaries of their team.
    return button(t.gettext("Count me in"), Action.TEAM_JOIN, channel, primary=True)


def leave_button(channel: str, t: Translator, mark: int | str = "") -> Element:
    # Translators: The button by which somebody isn't counted any more in the summaries of a team.
    return button(t.gettext("Leave"), nth(Action.TEAM_LEAVE, mark) if mark != "" else Action.TEAM_LEAVE, channel)


def joined_blocks(channel: str, t: Translator) -> list[Block]:
    """The private answer to "Count me in", as true after a second click."""
    return [section(render("teams/joined", t, channel=channel)), actions(leave_button(channel, t))]


def left_blocks(channel: str, t: Translator) -> list[Block]:
    """The private answer to "Leave"."""
    return [section(render("teams/left", t, channel=channel)), actions(join_button(channel, t))]


def counted_blocks(channels: Sequence[str], t: Translator) -> list[Block]:
    """Where somebody is counted, with the way out: for the home, and for what is stored. Nothing for nowhere."""
    if not channels:
        return []
    # Translators: The button that lists the teams in which somebody is counted.
    several = button(t.gettext("See your teams"), Action.TEAM_LIST, f"0 {ALL}")
    way_out = leave_button(channels[0], t) if len(channels) == 1 else several
    rest = len(channels[NAMED:])
    return [
        section(render("teams/counted", t, channels=_listed(channels[:NAMED], t)), way_out),
        *([context(plain(more(rest, t)))] if rest else []),
    ]


def teams_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Your teams")


def teams_modal(channels: Sequence[str], t: Translator, page: int = 0) -> dict[str, Any]:
    """Every team in which somebody is counted, each with its way out."""
    count = max(-(-len(channels) // TEAMS_A_PAGE), 1)
    page = min(max(page, 0), count - 1)
    shown = channels[page * TEAMS_A_PAGE :][:TEAMS_A_PAGE]
    rows = [
        section(render("teams/counted", t, channels=channel_link(channel)), leave_button(channel, t, n))
        for n, channel in enumerate(shown)
    ]
    controls = page_controls(Action.TEAM_LIST, ALL, page, count, t)
    nowhere = [context(plain(t.gettext("You aren't counted in any team.")))]
    return modal(
        callback_id=Modal.TEAMS,
        title=teams_title(t),
        close=t.gettext("Close"),
        blocks=[*(rows or nowhere), *([actions(*controls)] if controls else [])],
        state=str(page),
    )


def elsewhere_blocks(t: Translator, command: str, *, in_channel: bool) -> list[Block]:
    """Where no window can be opened: what to do instead."""
    return [section(render("teams/elsewhere", t, command=typed(command, Verb.TEAM, t), in_channel=in_channel))]


def no_summary_blocks(t: Translator, command: str, *, is_team: bool) -> list[Block]:
    return [section(render("teams/none", t, command=typed(command, Verb.TEAM, t), is_team=is_team))]


def unknown_blocks(words: str, t: Translator, command: str) -> list[Block]:
    """What was typed after the verb means nothing; and what does."""
    known = [typed(command, Verb.TEAM, t)]
    known += [typed(command, Verb.TEAM, t, team_words(act, t)[0]) for act in TeamAct if act is not TeamAct.SET_UP]
    return [section(render("teams/unknown", t, words=echo(words), examples=known))]


def _listed(channels: Sequence[str], t: Translator) -> Markup:
    return Markup(t.listed([str(channel_link(channel)) for channel in channels]))
