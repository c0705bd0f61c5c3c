"""Rules about what statements say, and how they stand to each other."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rapidfuzz import fuzz

from bot.catalog.reader import Place
from bot.catalog.rules.lexicon import unobservable as unobservable_words
from bot.catalog.rules.registry import Content, Finding
from bot.catalog.rules.rooms import Kind
from bot.catalog.rules.walking import skill_texts
from bot.catalog.skill_files import SkillForms
from bot.catalog.translations import requirements

ALIKE = 90  # of 100, for two statements of one skill
BOILERPLATE = 92  # of 100, for two statements of two skills without the skills' names
_NAME = "\0"
_WORDS_COMPARED = 4  # at the beginning or the end: two texts that share neither are not alike


def duplicate_statement(content: Content) -> Iterator[Finding]:
    for skill in content.skills:
        owners: dict[tuple[str, str], str] = {}
        for said in skill_texts(skill):
            if said.kind is Kind.STATEMENT:
                key = str(said.place[1])
                owner = owners.setdefault((said.locale, _plain(said.text)), key)
                if owner != key:
                    told = f'says the same as "{owner}"; refer to that one, or say what differs'
                    yield Finding("duplicate-statement", said.file, said.place, told)


def _plain(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())


def levels_alike(content: Content) -> Iterator[Finding]:
    for skill in content.skills:
        told: set[tuple[str, str]] = set()
        for role, lower, higher in _steps(skill):
            below, above = _statements(skill, role, lower), _statements(skill, role, higher)
            place: Place = ("roles", role, higher)
            if below == above:
                yield Finding("levels-alike", skill.file, place, f'asks for just what "{lower}" does; say what is new')
                continue
            for pair in _alike(skill, [key for key, _ in below], [key for key, _ in above]):
                if pair not in told:
                    told.add(pair)
                    message = f'"{pair[1]}" says nearly the same as "{pair[0]}" of "{lower}"; say what is new'
                    yield Finding("levels-alike", skill.file, place, message)


def _steps(skill: SkillForms) -> Iterator[tuple[str, str, str]]:
    """Each role with two levels that follow each other among those that are defined for it."""
    for role, cells in skill.form.roles.items():
        defined = [level.id for level in skill.ladder.levels if level.id in cells]
        yield from ((role, lower, higher) for lower, higher in pairwise(defined))


def _statements(skill: SkillForms, role: str, level: str) -> set[tuple[str, bool]]:
    cell = skill.form.roles[role][level]
    return {(key, requirement.mandatory) for requirement in cell for key in requirement.statements}


def _alike(skill: SkillForms, below: Sequence[str], above: Sequence[str]) -> Iterator[tuple[str, str]]:
    said = skill.form.statements
    for first in sorted(below):
        for second in sorted(above):
            if first != second and fuzz.ratio(said[first].text, said[second].text, score_cutoff=ALIKE):
                yield first, second


def boilerplate(content: Content) -> Iterator[Finding]:
    """English statements that are the same in two skills but for the skills' names."""
    seen: dict[tuple[str, ...], tuple[str, str, str]] = {}
    for skill in content.skills:
        names = _name_pattern(skill)
        for key, statement in skill.form.statements.items():
            if statement.retired:
                continue
            masked = names.sub(_NAME, statement.text)
            words = masked.split()
            ends = {("", *words[:_WORDS_COMPARED]), (*words[-_WORDS_COMPARED:], "")}
            other = next((seen[end] for end in sorted(ends) if end in seen and _same(seen[end], masked, skill)), None)
            if other is None:
                seen.update({end: (skill.slug, key, masked) for end in ends if end not in seen})
                continue
            told = f'is the sentence of "{other[1]}" in {other[0]} with another name; say what it means for this skill'
            yield Finding("boilerplate", skill.file, ("statements", key, "text"), told)


def _same(other: tuple[str, str, str], masked: str, skill: SkillForms) -> bool:
    return other[0] != skill.slug and fuzz.ratio(other[2], masked, score_cutoff=BOILERPLATE) > 0


def _name_pattern(skill: SkillForms) -> re.Pattern[str]:
    words = sorted({skill.form.name, *skill.form.aliases}, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def unobservable(content: Content) -> Iterator[Finding]:
    own: Mapping[str, Sequence[str]] = content.registers.unobservable
    patterns = {locale: unobservable_words(locale, own.get(locale, ())) for locale in content.locales}
    for skill in content.skills:
        for said in skill_texts(skill):
            if said.kind is Kind.STATEMENT and said.is_living and (found := patterns[said.locale].match(said.text)):
                told = f'nobody can observe "{found[1]}"; say what somebody does, with which result'
                yield Finding("unobservable", said.file, said.place, told)


def mandatory_below_optional(content: Content) -> Iterator[Finding]:
    for skill in content.skills:
        weights: dict[tuple[str, str], set[bool]] = {}
        for role, level, mandatory, _ in requirements(skill):
            weights.setdefault((role, level), set()).add(mandatory)
        for role, lower, higher in _steps(skill):
            if True in weights[role, lower] and True not in weights[role, higher]:
                told = f'is all optional, while "{lower}" below it has mandatory statements; check both'
                yield Finding("mandatory-below-optional", skill.file, ("roles", role, higher), told)
