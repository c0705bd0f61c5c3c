"""`rung content check`, `preview`, `status` and `stamp` as an author runs them."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from tests.unit.catalog.tree import GERMAN_FILE, SKILL_FILE, Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "content")


def rung(tree: Tree, *words: str) -> Result:
    return CliRunner().invoke(main, ["content", *words], env={"RUNG_CONTENT_DIR": str(tree.directory)})


def test_warnings_fail_a_check_only_when_it_is_strict(tree: Tree) -> None:
    tree.make_whole()
    assert rung(tree, "check", "--strict").exit_code == 0

    tree.edit("skills/whittling/skill.yaml", "Carves a spoon.", "Knows spoons.")
    relaxed = rung(tree, "check")
    assert relaxed.exit_code == 0
    assert "skills/whittling/skill.yaml:7: warning: statements.carve-spoon.text: nobody can observe" in relaxed.stdout
    assert rung(tree, "check", "--strict").exit_code == 1


def test_time_alone_fails_no_strict_check(tree: Tree) -> None:
    tree.make_whole()
    tree.edit("skills/whittling/skill.yaml", "2026-01-01", "2001-01-01")

    checked = rung(tree, "check", "--strict")
    assert "[outdated]" in checked.stdout
    assert checked.exit_code == 0


@pytest.mark.parametrize("form", ["plain", "github", "json"])
def test_an_error_fails_a_check_in_every_form(tree: Tree, form: str) -> None:
    tree.edit(SKILL_FILE, "[plan-budget]", "[plan-bugdet]")

    checked = rung(tree, "check", "--format", form)
    assert checked.exit_code == 1
    assert "unknown-id" in checked.stdout
    if form == "json":
        assert json.loads(checked.stdout)["errors"] == 1


def test_an_older_copy_is_compared(tree: Tree, tmp_path: Path) -> None:
    before = Tree(tmp_path / "before")
    tree.edit(SKILL_FILE, "  old-one: {text: Knows parameter servers., retired: true}\n", "")

    assert "[lost-id]" not in rung(tree, "check").stdout
    checked = rung(tree, "check", "--since", str(before.directory))
    assert "[lost-id]" in checked.stdout
    assert checked.exit_code == 1


def test_a_folder_that_is_not_there_is_told_in_a_sentence(tree: Tree) -> None:
    checked = rung(tree, "check", "nowhere")

    assert checked.exit_code == 1
    assert checked.stderr == "nowhere: there is no such content folder\n"


def test_the_preview_is_served_until_it_is_asked_to_stop(tree: Tree) -> None:
    command = [sys.executable, "-m", "bot", "content", "preview", str(tree.directory), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as preview:
        assert preview.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+/preview", preview.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=10) as page:
            assert "Distributed Training" in page.read().decode()
        preview.send_signal(signal.SIGINT)
        assert preview.wait(10) == 0


def test_a_preview_of_no_folder_is_told_in_a_sentence(tree: Tree) -> None:
    previewed = rung(tree, "preview", "nowhere", "--port", "0")

    assert (previewed.exit_code, previewed.stderr) == (1, "nowhere: there is no such content folder\n")


def test_status_counts_each_language_and_says_what_is_next(tree: Tree) -> None:
    lines = rung(tree, "status", "--next", "8").stdout.splitlines()

    assert lines[0].split() == ["complete", "missing", "stale"]
    assert [line.split()[0] for line in lines[1:3]] == ["de", "ru"]
    shown = lines[5:13]
    assert [line.split() for line in shown[-2:]] == [
        ["missing", "categories/ml-ai.llm-genai"],
        ["stale", "distributed-training/name"],
    ]
    assert lines[13] == "  and 6 more texts"


def test_status_goes_by_the_lowest_level(tree: Tree) -> None:
    told = json.loads(rung(tree, "status", "--format", "json", "--next", "100").stdout)

    contexts = [one["context"] for one in told["de"]["next"] if one["context"].startswith("distributed-training/")]
    assert contexts == [
        "distributed-training/name",
        "distributed-training/summary",
        "distributed-training/statements.run-job",  # Junior
        "distributed-training/suggestions.run-job",
        "distributed-training/statements.plan-budget",  # Senior
    ]
    assert (told["de"]["complete"], told["de"]["missing"], told["de"]["stale"]) == (1, 11, 3)


def test_status_of_english_alone_is_a_sentence(tree: Tree) -> None:
    tree.make_whole()

    assert rung(tree, "status").stdout.startswith("The content is in English alone")


def test_a_stamp_renews_what_is_named_and_nothing_else(tree: Tree) -> None:
    source = tree.load().skills["distributed-training"].statements["run-job"]
    assert source.suggestion is not None
    before = (tree.directory / GERMAN_FILE).read_text("utf-8")

    stamped = rung(tree, "stamp", "distributed-training", "de", "run-job")
    assert stamped.exit_code == 0
    assert stamped.stdout.splitlines() == [
        f"statements.run-job: 12345678 -> {source.text.hash}",
        f"suggestions.run-job: 12345678 -> {source.suggestion.hash}",
        f"2 hashes renewed in {GERMAN_FILE}.",
    ]
    expected = before.replace('"12345678"', f'"{source.text.hash}"').replace("12345678", f'"{source.suggestion.hash}"')
    assert (tree.directory / GERMAN_FILE).read_text("utf-8") == expected


def test_a_stamp_of_everything_leaves_nothing_stale(tree: Tree) -> None:
    stamped = rung(tree, "stamp", "distributed-training", "de", "--all")
    assert stamped.stdout.splitlines()[-1] == f"3 hashes renewed in {GERMAN_FILE}."

    assert "[stale-translation]" not in rung(tree, "check").stdout
    again = rung(tree, "stamp", "distributed-training", "de", "--all")
    assert again.stdout == f"0 hashes renewed in {GERMAN_FILE}.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["whittled", "de", "--all"], "skills/whittled: there is no such skill"),
        (["whittling", "de", "--all"], "skills/whittling/de.yaml: there is no such file, so there is nothing to stamp"),
        (
            ["distributed-training", "de", "run-job", "plan-budget"],
            f"{GERMAN_FILE}: plan-budget: has no translation here to be stamped; mend the field",
        ),
        (
            ["distributed-training", "de"],
            "Name what you have read, or --all. Older than the English text:\n"
            "name\nstatements.run-job\nsuggestions.run-job",
        ),
    ],
)
def test_a_stamp_that_is_not_clear_changes_nothing(tree: Tree, words: list[str], told: str) -> None:
    before = (tree.directory / GERMAN_FILE).read_bytes()
    stamped = rung(tree, "stamp", *words)

    assert (stamped.exit_code, stamped.stderr.strip()) == (1, told)
    assert (tree.directory / GERMAN_FILE).read_bytes() == before
