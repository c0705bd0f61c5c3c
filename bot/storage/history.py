"""Which revisions a database went through, and which processes can work with what they made.

Written by whoever migrates. A process that doesn't know the last revision learns here whether it may go on: while Rung
is brought up to date, processes of the version before answer and send on a database that is already ahead of them.
"""

from collections.abc import Iterator

from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, delete, insert

from bot.errors import RungError
from bot.storage.revisions import HISTORY, Step, history


class WrongHistory(RungError):
    """A migration names, as `compatible_since`, none of those before it."""


def steps(scripts: ScriptDirectory, at: str | None) -> Iterator[Step]:
    """The way from an empty database to a revision. Raises WrongHistory."""
    line = list(scripts.iterate_revisions(at, "base"))[::-1] if at else []
    positions = {script.revision: position for position, script in enumerate(line)}
    for position, script in enumerate(line):
        yield Step(script.revision, position, _since(script, positions))


def _since(script: Script, positions: dict[str, int]) -> int:
    """The position of the oldest revision whose processes go on: without a word of the migration, the first."""
    named = getattr(script.module, "compatible_since", None)
    if named is None:
        return 0
    if positions.get(named, len(positions)) >= positions[script.revision]:
        raise WrongHistory(f"{script.revision} says that it is compatible since {named}, which isn't before it")
    return positions[named]


def write_history(connection: Connection, scripts: ScriptDirectory, at: str | None) -> None:
    """Let the table say how the database came to where it is now, in the transaction that brings it there."""
    HISTORY.create(connection, checkfirst=True)
    wanted = list(steps(scripts, at))
    if history(connection) == wanted:
        return
    connection.execute(delete(HISTORY))
    for step in wanted:
        connection.execute(insert(HISTORY).values(step._asdict()))
