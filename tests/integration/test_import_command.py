"""`rung content import` and `export`: what is printed, what is written, and how they end."""

import errno
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.catalog.writing import alone
from bot.cli import main
from bot.cli.importing import Progress
from bot.settings import BUNDLED_CONTENT

TABLE = "Skill,Role,Junior,Senior\nMaps,Pilot,Reads a map.,see Lead\nBoats,Pilot,Rows.,Sails.\n"


def rung(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["content", *map(str, words)])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.csv"
    file.write_text(TABLE, "utf-8")
    return file


def test_an_import_is_a_preview_until_it_is_written(table: Path, tmp_path: Path) -> None:
    content = tmp_path / "content"
    shown = rung("import", table, "--into", content)

    assert shown.exit_code == 0
    assert "table.csv: 2 rows read, 2 used, 0 not used" in shown.output
    assert "+ Maps (maps): statements: 2 added; 2 cells" in shown.output
    assert "Nothing was written" in shown.output
    assert not content.exists()

    assert f"Written into {content}" in rung("import", table, "--into", content, "--write").output
    assert "Nothing changes." in rung("import", table, "--into", content, "--yes").output
    assert "2 skills in 1 language" in rung("check", content).output


def test_what_changes_is_shown_before_and_after(table: Path, tmp_path: Path) -> None:
    content = tmp_path / "content"
    rung("import", table, "--into", content, "--write")
    table.write_text(TABLE.replace("Reads a map.", "Reads any map.").replace("Sails.", ""), "utf-8")

    shown = rung("import", table, "--into", content).output

    assert 'reworded reads-map: "Reads a map." -> "Reads any map."' in shown
    assert 'retired: "Sails."' in shown
    assert "pilot / senior: removed" in shown
    assert "Skills: 0 added, 2 changed, 0 unchanged." in shown


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "table.csv is empty."),
        (b"%PDF-1.7", "is a PDF"),
        (b"Skill,Role,Level,Statement\nMaps,Pilot,Junior,Reads.\n", "--levels"),
        (b"Skill,Role,Junior,Senior\nMaps,,Reads.,Draws.\n", "Nothing of this can be used"),
    ],
)
def test_what_cant_be_used_ends_with_a_sentence(table: Path, tmp_path: Path, content: bytes, told: str) -> None:
    table.write_bytes(content)
    ended = rung("import", table, "--into", tmp_path / "content", "--write")

    assert (ended.exit_code, told in ended.output) == (1, True)
    assert "Traceback" not in ended.output
    assert not (tmp_path / "content").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--into", "table.csv"],
        ["--map", "nowhere.yaml"],
        ["--locale", "klingon"],
        ["--ladder", "My ladder"],
        ["--encoding", "x"],
    ],
    ids=lambda words: words[0],
)
def test_an_option_that_means_nothing_is_told(table: Path, words: list[str]) -> None:
    where = [str(table) if word == "table.csv" else word for word in words]
    ended = rung("import", table, *where)

    assert ended.exit_code in (1, 2)
    assert "Traceback" not in ended.output


