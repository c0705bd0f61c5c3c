"""Rules about names that people could take for each other."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from rapidfuzz import fuzz, process

from bot.catalog.rules.registry import Content, Finding
from bot.catalog.rules.rooms import Kind
from bot.catalog.rules.walking import Said, register_texts, skill_texts
from bot.domain.query import fold

ALIKE = 90  # of 100, for whole names; "Data Pipeline" and "Data Pipelines" have 96
SPELLING = 85  # of 100, for the words that they don't share; "Pipeline" and "Pipelines" have 94


class _Named(NamedTuple):
    """One thing, and a word that it goes by."""

    thing: str
    said: Said
    folded: str


def duplicate_name(content: Content) -> Iterator[Finding]:
    for named in _kinds(content):
        yield from _of_two_things(named)
        yield from _listed_twice(named)


def _of_two_things(named: list[_Named]) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    told: set[tuple[str, str]] = set()
    for thing, said, folded in named:
        owner = owners.setdefault(folded, thing)
        if owner != thing and (thing, folded) not in told:
            told.add((thing, folded))
            message = f'"{said.text}" already means "{owner}"; give one of the two another name'
            yield Finding("duplicate-name", said.file, said.place, message)


def _listed_twice(named: list[_Named]) -> Iterator[Finding]:
    """Aliases that one list has twice; those of another language may be the same."""
    seen: set[tuple[str, str, str]] = set()
    for thing, said, folded in named:
        if said.kind is Kind.ALIAS:
            if (said.file, thing, folded) in seen:
                yield Finding("duplicate-name", said.file, said.place, f'"{said.text}" stands here twice; remove one')
            seen.add((said.file, thing, folded))


def names_alike(content: Content) -> Iterator[Finding]:
    for named in _kinds(content):
        by_locale: dict[str, list[_Named]] = {}
        for each in named:
            if each.said.locale and each.said.kind is not Kind.ALIAS:
                by_locale.setdefault(each.said.locale, []).append(each)
        for one_language in by_locale.values():
            yield from _alike(one_language)


def _alike(named: list[_Named]) -> Iterator[Finding]:
    """Names of one language that are nearly the same, each told once. What differs in its digits is meant to differ."""
    by_digits: dict[str, dict[str, _Named]] = {}
    for each in named:
        group = by_digits.setdefault("".join(filter(str.isdigit, each.folded)), {})
        words = _sorted_words(each.folded)
        first = group.get(words) or _nearest(words, group)
        if first and first.folded != each.folded and first.thing != each.thing:
            told = f'is nearly the same as "{first.said.text}" ({first.thing}); make it one, or tell them apart'
            yield Finding("names-alike", each.said.file, each.said.place, told)
        group.setdefault(words, each)


def _nearest(words: str, group: Mapping[str, _Named]) -> _Named | None:
    """The first of the names that differs by the spelling of a word at most."""
    close = process.extract(words, group.keys(), scorer=fuzz.ratio, processor=None, score_cutoff=ALIKE, limit=3)
    return next((group[other] for other, _, _ in close if _differ_in_spelling(words, other)), None)


def _differ_in_spelling(first: str, second: str) -> bool:
    """Whether what the two don't share is alike too: "Tracing" and "Training" differ, however long the rest is."""
    one, other = first.split(), second.split()
    rest = " ".join(word for word in one if word not in other), " ".join(word for word in other if word not in one)
    return fuzz.ratio(*rest) >= SPELLING


def _sorted_words(folded: str) -> str:
    return " ".join(sorted(folded.split()))


def _kinds(content: Content) -> Iterator[list[_Named]]:
    """What must not be taken for each other: all skills, all roles, all categories, the subcategories of one."""
    yield [each for skill in content.skills for each in _named(skill.slug, skill_texts(skill))]
    registers = list(register_texts(content.registers))
    yield list(_grouped((said for said in registers if said.file == "roles.yaml"), 0))
    categories = [said for said in registers if said.file == "categories.yaml"]
    yield list(_grouped((said for said in categories if said.place[1] == "names"), 0))
    below = [said for said in categories if said.place[1] == "subcategories"]
    for _, group in groupby(below, key=lambda said: said.place[0]):
        yield list(_grouped(group, 2))


def _grouped(said: Iterable[Said], at: int) -> Iterator[_Named]:
    """What entries of a shared file go by; the key of an entry is that part of a place."""
    for key, group in groupby(said, key=lambda one: str(one.place[at])):
        yield from _named(key, group)


def _named(thing: str, said: Iterable[Said]) -> Iterator[_Named]:
    """A thing goes by its id too."""
    names = [one for one in said if not one.kind.is_sentence]
    yield _Named(thing, names[0]._replace(locale="", text=thing), fold(thing))
    yield from (_Named(thing, one, fold(one.text)) for one in names)
