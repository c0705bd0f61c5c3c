"""How long our own part of a home takes: milliseconds from the database to the view that is ready to be sent."""

import random
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from bot.catalog.loader import load_framework
from bot.catalog.search import Index
from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import CurrentLevel, PersonId, Profile, SlackUser
from bot.domain.skills import Framework
from bot.i18n.translator import Catalogs
from bot.services.asking import Library, card_of
from bot.services.focusing import begin_focus
from bot.services.languages import Languages
from bot.services.people import Member, People
from bot.storage.assessments import record_assessments
from bot.storage.engine import Database
from bot.storage.migrate import prepare
from bot.surfaces.home import home_of
from bot.views.blocks import serialised
from tests.benchmarks.content import STATEMENTS, write_framework
from tests.benchmarks.table import Row

SKILLS = 40
DAYS = 730
EVERY = 14  # days between two ratings of a skill
LIMIT = 25.0  # ms
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
PERSON = PersonId("T0BENCH", "UDE0")


async def home(rounds: int = 40) -> Row:
    """Somebody with 40 rated skills and two years of ratings, three focuses and changed expectations."""
    with tempfile.TemporaryDirectory() as name:
        write_framework(Path(name) / "content", random.Random(5), SKILLS)
        framework = load_framework(Path(name) / "content")
        library = Library(framework, Index(framework), Languages(Catalogs.load(), framework.locales, "en"))
        url = f"sqlite:///{Path(name) / 'rung.db'}"
        await prepare(url)
        database = Database.open(url)
        try:
            rated = await _write_history(database, framework)
            milliseconds = await _drawn(library, database, rounds)
        finally:
            await database.close()
    what = f"a home of {SKILLS} rated skills and {rated:,} ratings in two years"
    return Row(what, f"{milliseconds:.1f} ms", limit=f"<= {LIMIT:.0f} ms", within=milliseconds <= LIMIT)


async def _drawn(library: Library, database: Database, rounds: int) -> float:
    member = Member(PERSON, SlackUser("de-DE"), Profile(role="llm-engineer", level=CurrentLevel("middle")))
    people = People(database, _slack, lambda work: work.close(), time.monotonic)
    for number in range(3):
        card = card_of(library.framework.skills[f"skill-{number}"], "llm-engineer", "senior", library.framework)
        await begin_focus(PERSON, card, "senior", 3, people, database, NOW)
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        view = serialised(await home_of(member, library, database, NOW))
        times.append((time.perf_counter() - begun) * 1000)
    if f"{SKILLS}\xa0Skills" not in view:
        raise RuntimeError(f"the home doesn't tell of {SKILLS} skills: {view[:200]}")
    return median(times)


async def _slack(_person: PersonId) -> SlackUser:
    return SlackUser("de-DE")


async def _write_history(database: Database, framework: Framework) -> int:
    """Half of the statements of every skill every two weeks; how many ratings that makes."""
    chance, count = random.Random(7), 0
    for day in range(0, DAYS, EVERY):
        given = [
            GivenRating.of(slug, statement, chance.choice(list(Rating)), ("de", "en"))
            for slug, skill in framework.skills.items()
            for statement in chance.sample(list(skill.statements.values()), STATEMENTS // 2)
        ]
        given[0] = replace(given[0], source="It said something else.")
        async with database.writing() as session:
            await record_assessments(session, PERSON, PERSON, f"V{day}", given, NOW - timedelta(days=DAYS - day))
        count += len(given)
    return count
