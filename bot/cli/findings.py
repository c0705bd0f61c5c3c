"""What `rung content check` found, in each of its forms."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from bot.catalog.checking import Checked
from bot.catalog.faults import Fault, Severity
from bot.catalog.rules.registry import PAGE

Form = Callable[[Checked, Path], str]


def counted(word: str, count: int, several: str = "") -> str:
    return f"{count:,} {word if count == 1 else several or f'{word}s'}"


def plain(checked: Checked, directory: Path) -> str:
    """A line for each, and one that sums up."""
    return "\n".join([*map(_line, checked.faults), _sum(checked)])


def _line(fault: Fault) -> str:
    place = f"{fault.file}:{fault.line}" if fault.line else fault.file
    field = f"{fault.field}: " if fault.field else ""
    return f"{place}: {fault.severity}: {field}{fault.message} [{fault.rule}]"


def _sum(checked: Checked) -> str:
    looked_at = f"{counted('skill', checked.skills)} in {counted('language', len(checked.locales))}"
    errors, warnings = checked.count(Severity.ERROR), checked.count(Severity.WARNING)
    found = [counted(word, n) for word, n in (("error", errors), ("warning", warnings)) if n] or ["no faults"]
    silenced = f" ({checked.silenced:,} silenced)" if checked.silenced else ""
    page = f" {PAGE} says what each rule is for." if checked.faults else ""
    return f"{looked_at}: {', '.join(found)}{silenced}.{page}"


def github(checked: Checked, directory: Path) -> str:
    """Workflow commands, which GitHub shows beside the lines. Paths begin where the command was run."""
    return "\n".join([*(_command(fault, directory) for fault in checked.faults), _sum(checked)])


def _command(fault: Fault, directory: Path) -> str:
    properties = {"file": (directory / fault.file).as_posix(), "line": str(max(fault.line, 1)), "title": fault.rule}
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    said = f"{fault.field}: {fault.message}" if fault.field else fault.message
    return f"::{fault.severity} {listed}::{_data(said)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_json(checked: Checked, directory: Path) -> str:
    """One object. `line` is null where a fault is of a whole file."""
    findings = [
        asdict(fault) | {"line": fault.line or None, "page": f"{PAGE}#{fault.rule}"} for fault in checked.faults
    ]
    whole = {
        "skills": checked.skills,
        "languages": checked.locales,
        "errors": checked.count(Severity.ERROR),
        "warnings": checked.count(Severity.WARNING),
        "silenced": checked.silenced,
        "findings": findings,
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


FORMS: Mapping[str, Form] = {"plain": plain, "github": github, "json": as_json}
