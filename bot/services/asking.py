"""Answering a command: from the words that were typed to the facts that answer them."""

from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import islice

from bot.catalog.search import Index
from bot.domain.answers import (
    AdminWish,
    Answer,
    AssessWish,
    CadenceWish,
    Card,
    Comparison,
    DataWish,
    EvidenceWish,
    FocusWish,
    Greeting,
    Help,
    LanguageWish,
    NoCategory,
    NoMatch,
    NothingFound,
    OfferWish,
    OneOnOneWish,
    ProfileWish,
    ProgressWish,
    ShareWish,
    SkillList,
    TeamAct,
    TeamWish,
    Verb,
    WhichPart,
    WhichSkill,
)
from bot.domain.cadence_changes import Change
from bot.domain.ladder import Level
from bot.domain.people import Profile
from bot.domain.query import LONGEST_QUERY, Question, fold, mentioned, plain, split_verb, understand
from bot.domain.skills import Framework, Role, Skill, Statement
from bot.i18n.verbs import cadence_table, team_table, verb_table
from bot.services.languages import Languages

EXAMPLES = 3
REMEMBERED = 4_096  # questions
NEAREST = 3

_ALONE = (Verb.STOP, Verb.START, Verb.ADMIN)


class Library:
    """The framework as it is asked: its content, what finds it, its languages, and the words that verbs go by."""

    def __init__(self, framework: Framework, index: Index, languages: Languages) -> None:
        self.framework = framework
        self.index = index
        self.languages = languages
        self.verbs: Mapping[str, Verb] = verb_table(languages.translators())
        self.cadences: Mapping[str, Change] = cadence_table(languages.translators())
        self.teams: Mapping[str, TeamAct] = team_table(languages.translators())
        self._understood = lru_cache(REMEMBERED)(partial(understand, vocabulary=index.vocabulary))

    def understand(self, typed: str) -> Question:
        """What the words ask for; what is asked often is read once."""
        if len(typed) > LONGEST_QUERY:
            return understand(typed, self.index.vocabulary)
        return self._understood(typed)


def answer(text: str, profile: Profile, library: Library) -> Answer:
    """What the words after the command are answered with. It looks at a person's level and never sets it."""
    verb, typed = _split_verb(text, library)
    if verb is None or verb is Verb.SHOW:
        return ask(typed, profile, library)
    words = plain(typed).strip()
    match verb:
        case Verb.LIST:
            return list_skills(words, library)
        case Verb.FIND:
            return find_skills(words, library)
        case Verb.LANGUAGE:
            return LanguageWish(words)
        case Verb.PRIVACY | Verb.EXPORT | Verb.FORGET:
            return DataWish(verb)
        case Verb.HELP:
            return Help(_examples(library))
        case Verb.ADMIN:
            return AdminWish()
        case _:
            return _wish(verb, typed, profile, library)


def _split_verb(text: str, library: Library) -> tuple[Verb | None, str]:
    """A skill may begin with a word such as "stop" or "team"; somebody who wants quiet says no more than that."""
    verb, typed = split_verb(text, library.verbs)
    if typed and verb in _ALONE:
        return None, text
    if verb is Verb.TEAM and fold(typed) not in library.teams and library.understand(text).skills:
        return None, text
    return verb, typed


def _wish(verb: Verb, typed: str, profile: Profile, library: Library) -> Answer:
    """What somebody wants to do with the skill that they named, or where none has to be named, in general."""
    if (wish := _wish_in_words(verb, typed, library)) is not None:
        return wish
    in_general: dict[Verb, Answer] = {
        Verb.FOCUS: FocusWish(),
        Verb.OFFER: OfferWish(),
        Verb.PROFILE: ProfileWish(),
        Verb.PROGRESS: ProgressWish(None),
    }
    if not plain(typed).strip() and verb in in_general:
        return in_general[verb]
    found = ask(typed, profile, library)
    if not isinstance(found, Card):
        return found
    if verb is Verb.FOCUS:
        return FocusWish(found, _names_level(typed, found, profile, library))
    wishes: dict[Verb, Answer] = {
        Verb.OFFER: OfferWish(found),
        Verb.PROFILE: ProfileWish(found),
        Verb.PROGRESS: ProgressWish(found),
    }
    return wishes.get(verb, AssessWish(found))


