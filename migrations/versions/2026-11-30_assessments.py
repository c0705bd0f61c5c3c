"""assessments

Follows: ebd19891e3af
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "9c41d07be5a2"
down_revision = "ebd19891e3af"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "assessment",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.AutoString(), nullable=False),
        sa.Column("author", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("rating", sqlmodel.AutoString(), nullable=False),
        sa.Column("previous", sqlmodel.AutoString(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("locale", sqlmodel.AutoString(), nullable=False),
        sa.Column("source_hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("shown_hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("submission", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "author"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_assessment_tenant_author"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "subject"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_assessment_tenant_subject"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "tenant", "subject", "author", "skill", "statement", "nth", name=op.f("pk_assessment")
        ),
    )
    op.create_index(op.f("ix_assessment_tenant_subject_at"), "assessment", ["tenant", "subject", "at"])
    op.create_table(
        "latest_rating",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.AutoString(), nullable=False),
        sa.Column("author", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("rating", sqlmodel.AutoString(), nullable=False),
        sa.Column("locale", sqlmodel.AutoString(), nullable=False),
        sa.Column("source_hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("shown_hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "author"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_latest_rating_tenant_author"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "subject"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_latest_rating_tenant_subject"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "tenant", "subject", "author", "skill", "statement", name=op.f("pk_latest_rating")
        ),
    )
    op.create_table(
        "rated_text",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=False),
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "skill", "statement", "hash", name=op.f("pk_rated_text")),
    )
    op.create_table(
        "draft",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("role", sqlmodel.AutoString(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("updated_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_draft_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "skill", "role", name=op.f("pk_draft")),
    )


def downgrade() -> None:
    op.drop_table("draft")
    op.drop_table("rated_text")
    op.drop_table("latest_rating")
    op.drop_index(op.f("ix_assessment_tenant_subject_at"), "assessment")
    op.drop_table("assessment")
