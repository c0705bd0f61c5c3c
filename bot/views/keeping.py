"""How long everything is kept, in words."""

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.retention import Retention
from bot.i18n.translator import Translator

_YEAR = 365  # days


def span(kept: timedelta, t: Translator) -> str:
    """`2 years`, or `90 days` where it is no whole years."""
    years, rest = divmod(kept.days, _YEAR)
    if years and not rest:
        # Translators: For how long something is kept, after a colon.
        return t.ngettext("%(n)s\xa0year", "%(n)s\xa0years", years)
    # Translators: For how long something is kept, after a colon.
    return t.ngettext("%(n)s\xa0day", "%(n)s\xa0days", kept.days)


def kept_lines(retention: Retention, t: Translator) -> Iterator[str]:
    """A line for each kind of a person's data that ends by itself."""
    if kept := retention.notes:
        # Translators: An entry of a list of what ends by itself. %(span)s is for how long it is kept, e.g. 2 years.
        yield t.gettext("notes of your ratings: %(span)s; the ratings stay", span=span(kept, t))
    if kept := retention.evidence:
        # Translators: An entry of a list of what ends by itself. %(span)s is for how long it is kept, e.g. 2 years.
        yield t.gettext("your evidence, and notes that you wrote to Rung: %(span)s", span=span(kept, t))
    if kept := retention.drafts:
        # Translators: An entry of a list of what ends by itself. %(span)s is for how long it is kept, e.g. 90 days.
        yield t.gettext("what you typed and haven't saved: %(span)s", span=span(kept, t))
    if kept := retention.check_ins:
        # Translators: An entry of a list of what ends by itself. %(span)s is for how long it is kept, e.g. 1 year.
        yield t.gettext(
            "what Rung wrote by itself, and whether you answered: %(span)s; the last of each kind stays, and what "
            "still waits for an answer",
            span=span(kept, t),
        )
    if kept := retention.suggestions:
        # Translators: An entry of a list of what ends by itself. %(span)s is for how long it is kept, e.g. 2 years.
        yield t.gettext("changes that you suggested: %(span)s", span=span(kept, t))
