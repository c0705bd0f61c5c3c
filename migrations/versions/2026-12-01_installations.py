"""installations

Follows: c5e90d7718b3
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op


revision = "b7f4e21c9d06"
down_revision = "c5e90d7718b3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("tenant", sqlmodel.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.AutoString(), nullable=False),
        sa.Column("is_org_wide", sa.Boolean(), nullable=False),
        sa.Column("bot_user", sqlmodel.AutoString(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("installed_by", sqlmodel.AutoString(), nullable=False),
        sa.Column("installed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("token", sa.Text(), nullable=True),
        sa.Column("refresh_token", sa.Text(), nullable=True),
        sa.Column("expires_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("uninstalled_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("scopes_told", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", name=op.f("pk_installation")),
    )
    op.create_index(op.f("ix_installation_uninstalled_at"), "installation", ["uninstalled_at"])

    op.create_table(
        "oauth_state",
        sa.Column("state", sqlmodel.AutoString(), nullable=False),
        sa.Column("expires_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("state", name=op.f("pk_oauth_state")),
    )
    op.create_index(op.f("ix_oauth_state_expires_at"), "oauth_state", ["expires_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_oauth_state_expires_at"), "oauth_state")

    op.drop_table("oauth_state")
    op.drop_index(op.f("ix_installation_uninstalled_at"), "installation")

    op.drop_table("installation")
