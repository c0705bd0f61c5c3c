"""shares

Follows: 8b2f6c41d0a7
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "c5e90d7718b3"
down_revision = "8b2f6c41d0a7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "share",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.AutoString(), nullable=False),
        sa.Column("viewer", sqlmodel.AutoString(), nullable=False),
        sa.Column("skills", sa.Text(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("is_hidden", sa.Boolean(), nullable=False),
        sa.Column("channel", sqlmodel.AutoString(), nullable=True),
        sa.Column("ts", sqlmodel.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant", "subject"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_share_tenant_subject"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "viewer"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_share_tenant_viewer"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "subject", "viewer", name=op.f("pk_share")),
    )
    op.create_index(op.f("ix_share_tenant_viewer"), "share", ["tenant", "viewer"])


def downgrade() -> None:
    op.drop_index(op.f("ix_share_tenant_viewer"), "share")
    op.drop_table("share")
