"""One skill of an import, merged into its draft: facts, cells and statements in the language that leads."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.catalog.drafts import Cell, SkillDraft, StatementDraft, Translated
from bot.catalog.importers.matching import Place, Wanted, ids_for, same_spelling, same_words
from bot.catalog.importers.present import is_id
from bot.catalog.importers.records import Complaint, Origin, Record, Said
from bot.domain.texts import text_hash

Claim = tuple[Origin, str]


@dataclass(slots=True)
class Outcome:
    """What became of the records: the rows that were used, and what has to be told."""

    used: set[Origin] = field(default_factory=set)
    complaints: list[Complaint] = field(default_factory=list)
    untranslated: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    standing_in: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    left: list[str] = field(default_factory=list)

    def complain(self, origin: Origin, reason: str) -> None:
        self.complaints.append(Complaint(origin, reason))


@dataclass(frozen=True, slots=True)
class Placed:
    """A record whose role and level are known; both are None for statements that nobody requires."""

    record: Record
    role: str | None
    level: str | None


def agreed(claims: Iterable[Claim], before: str | None, what: str, outcome: Outcome) -> str | None:
    """What the rows say, of which some may still say what was said before. None where they say nothing.

    Where two rows say different new things, the first is taken and the others are told.
    """
    said = list(claims)
    new = said if before is None else _new(said, before)
    if not new:
        return before if said else None
    first, text = new[0]
    for origin, other in new[1:]:
        if same_spelling(other) != same_spelling(text):
            outcome.complain(origin, f"{what} is said otherwise in {first}, which was taken: {_short(other)}")
    return text


def _new(claims: Sequence[Claim], before: str) -> list[Claim]:
    """What is said otherwise than before; only in other letters doesn't count where a row still says the same."""
    new = [claim for claim in claims if same_spelling(claim[1]) != same_spelling(before)]
    if len(new) == len(claims):
        return new
    return [claim for claim in new if same_words(claim[1]) != same_words(before)]


