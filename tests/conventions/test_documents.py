"""What the documents say is so: their commands exist and print what is shown, their links lead somewhere."""

import asyncio
import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.loader import load_framework
from bot.cli import main
from bot.domain.texts import TextState
from bot.storage.encryption import new_key
from bot.storage.migrate import upgrade
from tests.conventions.repository import DOCUMENTS, ROOT, Fence, fences, name_of, prose
from tests.conventions.shell import Command, Terminal, commands
from tests.integration.conftest import SERVER, postgres_database

MAKE_TARGETS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
INLINE = re.compile(r"`((?:rung|make) [^`]+)`")

RECORDS = sorted((ROOT / "docs/adr").glob("*.md"))
SECTIONS = ["Context", "Decision", "Alternatives", "Consequences"]

EXAMPLE_FILE = re.compile(r"# (content/\S+)\n")
EXAMPLE = "incident-response"

# What no test runs as it is typed, by how it begins, with who looks after it instead. All else that stands in a
# document's `sh` is run, and `rung` is read by its own parser even here.
NOT_RUN = {
    "python3 -m venv": "fetches from a registry, as `make demo` does with the same words, which .ci/run runs",
    ".venv/bin/pip install": "fetches from a registry, as `make demo` does with the same words, which .ci/run runs",
    "make demo": "installs: .ci/run runs it on a clean machine",
    "make test": "is what runs this: .ci/run runs it",
    "git worktree": "needs a repository with a remote; here the folder is copied in its place",
    "docker compose": "needs a Docker daemon: tests/conventions/test_containers.py reads both files",
    "rung content preview": "serves until it is stopped: tests/browser/test_preview.py",
    "rung doctor": "asks Slack and the public address: tests/integration/test_doctor_command.py",
    "pg_dump": "needs its server: tests/integration/storage/test_backup.py",
    "pg_restore": "needs its server: tests/integration/storage/test_backup.py",
}
FILES_NAMED = re.compile(r"(?:tests|\.ci)/[\w/.]+\w")

# What stands for a secret or for a server in the documents, and what stands in its place here.
PLACEHOLDERS = {"...": "0123456789abcdef0123456789abcdef", "xoxb-...": "xoxb-1-2-abc", "xapp-...": "xapp-1-A0-2-abc"}
DOCUMENTED_SERVER = "postgresql://rung@db.internal/rung"

PAGE = """Skill Profile
Backups
Operations
Storage
2/22/2026
Junior 1 requirement
Site Reliability Engineer
Restores one file.
"""


def is_shell(fence: Fence) -> bool:
    return fence.info.split()[:1] == ["sh"]


def scripts() -> Iterator[tuple[Path, int]]:
    """Every block of commands: its document, and its number among the fenced blocks."""
    for document in DOCUMENTS:
        yield from ((document, n) for n, fence in enumerate(fences(document)) if is_shell(fence))


def fenced() -> Iterator[Command]:
    for document, n in scripts():
        yield from commands(fences(document)[n].text)


def typed() -> Iterator[tuple[str, Command]]:
    """Every `rung …` and `make …` that stands in a sentence, with the document's name."""
    for document in DOCUMENTS:
        for text in INLINE.findall(prose(document)):
            yield from ((name_of(document), command) for command in commands(text.replace("\n", " ")))


def why_not_run(command: Command) -> str | None:
    return next((begin for begin in NOT_RUN if f"{command.line} ".startswith(f"{begin} ")), None)


def understood(command: Command, *, whole: bool) -> None:
    """Raises a UsageError for a verb, an option or a value that Rung doesn't know, and if `whole` for what lacks."""
    context = None
    verb: click.Command = main
    words = ["--version"] if command.words == ("rung",) else list(command.words[1:])
    while isinstance(verb, click.Group) and words and words[0] in verb.commands:
        context = verb.context_class(verb, info_name=verb.name, parent=context)
        verb = verb.commands[words.pop(0)]
    try:
        verb.make_context(verb.name, words, parent=context)
    except click.exceptions.Exit:
        pass  # it printed its help or its version
    except click.MissingParameter:
        if whole:
            raise
    except click.exceptions.NoArgsIsHelpError:
        assert not whole, command.line
    if isinstance(verb, click.Group):
        assert not [word for word in words if not word.startswith("-")], f"{command.line}: there is no such verb"


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_command_in_a_sentence_exists(document: Path) -> None:
    for _, command in (one for one in typed() if one[0] == name_of(document)):
        if command.program == "make":
            targets = {word for word in command.words[1:] if "=" not in word}
            assert targets
            assert targets <= MAKE_TARGETS
        else:
            understood(command, whole=False)


