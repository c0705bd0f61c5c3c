"""How long our own part of an answer takes where there is much to choose from: milliseconds of one process."""

import random
import statistics
import time
from collections.abc import Callable
from datetime import date

from bot.catalog.search import Index
from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Category, Framework, Requirement, Role, Skill, Statement
from bot.domain.texts import Text, Translation
from bot.i18n.translator import Catalogs
from bot.services.asking import Library, card_of, suggest_skills
from bot.services.languages import Languages
from bot.surfaces.card import CardMessages
from bot.views.blocks import OPTIONS_LIMIT, serialised
from bot.views.search import skill_options
from tests.benchmarks.table import Row

NAMES = 6_000
ROLES = 70
TYPE_AHEAD_LIMIT = 3.0  # ms
CARD_LIMIT = 10.0  # ms
LEVELS = ("junior", "middle", "senior", "lead", "principal")
WORDS = """
data model gpu training pipeline quality design review monitoring incident python rust security privacy feature store
search ranking vision speech language agents prompt evaluation cost planning capacity network storage testing
"""
TYPED = ("", "g", "gp", "gpu", "gpu tra", "data mo", "нав", "kubernets", "evaluaton", "review of", "zzzz")


def answering(rounds: int = 30) -> list[Row]:
    return [_type_ahead(rounds), _card(rounds)]


def _type_ahead(rounds: int) -> Row:
    """The slowest of what people type, each by its median: found, named and serialised."""
    library = _library(_skills(random.Random(3)))
    t = library.languages.for_channel("de")

    def suggest(typed: str) -> None:
        serialised(skill_options(suggest_skills(typed, library, OPTIONS_LIMIT), t))

    slowest = max(_median(lambda typed=typed: suggest(typed), rounds) for typed in TYPED)  # type: ignore[misc]
    return _row(f"type-ahead over {NAMES:,} names", slowest, TYPE_AHEAD_LIMIT)


def _card(rounds: int) -> Row:
    library = _library([_large_skill()])
    card = card_of(library.framework.skills["large"], "role-1", "senior", library.framework)
    t = library.languages.for_channel("ru")

    def answer() -> None:
        CardMessages().ephemeral(card, None, t, version="1", can_keep=True)

    answer()  # the templates are compiled once in a process
    return _row(f"a card of {ROLES} roles, uncached", _median(answer, rounds), CARD_LIMIT)


def _row(what: str, milliseconds: float, limit: float) -> Row:
    return Row(what, f"{milliseconds:.2f} ms", limit=f"<= {limit:.0f} ms", within=milliseconds <= limit)


def _median(work: Callable[[], None], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def _library(skills: list[Skill]) -> Library:
    roles = {f"role-{n}": Role(f"role-{n}", Text(f"Role Number {n}")) for n in range(ROLES)}
    framework = Framework(
        version="1",
        locales=("en", "de", "ru"),
        ladders={"engineering": skills[0].ladder},
        roles=roles,
        categories={"c": Category("c", Text("Category"), {"s": Text("Subcategory")})},
        skills={skill.slug: skill for skill in skills},
    )
    return Library(framework, Index(framework), Languages(Catalogs.load(), framework.locales, "en"))


def _skills(chance: random.Random) -> list[Skill]:
    words = WORDS.split()
    names = (f"{' '.join(chance.sample(words, 3)).title()} {n}" for n in range(NAMES))
    return [_skill(f"skill-{n}", name, ("role-1",)) for n, name in enumerate(names)]


def _skill(slug: str, name: str, roles: tuple[str, ...]) -> Skill:
    statements = {
        f"s-{role}-{level}": Statement(f"s-{role}-{level}", Text("word " * 180)) for role in roles for level in LEVELS
    }
    return Skill(
        slug=slug,
        name=Text(name, {"de": Translation(f"{name} auf Deutsch", ""), "ru": Translation(f"навык {name}", "")}),
        summary=None,
        aliases=(),
        category="c",
        subcategory="s",
        ladder=Ladder("engineering", tuple(Level(level, Text(level.title())) for level in LEVELS)),
        updated=date(2026, 2, 22),
        roles=roles,
        statements=statements,
        cells={
            (role, level): (Requirement(role, level, True, (statements[f"s-{role}-{level}"],)),)
            for role in roles
            for level in LEVELS
        },
    )


def _large_skill() -> Skill:
    return _skill("large", "Large Skill", tuple(f"role-{n}" for n in range(ROLES)))
