"""Taking back an answer where nothing is ever taken out of a history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from bot.domain.assessments import Rating, Submitted

_UNDO = "undo "


@dataclass(frozen=True, slots=True)
class Undoing:
    """What taking back the answers to one message comes to.

    `appended` are the ratings to add, by statement. Of what is among `never_rated` there was none before; what is
    among `rated_since` was rated again in another place, and that stays.
    """

    appended: Mapping[str, Rating]
    never_rated: frozenset[str]
    rated_since: frozenset[str]


def answer_id(message: str, click: str) -> str:
    """What a rating is submitted with that answers a message."""
    return f"{message} {click}"


def undo_id(message: str, click: str) -> str:
    """What the rating is submitted with that takes such answers back."""
    return f"{_UNDO}{message} {click}"


def undoing(message: str, history: Mapping[str, Sequence[Submitted]]) -> Undoing:
    """All answers to the message since it was last taken back; `history` has each statement's newest first.

    What holds after it is the rating from before the first of them. A first rating can't be undone to none: it becomes
    "not yet", which counts for as much. Taken back twice, it changes nothing more.
    """
    appended, never, since = {}, set(), set()
    for statement, submitted in history.items():
        answers = list(takewhile(lambda one: _answers(one, message), submitted))
        if answers:
            before = answers[-1].previous
            appended[statement] = before or Rating.NOT_YET
            if before is None:
                never.add(statement)
        elif _is_answered(submitted, message):
            since.add(statement)
    return Undoing(appended, frozenset(never), frozenset(since))


def _answers(one: Submitted, message: str) -> bool:
    return one.submission.startswith(f"{message} ")


def _is_answered(submitted: Sequence[Submitted], message: str) -> bool:
    """Whether the last that the message brought is an answer, and not that it was taken back."""
    for one in submitted:
        if _answers(one, message):
            return True
        if one.submission.startswith(f"{_UNDO}{message} "):
            return False
    return False
