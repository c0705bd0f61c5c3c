"""What an import would do, as whoever started it reads it: plain English text."""

from collections.abc import Iterator, Sequence

from bot.catalog.importers.difference import Difference, SkillChange
from bot.catalog.importers.plan import Plan
from bot.catalog.importers.records import Reading, Tally

LONGEST_TEXT = 90  # characters of a statement
SAID_OF_A_SKILL = 12  # lines of one kind


def preview(readings: list[Reading], plan: Plan, changes: Difference) -> Iterator[str]:
    """The lines of a preview: what was read, what was not used and why, and what changes."""
    for reading in readings:
        told = [one for one in plan.complaints if one.origin.file == reading.file]
        tally = Tally.of(reading.rows, plan.used, told)
        part = f" ({tally.in_part} of them in part)" if tally.in_part else ""
        yield f"{reading.file}: {_count(tally.read, 'row')} read, {tally.used} used{part}, {tally.unused} not used"
        by_reason: dict[str, list[int]] = {}
        for one in told:
            by_reason.setdefault(one.reason, []).append(one.origin.row)
        yield from (f"  {_places(rows)}: {reason}" for reason, rows in by_reason.items())
    yield from (f"Note: {note}." for note in plan.notes)
    yield ""
    yield from (line[0].upper() + line[1:] for line in changes.shared)
    for skill in changes.skills:
        yield from _skill(skill)
    yield _sum(changes)


def _places(rows: Sequence[int]) -> str:
    """Rows in ascending order, those that follow each other as a range."""
    if not rows[0]:
        return "file"
    ranges: list[list[int]] = []
    for row in rows:
        if ranges and ranges[-1][-1] == row - 1:
            ranges[-1] = [ranges[-1][0], row]
        else:
            ranges.append([row])
    return f"row{'s' if len(rows) > 1 else ''} {', '.join('-'.join(map(str, ends)) for ends in ranges)}"


def _skill(change: SkillChange) -> Iterator[str]:
    yield f"{'+' if change.is_new else '~'} {change.name} ({change.slug}): {_told(change)}"
    if change.is_new:
        return
    yield from (f"    {fact}" for fact in change.facts)
    yield from _some([f"new: {_short(text)}" for text in change.added])
    yield from _some([f"reworded {one.id}: {_short(one.before)} -> {_short(one.after)}" for one in change.reworded])
    yield from _some([f"retired: {_short(text)}" for text in change.retired])
    yield from _some([f"brought back: {_short(text)}" for text in change.revived])
    yield from _some(change.cells)


def _told(change: SkillChange) -> str:
    counts = (
        (len(change.added), "added"),
        (len(change.reworded), "reworded"),
        (len(change.retired), "retired"),
        (len(change.revived), "brought back"),
        (0 if change.is_new else change.unchanged, "unchanged"),
    )
    statements = ", ".join(f"{count} {what}" for count, what in counts if count) or "none"
    cells = f"; {_count(len(change.cells), 'cell')}" if change.cells else ""
    texts = "".join(f"; {_count(count, 'text')} in {locale}" for locale, count in change.translations.items())
    return f"statements: {statements}{cells}{texts}"


def _sum(changes: Difference) -> str:
    new = sum(skill.is_new for skill in changes.skills)
    return f"Skills: {new} added, {len(changes.skills) - new} changed, {changes.unchanged} unchanged."


def _some(lines: list[str]) -> Iterator[str]:
    yield from (f"    {line}" for line in lines[:SAID_OF_A_SKILL])
    if len(lines) > SAID_OF_A_SKILL:
        yield f"    … and {len(lines) - SAID_OF_A_SKILL} more like these"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _short(text: str) -> str:
    return f'"{text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"}"'
