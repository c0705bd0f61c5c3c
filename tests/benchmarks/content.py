"""A large content folder, made up by chance, and how long it takes to read it in one way and another."""

import random
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import yaml

from bot.domain.texts import text_hash

SKILLS = 2000
ROUNDS = 3
LIMIT = 2.5  # times the bare parser
CHECK_LIMIT = 4.0
UPDATED = date(2026, 2, 22)
LEVELS = ("junior", "middle", "senior", "lead", "principal")
ROLES = ("llm-engineer", "ml-engineer", "data-engineer")
STATEMENTS = 8
WORDS = {
    "en": "designs measures explains training clusters budgets with teams reviews gradient risk",
    "de": "entwirft misst erklärt Schulung Cluster Budgets mit für prüft Verfahren Risiko",
    "ru": "проектирует измеряет объясняет обучение кластеры для команд проверяет риск",
}


def best_of(ours: Callable[[], object], bare: Callable[[], object]) -> tuple[float, float]:
    """The shortest of some rounds of both, which take turns, so that a busy machine slows both."""
    times = [(seconds(ours), seconds(bare)) for _ in range(ROUNDS)]
    return min(first for first, _ in times), min(second for _, second in times)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def parse(files: list[Path]) -> None:
    for file in files:
        with file.open("rb") as stream:
            yaml.load(stream, Loader=yaml.CSafeLoader)


def write_framework(directory: Path, chance: random.Random, skills: int = SKILLS) -> None:
    """A content folder of skills that are as long as real ones: 150 to 250 characters a statement."""
    levels = [{"id": level, "names": {"en": level.title()}} for level in LEVELS]
    write(directory / "locales.yaml", {"locales": list(WORDS)})
    write(directory / "ladders.yaml", {"engineering": {"levels": levels}})
    write(directory / "roles.yaml", {role: names() for role in ROLES})
    write(directory / "categories.yaml", {"ml": names() | {"subcategories": {"llm": names()}}})
    for number in range(skills):
        write_skill(directory / "skills" / f"skill-{number}", number, chance)


def names() -> dict[str, object]:
    return {"names": {locale: f"Name in {locale}" for locale in WORDS}}


def write_skill(folder: Path, number: int, chance: random.Random) -> None:
    folder.mkdir(parents=True)
    texts = {f"statement-{n}": sentence("en", chance) for n in range(STATEMENTS)}
    name, summary = invented_name(chance), sentence("en", chance)[:140]
    skill = {
        "name": name,
        "summary": summary,
        "aliases": [f"alias {number}", f"other {number}"],
        "category": "ml",
        "subcategory": "llm",
        "updated": UPDATED.isoformat(),
        "statements": {key: {"text": text, "suggestion": text[:80]} for key, text in texts.items()},
        "roles": {role: cells(list(texts), chance) for role in ROLES[: chance.randint(1, len(ROLES))]},
    }
    write(folder / "skill.yaml", skill)
    for locale in list(WORDS)[1:]:
        overlay = {
            "name": {"source": text_hash(name), "text": invented_name(chance)},
            "summary": translation(summary, locale, chance, longest=140),
            "statements": {key: translation(text, locale, chance) for key, text in texts.items()},
            "suggestions": {key: translation(text[:80], locale, chance, longest=80) for key, text in texts.items()},
        }
        write(folder / f"{locale}.yaml", overlay)


def invented_name(chance: random.Random) -> str:
    """Three words that no other skill has: names are compared with each other."""
    return " ".join("".join(chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in range(4)) for _ in range(3))


def cells(statements: list[str], chance: random.Random) -> dict[str, object]:
    return {level: {"mandatory": chance.random() < 0.5, "statements": chance.sample(statements, 2)} for level in LEVELS}


def translation(source: str, locale: str, chance: random.Random, longest: int = 250) -> dict[str, str]:
    return {"source": text_hash(source), "text": sentence(locale, chance)[:longest]}


def sentence(locale: str, chance: random.Random) -> str:
    known = WORDS[locale].split()
    length = chance.randint(150, 250)
    words = chance.choice(known)
    while len(words) < length:
        words += " " + chance.choice(known)
    return words


def write(file: Path, data: object) -> None:
    text = yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=110)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
