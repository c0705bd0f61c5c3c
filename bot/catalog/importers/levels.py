"""On which ladder the levels of an import stand. The order of a new one is read or asked for, never guessed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.catalog.drafts import Data
from bot.catalog.importers.naming import slug, unique
from bot.catalog.importers.present import is_level_id, level_ids
from bot.catalog.importers.records import Defaults, Record, Unusable
from bot.domain.query import fold
from bot.domain.texts import SOURCE_LOCALE

SHOWN = 12  # levels in a sentence that asks for their order

Order = Sequence[tuple[str, ...]]  # levels from the lowest to the top, each with other words for it


@dataclass(slots=True)
class Ladders:
    """The ladders of the content, to which an import may add some. `added` are the ids of those."""

    ladders: Data
    defaults: Defaults
    added: list[str] = field(default_factory=list)
    _words: dict[str, dict[str, str]] = field(default_factory=dict)

    def level(self, ladder: str, record: Record) -> str | None:
        """The id of a record's level on a ladder; None where that has no such level.

        Where the name beside a known id is that of another level, somebody changed the name.
        """
        words = self.words(ladder)
        named = words.get(fold(record.level or ""))
        if record.level_id is None:
            return named
        known = words.get(fold(record.level_id))
        return named or known if known else None

    def words(self, ladder: str) -> dict[str, str]:
        """Everything that a level of the ladder is called by, folded, with the level's id."""
        if ladder not in self._words:
            levels = self.ladders[ladder]["levels"]
            called = {
                fold(word): step["id"]
                for step in levels
                for word in (*step["names"].values(), *step.get("aliases", ()))
            }
            self._words[ladder] = called | {fold(step["id"]): step["id"] for step in levels}
        return self._words[ladder]

    def names(self, ladder: str, level: str) -> dict[str, str]:
        """What a level is called, by language."""
        step = self.ladders[ladder]["levels"][self.position(ladder, level)]
        names: dict[str, str] = step["names"]
        return names

    def drop_unused(self, used: Iterable[str | None]) -> None:
        """Leave out the added ladders, but for the first of all, on which no skill came to stand."""
        for ladder in set(self.added) - set(used):
            if not self.is_first(ladder):
                del self.ladders[ladder]

    def position(self, ladder: str, level: str) -> int:
        return [step["id"] for step in self.ladders[ladder]["levels"]].index(level)

    def is_first(self, ladder: str) -> bool:
        return next(iter(self.ladders)) == ladder

    def holding_levels_of(self, records: Sequence[Record]) -> str | None:
        """The first ladder that has all levels of the records; None where they have none, or their order was said."""
        words = _level_words(records)
        return self._holding([(word,) for word in words]) if words and not self.defaults.order else None

    def settle(self, named: str | None, records: Sequence[Record], shown: Order | None, stem: str) -> str:
        """The ladder of that name, or else one that has all levels of the records; made where there is none.

        `shown` is the order in which the file shows its levels, `stem` what a new ladder is called by. Raises Unusable.
        """
        if named in self.ladders:
            return str(named)
        name = named or self.defaults.ladder or stem
        if order := self.defaults.order:
            found = self._holding(order)
            if found is None or not self._is_in_order(found, order):
                return self._add(name, order, records)
            for step in order:
                self.words(found).update(dict.fromkeys(map(fold, step[1:]), self.words(found)[fold(step[0])]))
            return found
        found = None if named else self.holding_levels_of(records)
        return found or self._add(name, shown or _numbered(records) or _unknown(_level_words(records)), records)

    def _holding(self, order: Order) -> str | None:
        """The first ladder that has each of these levels."""
        return next(
            (ladder for ladder in self.ladders if all(fold(step[0]) in self.words(ladder) for step in order)), None
        )

    def _is_in_order(self, ladder: str, order: Order) -> bool:
        positions = [self.position(ladder, self.words(ladder)[fold(step[0])]) for step in order]
        return positions == sorted(positions)

    def _add(self, name: str, order: Order, records: Sequence[Record]) -> str:
        folded = [fold(word) for step in order for word in step]
        if twice := {word for word in folded if folded.count(word) > 1}:
            raise Unusable(f"Two levels are called the same: {', '.join(sorted(twice))}. Name each of them once.")
        given = {record.level: record.level_id for record in records if record.level and is_level_id(record.level_id)}
        made = level_ids(step[0] for step in order)
        levels: list[Data] = []
        for step, new in zip(order, made, strict=True):
            level: Data = {"id": given.get(step[0], new), "names": {SOURCE_LOCALE: step[0]}}
            levels.append(level | ({"aliases": list(step[1:])} if step[1:] else {}))
        key = unique(slug(name) or "ladder", self.ladders)
        self.ladders[key] = {"levels": levels}
        self.added.append(key)
        return key


def _level_words(records: Iterable[Record]) -> list[str]:
    """The levels that the records speak of, in the order in which they first do."""
    words = (record.level_id or record.level for record in records)
    return list({fold(word): word for word in words if word}.values())


def _numbered(records: Sequence[Record]) -> Order | None:
    """The levels in the order of the numbers that stand beside them; None where one has none."""
    numbers: dict[str, float] = {}
    for record in records:
        name = record.level or record.level_id
        if name is not None and record.level_order is not None:
            numbers.setdefault(name, record.level_order)
    spoken_of = {fold(record.level or record.level_id or "") for record in records if record.level or record.level_id}
    if not numbers or spoken_of - {fold(name) for name in numbers} or len(set(numbers.values())) < len(numbers):
        return None
    return [(name,) for name in sorted(numbers, key=lambda name: numbers[name])]


def _unknown(words: Sequence[str]) -> Order:
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    raise Unusable(
        f"In which order these {len(words)} levels stand can't be known from the rows: "
        f"{', '.join(words[:SHOWN])}{more}. "
        f'Name all from the lowest to the top: --levels "{",".join(words[:2])},…". A file for --map can do the same, '
        "and join several words for one level."
    )
