"""The migrations form one line, and what they make keeps people apart."""

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
import sqlalchemy as sa
from alembic import op
from alembic.script import Script, ScriptDirectory
from sqlalchemy import DateTime, Table
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import UTCDateTime

from bot.storage import revisions, tables
from bot.storage.erasing import PERSON_COLUMNS, personal_tables
from bot.storage.history import WrongHistory, steps
from bot.storage.migrate import alembic_config
from tests.conventions.expanding import hindrances

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


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize("script", list(SCRIPTS.walk_revisions()), ids=lambda script: script.path)
def test_processes_of_the_release_before_go_on(script: Script, dialect: str) -> None:
    """Or it says, as `compatible_since`, that they don't, and they refuse to work."""
    is_declared = getattr(script.module, "compatible_since", None) is not None
    assert is_declared or hindrances(script.module.upgrade, dialect) == []


def test_what_migrations_say_of_each_other_can_be_stored() -> None:
    assert [step.position for step in steps(SCRIPTS, SCRIPTS.get_current_head())] == [
        *range(len(list(SCRIPTS.walk_revisions())))
    ]


def _drops_in_a_batch() -> None:
    with op.batch_alter_table("person") as person:
        person.drop_column("language")


def _adds_to_a_table_of_its_own() -> None:
    op.create_table("pet", sa.Column("tenant", sa.String(), primary_key=True))
    op.add_column("pet", sa.Column("name", sa.String(), nullable=False))
    op.create_index("ix_pet_name", "pet", ["name"], unique=True)


def _fills() -> None:
    op.add_column("person", sa.Column("name", sa.String(), nullable=False, server_default=""))
    op.add_column("person", sa.Column("age", sa.Integer(), nullable=True))
    op.create_index("ix_person_name", "person", ["name"])
    op.execute("UPDATE person SET name = user_id")


WELL: list[Callable[[], None]] = [_adds_to_a_table_of_its_own, _fills]
ILL: dict[str, Callable[[], object]] = {
    "does DropTableOp to person": lambda: op.drop_table("person"),
    "does RenameTableOp to person": lambda: op.rename_table("person", "people"),
    "does DropColumnOp to person": _drops_in_a_batch,
    "changes person.language": lambda: op.alter_column("person", "language", new_column_name="locale"),
    "adds person.name, which old INSERTs don't fill": lambda: op.add_column(
        "person", sa.Column("name", sa.String(), nullable=False)
    ),
    "lets person have no two rows alike": lambda: op.create_index("ux", "person", ["role"], unique=True),
    "does CreateForeignKeyOp to focus": lambda: op.create_foreign_key("fk", "focus", "person", ["a"], ["b"]),
    "does CreateCheckConstraintOp to person": lambda: op.create_check_constraint("ck", "person", "role <> ''"),
    "runs 'ALTER TABLE person DROP COLUMN role'": lambda: op.execute("ALTER TABLE person DROP COLUMN role"),
}


@pytest.mark.parametrize("upgrade", WELL)
def test_what_only_adds_is_taken(upgrade: Callable[[], None]) -> None:
    assert hindrances(upgrade, "postgresql") == []


@pytest.mark.parametrize("told", ILL)
def test_what_hinders_the_release_before_is_refused(told: str) -> None:
    def upgrade() -> None:
        ILL[told]()

    assert hindrances(upgrade, "postgresql") == [told]


def test_a_migration_can_be_compatible_only_with_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    last = SCRIPTS.get_current_head() or ""
    script = SCRIPTS.get_revision(last)
    assert script is not None
    monkeypatch.setattr(script.module, "compatible_since", last, raising=False)
    with pytest.raises(WrongHistory, match=last):
        list(steps(SCRIPTS, last))


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
