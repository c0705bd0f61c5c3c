"""The word for each verb of the command, and for how often Rung writes, in every language that Rung speaks."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import partial

from bot.domain.answers import TeamAct, Verb
from bot.domain.cadence import Cadence, Rhythm
from bot.domain.cadence_changes import Change, paused, paused_a_while, resumed, stopped, with_rhythm
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
        Verb.NUDGES: t.pgettext("command verb", "nudges, nudge, check-ins, check-in"),
        Verb.TEAM: t.pgettext("command verb", "team"),
        Verb.SHARE: t.pgettext("command verb", "share"),
        Verb.OFFER: t.pgettext("command verb", "offer"),
        Verb.STOP: t.pgettext("command verb", "stop, unsubscribe"),
        Verb.START: t.pgettext("command verb", "start, resume, continue"),
        Verb.PROFILE: t.pgettext("command verb", "profile"),
        Verb.LANGUAGE: t.pgettext("command verb", "language"),
        Verb.PRIVACY: t.pgettext("command verb", "privacy"),
        Verb.EXPORT: t.pgettext("command verb", "export"),
        Verb.FORGET: t.pgettext("command verb", "forget"),
        Verb.ADMIN: t.pgettext("command verb", "admin"),
        Verb.HELP: t.pgettext("command verb", "help"),
    }[verb]
    return _split(words)


def auto_words(t: Translator) -> tuple[str, ...]:
    """What a reader may type after `language` to follow Slack's own setting again."""
    return _split(t.pgettext("language choice", "auto"))


def verb_table(translators: Iterable[Translator]) -> Mapping[str, Verb]:
    """Every verb by every word for it; the English words work in all languages."""
    spoken = tuple(translators)
    return {fold(word): verb for t in reversed(spoken) for verb in Verb for word in verb_words(verb, t)}


def team_words(act: TeamAct, t: Translator) -> tuple[str, ...]:
    """What a reader may type after `team`, the words that are shown as an example first."""
    words = {
        TeamAct.SET_UP: t.pgettext("team", "settings, set up, setup"),
        TeamAct.SUMMARY: t.pgettext("team", "summary, last summary, show"),
        TeamAct.JOIN: t.pgettext("team", "join, count me in, count me"),
        TeamAct.LEAVE: t.pgettext("team", "leave, count me out, don't count me"),
    }[act]
    return _split(words)


def team_table(translators: Iterable[Translator]) -> Mapping[str, TeamAct]:
    """Everything that can be done with a team by all words for it; nothing at all sets it up."""
    spoken = tuple(translators)
    named = {fold(words): act for t in reversed(spoken) for act in TeamAct for words in team_words(act, t)}
    return {"": TeamAct.SET_UP, **named}


_ISO = re.compile(r"(?P<y>\d{4})\D(?P<m>\d{1,2})\D(?P<d>\d{1,2})$")
_DOTTED = re.compile(r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})$")


def _pause_for(days: int, cadence: Cadence, today: date) -> Cadence:
    return paused(cadence, today + timedelta(days=days), today)


def _in_rhythm(rhythm: Rhythm, cadence: Cadence, today: date) -> Cadence:
    return with_rhythm(cadence, rhythm)


_WEEKLY, _FORTNIGHTLY, _MONTHLY = (
    partial(_in_rhythm, one) for one in (Rhythm.WEEKLY, Rhythm.FORTNIGHTLY, Rhythm.MONTHLY)
)
_A_WEEK, _A_MONTH = partial(_pause_for, 7), partial(_pause_for, 30)


def cadence_words(change: Change, t: Translator) -> tuple[str, ...]:
    """What a reader may type to change how often Rung writes, the words that are shown as an example first."""
    words = {
        _WEEKLY: t.pgettext("how often", "weekly, every week, once a week"),
        _FORTNIGHTLY: t.pgettext(
            "how often", "every two weeks, every 2 weeks, every other week, fortnightly, biweekly"
        ),
        _MONTHLY: t.pgettext("how often", "monthly, every month, once a month"),
        stopped: t.pgettext("how often", "off, never, stop, stop writing, stop it, please stop, leave me alone"),
        resumed: t.pgettext("how often", "resume, start, continue, go on, on"),
        paused_a_while: t.pgettext(
            "how often", "pause two weeks, pause 2 weeks, pause for two weeks, pause for 2 weeks, pause"
        ),
        _A_WEEK: t.pgettext("how often", "pause a week, pause one week, pause 1 week, pause for a week"),
        _A_MONTH: t.pgettext("how often", "pause a month, pause one month, pause 1 month, pause for a month"),
    }[change]
    return _split(words)


def until_words(t: Translator) -> tuple[str, ...]:
    """What a reader may type before the date on which a pause ends."""
    return _split(t.pgettext("how often", "pause until, pause"))


CADENCE_EXAMPLES: tuple[Change, ...] = (_WEEKLY, _FORTNIGHTLY, _MONTHLY, stopped, paused_a_while, resumed)
_CHANGES: tuple[Change, ...] = (*CADENCE_EXAMPLES, _A_WEEK, _A_MONTH)


def cadence_table(translators: Iterable[Translator]) -> Mapping[str, Change]:
    """Every change of how often Rung writes by all words for it; the English words work in all languages."""
    spoken = tuple(translators)
    until = {fold(words): paused_a_while for t in spoken for words in until_words(t)}
    named = {fold(words): change for t in reversed(spoken) for change in _CHANGES for words in cadence_words(change, t)}
    return until | named


def cadence_change(words: str, table: Mapping[str, Change]) -> Change | None:
    """What words after the verb mean; None where they mean nothing. A pause may name the date on which it ends."""
    if (known := table.get(fold(words))) is not None:
        return known
    dated = _ISO.search(words.strip()) or _DOTTED.search(words.strip())
    if dated is None or table.get(fold(words.strip()[: dated.start()])) is not paused_a_while:
        return None
    try:
        until = date(*(int(dated[part]) for part in "ymd"))
    except ValueError:
        return None
    return partial(_pause_until, until)


def _pause_until(until: date, cadence: Cadence, today: date) -> Cadence:
    return paused(cadence, until, today)


def _split(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))
