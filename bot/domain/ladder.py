"""Ladders: ordered levels, and what comes after one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.texts import Text


@dataclass(frozen=True, slots=True)
class Level:
    """One step of a ladder. `aliases` are the other words that people type for it, in any language."""

    id: str
    name: Text
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """Levels from the first to the top."""

    id: str
    levels: tuple[Level, ...]
    _positions: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_positions", {level.id: n for n, level in enumerate(self.levels)})

    def __contains__(self, level_id: object) -> bool:
        return level_id in self._positions

    @property
    def first(self) -> Level:
        return self.levels[0]

    def level(self, level_id: str) -> Level:
        """The level of that id. Raises KeyError when it isn't on this ladder."""
        return self.levels[self._positions[level_id]]

    def position(self, level_id: str) -> int:
        """How far up a level stands, from 0. Raises KeyError when it isn't on this ladder."""
        return self._positions[level_id]

    def after(self, level_id: str) -> Level | None:
        """The level after this one, or None at the top."""
        position = self._positions[level_id] + 1
        return self.levels[position] if position < len(self.levels) else None
