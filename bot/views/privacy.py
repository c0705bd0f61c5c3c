"""Your data: what is stored and who sees it, the window that asks before it is erased, and what is said afterwards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.domain.answers import Verb
from bot.domain.retention import Retention
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import Block, Element, actions, button, context, header, modal, plain, section
from bot.views.counting import counted_blocks
from bot.views.ids import Action, Modal
from bot.views.keeping import kept_lines


def privacy_blocks(
    t: Translator, command: str, *, can_keep: bool, retention: Retention | None, teams: Sequence[str] = ()
) -> list[Block]:
    """What is stored, who sees it and for how long; `can_keep` is false for guests, of whom nothing is stored.

    `retention` None: it isn't known. `teams` are the channels in which the person is counted.
    """
    # Translators: A title over what Rung stores about a person.
    title = header(t.gettext("Your data"))
    if not can_keep:
        export, forget = typed(command, Verb.EXPORT, t), typed(command, Verb.FORGET, t)
        return [title, section(render("privacy/guest", t, export=export, forget=forget)), *counted_blocks(teams, t)]
    erase = button(t.gettext("Erase everything"), Action.DATA_FORGET, Verb.FORGET)
    return [
        title,
        section(render("privacy/stored", t)),
        section(render("privacy/seen", t, offer=typed(command, Verb.OFFER, t), share=typed(command, Verb.SHARE, t))),
        *counted_blocks(teams, t),
        section(_for_how_long(t, retention)),
        actions(
            button(t.gettext("Export my data"), Action.DATA_EXPORT, Verb.EXPORT),
            {**erase, "style": "danger"},
        ),
        context(plain(t.gettext("You're asked once more before anything is erased."))),
    ]


def _for_how_long(t: Translator, retention: Retention | None) -> str:
    lines = [*kept_lines(retention, t)] if retention else []
    return render("privacy/kept", t, lines=lines, is_known=retention is not None)


def data_title(t: Translator) -> str:
    # Translators: A title over what Rung stores about a person, at most 24 characters.
    return t.gettext("Your data")


def data_button(t: Translator) -> Element:
    """Leads to all that can be known and done about what is stored."""
    return button(t.gettext("See your data"), Action.DATA_OPEN, Verb.PRIVACY)


def data_modal(
    t: Translator, command: str, *, can_keep: bool, retention: Retention | None, teams: Sequence[str] = ()
) -> dict[str, Any]:
    """The same as `privacy_blocks` in a window."""
    blocks = privacy_blocks(t, command, can_keep=can_keep, retention=retention, teams=teams)
    return _data_window(t, blocks[1:])


def sent_modal(t: Translator, *, anything: bool) -> dict[str, Any]:
    """The same as `sent_blocks` in a window."""
    return _data_window(t, sent_blocks(t, anything=anything))


def _data_window(t: Translator, blocks: list[Block]) -> dict[str, Any]:
    return modal(callback_id=Modal.DATA, title=data_title(t), close=t.gettext("Close"), blocks=blocks)


def sent_blocks(t: Translator, *, anything: bool) -> list[Block]:
    """The export was sent, or there was nothing to send."""
    if not anything:
        return [{"type": "section", "text": plain(nothing_stored(t))}]
    told = t.gettext("Your data is in your direct messages with Rung, as a page to read and as JSON. Only you see it.")
    return [{"type": "section", "text": plain(told)}]


def nothing_stored(t: Translator) -> str:
    return t.gettext("Nothing is stored about you.")


def forget_modal(counts: Mapping[str, int], t: Translator, command: str) -> dict[str, Any]:
    """Asks before all is erased; `counts` says by table what would go, and nothing where nothing is stored."""
    if not counts:
        return _window(t, {"type": "section", "text": plain(nothing_stored(t))})
    lines = [*_going(counts, t)]
    return modal(
        callback_id=Modal.FORGET,
        # Translators: The title of a window, and the button in it that erases, at most 24 characters.
        title=t.gettext("Erase everything"),
        submit=t.gettext("Erase everything"),
        # Translators: The button that closes a window without doing anything, at most 24 characters.
        close=t.gettext("Cancel"),
        blocks=[
            section(render("privacy/forget", t, lines=lines, export=typed(command, Verb.EXPORT, t))),
            context(plain(_staying(t))),
        ],
    )


def forgotten_modal(t: Translator) -> dict[str, Any]:
    """Everything is gone. It is as true after a second click."""
    told = t.gettext("Done. Nothing is stored about you any more. You can use Rung again whenever you like.")
    return _window(t, {"type": "section", "text": plain(told)}, context(plain(_staying(t))))


def _window(t: Translator, *blocks: Block) -> dict[str, Any]:
    return modal(
        callback_id=Modal.FORGET,
        title=data_title(t),
        close=t.gettext("Close"),
        blocks=blocks,
    )


def _staying(t: Translator) -> str:
    return t.gettext(
        "Messages and files that are already in Slack stay there, such as cards that you posted and what Rung sent you."
    )


def _going(counts: Mapping[str, int], t: Translator) -> Iterator[str]:
    """A line for each kind of data that there is."""
    yield t.gettext("your language, your role, your levels, and when Rung writes to you")
    if n := counts.get("assessment"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many ratings.
        yield t.ngettext("%(n)s\xa0rating, with its note", "%(n)s\xa0ratings, with their notes", n)
    if n := counts.get("draft"):
        # Translators: An entry of a list of what will be erased. %(n)s is in how many windows something was typed.
        yield t.ngettext("%(n)s\xa0draft", "%(n)s\xa0drafts", n)
    if n := counts.get("focus"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many skills somebody chose to grow in.
        yield t.ngettext("%(n)s\xa0focus", "%(n)s\xa0focuses", n)
    yield from _in_teams(counts, t)
    yield from _looking_after(counts, t)
    yield from _with_others(counts, t)
    yield from _written(counts, t)
    if n := counts.get("evidence"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many messages were saved as evidence.
        yield t.ngettext("%(n)s\xa0piece of evidence", "%(n)s\xa0pieces of evidence", n)
    if n := counts.get("comment_words"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many comments.
        yield t.ngettext(
            "%(n)s\xa0comment, which others will see as removed",
            "%(n)s\xa0comments, which others will see as removed",
            n,
        )
    if n := counts.get("suggestion"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many changes were suggested.
        yield t.ngettext("%(n)s\xa0suggested change", "%(n)s\xa0suggested changes", n)


def _in_teams(counts: Mapping[str, int], t: Translator) -> Iterator[str]:
    if n := counts.get("team_member"):
        # Translators: An entry of a list of what will be erased. %(n)s is in how many teams somebody is counted.
        yield t.ngettext("%(n)s\xa0team in which you're counted", "%(n)s\xa0teams in which you're counted", n)
    if n := counts.get("team_owner"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many teams' settings somebody may change.
        yield t.ngettext(
            "%(n)s\xa0team whose summaries you set up: it stays, and admins can change it",
            "%(n)s\xa0teams whose summaries you set up: they stay, and admins can change them",
            n,
        )


def _looking_after(counts: Mapping[str, int], t: Translator) -> Iterator[str]:
    """The same of who looks after the framework."""
    if n := counts.get("framework_owner"):
        # Translators: An entry of a list of what will be erased: somebody is told of suggested changes.
        yield t.ngettext(
            "%(n)s\xa0note that you get the suggested changes to the framework",
            "%(n)s\xa0notes that you get the suggested changes to the framework",
            n,
        )


def _with_others(counts: Mapping[str, int], t: Translator) -> Iterator[str]:
    """The same of what a person chose to show to others."""
    if n := counts.get("offer"):
        # Translators: An entry of a list of what will be erased. %(n)s is with how many skills somebody offers to help.
        yield t.ngettext("%(n)s\xa0offer to help", "%(n)s\xa0offers to help", n)
    if n := counts.get("share"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many people somebody shows their
        # progress to, or sees the progress of.
        yield t.ngettext(
            "%(n)s\xa0person with whom you share progress, or who shares theirs with you",
            "%(n)s\xa0people with whom you share progress, or who share theirs with you",
            n,
        )


def _written(counts: Mapping[str, int], t: Translator) -> Iterator[str]:
    """The same of what Rung writes by itself."""
    if n := counts.get("set_aside"):
        # Translators: An entry of a list of what will be erased. %(n)s is of how many statements nobody wants a nudge.
        yield t.ngettext(
            "%(n)s\xa0statement of which you want no nudges", "%(n)s\xa0statements of which you want no nudges", n
        )
    if n := counts.get("delivery"):
        # Translators: An entry of a list of what will be erased. %(n)s is how many messages are noted.
        yield t.ngettext(
            "%(n)s\xa0note of a message that Rung sent or wanted to send by itself",
            "%(n)s\xa0notes of messages that Rung sent or wanted to send by itself",
            n,
        )
