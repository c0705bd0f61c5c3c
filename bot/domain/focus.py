"""Focuses: the few skills that a person has chosen to grow in, and what may become of one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.ladder import Level
from bot.domain.skills import Framework, Role, Skill
from bot.errors import FocusAlreadyOpen, FocusEnded, NothingToGrowTowards, TooManyFocuses


class FocusState(StrEnum):
    """What has become of a focus."""

    ACTIVE = "active"
    PAUSED = "paused"
    ACHIEVED = "achieved"
    DROPPED = "dropped"


OPEN_STATES = (FocusState.ACTIVE, FocusState.PAUSED)


@dataclass(frozen=True, slots=True)
class Focus:
    """A skill in one role with a target level. `since` is when it came into its state."""

    skill: str
    role: str
    target: str
    state: FocusState
    started_at: datetime
    since: datetime

    @property
    def is_active(self) -> bool:
        return self.state is FocusState.ACTIVE

    @property
    def is_open(self) -> bool:
        """Neither achieved nor dropped. In one skill and role a person has at most one such focus."""
        return self.state in OPEN_STATES


class Part(StrEnum):
    """What of a focus the content may lose. Without a skill or a role nothing else of it is left."""

    SKILL = "skill"
    ROLE = "role"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Lost:
    """What the content has lost of a focus, and what it still knows of it. `targets` are levels to lead it to."""

    part: Part
    skill: Skill | None
    role: Role | None
    level: Level | None
    targets: tuple[Level, ...] = ()


def lost_part(focus: Focus, framework: Framework) -> Lost | None:
    """What the content has lost of a focus since it was aimed; None where all is there, again or still."""
    role = framework.roles.get(focus.role)
    skill = framework.skills.get(focus.skill)
    if skill is None:
        return Lost(Part.SKILL, None, role, None)
    level = skill.ladder.level(focus.target) if focus.target in skill.ladder else None
    targets = tuple(each for each in skill.ladder.levels if _is_expected(skill, focus.role, each.id))
    if not targets:
        return Lost(Part.ROLE, skill, role, level)
    return None if level in targets else Lost(Part.LEVEL, skill, role, level, targets)


def is_spoken_about(focus: Focus, skills: Mapping[str, Skill]) -> bool:
    """Whether Rung may write about it by itself: it is active, and the content has lost nothing of it."""
    skill = skills.get(focus.skill)
    return focus.is_active and skill is not None and _is_expected(skill, focus.role, focus.target)


def start_focus(mine: Iterable[Focus], skill: Skill, role: str, target: str, limit: int, now: datetime) -> Focus:
    """A new focus beside all that the person has had; at most `limit` are active at once.

    Raises FocusAlreadyOpen, TooManyFocuses and NothingToGrowTowards.
    """
    had = tuple(mine)
    if open_focus(had, skill.slug, role) is not None:
        raise FocusAlreadyOpen
    _require_room(had, limit)
    _require_expectations(skill, role, target)
    return Focus(skill.slug, role, target, FocusState.ACTIVE, now, now)


def open_focus(mine: Iterable[Focus], skill: str, role: str) -> Focus | None:
    """The focus of a skill and role that is active or paused."""
    return next((one for one in mine if one.is_open and (one.skill, one.role) == (skill, role)), None)


def aim_focus(focus: Focus, skill: Skill, target: str) -> Focus:
    """The focus with another target level. Raises FocusEnded and NothingToGrowTowards."""
    _require_open(focus)
    _require_expectations(skill, focus.role, target)
    return replace(focus, target=target)


def pause_focus(focus: Focus, now: datetime) -> Focus:
    """A paused focus takes no room among the active ones. Raises FocusEnded."""
    _require_open(focus)
    return _become(focus, FocusState.PAUSED, now)


def resume_focus(mine: Iterable[Focus], focus: Focus, limit: int, now: datetime) -> Focus:
    """Raises FocusEnded, and TooManyFocuses where `limit` others are active already."""
    _require_open(focus)
    if not focus.is_active:
        _require_room(mine, limit)
    return _become(focus, FocusState.ACTIVE, now)


def achieve_focus(focus: Focus, now: datetime) -> Focus:
    """The person says that they got there; what they rated doesn't decide it. Raises FocusEnded for a dropped one."""
    return _end(focus, FocusState.ACHIEVED, now)


def drop_focus(focus: Focus, now: datetime) -> Focus:
    """Raises FocusEnded for an achieved one."""
    return _end(focus, FocusState.DROPPED, now)


def _end(focus: Focus, state: FocusState, now: datetime) -> Focus:
    if focus.state is not state:
        _require_open(focus)
    return _become(focus, state, now)


def _become(focus: Focus, state: FocusState, now: datetime) -> Focus:
    """A second click on the same button changes nothing, not even the time."""
    return focus if focus.state is state else replace(focus, state=state, since=now)


def _require_open(focus: Focus) -> None:
    if not focus.is_open:
        raise FocusEnded


def _require_room(mine: Iterable[Focus], limit: int) -> None:
    if sum(one.is_active for one in mine) >= limit:
        raise TooManyFocuses


def _require_expectations(skill: Skill, role: str, target: str) -> None:
    if not _is_expected(skill, role, target):
        raise NothingToGrowTowards


def _is_expected(skill: Skill, role: str, level: str) -> bool:
    cell = skill.requirements(role, level)
    return any(not statement.retired for requirement in cell for statement in requirement.statements)
