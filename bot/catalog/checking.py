"""Checking content as an author wants it checked: every fault and every warning, but those that a reason silences."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from bot.catalog.faults import Fault, Severity
from bot.catalog.folder import SILENCE
from bot.catalog.loader import load_content, open_folder, read_skills
from bot.catalog.reader import field_of, line_of, nodes_of
from bot.catalog.registers import read_registers
from bot.catalog.rules import completeness, history, names, statements, wording
from bot.catalog.rules.registry import AGING, SEVERITIES, SILENCEABLE, WAITING, Content, Finding
from bot.catalog.rules.rooms import Rooms
from bot.catalog.schema import Silence

RULES: tuple[Callable[[Content], Iterable[Finding]], ...] = (
    names.duplicate_name,
    statements.duplicate_statement,
    wording.wording,
    completeness.missing_cell,
    completeness.translations,
    completeness.outdated,
    statements.levels_alike,
    statements.boilerplate,
    statements.unobservable,
    statements.mandatory_below_optional,
    names.names_alike,
    history.ids_kept,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, in the order of files and lines; `silenced` is how many findings a reason silences."""

    skills: int
    locales: tuple[str, ...]
    faults: tuple[Fault, ...]
    silenced: int

    def count(self, severity: Severity) -> int:
        return sum(fault.severity is severity for fault in self.faults)

    @property
    def is_passed_strictly(self) -> bool:
        """Whether nothing is left but what time alone brings about, so that the same content passes on any day."""
        return all(fault.rule in AGING for fault in self.faults)


def check_content(directory: Path, rooms: Rooms, today: date, earlier: Path | None = None) -> Checked:
    """Check a content folder, against an `earlier` copy of it if there is one. Raises InvalidContent without a folder.

    Of a skill that the loader refuses only the reasons for that are told; where a shared file is faulty, nothing else.
    """
    folder = open_folder(directory)
    registers = read_registers(folder)
    is_whole = not folder.faults
    skills = tuple(read_skills(folder, registers))
    before = load_content(earlier).skills if earlier else ()
    content = Content(registers, skills, rooms, today, before)
    findings = [finding for rule in RULES for finding in rule(content)] if is_whole else []
    kept, used = _without_silenced(findings, folder.silences)
    unused = _unused(folder.silences, used) if not folder.faults else ()
    faults = {*folder.faults, *_placed((*kept, *unused), directory)}
    return Checked(len(skills), content.locales, tuple(sorted(faults)), len(findings) - len(kept))


def _without_silenced(
    findings: Iterable[Finding], silences: Mapping[str, Silence]
) -> tuple[list[Finding], set[tuple[str, int]]]:
    """The findings that no reason silences, and which silences, by file and position, are of use."""
    kept: list[Finding] = []
    used: set[tuple[str, int]] = set()
    for finding in findings:
        by = [n for n, _ in enumerate(silences.get(finding.file, ())) if _covers(silences[finding.file], n, finding)]
        used.update((finding.file, n) for n in by)
        if not by:
            kept.append(finding)
    return kept, used


def _covers(silence: Silence, n: int, finding: Finding) -> bool:
    one, field = silence[n], field_of(finding.place)
    is_there = one.field is None or field == one.field or field.startswith(f"{one.field}.")
    return one.rule == finding.rule and one.rule in SILENCEABLE and is_there


def _unused(silences: Mapping[str, Silence], used: set[tuple[str, int]]) -> Iterator[Finding]:
    for file, silence in silences.items():
        for n, one in enumerate(silence):
            if (file, n) not in used and one.rule not in WAITING:
                yield Finding("unused-silence", file, (SILENCE, n), _why_unused(one.rule))


def _why_unused(rule: str) -> str:
    if rule not in SEVERITIES:
        return f'there is no rule "{rule}"; mend its spelling'
    if rule not in SILENCEABLE:
        return f'"{rule}" can\'t be silenced; mend what it tells, and remove this'
    return f'"{rule}" finds nothing here; remove this'


def _placed(findings: Iterable[Finding], directory: Path) -> Iterator[Fault]:
    """The findings with their lines: a file is read again only where something was found in it."""
    for file, of_file in groupby(sorted(findings, key=attrgetter("file")), key=attrgetter("file")):
        root = nodes_of(directory / file, file)
        for rule, _, place, message in of_file:
            line = line_of(root, place) if root else 0
            yield Fault(file, line, field_of(place), message, rule, SEVERITIES[rule])
