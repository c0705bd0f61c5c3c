"""What people and admins are told about stored data is so: docs/privacy.md and the window that erases."""

import pytest
from sqlmodel import SQLModel

from bot.domain.retention import Kept
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs
from bot.settings import Settings
from bot.storage.erasing import personal_tables
from bot.views.message import spoken
from bot.views.privacy import forget_modal
from tests.conventions.repository import ROOT, table

ROWS = {row["Table"]: row for row in table(ROOT / "docs/privacy.md", "Table")}
ENDS = {row["Setting"].strip("`"): row for row in table(ROOT / "docs/privacy.md", "What ends")}
PERSONAL = {one.name for one in personal_tables()}
ENGLISH = Catalogs.load().translator(ReaderLocale("en", "en", ("en",)))

# Told together: what somebody chose and where they stand, and the newest of their ratings, which are in the history.
TOLD_WITH_ANOTHER = {"person", "current_level", "cadence", "latest_rating", "rated_skill"}


def test_every_table_is_documented_and_no_other() -> None:
    assert set(ROWS) == set(SQLModel.metadata.tables)


def test_whose_a_row_is_says_what_is_erased_with_a_person() -> None:
    assert {name for name, row in ROWS.items() if row["Whose"] == "a person's"} == PERSONAL
    assert {row["Whose"] for row in ROWS.values()} == {"a person's", "nobody's"}


@pytest.mark.parametrize("name", sorted(PERSONAL - TOLD_WITH_ANOTHER))
def test_the_window_that_erases_names_each_kind_of_data(name: str) -> None:
    told = spoken(forget_modal({name: 731}, ENGLISH, "/skill")["blocks"])
    assert "731\xa0" in told


def test_how_long_each_is_kept_is_the_default_of_its_setting() -> None:
    settings = {str(field.validation_alias): field.default for field in Settings.model_fields.values()}
    kept = {name: days for name, days in settings.items() if name.startswith("RUNG_KEEP_")}
    assert {name: int(row["Kept for"].split()[0]) for name, row in ENDS.items()} == kept
    assert len(kept) == len(Kept) + 1  # and the ids of events
