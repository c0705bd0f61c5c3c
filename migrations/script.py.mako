"""${message}

Follows: ${down_revision or "nothing"}
"""

# Rules for every migration; delete them once they are kept:
# - Once released it is never edited; a mistake is put right by another one.
# - Processes of the release before run on beside this, and may come back: only add, and give what is added to a table
#   that was there a server_default, so that their INSERTs go on. A test refuses all else (docs/adr/0029).
# - What is removed was unused by the release before. Then say which revision that was the head of; processes that are
#   older refuse to work:
#   compatible_since = "…"
#   Say it too where only what a stored value means has changed: no test sees that.
# - All of it runs in one transaction. What holds a lock for long, such as filling a big table, belongs in a job.
# - A table of somebody's rows has a tenant, and a foreign key to `person` that cascades: one delete erases a person.
# - It describes the tables of its own day, so it never imports bot.storage.tables.
# - SQLite's tables are altered by copying: op.batch_alter_table. Foreign keys are off, and checked at the end.
# - Constraints have names, by the convention of bot/storage/tables.py. The downgrade works: a test runs it.

import sqlalchemy as sa
import sqlmodel
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
