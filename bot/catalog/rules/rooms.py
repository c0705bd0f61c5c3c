"""Kinds of texts, and how much of each the views can show."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a text is, as an author calls it."""

    SKILL = "the name of a skill"
    ROLE = "the name of a role"
    LEVEL = "the name of a level"
    CATEGORY = "the name of a category"
    ALIAS = "an alias"
    SUMMARY = "a summary"
    STATEMENT = "a statement"
    SUGGESTION = "a suggestion"

    @property
    def is_sentence(self) -> bool:
        return self in (Kind.SUMMARY, Kind.STATEMENT, Kind.SUGGESTION)


@dataclass(frozen=True, slots=True)
class Room:
    """Characters. Beyond `most` no view shows the whole text, beyond `everywhere` some of them shorten it."""

    everywhere: int
    most: int


Rooms = Mapping[Kind, Room]
