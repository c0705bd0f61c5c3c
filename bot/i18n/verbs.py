"""The word for each verb of the command, in every language that Rung speaks."""

from collections.abc import Iterable, Mapping

from bot.domain.answers import Verb
from bot.domain.query import fold
from bot.i18n.translator import Translator


def verb_words(verb: Verb, t: Translator) -> tuple[str, ...]:
    """What a reader may type for a verb, the word that help shows first.

    A catalog may give several words, separated by commas.
    """
    words = {
        Verb.LIST: t.pgettext("command verb", "list"),
        Verb.FIND: t.pgettext("command verb", "find"),
        Verb.SHOW: t.pgettext("command verb", "show"),
        Verb.ASSESS: t.pgettext("command verb", "assess"),
        Verb.EVIDENCE: t.pgettext("command verb", "evidence"),
        Verb.PROGRESS: t.pgettext("command verb", "progress"),
        Verb.ONE_ON_ONE: t.pgettext("command verb", "one-on-one, 1:1, 1on1"),
        Verb.FOCUS: t.pgettext("command verb", "focus"),
        Verb.PROFILE: t.pgettext("command verb", "profile"),
        Verb.LANGUAGE: t.pgettext("command verb", "language"),
        Verb.PRIVACY: t.pgettext("command verb", "privacy"),
        Verb.EXPORT: t.pgettext("command verb", "export"),
        Verb.FORGET: t.pgettext("command verb", "forget"),
        Verb.HELP: t.pgettext("command verb", "help"),
    }[verb]
    return tuple(word.strip() for word in words.split(","))


def auto_words(t: Translator) -> tuple[str, ...]:
    """What a reader may type after `language` to follow Slack's own setting again."""
    return tuple(word.strip() for word in t.pgettext("language choice", "auto").split(","))


def verb_table(translators: Iterable[Translator]) -> Mapping[str, Verb]:
    """Every verb by every word for it; the English words work in all languages."""
    spoken = tuple(translators)
    return {fold(word): verb for t in reversed(spoken) for verb in Verb for word in verb_words(verb, t)}
