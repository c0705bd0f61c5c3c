"""People and what they say of themselves, for the tests of what is stored of it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.domain.assessments import Change, GivenRating, Rating
from bot.domain.people import PersonId
from bot.storage.assessments import record_assessments
from bot.storage.engine import Database

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOMEBODY = PersonId("T1", "U1")
COLLEAGUE = PersonId("T1", "U2")
NAMESAKE = PersonId("T2", "U1")  # the same id in another tenant
OTHERS = [COLLEAGUE, NAMESAKE]

ODD_TEXTS = {
    "an emoji of several code points": "🏳️‍🌈 👩🏽‍🚀 🇩🇪",
    "ten thousand characters": "так и есть 🚀 " * 715,
    "mentions": "<!channel> <@U1> &amp; <b>",
    "line breaks and spaces": "  a\n\n\tb\r\n ",
    "nothing": "",
}


def given(statement: str, rating: Rating, note: str = "", *, skill: str = "python", text: str = "Text") -> GivenRating:
    """Rated in German; `text` is the English, and the German is made of it."""
    return GivenRating(skill, statement, rating, note, "de", text, f"{text} auf Deutsch")


async def record(
    database: Database,
    submission: str,
    *ratings: GivenRating,
    person: PersonId = SOMEBODY,
    author: PersonId | None = None,
    now: datetime = NOW,
) -> Sequence[Change]:
    return await database.write(
        lambda session: record_assessments(session, person, author or person, submission, ratings, now)
    )
