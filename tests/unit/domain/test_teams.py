"""A team is told on its day, at its hour, once, and of what its owners chose; owners and admins change it."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.cadence import Rhythm, zone_of
from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Framework, Skill
from bot.domain.summaries import LEAST_GROUP, MOST_GROUP
from bot.domain.teams import (
    BY_OWNER,
    OPEN_FOR,
    SummaryTime,
    Team,
    TeamFault,
    begun,
    faults_of,
    ids_of,
    next_summary,
    skills_of,
)
from bot.domain.texts import Text
from tests.unit.domain.cadences import utc

WEEKLY, FORTNIGHTLY, MONTHLY, OFF = Rhythm
TUESDAYS = Team("T1", "C1", "T1", date(2026, 3, 3), WEEKLY, 2, time(10), "Europe/Berlin")
LADDER = Ladder("tech", (Level("junior", Text("Junior")),))
ZONES = ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata", "UTC")

thorough = settings(deadline=None, derandomize=True, max_examples=150)


def skill(slug: str, category: str) -> Skill:
    name, updated = Text(slug), date(2026, 1, 1)
    return Skill(slug, name, None, (), category, "sub", LADDER, updated, (), MappingProxyType({}), MappingProxyType({}))


SKILLS = (skill("python", "code"), skill("sql", "data"), skill("testing", "code"), skill("writing", "words"))
FRAMEWORK = Framework("v", ("en",), {}, {}, {}, {one.slug: one for one in SKILLS})


def following(team: Team, after: datetime, count: int) -> list[SummaryTime]:
    """The next ones, each planned right when the one before comes."""
    found: list[SummaryTime] = []
    while len(found) < count:
        come = next_summary(team, found[-1].at if found else after, found[-1].day if found else None)
        if come is None:
            break
        found.append(come)
    return found


def days(team: Team, after: str, count: int) -> str:
    return " ".join(f"{one.day:%m-%d}" for one in following(team, utc(after), count))


@pytest.mark.parametrize(
    ("rhythm", "expected"),
    [
        (WEEKLY, "03-03 03-10 03-17 03-24"),
        (FORTNIGHTLY, "03-03 03-17 03-31 04-14"),
        (MONTHLY, "03-03 04-07 05-05 06-02"),
        (OFF, ""),
    ],
)
def test_a_summary_comes_as_often_as_was_chosen(rhythm: Rhythm, expected: str) -> None:
    assert days(replace(TUESDAYS, rhythm=rhythm), "2026-03-02", 4) == expected


def test_it_comes_at_the_hour_of_the_team_s_zone_and_is_too_late_four_hours_after() -> None:
    assert next_summary(TUESDAYS, utc("2026-03-02"), None) == SummaryTime(
        date(2026, 3, 3), utc("2026-03-03T09:00"), utc("2026-03-03T13:00")
    )


def test_case_1_weekday_and_hour_hold_on_both_sides_of_a_change_of_the_clock() -> None:
    spring = following(replace(TUESDAYS, zone="America/New_York"), utc("2026-03-02T16:00"), 2)
    assert [one.at for one in spring] == [utc("2026-03-03T15:00"), utc("2026-03-10T14:00")]
    autumn = following(replace(TUESDAYS, zone="America/New_York"), utc("2026-10-26"), 2)
    assert [one.at for one in autumn] == [utc("2026-10-27T14:00"), utc("2026-11-03T15:00")]


@pytest.mark.parametrize(
    ("zone", "day", "hour", "at"),
    [
        ("Europe/Berlin", "2026-03-29", time(2, 30), "2026-03-29T01:00"),  # never shown: the first instant after
        ("Europe/Berlin", "2026-10-25", time(2, 30), "2026-10-25T00:30"),  # shown twice: the first time
    ],
)
def test_case_2_an_hour_that_is_skipped_or_comes_twice_counts_once(zone: str, day: str, hour: time, at: str) -> None:
    sundays = replace(TUESDAYS, weekday=7, hour=hour, zone=zone, first_week=date(2026, 3, 1))
    found = following(sundays, utc(day) - timedelta(days=1), 2)
    assert [found[0].day, found[0].at] == [date.fromisoformat(day), utc(at)]
    assert found[1].day == found[0].day + timedelta(weeks=1)


def test_a_day_that_was_planned_doesn_t_come_again_whatever_is_changed_on_it() -> None:
    later = replace(TUESDAYS, hour=time(17))
    planned = date(2026, 3, 3)
    assert next_summary(later, utc("2026-03-03T10:00"), planned) == next_summary(later, utc("2026-03-09"), None)


def test_another_weekday_of_the_same_week_waits_for_the_next_week() -> None:
    thursdays = replace(TUESDAYS, weekday=4)
    found = next_summary(thursdays, utc("2026-03-03T10:00"), date(2026, 3, 3))
    assert found is not None
    assert found.day == date(2026, 3, 12)


def test_another_rhythm_waits_for_the_next_month() -> None:
    monthly = replace(TUESDAYS, rhythm=MONTHLY, weekday=2)
    found = next_summary(monthly, utc("2026-05-01"), date(2026, 5, 1))
    assert found is not None
    assert found.day == date(2026, 6, 2)


def test_nothing_comes_of_a_team_that_is_paused() -> None:
    assert next_summary(replace(TUESDAYS, paused=BY_OWNER), utc("2026-03-02"), None) is None
    assert replace(TUESDAYS, paused="is_archived").following(utc("2026-03-02")).upcoming is None
    assert TUESDAYS.following(utc("2026-03-02")).upcoming == next_summary(TUESDAYS, utc("2026-03-02"), None)


@pytest.mark.parametrize(
    ("now", "first"),
    [("2026-03-03T08:59", "2026-03-03"), ("2026-03-03T09:00", "2026-03-10"), ("2026-03-04", "2026-03-10")],
)
def test_a_team_begins_with_the_next_day_that_it_could_come_on(now: str, first: str) -> None:
    team = begun(replace(TUESDAYS, rhythm=FORTNIGHTLY), utc(now))
    assert team.first_week == date.fromisoformat(first)
    found = next_summary(team, utc(now), None)
    assert found is not None
    assert found.day == team.first_week


def test_an_empty_choice_is_all_and_a_choice_is_no_more_than_was_chosen() -> None:
    def told(*skills: str, categories: tuple[str, ...] = ()) -> list[str]:
        return [one.slug for one in skills_of(replace(TUESDAYS, skills=skills, categories=categories), FRAMEWORK)]

    assert told() == ["python", "sql", "testing", "writing"]
    assert told("writing", "python") == ["python", "writing"]
    assert told(categories=("code",)) == ["python", "testing"]
    assert told("sql", categories=("code",)) == ["python", "sql", "testing"]
    assert told("gone") == []
    assert told("gone", "sql") == ["sql"]
    assert told(categories=("gone",)) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"group_size": LEAST_GROUP - 1}, TeamFault.GROUP_SIZE),
        ({"group_size": MOST_GROUP + 1}, TeamFault.GROUP_SIZE),
        ({"weekday": 0}, TeamFault.WEEKDAY),
        ({"weekday": 8}, TeamFault.WEEKDAY),
        ({"zone": "Atlantis/City"}, TeamFault.ZONE),
        ({"zone": "../etc"}, TeamFault.ZONE),
        ({"skills": ("gone",)}, TeamFault.NO_SKILLS),
    ],
)
def test_what_is_wrong_with_a_team_is_known_before_it_is_kept(changes: dict[str, object], fault: TeamFault) -> None:
    assert faults_of(replace(TUESDAYS, **changes), FRAMEWORK) == (fault,)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [LEAST_GROUP, 5, MOST_GROUP])
def test_a_sound_team_has_no_fault(size: int) -> None:
    assert faults_of(replace(TUESDAYS, group_size=size), FRAMEWORK) == ()


@pytest.mark.parametrize(
    ("user", "is_admin", "may"), [("U1", False, True), ("U2", False, False), ("U2", True, True), ("U1", True, True)]
)
def test_owners_and_admins_change_a_team(user: str, is_admin: bool, may: bool) -> None:
    assert replace(TUESDAYS, owners=frozenset({"U1"})).may_be_changed_by(user, is_admin=is_admin) is may


def test_admins_change_a_team_whose_last_owner_is_gone() -> None:
    assert TUESDAYS.may_be_changed_by("U9", is_admin=True)
    assert not TUESDAYS.may_be_changed_by("U9", is_admin=False)


def test_the_same_choice_is_the_same_team() -> None:
    assert ids_of(["sql", "python", "sql"]) == ("python", "sql")


starts = st.integers(0, 3 * 365 * 24 * 60).map(lambda minutes: utc("2026-01-01") + timedelta(minutes=minutes))


@thorough
@given(
    st.sampled_from([WEEKLY, FORTNIGHTLY, MONTHLY]),
    st.integers(1, 7),
    st.integers(0, 23).map(time),
    st.lists(st.sampled_from(ZONES), min_size=2, max_size=2),
    starts,
)
def test_no_date_comes_twice_and_none_at_another_hour_whatever_zone_is_chosen(
    rhythm: Rhythm, weekday: int, hour: time, zones: list[str], start: datetime
) -> None:
    team = begun(replace(TUESDAYS, rhythm=rhythm, weekday=weekday, hour=hour, zone=zones[0]), start)
    found = following(team, start, 6)
    moved = replace(team, zone=zones[1])
    last, at = found[-1].day, found[-1].at
    for _ in range(3):
        come = next_summary(moved, at, last)
        assert come is not None
        found, last, at = [*found, come], come.day, come.at
    assert all(one.day < other.day and one.at < other.at for one, other in pairwise(found))
    assert all(one.at > start and one.closes_at - one.at == OPEN_FOR for one in found)
    for one, zone in zip(found, [zones[0]] * 6 + [zones[1]] * 3, strict=True):
        local = one.at.astimezone(zone_of(zone))
        assert one.day.isoweekday() == weekday
        assert local.time() == hour or local.replace(tzinfo=None) > datetime.combine(one.day, hour)
