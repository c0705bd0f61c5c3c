"""What translators work on: all texts of one language with the state of each, in the order in which they are read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.catalog.editing import Place
from bot.catalog.loader import Content
from bot.catalog.reader import field_of
from bot.catalog.registers import Registers
from bot.catalog.skill_files import SkillForms
from bot.catalog.translations import cells_of, in_reading_order, translated_texts
from bot.domain.texts import Text, TextState


@dataclass(frozen=True, slots=True)
class Translatable:
    """One text. Its translation stands at `place` in `file`; `text` is the one there is, None where it is missing.

    `context` names it for people and tools: `distributed-training/statements.run-job`, `roles/llm-engineer`. `notes`
    say what it is and where people read it.
    """

    context: str
    file: str
    place: Place
    source: str
    text: str | None
    state: TextState
    notes: tuple[str, ...]

    @property
    def field(self) -> str:
        """Its place as faults name it."""
        return field_of(self.place)

    @property
    def is_open(self) -> bool:
        return self.state is not TextState.CURRENT


def translatable(content: Content, locale: str) -> list[Translatable]:
    """Names of the shared files, then skill by skill; in a skill by the lowest level at which a statement is met."""
    skills = (text for skill in content.skills for text in _of_skill(skill, content.registers, locale))
    return [*_of_registers(content.registers, locale), *skills]


def _of_skill(skill: SkillForms, registers: Registers, locale: str) -> Iterator[Translatable]:
    cells, file = cells_of(skill), skill.overlay_file(locale)
    for text in in_reading_order(skill, translated_texts(skill, locale)):
        section, *key = text.place
        notes = [f"Skill: {skill.form.name}"]
        if key:
            notes += _readers(cells.get(key[0], ()), skill, registers)
        if section == "suggestions":
            notes.append(f"What to try for: {skill.form.statements[key[0]].text}")
        context = f"{skill.slug}/{'.'.join(text.place)}"
        yield Translatable(context, file, text.place, text.source, text.text, text.state, tuple(notes))


def _readers(cells: Iterable[tuple[str, str, bool]], skill: SkillForms, registers: Registers) -> Iterator[str]:
    """A line for each role, with the levels at which it reads a statement."""
    roles = registers.roles or {}
    by_role: dict[str, list[str]] = {}
    for role, level, mandatory in cells:
        weight = "mandatory" if mandatory else "optional"
        by_role.setdefault(role, []).append(f"{skill.ladder.level(level).name.source} ({weight})")
    return (f"{roles[role].name.source}: {', '.join(levels)}" for role, levels in by_role.items())


def _of_registers(registers: Registers, locale: str) -> Iterator[Translatable]:
    for ladder in (registers.ladders or {}).values():
        for n, level in enumerate(ladder.levels):
            yield _name(f"{ladder.id}.{level.id}", "ladders", (ladder.id, "levels", n), level.name, locale, "level")
    for role in (registers.roles or {}).values():
        yield _name(role.id, "roles", (role.id,), role.name, locale, "role")
    for category in (registers.categories or {}).values():
        yield _name(category.id, "categories", (category.id,), category.name, locale, "category")
        for key, name in category.subcategories.items():
            place: Place = (category.id, "subcategories", key)
            yield _name(f"{category.id}.{key}", "categories", place, name, locale, "subcategory")


def _name(key: str, register: str, place: Place, name: Text, locale: str, kind: str) -> Translatable:
    """A name of a shared file: never stale, for all languages stand side by side."""
    said = name.translations.get(locale) or name.translations.get(locale.split("_")[0])
    state = TextState.CURRENT if said else TextState.MISSING
    text = said.text if said else None
    notes = (f"The name of a {kind}",)
    return Translatable(
        f"{register}/{key}", f"{register}.yaml", (*place, "names", locale), name.source, text, state, notes
    )
