"""The text of a skill's page, copied from a browser: name, filing and date, then each level with its requirements."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import PurePath

from bot.catalog.importers.cleaning import clean, one_line
from bot.catalog.importers.records import Origin, Reading, Record, Said, Unusable
from bot.catalog.importers.words import weight_of

_TITLES: Mapping[str, str] = {"Skill Profile": "en", "Skill-Profil": "de", "Профиль навыка": "ru"}
_SECTION = re.compile(
    r"(?P<level>.+?) (?P<count>\d+) (?:requirements?|Anforderung(?:en)?|требовани[ейя]|требование)", re.IGNORECASE
)
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_MONTH_FIRST = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})")

_Line = tuple[int, str]  # its number from 1, and its text


def is_page(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").split("\n", 1)[0].strip() in _TITLES


def read_page(text: str, name: str) -> Reading:
    """The requirements of a page, each of which counts as a row. Raises Unusable where it lacks a part."""
    numbered = enumerate(clean(text).split("\n"), 1)
    lines = [(number, line) for number, line in numbered if line.strip()]
    locale, skill = _TITLES[lines[0][1]], lines[1][1] if len(lines) > 1 else ""
    at, updated = _dated(lines, name)
    levels = _sections(lines)
    if not levels:
        raise Unusable(f"{name} begins like a skill's page, but has no level with its requirements.")
    reading = Reading(name, levels=tuple(levels))
    marks = _marks(lines)
    for number, (level, requirements) in enumerate(levels.items()):
        for line, role, said in requirements:
            reading.rows.append(Origin(name, line))
            mark = marks[number].get(role, "") if number < len(marks) else ""
            record = Record(
                Origin(name, line),
                locale,
                skill=skill,
                same_as=_stem(name),
                category=lines[at - 2][1],
                subcategory=lines[at - 1][1],
                updated=updated,
                role=role,
                level=level,
                mandatory=bool(weight_of(mark)),
                statements=(Said(one_line(said)),),
            )
            reading.records.append(record)
    return reading


def _stem(name: str) -> str:
    """What the files of one page in several languages share: `profile` in `profile.de.txt`."""
    return PurePath(PurePath(name).stem).stem


def _dated(lines: Sequence[_Line], name: str) -> tuple[int, str]:
    """Which of the lines is the date of the last update, and that date. Category and subcategory stand before it."""
    for at, (_, line) in enumerate(lines):
        if at > 2 and (found := _DAY_FIRST.fullmatch(line) or _MONTH_FIRST.fullmatch(line)):
            try:
                return at, date(int(found["year"]), int(found["month"]), int(found["day"])).isoformat()
            except ValueError:
                break
    raise Unusable(f"{name} begins like a skill's page, but has no date that it was updated on.")


def _sections(lines: Sequence[_Line]) -> dict[str, list[tuple[int, str, str]]]:
    """For each level its requirements: the line, the role and what is said."""
    levels: dict[str, list[tuple[int, str, str]]] = {}
    at = 0
    while at < len(lines):
        found = _SECTION.fullmatch(lines[at][1])
        at += 1
        if found is None:
            continue
        said = lines[at : at + 2 * int(found["count"])]
        levels[found["level"]] = [
            (text[0], role[1], text[1]) for role, text in zip(said[::2], said[1::2], strict=False)
        ]
        at += len(said)
    return levels


def _marks(lines: Sequence[_Line]) -> list[dict[str, str]]:
    """For each table of the page, in the order of the levels: the mark of each role, blank for optional."""
    tables: list[dict[str, str]] = []
    for (_, before), (_, line) in pairwise(lines):
        cells = line.split("\t")
        if len(cells) == 3 and before.count("\t") == 2 and tables and cells[2] and not _is_heading(line):
            tables[-1][cells[0]] = cells[1]
        elif len(cells) == 3 and _is_heading(line):
            tables.append({})
    return tables


def _is_heading(line: str) -> bool:
    return line in ("Role\tRequired\tDescription", "Rolle\tPflicht\tBeschreibung", "Роль\tОбязательность\tОписание")
