"""Which revision the migrations lead to, and which one a database is at.

Read without alembic: its import costs a quarter of a second, and most starts have nothing to migrate.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, inspect, select, text

from bot.errors import RungError

# Beside the package: in a checkout, an editable install of one, and the image, which copies both.
MIGRATIONS = Path(__file__).parents[2] / "migrations"

_REVISION = re.compile(r"^revision\b.*= *[\"'](\w+)[\"']", re.MULTILINE)
_DOWN_REVISION = re.compile(r"^down_revision\b.*= *[\"'](\w+)[\"']", re.MULTILINE)

# The migrations' own, beside alembic's: made and filled by whoever migrates, and no table of anybody's data.
HISTORY = Table(
    "schema_revision",
    MetaData(),
    Column("revision", String(), primary_key=True),
    Column("position", Integer(), nullable=False),
    Column("since", Integer(), nullable=False),
)


class Step(NamedTuple):
    """A revision that a database went through.

    `since` is the position of the oldest one whose processes can work with what it made.
    """

    revision: str
    position: int
    since: int


class NoSingleHead(RungError):
    """The directory `migrations`, beside the package `bot`, must lead to one last revision."""


@cache
def head(migrations: Path = MIGRATIONS) -> str:
    """The last revision of this version of Rung. Raises NoSingleHead, above all where migrations/ was not installed."""
    replaced = {found[1] for script in _scripts(migrations) if (found := _DOWN_REVISION.search(script))}
    last = known(migrations) - replaced
    if len(last) != 1:
        raise NoSingleHead(f"{migrations} leads to {len(last)} revisions, not to one")
    return next(iter(last))


@cache
def known(migrations: Path = MIGRATIONS) -> frozenset[str]:
    """All revisions of this version of Rung."""
    return frozenset(found[1] for script in _scripts(migrations) if (found := _REVISION.search(script)))


def _scripts(migrations: Path) -> list[str]:
    return [file.read_text("utf-8") for file in (migrations / "versions").glob("*.py")]


def current(connection: Connection) -> str | None:
    """The revision of a database, or None where nothing was ever migrated."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def history(connection: Connection) -> list[Step]:
    """How a database came to where it is, in order; nothing where none has been written."""
    if not inspect(connection).has_table(HISTORY.name):
        return []
    return [Step(*row) for row in connection.execute(select(HISTORY).order_by(HISTORY.c.position))]


def goes_with(connection: Connection, ours: str) -> bool:
    """Whether a process whose last revision is `ours` can work with a database that is ahead of it."""
    went_through = history(connection)
    position = next((step.position for step in went_through if step.revision == ours), None)
    if position is None or went_through[-1].revision != current(connection):
        return False
    return all(step.since <= position for step in went_through[position + 1 :])
