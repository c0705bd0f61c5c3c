"""Looking back over what is stored, on either database."""

from datetime import timedelta

from bot.catalog.loader import load_framework
from bot.domain.assessments import Rating
from bot.domain.people import Profile
from bot.domain.progress import PERIOD
from bot.services.reporting import prepare_one_on_one, progress_of
from bot.settings import BUNDLED_CONTENT
from bot.storage.engine import Database
from tests.integration.storage.growth import COLLEAGUE, NOW, OTHERS, SOMEBODY, given, record

FRAMEWORK = load_framework(BUNDLED_CONTENT)
SLUG = "distributed-training"
JUNIOR = ("run-multi-gpu-job", "choose-data-or-model-parallelism", "trace-gradient-synchronization")
EARLIER, WITHIN = NOW - PERIOD - timedelta(days=9), NOW - timedelta(days=20)


async def test_what_was_before_the_period_is_known_without_reading_it(database: Database) -> None:
    practising = [given(one, Rating.PRACTISING, skill=SLUG) for one in JUNIOR]
    consistent = [given(one, Rating.CONSISTENT, skill=SLUG) for one in JUNIOR]
    await record(database, "1", *practising, now=EARLIER)
    await record(database, "2", *consistent, now=WITHIN)

    (one,) = (await progress_of(SOMEBODY, Profile(), FRAMEWORK, database, NOW)).skills

    assert (one.stood, one.stands) == (0, 1)
    assert {move.before for move in one.moves} == {Rating.PRACTISING}


async def test_nobody_elses_ratings_count_nor_what_others_say(database: Database) -> None:
    for number, other in enumerate(OTHERS):
        await record(database, str(number), given(JUNIOR[0], Rating.CONSISTENT, skill=SLUG), person=other, now=WITHIN)
    await record(database, "9", given(JUNIOR[0], Rating.CONSISTENT, skill=SLUG), author=COLLEAGUE, now=WITHIN)

    assert (await progress_of(SOMEBODY, Profile(), FRAMEWORK, database, NOW)).skills == ()


async def test_a_skill_that_the_content_has_lost_is_passed_over(database: Database) -> None:
    await record(database, "1", given("a", Rating.CONSISTENT, skill="lost"), now=WITHIN)

    assert (await progress_of(SOMEBODY, Profile(), FRAMEWORK, database, NOW)).skills == ()


async def test_a_text_for_a_one_on_one_looks_back_as_many_weeks_as_was_chosen(database: Database) -> None:
    await record(database, "1", given(JUNIOR[0], Rating.CONSISTENT, skill=SLUG), now=WITHIN)

    short, long = [await prepare_one_on_one(SOMEBODY, Profile(), FRAMEWORK, database, weeks, NOW) for weeks in (2, 4)]

    assert [len(each.moves) for each in (short, long)] == [0, 1]
    assert short.ask == long.ask
    assert short.ask is not None
    assert short.ask.statement.id == JUNIOR[1]
