"""What people say about the framework: comments to a skill, suggestions to a statement, searches in vain."""

from dataclasses import dataclass
from datetime import datetime

LONGEST_COMMENT = 3_000  # characters, as Slack's own field takes
LONGEST_SUGGESTION = 3_000
LONGEST_SEARCH = 60  # characters; who types more tells something and searches for nothing
MOST_SEARCHED = 5  # words, likewise


@dataclass(frozen=True, slots=True)
class Comment:
    """One contribution to a skill's discussion. One that was removed has neither author nor text."""

    id: str
    skill: str
    author: str | None
    text: str | None
    created_at: datetime
    edited_at: datetime | None

    @property
    def is_removed(self) -> bool:
        return self.text is None


@dataclass(frozen=True, slots=True)
class CommentPage:
    """Comments, the newest first. `has_more`: older ones follow the last one here."""

    comments: tuple[Comment, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change to a statement that somebody proposed. `told_at` None: the framework's owners don't know it yet."""

    id: str
    author: str
    skill: str
    statement: str
    text: str
    created_at: datetime
    told_at: datetime | None


@dataclass(frozen=True, slots=True)
class SearchMiss:
    """Folded words that a search found nothing for; nobody's name is kept with them."""

    words: str
    count: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Heard:
    """What one tenant's people want of the framework.

    Suggestions are in the order in which they came, searches in vain the most frequent first.
    """

    tenant: str
    suggestions: tuple[Suggestion, ...]
    misses: tuple[SearchMiss, ...]
