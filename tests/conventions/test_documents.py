"""What the documents say is so: their commands exist and print what is shown, their links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.loader import load_framework
from bot.cli import main
from bot.domain.texts import TextState
from tests.conventions.repository import DOCUMENTS, ROOT, Fence, fences, name_of, prose

MAKE_TARGETS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
INLINE = re.compile(r"`((?:rung|make) [^`]+)`")

RECORDS = sorted((ROOT / "docs/adr").glob("*.md"))
SECTIONS = ["Context", "Decision", "Alternatives", "Consequences"]

EXAMPLE_FILE = re.compile(r"# (content/\S+)\n")
EXAMPLE = "incident-response"


def commands() -> Iterator[tuple[str, str]]:
    """Every `rung …` and `make …` of a document, with the document's name."""
    for document in DOCUMENTS:
        shell = [fence.text for fence in fences(document) if fence.info.startswith("sh")]
        typed = [line for text in shell for line in text.replace("\\\n", " ").splitlines()]
        for command in (*typed, *INLINE.findall(prose(document))):
            words = [word for word in shlex.split(command, comments=True) if not re.match(r"[A-Z_]+=", word)]
            if words and Path(words[0]).name in ("rung", "make"):
                yield name_of(document), " ".join((Path(words[0]).name, *words[1:]))


def runnable() -> Iterator[tuple[Path, int]]:
    for document in DOCUMENTS:
        yield from ((document, n) for n, fence in enumerate(fences(document)) if fence.info == "sh run")


@pytest.mark.parametrize(("document", "command"), sorted(set(commands())))
def test_every_command_exists(document: str, command: str) -> None:
    program, *words = command.split()
    if program == "make":
        targets = [word for word in words if "=" not in word]
        assert targets
        assert set(targets) <= MAKE_TARGETS
        return
    verb: click.Command = main
    while isinstance(verb, click.Group) and words and not words[0].startswith("-"):
        assert words[0] in verb.commands
        verb = verb.commands[words.pop(0)]
    options = {name for parameter in verb.params for name in (*parameter.opts, *parameter.secondary_opts)}
    named = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert named <= options | {"--help", "-h"}


def write_example_files(document: Path, directory: Path) -> None:
    """The files that a document shows, each named in its first line."""
    for fence in fences(document):
        if found := EXAMPLE_FILE.match(fence.text):
            file = directory / found[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(fence.text, "utf-8")


def run(script: str, directory: Path) -> str:
    """What a script prints, in a clean environment with our own commands first; it must succeed."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    environment = {"PATH": path, "COLUMNS": "80", "PYTHONUTF8": "1", "HOME": str(directory)}
    shell = ["sh", "-eu", "-c", script]
    finished = subprocess.run(
        shell, cwd=directory, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def without_margins(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("document", "n"), list(runnable()), ids=lambda value: getattr(value, "name", value))
def test_a_command_prints_what_is_shown_under_it(document: Path, n: int, tmp_path: Path) -> None:
    write_example_files(document, tmp_path)
    shown = fences(document)
    printed = run(shown[n].text, tmp_path)
    following = shown[n + 1] if n + 1 < len(shown) else Fence("", "")
    if following.info == "text":
        assert without_margins(printed) == without_margins(following.text)


def test_the_commands_of_the_readme_are_those_that_a_newcomer_types() -> None:
    typed = {command for document, command in commands() if document == "README.md"}
    assert {"make demo", "make test"} <= typed


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_to_files(document: Path) -> None:
    targets = LINK.findall(prose(document))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_every_document_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        linked = {(document.parent / target).resolve() for target in LINK.findall(prose(document))}
        waiting += [path for path in linked if path.suffix == ".md" and path not in reached]
    assert set(DOCUMENTS) - reached == set()


def test_the_example_of_the_content_is_whole_and_shows_each_state(tmp_path: Path) -> None:
    write_example_files(ROOT / "docs/content.md", tmp_path)
    framework = load_framework(tmp_path / "content")
    skill = framework.skills[EXAMPLE]
    states = {key: said.text.shown(("de", "en")).state for key, said in skill.statements.items() if not said.retired}
    assert states == {
        "lead-the-response": TextState.STALE,
        "review-without-blame": TextState.MISSING,
        "train-the-team": TextState.CURRENT,
    }
    assert skill.name.shown(("de", "en")).state is TextState.CURRENT


def test_the_fault_that_is_shown_is_what_a_wrong_word_leads_to(tmp_path: Path) -> None:
    document = ROOT / "docs/content.md"
    write_example_files(document, tmp_path)
    file = tmp_path / "content/skills" / EXAMPLE / "skill.yaml"
    file.write_text(file.read_text("utf-8").replace("[train-the-team,", "[train-the-teem,"), "utf-8")
    with pytest.raises(InvalidContent) as raised:
        load_framework(tmp_path / "content")
    assert str(raised.value) in [fence.text.strip() for fence in fences(document)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_decision_is_recorded_in_one_form(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    assert re.fullmatch(r"\d{4}-[a-z0-9-]+", record.stem)
    assert lines[0].startswith(f"# {int(record.stem[:4])}. ")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d(?:, .+)?", lines[2])
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == SECTIONS
    assert len(lines) <= 60, "a record is one page"


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [int(record.stem[:4]) for record in RECORDS] == list(range(1, len(RECORDS) + 1))


def test_the_changelog_tells_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
