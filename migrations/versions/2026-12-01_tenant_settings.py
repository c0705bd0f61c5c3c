"""tenant settings

Follows: b7f4e21c9d06
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "4d7ac3f15e28"
down_revision = "b7f4e21c9d06"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tenant_settings",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("language", sqlmodel.AutoString(), nullable=True),
        sa.Column("nudges", sqlmodel.AutoString(), nullable=True),
        sa.Column("check_ins", sqlmodel.AutoString(), nullable=True),
        sa.Column("days", sqlmodel.AutoString(), nullable=True),
        sa.Column("opens", sa.Time(), nullable=True),
        sa.Column("closes", sa.Time(), nullable=True),
        sa.Column("country", sqlmodel.AutoString(), nullable=True),
        sa.Column("group_size", sa.Integer(), nullable=True),
        sa.Column("keep_notes", sa.Integer(), nullable=True),
        sa.Column("keep_evidence", sa.Integer(), nullable=True),
        sa.Column("keep_drafts", sa.Integer(), nullable=True),
        sa.Column("keep_check_ins", sa.Integer(), nullable=True),
        sa.Column("keep_suggestions", sa.Integer(), nullable=True),
        sa.Column("keep_summaries", sa.Integer(), nullable=True),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", name=op.f("pk_tenant_settings")),
    )
    op.create_table(
        "framework_owner",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_framework_owner_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", name=op.f("pk_framework_owner")),
    )
    with op.batch_alter_table("installation") as batch_op:
        batch_op.add_column(sa.Column("welcomed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("installation") as batch_op:
        batch_op.drop_column("welcomed_at")

    op.drop_table("framework_owner")

    op.drop_table("tenant_settings")
