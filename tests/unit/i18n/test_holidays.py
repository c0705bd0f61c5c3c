"""Public holidays: of which countries, on which dates, and what asking for them costs."""

import subprocess
import sys
from datetime import date

import pytest
from babel import Locale

from bot.i18n.holidays import countries, holidays_of, is_public_holiday


@pytest.mark.parametrize(
    ("country", "day", "free"),
    [
        ("DE", "2026-10-03", True),
        ("DE", "2026-11-01", False),  # in some of its states only
        ("US", "2026-11-26", True),
        ("US", "2026-11-27", False),
        ("US", "2026-07-03", True),  # the 4th is a Saturday
        ("RU", "2026-06-12", True),
        ("JP", "2026-05-06", True),  # instead of one on a Sunday
        ("IN", "2026-01-26", True),
        ("DE", "2027-12-25", True),
    ],
)
def test_case_8_the_public_holidays_of_a_country_are_known(country: str, day: str, free: bool) -> None:
    assert is_public_holiday(country, date.fromisoformat(day)) is free
    assert holidays_of(country)(date.fromisoformat(day)) is free


@pytest.mark.parametrize("country", [None, "", "XX", "de", "DEU", "Germany", "../DE"])
def test_without_a_country_that_is_known_no_day_is_a_holiday(country: str | None) -> None:
    christmas = date(2026, 12, 25)
    assert not is_public_holiday(country, christmas)
    assert not holidays_of(country)(christmas)


def test_countries_go_by_codes_that_have_a_name_in_every_language() -> None:
    assert len(countries()) > 200
    for language in ("en", "de", "ru"):
        assert countries() <= set(Locale(language).territories)


def test_nothing_slow_is_imported_before_it_is_needed() -> None:
    script = "import sys, bot.i18n.holidays; print('holidays' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
