"""What headings, marks and references are called in the languages that frameworks are written in."""

import re
from collections.abc import Mapping
from datetime import date

from bot.domain.query import fold

# For each field its headings by language; where several columns claim one field, the earlier heading wins.
HEADINGS: Mapping[str, Mapping[str, str]] = {
    "skill": {
        "en": "skill name|skill|competency|competence|capability|topic",
        "de": "skill|fähigkeit|fertigkeit|kompetenz|thema",
        "ru": "навык|компетенция|умение|тема",
        "es": "habilidad|competencia",
        "fr": "compétence",
    },
    "skill_id": {"en": "skill id"},
    "summary": {
        "en": "skill summary|summary|skill description|description",
        "de": "skillbeschreibung|zusammenfassung|beschreibung",
        "ru": "описание навыка|описание",
        "es": "descripción",
        "fr": "résumé",
    },
    "category": {
        "en": "category|area|domain|group",
        "de": "kategorie|bereich|gruppe",
        "ru": "категория|область|группа",
        "es": "categoría|área",
        "fr": "catégorie|domaine",
    },
    "category_id": {"en": "category id"},
    "subcategory": {
        "en": "subcategory|sub category|subarea",
        "de": "unterkategorie|teilbereich",
        "ru": "подкатегория",
        "es": "subcategoría",
        "fr": "sous catégorie",
    },
    "subcategory_id": {"en": "subcategory id"},
    "ladder": {"en": "ladder", "de": "karriereleiter", "ru": "лестница грейдов"},
    "updated": {"en": "updated|last updated", "de": "aktualisiert|stand", "ru": "обновлено"},
    "role": {
        "en": "role|job|position",
        "de": "rolle|funktion",
        "ru": "роль|должность",
        "es": "rol|puesto",
        "fr": "rôle|poste",
    },
    "role_id": {"en": "role id"},
    "roles": {"en": "roles|roles that require skill", "de": "rollen", "ru": "роли", "es": "roles", "fr": "rôles"},
    "level": {
        "en": "role level|level|grade|seniority|skill level",
        "de": "level|stufe|karrierestufe|grad",
        "ru": "грейд|уровень",
        "es": "nivel",
        "fr": "niveau",
    },
    "level_id": {"en": "level id"},
    "level_order": {"en": "level order|level number", "de": "levelnummer"},
    "mandatory": {
        "en": "mandatory|required|requirement type|weight",
        "de": "pflicht|verpflichtend",
        "ru": "обязательно|обязательность|обязательный",
        "es": "obligatorio",
        "fr": "obligatoire",
    },
    "text": {
        "en": "statement|statements|skill level description|expectation|expectations|criterion|criteria|behaviour|text",
        "de": "kriterium|kriterien|anforderung|anforderungen|erwartung|erwartungen",
        "ru": "критерий|критерии|требование|требования|ожидание|ожидания",
        "es": "criterio|criterios|expectativa",
        "fr": "critère|critères|attente",
    },
    "statement_id": {"en": "statement id"},
    "suggestion": {"en": "suggestion|idea", "de": "idee|vorschlag", "ru": "идея|совет"},
    "retired": {"en": "retired"},
}
FIELDS = tuple(HEADINGS)
_RANKS: dict[str, dict[str, int]] = {
    field: {
        fold(word): rank for words in by_language.values() for rank, word in reversed(list(enumerate(words.split("|"))))
    }
    for field, by_language in HEADINGS.items()
}
_IN_LANGUAGE = re.compile(r"(?P<heading>.+?)\s*\((?P<locale>[a-z]{2,3}(?:[-_][A-Za-z]+)*)\)\s*")

_YES = frozenset({
    "x", "✓", "✔", "☑", "●", "ja", "j", "yes", "y", "true", "wahr", "1", "mandatory", "required", "must", "muss",
    "pflicht", "да", "обязательно", "обязательный", "sí", "si", "obligatorio", "oui", "obligatoire",
})  # fmt: skip
_NO = frozenset({
    "-", "–", "—", "✗", "☐", "○", "nein", "n", "no", "false", "falsch", "0", "optional", "kann", "may",
    "нет", "необязательно", "опционально", "opcional", "non", "facultatif",
})  # fmt: skip

