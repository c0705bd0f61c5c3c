"""How alembic runs the migrations: on one connection that holds the lock, in one transaction, on SQLite too.

`rung migrate` upgrades. A new one: `alembic -x database_url=sqlite:///rung.db revision --autogenerate -m …`.
"""

import asyncio

from alembic import context
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlmodel import SQLModel

from bot.storage import tables  # noqa: F401  # fills the metadata
from bot.storage.history import write_history
from bot.storage.migrate import Limits, migrating
from bot.storage.revisions import HISTORY

QUEUE_TABLES = "procrastinate_"  # the job queue brings and migrates its own


def is_ours(name: str | None, kind: str, _: object) -> bool:
    return kind != "table" or name is None or not (name == HISTORY.name or name.startswith(QUEUE_TABLES))


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        include_name=is_ours,
        render_as_batch=True,  # SQLite can hardly alter a table: alembic copies it
    )
    with context.begin_transaction():
        context.run_migrations()
        (at,) = context.get_context().get_current_heads() or (None,)
        write_history(connection, context.script, at)


def database_url() -> str:
    given = context.config.attributes.get("database_url") or context.get_x_argument(as_dictionary=True).get(
        "database_url"
    )
    if not given:
        raise CommandError("say which database: alembic -x database_url=sqlite:///rung.db ...")
    return str(given)


async def main() -> None:
    limits = context.config.attributes.get("limits", Limits())
    async with migrating(database_url(), limits) as connection:
        await connection.run_sync(run)


asyncio.run(main())
