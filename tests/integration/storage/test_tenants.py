"""No tenant sees or changes what is another's: each query of storage is tried with another's id.

In two tenants everybody and everything has the same ids. All data is of one of them; a query that is asked for the
other one finds nothing of it and leaves it as it is, and asked for the first one it does find or change something.
"""

import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

import bot.storage
from bot.storage import conversations, suggestions, tenants
from bot.storage.encryption import new_key
from bot.storage.engine import Database
from bot.storage.tables import RatedTextRow
from tests.integration.storage.queries import (
    CASES,
    NO_QUERIES,
    OTHERS,
    OURS,
    OVER_ALL,
    PLACE,
    SECRETS,
    SETUPS,
    TENANTS,
    TS,
    Known,
    Rows,
    emma,
    fill,
)

UNKNOWN = object()


class Undone(Exception):
    """A transaction that is to leave nothing behind."""


@dataclass
class Trial:
    """What came of a query: its result, and whether our rows are other ones than before."""

    result: Any = None
    changed: bool = False


async def rows(session: AsyncSession) -> Rows:
    """All that is ours, by table. Where a statement costs a way to a server, all tables are read by one."""
    tables = tenants.tables_of_tenants()
    found: Rows = {table.name: [] for table in tables}
    if session.get_bind().dialect.name == "postgresql":
        each = (f"SELECT '{name}', CAST(to_jsonb({name}) AS text) FROM {name} WHERE tenant = :ours" for name in found)
        for name, row in await session.execute(text(" UNION ALL ".join(each)), {"ours": OURS}):
            found[name].append(row)
    else:
        for table in tables:
            read = await session.execute(select(table).where(table.c.tenant == OURS))
            found[table.name] = [repr(row) for row in read]
    return {name: sorted(those) for name, those in found.items()}


async def tried(database: Database, name: str, tenant: str, known: Known, other: Any = UNKNOWN) -> Trial:
    """A query for a tenant, in a transaction that is undone. What the database refuses does nothing.

    Where it gives something else than the `other`, it isn't looked whether it changed something.
    """
    trial = Trial()

    async def attempt(session: AsyncSession) -> None:
        before = known.rows
        if name in SETUPS:
            await SETUPS[name](session, known)
            before = await rows(session)
        try:
            # A refusal ends PostgreSQL's transaction, but not SQLite's.
            async with session.begin_nested() if database.holds_rows else nullcontext():
                trial.result = await CASES[name](session, tenant, known)
        except IntegrityError:
            trial.result = "refused"
        if other is UNKNOWN or trial.result == other:
            trial.changed = await rows(session) != before
        raise Undone

    with suppress(Undone):
        await database.write(attempt)
    return trial


@pytest.fixture
async def database(clean_url: str) -> AsyncIterator[Database]:
    database = Database.open(clean_url, keys=[new_key()])
    yield database
    await database.close()


@pytest.fixture
async def known(database: Database) -> Known:
    await database.write(lambda session: fill(session, OURS))
    async with database.reading() as session:
        message = await conversations.sent_message(session, emma(OURS), PLACE, TS)
        hashes = list((await session.execute(select(col(RatedTextRow.hash)))).scalars())
        suggested = await suggestions.untold_suggestions(session, OURS)
        ours = await rows(session)
    empty = [name for name, found in ours.items() if not found]
    assert message is not None
    assert (empty, bool(hashes), bool(suggested)) == ([], True, True)
    return Known(message, hashes, suggested, ours)


async def test_nothing_of_one_tenant_is_found_or_changed_by_another_s_id(database: Database, known: Known) -> None:
    leaking, changing, idle = {}, [], []
    for name in CASES:
        others = await tried(database, name, OTHERS, known)
        ours = await tried(database, name, OURS, known, others.result)
        if told_too_much := [word for word in SECRETS if word in repr(others.result)]:
            leaking[name] = told_too_much
        if others.changed:
            changing.append(name)
        if ours.result == others.result and not ours.changed:
            idle.append(name)
    assert (leaking, changing) == ({}, [])
    assert idle == []  # else the trial shows nothing


def queries() -> set[str]:
    """Every public function of storage that is given a session."""
    found = set()
    for module in pkgutil.iter_modules(bot.storage.__path__):
        if module.name in NO_QUERIES:
            continue
        for name, function in vars(importlib.import_module(f"bot.storage.{module.name}")).items():
            if inspect.iscoroutinefunction(function) and function.__module__ == f"bot.storage.{module.name}":
                takes_session = next(iter(inspect.signature(function).parameters), "") == "session"
                if takes_session and not name.startswith("_"):
                    found.add(f"{module.name}.{name}")
    return found


def test_every_query_is_tried_or_meant_for_all_tenants() -> None:
    assert queries() == set(CASES) | OVER_ALL
    assert set(CASES) & OVER_ALL == set()


@pytest.mark.parametrize("name", sorted(queries() - OVER_ALL))
def test_every_other_query_takes_a_tenant(name: str) -> None:
    """By itself, or in what it is about."""
    module, _, function = name.partition(".")
    parameters = inspect.signature(getattr(importlib.import_module(f"bot.storage.{module}"), function)).parameters
    assert set(parameters) & TENANTS
