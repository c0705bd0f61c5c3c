"""What a person finds on their home tab and in the list of their focuses, as facts to be drawn."""

from dataclasses import dataclass

from bot.domain.answers import Card
from bot.domain.coaching import LevelProgress, PathToLevel
from bot.domain.deliveries import Schedule
from bot.domain.focus import Focus, Lost
from bot.domain.history import Move
from bot.domain.skills import Statement
from bot.domain.tenants import BUILT_IN, Newcomers


@dataclass(frozen=True, slots=True)
class Way:
    """How far a focus has come. `card` is that of the target level, `aim` the target alone, `path` all up to it."""

    card: Card
    aim: LevelProgress
    path: PathToLevel


@dataclass(frozen=True, slots=True)
class FocusStanding:
    """A focus with its way, or with what the content has `lost` of it: of the two, one is None."""

    focus: Focus
    way: Way | None
    lost: Lost | None = None

    @property
    def is_covered(self) -> bool:
        """Whether the target is reached, so that the person may be asked if the focus is achieved."""
        return self.focus.is_open and self.way is not None and self.way.path.is_reached


@dataclass(frozen=True, slots=True)
class NextStep:
    """One statement to look at next, at the level of the card."""

    card: Card
    statement: Statement


@dataclass(frozen=True, slots=True)
class Home:
    """One person's home. `drafts` and `changed` lead to windows; `focuses` are the open ones, the active first.

    `changed` counts, for each skill, the statements that say something else than what was rated. `moves` are of the
    time that `load_home` looks back on. `schedule` None: the person was never asked when Rung may write.
    `teams` are the channels in which they are counted. `newcomers` is what a schedule would begin with.
    """

    drafts: tuple[Card, ...]
    next: NextStep | None
    focuses: tuple[FocusStanding, ...]
    changed: tuple[tuple[Card, int], ...]
    moves: tuple[Move, ...]
    rated: int
    schedule: Schedule | None = None
    teams: tuple[str, ...] = ()
    newcomers: Newcomers = BUILT_IN

    @property
    def has_active_focus(self) -> bool:
        """Whether there is one that Rung may write about."""
        return any(one.focus.is_active and one.lost is None for one in self.focuses)

    @property
    def is_new(self) -> bool:
        """Whether the person has begun nothing yet."""
        return not (self.drafts or self.focuses or self.rated)
