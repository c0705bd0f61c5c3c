"""A skill's files while they are changed: read as they lie there, given back as they should be written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pydantic import TypeAdapter

from bot.catalog.folder import ContentFolder
from bot.catalog.schema import OverlayFile, RequirementForm, SkillFile, TranslationForm

_SKILL = TypeAdapter(SkillFile)
_OVERLAY = TypeAdapter(OverlayFile)

Data = dict[str, Any]
Cell = dict[bool, list[str]]  # ids of statements by weight: mandatory or not


@dataclass(slots=True)
class Translated:
    """A translation and the hash of the English text that it was made from."""

    text: str
    source: str


@dataclass(slots=True)
class OverlayDraft:
    """The texts of one language."""

    name: Translated | None = None
    summary: Translated | None = None
    aliases: list[str] = field(default_factory=list)
    statements: dict[str, Translated] = field(default_factory=dict)
    suggestions: dict[str, Translated] = field(default_factory=dict)

    def data(self) -> Data:
        """As the file says it; empty where there is nothing to say."""
        data: Data = {key: _pair(said) for key, said in (("name", self.name), ("summary", self.summary)) if said}
        if self.aliases:
            data["aliases"] = self.aliases
        for key, texts in (("statements", self.statements), ("suggestions", self.suggestions)):
            if texts:
                data[key] = {id_: _pair(said) for id_, said in texts.items()}
        return data


@dataclass(slots=True)
class StatementDraft:
    """One statement in English."""

    text: str
    suggestion: str | None = None
    retired: bool = False

    def data(self) -> Data:
        data: Data = {"text": self.text}
        if self.suggestion is not None:
            data["suggestion"] = self.suggestion
        return data | {"retired": True} if self.retired else data


@dataclass(slots=True)
class SkillDraft:
    """One skill: its structure, its English, and its overlays by locale. `cells` are by role, then level."""

    slug: str
    name: str
    category: str
    subcategory: str
    updated: date
    ladder: str | None = None
    summary: str | None = None
    aliases: list[str] = field(default_factory=list)
    statements: dict[str, StatementDraft] = field(default_factory=dict)
    cells: dict[str, dict[str, Cell]] = field(default_factory=dict)
    overlays: dict[str, OverlayDraft] = field(default_factory=dict)

    def overlay(self, locale: str) -> OverlayDraft:
        return self.overlays.setdefault(locale, OverlayDraft())

    def referred(self) -> set[str]:
        """The ids of the statements that a cell refers to."""
        cells = (cell for levels in self.cells.values() for cell in levels.values())
        return {id_ for cell in cells for ids in cell.values() for id_ in ids}

    def files(self) -> dict[str, Data]:
        """What each file of the skill says, by its name in the content folder."""
        place = f"skills/{self.slug}"
        overlays = {f"{place}/{locale}.yaml": overlay.data() for locale, overlay in self.overlays.items()}
        return {f"{place}/skill.yaml": self._data()} | {name: data for name, data in overlays.items() if data}

    def _data(self) -> Data:
        data: Data = {"name": self.name}
        if self.summary is not None:
            data["summary"] = self.summary
        if self.aliases:
            data["aliases"] = self.aliases
        data |= {"category": self.category, "subcategory": self.subcategory}
        if self.ladder is not None:
            data["ladder"] = self.ladder
        return data | {
            "updated": self.updated,
            "statements": {key: said.data() for key, said in self.statements.items()},
            "roles": {
                role: {level: _cell_data(cell) for level, cell in levels.items()}
                for role, levels in self.cells.items()
                if levels
            },
        }


def read_draft(folder: ContentFolder, slug: str, locales: tuple[str, ...]) -> SkillDraft:
    """The skill in `skills/<slug>/` with its overlays. Raises InvalidContent."""
    _, form = folder.read(f"skills/{slug}/skill.yaml", _SKILL)
    draft = SkillDraft(
        slug=slug,
        name=form.name,
        category=form.category,
        subcategory=form.subcategory,
        updated=form.updated,
        ladder=form.ladder,
        summary=form.summary,
        aliases=list(form.aliases),
        statements={
            key: StatementDraft(said.text, said.suggestion, said.retired) for key, said in form.statements.items()
        },
        cells={role: {level: _cell(cell) for level, cell in levels.items()} for role, levels in form.roles.items()},
    )
    for locale in locales:
        name = f"skills/{slug}/{locale}.yaml"
        if (folder.directory / name).exists():
            draft.overlays[locale] = _overlay(folder.read(name, _OVERLAY)[1])
    return draft


def _overlay(form: OverlayFile) -> OverlayDraft:
    return OverlayDraft(
        name=_translated(form.name),
        summary=_translated(form.summary),
        aliases=list(form.aliases),
        statements={key: Translated(said.text, said.source) for key, said in form.statements.items()},
        suggestions={key: Translated(said.text, said.source) for key, said in form.suggestions.items()},
    )


def _translated(form: TranslationForm | None) -> Translated | None:
    return None if form is None else Translated(form.text, form.source)


def _pair(said: Translated) -> Data:
    return {"source": said.source, "text": said.text}


def _cell(forms: list[RequirementForm]) -> Cell:
    return {form.mandatory: list(form.statements) for form in forms}


def _cell_data(cell: Mapping[bool, list[str]]) -> Data | list[Data]:
    forms: list[Data] = [{"mandatory": weight, "statements": ids} for weight, ids in cell.items() if ids]
    return forms[0] if len(forms) == 1 else forms
