"""Words that somebody writes to Rung: whether they ask for something or tell something, and as they were written."""

import re

from bot.domain.answers import (
    Answer,
    AssessWish,
    Card,
    Comparison,
    FocusWish,
    Greeting,
    NoMatch,
    ProfileWish,
    ProgressWish,
    WhichPart,
)
from bot.domain.evidence import LONGEST_WORDS

_CODE = re.compile(r"<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>")

# Words of a request in which not all is understood; who writes more of them tells something.
_UNKNOWN, _ASKED, _ASKED_IN_THREAD = 3, 8, 2


def is_told(words: str, found: Answer, *, in_thread: bool) -> bool:
    """Whether words tell something, where `found` is what they would be answered with as a request.

    A skill's name or a verb asks; a sentence that only begins with one tells. In the thread of something that Rung
    asked, less is taken for a request.
    """
    if isinstance(found, NoMatch):
        return True
    if isinstance(found, (Greeting, Card, Comparison, AssessWish)):
        return False
    if isinstance(found, (FocusWish, ProfileWish, ProgressWish)) and found.card is not None:
        return False
    if isinstance(found, WhichPart) and len(found.words.split()) > _UNKNOWN:
        return True
    return len(words.split()) > (_ASKED_IN_THREAD if in_thread else _ASKED)


def as_written(sent: str) -> str:
    """What Slack sent, as whoever wrote it saw it: links and people stay, Slack's codes and escapes don't."""
    text = _CODE.sub(_spelt, sent)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip()


def to_keep(words: str) -> str:
    """What is kept of words: all, or where they are very long, their beginning."""
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1].rstrip() + "…"


def _spelt(code: re.Match[str]) -> str:
    sign, target, label = code[1], code[2], code[3]
    if not sign:
        is_said = not label or target.startswith(("mailto:", "tel:")) or target.rpartition("://")[2] == label
        return (label or target) if is_said else f"{label} ({target})"
    if sign == "!" and label:  # a group, or a date
        return label
    return f"{'#' if sign == '#' else '@'}{label or target}"
