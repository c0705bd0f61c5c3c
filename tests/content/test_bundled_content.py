"""The bundled content: complete in three languages, observable, addressed to nobody, and well set."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.catalog.checking import check_content
from bot.catalog.loader import load_framework
from bot.domain.ladder import Level
from bot.domain.query import fold
from bot.domain.skills import Framework, Role, Skill, Statement
from bot.domain.texts import Text, TextState
from bot.views.room import ROOMS

CONTENT = Path(__file__).parents[2] / "content"
LOCALES = ("en", "de", "ru")
SKILLS = (
    "agents-and-tool-use",
    "api-and-service-design",
    "data-pipelines",
    "deep-learning-fundamentals",
    "distributed-training",
    "fine-tuning-and-alignment",
    "gpu-and-cluster-resources",
    "inference-serving-and-cost",
    "llm-evaluation",
    "llm-safety-and-guardrails",
    "ml-pipelines-and-reproducibility",
    "model-evaluation",
    "model-monitoring-and-drift",
    "prompt-and-context-design",
    "retrieval-augmented-generation",
    "sql-and-data-modelling",
)

# What a statement begins with: a verb in the third person, so that it addresses nobody.
THIRD_PERSON = {
    "en": re.compile(r"[A-Z][a-z]+s\b"),
    "de": re.compile(r"[A-ZÄÖÜ][a-zäöüß]+t\b"),
    "ru": re.compile(r"(Самостоятельно [а-яё]|[А-ЯЁ])[а-яё]*[еиё]т\b"),
}
# Verbs that nobody can observe, or that say nothing of what is done.
VAGUE = {
    "en": {"understands", "knows", "is", "has", "can", "helps", "supports", "participates", "learns", "ensures"},
    "de": {"versteht", "kennt", "weiß", "ist", "hat", "kann", "beherrscht", "hilft", "unterstützt", "lernt"},
    "ru": {"понимает", "знает", "умеет", "может", "владеет", "помогает", "участвует", "изучает", "разбирается"},
}
ADDRESS = {
    "en": re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(Sie|Ihr\w*|Ihnen)\b|(?i:\b(du|dich|dir|dein\w*|euch|euer|eure\w*)\b)"),
    "ru": re.compile(r"\b(вы|вас|вам|вами|ваш\w*|ты|тебя|тебе|твой|тво[яёеи]\w*)\b", re.IGNORECASE),
}
BARE_SPACE_AFTER_NUMBER = re.compile(r"(?<![-\w])\d+[+B]? (?!(?:and|or|und|oder|и|или)\b)[^\W\d_]")
MARKUP = re.compile(r"[<>*`~|@\"\t\n]| {2}|\.\.\.")


@pytest.fixture(scope="module")
def framework() -> Framework:
    return load_framework(CONTENT)


def names(framework: Framework) -> Iterator[Text]:
    for ladder in framework.ladders.values():
        yield from (level.name for level in ladder.levels)
    yield from (role.name for role in framework.roles.values())
    for category in framework.categories.values():
        yield category.name
        yield from category.subcategories.values()
    yield from (skill.name for skill in framework.skills.values())


def statements(framework: Framework) -> Iterator[Statement]:
    for skill in framework.skills.values():
        yield from skill.statements.values()


def sentences(framework: Framework) -> Iterator[Text]:
    for statement in statements(framework):
        yield statement.text
        if statement.suggestion:
            yield statement.suggestion
    yield from (skill.summary for skill in framework.skills.values() if skill.summary)


def shown(texts: Iterator[Text], locale: str) -> list[str]:
    return [text.shown([locale]).text for text in texts]


def statement_texts(framework: Framework, locale: str) -> list[str]:
    return shown((statement.text for statement in statements(framework)), locale)


def referred(skill: Skill) -> set[str]:
    cells = skill.cells.values()
    return {one.id for cell in cells for requirement in cell for one in requirement.statements}


def test_the_pack_passes_its_own_check_without_a_warning() -> None:
    checked = check_content(CONTENT, ROOMS, date(2026, 12, 1))
    assert [str(fault) for fault in checked.faults] == []


def test_the_pack_holds_what_it_should(framework: Framework) -> None:
    assert framework.locales == LOCALES
    assert tuple(sorted(framework.skills)) == SKILLS
    levels = [level.id for level in framework.ladders["engineering"].levels]
    assert levels == ["junior", "middle", "senior", "lead", "principal"]
    assert set(framework.roles) == {
        "llm-engineer",
        "ml-engineer",
        "mlops-engineer",
        "data-engineer",
        "backend-engineer",
    }


@pytest.mark.parametrize(
    ("slug", "mandatory", "optional", "roles"),
    [
        ("agents-and-tool-use", 5, 9, 2),
        ("api-and-service-design", 9, 11, 3),
        ("data-pipelines", 8, 4, 3),
        ("deep-learning-fundamentals", 10, 12, 3),
        ("distributed-training", 0, 5, 1),
        ("fine-tuning-and-alignment", 4, 14, 3),
        ("gpu-and-cluster-resources", 9, 10, 3),
        ("inference-serving-and-cost", 10, 11, 3),
        ("llm-evaluation", 9, 10, 3),
        ("llm-safety-and-guardrails", 12, 9, 3),
        ("ml-pipelines-and-reproducibility", 13, 7, 3),
        ("model-evaluation", 11, 4, 3),
        ("model-monitoring-and-drift", 14, 6, 3),
        ("prompt-and-context-design", 5, 14, 3),
        ("retrieval-augmented-generation", 9, 11, 3),
        ("sql-and-data-modelling", 15, 5, 3),
    ],
)
def test_the_counts_of_each_skill(framework: Framework, slug: str, mandatory: int, optional: int, roles: int) -> None:
    skill = framework.skills[slug]
    assert (skill.count(mandatory=True), skill.count(mandatory=False), len(skill.roles)) == (
        mandatory,
        optional,
        roles,
    )


@pytest.mark.parametrize("locale", ["de", "ru"])
def test_no_text_is_missing_or_stale(framework: Framework, locale: str) -> None:
    texts = [*names(framework), *sentences(framework)]
    assert len(texts) > 100
    assert [text.source for text in texts if text.shown([locale]).state is not TextState.CURRENT] == []


@pytest.mark.parametrize("locale", ["de", "ru"])
def test_no_sentence_is_left_in_english(framework: Framework, locale: str) -> None:
    assert [text.source for text in sentences(framework) if text.shown([locale]).text == text.source] == []


def test_russian_sentences_are_mostly_cyrillic(framework: Framework) -> None:
    def is_mostly_cyrillic(sentence: str) -> bool:
        letters = [character for character in sentence if character.isalpha()]
        return 2 * sum("а" <= c.casefold() <= "ё" for c in letters) > len(letters)

    assert [one for one in shown(sentences(framework), "ru") if not is_mostly_cyrillic(one)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_statement_is_neither_a_slogan_nor_a_paragraph(framework: Framework, locale: str) -> None:
    texts = shown(sentences(framework), locale)
    assert [text for text in texts if not 40 <= len(text) <= 280] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_statement_begins_with_a_verb_in_the_third_person(framework: Framework, locale: str) -> None:
    pattern = THIRD_PERSON[locale]
    assert [text for text in statement_texts(framework, locale) if not pattern.match(text)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_statement_begins_with_what_can_be_observed(framework: Framework, locale: str) -> None:
    beginnings = {word for text in statement_texts(framework, locale) for word in text.casefold().split()[:2]}
    assert beginnings & VAGUE[locale] == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_addresses_the_reader(framework: Framework, locale: str) -> None:
    texts = shown(sentences(framework), locale)
    assert [text for text in texts if ADDRESS[locale].search(text)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_sentences_are_well_set(framework: Framework, locale: str) -> None:
    texts = shown(sentences(framework), locale)
    assert [text for text in texts if not text.endswith(".") or MARKUP.search(text)] == []
    assert [text for text in texts if BARE_SPACE_AFTER_NUMBER.search(text)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_stands_twice(framework: Framework, locale: str) -> None:
    counts = Counter(fold(text) for text in shown(sentences(framework), locale))
    assert [text for text, count in counts.items() if count > 1] == []


def test_no_part_of_a_word_mixes_scripts(framework: Framework) -> None:
    """A Latin c in a Cyrillic word can't be seen and can't be found; LLM-команда is right."""
    said = [word for text in (*names(framework), *sentences(framework)) for word in text.everywhere()]
    typed = [*aliases(framework), *(alias for skill in framework.skills.values() for alias in skill.aliases)]
    parts = re.findall(r"[^\W\d_]+", " ".join((*said, *typed)))
    scripts = {part: {unicodedata.name(letter).split()[0] for letter in part} for part in parts}
    assert [part for part, found in scripts.items() if len(found) > 1] == []


def aliases(framework: Framework) -> Iterator[str]:
    for ladder in framework.ladders.values():
        for level in ladder.levels:
            yield from level.aliases
    for role in framework.roles.values():
        yield from role.aliases


def test_a_name_or_alias_means_one_thing(framework: Framework) -> None:
    means: dict[str, set[str]] = {}
    things: list[Level | Role] = [level for ladder in framework.ladders.values() for level in ladder.levels]
    things += framework.roles.values()
    for thing in things:
        for word in (thing.id, *thing.name.everywhere(), *thing.aliases):
            means.setdefault(fold(word), set()).add(thing.id)
    for skill in framework.skills.values():
        for word in (skill.slug, *skill.name.everywhere(), *skill.aliases):
            means.setdefault(fold(word), set()).add(skill.slug)
    assert {word: ids for word, ids in means.items() if len(ids) > 1} == {}


def test_every_statement_is_in_use_with_a_suggestion_unless_retired(framework: Framework) -> None:
    for skill in framework.skills.values():
        living = {one.id for one in skill.statements.values() if not one.retired}
        assert living == referred(skill)
        assert [one for one in living if skill.statements[one].suggestion is None] == []


class TestThePackShowsEveryShape:
    """What two of the skills are there for: each shape of a cell that the card and the table must draw."""

    def test_a_role_mixes_mandatory_and_optional(self, framework: Framework) -> None:
        cells = framework.skills["model-evaluation"].cells
        weights = {
            level: {r.mandatory for r in cell} for (role, level), cell in cells.items() if role == "llm-engineer"
        }
        assert weights["junior"] == {False}
        assert weights["middle"] == {True, False}
        assert weights["senior"] == {True}

    def test_some_cells_are_not_defined(self, framework: Framework) -> None:
        assert framework.skills["model-evaluation"].requirements("mlops-engineer", "junior") == ()
        assert framework.skills["data-pipelines"].requirements("backend-engineer", "principal") == ()

    def test_two_roles_share_a_statement(self, framework: Framework) -> None:
        cells = framework.skills["model-evaluation"].cells
        sharing = {
            role
            for (role, _), cell in cells.items()
            for requirement in cell
            if any(statement.id == "track-experiments" for statement in requirement.statements)
        }
        assert sharing == {"ml-engineer", "llm-engineer", "mlops-engineer"}

    def test_two_levels_of_one_role_share_a_statement(self, framework: Framework) -> None:
        skill = framework.skills["data-pipelines"]
        middle, senior = (
            {one.id for r in skill.requirements("backend-engineer", level) for one in r.statements}
            for level in ("middle", "senior")
        )
        assert middle & senior == {"publish-events-reliably"}

    def test_one_statement_is_retired_and_still_there(self, framework: Framework) -> None:
        assert [one.id for one in statements(framework) if one.retired] == ["schedule-nightly-script"]