def _wish_in_words(verb: Verb, typed: str, library: Library) -> Answer | None:
    """What names no skill; None where one may be named."""
    words = plain(typed).strip()
    match verb:
        case Verb.ONE_ON_ONE:
            return OneOnOneWish()
        case Verb.EVIDENCE:
            return EvidenceWish()
        case Verb.NUDGES:
            return CadenceWish(words)
        case Verb.STOP | Verb.START:
            return CadenceWish(verb)
        case Verb.SHARE:
            user = mentioned(typed)
            return ShareWish(user, "" if user else words)
        case Verb.TEAM:
            return TeamWish(library.teams.get(fold(words)), words)
    return None


def ask(typed: str, profile: Profile, library: Library) -> Answer:
    """The card of `<skill> [level] [role]`, a comparison where two levels are named, or what is missing.

    `typed` is what Slack sent; the answer repeats it as the person saw it.
    """
    question = library.understand(typed)
    if question == Question():
        return Greeting(_examples(library))
    skills = library.framework.skills
    if len(question.skills) == 1:
        return _about(skills[question.skills[0]], question, question.rest, profile, library)
    words = plain(typed).strip()
    role, level = (found[0] if found else "" for found in (question.roles, question.levels))
    if len(question.skills) > 1:
        return WhichSkill(words, tuple(skills[slug] for slug in question.skills), role, level)
    if slug := library.index.closest(question.rest):
        return _about(skills[slug], question, "", profile, library)
    wanted = question.rest or words
    nearest = tuple(skills[match.slug] for match in library.index.nearest(wanted, NEAREST))
    return NoMatch(wanted, nearest, role, level)


def _about(skill: Skill, question: Question, unknown: str, profile: Profile, library: Library) -> Answer:
    """The answer about one skill; `unknown` are words that name neither a level nor a role exactly."""
    levels = [level for level in question.levels if level in skill.ladder]
    roles = [role for role in question.roles if role in skill.roles]
    if unknown and (level := library.index.level_like(unknown, skill.ladder)):
        levels, unknown = [*levels, level], ""
    if unknown and (role := library.index.role_like(unknown, skill.roles)):
        roles, unknown = [role], ""
    card = fitting_card(skill, roles[0] if roles else "", levels[0] if levels else "", profile, library)
    if misfit := unknown or _elsewhere(question, levels, roles, library):
        return WhichPart(misfit, card)
    if len(levels) > 1:
        lower, higher = sorted(levels[:2], key=skill.ladder.position)
        framework, role = library.framework, card.role.id
        return Comparison(card_of(skill, role, lower, framework), card_of(skill, role, higher, framework))
    return card


def _names_level(typed: str, card: Card, profile: Profile, library: Library) -> bool:
    """Whether a level was asked for, a misspelt one too; else the card's is the person's own, or the first."""
    if library.understand(typed).levels:
        return True
    return card.level.id != default_level(card.skill, card.role.id, profile)


def _elsewhere(question: Question, levels: list[str], roles: list[str], library: Library) -> str:
    """A level or role that was named and exists, but not for this skill."""
    if question.roles and not roles:
        return library.framework.roles[question.roles[0]].name.source
    if question.levels and not levels:
        return question.levels[0]
    return ""


def fitting_card(skill: Skill, role: str, level: str, profile: Profile, library: Library) -> Card:
    """The card of a skill; an empty role or level is the person's own, or the first."""
    role = role or default_role(skill, profile)
    level = level or default_level(skill, role, profile)
    return card_of(skill, role, level, library.framework)


def default_role(skill: Skill, profile: Profile) -> str:
    """The person's own role where the skill has it, else the first of the skill."""
    if profile.role is not None and profile.role in skill.roles:
        return profile.role
    return skill.roles[0]


def default_level(skill: Skill, role: str, profile: Profile) -> str:
    """The person's current level where it is known and on this ladder, else the first."""
    current = profile.current_level(skill.slug, role)
    if current is not None and current.level is not None and current.level in skill.ladder:
        return current.level
    return skill.ladder.first.id


