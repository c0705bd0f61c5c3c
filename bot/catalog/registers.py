"""The four files that all skills refer to: locales, ladders, roles and categories."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from babel import Locale, UnknownLocaleError
from pydantic import TypeAdapter

from bot.catalog.faults import Fault
from bot.catalog.folder import ContentFolder
from bot.catalog.reader import Document, Place
from bot.catalog.schema import (
    CategoriesFile,
    LadderForm,
    LaddersFile,
    LevelForm,
    LocalesFile,
    Names,
    RolesFile,
)
from bot.domain.ladder import Ladder, Level
from bot.domain.query import fold
from bot.domain.skills import Category, Role
from bot.domain.texts import SOURCE_LOCALE, Text, Translation, text_hash

_LOCALES = TypeAdapter(LocalesFile)
_LADDERS: TypeAdapter[LaddersFile] = TypeAdapter(LaddersFile)
_ROLES: TypeAdapter[RolesFile] = TypeAdapter(RolesFile)
_CATEGORIES: TypeAdapter[CategoriesFile] = TypeAdapter(CategoriesFile)


@dataclass(frozen=True, slots=True)
class Registers:
    """What skills may refer to. A register that is None is faulty itself: then nothing is held against it.

    `unobservable` are, by language, the framework's own words that no statement should begin with.
    """

    locales: tuple[str, ...] | None = None
    unobservable: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ladders: Mapping[str, Ladder] | None = None
    roles: Mapping[str, Role] | None = None
    categories: Mapping[str, Category] | None = None


def read_registers(folder: ContentFolder) -> Registers:
    """Read the four files; what is wrong with them is noted in the folder."""
    locales = ladders = roles = categories = None
    unobservable: Mapping[str, Sequence[str]] = {}
    with folder.gathered():
        locales, unobservable = _locales(folder)
    with folder.gathered():
        ladders = _ladders(folder, locales)
    with folder.gathered():
        roles = _roles(folder, locales)
    with folder.gathered():
        categories = _categories(folder, locales)
    return Registers(locales, unobservable, ladders, roles, categories)


def _locales(folder: ContentFolder) -> tuple[tuple[str, ...], Mapping[str, Sequence[str]]]:
    document, form = folder.read("locales.yaml", _LOCALES)
    folder.note(_locale_faults(document, form.locales))
    return tuple(form.locales), form.unobservable


def _locale_faults(document: Document, locales: list[str]) -> Iterator[Fault]:
    if locales[0] != SOURCE_LOCALE:
        yield document.fault(("locales", 0), f"must begin with {SOURCE_LOCALE}, which skill.yaml is written in")
    for position, code in enumerate(locales):
        place: Place = ("locales", position)
        try:
            usual = str(Locale.parse(code.replace("-", "_")))
        except (ValueError, UnknownLocaleError):
            yield document.fault(place, f'"{code}" isn\'t the code of a language, like de or pt_BR')
            continue
        if usual != code:
            yield document.fault(place, f'"{code}" must be written {usual}')
        elif code in locales[:position]:
            yield document.fault(place, f'"{code}" stands here twice; keep one of the two', "duplicate")


def _ladders(folder: ContentFolder, locales: tuple[str, ...] | None) -> dict[str, Ladder]:
    document, forms = folder.read("ladders.yaml", _LADDERS)
    for ladder_id, form in forms.items():
        folder.note(_ladder_faults(document, ladder_id, form, locales))
    return {ladder_id: Ladder(ladder_id, _levels(form)) for ladder_id, form in forms.items()}


def _levels(form: LadderForm) -> tuple[Level, ...]:
    return tuple(Level(level.id, _text(level.names), tuple(level.aliases)) for level in form.levels)


def _ladder_faults(
    document: Document, ladder_id: str, form: LadderForm, locales: tuple[str, ...] | None
) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    ids: set[str] = set()
    for position, level in enumerate(form.levels):
        place: Place = (ladder_id, "levels", position)
        yield from _name_faults(document, (*place, "names"), level.names, locales)
        if level.id in ids:
            yield document.fault(
                (*place, "id"), f'there are two levels "{level.id}" on this ladder; rename one', "duplicate"
            )
            continue
        ids.add(level.id)
        for where, word in _words(level):
            owner = owners.setdefault(fold(word), level.id)
            if owner != level.id:
                told = f'"{word}" already means the level "{owner}" here'
                yield document.fault((*place, *where), told, "duplicate-name")


def _words(level: LevelForm) -> Iterator[tuple[Place, str]]:
    """Everything that a level is called by, and where it stands in the level's form."""
    yield ("id",), level.id
    for locale, name in level.names.items():
        yield ("names", locale), name
    for position, alias in enumerate(level.aliases):
        yield ("aliases", position), alias


def _roles(folder: ContentFolder, locales: tuple[str, ...] | None) -> dict[str, Role]:
    document, forms = folder.read("roles.yaml", _ROLES)
    for role_id, form in forms.items():
        folder.note(_name_faults(document, (role_id, "names"), form.names, locales))
    return {role_id: Role(role_id, _text(form.names), tuple(form.aliases)) for role_id, form in forms.items()}


def _categories(folder: ContentFolder, locales: tuple[str, ...] | None) -> dict[str, Category]:
    document, forms = folder.read("categories.yaml", _CATEGORIES)
    for category_id, form in forms.items():
        folder.note(_name_faults(document, (category_id, "names"), form.names, locales))
        for sub_id, sub in form.subcategories.items():
            place: Place = (category_id, "subcategories", sub_id, "names")
            folder.note(_name_faults(document, place, sub.names, locales))
    return {
        category_id: Category(
            category_id,
            _text(form.names),
            {sub_id: _text(sub.names) for sub_id, sub in form.subcategories.items()},
        )
        for category_id, form in forms.items()
    }


def _name_faults(document: Document, place: Place, names: Names, locales: tuple[str, ...] | None) -> Iterator[Fault]:
    if SOURCE_LOCALE not in names:
        yield document.fault((*place, SOURCE_LOCALE), "is required", "missing-source")
    for locale in names:
        if locales is not None and locale not in locales:
            told = f'locales.yaml lists no "{locale}"; add it there or remove this'
            yield document.fault((*place, locale), told, "orphan-translation")


def _text(names: Names) -> Text:
    """A name in its languages. These stand side by side in one file, so no translation of it is stale."""
    source = names.get(SOURCE_LOCALE, "")
    current = text_hash(source)
    others = {locale: Translation(name, current) for locale, name in names.items() if locale != SOURCE_LOCALE}
    return Text(source, others)
