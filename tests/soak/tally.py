"""What happened, and what of it counts as an error: not what was in flight in a process at the moment it was killed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

ANYBODY = ""  # the name of no process, for what concerns all of them
AFTERMATH = 0.5  # seconds after a process is gone in which connections to it may still break
RECOVERY = 5.0  # seconds after the database is back in which what waited for it may still fail


@dataclass(slots=True)
class Request:
    """One request of Slack's; `member` is the process that took it. Moments are monotonic, in seconds."""

    kind: str
    begun: float
    seconds: float = 0.0
    member: str = ANYBODY
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a person did, and what came of it: no problem where it had its effect."""

    kind: str
    begun: float
    ended: float
    members: frozenset[str]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """A process was killed, or the database restarted, of which no process was spared."""

    kind: str
    member: str
    begun: float
    ended: float

    def explains(self, members: Iterable[str], begun: float, ended: float) -> bool:
        """Whether what happened between two moments in these processes may have failed because of it."""
        after = AFTERMATH if self.member else RECOVERY
        hit = not self.member or self.member in members
        return hit and begun <= self.ended + after and ended >= self.begun


@dataclass(slots=True)
class Tally:
    """Everything, in order."""

    requests: list[Request] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    blows: list[Blow] = field(default_factory=list)
    memory: list[tuple[str, float, float]] = field(default_factory=list)  # process, moment, MiB

    def unexplained(self) -> Counter[str]:
        """Requests that failed for no reason from outside, by kind and problem."""
        return Counter(
            f"{one.kind}: {one.problem}" for one in self.requests if one.problem and not self._is_explained(one)
        )

    def explained(self) -> int:
        return sum(bool(one.problem) and self._is_explained(one) for one in self.requests)

    def vain(self) -> Counter[str]:
        """Acts without their effect, for no reason from outside."""
        return Counter(
            f"{one.kind}: {one.problem}"
            for one in self.acts
            if one.problem and not self._explains(one.members, one.begun, one.ended)
        )

    def oddities(self, slower: float) -> list[str]:
        """When what no blow explains went wrong, or took longer than so many seconds; and the blows. A line each."""
        acts = [one for one in self.acts if one.problem and not self._explains(one.members, one.begun, one.ended)]
        requests = [
            one for one in self.requests if (one.problem or one.seconds > slower) and not self._is_explained(one)
        ]
        told = [(one.begun, one.ended, f"{one.kind} {one.member}") for one in self.blows]
        told += [(one.begun, one.ended, f"{one.kind} {sorted(one.members)} {one.problem}") for one in acts]
        told += [(one.begun, one.begun + one.seconds, f"{one.kind} {one.member} {one.problem}") for one in requests]
        start = min((one.begun for one in self.requests), default=0.0)
        return [f"{begun - start:6.1f} s, for {ended - begun:5.2f} s: {what}" for begun, ended, what in sorted(told)]

    def seconds(self, kind: str | None = None) -> Sequence[float]:
        """How long the answers of one kind, or of all, took, but for those that a blow explains; sorted."""
        found = (one for one in self.requests if kind in (None, one.kind) and not self._is_explained(one))
        return sorted(one.seconds for one in found)

    def _is_explained(self, request: Request) -> bool:
        return self._explains({request.member}, request.begun, request.begun + request.seconds)

    def _explains(self, members: Iterable[str], begun: float, ended: float) -> bool:
        return any(blow.explains(members, begun, ended) for blow in self.blows)


def percentile(figures: Sequence[float], share: float) -> float:
    """Of sorted figures; 0 where there are none."""
    return figures[min(len(figures) - 1, int(len(figures) * share))] if figures else 0.0
