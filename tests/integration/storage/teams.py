"""Teams as they are set up, for the tests of what is counted and kept of them."""

from datetime import UTC, datetime

from bot.storage.tables import TeamRow

SET_UP_AT = datetime(2026, 12, 1, 9, tzinfo=UTC)


def team_row(tenant: str, channel: str) -> TeamRow:
    return TeamRow(
        tenant=tenant,
        channel_id=channel,
        workspace=tenant,
        rhythm="weekly",
        first_week=SET_UP_AT.date(),
        weekday=1,
        hour=SET_UP_AT.time(),
        zone="UTC",
        skills="",
        categories="",
        group_size=5,
        created_at=SET_UP_AT,
        updated_at=SET_UP_AT,
    )
