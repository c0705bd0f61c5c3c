"""The content folder while its author writes: the last content that was whole, and what is wrong with it now."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from bot.catalog.checking import check_content
from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.loader import load_content
from bot.catalog.reader import line_of, nodes_of
from bot.catalog.rules.rooms import Rooms
from bot.catalog.stamp import content_stamp
from bot.catalog.status import statuses
from bot.catalog.translatable import Translatable
from bot.domain.skills import Framework, Skill

SHARED = ""  # in place of a skill: the names in the files that all skills share

Texts = tuple[Translatable, ...]
_OfFile = TypeVar("_OfFile", Translatable, Fault)


@dataclass(frozen=True, slots=True)
class Edition:
    """Content without a fault. `texts` are all that are translated, by language and then by the slug of the skill."""

    framework: Framework
    texts: Mapping[str, Mapping[str, Texts]]

    @property
    def skills(self) -> list[Skill]:
        """By their English names."""
        return sorted(self.framework.skills.values(), key=lambda skill: skill.name.source.casefold())

    def open_texts(self, skill: Skill, locale: str) -> Texts:
        """What is missing or stale of a skill in one language, names included that stand on its cards."""
        of_language = self.texts.get(locale, {})
        used = _names_on_cards(skill)
        names = (text for text in of_language.get(SHARED, ()) if text.context in used)
        return tuple(text for text in (*of_language.get(skill.slug, ()), *names) if text.is_open)


class Manuscript:
    """`edition` is the last content without a fault, None before there was one; `faults` are why it isn't the newest.

    What the check finds besides is of what lies there now only if it `is_checked`.
    """

    def __init__(self, directory: Path, rooms: Rooms, today: Callable[[], date]) -> None:
        self.directory = directory
        self.edition: Edition | None = None
        self.faults: tuple[Fault, ...] = ()
        self._findings: Mapping[str, tuple[Fault, ...]] = {}
        self._rooms = rooms
        self._today = today
        self._seen: str | None = None
        self._checked: str | None = None

    @property
    def is_checked(self) -> bool:
        return self._checked is not None and self._checked == self._seen

    async def renew(self) -> bool:
        """Read what lies there; whether it has changed since the last time."""
        stamp = await asyncio.to_thread(content_stamp, self.directory)
        if stamp == self._seen:
            return False
        try:
            self.edition, self.faults = await asyncio.to_thread(_read, self.directory), ()
        except InvalidContent as invalid:
            self.faults = invalid.faults
        self._seen = stamp
        return True

    async def check(self) -> bool:
        """Check what was read last, which takes longer than reading; whether that hadn't been done yet."""
        if self.is_checked:
            return False
        stamp, told = self._seen, frozenset(self.faults)
        try:
            checked = await asyncio.to_thread(check_content, self.directory, self._rooms, self._today())
            self._findings = _by_skill([fault for fault in checked.faults if fault not in told])
        except InvalidContent:
            self._findings = {}
        self._checked = stamp
        return True

    def findings_of(self, skill: str) -> tuple[Fault, ...]:
        """What the check last found in a skill's files, or in the shared ones, besides `faults`."""
        return self._findings.get(skill, ())

    def lines_of(self, texts: Sequence[Translatable]) -> tuple[int, ...]:
        """The line at which each text stands or would stand; 0 where its file isn't there or can't be read."""
        roots = {}
        for file in {text.file for text in texts}:
            try:
                roots[file] = nodes_of(self.directory / file, file)
            except InvalidContent:
                roots[file] = None
        return tuple(line_of(root, text.place) if (root := roots[text.file]) else 0 for text in texts)


def _read(directory: Path) -> Edition:
    content = load_content(directory)
    return Edition(content.framework(), {one.locale: _by_skill(one.texts) for one in statuses(content)})


def _by_skill(things: Sequence[_OfFile]) -> dict[str, tuple[_OfFile, ...]]:
    found: dict[str, list[_OfFile]] = {}
    for thing in things:
        found.setdefault(_skill_of(thing.file), []).append(thing)
    return {slug: tuple(of_skill) for slug, of_skill in found.items()}


def _skill_of(file: str) -> str:
    """The slug of the skill whose file it is."""
    folder, _, rest = file.partition("/")
    return rest.partition("/")[0] if folder == "skills" else SHARED


def _names_on_cards(skill: Skill) -> frozenset[str]:
    """The names of the shared files that stand on a skill's cards, by their contexts."""
    levels = (f"ladders/{skill.ladder.id}.{level.id}" for level in skill.ladder.levels)
    roles = (f"roles/{role}" for role in skill.roles)
    category = f"categories/{skill.category}"
    return frozenset((*levels, *roles, category, f"{category}.{skill.subcategory}"))
