"""Every text of content, with where it stands."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.catalog.reader import Place
from bot.catalog.registers import Registers
from bot.catalog.rules.registry import Content
from bot.catalog.rules.rooms import Kind
from bot.catalog.schema import OverlayFile
from bot.catalog.skill_files import SkillForms
from bot.domain.texts import SOURCE_LOCALE, Text


class Said(NamedTuple):
    """One text. `is_living` is false for what is retired; aliases of the shared files are in no certain language."""

    file: str
    place: Place
    kind: Kind
    locale: str
    text: str
    is_living: bool = True


def texts(content: Content) -> Iterator[Said]:
    yield from register_texts(content.registers)
    for skill in content.skills:
        yield from skill_texts(skill)


def register_texts(registers: Registers) -> Iterator[Said]:
    for ladder in (registers.ladders or {}).values():
        for n, level in enumerate(ladder.levels):
            place: Place = (ladder.id, "levels", n)
            yield from _names("ladders.yaml", place, Kind.LEVEL, level.name)
            yield from _aliases("ladders.yaml", place, level.aliases)
    for role in (registers.roles or {}).values():
        yield from _names("roles.yaml", (role.id,), Kind.ROLE, role.name)
        yield from _aliases("roles.yaml", (role.id,), role.aliases)
    for category in (registers.categories or {}).values():
        yield from _names("categories.yaml", (category.id,), Kind.CATEGORY, category.name)
        for key, name in category.subcategories.items():
            yield from _names("categories.yaml", (category.id, "subcategories", key), Kind.CATEGORY, name)


def skill_texts(skill: SkillForms) -> Iterator[Said]:
    file, form = skill.file, skill.form
    yield Said(file, ("name",), Kind.SKILL, SOURCE_LOCALE, form.name)
    if form.summary is not None:
        yield Said(file, ("summary",), Kind.SUMMARY, SOURCE_LOCALE, form.summary)
    yield from _aliases(file, (), form.aliases)
    for key, said in form.statements.items():
        place: Place = ("statements", key)
        yield Said(file, (*place, "text"), Kind.STATEMENT, SOURCE_LOCALE, said.text, not said.retired)
        if said.suggestion is not None:
            yield Said(file, (*place, "suggestion"), Kind.SUGGESTION, SOURCE_LOCALE, said.suggestion, not said.retired)
    retired = {key for key, said in form.statements.items() if said.retired}
    for locale, overlay in skill.overlays.items():
        yield from _overlay_texts(skill.overlay_file(locale), locale, overlay, retired)


def _overlay_texts(file: str, locale: str, overlay: OverlayFile, retired: set[str]) -> Iterator[Said]:
    if overlay.name is not None:
        yield Said(file, ("name", "text"), Kind.SKILL, locale, overlay.name.text)
    if overlay.summary is not None:
        yield Said(file, ("summary", "text"), Kind.SUMMARY, locale, overlay.summary.text)
    yield from _aliases(file, (), overlay.aliases, locale)
    for key, said in overlay.statements.items():
        yield Said(file, ("statements", key, "text"), Kind.STATEMENT, locale, said.text, key not in retired)
    for key, said in overlay.suggestions.items():
        yield Said(file, ("suggestions", key, "text"), Kind.SUGGESTION, locale, said.text, key not in retired)


def _names(file: str, place: Place, kind: Kind, name: Text) -> Iterator[Said]:
    yield Said(file, (*place, "names", SOURCE_LOCALE), kind, SOURCE_LOCALE, name.source)
    for locale, said in name.translations.items():
        yield Said(file, (*place, "names", locale), kind, locale, said.text)


def _aliases(file: str, place: Place, aliases: Sequence[str], locale: str = SOURCE_LOCALE) -> Iterator[Said]:
    for n, alias in enumerate(aliases):
        yield Said(file, (*place, "aliases", n), Kind.ALIAS, locale, alias)
