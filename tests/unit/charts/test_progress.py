"""What the picture says in words."""

import pytest

from bot.charts.progress import MOST_SKILLS, InWords, ProgressPicture, SkillProgress

LEVELS = ("Junior", "Middle", "Senior")


def picture(*skills: SkillProgress) -> ProgressPicture:
    return ProgressPicture("Progress", "This year", LEVELS, "Not yet Junior", skills)


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (2, 3, ("Middle", "Senior")),
        (3, 2, ("Senior", "Middle")),
        (0, 1, ("Not yet Junior", "Junior")),
        (1, 0, ("Junior", "Not yet Junior")),
        (None, 0, (None, "Not yet Junior")),
        (None, 3, (None, "Senior")),
        (2, 2, (None, "Middle")),
        (0, 0, (None, "Not yet Junior")),
    ],
)
def test_an_earlier_standing_is_told_where_it_is_known_and_another(
    before: int | None, now: int, told: tuple[str | None, str]
) -> None:
    shown = picture(SkillProgress("Hiring", now, before, "1 of 2"))
    assert list(shown.in_words()) == [InWords("Hiring", *told, "1 of 2")]


def test_skills_are_told_in_their_order_and_as_many_as_are_drawn() -> None:
    skills = [SkillProgress(f"Skill {n}", 1) for n in range(MOST_SKILLS + 2)]
    assert [words.skill for words in picture(*skills).in_words()] == [f"Skill {n}" for n in range(MOST_SKILLS)]
