"""Suggesting a change to a statement: the window for it, and what the framework's owners are told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.domain.discussion import LONGEST_SUGGESTION, Suggestion
from bot.domain.progress import local_day
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import Block, context, header, modal, mrkdwn, plain, section, shorten
from bot.views.fields import statement_input, words_input
from bot.views.ids import Modal
from bot.views.names import named, title_blocks

TOLD_AT_ONCE = 10
STATEMENT_SHOWN, TEXT_SHOWN = 300, 600  # characters: ten of both stay within what one message may hold


def suggest_modal(skill: Skill, t: Translator) -> dict[str, Any]:
    """Which statement, and what should be different; it says first who will read that."""
    return modal(
        callback_id=Modal.SUGGEST,
        # Translators: The title of a window, and a button, at most 24 characters.
        title=t.gettext("Suggest a change"),
        # Translators: The button that sends a suggestion, at most 24 characters.
        submit=t.gettext("Send"),
        close=t.gettext("Back"),
        blocks=[
            *title_blocks(skill.name, t),
            context(plain(t.gettext("It goes to the people who look after this framework, together with your name."))),
            # Translators: What stands over a menu with statements.
            statement_input(skill, t.gettext("Statement"), t),
            # Translators: What stands over the field for a suggestion.
            words_input("suggestion", t.gettext("What should be different, and why"), LONGEST_SUGGESTION),
        ],
        state=skill.slug,
    )


def suggested_modal(skill: Skill, statement: str, text: str, t: Translator) -> dict[str, Any]:
    """What was kept, and who will read it."""
    return modal(
        callback_id=Modal.SUGGEST,
        # Translators: The title of a window after something was saved, at most 24 characters.
        title=t.gettext("Saved"),
        close=t.gettext("Back"),
        blocks=[
            *title_blocks(skill.name, t),
            section(render("suggestions/saved", t)),
            context(plain(shorten(named(skill.statements[statement].text, t), TEXT_SHOWN))),
            {"type": "section", "text": plain(text)},
        ],
    )


def news_blocks(
    news: Sequence[Suggestion], skills: Mapping[str, Skill], zone: str | None, t: Translator
) -> list[Block]:
    """What an owner is told; `zone` is theirs, an IANA name."""
    # Translators: The title of a message. %(n)s is how many changes to the framework were suggested.
    title = t.ngettext("%(n)s\xa0suggested change", "%(n)s\xa0suggested changes", len(news))
    blocks = [header(title)]
    for suggestion in news[:TOLD_AT_ONCE]:
        blocks += _told(suggestion, skills.get(suggestion.skill), zone, t)
    rest = len(news) - TOLD_AT_ONCE
    return [*blocks, context(mrkdwn(render("suggestions/all", t, rest=max(rest, 0))))]


def _told(suggestion: Suggestion, skill: Skill | None, zone: str | None, t: Translator) -> Iterator[Block]:
    statement = skill.statements.get(suggestion.statement) if skill else None
    yield section(
        render(
            "suggestions/one",
            t,
            skill=shorten(named(skill.name, t), 100) if skill else suggestion.skill,
            statement=shorten(named(statement.text, t), STATEMENT_SHOWN) if statement else suggestion.statement,
            author=suggestion.author,
            date=t.date(local_day(suggestion.created_at, zone)),
        )
    )
    yield {"type": "section", "text": plain(shorten(suggestion.text, TEXT_SHOWN))}
