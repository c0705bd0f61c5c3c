"""Which revision the migrations lead to, and which one a database is at.

Read without alembic: its import costs a quarter of a second, and most starts have nothing to migrate.
"""

import re
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from bot.errors import RungError

# Beside the package: in a checkout, an editable install of one, and the image, which copies both.
MIGRATIONS = Path(__file__).parents[2] / "migrations"

_REVISION = re.compile(r"^revision\b.*= *[\"'](\w+)[\"']", re.MULTILINE)
_DOWN_REVISION = re.compile(r"^down_revision\b.*= *[\"'](\w+)[\"']", re.MULTILINE)


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
