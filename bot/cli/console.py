"""What every verb of the command line needs: the settings, the database, and errors told in a sentence."""

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec

import click
from pydantic import ValidationError

from bot.errors import RungError, StorageUnavailable
from bot.settings import Settings
from bot.storage.engine import Database
from bot.telemetry import configure_logging

P = ParamSpec("P")


def told_plainly(verb: Callable[P, None]) -> Callable[P, None]:
    """What an operator can mend is told in a sentence or a list, without a traceback."""

    @wraps(verb)
    def _told(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            verb(*args, **kwargs)
        except RungError as error:
            give_up(str(error))
        except ValidationError as error:
            give_up("\n".join(f"{name}: {fault}" for name, fault in unusable(error)))

    return _told


def unusable(error: ValidationError) -> list[tuple[str, str]]:
    """Each setting that can't be used, with the reason; the value isn't told."""
    return [(str(fault["loc"][0]), fault["msg"].removeprefix("Value error, ")) for fault in error.errors()]


def give_up(reason: str) -> NoReturn:
    click.echo(reason, err=True)
    sys.exit(1)


def write_out(file: Path, content: bytes) -> None:
    """Write what was asked for into a file, whole in place of an earlier one, or into a device. Raises NotWritten."""
    from bot.catalog.editing import write_whole

    if file.is_file() or not file.exists():
        write_whole(file.resolve(), content)
        return
    try:
        file.write_bytes(content)
    except OSError as error:
        give_up(f"{file} can't be written: {error.strerror}.")


def read_settings() -> Settings:
    settings = Settings()
    configure_logging(settings.log_level, settings.log_format)
    return settings


@asynccontextmanager
async def up_to_date_database(settings: Settings) -> AsyncIterator[Database]:
    """The database as it is, which must be up to date. Raises StorageUnavailable."""
    database = Database.open(settings.database_url.get_secret_value(), keys=settings.keys)
    try:
        if problem := await database.problem():
            raise StorageUnavailable(problem)
        yield database
    finally:
        await database.close()
