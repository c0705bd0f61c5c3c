"""teams

Follows: 67acd61b9c23
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "3d1c0a9e7f52"
down_revision = "67acd61b9c23"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("delivery", sa.Column("about", sqlmodel.AutoString(), nullable=True))

    op.create_table(
        "team",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("channel_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("workspace", sqlmodel.AutoString(), nullable=False),
        sa.Column("rhythm", sqlmodel.AutoString(), nullable=False),
        sa.Column("first_week", sa.Date(), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("hour", sa.Time(), nullable=False),
        sa.Column("zone", sqlmodel.AutoString(), nullable=False),
        sa.Column("skills", sa.Text(), nullable=False),
        sa.Column("categories", sa.Text(), nullable=False),
        sa.Column("group_size", sa.Integer(), nullable=False),
        sa.Column("paused", sqlmodel.AutoString(), nullable=True),
        sa.Column("small_told_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("counting_ts", sqlmodel.AutoString(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("next_day", sa.Date(), nullable=True),
        sa.Column("next_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("next_closes_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "channel_id", name=op.f("pk_team")),
    )
    op.create_index(op.f("ix_team_next_at"), "team", ["next_at"])

    op.create_table(
        "team_owner",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("channel_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_team_owner_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "channel_id"],
            ["team.tenant", "team.channel_id"],
            name=op.f("fk_team_owner_tenant_channel_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "channel_id", "user_id", name=op.f("pk_team_owner")),
    )

    op.create_table(
        "team_member",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("channel_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("joined_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_team_member_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "channel_id"],
            ["team.tenant", "team.channel_id"],
            name=op.f("fk_team_member_tenant_channel_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "channel_id", "user_id", name=op.f("pk_team_member")),
    )
    op.create_index(op.f("ix_team_member_tenant_user_id"), "team_member", ["tenant", "user_id"])

    op.create_table(
        "summary",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("channel_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("taken_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "channel_id"],
            ["team.tenant", "team.channel_id"],
            name=op.f("fk_summary_tenant_channel_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "channel_id", "taken_at", name=op.f("pk_summary")),
    )


def downgrade() -> None:
    op.drop_table("summary")
    op.drop_index(op.f("ix_team_member_tenant_user_id"), "team_member")

    op.drop_table("team_member")

    op.drop_table("team_owner")
    op.drop_index(op.f("ix_team_next_at"), "team")

    op.drop_table("team")
    with op.batch_alter_table("delivery") as delivery:
        delivery.drop_column("about")
