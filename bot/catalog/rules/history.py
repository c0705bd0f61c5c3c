"""Rules about what became of an older copy of the content: an id is kept, and means what it meant."""

import re
from collections.abc import Iterator

from bot.catalog.rules.registry import Content, Finding
from bot.catalog.skill_files import SkillForms

# Of 100, by the words of four letters and more, compared by how they begin. Of two statements of the bundled content 99
# in 100 pairs share less than 25.
LEAST_SHARED = 20
_WORD = re.compile(r"[^\W\d_]{4,}")
_BEGINNING = 5  # letters


def ids_kept(content: Content) -> Iterator[Finding]:
    earlier = {skill.slug: skill for skill in content.earlier}
    for skill in content.skills:
        if before := earlier.get(skill.slug):
            yield from _of_skill(before, skill)


def _of_skill(before: SkillForms, skill: SkillForms) -> Iterator[Finding]:
    for key, was in before.form.statements.items():
        said = skill.form.statements.get(key)
        if said is None:
            told = f'"{key}" was here and is gone; keep it with `retired: true`, so that ratings keep their text'
            yield Finding("lost-id", skill.file, ("statements",), told)
        elif _shared(was.text, said.text) < LEAST_SHARED:
            told = f'said "{was.text}" before; if it means something else now, retire it and take another id'
            yield Finding("reused-id", skill.file, ("statements", key, "text"), told)


def _shared(first: str, second: str) -> float:
    """How many of the words of the shorter text the other one has too, of 100."""
    one, other = ({word[:_BEGINNING].casefold() for word in _WORD.findall(text)} for text in (first, second))
    return 100 * len(one & other) / max(1, min(len(one), len(other)))
