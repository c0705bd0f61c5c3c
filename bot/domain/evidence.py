"""Evidence: messages that a person keeps because they show what the person does."""

from dataclasses import dataclass
from datetime import datetime

LONGEST_WORDS = 1_000  # characters


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message's link and the person's own words. `statement` None: it is about the skill as a whole."""

    id: str
    link: str
    words: str
    skill: str
    statement: str | None
    created_at: datetime
