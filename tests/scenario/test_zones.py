"""Times and dates are those of whoever reads them: one instant, read in New York and in Yekaterinburg."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.playground.people import DIETER, EMMA, GEORGE, RITA, ROMAN
from tests.scenario.conftest import Scene
from tests.scenario.reading import lines, said
from tests.scenario.test_assess import STATEMENTS, rated
from tests.scenario.test_cadence import grow
from tests.scenario.test_cadence import kept as schedule
from tests.scenario.test_cadence import window as settings
from tests.scenario.test_comments import commented, opened
from tests.scenario.test_evidence import kept, listed

LATE = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
# Both are read to in American English, so that what differs is the date alone.
DAYS = pytest.mark.parametrize(("person", "day"), [(EMMA, "3/2/2026"), (RITA, "3/3/2026")])


@pytest.fixture
def late(scene: Scene) -> Scene:
    """It is evening in New York, and the next day in Yekaterinburg."""
    scene.clock.seconds = LATE.timestamp()
    return scene


@pytest.mark.parametrize("person", [EMMA, GEORGE, DIETER, ROMAN, RITA])
async def test_case_4_hours_are_the_readers_own_and_name_their_zone(scene: Scene, person: str) -> None:
    zone = str(scene.slack.workspace.people[person].tz)
    told = await grow(scene, person)
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    for surface in (told, home, await settings(scene, person)):
        assert f"({zone.replace('_', ' ')})" in said(surface)
        assert "UTC" not in said(surface)
    upcoming = (await schedule(scene, person)).upcoming
    assert upcoming is not None
    assert 10 <= upcoming.at.astimezone(ZoneInfo(zone)).hour < 12  # as it says there


@DAYS
async def test_case_4_a_comment_is_dated_for_whoever_reads_it(late: Scene, person: str, day: str) -> None:
    await commented(late, ROMAN, "Clear and useful")
    assert sum(day in line for line in lines(await opened(late, person))) == 1


@DAYS
async def test_case_4_evidence_progress_and_exports_have_the_dates_of_the_reader(
    late: Scene, person: str, day: str
) -> None:
    await kept(late, person)
    await rated(late, person, {STATEMENTS[0]: "practising"})
    assert day in said(await listed(late, person))
    progress = (await late.slack.command(person, "progress distributed-training")).messages
    assert any(day in said(message) for message in progress)
    exported = (await late.slack.command(person, "export")).messages
    page = next(f.content.decode() for m in exported for f in m.files if f.content and f.name.endswith(".html"))
    assert day in page
    assert str(late.slack.workspace.people[person].tz) in page
