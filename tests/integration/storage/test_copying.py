"""One database is copied into another whole and the same, or not at all."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import (
    insert,
)
from sqlalchemy import text as sql

from bot.cli import main
from bot.errors import StorageUnavailable
from bot.storage import copying
from bot.storage.copying import CannotCopy, CopyFailed, copy_database
from bot.storage.sole import sole_process
from bot.storage.urls import UnsupportedDatabase
from tests.integration.storage.whole import ROWS, TABLES, engine_of, everything, fill, rows_of

BATCH = 3
PAIRS = [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite")]


def run(url: str, *statements: str) -> None:
    with engine_of(url).begin() as connection:
        for statement in statements:
            connection.execute(sql(statement))


@pytest.fixture(params=PAIRS, ids=" to ".join)
def urls(request: pytest.FixtureRequest, tmp_path: Path, migrated_file: Path) -> tuple[str, str]:
    """A source and a target, migrated and empty."""

    def url(kind: str, name: str) -> str:
        if kind == "postgresql":
            return str(request.getfixturevalue("postgres_url"))
        return f"sqlite:///{shutil.copy(migrated_file, tmp_path / name)}"

    source, target = request.param
    return url(source, "source.db"), url(target, "target.db")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "BATCH", BATCH)


def ignore(table: str, rows: int) -> None:
    pass


async def test_every_row_of_every_table_arrives_as_it_was(urls: tuple[str, str]) -> None:
    source, target = urls
    fill(source)
    before, told = everything(source), dict[str, int]()
    await copy_database(source, target, told.__setitem__)
    assert told == dict.fromkeys(TABLES, ROWS)
    assert everything(target) == everything(source) == before


async def test_what_is_written_meanwhile_is_left_out_as_a_whole(urls: tuple[str, str]) -> None:
    source, target = urls
    fill(source)
    before = everything(source)

    def write(table: str, rows: int) -> None:
        """Once the people have been copied."""
        if table == "person":
            person = rows_of(TABLES["person"])[1] | {"user_id": "U-late"}
            level = rows_of(TABLES["current_level"])[1] | {"user_id": "U-late"}
            with engine_of(source).begin() as connection:
                connection.execute(insert(TABLES["person"]), person)
                connection.execute(insert(TABLES["current_level"]), level)

    await copy_database(source, target, write)
    assert everything(target) == before != everything(source)


async def test_a_target_that_holds_something_is_refused(urls: tuple[str, str]) -> None:
    source, target = urls
    fill(source)
    with engine_of(target).begin() as connection:
        connection.execute(insert(TABLES["search_miss"]), rows_of(TABLES["search_miss"])[:1])
    before = everything(target)
    with pytest.raises(CannotCopy, match="rows in search_miss"):
        await copy_database(source, target, ignore)
    assert everything(target) == before


@pytest.mark.parametrize("urls", PAIRS[:1], indirect=True, ids=" to ".join)
@pytest.mark.parametrize("which", [0, 1], ids=["source", "target"])
async def test_a_database_of_another_version_is_refused(urls: tuple[str, str], which: int) -> None:
    run(urls[which], "UPDATE alembic_version SET version_num = '3d1c0a9e7f52'")
    with pytest.raises(CannotCopy, match=f"{('source', 'target')[which]} is at revision 3d1c0a9e7f52.*rung migrate"):
        await copy_database(*urls, ignore)


async def test_a_file_that_is_not_there_is_not_made(sqlite_file: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable):
        await copy_database(f"sqlite:///{sqlite_file}", f"sqlite:///{tmp_path}/none.db", ignore)
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(UnsupportedDatabase):
        await copy_database(f"sqlite:///{sqlite_file}", "mysql://db/rung", ignore)


DROPS_A_ROW = {
    "sqlite": ["CREATE TRIGGER t BEFORE INSERT ON summary WHEN NEW.channel_id = 'C5' BEGIN SELECT RAISE(IGNORE); END"],
    "postgresql": [
        "CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN IF NEW.channel_id = ''C5'' THEN RETURN NULL; END IF; RETURN NEW; END'",
        "CREATE TRIGGER t BEFORE INSERT ON summary FOR EACH ROW EXECUTE FUNCTION t()",
    ],
}
CHANGES_A_ROW = {
    "sqlite": [
        "CREATE TRIGGER t AFTER INSERT ON summary BEGIN UPDATE summary SET content = '?' WHERE counted = 5000015; END"
    ],
    "postgresql": [
        "CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN IF NEW.counted = 5000015 THEN NEW.content = ''?''; END IF; RETURN NEW; END'",
        "CREATE TRIGGER t BEFORE INSERT ON summary FOR EACH ROW EXECUTE FUNCTION t()",
    ],
}
REFUSES_A_ROW = {
    "sqlite": ["CREATE UNIQUE INDEX one ON focus ((1))"],
    "postgresql": ["CREATE UNIQUE INDEX one ON focus ((1))"],
}


@pytest.mark.parametrize("urls", PAIRS[:2], indirect=True, ids=" to ".join)
@pytest.mark.parametrize(
    ("sabotage", "told"),
    [
        (DROPS_A_ROW, "summary: 7 rows were given, 6 arrived"),
        (CHANGES_A_ROW, "summary: 7 rows were given, 7 arrived, and they aren't the same"),
        (REFUSES_A_ROW, "focus: "),
    ],
    ids=["a row is lost", "a row is changed", "a row is refused"],
)
async def test_a_copy_that_is_not_the_same_is_undone_as_a_whole(
    urls: tuple[str, str], sabotage: dict[str, list[str]], told: str
) -> None:
    source, target = urls
    fill(source)
    run(target, *sabotage["sqlite" if target.startswith("sqlite") else "postgresql"])
    with pytest.raises(CopyFailed, match=told):
        await copy_database(source, target, ignore)
    assert not any(everything(target).values())


async def test_a_text_that_postgresql_has_no_place_for_is_told(sqlite_file: Path, postgres_url: str) -> None:
    source = f"sqlite:///{sqlite_file}"
    fill(source)
    run(source, "UPDATE person SET language = 'd' || char(0) || 'e' WHERE user_id = 'U2'")
    with pytest.raises(CopyFailed, match="person: "):
        await copy_database(source, postgres_url, ignore)
    assert not any(everything(postgres_url).values())


@pytest.mark.parametrize("urls", PAIRS[2:], indirect=True, ids=" to ".join)
def test_the_command_tells_what_it_copied(urls: tuple[str, str]) -> None:
    source, target = urls
    fill(source)
    done = CliRunner().invoke(main, ["copy-database", source, target])
    assert done.exit_code == 0, done.output
    *tables, last = done.stdout.splitlines()
    assert tables == [f"{name}: {ROWS}" for name in TABLES]
    assert last.startswith(f"{ROWS * len(TABLES)} rows copied, in {len(TABLES)} tables")
    again = CliRunner().invoke(main, ["copy-database", source, target])
    assert again.exit_code == 1
    assert "isn't empty" in again.stderr


@pytest.mark.parametrize("which", ["source.db", "target.db"])
def test_nothing_is_copied_beside_a_rung_that_runs_on_the_file(tmp_path: Path, migrated_file: Path, which: str) -> None:
    source, target = (f"sqlite:///{shutil.copy(migrated_file, tmp_path / name)}" for name in ("source.db", "target.db"))
    with sole_process(f"sqlite:///{tmp_path}/{which}"):
        refused = CliRunner().invoke(main, ["copy-database", source, target])
    assert refused.exit_code == 1
    assert "another process of Rung runs" in refused.stderr
