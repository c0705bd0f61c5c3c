"""focuses and evidence

Follows: 9c41d07be5a2
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "3f7a60c81d94"
down_revision = "9c41d07be5a2"
branch_labels = None
depends_on = None

OPEN = "state IN ('active', 'paused')"


def upgrade() -> None:
    op.create_table(
        "focus",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.AutoString(), nullable=False),
        sa.Column("started_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("target", sqlmodel.AutoString(), nullable=False),
        sa.Column("state", sqlmodel.AutoString(), nullable=False),
        sa.Column("since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_focus_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", "role", "started_at", name=op.f("pk_focus")),
    )
    op.create_index(
        "uq_focus_open",
        "focus",
        ["tenant", "user_id", "skill", "role"],
        unique=True,
        sqlite_where=sa.text(OPEN),
        postgresql_where=sa.text(OPEN),
    )
    op.create_table(
        "evidence",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("id", sqlmodel.AutoString(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=True),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_evidence_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("pk_evidence")),
    )


def downgrade() -> None:
    op.drop_table("evidence")
    op.drop_index("uq_focus_open", "focus")
    op.drop_table("focus")
