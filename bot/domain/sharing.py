"""Showing one's progress to one person: what was chosen, and how both see each statement, side by side."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bot.domain.assessments import LatestRating, Rating
from bot.domain.ladder import Level
from bot.domain.people import PersonId
from bot.domain.progress import SkillHistory
from bot.domain.skills import Skill, Statement


@dataclass(frozen=True, slots=True)
class Share:
    """What one person, the subject, shows another one, the viewer: their progress in skills, by slug.

    `message` is where the viewer was told, a channel and a time stamp; None where they weren't, or aren't yet.
    """

    subject: PersonId
    viewer: PersonId
    skills: tuple[str, ...]
    is_hidden: bool = False
    message: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """One statement as the subject rates it, and as the viewer sees it; None while they said nothing of it."""

    statement: Statement
    own: Rating
    view: Rating | None


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A skill of which the subject has rated something. Each statement stands once, at the lowest of its levels."""

    history: SkillHistory
    levels: tuple[tuple[Level, tuple[Pair, ...]], ...]

    @property
    def skill(self) -> Skill:
        return self.history.skill

    @property
    def compared(self) -> tuple[Pair, ...]:
        """Those of which the viewer has said something."""
        return tuple(pair for _, pairs in self.levels for pair in pairs if pair.view is not None)

    @property
    def alike(self) -> int:
        """How many of them both see the same way."""
        return sum(pair.own is pair.view for pair in self.compared)


def side_by_side(
    history: SkillHistory, own: Mapping[str, LatestRating], views: Mapping[str, LatestRating]
) -> SideBySide:
    """`own` are the subject's ratings by statement, `views` the viewer's; what the subject didn't rate isn't shown."""
    seen: set[str] = set()
    levels = []
    for level in history.progress.levels:
        statements = [statement for part in level.requirements for statement in (*part.consistent, *part.open)]
        fresh = {one.id: one for one in statements if one.id in own and one.id not in seen}
        seen |= fresh.keys()
        if fresh:
            order = [one for one in history.skill.statements if one in fresh]
            pairs = tuple(_pair(fresh[one], own, views) for one in order)
            levels.append((level.level, pairs))
    return SideBySide(history, tuple(levels))


def statements_to_view(side: SideBySide, wanted: Collection[str]) -> dict[str, Statement]:
    """Those among the wanted ones of which the viewer may say something: what the subject has rated."""
    shown = {pair.statement.id: pair.statement for _, pairs in side.levels for pair in pairs}
    return {one: shown[one] for one in wanted if one in shown}


def _pair(statement: Statement, own: Mapping[str, LatestRating], views: Mapping[str, LatestRating]) -> Pair:
    view = views.get(statement.id)
    return Pair(statement, own[statement.id].rating, view.rating if view else None)
