"""Every fact of the page that the product is about stands in Distributed Training, in our own sentences."""

import re
from datetime import date
from pathlib import Path

import pytest

from bot.catalog.loader import load_framework
from bot.domain.skills import Framework, Skill
from bot.domain.texts import Text

ROOT = Path(__file__).parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
ROLE = "llm-engineer"
LONGEST_SHARED_RUN = 4  # words: "up to 7B parameters" is a term, five in a row would be a copied clause

NAMES = {
    "en": {
        "skill": "Distributed Training",
        "category": "Machine Learning & AI",
        "subcategory": "LLM & Generative AI",
        "role": "LLM Engineer",
    },
    "de": {
        "skill": "Verteiltes Training",
        "category": "Machine Learning & AI",
        "subcategory": "LLM & Generative AI",
        "role": "LLM Engineer",
    },
    "ru": {
        "skill": "Распределённое обучение",
        "category": "Machine Learning и AI",
        "subcategory": "LLM и генеративный AI",
        "role": "LLM Engineer",
    },
}

# The techniques and scales of each level, with the stem where a language inflects the word.
FACTS: dict[str, dict[str, tuple[str, ...]]] = {
    "junior": {
        "en": (
            "simple multi-GPU training",
            "PyTorch",
            "under a mentor's guidance",
            "DataParallel",
            "model parallelism",
            "gradient synchronization",
        ),
        "de": (
            "einfaches Multi-GPU-Training",
            "PyTorch",
            "unter Anleitung einer Mentorin oder eines Mentors",
            "DataParallel",
            "Modellparallelismus",
            "Gradientensynchronisation",
        ),
        "ru": (
            "простое multi-GPU-обучение",
            "PyTorch",
            "при поддержке наставника",
            "DataParallel",
            "model parallelism",
            "синхронизация градиентов",
        ),
    },
    "middle": {
        "en": (
            "independently",
            "DeepSpeed ZeRO",
            "FSDP",
            "data, pipeline and tensor parallelism",
            "up to 7B parameters",
            "GPU cluster",
        ),
        "de": (
            "selbstständig",
            "DeepSpeed ZeRO",
            "FSDP",
            "Daten-, Pipeline- und Tensor-Parallelismus",
            "bis zu 7B Parametern",
            "GPU-Cluster",
        ),
        "ru": (
            "самостоятельно",
            "DeepSpeed ZeRO",
            "FSDP",
            "data, pipeline и tensor parallelism",
            "до 7B параметров",
            "кластеру GPU",
        ),
    },
    "senior": {
        "en": (
            "strategy",
            "large LLM",
            "3D parallelism",
            "ZeRO-3 offloading",
            "activation checkpointing",
            "communication overhead",
            "GPU utilization",
            "100+ GPUs",
        ),
        "de": (
            "Trainingsstrategie",
            "großes LLM",
            "3D-Parallelismus",
            "ZeRO-3-Offloading",
            "Activation Checkpointing",
            "Kommunikations-Overhead",
            "GPU-Auslastung",
            "100+ GPUs",
        ),
        "ru": (
            "стратегию обучения",
            "большой LLM",
            "3D parallelism",
            "ZeRO-3 offloading",
            "activation checkpointing",
            "накладные расходы на коммуникацию",
            "утилизацию GPU",
            "100+ GPU",
        ),
    },
    "lead": {
        "en": (
            "infrastructure",
            "LLM team",
            "best practices",
            "multi-node configuration",
            "monitoring",
            "debugging",
            "distributed jobs",
            "GPU clusters",
        ),
        "de": (
            "Infrastruktur",
            "LLM-Team",
            "Best Practices",
            "Multi-Node-Konfiguration",
            "Monitoring",
            "Debugging",
            "verteilte Jobs",
            "GPU-Cluster",
        ),
        "ru": (
            "инфраструктуру",
            "LLM-команда",
            "лучшие практики",
            "multi-node-конфигурации",
            "мониторинг",
            "отладке",
            "распределённых задач",
            "кластерах GPU",
        ),
    },
    "principal": {
        "en": (
            "enterprise strategy",
            "organization",
            "1000+ GPUs",
            "cost optimization",
            "GPU resources",
            "pre-training",
            "fine-tuning",
        ),
        "de": (
            "unternehmensweite Strategie",
            "Organisation",
            "1000+ GPUs",
            "Kostenoptimierung",
            "GPU-Ressourcen",
            "Pre-Training",
            "Fine-Tuning",
        ),
        "ru": (
            "стратегию",
            "на уровне организации",
            "1000+ GPU",
            "оптимизацию стоимости",
            "GPU-ресурсов",
            "pre-training",
            "fine-tuning",
        ),
    },
}


