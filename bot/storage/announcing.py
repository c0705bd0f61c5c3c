"""What processes on one PostgreSQL tell each other, so that none goes on believing what another has changed.

It is told as part of a transaction, and heard once that is committed. SQLite has one process, and nothing to tell.
"""

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.errors import StorageUnavailable
from bot.storage.postgresql import CONNECT_ARGS
from bot.storage.urls import conninfo

CHANNEL = "rung_changed"
TELLER = "teller"  # under which a session says in its `info` whose it is


def new_teller() -> str:
    """Tells one open database from all others, in this process or another one."""
    return secrets.token_hex(6)


class Matter(StrEnum):
    """What others may remember."""

    PROFILE = "profile"  # what a person chose
    USER = "user"  # what Slack says of a person
    OFFERS = "offers"  # who helps with a skill
    TENANT = "tenant"  # what admins chose


@dataclass(frozen=True, slots=True)
class Changed:
    """`about` is a user id, or a skill; empty: each one of the tenant."""

    matter: Matter
    tenant: str
    about: str


async def announce(session: AsyncSession, matter: Matter, tenant: str, about: str) -> None:
    """Let other processes forget it once this transaction is committed; twice in one is told once."""
    if session.get_bind().dialect.name == "postgresql":
        told = f"{session.info[TELLER]} {matter} {tenant} {about}"
        await session.execute(select(func.pg_notify(CHANNEL, told)))


async def announcements(url: str, own: str) -> AsyncIterator[Changed | None]:
    """What others announce from now on; None once, when it begins to be heard. Raises StorageUnavailable.

    `own` is the teller that isn't listened to.

    It ends by that error alone: whoever listens again has missed what was announced in between.
    """
    try:
        where = make_conninfo(conninfo(url), **CONNECT_ARGS)
        async with await psycopg.AsyncConnection.connect(where, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            yield None
            async for heard in connection.notifies():
                if (changed := _parsed(heard.payload, own)) is not None:
                    yield changed
    except (psycopg.Error, OSError) as error:
        raise StorageUnavailable(str(error)) from error


def _parsed(payload: str, own: str) -> Changed | None:
    """None for what the own teller says, and for what only a newer version understands."""
    teller, _, told = payload.partition(" ")
    parts = told.split(" ")
    if teller == own or len(parts) != 3 or parts[0] not in list(Matter):
        return None
    return Changed(Matter(parts[0]), *parts[1:])
