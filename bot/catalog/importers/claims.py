"""Names of roles, levels and categories as rows give them, settled once all rows have spoken."""

from collections import defaultdict
from dataclasses import dataclass, field

from bot.catalog.importers.records import Origin
from bot.catalog.importers.skills import Claim, Outcome, agreed
from bot.domain.query import fold
from bot.domain.texts import SOURCE_LOCALE

Names = dict[str, str]  # by locale


@dataclass(slots=True)
class NameClaims:
    """What rows call an entry that they know by its id, or that is known from their skill."""

    _claims: dict[tuple[int, str], list[Claim]] = field(default_factory=lambda: defaultdict(list))
    _names: dict[int, Names] = field(default_factory=dict)

    def claim(self, names: Names, locale: str, origin: Origin, name: str | None) -> None:
        if name:
            self._names[id(names)] = names
            self._claims[id(names), locale].append((origin, name))

    def claim_same(self, names: Names, locale: str, origin: Origin, name: str | None) -> None:
        """The same for an entry that was found by its name: it is called that in the row's language too."""
        if name and locale != SOURCE_LOCALE and fold(name) == fold(names[SOURCE_LOCALE]):
            self.claim(names, locale, origin, name)

    def settle(self, outcome: Outcome) -> None:
        """Name the entries."""
        for (key, locale), claims in self._claims.items():
            names = self._names[key]
            if name := agreed(claims, names.get(locale), f"the name in {locale}", outcome):
                names[locale] = name
