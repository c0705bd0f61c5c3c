"""What the picture of progress shows: on one ladder, where a person stood and stands in each skill."""

from collections.abc import Iterator
from dataclasses import dataclass

MOST_SKILLS = 10  # a taller picture is shrunk by Slack until nobody can read it


@dataclass(frozen=True, slots=True)
class SkillProgress:
    """Where a person stands in one skill. A standing is how many levels are reached: 0 is "not yet" the first.

    `before` is None where nothing earlier is known. `note` is how far the next level is, in a few words.
    """

    skill: str
    now: int
    before: int | None = None
    note: str = ""

    @property
    def left(self) -> int | None:
        """The standing that the person has moved from; None where none is known or nothing has changed."""
        return None if self.before == self.now else self.before


@dataclass(frozen=True, slots=True)
class InWords:
    """What the picture says of one skill. `before` is None where it says nothing: unknown, or the same as now."""

    skill: str
    before: str | None
    now: str
    note: str


@dataclass(frozen=True, slots=True)
class ProgressPicture:
    """All that is shown, in the reader's language. `levels` go from the lowest to the top; `not_yet` is below them.

    The first MOST_SKILLS skills are drawn; `more` is what is said of the others.
    """

    title: str
    subtitle: str
    levels: tuple[str, ...]
    not_yet: str
    skills: tuple[SkillProgress, ...]
    more: str = ""

    @property
    def drawn(self) -> tuple[SkillProgress, ...]:
        return self.skills[:MOST_SKILLS]

    def in_words(self) -> Iterator[InWords]:
        """What the picture says of each skill that it shows, from top to bottom: what an alt text is made of."""
        names = (self.not_yet, *self.levels)
        for each in self.drawn:
            before = None if each.left is None else names[each.left]
            yield InWords(each.skill, before, names[each.now], each.note)