_REFERENCE = re.compile(
    r"(?:see(?: also)?|as in|as for|same as|cf\.?|siehe(?: auch)?|s\.|wie(?: bei)?"
    r"|см\.?|смотри|как(?: у| для)?|véase|ver|voir)"
    r"\s+(?P<level>.+?)\s*[.!]?",
    re.IGNORECASE,
)
_GERMAN_DAY = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})")
_BULLET = re.compile(r"\s*(?:[-–—*+•·▪◦‣●○■□✓✔]|\d{1,2}[.)])\s+(?=\S)")
_ENDS_SENTENCE = re.compile(r"[.;:!?…]$")
MOST_WORDS_OF_A_LEAD_IN = 3


def rank_of(heading: str, field: str) -> int | None:
    """How well a heading names a field, 0 being best; None where it doesn't."""
    return _RANKS[field].get(fold(heading))


def heading_in_language(heading: str) -> tuple[str, str] | None:
    """The heading and the language of `Statement (de)`; None for a heading without one."""
    found = _IN_LANGUAGE.fullmatch(heading)
    return (found["heading"], found["locale"]) if found else None


def language_of(headings: list[str]) -> str | None:
    """The language whose words most of the headings are; None where English has as many."""
    votes: dict[str, int] = {}
    for heading in headings:
        languages = {
            language
            for by_language in HEADINGS.values()
            for language, words in by_language.items()
            if fold(heading) in {fold(word) for word in words.split("|")}
        }
        for language in languages:
            votes[language] = votes.get(language, 0) + 1
    best = max(votes, key=lambda language: votes[language], default="en")
    return best if votes.get(best, 0) > votes.get("en", 0) else None


def weight_of(mark: str) -> bool | None:
    """Whether a mark says mandatory; a blank one says optional. None for a mark that says neither."""
    word = mark.strip().casefold().rstrip(".!")
    if word in _YES:
        return True
    return False if not word or word in _NO else None


def referred_level(text: str) -> str | None:
    """The level that a cell points to instead of saying something: Senior in `see Senior`."""
    found = _REFERENCE.fullmatch(text.strip())
    return found["level"] if found else None


def day_of(text: str) -> str | None:
    """A date in the form 2026-02-22, from that form or 22.2.2026; None for anything else."""
    found = _GERMAN_DAY.fullmatch(text)
    try:
        if found:
            return date(int(found["year"]), int(found["month"]), int(found["day"])).isoformat()
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def split_statements(text: str, separator: str | None = None) -> tuple[list[str], str | None]:
    """The statements of a cell, and the words before a list that were left out, such as `You can:`.

    A list has bullets or numbers, or lines of their own, or at least two semicolons; or the separator is named.
    """
    if separator is not None:
        return [part.strip() for part in text.split(separator) if part.strip()], None
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    is_bulleted = any(_BULLET.match(line) for line in lines)
    items: list[str] = []
    lead_in = None
    for number, line in enumerate(lines):
        bullet = _BULLET.match(line)
        if number == 0 and len(lines) > 1 and not bullet and _leads_in(line, is_bulleted):
            lead_in = line
        elif items and not bullet and (is_bulleted or _continues(items[-1], line)):
            items[-1] += " " + line
        else:
            items.append(line[bullet.end() :] if bullet else line)
    if len(items) == 1 and items[0].rstrip(";").count(";") >= 2:
        items = items[0].split(";")
    return [item.strip().rstrip(";,").strip() for item in items if item.strip(" ;,")], lead_in


def _leads_in(line: str, is_bulleted: bool) -> bool:
    return line.endswith(":") or (is_bulleted and len(line.split()) <= MOST_WORDS_OF_A_LEAD_IN)


def _continues(before: str, line: str) -> bool:
    """Whether a line is the rest of a sentence that was broken for the width of a cell."""
    return line[0].islower() and not _ENDS_SENTENCE.search(before)
