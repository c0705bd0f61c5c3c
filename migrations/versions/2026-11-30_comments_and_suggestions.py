"""comments and suggestions

Follows: 3f7a60c81d94
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "b8265ed40f13"
down_revision = "3f7a60c81d94"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "comment",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_comment")),
    )
    op.create_index(op.f("ix_comment_tenant_skill_created_at"), "comment", ["tenant", "skill", "created_at"])
    op.create_table(
        "comment_words",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("comment_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("edited_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant", "comment_id"],
            ["comment.tenant", "comment.id"],
            name=op.f("fk_comment_words_tenant_comment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_comment_words_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "comment_id", name=op.f("pk_comment_words")),
    )
    op.create_index(op.f("ix_comment_words_tenant_user_id"), "comment_words", ["tenant", "user_id"])
    op.create_table(
        "suggestion",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("user_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("id", sqlmodel.AutoString(), nullable=False),
        sa.Column("skill", sqlmodel.AutoString(), nullable=False),
        sa.Column("statement", sqlmodel.AutoString(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("told_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["person.tenant", "person.user_id"],
            name=op.f("fk_suggestion_tenant_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("pk_suggestion")),
    )
    op.create_table(
        "search_miss",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("words", sqlmodel.AutoString(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("last_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "words", name=op.f("pk_search_miss")),
    )


def downgrade() -> None:
    op.drop_table("search_miss")
    op.drop_table("suggestion")
    op.drop_index(op.f("ix_comment_words_tenant_user_id"), "comment_words")
    op.drop_table("comment_words")
    op.drop_index(op.f("ix_comment_tenant_skill_created_at"), "comment")
    op.drop_table("comment")
