"""Rules about what is missing, out of date, or not translated though it looks so."""

from collections.abc import Iterator
from datetime import timedelta

from bot.catalog.reader import Place
from bot.catalog.rules.registry import Content, Finding
from bot.catalog.rules.scripts import is_mostly_foreign
from bot.catalog.rules.walking import register_texts
from bot.catalog.skill_files import SkillForms
from bot.catalog.translations import TranslatedText, overlay_texts, target_locales, translated_texts
from bot.domain.query import fold
from bot.domain.texts import TextState

LEAST_WORDS = 4  # a shorter text may well be a term that is the same in two languages
OLDEST = timedelta(days=366)


def missing_cell(content: Content) -> Iterator[Finding]:
    for skill in content.skills:
        levels = [level.id for level in skill.ladder.levels]
        for role, cells in skill.form.roles.items():
            if missing := [level for level in levels if level not in cells]:
                told = f"says nothing of {', '.join(missing)}: people are told that it isn't defined; define it"
                yield Finding("missing-cell", skill.file, ("roles", role), told)


def translations(content: Content) -> Iterator[Finding]:
    """What isn't translated, is translated from an older text, or only looks translated, in one pass."""
    yield from _missing_names(content)
    for skill in content.skills:
        for locale in target_locales(content.locales):
            yield from _of_language(skill, locale)


def _of_language(skill: SkillForms, locale: str) -> Iterator[Finding]:
    texts = translated_texts(skill, locale)
    if locale not in skill.overlays:
        if missing := sum(text.state is TextState.MISSING for text in texts):
            told = f"{missing} texts have no translation: there is no {locale}.yaml yet"
            yield Finding("missing-translation", skill.file, ("name",), told)
        return
    file, own = skill.overlay_file(locale), overlay_texts(skill.overlays[locale])
    for text in texts:
        if text.text is None or text.place in own:
            yield from (Finding(rule, file, text.place, told) for rule, told in _of_text(text, locale))


def _of_text(text: TranslatedText, locale: str) -> Iterator[tuple[str, str]]:
    if text.text is None:
        yield "missing-translation", "isn't translated: people get the English text; translate it"
        return
    if text.state is TextState.STALE:
        yield "stale-translation", "is older than the English text; translate it anew, or stamp it if it is still right"
    if _is_copied(text.text, text.source):
        yield "untranslated", "is the English text; translate it, or remove it so that it is marked as English"
    elif text.place != ("name",) and is_mostly_foreign(text.text, locale):
        yield "wrong-script", f"is mostly in letters that {locale} isn't written in; check the language, or reword it"


def _is_copied(text: str, source: str) -> bool:
    is_alike = text[:1].casefold() == source[:1].casefold() and fold(text) == fold(source)
    return is_alike and len(source.split()) >= LEAST_WORDS


def _missing_names(content: Content) -> Iterator[Finding]:
    """Names in the shared files, where a language that is left out shows the English name."""
    found: dict[tuple[str, Place], set[str]] = {}
    for said in register_texts(content.registers):
        if said.place[-2] == "names":
            found.setdefault((said.file, said.place[:-1]), set()).add(said.locale)
    for (file, place), there in found.items():
        lacking = [code for code in target_locales(content.locales) if not {code, code.split("_")[0]} & there]
        if lacking:
            told = f"has no name in {', '.join(lacking)}: people get the English one; write it, even if it is the same"
            yield Finding("missing-translation", file, place, told)


def outdated(content: Content) -> Iterator[Finding]:
    for skill in content.skills:
        if content.today - skill.form.updated > OLDEST:
            told = "is more than a year ago; read the skill once more, and set it to the day you did"
            yield Finding("outdated", skill.file, ("updated",), told)
