"""Rating oneself: what is asked, what was typed so far, and what came of it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.answers import Card
from bot.domain.assessments import Change, GivenRating, LatestRating, Rating, is_changed_since_rated
from bot.domain.coaching import SkillProgress
from bot.domain.evidence import Evidence
from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel
from bot.domain.skills import Skill, Statement
from bot.domain.texts import text_hash

LEVELS_ASKED = 2
LONGEST_NOTE = 3_000  # characters, as Slack's own field takes


@dataclass(frozen=True, slots=True)
class Typed:
    """Ratings and notes by statement, as they were typed; `noted` are the statements whose note stands open."""

    ratings: Mapping[str, Rating] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    noted: frozenset[str] = frozenset()

    def dump(self) -> str:
        return json.dumps({"ratings": self.ratings, "notes": self.notes, "noted": sorted(self.noted)})

    @classmethod
    def load(cls, text: str) -> "Typed":
        held = json.loads(text)
        ratings = {statement: Rating(rating) for statement, rating in held["ratings"].items()}
        return cls(ratings, held["notes"], frozenset(held["noted"]))

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost with it."""
        return not (self.ratings or self.noted or any(note.strip() for note in self.notes.values()))

    def since(self, drawn: "Typed", earlier: "Typed") -> "Typed":
        """What of this is the person's own doing, since their window was drawn with `drawn` in its fields.

        A field that stands as it was drawn says nothing: another window may have said something newer. It does where
        something else was typed `earlier`, and taken back.
        """
        ratings, notes = self.ratings.items(), self.notes.items()
        return Typed(
            {one: rating for one, rating in ratings if one in earlier.ratings or drawn.ratings.get(one) is not rating},
            {one: note for one, note in notes if one in earlier.notes or drawn.notes.get(one, "") != note},
            self.noted,
        )

    def over(self, earlier: "Typed") -> "Typed":
        """What was typed earlier, with this in its place where both say something."""
        ratings, notes = {**earlier.ratings, **self.ratings}, {**earlier.notes, **self.notes}
        return Typed(ratings, notes, earlier.noted | self.noted)


@dataclass(frozen=True, slots=True)
class Entered:
    """What stands in the fields of one window, and what stood there when it was drawn."""

    id: str
    typed: Typed
    drawn: Typed


@dataclass(frozen=True, slots=True)
class Question:
    """One statement to be rated, with the evidence that its reader keeps for it.

    `rated_text` is what it said when it was rated, where that was another text.
    """

    statement: Statement
    latest: LatestRating | None
    rated_text: str | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """What a person is asked of one skill and role: the levels, lowest first, each with its questions.

    `evidence` is what they keep about the skill as a whole, or about statements that aren't asked.
    """

    card: Card
    levels: tuple[tuple[Level, tuple[Question, ...]], ...]
    typed: Typed
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a submission changed, how far the person is now, and the level that they might move up to.

    `base` is the level from which they go on: their own, or where none is known the one below that of the card.
    """

    card: Card
    changes: tuple[Change, ...]
    progress: SkillProgress
    base: CurrentLevel
    proposed: Level | None


def seen_texts(statements: Iterable[Statement], languages: Sequence[str]) -> dict[str, str]:
    """The hash of the text of each statement, by id, as somebody reads it who is shown those languages."""
    return {one.id: text_hash(one.text.shown(languages).text) for one in statements}


def is_reworded(skill: Skill, seen: Mapping[str, str], languages: Sequence[str]) -> bool:
    """Whether a statement that was seen says something else by now; one that the skill has lost doesn't."""
    now = seen_texts((skill.statements[one] for one in seen if one in skill.statements), languages)
    return any(seen[one] != text for one, text in now.items())


def levels_to_ask(card: Card, current: CurrentLevel | None) -> tuple[tuple[Level, tuple[Statement, ...]], ...]:
    """The current level and the next of which anything is expected; from the card's level where none is known.

    Where nothing is expected from there on, the highest levels of which anything is.
    A statement that both share is asked once, at the lower one.
    """
    ladder = card.skill.ladder
    if current is None or (current.level is not None and current.level not in ladder):
        start = ladder.position(card.level.id)
    else:
        start = ladder.position(current.level) if current.level else 0
    return _asked(card, ladder.levels[start:])[:LEVELS_ASKED] or _asked(card, ladder.levels)[-LEVELS_ASKED:]


def _asked(card: Card, levels: Iterable[Level]) -> tuple[tuple[Level, tuple[Statement, ...]], ...]:
    asked: list[tuple[Level, tuple[Statement, ...]]] = []
    seen: set[str] = set()
    for level in levels:
        new = tuple(s for s in living_statements(card, level) if s.id not in seen)
        seen.update(s.id for s in new)
        if new:
            asked.append((level, new))
    return tuple(asked)


def base_level(card: Card, current: CurrentLevel | None) -> CurrentLevel:
    """The person's own level; where none is known on this ladder, the level below the card's."""
    ladder = card.skill.ladder
    if current is not None and (current.level is None or current.level in ladder):
        return current
    position = ladder.position(card.level.id)
    return CurrentLevel(ladder.levels[position - 1].id if position else None)


def living_statements(card: Card, level: Level) -> tuple[Statement, ...]:
    """What the card's role is expected to show at a level, the mandatory first, each statement once."""
    cell = card.skill.requirements(card.role.id, level.id)
    statements = (s for requirement in cell for s in requirement.statements if not s.retired)
    return tuple({s.id: s for s in statements}.values())


def is_news(statement: Statement, given: GivenRating, latest: LatestRating | None) -> bool:
    """Whether a submitted rating is to be recorded: it says something that the newest one doesn't."""
    if latest is None or latest.rating is not given.rating or given.note:
        return True
    return is_changed_since_rated(statement, latest)
