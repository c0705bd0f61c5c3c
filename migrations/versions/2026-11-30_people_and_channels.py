"""people and channels

Follows: nothing
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "410049388b10"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("language", sqlmodel.AutoString(), nullable=True),
        sa.Column("role", sqlmodel.AutoString(), nullable=True),
        sa.Column("level", sqlmodel.AutoString(), nullable=True),
        sa.Column("level_set_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint(
            "level IS NULL OR level_set_at IS NOT NULL", name=op.f("ck_person_level_was_set")
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", name=op.f("pk_person")),
    )
    op.create_table(
        "current_level",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.AutoString(), nullable=False),
        sa.Column("level", sqlmodel.AutoString(), nullable=True),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_current_level_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", "role", name=op.f("pk_current_level")),
    )
    op.create_table(
        "channel",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("channel_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("language", sqlmodel.AutoString(), nullable=True),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "channel_id", name=op.f("pk_channel")),
    )


def downgrade() -> None:
    op.drop_table("channel")
    op.drop_table("current_level")
    op.drop_table("person")
