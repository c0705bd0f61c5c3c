"""What a migration would do to the release before it, found by letting it run against nothing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import BatchOperations, Operations, ops

# What a statement in SQL may do: fill. To change a table there are operations.
_FILLS = re.compile(r"\s*(INSERT|UPDATE|SELECT|WITH|COMMENT|CREATE TABLE|CREATE INDEX)\b", re.IGNORECASE)


class _NotingBatch(BatchOperations):
    """Of one table; `noted` is set on the instance."""

    noted: list[ops.MigrateOperation]

    def invoke(self, operation: ops.MigrateOperation) -> Any:
        self.noted.append(operation)


def hindrances(upgrade: Callable[[], None], dialect: str) -> list[str]:
    """Each thing in an `upgrade` that processes of the release before can't work with."""
    noted: list[ops.MigrateOperation] = []

    @contextmanager
    def batch(table_name: str, *_: Any, **__: Any) -> Iterator[BatchOperations]:
        table: Any = SimpleNamespace(table_name=table_name, schema=None)
        operations = _NotingBatch(context, impl=table)
        operations.noted = noted
        yield operations

    context = MigrationContext.configure(dialect_name=dialect, opts={"as_sql": True})
    with Operations.context(context) as operations, pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "invoke", noted.append)
        patch.setattr(operations, "batch_alter_table", batch)
        upgrade()
    made = {one.table_name for one in noted if isinstance(one, ops.CreateTableOp)}
    return [told for one in noted if (told := _hindrance(one, made))]


def _hindrance(operation: ops.MigrateOperation, made: set[str]) -> str | None:
    """Of what it does to a table that was there; what it does to one that it made is its own."""
    match operation:
        case ops.CreateTableOp() | ops.BulkInsertOp() | ops.CreateTableCommentOp() | ops.DropTableCommentOp():
            return None
        case ops.ExecuteSQLOp():
            return None if _FILLS.match(str(operation.sqltext)) else f"runs {str(operation.sqltext).strip()[:60]!r}"
    table = str(getattr(operation, "table_name", "") or getattr(operation, "source_table", ""))
    return None if table in made else _change(operation, table)


def _change(operation: ops.MigrateOperation, table: str) -> str | None:
    match operation:
        case ops.AddColumnOp(column=column):
            demands = not column.nullable and column.server_default is None
            return f"adds {table}.{column.name}, which old INSERTs don't fill" if demands else None
        case ops.CreateIndexOp():
            return f"lets {table} have no two rows alike" if operation.unique else None
        case ops.DropIndexOp():
            return None  # slower, but the same
        case ops.AlterColumnOp():
            return f"changes {table}.{operation.column_name}"
    return f"does {type(operation).__name__} to {table}"
