"""How long everything is kept, and what has outlived its time."""

from dataclasses import fields
from datetime import UTC, datetime, timedelta

from bot.domain.retention import Kept, Retention, same_everywhere

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)
DAY = timedelta(days=1)
POLICY = Retention(
    notes=2 * DAY, evidence=None, drafts=90 * DAY, check_ins=365 * DAY, suggestions=None, summaries=730 * DAY
)


def test_each_kind_has_its_own_end_and_what_is_kept_for_good_has_none() -> None:
    assert POLICY.ends(NOW) == {
        Kept.NOTES: NOW - 2 * DAY,
        Kept.DRAFTS: NOW - 90 * DAY,
        Kept.CHECK_INS: NOW - 365 * DAY,
        Kept.SUMMARIES: NOW - 730 * DAY,
    }


def test_a_policy_says_of_every_kind_how_long_it_is_kept() -> None:
    assert [field.name for field in fields(Retention)] == list(Kept)


async def test_where_no_tenant_has_its_own_each_has_the_same() -> None:
    policy_of = same_everywhere(POLICY)
    assert await policy_of("T1") is await policy_of("T2") is POLICY
