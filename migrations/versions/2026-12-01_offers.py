"""offers

Follows: 8b6f2d4e1a90
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "8b2f6c41d0a7"
down_revision = "8b6f2d4e1a90"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "offer",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_offer_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", name=op.f("pk_offer")),
    )
    op.create_index(op.f("ix_offer_tenant_skill"), "offer", ["tenant", "skill"])


def downgrade() -> None:
    op.drop_index(op.f("ix_offer_tenant_skill"), "offer")
    op.drop_table("offer")
