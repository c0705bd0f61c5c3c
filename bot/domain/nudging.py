"""What Rung speaks about when nobody asked: the statement of a nudge, and those of a check-in.

Only active focuses have a say, in turn: the one that was spoken about longest ago comes first, and of several that
never were the first that is given. Of a focus, the levels on the way to its target come lowest first; those that are
covered already, of which only optional statements are left, come last. Within a level the mandatory statements come
before the optional ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.domain.assessments import LatestRating, Rating
from bot.domain.coaching import PathToLevel
from bot.domain.focus import Focus
from bot.domain.home import FocusStanding
from bot.domain.ladder import Level
from bot.domain.skills import Statement

MOST_ASKED = 3

_NEVER = datetime.min.replace(tzinfo=UTC)
_WORTH_ASKING = (Rating.PRACTISING, None, Rating.NOT_YET)

# A statement by its skill and id: the same sentence, for whatever role it is shown.
Key = tuple[str, str]
_Group = tuple[Level, bool, tuple[Statement, ...]]


@dataclass(frozen=True, slots=True)
class Nudged:
    """That a nudge was about a statement."""

    skill: str
    role: str
    statement: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """That a check-in was about statements of a skill and role."""

    skill: str
    role: str
    statements: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Topic:
    """An open statement, the focus for which it matters, and the level at which it stands."""

    focus: Focus
    level: Level
    statement: Statement
    mandatory: bool

    @property
    def key(self) -> Key:
        return self.focus.skill, self.statement.id


def choose_statement(
    standings: Iterable[FocusStanding], nudged: Iterable[Nudged], set_aside: Set[Key] = frozenset()
) -> Topic | None:
    """What to nudge about next; None where nothing is open that the person wants to hear about.

    `nudged` are the nudges so far, in any order. Of the statements of one level and weight the one comes that was
    nudged longest ago, and those that never were in the order of the framework. The statement of the latest nudge
    comes again only where nothing else is open in any focus.
    """
    history = sorted(nudged, key=lambda one: one.at)
    heard = _places((one.skill, one.statement) for one in history)
    turns = _places((one.skill, one.role) for one in history)
    latest = (history[-1].skill, history[-1].statement) if history else None
    topics = [
        topic
        for focus, path in _in_turn(standings, turns)
        for group in _groups(path)
        for topic in sorted(_topics(focus, group), key=lambda topic: heard.get(topic.key, -1))
        if topic.key not in set_aside
    ]
    return next((topic for topic in topics if topic.key != latest), topics[0] if topics else None)


def check_in_statements(
    standings: Iterable[FocusStanding],
    checked_in: Iterable[CheckedIn],
    latest: Mapping[str, Mapping[str, LatestRating]],
) -> tuple[Topic, ...]:
    """Up to three open statements of one focus to ask about; empty where nothing is open.

    `checked_in` are the check-ins so far, in any order, `latest` the ratings by skill and statement. Within a level
    and weight a coach asks about what somebody practises, since there something may have moved; then about what they
    never rated, since nobody knows; and last about what they said is not yet, for to be asked that again and again is
    no help. Among equals the one comes that was asked longest ago, then the one that was rated longest ago.
    """
    history = sorted(checked_in, key=lambda one: one.at)
    asked = _places((one.skill, statement) for one in history for statement in one.statements)
    turns = _places((one.skill, one.role) for one in history)

    def urgency(topic: Topic) -> tuple[int, int, datetime]:
        rated = latest.get(topic.focus.skill, {}).get(topic.statement.id)
        standing = _WORTH_ASKING.index(rated.rating if rated else None)
        return standing, asked.get(topic.key, -1), rated.at if rated else _NEVER

    for focus, path in _in_turn(standings, turns):
        ordered = [topic for group in _groups(path) for topic in sorted(_topics(focus, group), key=urgency)]
        if ordered:
            return tuple(ordered[:MOST_ASKED])
    return ()


def open_topics(standings: Iterable[FocusStanding]) -> tuple[Topic, ...]:
    """All that is open in active focuses, in the order in which it is worth speaking about."""
    return tuple(
        topic for focus, path in _in_turn(standings, {}) for group in _groups(path) for topic in _topics(focus, group)
    )


def _in_turn(
    standings: Iterable[FocusStanding], turns: Mapping[tuple[str, str], int]
) -> Iterator[tuple[Focus, PathToLevel]]:
    """The active focuses of which the content still knows, the one whose turn it is first."""
    active = [(one.focus, one.way.path) for one in standings if one.focus.is_active and one.way is not None]
    yield from sorted(active, key=lambda one: turns.get((one[0].skill, one[0].role), -1))


def _groups(path: PathToLevel) -> Iterator[_Group]:
    """What is open on a way, by level and weight; a statement that several levels share stands in the first alone."""
    seen: set[str] = set()
    for one in sorted(path.levels, key=lambda one: one.is_covered):
        for mandatory, found in ((True, one.mandatory_open), (False, one.optional_open)):
            yield one.level, mandatory, tuple(statement for statement in found if statement.id not in seen)
            seen.update(statement.id for statement in found)


def _topics(focus: Focus, group: _Group) -> Iterator[Topic]:
    level, mandatory, statements = group
    return (Topic(focus, level, statement, mandatory) for statement in statements)


def _places(history: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The last place of each in a history that goes from the oldest to the newest."""
    return {key: place for place, key in enumerate(history)}
