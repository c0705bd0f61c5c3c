"""Cells that point to another level of the same row instead of saying something."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.catalog.importers.records import Reading, Record, Said
from bot.catalog.importers.words import referred_level
from bot.domain.query import fold

_Place = tuple[str, str, str]  # skill, role and level, folded


@dataclass(frozen=True, slots=True)
class Slot:
    """A record to be and its statements, or the one reference that stands in their place."""

    record: Record
    texts: list[str]
    said: tuple[Said, ...] = ()

    def filled(self) -> Record:
        return replace(self.record, statements=self.said or tuple(Said(text) for text in self.texts))


def resolved(slots: Sequence[Slot], reading: Reading) -> list[Record]:
    """The records, each reference replaced by what it points to; what points nowhere is complained of."""
    levels = {_place(slot.record)[2] for slot in slots} | {fold(level) for level in reading.levels or ()}
    said: dict[_Place, list[Slot]] = {}
    for slot in slots:
        said.setdefault(_place(slot.record), []).append(slot)
    records = []
    for slot in slots:
        target = _target(slot, levels)
        if target is None:
            records.append(slot.filled())
            continue
        found = _follow(slot, said, levels)
        if not found:
            level, pointed = slot.record.level, referred_level(slot.texts[0])
            reading.complain(slot.record.origin.row, f'under "{level}" points to {pointed}, where nothing is said')
        records += [replace(slot.record, statements=one.filled().statements) for one in found]
    return records


def _target(slot: Slot, levels: set[str]) -> str | None:
    """The level, folded, that a slot points to; None where it says something itself."""
    if len(slot.texts) != 1 or _place(slot.record)[2] == "" or any(said.id for said in slot.said):
        return None
    pointed = fold(referred_level(slot.texts[0]) or "")
    return pointed if pointed and pointed in levels else None


def _follow(slot: Slot, said: dict[_Place, list[Slot]], levels: set[str]) -> list[Slot]:
    """What stands at the end of the references; nothing where they go round, or lead to an empty cell."""
    skill, role, level = _place(slot.record)
    seen = {level}
    while target := _target(slot, levels):
        found = said.get((skill, role, target), [])
        if target in seen or not found:
            return []
        seen.add(target)
        if len(found) > 1:
            return [one for one in found if _target(one, levels) is None]
        slot = found[0]
    return [slot]


def _place(record: Record) -> _Place:
    return (
        fold(record.skill or record.skill_id or ""),
        fold(record.role or record.role_id or ""),
        fold(record.level or record.level_id or ""),
    )
