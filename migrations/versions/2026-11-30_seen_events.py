"""seen events

Follows: 410049388b10
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "ebd19891e3af"
down_revision = "410049388b10"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seen_event",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("event_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seen_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "event_id", name=op.f("pk_seen_event")),
    )
    op.create_index(op.f("ix_seen_event_seen_at"), "seen_event", ["seen_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_seen_event_seen_at"), "seen_event")
    op.drop_table("seen_event")
