"""One skill's folder: its structure and English, and the overlays with its translations."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from pydantic import TypeAdapter

from bot.catalog.faults import Fault
from bot.catalog.folder import ContentFolder
from bot.catalog.reader import Document, Place
from bot.catalog.registers import Registers
from bot.catalog.schema import OverlayFile, RequirementForm, SkillFile, StatementForm, TranslationForm
from bot.domain.ladder import Ladder
from bot.domain.skills import Requirement, Skill, Statement
from bot.domain.texts import SOURCE_LOCALE, Text, Translation

_SKILL = TypeAdapter(SkillFile)
_OVERLAY = TypeAdapter(OverlayFile)

Overlays = Mapping[str, OverlayFile]


@dataclass(frozen=True, slots=True)
class SkillForms:
    """What the files of one skill's folder hold, in their forms; overlays by locale, in the order of locales.yaml."""

    slug: str
    form: SkillFile
    overlays: Mapping[str, OverlayFile]
    ladder: Ladder

    @property
    def file(self) -> str:
        return f"skills/{self.slug}/skill.yaml"

    def overlay_file(self, locale: str) -> str:
        return f"skills/{self.slug}/{locale}.yaml"


def read_skill(folder: ContentFolder, slug: str, registers: Registers) -> SkillForms | None:
    """The forms of the skill in `skills/<slug>/`, or None where anything of it is faulty; that is noted."""
    place = f"skills/{slug}"
    form, before = None, len(folder.faults)
    with folder.gathered():
        document, form = folder.read(f"{place}/skill.yaml", _SKILL)
        folder.note(_reference_faults(document, form, registers))
    overlays: dict[str, OverlayFile] = {}
    for locale in _overlay_locales(folder, place, registers.locales):
        with folder.gathered():
            document, overlay = folder.read(f"{place}/{locale}.yaml", _OVERLAY)
            overlays[locale] = overlay
            if form is not None:
                folder.note(_orphans(document, overlay, form))
    if form is None or len(folder.faults) > before or (ladder := _ladder(form, registers)) is None:
        return None
    return SkillForms(slug, form, overlays, ladder)


def _overlay_locales(folder: ContentFolder, place: str, locales: tuple[str, ...] | None) -> list[str]:
    """The locales that the folder has overlays of, in the order of locales.yaml; other files are noted."""
    files = {file.name for file in folder.entries(place)} - {"skill.yaml"}
    if locales is None:
        return sorted(name.removesuffix(".yaml") for name in files if name.endswith(".yaml"))
    known = [locale for locale in locales if locale != SOURCE_LOCALE and f"{locale}.yaml" in files]
    for name in files - {f"{locale}.yaml" for locale in known}:
        folder.note([Fault(f"{place}/{name}", 0, "", _why_unknown(name), "orphan-translation")])
    return known


def _why_unknown(name: str) -> str:
    if name == f"{SOURCE_LOCALE}.yaml":
        return "the English texts stand in skill.yaml; move them there and remove this file"
    if name.endswith(".yaml"):
        return f'locales.yaml lists no "{name.removesuffix(".yaml")}"; add it there or remove this file'
    return "isn't a content file; a skill's folder holds skill.yaml and one YAML file for each locale"


def _reference_faults(document: Document, form: SkillFile, registers: Registers) -> Iterator[Fault]:
    yield from _category_faults(document, form, registers)
    if registers.ladders is not None and form.ladder is not None and form.ladder not in registers.ladders:
        yield document.fault(("ladder",), _unknown("ladder", form.ladder, registers.ladders), "unknown-id")
    ladder = _ladder(form, registers)
    for role, cells in form.roles.items():
        if registers.roles is not None and role not in registers.roles:
            yield document.fault(("roles", role), _unknown("role", role, registers.roles), "unknown-id")
        for level, cell in cells.items():
            place: Place = ("roles", role, level)
            if ladder is not None and level not in ladder:
                levels = [step.id for step in ladder.levels]
                told = _unknown("level", level, levels, f' on the ladder "{ladder.id}"')
                yield document.fault(place, told, "unknown-id")
            yield from _cell_faults(document, place, cell, form)


def _category_faults(document: Document, form: SkillFile, registers: Registers) -> Iterator[Fault]:
    if registers.categories is None:
        return
    category = registers.categories.get(form.category)
    if category is None:
        yield document.fault(("category",), _unknown("category", form.category, registers.categories), "unknown-id")
    elif form.subcategory not in category.subcategories:
        message = _unknown("subcategory", form.subcategory, category.subcategories, f' in "{category.id}"')
        yield document.fault(("subcategory",), message, "unknown-id")


