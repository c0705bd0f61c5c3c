"""What a process counts while it runs, in plain numbers: whoever monitors it reads them, and nothing else does.

A label is always a word of ours or of Slack's, never one that somebody typed.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)  # seconds; Slack waits three for an answer
_A_WORD = re.compile(r"[a-z0-9_]{1,60}")
_MOST_WORDS = 200
_NOTED = 1_000  # requests, until they are counted


class RequestKind(StrEnum):
    """What somebody asks of us."""

    COMMAND = "command"
    ACTION = "action"
    SUBMISSION = "submission"
    OPTIONS = "options"
    SHORTCUT = "shortcut"
    EVENT = "event"
    PAGE = "page"
    OTHER = "other"  # what isn't known to be any of these: above all what was refused before it was read


class Outcome(StrEnum):
    """What came of a request."""

    OK = "ok"
    TOLD = "told"  # the person was told that what they asked for can't be done
    FAILED = "failed"  # by our fault, or because something that we need is gone
    REFUSED = "refused"  # a 4xx: not Slack's, not well-formed, or too much of it


class Histogram:
    """How many took how long; the last of `counts` are those beyond all bounds."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Tally:
    """The counts of one process, since it started. One thread alone counts, so nothing is locked.

    Requests are noted and counted many at a time: counting each would take longer than all else that is noted of it.
    """

    def __init__(self) -> None:
        self.errors: Counter[str] = Counter()  # by the name of the error, or "surprise"
        self.calls: Counter[tuple[str, str, str]] = Counter()  # to Slack, by method, outcome, and Slack's word
        self.call_seconds = Histogram()
        self.lost_connections: Counter[str] = Counter()  # of Socket Mode, by "routine" or "fault"
        self._noted: list[tuple[RequestKind, str, Outcome, float, bool]] = []
        self._requests: Counter[tuple[str, str, str]] = Counter()
        self._acks = {kind: Histogram() for kind in RequestKind}
        self._works = {kind: Histogram() for kind in RequestKind}
        self._words: set[str] = set()

    def answered(self, noted: tuple[RequestKind, str, Outcome, float, bool]) -> None:
        """A request has its answer: its kind, verb and outcome, after how many seconds, and whether all is done."""
        self._noted.append(noted)
        if len(self._noted) >= _NOTED:
            self._count()

    def done(self, kind: RequestKind, seconds: float) -> None:
        """What a request set off has come to its end, after its answer."""
        self._works[kind].observe(seconds)

    @property
    def requests(self) -> Counter[tuple[str, str, str]]:
        """By kind, verb and outcome."""
        self._count()
        return self._requests

    @property
    def acks(self) -> Mapping[RequestKind, Histogram]:
        """Until whoever asked has the answer."""
        self._count()
        return self._acks

    @property
    def works(self) -> Mapping[RequestKind, Histogram]:
        """Until all is done that a request set off."""
        self._count()
        return self._works

    def _count(self) -> None:
        noted, self._noted = self._noted, []
        for kind, verb, outcome, seconds, is_done in noted:
            self._requests[kind, verb, outcome] += 1
            self._acks[kind].observe(seconds)
            if is_done:
                self._works[kind].observe(seconds)

    def called(self, method: str, outcome: str, word: str, seconds: float) -> None:
        """Slack was called; `word` is its own for why it refused, else empty."""
        self.calls[method, outcome, self._known(word)] += 1
        self.call_seconds.observe(seconds)

    def _known(self, word: str) -> str:
        """Slack has a few hundred words in all; what is none, and what would be too many, counts as one."""
        if not word or word in self._words:
            return word
        if len(self._words) >= _MOST_WORDS or not _A_WORD.fullmatch(word):
            return "other"
        self._words.add(word)
        return word
