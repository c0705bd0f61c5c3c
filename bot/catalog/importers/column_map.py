"""`--map`: which column means what, where the headings alone don't tell; a small YAML file."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from bot.catalog.importers.words import FIELDS
from bot.catalog.reader import read_document
from bot.catalog.schema import Words


def _field(value: Any) -> Any:
    if value not in FIELDS:
        raise ValueError(f'"{value}" is none of {", ".join(FIELDS)}')
    return value


def _step(value: Any) -> Any:
    """A level is a name, or a name with the other words for it."""
    if isinstance(value, str):
        return {value: []}
    return value


Step = Annotated[dict[Words, list[Words]], Field(min_length=1, max_length=1), BeforeValidator(_step)]


class DefaultsForm(BaseModel):
    """What is taken where the file says nothing."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    role: Words | None = None
    category: Words | None = None
    locale: Words | None = None
    mandatory: bool | None = None


class ColumnMap(BaseModel):
    """`columns` give headings by field, `levels` the order of levels; `separator` parts statements in a cell."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    columns: dict[Annotated[str, BeforeValidator(_field)], Words] = {}
    levels: list[Step] = []
    separator: Words | None = None
    defaults: DefaultsForm = DefaultsForm()

    @property
    def order(self) -> tuple[tuple[str, ...], ...]:
        """The levels from the lowest to the top, each with the other words for it."""
        return tuple((name, *others) for step in self.levels for name, others in step.items())


_FORM = TypeAdapter(ColumnMap)


def read_column_map(path: Path) -> ColumnMap:
    """Raises InvalidContent."""
    return read_document(path, path.name).checked(_FORM)
