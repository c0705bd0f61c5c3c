"""Databases as the migrations build them: SQLite always, PostgreSQL where the environment names a server.

`database` is for tests of what is stored, `database_url` for those that change the database itself. One is migrated
in a run and copied from then on; PostgreSQL needs a tenth of a second for that, so `database` is emptied instead.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url
from sqlmodel import SQLModel

from bot.storage.engine import Database
from bot.storage.migrate import upgrade

SERVER = os.environ.get("RUNG_TEST_POSTGRES_URL")
_numbers = count(1)


@contextmanager
def postgres_database(server_url: str, template: str = "template1") -> Iterator[str]:
    """The URL of a new database, dropped afterwards."""
    name = f"rung_test_{os.getpid()}_{next(_numbers)}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
    drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(create)
        try:
            yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
        finally:
            server.execute(drop)


@pytest.fixture(params=["sqlite", "postgresql"])
def dialect(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "rung.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def server() -> str:
    """A PostgreSQL server to make databases on."""
    return SERVER or pytest.skip("RUNG_TEST_POSTGRES_URL names no PostgreSQL server")


@pytest.fixture(scope="session")
def migrated_template(server: str) -> Iterator[str]:
    """The name of a migrated PostgreSQL database."""
    with postgres_database(server) as url:
        asyncio.run(upgrade(url))
        yield make_url(url).database or ""


@pytest.fixture
def sqlite_file(tmp_path: Path, migrated_file: Path) -> Path:
    return Path(shutil.copy(migrated_file, tmp_path / "rung.db"))


@pytest.fixture(scope="session")
def shared_postgres_url(server: str, migrated_template: str) -> Iterator[str]:
    with postgres_database(server, migrated_template) as url:
        yield url


@pytest.fixture
def emptied_postgres_url(shared_postgres_url: str) -> Iterator[str]:
    yield shared_postgres_url
    tables = sql.SQL(", ").join(sql.Identifier(table.name) for table in SQLModel.metadata.sorted_tables)
    with psycopg.connect(shared_postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("TRUNCATE {}").format(tables))


@pytest.fixture
def postgres_url(server: str, migrated_template: str) -> Iterator[str]:
    with postgres_database(server, migrated_template) as url:
        yield url


@pytest.fixture
def empty_postgres_url(server: str) -> Iterator[str]:
    with postgres_database(server) as url:
        yield url


@pytest.fixture
def empty_url(dialect: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A database that no migration has touched."""
    if dialect == "sqlite":
        return f"sqlite:///{tmp_path}/empty.db"
    return str(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture
def database_url(dialect: str, request: pytest.FixtureRequest) -> str:
    """A migrated database of the test's own."""
    if dialect == "sqlite":
        return f"sqlite:///{request.getfixturevalue('sqlite_file')}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def clean_url(dialect: str, request: pytest.FixtureRequest) -> str:
    """A migrated database with nothing in it."""
    if dialect == "sqlite":
        return f"sqlite:///{request.getfixturevalue('sqlite_file')}"
    return str(request.getfixturevalue("emptied_postgres_url"))


@pytest.fixture
async def database(clean_url: str) -> AsyncIterator[Database]:
    database = Database.open(clean_url)
    yield database
    await database.close()
