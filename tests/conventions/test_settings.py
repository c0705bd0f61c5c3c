"""Every setting stands in docs/settings.md, with its default and an example that it takes."""

from pathlib import Path

import pytest
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from bot.settings import Settings
from tests.conventions.repository import ROOT, table

ROWS = {row["Name"]: row for row in table(ROOT / "docs/settings.md", "Name")}
FIELDS = {str(field.validation_alias): field for field in Settings.model_fields.values()}


def default_in_words(field: FieldInfo) -> str:
    default = field.default
    if isinstance(default, SecretStr):
        return default.get_secret_value()
    if isinstance(default, Path):
        return default.relative_to(ROOT).as_posix()
    return "none" if default is None else str(default)


def test_settings_and_documentation_name_the_same() -> None:
    assert list(ROWS) == list(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_the_default_is_documented(name: str) -> None:
    assert ROWS[name]["Default"] == default_in_words(FIELDS[name])


@pytest.mark.parametrize("name", FIELDS)
def test_the_example_is_taken(name: str) -> None:
    assert ROWS[name]["Example"]
    Settings.model_validate({name: ROWS[name]["Example"]})


@pytest.mark.parametrize("name", FIELDS)
def test_what_it_does_is_said_in_a_sentence(name: str) -> None:
    assert ROWS[name]["What it does"].endswith(".")


def test_slacks_things_have_slacks_names_and_ours_begin_with_rung() -> None:
    assert [name for name in FIELDS if not name.startswith(("SLACK_", "RUNG_"))] == []
