"""Writing overlays, the files with a skill's translations, without touching what else stands in them."""

from collections.abc import Mapping, Sequence

from bot.catalog.editing import EditedFile
from bot.domain.texts import Translation

TextPlace = tuple[str, ...]  # ("name",), ("summary",), ("statements", id) or ("suggestions", id)

SECTIONS = ("silence", "name", "summary", "aliases", "statements", "suggestions")
_TRANSLATION = ("source", "text")


def with_translations(
    before: str,
    translations: Mapping[TextPlace, Translation],
    *,
    name: str,
    statements: Sequence[str] = (),
    aliases: Sequence[str] | None = None,
) -> str:
    """The text of an overlay with these translations in it; `before` is what stands there, empty for a new file.

    `statements` are the ids of the skill's statements in the order of skill.yaml, `aliases` replace the overlay's.
    `name` is what faults call the file. Raises InvalidContent.
    """
    file = EditedFile(before, name)

    def rank(place: TextPlace) -> tuple[int, int]:
        return SECTIONS.index(place[0]), statements.index(place[1]) if place[-1] in statements else 0

    for place in sorted(translations, key=rank):
        said = translations[place]
        file.put(place, {"source": said.source, "text": said.text.strip()}, SECTIONS, _keys(place, statements))
    if aliases is not None:
        file.put(("aliases",), list(aliases), SECTIONS)
    return file.text


def with_hashes(before: str, hashes: Mapping[TextPlace, str], *, name: str) -> str:
    """The text of an overlay whose translations say that they were made from these sources. Raises InvalidContent."""
    file = EditedFile(before, name)
    for place, source in hashes.items():
        file.put((*place, "source"), source)
    return file.text


def _keys(place: TextPlace, statements: Sequence[str]) -> Sequence[str]:
    return statements if len(place) > 1 else _TRANSLATION
