"""Preparing a 1:1: what moved, what shows it, and one thing to ask for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.coaching import LevelProgress, path_to_level, skill_progress
from bot.domain.evidence import Evidence
from bot.domain.focus import Focus, is_spoken_about
from bot.domain.history import Move
from bot.domain.ladder import Level
from bot.domain.people import Profile
from bot.domain.progress import ProgressReport, SkillHistory
from bot.domain.skills import Skill, Statement

WEEKS = (2, 4, 12)
USUAL_WEEKS = 4
LONGEST_TEXT = 3_000  # characters, as Slack's own field takes


@dataclass(frozen=True, slots=True)
class Ask:
    """A statement that is still open on the way to a level."""

    skill: Skill
    level: Level
    statement: Statement


@dataclass(frozen=True, slots=True)
class OneOnOne:
    """What a text for a 1:1 is made of. `moves` go skill by skill; they and `evidence` have the newest first."""

    since: datetime
    moves: tuple[tuple[Skill, Move], ...]
    evidence: tuple[Evidence, ...]
    ask: Ask | None


def one_on_one(
    report: ProgressReport, focuses: Iterable[Focus], skills: Mapping[str, Skill], profile: Profile
) -> OneOnOne:
    """The ask comes from an active focus where there is one with something open, else from what was rated last.

    `skills` are those of the content: a focus of which it has lost something is passed over.
    """
    moves = [(one.skill, move) for one in report.skills for move in one.moves]
    by_skill = {(one.skill.slug, one.role): one for one in report.skills}
    asks = [
        _of_focus(focus, skills[focus.skill], by_skill.get((focus.skill, focus.role)), profile)
        for focus in focuses
        if is_spoken_about(focus, skills)
    ]
    ask = next((found for found in (*asks, *map(_of_next, report.skills)) if found), None)
    return OneOnOne(report.since, tuple(moves), report.evidence, ask)


def _of_focus(focus: Focus, skill: Skill, history: SkillHistory | None, profile: Profile) -> Ask | None:
    progress = history.progress if history else skill_progress(skill, focus.role, frozenset())
    current = history.standing if history else profile.current_level(skill.slug, focus.role)
    path = path_to_level(progress, focus.target, current)
    return _first_open(skill, next((one for one in path.levels if not one.is_covered), None))


def _of_next(history: SkillHistory) -> Ask | None:
    above = history.progress.above(history.standing)
    return _first_open(history.skill, next((one for one in above if one.is_defined and not one.is_covered), None))


def _first_open(skill: Skill, level: LevelProgress | None) -> Ask | None:
    """A mandatory statement where there are any: those decide."""
    if level is None:
        return None
    statement = next((statement for part in level.deciding for statement in part.open), None)
    return Ask(skill, level.level, statement) if statement else None