class SkillMerge:
    """Merges the records of one skill in its leading language."""

    def __init__(self, draft: SkillDraft, is_new: bool, outcome: Outcome) -> None:
        self.draft, self.is_new, self.outcome = draft, is_new, outcome
        self._before = replace(draft, statements={key: replace(said) for key, said in draft.statements.items()})

    def facts(self, records: Sequence[Record]) -> None:
        """Name, summary and aliases."""
        draft, outcome = self.draft, self.outcome
        before = None if self.is_new else draft.name
        draft.name = agreed(_claims(records, lambda r: r.skill), before, "the skill's name", outcome) or draft.name
        summary = agreed(_claims(records, lambda r: r.summary), draft.summary, "the summary", outcome)
        draft.summary = draft.summary if summary is None else summary or None
        for record in records:
            if record.aliases is not None:
                draft.aliases = list(record.aliases)

    def cells(self, placed: Sequence[Placed], position: Callable[[str], int]) -> dict[str, str]:
        """Statements and cells. The roles that the records name are taken as they say; other roles stay.

        Gives the id of every sentence, by its `sentence_key`.
        """
        referred = self.draft.referred()
        if not (usable := self._usable(placed)):
            return {}
        ids = self._ids(usable)
        self._state(usable, ids)
        roles: dict[str, dict[str, Cell]] = {}
        for one in usable:
            if one.role is not None and one.level is not None:
                self._fill(roles.setdefault(one.role, {}), one.level, one, ids)
            self.outcome.used.add(one.record.origin)
        for role, levels in roles.items():
            self.draft.cells[role] = {level: levels[level] for level in sorted(levels, key=position)}
        stated = {ids[sentence_key(said)] for one in usable for said in one.record.statements}
        for key in referred - self.draft.referred() - stated:
            self.draft.statements[key].retired = True
        return ids

    def _usable(self, placed: Sequence[Placed]) -> list[Placed]:
        """The records without a statement that can't be taken in."""
        return [
            one for one in placed if all(self._is_usable(one.record.origin, said) for said in one.record.statements)
        ]

    def _is_usable(self, origin: Origin, said: Said) -> bool:
        if not said.text:
            self.outcome.complain(origin, "has a statement without a text")
            return False
        if said.id is None:
            return True
        known = self.draft.statements.get(said.id)
        if known is None and not is_id(said.id):
            self.outcome.complain(
                origin, f'"{said.id}" can\'t be the id of a statement: small letters, digits and hyphens'
            )
            return False
        if known and known.retired and not said.retired and same_words(known.text) != same_words(said.text):
            reason = (
                f'the statement "{said.id}" is retired, and its id is not used again: leave the id empty for a new one'
            )
            self.outcome.complain(origin, reason)
            return False
        return True

    def _ids(self, usable: Sequence[Placed]) -> dict[str, str]:
        """The id of every sentence of the records, by what tells the sentences apart."""
        every = [said for one in usable for said in one.record.statements]
        given = {sentence_key(said): said.id for said in every if said.id}
        given |= {same_words(said.text): said.id for said in every if said.id}
        texts: dict[str, str] = {}
        places: dict[str, set[Place]] = defaultdict(set)
        for one in usable:
            for said in one.record.statements:
                if sentence_key(said) not in given:
                    texts.setdefault(sentence_key(said), said.text)
                    places[sentence_key(said)].add((one.role or "", one.level or ""))
        wanted = [Wanted(text, frozenset(places[key])) for key, text in texts.items()]
        found = ids_for(wanted, self.draft.statements, _places(self.draft), given.values())
        return given | {key: found[text] for key, text in texts.items()}

    def _state(self, usable: Sequence[Placed], ids: dict[str, str]) -> None:
        """What each statement says, and what it suggests; a blank idea counts where the row has the id, or no row."""
        claims: dict[str, list[Claim]] = defaultdict(list)
        ideas: dict[str, list[Claim]] = defaultdict(list)
        retired: dict[str, bool] = {}
        named = {said.id for one in usable for said in one.record.statements}
        for one in usable:
            for said in one.record.statements:
                key = ids[sentence_key(said)]
                claims[key].append((one.record.origin, said.text))
                if said.suggestion or (said.suggestion is not None and (said.id or key not in named)):
                    ideas[key].append((one.record.origin, said.suggestion))
                retired[key] = said.retired and retired.get(key, True)
        for key, said_of_it in claims.items():
            known = self.draft.statements.get(key)
            text = (
                agreed(said_of_it, known.text if known else None, f'the statement "{key}"', self.outcome)
                or said_of_it[0][1]
            )
            draft = self.draft.statements.setdefault(key, StatementDraft(text))
            draft.text, draft.retired = text, retired[key]
            idea = agreed(ideas[key], draft.suggestion, f'the suggestion for "{key}"', self.outcome)
            draft.suggestion = draft.suggestion if idea is None else idea or None

    def _fill(self, levels: dict[str, Cell], level: str, one: Placed, ids: dict[str, str]) -> None:
        """Add to the cell what a record requires; what it calls retired is no longer part of it."""
        required = [ids[sentence_key(said)] for said in one.record.statements if not said.retired]
        if not required:
            return
        cell = levels.setdefault(level, {})
        present = {key for listed in cell.values() for key in listed}
        again = 0
        for key in required:
            again += key in present
            if key not in present:
                cell.setdefault(one.record.mandatory, []).append(key)
                present.add(key)
        if again:
            place = f"what {one.record.role or one.role} needs at {one.record.level or one.level}"
            self.outcome.complain(one.record.origin, f"{again} of its statements are already part of {place}")

    def stand_in(self, locale: str) -> None:
        """Say that the English is in truth this language: its overlay says the same, until somebody translates."""
        overlay = self.draft.overlay(locale)
        self.outcome.standing_in[locale].append(self.draft.name)
        overlay.name = _itself(self.draft.name)
        if self.draft.summary is not None:
            overlay.summary = _itself(self.draft.summary)
        for key, said in self.draft.statements.items():
            if not said.retired:
                overlay.statements[key] = _itself(said.text)
            if not said.retired and said.suggestion is not None:
                overlay.suggestions[key] = _itself(said.suggestion)

    def end_stand_in(self, locale: str) -> None:
        """What stood in for the English is now its translation."""
        for before, now, translated in self._texts(locale):
            if translated and now and before == translated.text != now:
                translated.source = text_hash(now)

    def _texts(self, locale: str) -> Iterator[tuple[str | None, str | None, Translated | None]]:
        """Each text before this import and now, and its translation."""
        before, now, overlay = self._before, self.draft, self.draft.overlay(locale)
        yield before.name, now.name, overlay.name
        yield before.summary, now.summary, overlay.summary
        for key, said in before.statements.items():
            yield said.text, now.statements[key].text, overlay.statements.get(key)
            yield said.suggestion, now.statements[key].suggestion, overlay.suggestions.get(key)


def _itself(text: str) -> Translated:
    return Translated(text, text_hash(text))


def standing_in(draft: SkillDraft) -> str | None:
    """The language that stands in for the English of a skill, as long as nobody has translated it."""
    living = {key: said.text for key, said in draft.statements.items() if not said.retired}
    for locale, overlay in draft.overlays.items():
        if living and all((said := overlay.statements.get(key)) and said.text == text for key, text in living.items()):
            return locale
    return None


def _places(draft: SkillDraft) -> dict[str, frozenset[Place]]:
    places: dict[str, set[Place]] = defaultdict(set)
    for role, levels in draft.cells.items():
        for level, cell in levels.items():
            for ids in cell.values():
                for key in ids:
                    places[key].add((role, level))
    return {key: frozenset(found) for key, found in places.items()}


def sentence_key(said: Said) -> str:
    """What tells one sentence from another: the id that came with it, else its words."""
    return f"#{said.id}" if said.id else same_words(said.text)


def _claims(records: Iterable[Record], of: Callable[[Record], str | None]) -> list[Claim]:
    return [(record.origin, text) for record in records if (text := of(record))]


def _short(text: str) -> str:
    return f'"{text if len(text) <= 60 else text[:59] + "…"}"'
