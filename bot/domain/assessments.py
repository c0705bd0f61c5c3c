"""Assessments: what somebody says of a person about one statement at one time, and what is kept until it is said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.people import PersonId
from bot.domain.skills import Skill, Statement
from bot.domain.texts import text_hash


class Rating(StrEnum):
    """How far a person is with one statement, from the lowest to the highest."""

    NOT_YET = "not_yet"
    PRACTISING = "practising"
    CONSISTENT = "consistent"

    @property
    def height(self) -> int:
        """0 for the lowest."""
        return tuple(Rating).index(self)


@dataclass(frozen=True, slots=True)
class GivenRating:
    """A rating at the moment when it is given, beside the texts that it is about.

    `source` is the English text; `shown` is what stood before the person, in the language `locale`.
    """

    skill: str
    statement: str
    rating: Rating
    note: str
    locale: str
    source: str
    shown: str

    @classmethod
    def of(
        cls, skill: str, statement: Statement, rating: Rating, chain: Sequence[str], note: str = ""
    ) -> "GivenRating":
        """Of a statement as it is shown now to a reader with that chain of languages."""
        shown = statement.text.shown(chain)
        return cls(skill, statement.id, rating, note, shown.locale, statement.text.source, shown.text)

    @property
    def source_hash(self) -> str:
        return text_hash(self.source)

    @property
    def shown_hash(self) -> str:
        return text_hash(self.shown)

    def as_latest(self, at: datetime) -> "LatestRating":
        """What stands as the newest rating once this one is recorded."""
        return LatestRating(self.rating, self.locale, self.source_hash, self.shown_hash, at)


@dataclass(frozen=True, slots=True)
class Assessment:
    """One rating as it was recorded. `previous` is the author's rating before it; None where it was the first."""

    subject: PersonId
    author: PersonId
    skill: str
    statement: str
    rating: Rating
    previous: Rating | None
    note: str
    locale: str
    source_hash: str
    shown_hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LatestRating:
    """The newest rating of one statement, and which texts it was about."""

    rating: Rating
    locale: str
    source_hash: str
    shown_hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What recording a rating did. `before` None: the statement had never been rated."""

    skill: str
    statement: str
    before: Rating | None
    after: Rating

    @property
    def is_move(self) -> bool:
        return self.before is not self.after


@dataclass(frozen=True, slots=True)
class Submitted:
    """With what a rating arrived, and the rating before it."""

    submission: str
    previous: Rating | None


@dataclass(frozen=True, slots=True)
class Draft:
    """Ratings and notes that were typed and not yet submitted. `content` is JSON, for whoever wrote it to read."""

    skill: str
    role: str
    content: str
    updated_at: datetime


def consistent_statements(latest: Mapping[str, LatestRating]) -> frozenset[str]:
    """The ids of the statements that count: those whose latest rating is consistent."""
    return frozenset(statement for statement, one in latest.items() if one.rating is Rating.CONSISTENT)


def is_changed_since_rated(statement: Statement, latest: LatestRating) -> bool:
    """Whether the English text is another one now than the one that was rated; a new translation changes nothing."""
    return statement.text.hash != latest.source_hash


def changed_since_rated(skill: Skill, latest: Mapping[str, LatestRating]) -> tuple[Statement, ...]:
    """The statements of a skill, in its order, that were rated and say something else now; not retired ones."""
    return tuple(
        statement
        for statement in skill.statements.values()
        if not statement.retired
        and (rated := latest.get(statement.id)) is not None
        and is_changed_since_rated(statement, rated)
    )
