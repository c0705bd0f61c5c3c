"""When a channel may be told how its team grows, and when whoever looks after it is told why it isn't."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.domain.cadence import Rhythm
from bot.domain.deliveries import Delivery, Drop, Postpone, Reason, Send, TeamKind, kind_of
from bot.domain.people import SlackUser
from bot.domain.team_deliveries import (
    NOTICE_LASTS,
    TOO_FEW,
    Matter,
    judge_notice,
    judge_summary,
    notices,
    plan_summary,
)
from bot.domain.teams import BY_OWNER, Team

NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)  # a Tuesday
TEAM = Team("T1", "C1", "W1", date(2026, 3, 2), Rhythm.WEEKLY, owners=frozenset({"U2", "U1"})).following(
    datetime(2026, 3, 2, tzinfo=UTC)
)
SUMMARY = plan_summary(TEAM, datetime(2026, 3, 3, 10, tzinfo=UTC))[0]


def test_a_summary_goes_to_the_channel_through_the_lane_of_its_workspace() -> None:
    assert SUMMARY.key == "T1/C1/summary/2026-03-03"
    assert (SUMMARY.lane, SUMMARY.reason) == ("W1", None)


def test_what_was_planned_is_not_planned_again() -> None:
    delivery, after = plan_summary(TEAM, NOON)
    assert after.last_day == delivery.day
    assert after.upcoming is not None
    assert after.upcoming.day == date(2026, 3, 10)


def test_after_a_long_time_down_one_summary_is_planned_and_it_has_passed() -> None:
    delivery, after = plan_summary(TEAM, NOON + timedelta(days=30))
    assert delivery.reason == Reason.PASSED
    assert after.upcoming is not None
    assert after.upcoming.at > NOON + timedelta(days=30)


@pytest.mark.parametrize(
    ("team", "at", "verdict"),
    [
        (TEAM, NOON, Send()),
        (None, NOON, Drop(Reason.STOPPED)),
        (replace(TEAM, rhythm=Rhythm.OFF), NOON, Drop(Reason.STOPPED)),
        (replace(TEAM, paused=BY_OWNER), NOON, Drop(Reason.PAUSED)),
        (replace(TEAM, paused="is_archived"), NOON, Drop(Reason.PAUSED)),
        (TEAM, SUMMARY.expires_at, Drop(Reason.PASSED)),
    ],
)
def test_a_channel_is_written_to_as_its_owners_want_at_that_moment(
    team: Team | None, at: datetime, verdict: object
) -> None:
    assert judge_summary(SUMMARY, team, at) == verdict


def test_each_owner_gets_a_notice_of_their_own() -> None:
    found = notices(TEAM, TOO_FEW, {}, NOON)
    assert [(one.recipient, one.day, one.kind) for one in found] == [
        ("U1", date(2026, 3, 3), TeamKind.NOTICE),
        ("U2", date(2026, 3, 3), TeamKind.NOTICE),
    ]
    assert Matter.parse(str(found[0].about)) == Matter("C1", TOO_FEW)


def test_two_notices_of_one_day_are_two() -> None:
    (other, _) = notices(TEAM, "is_archived", {"U1": date(2026, 3, 3)}, NOON)
    assert other.day == date(2026, 3, 4)
    assert other.due_at == NOON


def _notice() -> Delivery:
    return notices(TEAM, TOO_FEW, {}, NOON)[0]


@pytest.mark.parametrize(
    ("zone", "at", "expected"),
    [
        ("Etc/UTC", "2026-03-03T12:00", None),
        ("Etc/UTC", "2026-03-03T19:00", "2026-03-04T08:00"),
        ("Etc/UTC", "2026-03-03T03:00", "2026-03-03T08:00"),
        ("Asia/Kolkata", "2026-03-03T13:30", "2026-03-04T02:30"),
        ("America/New_York", "2026-03-03T12:00", "2026-03-03T13:00"),
        ("Pacific/Auckland", "2026-03-03T12:00", "2026-03-03T19:00"),
    ],
)
def test_an_owner_is_told_by_day(zone: str, at: str, expected: str | None) -> None:
    now = datetime.fromisoformat(at).replace(tzinfo=UTC)
    verdict = judge_notice(_notice(), SlackUser(timezone=zone), None, now)
    if expected is None:
        assert verdict == Send()
    else:
        assert verdict == Postpone(datetime.fromisoformat(expected).replace(tzinfo=UTC), NOON + NOTICE_LASTS)


def test_an_owner_who_is_not_to_be_disturbed_is_told_afterwards() -> None:
    until = NOON + timedelta(hours=2)
    assert judge_notice(_notice(), SlackUser(), until, NOON) == Postpone(until, NOON + NOTICE_LASTS)
    assert judge_notice(_notice(), SlackUser(), NOON, NOON) == Send()


def test_who_is_no_member_any_more_is_not_told() -> None:
    assert judge_notice(_notice(), SlackUser(is_member=False), None, NOON) == Drop(Reason.NOT_A_MEMBER)
    assert judge_notice(_notice(), SlackUser(), None, NOON + NOTICE_LASTS) == Drop(Reason.PASSED)


def test_every_stored_kind_is_understood() -> None:
    assert {str(kind_of(word)) for word in ("nudge", "check_in", "summary", "notice")} == {
        "nudge", "check_in", "summary", "notice",
    }  # fmt: skip
    with pytest.raises(ValueError, match="poem"):
        kind_of("poem")
