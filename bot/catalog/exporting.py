"""The framework as JSON Lines, CSV or XLSX: what the importers read back without a change."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font

from bot.catalog.drafts import Data, OverlayDraft, SkillDraft, Translated
from bot.catalog.importers.escaping import escaped
from bot.catalog.importers.present import Present
from bot.domain.texts import SOURCE_LOCALE

Cells = list[str]

HEADINGS = (
    "Category", "Subcategory", "Skill", "Summary", "Role", "Level", "Mandatory", "Statement", "Suggestion", "Retired",
    "Ladder", "Level order", "Updated", "Category ID", "Subcategory ID", "Skill ID", "Role ID", "Level ID",
    "Statement ID",
)  # fmt: skip
BESIDE = ("Skill", "Summary", "Statement", "Suggestion")  # each of them once more for every other language
_WIDE_COLUMNS = {"Statement": 60, "Suggestion": 45, "Summary": 30}  # characters; the others are narrow
_NARROW = 16


def as_json_lines(present: Present) -> bytes:
    """Everything: the shared files first, then one record a cell, then one record a skill and other language."""
    lines = [*_entries(present), *(record for skill in present.skills.values() for record in _records(skill, present))]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def as_csv(present: Present) -> bytes:
    """One row a statement of a cell. In UTF-8 with the mark that spreadsheets know it by."""
    written = StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(table(present))
    return written.getvalue().encode("utf-8-sig")


def as_xlsx(present: Present) -> bytes:
    """The same rows as a workbook of one sheet."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Framework")
    headings, *rows = table(present)
    sheet.freeze_panes = "A2"
    for number, heading in enumerate(headings):
        wide = _WIDE_COLUMNS.get(heading.partition(" (")[0], _NARROW)
        sheet.column_dimensions[_letters(number)].width = wide
    sheet.append([_cell(sheet, heading, Font(bold=True)) for heading in headings])
    for row in rows:
        sheet.append([_cell(sheet, text, None) for text in row])
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def table(present: Present) -> Iterator[Cells]:
    """The headings, then the rows, every cell of which is harmless in a spreadsheet."""
    others = [locale for locale in present.locales if locale != SOURCE_LOCALE]
    yield [*HEADINGS, *(f"{heading} ({locale})" for locale in others for heading in BESIDE)]
    for skill in present.skills.values():
        for row in _rows(skill, present, others):
            yield [escaped(text) for text in row]


def _cell(sheet: Any, text: str, font: Font | None) -> Any:
    cell = WriteOnlyCell(sheet, text)
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    if font is not None:
        cell.font = font
    return cell


def _letters(number: int) -> str:
    """The letters of a column, from 0."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _entries(present: Present) -> Iterator[Data]:
    yield {"register": "locales", "form": present.locales}
    for register in ("ladders", "roles", "categories"):
        entries: Data = getattr(present, register)
        yield from ({"register": register, "id": key, "form": form} for key, form in entries.items())


def _ladder(skill: SkillDraft, present: Present) -> str:
    return skill.ladder or str(next(iter(present.ladders)))


def _facts(skill: SkillDraft, present: Present) -> Data:
    facts: Data = {"summary": skill.summary} if skill.summary is not None else {}
    facts |= {"aliases": skill.aliases} if skill.aliases else {}
    return facts | {
        "category_id": skill.category,
        "subcategory_id": skill.subcategory,
        "ladder": _ladder(skill, present),
        "updated": skill.updated.isoformat(),
    }


def _records(skill: SkillDraft, present: Present) -> Iterator[Data]:
    named: Data = {"skill_id": skill.slug, "skill": skill.name}
    facts = _facts(skill, present)
    for role, level, mandatory, ids in _cells(skill):
        place = {"role_id": role, "level_id": level, "mandatory": mandatory}
        yield named | facts | place | {"statements": [_said(skill, key) for key in ids]}
        facts = {"ladder": facts["ladder"]}
    if alone := _alone(skill):
        yield named | facts | {"statements": [_said(skill, key) for key in alone]}
    for locale, overlay in skill.overlays.items():
        yield {"locale": locale, "skill_id": skill.slug} | _overlay(overlay)


def _cells(skill: SkillDraft) -> Iterator[tuple[str, str, bool, list[str]]]:
    for role, levels in skill.cells.items():
        for level, cell in levels.items():
            for mandatory, ids in cell.items():
                yield role, level, mandatory, ids


def _alone(skill: SkillDraft) -> list[str]:
    """The statements that no cell refers to: retired ones, and those that nobody needs yet."""
    referred = skill.referred()
    return [key for key in skill.statements if key not in referred]


def _said(skill: SkillDraft, key: str) -> Data:
    return {"id": key} | skill.statements[key].data()


def _overlay(overlay: OverlayDraft) -> Data:
    data: Data = {}
    for key, said in (("skill", overlay.name), ("summary", overlay.summary)):
        if said is not None:
            data |= {key: said.text, f"{key}_source": said.source}
    if overlay.aliases:
        data["aliases"] = overlay.aliases
    keys = dict.fromkeys([*overlay.statements, *overlay.suggestions])
    statements = [{"id": key} | _translated(overlay, key) for key in keys]
    return data | ({"statements": statements} if statements else {})


def _translated(overlay: OverlayDraft, key: str) -> Data:
    data: Data = {}
    if said := overlay.statements.get(key):
        data |= {"text": said.text, "source": said.source}
    if idea := overlay.suggestions.get(key):
        data |= {"suggestion": idea.text, "suggestion_source": idea.source}
    return data


def _rows(skill: SkillDraft, present: Present, others: Sequence[str]) -> Iterator[Cells]:
    category = present.categories[skill.category]
    ladder = _ladder(skill, present)
    levels = [level["id"] for level in present.ladders[ladder]["levels"]]
    names = {level["id"]: _english(level) for level in present.ladders[ladder]["levels"]}
    row = {
        "Category": _english(category),
        "Category ID": skill.category,
        "Subcategory": _english(category["subcategories"][skill.subcategory]),
        "Subcategory ID": skill.subcategory,
        "Skill": skill.name,
        "Skill ID": skill.slug,
        "Summary": skill.summary or "",
        "Ladder": ladder,
        "Updated": skill.updated.isoformat(),
    }
    for role, level, mandatory, ids in _cells(skill):
        place = {
            "Role": _english(present.roles[role]),
            "Role ID": role,
            "Level": names[level],
            "Level ID": level,
            "Level order": str(levels.index(level) + 1),
            "Mandatory": "yes" if mandatory else "no",
        }
        yield from (_row(row | place, skill, key, others) for key in ids)
    yield from (_row(row, skill, key, others) for key in _alone(skill))


def _row(row: dict[str, str], skill: SkillDraft, key: str, others: Sequence[str]) -> Cells:
    said = skill.statements[key]
    row = row | {"Statement": said.text, "Suggestion": said.suggestion or "", "Statement ID": key}
    row["Retired"] = "yes" if said.retired else ""
    cells = [row.get(heading, "") for heading in HEADINGS]
    for locale in others:
        overlay = skill.overlays.get(locale, OverlayDraft())
        texts = (overlay.name, overlay.summary, overlay.statements.get(key), overlay.suggestions.get(key))
        cells += [_text(text) for text in texts]
    return cells


def _text(said: Translated | None) -> str:
    return "" if said is None else said.text


def _english(entry: Data) -> str:
    return str(entry["names"][SOURCE_LOCALE])


FORMS: Mapping[str, Callable[[Present], bytes]] = {"csv": as_csv, "xlsx": as_xlsx, "jsonl": as_json_lines}
