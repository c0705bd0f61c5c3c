"""Saying that translations are right although the English text has changed: their hashes are renewed."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from bot.catalog.editing import write_whole
from bot.catalog.faults import Fault, InvalidContent
from bot.catalog.loader import Content, load_content
from bot.catalog.overlays import TextPlace, with_hashes
from bot.catalog.skill_files import SkillForms
from bot.catalog.translations import overlay_texts, translated_texts
from bot.domain.texts import TextState, text_hash


@dataclass(frozen=True, slots=True)
class Stamped:
    """One translation whose hash was renewed, with the hash before and after."""

    field: str
    before: str
    after: str


def stale_fields(directory: Path, slug: str, locale: str) -> list[str]:
    """The fields of an overlay that are older than their source. Raises InvalidContent."""
    return [".".join(place) for place in _stale(_skill(load_content(directory), slug, locale), locale)]


def stamp(directory: Path, slug: str, locale: str, fields: Collection[str] | None) -> list[Stamped]:
    """Renew the hashes of stale translations of one skill and write its overlay; everything else in it stays as it is.

    A field is `name`, `summary`, `statements.id`, `suggestions.id`, or an id alone for both; None stands for all.
    Raises InvalidContent, also where a field has no translation, and then nothing is written.
    """
    skill = _skill(load_content(directory), slug, locale)
    file = skill.overlay_file(locale)
    chosen = _stale(skill, locale) if fields is None else _chosen(skill, locale, fields)
    held = overlay_texts(skill.overlays[locale])
    renewed = {place: source for place, source in chosen.items() if held[place].source != source}
    before = (directory / file).read_bytes().decode()
    after = with_hashes(before, renewed, name=file)
    if renewed:
        write_whole(directory / file, after)
    return [Stamped(".".join(place), held[place].source, source) for place, source in renewed.items()]


def _skill(content: Content, slug: str, locale: str) -> SkillForms:
    skill = next((skill for skill in content.skills if skill.slug == slug), None)
    if skill is None:
        raise InvalidContent([Fault(f"skills/{slug}", 0, "", "there is no such skill", "unknown-id")])
    if locale not in skill.overlays:
        told = "there is no such file, so there is nothing to stamp"
        raise InvalidContent([Fault(skill.overlay_file(locale), 0, "", told, "unknown-id")])
    return skill


def _stale(skill: SkillForms, locale: str) -> dict[TextPlace, str]:
    """The hash of today's source for each stale translation, by its place."""
    texts = translated_texts(skill, locale)
    return {text.place: text_hash(text.source) for text in texts if text.state is TextState.STALE}


def _chosen(skill: SkillForms, locale: str, fields: Collection[str]) -> dict[TextPlace, str]:
    held = overlay_texts(skill.overlays[locale])
    texts = {text.place: text_hash(text.source) for text in translated_texts(skill, locale) if text.place in held}
    chosen = {place: source for place, source in texts.items() if _names(place) & set(fields)}
    named = {name for place in chosen for name in _names(place)}
    if unknown := [field for field in fields if field not in named]:
        told = "has no translation here to be stamped; mend the field"
        raise InvalidContent(Fault(skill.overlay_file(locale), 0, field, told, "unknown-id") for field in unknown)
    return chosen


def _names(place: TextPlace) -> set[str]:
    return {".".join(place), place[-1]}
