"""Under which category and subcategory an imported skill is filed."""

from collections.abc import Iterator, Sequence

from bot.catalog.drafts import Data, SkillDraft
from bot.catalog.importers.claims import NameClaims
from bot.catalog.importers.present import Present, Register, is_id
from bot.catalog.importers.records import Origin, Record
from bot.domain.texts import SOURCE_LOCALE


class Filing:
    """Finds categories by id or by any name, and makes those that are missing."""

    def __init__(self, present: Present, claims: NameClaims, default: str) -> None:
        self._entries, self._claims, self._default = present.categories, claims, default
        self._categories = Register(present.categories)

    def file(self, draft: SkillDraft, records: Sequence[Record]) -> None:
        """File a skill where its records say; where they say nothing it stays, and a new one goes to the default."""
        said = next((record for record in records if _files(record)), None)
        if said is None and draft.category:
            return
        category = draft.category
        if not category or (said and (said.category or said.category_id)):
            category = self._category(said)
        if category != draft.category or (said and (said.subcategory or said.subcategory_id)):
            draft.category, draft.subcategory = category, self._subcategory(category, said)

    def differences(self, draft: SkillDraft, records: Sequence[Record]) -> Iterator[tuple[Origin, str]]:
        """Where records file the skill under another category than was taken."""
        for record in records:
            said = record.category or record.category_id
            if said and self._known_category(record) != draft.category:
                yield record.origin, said

    def call(self, draft: SkillDraft, records: Sequence[Record], *, leading: bool = False) -> None:
        """Let the records name the skill's category and subcategory, each in its language.

        The leading ones found them by these names, unless they gave ids.
        """
        entry = self._entries[draft.category]
        below = entry["subcategories"][draft.subcategory]
        subcategories = Register(entry["subcategories"])
        for record in records:
            for names, key, register, name, wanted in (
                (entry["names"], draft.category, self._categories, record.category, record.category_id),
                (below["names"], draft.subcategory, subcategories, record.subcategory, record.subcategory_id),
            ):
                claim = self._claims.claim_same if leading and not wanted else self._claims.claim
                if not wanted or register.meant(wanted, name) == key:
                    claim(names, record.locale, record.origin, name)

    def _known_category(self, said: Record) -> str | None:
        """The category that a record means; None for a new one."""
        wanted = self._categories.meant(said.category_id, said.category)
        if wanted in self._entries:
            return wanted
        return None if wanted and is_id(wanted) else self._categories.find(said.category or "")

    def _category(self, said: Record | None) -> str:
        if said and (known := self._known_category(said)):
            return known
        wanted = said.category_id if said else None
        name = (said and said.category) or wanted or self._default
        if wanted is None and (found := self._categories.find(name)):
            return found
        fitting = wanted if wanted and is_id(wanted) else None
        return self._categories.add(name, {"names": {SOURCE_LOCALE: name}, "subcategories": {}}, fitting)

    def _subcategory(self, category: str, said: Record | None) -> str:
        """The named one; where none is named the first of the category, or one that is called like it."""
        entry: Data = self._entries[category]
        below = Register(entry["subcategories"])
        name = said.subcategory if said else None
        wanted = below.meant(said.subcategory_id, name) if said else None
        if wanted in entry["subcategories"]:
            return str(wanted)
        if name is None and entry["subcategories"]:
            return str(next(iter(entry["subcategories"])))
        name = name or entry["names"][SOURCE_LOCALE]
        fitting = wanted if wanted and is_id(wanted) else None
        return below.find(name) or below.add(name, {"names": {SOURCE_LOCALE: name}}, fitting)


def _files(record: Record) -> bool:
    return bool(record.category or record.category_id or record.subcategory or record.subcategory_id)
