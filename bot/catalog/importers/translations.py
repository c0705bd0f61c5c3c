"""The other languages of a skill: which text translates which, and what isn't translated at all."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.catalog.drafts import SkillDraft, Translated
from bot.catalog.importers.matching import same_spelling, same_words
from bot.catalog.importers.records import Record, Said
from bot.catalog.importers.skills import Outcome, Placed, sentence_key
from bot.domain.texts import text_hash


def translate(draft: SkillDraft, locale: str, placed: Sequence[Placed], outcome: Outcome) -> None:
    """Take in one language's texts. They meet their statements by id, else by their position in the cell."""
    cells: dict[tuple[str, str, bool], list[Placed]] = defaultdict(list)
    for one in placed:
        _facts(draft, locale, one.record, outcome)
        said = one.record.statements
        if said and not all(statement.id for statement in said):
            cells[one.role or "", one.level or "", one.record.mandatory].append(one)
        elif _known(draft, one.record, outcome):
            _take(draft, locale, [one], [str(statement.id) for statement in said], outcome)
    for (role, level, mandatory), together in cells.items():
        weights = draft.cells.get(role, {}).get(level, {})
        keys = weights.get(mandatory) or (next(iter(weights.values())) if len(weights) == 1 else [])
        count = sum(len(one.record.statements) for one in together)
        if len(keys) == count:
            _take(draft, locale, together, keys, outcome)
        for one in together if len(keys) != count else ():
            counts = f"{count} statements in {locale} where the cell in English has {len(keys)}"
            outcome.complain(one.record.origin, f"is of {counts}, so none was taken")


def _facts(draft: SkillDraft, locale: str, record: Record, outcome: Outcome) -> None:
    """The skill's name, summary and aliases in the language of a record."""
    overlay = draft.overlay(locale)
    overlay.name = _text(draft.slug, record.skill, record.skill_source, draft.name, overlay.name, locale, outcome)
    if draft.summary is not None:
        overlay.summary = _text(
            draft.slug, record.summary, record.summary_source, draft.summary, overlay.summary, locale, outcome
        )
    if record.aliases is not None:
        overlay.aliases = list(record.aliases)


def _known(draft: SkillDraft, record: Record, outcome: Outcome) -> bool:
    """Whether the skill has all statements that a record translates by their ids."""
    unknown = [said.id for said in record.statements if said.id not in draft.statements]
    for key in unknown:
        outcome.complain(record.origin, f'there is no statement "{key}" in this skill that it could translate')
    return not unknown


def _take(draft: SkillDraft, locale: str, together: Sequence[Placed], keys: Sequence[str], outcome: Outcome) -> None:
    said = [statement for one in together for statement in one.record.statements]
    for key, statement in zip(keys, said, strict=True):
        _statement(draft, locale, key, statement, outcome)
    outcome.used.update(one.record.origin for one in together)


def _statement(draft: SkillDraft, locale: str, key: str, said: Said, outcome: Outcome) -> None:
    overlay, english = draft.overlay(locale), draft.statements[key]
    text = _text(draft.slug, said.text, said.source, english.text, overlay.statements.get(key), locale, outcome)
    if text is not None:
        overlay.statements[key] = text
    if english.suggestion is not None and said.suggestion:
        known = overlay.suggestions.get(key)
        idea = _text(draft.slug, said.suggestion, said.suggestion_source, english.suggestion, known, locale, outcome)
        if idea is not None:
            overlay.suggestions[key] = idea


def _text(
    slug: str,
    text: str | None,
    made_from: str | None,
    english: str,
    known: Translated | None,
    locale: str,
    outcome: Outcome,
) -> Translated | None:
    """The translation as it should be; the known one where nothing new is said, or nothing that is translated."""
    if not text or (known and same_spelling(known.text) == same_spelling(text)):
        return known
    if made_from is None and same_words(text) == same_words(english):
        outcome.untranslated[locale].add((slug, english))
        return known
    return Translated(text, made_from or text_hash(english))


def beside(placed: Sequence[Placed], ids: Mapping[str, str]) -> dict[str, list[Placed]]:
    """What the rows that are used say in columns of other languages, as records of these, by language."""
    found: dict[str, list[Placed]] = {}
    for one in placed:
        record = one.record
        keys = [ids.get(sentence_key(said)) for said in record.statements]
        for other in record.beside if None not in keys else ():
            said: tuple[Said, ...] = ()
            if (other.text or other.suggestion) and len(keys) == 1:
                said = (Said(other.text or "", other.suggestion, keys[0]),)
            facts = Record(record.origin, other.locale, skill=other.skill, summary=other.summary, statements=said)
            found.setdefault(other.locale, []).append(replace(one, record=facts))
    return found


def drop_orphans(draft: SkillDraft) -> None:
    """Leave out translations of suggestions and summaries that the skill no longer has."""
    for overlay in draft.overlays.values():
        if draft.summary is None:
            overlay.summary = None
        kept = {key: said for key, said in overlay.suggestions.items() if draft.statements[key].suggestion is not None}
        overlay.suggestions = kept
