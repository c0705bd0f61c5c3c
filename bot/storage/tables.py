"""All tables, nothing else. A migration makes each of them: `alembic check` says when one was forgotten.

Every row that is somebody's carries its tenant, and hangs on its person by a foreign key that cascades:
deleting one row of `person` erases all that is stored of them.
"""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKeyConstraint
from sqlmodel import Field, SQLModel

# Names that don't depend on the database: a migration can only drop a constraint that it can name.
SQLModel.metadata.naming_convention = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class PersonRow(SQLModel, table=True):
    """What a person chose. `language` null follows Slack. `level` is the profile-wide one.

    It is unset while `level_set_at` is null; where that is given, a null level means "not yet the first one".
    """

    __tablename__ = "person"
    __table_args__ = (CheckConstraint("level IS NULL OR level_set_at IS NOT NULL", name="level_was_set"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    language: str | None = None
    role: str | None = None
    level: str | None = None
    level_set_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class CurrentLevelRow(SQLModel, table=True):
    """Where a person stands in one skill and role. No row: unset. `level` null: "not yet the first level"."""

    __tablename__ = "current_level"
    __table_args__ = (
        ForeignKeyConstraint(["tenant", "user_id"], ["person.tenant", "person.user_id"], ondelete="CASCADE"),
    )

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    level: str | None = None
    updated_at: datetime


class ChannelRow(SQLModel, table=True):
    """What was chosen for a channel. `language` null follows the workspace."""

    __tablename__ = "channel"

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    language: str | None = None
    updated_at: datetime


class SeenEventRow(SQLModel, table=True):
    """An event that was taken care of: Slack sends one again when our answer didn't arrive in time."""

    __tablename__ = "seen_event"

    tenant: str = Field(primary_key=True)
    event_id: str = Field(primary_key=True)
    seen_at: datetime = Field(index=True)