@pytest.fixture(scope="module")
def framework() -> Framework:
    return load_framework(ROOT / "content")


@pytest.fixture(scope="module")
def skill(framework: Framework) -> Skill:
    return framework.skills["distributed-training"]


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").casefold()


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w+/-]+", plain(text))


def test_it_has_one_role_and_five_levels_all_optional(skill: Skill) -> None:
    assert skill.roles == (ROLE,)
    levels = tuple(level.id for level in skill.ladder.levels)
    assert levels == ("junior", "middle", "senior", "lead", "principal")
    assert set(skill.cells) == {(ROLE, level) for level in levels}
    assert (skill.count(mandatory=True), skill.count(mandatory=False)) == (0, 5)


def test_it_was_updated_on_the_day_that_the_page_says(skill: Skill) -> None:
    assert skill.updated == date(2026, 2, 22)


@pytest.mark.parametrize("locale", NAMES)
def test_it_is_named_and_filed_as_on_the_page(framework: Framework, skill: Skill, locale: str) -> None:
    category = framework.categories[skill.category]
    texts = {
        "skill": skill.name,
        "category": category.name,
        "subcategory": category.subcategories[skill.subcategory],
        "role": framework.roles[ROLE].name,
    }
    assert {key: text.shown([locale]).text for key, text in texts.items()} == NAMES[locale]


def test_the_english_name_is_an_alias_in_german(skill: Skill) -> None:
    assert "distributed training" in skill.aliases


@pytest.mark.parametrize(
    ("level", "locale"), [(level, locale) for level, by_locale in FACTS.items() for locale in by_locale]
)
def test_each_level_names_its_techniques_and_scales(skill: Skill, level: str, locale: str) -> None:
    (requirement,) = skill.requirements(ROLE, level)
    said = plain(" ".join(statement.text.shown([locale]).text for statement in requirement.statements))
    assert [fact for fact in FACTS[level][locale] if plain(fact) not in said] == []


@pytest.mark.parametrize("level", FACTS)
def test_each_level_is_split_into_two_or_three_statements_with_a_suggestion(skill: Skill, level: str) -> None:
    (requirement,) = skill.requirements(ROLE, level)
    assert 2 <= len(requirement.statements) <= 3
    assert all(statement.suggestion for statement in requirement.statements)


@pytest.mark.skipif(
    not SEEDS.is_dir(), reason="needs ../shared/seeds, the pages that the facts are from: not part of this repository"
)
@pytest.mark.parametrize("locale", NAMES)
def test_no_clause_of_the_page_stands_in_our_sentences(framework: Framework, locale: str) -> None:
    page = words_of((SEEDS / f"skill-profile.{locale}.txt").read_text(encoding="utf-8"))
    length = LONGEST_SHARED_RUN + 1
    runs = {tuple(page[i : i + length]) for i in range(len(page) - length + 1)}
    assert len(runs) > 100
    copied = [
        run
        for text in sentences(framework)
        for ours in (words_of(text.shown([locale]).text), words_of(text.source))
        for i in range(len(ours) - length + 1)
        if (run := tuple(ours[i : i + length])) in runs
    ]
    assert copied == []


def sentences(framework: Framework) -> list[Text]:
    statements = [one for skill in framework.skills.values() for one in skill.statements.values()]
    return [text for one in statements for text in (one.text, one.suggestion) if text]
