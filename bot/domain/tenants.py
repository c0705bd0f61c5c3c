"""What admins chose for all of a tenant. Where they chose nothing, the deployment's default holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from enum import StrEnum
from hashlib import blake2b

from bot.domain.cadence import Cadence, Rhythm
from bot.domain.retention import Kept, Retention
from bot.domain.summaries import LEAST_GROUP

MOST_OWNERS = 10
KEPT_DAYS = (30, 90, 180, 365, 730, 1095)
"""What can be chosen: answers to what Rung sends can be taken back for a month at least."""


@dataclass(frozen=True, slots=True)
class Newcomers:
    """What a person's cadence begins with. Both rhythms off: nothing begins before the person says so."""

    nudges: Rhythm = Rhythm.FORTNIGHTLY
    check_ins: Rhythm = Rhythm.FORTNIGHTLY
    days: frozenset[int] = frozenset({2})
    opens: time = time(10)
    closes: time = time(12)
    country: str | None = None

    @property
    def is_off(self) -> bool:
        return self.nudges is Rhythm.OFF and self.check_ins is Rhythm.OFF

    def cadence(self, first_week: date) -> Cadence:
        """A day on which messages may come is no quiet one: where Sunday is worked, Sunday can be chosen."""
        quiet_days = Cadence(first_week).quiet_days - self.days
        return Cadence(
            first_week,
            self.nudges,
            self.check_ins,
            self.days,
            self.opens,
            self.closes,
            quiet_days=quiet_days,
            country=self.country,
        )


BUILT_IN = Newcomers()


class Setting(StrEnum):
    """What admins can choose: the name of a field of TenantSettings."""

    LANGUAGE = "language"
    NEWCOMERS = "newcomers"
    GROUP_SIZE = "group_size"
    OWNERS = "owners"
    RETENTION = "keeps"


@dataclass(frozen=True, slots=True)
class TenantSettings:
    """What holds in a tenant instead of the deployment's default; None, or no owners: the default.

    `language` is for whoever has none that Rung speaks, and for channels without one. `group_size` is of how many
    people a summary tells at least. `owners` look after the framework: user ids, sorted. `keeps` is for how many days
    something is kept, where that is shorter than the deployment keeps it.
    """

    language: str | None = None
    newcomers: Newcomers | None = None
    group_size: int | None = None
    owners: tuple[str, ...] = ()
    keeps: Mapping[Kept, int] = field(default_factory=dict)

    @property
    def begins_with(self) -> Newcomers:
        return self.newcomers or BUILT_IN

    @property
    def least_group(self) -> int:
        """Only ever more than the least that is built in."""
        return max(LEAST_GROUP, self.group_size or LEAST_GROUP)

    def retention(self, default: Retention) -> Retention:
        """Only ever shorter than the deployment's."""
        return Retention(**{kind.value: _shorter(default.of(kind), self.keeps.get(kind)) for kind in Kept})

    def ends_earlier(self, before: "TenantSettings", default: Retention) -> bool:
        """Whether anything is to be removed that would have been kept as it was chosen before."""
        now, then = self.retention(default), before.retention(default)
        pairs = [(now.of(kind), then.of(kind)) for kind in Kept]
        return any(kept is not None and (was is None or kept < was) for kept, was in pairs)

    def stamp(self, setting: Setting) -> str:
        """Another one whenever something else is chosen: by it is known whether a window shows what holds."""
        chosen = getattr(self, setting.value)
        if isinstance(chosen, Newcomers):
            shown: object = _plain(chosen)
        else:
            shown = sorted(chosen.items()) if isinstance(chosen, Mapping) else chosen
        return blake2b(repr(shown).encode(), digest_size=6).hexdigest()


def _shorter(default: timedelta | None, days: int | None) -> timedelta | None:
    if days is None:
        return default
    chosen = timedelta(days=days)
    return chosen if default is None else min(default, chosen)


def _plain(chosen: Newcomers) -> tuple[object, ...]:
    return (str(chosen.nudges), str(chosen.check_ins), sorted(chosen.days), chosen.opens, chosen.closes, chosen.country)
