"""Names of roles, levels and categories as rows give them, settled once all rows have spoken."""

from collections import defaultdict
from dataclasses import dataclass, field

from bot.catalog.importers.records import Origin
from bot.catalog.importers.skills import Claim, Outcome, agreed
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

    def settle(self, outcome: Outcome) -> None:
        """Name the entries. What is called as in English needs no second name."""
        for (key, locale), claims in self._claims.items():
            names = self._names[key]
            if locale != SOURCE_LOCALE and locale not in names:
                claims = [claim for claim in claims if claim[1] != names[SOURCE_LOCALE]]
            if name := agreed(claims, names.get(locale), f"the name in {locale}", outcome):
                names[locale] = name