def _ladder(form: SkillFile, registers: Registers) -> Ladder | None:
    """The ladder that the skill stands on: the first where it names none. None where either is at fault."""
    ladders = registers.ladders or {}
    return ladders.get(form.ladder) if form.ladder is not None else next(iter(ladders.values()), None)


def _cell_faults(document: Document, place: Place, cell: list[RequirementForm], form: SkillFile) -> Iterator[Fault]:
    weights: set[bool] = set()
    used: set[str] = set()
    for position, requirement in enumerate(cell):
        if requirement.mandatory in weights:
            weight = "mandatory" if requirement.mandatory else "optional"
            yield document.fault((*place, position), f"holds two {weight} requirements; make them one", "duplicate")
        weights.add(requirement.mandatory)
        for number, statement in enumerate(requirement.statements):
            where: Place = (*place, position, "statements", number)
            if statement not in form.statements:
                told = _unknown("statement", statement, form.statements, " in this skill")
                yield document.fault(where, told, "unknown-id")
            elif form.statements[statement].retired:
                told = f'the statement "{statement}" is retired; refer to another one'
                yield document.fault(where, told, "reused-id")
            elif statement in used:
                yield document.fault(where, f'the statement "{statement}" stands in this cell twice', "duplicate")
            used.add(statement)


def _orphans(document: Document, overlay: OverlayFile, form: SkillFile) -> Iterator[Fault]:
    """Translations of what the skill doesn't have."""
    if overlay.summary is not None and form.summary is None:
        yield document.fault(("summary",), "the skill has no summary; remove this", "orphan-translation")
    for statement in overlay.statements:
        if statement not in form.statements:
            message = _unknown("statement", statement, form.statements, " in this skill")
            yield document.fault(("statements", statement), message, "orphan-translation")
    suggested = [statement for statement, said in form.statements.items() if said.suggestion is not None]
    for statement in overlay.suggestions:
        if statement not in suggested:
            message = _unknown("suggestion for", statement, suggested, " in this skill")
            yield document.fault(("suggestions", statement), message, "orphan-translation")


def _unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> str:
    close = get_close_matches(name, known, n=1)
    hint = f'; did you mean "{close[0]}"?' if close else ""
    return f'there is no {kind} "{name}"{where}{hint}'


def skill_of(forms: SkillForms) -> Skill:
    """The skill that its files describe."""
    form, overlays = forms.form, forms.overlays
    statements = {key: _statement(key, said, overlays) for key, said in form.statements.items()}
    aliases = [*form.aliases, *(alias for overlay in overlays.values() for alias in overlay.aliases)]
    summaries = {locale: overlay.summary for locale, overlay in overlays.items()}
    return Skill(
        slug=forms.slug,
        name=_text(form.name, {locale: overlay.name for locale, overlay in overlays.items()}),
        summary=None if form.summary is None else _text(form.summary, summaries),
        aliases=tuple(dict.fromkeys(aliases)),
        category=form.category,
        subcategory=form.subcategory,
        ladder=forms.ladder,
        updated=form.updated,
        roles=tuple(form.roles),
        statements=statements,
        cells={
            (role, level): _requirements(role, level, cell, statements)
            for role, cells in form.roles.items()
            for level, cell in cells.items()
        },
    )


def _statement(key: str, said: StatementForm, overlays: Overlays) -> Statement:
    texts = {locale: overlay.statements.get(key) for locale, overlay in overlays.items()}
    suggestions = {locale: overlay.suggestions.get(key) for locale, overlay in overlays.items()}
    return Statement(
        id=key,
        text=_text(said.text, texts),
        suggestion=None if said.suggestion is None else _text(said.suggestion, suggestions),
        retired=said.retired,
    )


def _requirements(
    role: str, level: str, cell: list[RequirementForm], statements: Mapping[str, Statement]
) -> tuple[Requirement, ...]:
    return tuple(
        Requirement(role, level, form.mandatory, tuple(statements[key] for key in form.statements))
        for form in sorted(cell, key=lambda form: not form.mandatory)
    )


def _text(source: str, translated: Mapping[str, TranslationForm | None]) -> Text:
    return Text(source, {locale: Translation(form.text, form.source) for locale, form in translated.items() if form})