def test_what_is_not_run_stands_in_a_document_and_is_looked_after_elsewhere() -> None:
    skipped = [(why_not_run(command), command) for command in fenced()]
    assert set(NOT_RUN) == {begin for begin, _ in skipped if begin}
    assert [
        name for reason in NOT_RUN.values() for name in FILES_NAMED.findall(reason) if not (ROOT / name).exists()
    ] == []
    for _, command in skipped:
        if command.program == "rung":
            understood(command, whole=True)
    made = {word for begin, command in skipped if begin and command.program == "make" for word in command.words[1:]}
    assert made <= MAKE_TARGETS
    ci = (ROOT / ".ci/run").read_text("utf-8")
    assert {"make demo", "make test"} <= {begin for begin in NOT_RUN if begin in ci}


def test_what_the_documents_install_is_what_make_installs() -> None:
    """So that the lines which no test runs are run all the same."""
    recipe = (ROOT / "Makefile").read_text("utf-8")
    typed = [command for command in fenced() if command.line.startswith(".venv/bin/pip install")]
    assert typed
    for command in typed:
        assert f"$(PIP) {' '.join(command.words[2:])}\n" in recipe


def write_example_files(document: Path, directory: Path) -> None:
    """The files that a document shows, each named in its first line."""
    for fence in fences(document):
        if found := EXAMPLE_FILE.match(fence.text):
            file = directory / found[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(fence.text, "utf-8")


def without_margins(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


async def serve_nothing(app: object, *, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Stands for the server: all before it has been done, and it is asked to stop at once."""
    ready(f"http://{host}:{port}")


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("migrated") / "rung.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture
def desk(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of whoever follows a document: Rung has run here, and the environment is clean."""
    for name in [name for name in os.environ if name.startswith(("RUNG_", "SLACK_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("bot.web.server.serve", serve_nothing)
    directory = tmp_path / "desk"
    directory.mkdir()
    shutil.copy(migrated, directory)
    for locale in ("en", "de"):
        (directory / f"profile.{locale}.txt").write_text(PAGE, "utf-8")
    monkeypatch.chdir(directory)
    return directory


@pytest.fixture
def server_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A new database on the server that stands for the documented one."""
    if SERVER is None:
        pytest.skip("RUNG_TEST_POSTGRES_URL names no PostgreSQL server")
    with postgres_database(SERVER) as url:
        yield url


def variables_before(script: str) -> dict[str, str]:
    """What is set already when a script is typed: a content that the document shows, and a workspace's two values.

    Slack is where nothing listens: what a document has run must not need it.
    """
    found = {"SLACK_API_URL": "http://127.0.0.1:9/api/"}
    if Path("content").exists():
        found["RUNG_CONTENT_DIR"] = "content"
    if "export SLACK_" not in script:
        found |= {"SLACK_BOT_TOKEN": PLACEHOLDERS["xoxb-..."], "SLACK_SIGNING_SECRET": PLACEHOLDERS["..."]}
    return found


def prepared(text: str) -> str:
    """A script with values in the place of its placeholders."""
    text = text.replace("RUNG_ENCRYPTION_KEYS=...", f"RUNG_ENCRYPTION_KEYS={new_key()}")
    return re.sub(r"(?<==)\S*\.\.\.$", lambda found: PLACEHOLDERS[found[0]], text, flags=re.MULTILINE)


@pytest.mark.parametrize(("document", "n"), list(scripts()), ids=lambda value: getattr(value, "name", value))
def test_commands_run_and_print_what_is_shown_under_them(
    document: Path, n: int, desk: Path, request: pytest.FixtureRequest
) -> None:
    write_example_files(document, desk)
    shown = fences(document)
    script = prepared(shown[n].text)
    if DOCUMENTED_SERVER in script:
        url = request.getfixturevalue("server_url")
        script = script.replace(DOCUMENTED_SERVER, url)
        if "rung migrate" not in script:
            asyncio.run(upgrade(url))
    terminal = Terminal(variables_before(script))
    printed = ""
    for command in commands(script):
        if why_not_run(command) is None:
            assert terminal.runs(command), f"{command.line}: is neither run nor listed in NOT_RUN with a reason"
            printed += terminal.type(command)
        elif command.program == "git":
            shutil.copytree("content", f"{command.words[3]}/content")
    following = shown[n + 1] if n + 1 < len(shown) else Fence("", "")
    if following.info == "text":
        assert without_margins(printed) == without_margins(following.text)


def test_the_commands_of_the_readme_are_those_that_a_newcomer_types() -> None:
    typed = {
        command.line for fence in fences(ROOT / "README.md") if is_shell(fence) for command in commands(fence.text)
    }
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


def test_the_readme_lists_every_page_in_one_place() -> None:
    _, _, listed = prose(ROOT / "README.md").partition("\n## Documents\n")
    targets = {(ROOT / target).resolve() for target in LINK.findall(listed)}
    assert {*DOCUMENTS, *(ROOT / "docs").glob("*.md")} - targets - set(RECORDS) - {ROOT / "README.md"} == set()


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