def card_of(skill: Skill, role: str, level: str, framework: Framework) -> Card:
    """The card of one skill, role and level. Raises KeyError where the skill has no such role or level."""
    if role not in skill.roles:
        raise KeyError(role)
    after: Level | None = skill.ladder.after(level)
    return Card(
        skill=skill,
        category=framework.categories[skill.category],
        role=framework.roles[role],
        roles=tuple(framework.roles[each] for each in skill.roles),
        level=skill.ladder.level(level),
        expected=skill.requirements(role, level),
        after=after,
        expected_after=skill.requirements(role, after.id) if after else (),
    )


def list_skills(words: str, library: Library, page: int = 0) -> SkillList | NoCategory:
    """All skills, or those of a category or subcategory, in the order of the categories and by name."""
    framework = library.framework
    wanted = fold(words)
    if not wanted:
        return SkillList(Verb.LIST, "", _in_order(framework, tuple(framework.skills.values())), page=page)
    for category in framework.categories.values():
        if _is_called(wanted, category.id, category.name.everywhere()):
            skills = tuple(s for s in framework.skills.values() if s.category == category.id)
            return SkillList(Verb.LIST, words, _in_order(framework, skills), category, page)
        for key, name in category.subcategories.items():
            if _is_called(wanted, key, name.everywhere()):
                skills = tuple(
                    s for s in framework.skills.values() if (s.category, s.subcategory) == (category.id, key)
                )
                return SkillList(Verb.LIST, words, _in_order(framework, skills), category, page)
    return NoCategory(words, tuple(framework.categories.values()))


def find_skills(words: str, library: Library, page: int = 0) -> SkillList | NothingFound | Greeting:
    """The skills whose names or statements have all the words, the best first."""
    if not fold(words):
        return Greeting(_examples(library))
    skills = library.framework.skills
    found = tuple(skills[match.slug] for match in library.index.find(words, limit=len(skills)))
    if found:
        return SkillList(Verb.FIND, words, found, page=page)
    return NothingFound(words, tuple(skills[match.slug] for match in library.index.nearest(words, NEAREST)))


def suggest_skills(typed: str, library: Library, limit: int) -> tuple[Skill, ...]:
    """What a type-ahead offers for the letters so far."""
    skills = library.framework.skills
    return tuple(skills[slug] for slug in library.index.suggest(typed, limit))


def suggest_roles(typed: str, skill: Skill, library: Library, limit: int) -> tuple[Role, ...]:
    """The roles of a skill in whose names, in any language, the letters so far begin a word."""
    begun = f" {fold(typed)}"
    roles = (library.framework.roles[role] for role in skill.roles)
    fitting = (role for role in roles if any(begun in f" {fold(name)}" for name in _called(role)))
    return tuple(islice(fitting, limit))


def suggest_statements(typed: str, skill: Skill, limit: int) -> tuple[Statement, ...]:
    """The statements of a skill in which, in any language, the letters so far begin a word; no retired ones."""
    begun = f" {fold(typed)}"
    living = (statement for statement in skill.statements.values() if not statement.retired)
    fitting = (one for one in living if any(begun in f" {fold(text)}" for text in one.text.everywhere()))
    return tuple(islice(fitting, limit))


def _called(role: Role) -> tuple[str, ...]:
    return (*role.name.everywhere(), *role.aliases)


def _is_called(wanted: str, key: str, names: tuple[str, ...]) -> bool:
    return wanted == fold(key) or any(wanted == fold(name) for name in names)


def _in_order(framework: Framework, skills: tuple[Skill, ...]) -> tuple[Skill, ...]:
    order = {
        (category.id, key): (n, k)
        for n, category in enumerate(framework.categories.values())
        for k, key in enumerate(category.subcategories)
    }
    return tuple(sorted(skills, key=lambda s: (order[s.category, s.subcategory], s.name.source.casefold())))


def example_card(library: Library) -> Card | None:
    """A card to show somebody what cards are: a level in the middle. None where the content has no skill."""
    skill = next(iter(_examples(library)), None)
    if skill is None:
        return None
    levels = skill.ladder.levels
    return card_of(skill, skill.roles[0], levels[len(levels) // 2].id, library.framework)


def _examples(library: Library) -> tuple[Skill, ...]:
    return _in_order(library.framework, tuple(library.framework.skills.values()))[:EXAMPLES]
