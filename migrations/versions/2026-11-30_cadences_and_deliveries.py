"""cadences and deliveries

Follows: b8265ed40f13
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "67acd61b9c23"
down_revision = "b8265ed40f13"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cadence",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("workspace", sqlmodel.AutoString(), nullable=False),
        sa.Column("first_week", sa.Date(), nullable=False),
        sa.Column("nudges", sqlmodel.AutoString(), nullable=False),
        sa.Column("check_ins", sqlmodel.AutoString(), nullable=False),
        sa.Column("days", sqlmodel.AutoString(), nullable=False),
        sa.Column("opens", sa.Time(), nullable=False),
        sa.Column("closes", sa.Time(), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=False),
        sa.Column("quiet_to", sa.Time(), nullable=False),
        sa.Column("quiet_days", sqlmodel.AutoString(), nullable=False),
        sa.Column("country", sqlmodel.AutoString(), nullable=True),
        sa.Column("paused_until", sa.Date(), nullable=True),
        sa.Column("most_a_week", sa.Integer(), nullable=False),
        sa.Column("unanswered", sa.Integer(), nullable=False),
        sa.Column("last_nudge", sa.Date(), nullable=True),
        sa.Column("last_check_in", sa.Date(), nullable=True),
        sa.Column("zone", sqlmodel.AutoString(), nullable=True),
        sa.Column("next_kind", sqlmodel.AutoString(), nullable=True),
        sa.Column("next_day", sa.Date(), nullable=True),
        sa.Column("next_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("next_closes_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_cadence_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", name=op.f("pk_cadence")),
    )
    op.create_index(op.f("ix_cadence_next_at"), "cadence", ["next_at"])

    op.create_table(
        "delivery",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("recipient", sqlmodel.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("period", sa.Date(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=True),
        sa.Column("lane", sqlmodel.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.AutoString(), nullable=False),
        sa.Column("due_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("expires_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("claimed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reason", sqlmodel.AutoString(), nullable=True),
        sa.Column("done_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("channel", sqlmodel.AutoString(), nullable=True),
        sa.Column("ts", sqlmodel.AutoString(), nullable=True),
        sa.Column("skill", sqlmodel.AutoString(), nullable=True),
        sa.Column("role", sqlmodel.AutoString(), nullable=True),
        sa.Column("statements", sqlmodel.AutoString(), nullable=True),
        sa.Column("answered_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_delivery_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "recipient", "kind", "period", name=op.f("pk_delivery")),
    )
    op.create_index(op.f("ix_delivery_status_lane_due_at"), "delivery", ["status", "lane", "due_at"])
    op.create_index(op.f("ix_delivery_tenant_channel_ts"), "delivery", ["tenant", "channel", "ts"])
    op.create_index(
        op.f("ix_delivery_tenant_user_id_kind_done_at"), "delivery", ["tenant", "user_id", "kind", "done_at"]
    )

    op.create_table(
        "set_aside",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_set_aside_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", "statement", name=op.f("pk_set_aside")),
    )


def downgrade() -> None:
    op.drop_table("set_aside")
    op.drop_index(op.f("ix_delivery_tenant_user_id_kind_done_at"), "delivery")
    op.drop_index(op.f("ix_delivery_tenant_channel_ts"), "delivery")
    op.drop_index(op.f("ix_delivery_status_lane_due_at"), "delivery")

    op.drop_table("delivery")
    op.drop_index(op.f("ix_cadence_next_at"), "cadence")

    op.drop_table("cadence")
