"""The content that an import meets: the shared files and each skill, as drafts that may be changed."""

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from bot.catalog.drafts import Data, SkillDraft, read_draft
from bot.catalog.folder import ContentFolder
from bot.catalog.importers.naming import slug, unique
from bot.catalog.loader import load_framework
from bot.catalog.schema import (
    ID_PATTERN,
    LONGEST_ID,
    LONGEST_LEVEL,
    LONGEST_ROLE,
    CategoriesFile,
    LaddersFile,
    LocalesFile,
    RolesFile,
)
from bot.catalog.writing import REGISTERS
from bot.domain.query import fold
from bot.domain.texts import SOURCE_LOCALE

_FORMS: dict[str, TypeAdapter[Any]] = {
    "ladders": TypeAdapter(LaddersFile),
    "roles": TypeAdapter(RolesFile),
    "categories": TypeAdapter(CategoriesFile),
}
_LOCALES = TypeAdapter(LocalesFile)


@dataclass(slots=True)
class Present:
    """Content as data: `ladders`, `roles` and `categories` are in the form of their files."""

    locales: list[str] = field(default_factory=lambda: [SOURCE_LOCALE])
    ladders: Data = field(default_factory=dict)
    roles: Data = field(default_factory=dict)
    categories: Data = field(default_factory=dict)
    skills: dict[str, SkillDraft] = field(default_factory=dict)

    def copy(self) -> "Present":
        return deepcopy(self)

    def files(self) -> Data:
        """What each file says, by its name in the content folder."""
        shared: Data = {"locales.yaml": {"locales": self.locales}}
        shared |= {"ladders.yaml": self.ladders, "roles.yaml": self.roles, "categories.yaml": self.categories}
        return shared | {name: data for skill in self.skills.values() for name, data in skill.files().items()}


def read_present(directory: Path) -> Present:
    """The content of a folder; nothing but English where there is no content yet. Raises InvalidContent."""
    if not any((directory / name).exists() for name in (*REGISTERS, "skills")):
        return Present()
    framework = load_framework(directory)
    folder = ContentFolder(directory)
    shared = {
        name: {
            key: entry.model_dump(exclude_defaults=True) for key, entry in folder.read(f"{name}.yaml", form)[1].items()
        }
        for name, form in _FORMS.items()
    }
    locales = folder.read("locales.yaml", _LOCALES)[1].locales
    skills = {slug_: read_draft(folder, slug_, framework.locales) for slug_ in framework.skills}
    return Present(list(locales), skills=skills, **shared)


class Register:
    """The entries of one kind that have names in several languages, found by id or by any name."""

    def __init__(self, entries: Data, longest: int = LONGEST_ID) -> None:
        self._entries, self._longest = entries, longest
        self._ids = {fold(word): key for key, entry in reversed(entries.items()) for word in _words(entry)}

    def find(self, name: str) -> str | None:
        return self._ids.get(fold(name))

    def meant(self, wanted: str | None, name: str | None) -> str | None:
        """The id that was given, but where the name beside it is that of another entry: then somebody changed that."""
        if wanted is None or wanted not in self._entries or not name:
            return wanted
        is_its_name = fold(name) in map(fold, _words(self._entries[wanted]))
        return wanted if is_its_name else self.find(name) or wanted

    def add(self, name: str, entry: Data, wanted: str | None = None) -> str:
        """Take in an entry under the wanted id, or one made from its name; gives the id."""
        key = wanted or unique(slug(name, self._longest) or "unnamed", self._entries, self._longest)
        self._entries[key] = entry
        self._ids.setdefault(fold(name), key)
        return key


def _words(entry: Data) -> Iterator[str]:
    yield from entry["names"].values()
    yield from entry.get("aliases", ())


def is_id(text: str, longest: int = LONGEST_ID) -> bool:
    return len(text) <= longest and re.fullmatch(ID_PATTERN, text) is not None


def is_level_id(text: str | None) -> bool:
    return text is not None and is_id(text, LONGEST_LEVEL)


def roles_of(present: Present) -> Register:
    return Register(present.roles, LONGEST_ROLE)


def level_ids(names: Iterable[str]) -> list[str]:
    """Ids for the levels of a new ladder, in its order."""
    ids: list[str] = []
    for name in names:
        ids.append(unique(slug(name, LONGEST_LEVEL) or "level", ids, LONGEST_LEVEL))
    return ids
