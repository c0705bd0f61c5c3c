"""Operators write plain URLs, and a wrong one is refused without being quoted."""

from pathlib import Path

import pytest

from bot.storage.urls import UnsupportedDatabase, parse_url, sqlite_file


@pytest.mark.parametrize(
    ("plain", "driver"),
    [
        ("sqlite:///rung.db", "sqlite+aiosqlite"),
        ("sqlite:////var/lib/rung/rung.db", "sqlite+aiosqlite"),
        ("postgresql://rung@db/rung?sslmode=require", "postgresql+psycopg"),
        ("postgres://rung@db/rung", "postgresql+psycopg"),
        ("postgresql+asyncpg://rung@db/rung", "postgresql+psycopg"),
    ],
)
def test_a_plain_url_gets_our_driver(plain: str, driver: str) -> None:
    assert parse_url(plain).drivername == driver


def test_what_an_operator_asks_of_postgresql_is_kept() -> None:
    url = parse_url("postgresql://rung:p%40ss@db:6432/rung?sslmode=require")
    assert (url.password, url.port, dict(url.query)) == ("p@ss", 6432, {"sslmode": "require"})


@pytest.mark.parametrize(
    "url",
    [
        "",
        "rung.db",
        "mysql://rung:s3cret@db/rung",
        "postgresql://rung:s3cret@db:port/x",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///rung.db?mode=memory",
    ],
)
def test_any_other_database_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(UnsupportedDatabase, match="sqlite:///file") as refusal:
        parse_url(url)
    assert "s3cret" not in str(refusal.value)


def test_a_relative_file_lies_in_the_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert sqlite_file(parse_url("sqlite:///rung.db")) == tmp_path / "rung.db"
