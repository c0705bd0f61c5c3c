"""The migrations form one line, and what they make keeps people apart."""

import re
import subprocess
import sys

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import DateTime, Table
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import UTCDateTime

from bot.storage import revisions, tables
from bot.storage.erasing import PERSON_COLUMNS, personal_tables
from bot.storage.migrate import alembic_config

SCRIPTS = ScriptDirectory.from_config(alembic_config("sqlite:///unused.db"))
PERSON = SQLModel.metadata.tables[str(tables.PersonRow.__tablename__)]
TABLES = SQLModel.metadata.sorted_tables
OF_A_PERSON = [table for table in personal_tables() if table is not PERSON]


def test_there_is_one_head() -> None:
    assert len(SCRIPTS.get_heads()) == 1


def test_the_head_that_is_read_without_alembic_is_alembic_s() -> None:
    assert revisions.head() == SCRIPTS.get_current_head()


def test_files_are_named_by_date_and_slug() -> None:
    names = [path.name for path in (revisions.MIGRATIONS / "versions").glob("*.py")]
    assert names
    assert [name for name in names if not re.fullmatch(r"20\d\d-\d\d-\d\d_[a-z0-9_]+\.py", name)] == []


def test_a_start_with_nothing_to_migrate_does_not_import_alembic() -> None:
    program = "import sys, bot.storage.migrate; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


OF_NO_TENANT = {"oauth_state"}  # who will install it, and where, shows only when they come back


@pytest.mark.parametrize("table", [one for one in TABLES if one.name not in OF_NO_TENANT], ids=str)
def test_every_row_is_known_by_its_tenant_first(table: Table) -> None:
    assert next(iter(table.primary_key.columns)).name == "tenant"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_case_3_every_moment_is_kept_as_an_aware_one_and_none_as_text(table: Table) -> None:
    moments = {column.name for column in table.columns if isinstance(column.type, UTCDateTime)}
    assert {column.name for column in table.columns if re.fullmatch(r"at|since|.*_at", column.name)} == moments
    assert [column.name for column in table.columns if isinstance(column.type, DateTime)] == []


@pytest.mark.parametrize("table", OF_A_PERSON, ids=str)
def test_what_is_a_person_s_is_erased_with_the_person(table: Table) -> None:
    """By a foreign key that cascades, for each column that names somebody."""
    names = set(PERSON_COLUMNS) & set(table.columns.keys())
    keys = [key for key in table.foreign_key_constraints if key.referred_table is PERSON]
    cascading = sorted((key.column_keys, key.ondelete) for key in keys)
    assert cascading == sorted((["tenant", name], "CASCADE") for name in names)
