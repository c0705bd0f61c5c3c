"""The form of each content file, as pydantic models. References between them are checked elsewhere."""

from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
HASH_PATTERN = r"^[0-9a-f]{8}$"
LONGEST_ID = 60
# A menu carries the ids of a skill, a role and a level, and Slack takes 150 characters.
LONGEST_ROLE = 50
LONGEST_LEVEL = 30

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_ID)]
RoleId = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_ROLE)]
LevelId = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_LEVEL)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
SourceHash = Annotated[str, StringConstraints(pattern=HASH_PATTERN)]
Names = dict[str, Words]


def _day(value: Any) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        day = None
    if day is None or day.isoformat() != value:
        raise ValueError("must be a date that exists, like 2026-02-22")
    return day


def _cell(value: Any) -> Any:
    """A cell of one requirement may be written without a list."""
    return [value] if isinstance(value, dict) else value


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SilenceForm(_Form):
    """Why a rule's faults are let pass, in a file or in one field of it and what is below."""

    rule: Id
    field: Words | None = None
    reason: Words


class LocalesFile(_Form):
    locales: Annotated[list[Words], Field(min_length=1)]
    unobservable: dict[Words, list[Words]] = {}


class LevelForm(_Form):
    id: LevelId
    names: Names
    aliases: list[Words] = []


class LadderForm(_Form):
    levels: Annotated[list[LevelForm], Field(min_length=1)]


class RoleForm(_Form):
    names: Names
    aliases: list[Words] = []


class SubcategoryForm(_Form):
    names: Names


class CategoryForm(_Form):
    names: Names
    subcategories: Annotated[dict[Id, SubcategoryForm], Field(min_length=1)]


class StatementForm(_Form):
    text: Words
    suggestion: Words | None = None
    retired: bool = False


class RequirementForm(_Form):
    mandatory: bool
    statements: Annotated[list[Id], Field(min_length=1)]


Cell = Annotated[list[RequirementForm], Field(min_length=1), BeforeValidator(_cell)]


class SkillFile(_Form):
    name: Words
    summary: Words | None = None
    aliases: list[Words] = []
    category: Id
    subcategory: Id
    ladder: Id | None = None
    updated: Annotated[date, BeforeValidator(_day)]
    statements: Annotated[dict[Id, StatementForm], Field(min_length=1)]
    roles: Annotated[dict[Id, Annotated[dict[Id, Cell], Field(min_length=1)]], Field(min_length=1)]


class TranslationForm(_Form):
    source: SourceHash
    text: Words


class OverlayFile(_Form):
    name: TranslationForm | None = None
    summary: TranslationForm | None = None
    aliases: list[Words] = []
    statements: dict[Id, TranslationForm] = {}
    suggestions: dict[Id, TranslationForm] = {}


Silence = list[SilenceForm]
LaddersFile = Annotated[dict[Id, LadderForm], Field(min_length=1)]
RolesFile = Annotated[dict[RoleId, RoleForm], Field(min_length=1)]
CategoriesFile = Annotated[dict[Id, CategoryForm], Field(min_length=1)]
