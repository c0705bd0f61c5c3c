"""The little of a shell that the documents need: what they say is typed runs in this process, which starts at once."""

import contextlib
import io
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from bot.cli import main

_ASSIGNMENT = re.compile(r"([A-Z_]+)=(.*)", re.DOTALL)
_HERE_DOCUMENT = re.compile(r"<<'(?P<end>\w+)'")


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it is typed: `RUNG_COMMAND=/grow rung ask help > answer.txt`."""

    line: str
    words: tuple[str, ...]
    variables: Mapping[str, str] = field(default_factory=dict)
    given: str = ""
    into: str | None = None

    @property
    def program(self) -> str:
        """What is started, by its name alone; "export" where only variables are set."""
        return Path(self.words[0]).name if self.words else "export"


def commands(script: str) -> Iterator[Command]:
    """The commands of a script, in their order."""
    lines = iter(script.replace("\\\n", " ").splitlines())
    for line in lines:
        given = ""
        if found := _HERE_DOCUMENT.search(line):
            given = "".join(f"{one}\n" for one in iter(lambda: next(lines), found["end"]))
        if words := shlex.split(_HERE_DOCUMENT.sub("", line), comments=True):
            yield _command(line.strip(), words, given)


def _command(line: str, words: list[str], given: str) -> Command:
    into = None
    if ">" in words:
        at = words.index(">")
        into = words[at + 1]
        del words[at : at + 2]
    if words[0] == "export":
        del words[0]
    variables = {}
    while words and (found := _ASSIGNMENT.fullmatch(words[0])):
        variables[found[1]] = found[2]
        del words[0]
    return Command(line, tuple(words), variables, given, into)


class Terminal:
    """A terminal in the working directory, whose variables last from one command to the next as `export` sets them."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = dict(variables)
        self._programs: Mapping[str, Callable[[Command, list[str]], str]] = {
            "cat": lambda command, _: command.given,
            "export": lambda command, _: self._variables.update(command.variables) or "",
            "python": self._python,
            "python3": self._python,
            "rung": self._rung,
        }

    def runs(self, command: Command) -> bool:
        return command.program in self._programs

    def type(self, command: Command) -> str:
        """What a command prints on standard output; it must succeed."""
        name, *words = command.words or ("export",)
        expanded = [one for word in words for one in (sorted(map(str, Path().glob(word))) if "*" in word else [word])]
        printed = self._programs[Path(name).name](command, expanded)
        if command.into is None:
            return printed
        Path(command.into).write_text(printed, "utf-8")
        return ""

    def _rung(self, command: Command, words: list[str]) -> str:
        result = CliRunner().invoke(main, words, env={**self._variables, **command.variables})
        assert result.exit_code == 0, f"{command.line}: {result.output}{result.exception!r}"
        return result.stdout

    @staticmethod
    def _python(command: Command, words: list[str]) -> str:
        switch, code = words
        assert switch == "-c", command.line
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, {"__name__": "__main__"})  # a line of a document of ours
        return printed.getvalue()
