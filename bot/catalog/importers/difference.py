"""What an import changes, told skill by skill."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.catalog.drafts import Cell, Data, OverlayDraft, SkillDraft
from bot.catalog.importers.plan import Plan


@dataclass(frozen=True, slots=True)
class Reworded:
    """One text before and after."""

    id: str
    before: str
    after: str


@dataclass(slots=True)
class SkillChange:
    """What changes in one skill. `cells` and `facts` are in words; lists of statements hold their texts."""

    slug: str
    name: str
    is_new: bool
    added: list[str] = field(default_factory=list)
    reworded: list[Reworded] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    revived: list[str] = field(default_factory=list)
    unchanged: int = 0
    cells: list[str] = field(default_factory=list)
    translations: dict[str, int] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Difference:
    """What an import changes in all. `shared` are lines on ladders, roles, categories and languages."""

    skills: list[SkillChange]
    shared: list[str]
    unchanged: int

    @property
    def is_empty(self) -> bool:
        return not self.skills and not self.shared


def difference(plan: Plan) -> Difference:
    """Compare the content before and after a plan."""
    changes: list[SkillChange] = []
    unchanged = 0
    for slug, after in plan.after.skills.items():
        before = plan.before.skills.get(slug)
        if before is not None and before.files() == after.files():
            unchanged += 1
        else:
            changes.append(_skill_change(before, after))
    return Difference(changes, list(_shared(plan)), unchanged)


def _skill_change(before: SkillDraft | None, after: SkillDraft) -> SkillChange:
    change = SkillChange(after.slug, after.name, before is None)
    earlier = before or SkillDraft(
        after.slug, after.name, after.category, after.subcategory, after.updated, after.ladder
    )
    for key, said in after.statements.items():
        known = earlier.statements.get(key)
        if known is None:
            change.added.append(said.text)
        elif known.retired != said.retired:
            (change.retired if said.retired else change.revived).append(said.text)
        elif known.text != said.text:
            change.reworded.append(Reworded(key, known.text, said.text))
        else:
            change.unchanged += 1
    change.cells = list(_cells(earlier, after))
    if before is not None:
        change.facts = list(_facts(before, after))
    change.translations = dict(_translations(earlier, after))
    if before is not None and replace(before, updated=after.updated).files() == after.files():
        change.facts = [f"updated: {before.updated} -> {after.updated}"]
    return change


def _cells(before: SkillDraft, after: SkillDraft) -> Iterator[str]:
    """In words, for each role and level."""
    old, new = _by_place(before), _by_place(after)
    for place in {**old, **new}:
        if place not in old:
            yield f"{' / '.join(place)}: added"
        elif place not in new:
            yield f"{' / '.join(place)}: removed"
        elif old[place] != new[place]:
            yield f"{' / '.join(place)}: {'in another order' if _set(old[place]) == _set(new[place]) else 'changed'}"


def _by_place(draft: SkillDraft) -> dict[tuple[str, str], Cell]:
    return {(role, level): cell for role, levels in draft.cells.items() for level, cell in levels.items()}


def _set(cell: Cell) -> dict[bool, set[str]]:
    return {weight: set(ids) for weight, ids in cell.items() if ids}


def _facts(before: SkillDraft, after: SkillDraft) -> Iterator[str]:
    for what in ("name", "summary", "aliases", "category", "subcategory", "ladder"):
        old, new = getattr(before, what), getattr(after, what)
        if old != new:
            yield f"{what}: {old or '(none)'} -> {new or '(none)'}"
    ideas = [
        key
        for key, said in after.statements.items()
        if key in before.statements and said.suggestion != before.statements[key].suggestion
    ]
    if ideas:
        yield f"suggestion of {', '.join(ideas)}"


def _translations(before: SkillDraft, after: SkillDraft) -> Iterator[tuple[str, int]]:
    """How many texts of each language are new or different."""
    for locale, overlay in after.overlays.items():
        old = _texts(before.overlays.get(locale, OverlayDraft()))
        new = _texts(overlay)
        if changed := sum(old.get(key) != said for key, said in new.items()):
            yield locale, changed


def _texts(overlay: OverlayDraft) -> Data:
    single = {"name": overlay.name, "summary": overlay.summary, "aliases": overlay.aliases or None}
    return (
        {key: said for key, said in single.items() if said}
        | {f"statement {key}": said for key, said in overlay.statements.items()}
        | {f"suggestion {key}": said for key, said in overlay.suggestions.items()}
    )


def _shared(plan: Plan) -> Iterator[str]:
    before, after = plan.before, plan.after
    for locale in after.locales:
        if locale not in before.locales:
            yield f"new language: {locale}"
    for kind, old, new in (
        ("ladder", before.ladders, after.ladders),
        ("role", before.roles, after.roles),
        ("category", before.categories, after.categories),
    ):
        for key, entry in new.items():
            if key not in old:
                yield f"new {kind}: {_described(key, entry)}"
            elif entry != old[key]:
                names = dict.fromkeys((_described(key, old[key]), _described(key, entry)))
                yield f"changed {kind}: {' -> '.join(names)}"


def _described(key: str, entry: Data) -> str:
    if "levels" in entry:
        return f"{key} ({', '.join(level['names']['en'] for level in entry['levels'])})"
    return str(entry["names"]["en"])
