"""What the picture of a team shows: how many stand at each level or above it, in bands, skill by skill."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.domain.summaries import Band

MOST_SKILLS = 30  # a taller picture is shrunk by Slack until nobody can read it


@dataclass(frozen=True, slots=True)
class TeamSkill:
    """One skill: a band for each level of its ladder, from the lowest; None where there is nothing to show."""

    skill: str
    bands: tuple[Band | None, ...]


@dataclass(frozen=True, slots=True)
class TeamLadder:
    """The skills that stand on one ladder, and the names of its levels."""

    levels: tuple[str, ...]
    skills: tuple[TeamSkill, ...]


@dataclass(frozen=True, slots=True)
class TeamPicture:
    """All that is shown, in the channel's language. `key` says what the marks are of, `words` each of them.

    The first MOST_SKILLS skills are drawn; `more` is what is said of the others.
    """

    title: str
    subtitle: str
    key: str
    words: Mapping[Band, str]
    not_shown: str
    ladders: tuple[TeamLadder, ...]
    more: str = ""

    @property
    def drawn(self) -> tuple[TeamLadder, ...]:
        return tuple(self._drawn())

    def _drawn(self) -> Iterator[TeamLadder]:
        room = MOST_SKILLS
        for ladder in self.ladders:
            if skills := ladder.skills[:room]:
                yield TeamLadder(ladder.levels, skills)
            room -= len(skills)

    def legend(self) -> Iterator[tuple[Band | None, str]]:
        """Each mark with its word, from the fewest; the one for nothing where it stands in the picture."""
        yield from ((band, self.words[band]) for band in Band)
        if any(None in skill.bands for ladder in self.drawn for skill in ladder.skills):
            yield None, self.not_shown
