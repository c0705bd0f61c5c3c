"""The migrations of a release that doesn't exist yet, after those that do."""

import shutil
from pathlib import Path

from bot.storage.revisions import MIGRATIONS, head

_ADDS = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"
{more}

def upgrade():
    for table in sa.inspect(op.get_bind()).get_table_names():
        if not table.startswith(("alembic", "procrastinate", "schema")):
            op.add_column(table, sa.Column("of_{revision}", sa.String(), nullable=False, server_default="new"))
    op.create_table("made_by_{revision}", sa.Column("tenant", sa.String(), primary_key=True))


def downgrade():
    pass
"""


def next_release(folder: Path, *revisions: str, compatible_since: str | None = None) -> Path:
    """The same migrations, and then others: each gives a new column to every table, and makes a new one.

    The last one says that it is `compatible_since` a revision.
    """
    migrations = shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = head()
    for revision in revisions:
        says = compatible_since and revision == revisions[-1]
        more = f'compatible_since = "{compatible_since}"' if says else ""
        script = _ADDS.format(revision=revision, before=before, more=more)
        (migrations / "versions" / f"2030-01-01_{revision}.py").write_text(script, "utf-8")
        before = revision
    return migrations
