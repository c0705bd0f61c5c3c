"""rated skills

Follows: 3d1c0a9e7f52
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "8b6f2d4e1a90"
down_revision = "3d1c0a9e7f52"
branch_labels = None
depends_on = None

_JOINED = {
    "postgresql": "STRING_AGG(statement, ' ' ORDER BY statement COLLATE \"C\")",
    "sqlite": "GROUP_CONCAT(statement, ' ')",
}


def upgrade() -> None:
    op.create_table(
        "rated_skill",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("consistent", sqlmodel.AutoString(), nullable=False),
        sa.Column("others", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_rated_skill_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", name=op.f("pk_rated_skill")),
    )
    joined = _JOINED[op.get_context().dialect.name]
    op.execute(f"""
        INSERT INTO rated_skill (tenant, user_id, skill, consistent, others, at)
        SELECT tenant, subject, skill,
            COALESCE({joined} FILTER (WHERE rating = 'consistent'), ''),
            COALESCE({joined} FILTER (WHERE rating <> 'consistent'), ''),
            MAX(at)
        FROM (SELECT * FROM latest_rating WHERE author = subject ORDER BY tenant, subject, skill, statement) AS own
        GROUP BY tenant, subject, skill
    """)


def downgrade() -> None:
    op.drop_table("rated_skill")
