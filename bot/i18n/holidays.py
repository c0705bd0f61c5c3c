"""Public holidays of countries: the whole country's, not those of one region, of banks or of schools.

The library is imported when it is first needed: that takes about 0.1 s, and as long again the first country.
"""

from datetime import date
from functools import lru_cache, partial

from bot.domain.cadence import IsHoliday, no_holiday


def is_public_holiday(country: str | None, day: date) -> bool:
    """Whether a date is one, or the day on which one is observed instead, in a country by its ISO 3166 code.

    Without a country, and in one that isn't known, there are none.
    """
    return country is not None and day in _holidays(country, day.year)


def holidays_of(country: str | None) -> IsHoliday:
    """The same as a question about the date alone."""
    return partial(is_public_holiday, country) if country else no_holiday


@lru_cache(maxsize=1)
def countries() -> frozenset[str]:
    """The ISO 3166 codes, of two letters, of which the holidays are known."""
    from holidays import list_supported_countries

    return frozenset(list_supported_countries(include_aliases=False))


@lru_cache(maxsize=2048)
def _holidays(country: str, year: int) -> frozenset[date]:
    from holidays import country_holidays

    return frozenset(country_holidays(country, years=year)) if country in countries() else frozenset()
