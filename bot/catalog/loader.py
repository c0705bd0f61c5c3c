"""A content folder, whole and without a fault, as a Framework."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.folder import ContentFolder
from bot.catalog.registers import Registers, read_registers
from bot.catalog.schema import ID_PATTERN, LONGEST_ID
from bot.catalog.skill_files import SkillForms, read_skill, skill_of
from bot.domain.skills import Framework, Skill


def load_framework(directory: Path) -> Framework:
    """Load all content. Raises InvalidContent with every fault of every file."""
    folder = open_folder(directory)
    registers = read_registers(folder)
    skills = {forms.slug: skill_of(forms) for forms in read_skills(folder, registers)}
    folder.raise_if_faulty()
    return _framework(registers, skills, folder.version())


@dataclass(frozen=True, slots=True)
class Content:
    """The files of a content folder in their forms; skills by slug."""

    registers: Registers
    skills: tuple[SkillForms, ...]
    version: str

    def framework(self) -> Framework:
        return _framework(self.registers, {forms.slug: skill_of(forms) for forms in self.skills}, self.version)


def load_content(directory: Path) -> Content:
    """Load all files as they are written. Raises InvalidContent with every fault of every file."""
    folder = open_folder(directory)
    registers = read_registers(folder)
    skills = tuple(read_skills(folder, registers))
    folder.raise_if_faulty()
    return Content(registers, skills, folder.version())


def _framework(registers: Registers, skills: dict[str, Skill], version: str) -> Framework:
    return Framework(
        version=version,
        locales=registers.locales or (),
        ladders=MappingProxyType(registers.ladders or {}),
        roles=MappingProxyType(registers.roles or {}),
        categories=MappingProxyType(registers.categories or {}),
        skills=MappingProxyType(skills),
    )


def open_folder(directory: Path) -> ContentFolder:
    """Raises InvalidContent when there is none."""
    if not directory.is_dir():
        raise InvalidContent([Fault(str(directory), 0, "", "there is no such content folder", "unreadable-file")])
    return ContentFolder(directory)


def read_skills(folder: ContentFolder, registers: Registers) -> Iterator[SkillForms]:
    """The forms of each skill that has no fault, one after the other, by slug; the faults of others are noted."""
    with folder.gathered():
        for slug in _slugs(folder):
            forms = None
            with folder.gathered():
                forms = read_skill(folder, slug, registers)
            if forms is not None:
                yield forms


def _slugs(folder: ContentFolder) -> Iterator[str]:
    """The names of the skills' folders, sorted; what isn't one is noted."""
    entries = folder.entries("skills")
    if not entries:
        folder.note([Fault("skills", 0, "", "holds no skill; each one is a folder here with a skill.yaml in it")])
    for entry in entries:
        place = f"skills/{entry.name}"
        if not entry.is_dir():
            folder.note([Fault(place, 0, "", "isn't a skill's folder; move it into one or remove it")])
            continue
        if len(entry.name) > LONGEST_ID or not re.fullmatch(ID_PATTERN, entry.name):
            message = f"the folder's name must be small letters, digits and hyphens, at most {LONGEST_ID}"
            folder.note([Fault(place, 0, "", message)])
        yield entry.name
