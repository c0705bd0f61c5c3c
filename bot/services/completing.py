"""What can follow the words of a command, for whoever offers completions while one types."""

from collections.abc import Iterator, Sequence

from bot.domain.answers import Verb
from bot.domain.ladder import Level
from bot.domain.query import fold, split_verb, understand
from bot.domain.skills import Category, Role, Skill
from bot.domain.texts import Text
from bot.services.asking import Library

MOST = 11
VERBS = {
    Verb.LIST: "All skills, or those of a category",
    Verb.FIND: "Skills by words in their texts",
    Verb.SHOW: "A skill that is named like a verb",
    Verb.FOCUS: "What you grow in, or a skill to grow in",
    Verb.PROFILE: "Your role, level and language",
    Verb.EVIDENCE: "The messages that you keep as evidence",
    Verb.LANGUAGE: "The language of the answers",
    Verb.HELP: "What can be asked",
}

# A whole text to go on with, and what its last part is called.
Completion = tuple[str, str]


def complete(typed: str, locale: str, library: Library) -> list[Completion]:
    """The texts that can come of what was typed after the command, the likeliest first.

    What is offered is named in the language of `locale`, where there is one.
    """
    chain = library.languages.for_channel(locale).locale.content
    verb, _ = split_verb(typed, library.verbs)
    word, space, rest = typed.partition(" ")
    if verb is None or not space:
        return [*_skills_or_parts(typed, chain, library), *_verbs(typed, library)][:MOST]
    match verb:
        case Verb.SHOW:
            found = _skills_or_parts(rest, chain, library)
        case Verb.LIST:
            found = [(key, text.shown(chain).text) for key, text in _categories(rest, library)]
        case _:
            found = []
    return [(f"{word} {text}", hint) for text, hint in found][:MOST]


def _skills_or_parts(typed: str, chain: Sequence[str], library: Library) -> list[Completion]:
    """Skills, or once one is named, its levels and roles."""
    named, space, begun = typed.rpartition(" ")
    question = understand(named, library.index.vocabulary)
    if len(question.skills) != 1 or question.rest:
        return [(skill.slug, skill.name.shown(chain).text) for skill in _skills(typed, library)]
    skill = library.framework.skills[question.skills[0]]
    parts: list[Level | Role] = []
    if len(question.levels) < 2:
        parts += [level for level in skill.ladder.levels if level.id not in question.levels]
    if not question.roles:
        parts += [library.framework.roles[role] for role in skill.roles]
    return [(f"{named}{space}{part.id}", part.name.shown(chain).text) for part in parts if _begins(begun, part)]


def _skills(typed: str, library: Library) -> Iterator[Skill]:
    skills = library.framework.skills
    if not fold(typed):
        yield from list(skills.values())[: MOST - len(VERBS)]
    for match in library.index.nearest(typed, MOST):
        yield skills[match.slug]


def _verbs(typed: str, library: Library) -> Iterator[Completion]:
    """Each verb by the first of its words that begins so; the English ones go before the others."""
    english_first = sorted(library.verbs.items(), key=lambda named: named[0] != named[1].value)
    for verb, hint in VERBS.items():
        for word, meant in english_first:
            if meant is verb and word.startswith(fold(typed)):
                yield word, hint
                break


def _begins(begun: str, part: Level | Role | Category) -> bool:
    names = (part.id, *part.name.everywhere(), *getattr(part, "aliases", ()))
    return any(fold(name).startswith(fold(begun)) for name in names)


def _categories(begun: str, library: Library) -> list[tuple[str, Text]]:
    return [(each.id, each.name) for each in library.framework.categories.values() if _begins(begun, each)]
