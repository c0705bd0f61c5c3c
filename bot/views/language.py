"""Which language Rung speaks with somebody, and the menu to change it."""

from collections.abc import Sequence

from bot.domain.answers import Verb
from bot.i18n.translator import Translator, own_name
from bot.i18n.verbs import auto_words
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import Block, actions, echo, option, section, select
from bot.views.ids import Action

AUTO = "auto"


def language_blocks(
    t: Translator,
    languages: Sequence[str],
    *,
    chosen: str | None,
    command: str,
    unknown: str = "",
    saved: bool = False,
) -> list[Block]:
    """What is spoken now, or what was just saved, or which word was no language; and a menu of all languages.

    `chosen` is the person's own choice, None where Slack's setting is followed.
    """
    current = t.language_name(t.locale.content[0] if chosen else t.locale.language)
    if unknown:
        text = render("language/unknown", t, words=echo(unknown))
    elif saved:
        auto = typed(command, Verb.LANGUAGE, t, auto_words(t)[0])
        text = render("language/saved", t, chosen=bool(chosen), language=current, auto=auto)
    else:
        text = render("language/now", t, chosen=bool(chosen), language=current)
    # Translators: A choice in the menu of languages: the language of the person's Slack.
    options = [
        option(t.gettext("Same as Slack"), AUTO),
        *(option(own_name(code), code) for code in languages),
    ]
    # Translators: The placeholder of a menu with the names of languages.
    return [
        section(text),
        actions(select(Action.LANGUAGE_CHOOSE, t.gettext("Choose a language"), options, chosen or AUTO)),
    ]
