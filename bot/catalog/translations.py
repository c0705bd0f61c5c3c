"""The texts of a skill that are translated, by their place in an overlay, and how far each translation has come."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.catalog.overlays import TextPlace
from bot.catalog.schema import OverlayFile, SkillFile, TranslationForm
from bot.catalog.skill_files import SkillForms
from bot.domain.texts import SOURCE_LOCALE, TextState, text_hash


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """One text of a skill in one language. `text` is None where it is missing."""

    place: TextPlace
    source: str
    text: str | None
    state: TextState


def sources(form: SkillFile) -> dict[TextPlace, str]:
    """The English texts, by the place of their translation. What is retired isn't translated any more."""
    texts: dict[TextPlace, str] = {("name",): form.name}
    if form.summary is not None:
        texts["summary",] = form.summary
    for key, said in form.statements.items():
        if not said.retired:
            texts["statements", key] = said.text
            if said.suggestion is not None:
                texts["suggestions", key] = said.suggestion
    return texts


def overlay_texts(overlay: OverlayFile | None) -> dict[TextPlace, TranslationForm]:
    """The translations of one language, by their place."""
    if overlay is None:
        return {}
    alone = {("name",): overlay.name, ("summary",): overlay.summary}
    texts: dict[TextPlace, TranslationForm] = {place: said for place, said in alone.items() if said is not None}
    texts.update({("statements", key): said for key, said in overlay.statements.items()})
    texts.update({("suggestions", key): said for key, said in overlay.suggestions.items()})
    return texts


def translated_texts(skill: SkillForms, locale: str) -> list[TranslatedText]:
    """Every text of a skill in one language. What a more general language has (`pt` for `pt_BR`) isn't missing."""
    general = overlay_texts(skill.overlays.get(locale.split("_")[0]))
    said = general | overlay_texts(skill.overlays.get(locale))
    return [_translated(place, source, said.get(place)) for place, source in sources(skill.form).items()]


def _translated(place: TextPlace, source: str, said: TranslationForm | None) -> TranslatedText:
    if said is None:
        return TranslatedText(place, source, None, TextState.MISSING)
    state = TextState.CURRENT if said.source == text_hash(source) else TextState.STALE
    return TranslatedText(place, source, said.text, state)


def target_locales(locales: Iterable[str]) -> tuple[str, ...]:
    """The languages that content is translated into; the English of another region is shown as it is."""
    return tuple(locale for locale in locales if locale.split("_")[0] != SOURCE_LOCALE)


def in_reading_order(skill: SkillForms, texts: Iterable[TranslatedText]) -> list[TranslatedText]:
    """The name, the summary, and then by the lowest level at which a statement is met, its suggestion behind it."""
    lowest = {key: min(skill.ladder.position(level) for _, level, _ in cells) for key, cells in cells_of(skill).items()}
    unmet, keys = len(skill.ladder.levels), list(skill.form.statements)

    def rank(text: TranslatedText) -> tuple[int, int, str]:
        section, *key = text.place
        return (lowest.get(key[0], unmet), keys.index(key[0]), text.place[0]) if key else (-1, 0, section)

    return sorted(texts, key=rank)


def cells_of(skill: SkillForms) -> dict[str, list[tuple[str, str, bool]]]:
    """For each statement the cells that refer to it: the ids of role and level, and whether it is mandatory there."""
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for role, level, mandatory, statements in requirements(skill):
        for statement in statements:
            found.setdefault(statement, []).append((role, level, mandatory))
    return found


def requirements(skill: SkillForms) -> Iterator[tuple[str, str, bool, Sequence[str]]]:
    """Role, level, weight and statements of each requirement, as the file has them."""
    for role, cells in skill.form.roles.items():
        for level, cell in cells.items():
            for requirement in cell:
                yield role, level, requirement.mandatory, requirement.statements