@pytest.mark.parametrize("form", ["csv", "xlsx", "jsonl"])
def test_the_bundled_framework_comes_back_unchanged(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"framework.{form}"
    assert rung("export", BUNDLED_CONTENT, f"--{form}", "--out", file).exit_code == 0

    shown = rung("import", file, "--into", BUNDLED_CONTENT)

    assert "Nothing changes." in shown.output
    assert "0 not used" in shown.output


def test_without_a_file_the_framework_is_printed() -> None:
    lines = rung("export", BUNDLED_CONTENT, "--jsonl").output.splitlines()

    assert json.loads(lines[0]) == {"register": "locales", "form": ["en", "de", "ru"]}


def test_an_export_without_a_form_says_which_there_are() -> None:
    ended = rung("export", BUNDLED_CONTENT)

    assert (ended.exit_code, "--csv, --xlsx" in ended.output) == (2, True)


def test_translators_get_a_file_and_bring_it_back(table: Path, tmp_path: Path) -> None:
    content, po = tmp_path / "content", tmp_path / "de.po"
    rung("import", table, "--into", content, "--write")
    (content / "locales.yaml").write_text("locales: [en, de]\n", "utf-8")
    assert rung("export", content, "--po", "de", "--out", po).exit_code == 0
    translated = po.read_text("utf-8").replace('msgid "Rows."\nmsgstr ""', 'msgid "Rows."\nmsgstr "Rudert."')
    po.write_text(translated, "utf-8")

    assert "would be taken over" in rung("import", po, "--into", content).output
    assert rung("import", po, "--into", content, "--write").exit_code == 0
    assert "Rudert." in (content / "skills/boats/de.yaml").read_text("utf-8")
    assert "in a step of its own" in rung("import", po, table, "--into", content).output


def test_progress_is_told_once_a_second_has_passed(capsys: pytest.CaptureFixture[str]) -> None:
    now = 100.0
    progress = Progress(lambda: now)
    progress("Comparing", 1, 100)
    assert capsys.readouterr().err == ""
    now = 101.5
    progress("Comparing", 50, 100)
    progress.end()
    assert "Comparing: 50 of 100" in capsys.readouterr().err


def test_pages_are_written_into_a_folder_of_their_own_and_again(table: Path, tmp_path: Path) -> None:
    content, pages = tmp_path / "content", tmp_path / "pages"
    rung("import", table, "--into", content, "--write")
    assert "Begin with" in rung("export", content, "--html", pages).output
    gone = pages / "en/skills/gone.html"
    gone.write_text("an earlier page", "utf-8")

    assert rung("export", content, "--html", pages).exit_code == 0
    assert not gone.exists()
    assert (pages / "en/skills/maps.html").exists()


def test_pages_are_not_written_over_something_else(table: Path, tmp_path: Path) -> None:
    ended = rung("export", BUNDLED_CONTENT, "--html", tmp_path)

    assert (ended.exit_code, "holds something else" in ended.output) == (1, True)
    assert table.exists()


def test_two_forms_at_once_are_refused(tmp_path: Path) -> None:
    refused = rung("export", BUNDLED_CONTENT, "--csv", "--po", "de")

    assert (refused.exit_code, "One form at a time" in refused.output) == (2, True)


def test_two_imports_at_once_are_one_after_the_other(table: Path, tmp_path: Path) -> None:
    content = tmp_path / "content"
    with alone(content):
        refused = rung("import", table, "--into", content, "--write")

    assert (refused.exit_code, content.exists()) == (1, False)  # made for the lock, and gone with it
    assert f"Another import into {content} is at work." in refused.output
    (content / ".import-killed").mkdir(parents=True)
    assert "Written into" in rung("import", table, "--into", content, "--write").output
    assert [file.name for file in content.glob(".*")] == []


def test_a_file_that_cant_be_written_whole_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "framework.csv"
    out.write_text("earlier", "utf-8")

    def fail(stage: Path, content: bytes) -> int:
        with stage.open("wb") as stream:
            stream.write(content[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    told = rung("export", BUNDLED_CONTENT, "--csv", "--out", out)

    assert (told.exit_code, told.output) == (1, f"{out} can't be written: No space left on device.\n")
    assert [file.read_text("utf-8") for file in tmp_path.iterdir()] == ["earlier"]


def test_rows_of_which_the_same_is_told_are_told_together(table: Path, tmp_path: Path) -> None:
    bad = ["Maps,Pilot,,", "Boats,Pilot,Rows.,Sails.", "Ships,Pilot,,", "Rafts,Pilot,,", "Seas,Pilot,,"]
    table.write_text("\n".join(["Skill,Role,Junior,Senior", *bad]), "utf-8")

    told = rung("import", table, "--into", tmp_path / "content").output
    assert "  rows 2, 4-6: no level of this skill says anything, so there is nothing to import\n" in told
