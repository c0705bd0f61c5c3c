"""What an import would make of the content: every record merged, and what became of each row."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import PurePath

from bot.catalog.drafts import SkillDraft
from bot.catalog.importers.claims import NameClaims
from bot.catalog.importers.filing import Filing
from bot.catalog.importers.levels import Ladders, Order
from bot.catalog.importers.naming import slug, unique
from bot.catalog.importers.present import Present, is_id, roles_of
from bot.catalog.importers.records import Complaint, Defaults, Origin, Reading, Record
from bot.catalog.importers.skills import Outcome, Placed, SkillMerge, standing_in
from bot.catalog.importers.translations import beside, drop_orphans, translate
from bot.catalog.progress import Step, silently
from bot.catalog.schema import LONGEST_ROLE
from bot.domain.query import fold
from bot.domain.texts import SOURCE_LOCALE

EVERYONE = "Everyone"  # whose expectation it is where a file names no role


@dataclass(slots=True)
class Plan:
    """The content before and after an import, and what became of the rows."""

    before: Present
    after: Present
    used: frozenset[Origin]
    complaints: list[Complaint]
    notes: list[str] = field(default_factory=list)

    def files(self) -> dict[str, object]:
        """The files that the import changes, as data by their names."""
        old, new = self.before.files(), self.after.files()
        return {name: data for name, data in new.items() if not self.before.ladders or old.get(name) != data}


class Planner:
    """Merges what was read into a copy of the content. Raises Unusable where the order of levels isn't known."""

    def __init__(self, present: Present, defaults: Defaults, today: date) -> None:
        self.before, self.after = present, present.copy()
        self.defaults, self.today = defaults, today
        self.outcome = Outcome()
        self.ladders = Ladders(self.after.ladders, defaults)
        self.roles = roles_of(self.after)
        self.claims = NameClaims()
        self.filing = Filing(self.after, self.claims, defaults.category)
        self._same: dict[str, str] = {}
        self._known_names = {fold(name): key for key, skill in self.before.skills.items() for name in _names(skill)}
        self._slugs = dict(self._known_names)

    def plan(self, readings: Sequence[Reading], step: Step = silently) -> Plan:
        """The plan for these files, which are taken as one."""
        self._take_entries(readings)
        groups = self._by_skill(record for reading in readings for record in reading.records)
        shown = next(([(level,) for level in reading.levels] for reading in readings if reading.levels), None)
        stem = PurePath(PurePath(readings[0].file).stem).stem
        everything = [record for records in groups.values() for record in records]
        chosen = self._choose_ladders(groups, shown, stem)
        for number, (key, records) in enumerate(groups.items()):
            step("Comparing", number, len(groups))
            self._merge(key, records, chosen.get(key))
        self.claims.settle(self.outcome)
        self.ladders.drop_unused(skill.ladder for skill in self.after.skills.values())
        self._take_locales(everything)
        complaints = [*(one for reading in readings for one in reading.complaints), *self.outcome.complaints]
        notes = [note for reading in readings for note in reading.notes] + self._notes()
        return Plan(self.before, self.after, frozenset(self.outcome.used), sorted(set(complaints)), notes)

    def _take_entries(self, readings: Iterable[Reading]) -> None:
        for entry in (entry for reading in readings for entry in reading.entries):
            if entry.register == "locales":
                self.after.locales += [code for code in entry.form if code not in self.after.locales]
            else:
                getattr(self.after, entry.register)[entry.id] = entry.form
            self.outcome.used.add(entry.origin)
        self.roles = roles_of(self.after)
        self.filing = Filing(self.after, self.claims, self.defaults.category)

    def _take_locales(self, records: Iterable[Record]) -> None:
        spoken = dict.fromkeys(locale for one in records for locale in (one.locale, *(b.locale for b in one.beside)))
        self.after.locales += [locale for locale in spoken if locale not in self.after.locales]

    def _by_skill(self, records: Iterable[Record]) -> dict[str, list[Record]]:
        """The records by the slug of their skill, English before all else."""
        groups: dict[str, list[Record]] = defaultdict(list)
        for record in sorted(records, key=lambda record: record.locale != SOURCE_LOCALE):
            if record.skill_id is not None and not is_id(record.skill_id):
                reason = f'"{record.skill_id}" can\'t be the id of a skill: small letters, digits and hyphens'
                self.outcome.complain(record.origin, reason)
            elif other := self._other_skill(record):
                reason = (
                    f'"{record.skill}" is another skill, {other}, than the id beside it, {record.skill_id}: '
                    "empty the ids of the row to move it there"
                )
                self.outcome.complain(record.origin, reason)
            elif key := self._slug(record):
                groups[key].append(record)
            else:
                self.outcome.complain(record.origin, "names no skill")
        return groups

    def _other_skill(self, record: Record) -> str | None:
        """The known skill that a record names beside the id of another one; None where they fit."""
        known = self.before.skills.get(record.skill_id or "")
        if known is None or not record.skill or record.locale != SOURCE_LOCALE:
            return None
        is_its_name = fold(record.skill) in map(fold, _names(known))
        return None if is_its_name else self._known_names.get(fold(record.skill))

    def _slug(self, record: Record) -> str | None:
        found = self._same.get(record.same_as or "") or self._slug_by_name(record)
        if found and record.same_as:
            self._same.setdefault(record.same_as, found)
        return found

    def _slug_by_name(self, record: Record) -> str | None:
        if record.skill_id is not None:
            self._slugs.setdefault(fold(record.skill or record.skill_id), record.skill_id)
            return record.skill_id
        if not record.skill:
            return None
        name = fold(record.skill)
        if name not in self._slugs:
            self._slugs[name] = unique(slug(record.skill) or "skill", self._taken())
        return self._slugs[name]

    def _taken(self) -> set[str]:
        return {*self._slugs.values(), *self.after.skills}

    def _choose_ladders(
        self, groups: Mapping[str, Sequence[Record]], shown: Order | None, stem: str
    ) -> Mapping[str, str]:
        """The ladder of each skill. A known skill stays where it stands; new ones that name none stand together."""
        chosen = {}
        together: dict[str | None, list[str]] = defaultdict(list)
        for key, records in groups.items():
            named = next((record.ladder for record in records if record.ladder), None)
            if draft := self.after.skills.get(key):
                chosen[key] = draft.ladder or next(iter(self.after.ladders))
            elif named is None and shown is None and (found := self.ladders.holding_levels_of(records)):
                chosen[key] = found
            elif any(record.level or record.level_id for record in records):
                together[named].append(key)
        for named, keys in together.items():
            records = [record for key in keys for record in groups[key]]
            chosen |= dict.fromkeys(keys, self.ladders.settle(named, records, shown, slug(stem) or "ladder"))
        return chosen

    def _merge(self, key: str, records: Sequence[Record], ladder: str | None) -> None:
        draft = self.after.skills.get(key)
        is_new = draft is None
        leading = _leading(records, draft)
        if draft is None:
            draft = SkillDraft(key, key, "", "", self.today)
        first = [self._placed(record, ladder) for record in records if record.locale == leading]
        placed = [one for one in first if one is not None]
        if is_new and not any(one.record.statements for one in placed):
            self._tell_all(records, "no level of this skill says anything, so there is nothing to import")
            return
        stood_in = standing_in(draft)
        self._lead(SkillMerge(draft, is_new, self.outcome), placed, ladder, leading, stood_in)
        for locale in dict.fromkeys(record.locale for record in records if record.locale != leading):
            others = [self._placed(record, ladder) for record in records if record.locale == locale]
            self.filing.call(draft, [one.record for one in others if one])
            translate(draft, locale, [one for one in others if one], self.outcome)
        drop_orphans(draft)
        self._finish(draft, records)

    def _lead(
        self, merge: SkillMerge, placed: list[Placed], ladder: str | None, leading: str, stood_in: str | None
    ) -> None:
        draft, records = merge.draft, [one.record for one in placed]
        merge.facts(records)
        self._file(draft, records)
        if merge.is_new and ladder is not None and not self.ladders.is_first(ladder):
            draft.ladder = ladder
        if stood_in and leading == SOURCE_LOCALE:
            placed = [_at_known_ids(draft, one) for one in placed]
        named = {one.role for one in placed if one.role}
        ids = merge.cells(placed, partial(self.ladders.position, ladder or ""))
        for locale, others in beside(placed, ids).items():
            translate(draft, locale, others, self.outcome)
        if placed and not merge.is_new:
            left = (self.after.roles[role]["names"][SOURCE_LOCALE] for role in draft.cells if role not in named)
            self.outcome.left += [f"{draft.name}: {role}" for role in left]
        if stood_in and leading == SOURCE_LOCALE:
            merge.end_stand_in(stood_in)
        elif leading != SOURCE_LOCALE:
            merge.stand_in(leading)

    def _file(self, draft: SkillDraft, records: Sequence[Record]) -> None:
        self.filing.file(draft, records)
        for origin, category in self.filing.differences(draft, records):
            self.outcome.complain(origin, f'files the skill under "{category}", and another row before it elsewhere')
        self.filing.call(draft, records, leading=True)

    def _tell_all(self, records: Sequence[Record], reason: str) -> None:
        """None of these records can be used."""
        for record in records:
            self.outcome.used.discard(record.origin)
            self.outcome.complain(record.origin, reason)

    def _finish(self, draft: SkillDraft, records: Sequence[Record]) -> None:
        """Keep the draft. A skill that changes was updated today, unless the file gives a newer date than it has."""
        if not draft.referred():
            self._tell_all(records, "no role has a level of this skill, so it can't be content yet")
            return
        earlier = self.before.skills.get(draft.slug)
        dated = next((record.updated for record in records if record.updated), None)
        if dated and (earlier is None or dated > earlier.updated.isoformat()):
            draft.updated = date.fromisoformat(dated)
        elif earlier is not None and draft.files() != earlier.files():
            draft.updated = self.today
        self.after.skills[draft.slug] = draft

    def _placed(self, record: Record, ladder: str | None) -> Placed | None:
        """A record with the ids of its role and level; None, with a complaint, where there are none."""
        if not record.statements:
            return Placed(record, None, None)
        if record.level is None and record.level_id is None:
            if record.role is None and record.role_id is None:
                return Placed(record, None, None)
            self.outcome.complain(record.origin, "names no level")
            return None
        level = self.ladders.level(ladder, record) if ladder else None
        if level is None:
            name = record.level or record.level_id
            self.outcome.complain(record.origin, f'"{name}" is no level of the ladder "{ladder}"')
            return None
        claim = self.claims.claim if record.level_id == level else self.claims.claim_same
        claim(self.ladders.names(str(ladder), level), record.locale, record.origin, record.level)
        role = self._role(record)
        return None if role is None else Placed(record, role, level)

    def _role(self, record: Record) -> str | None:
        name = record.role or (None if record.role_id else self.defaults.role or EVERYONE)
        key = self.roles.meant(record.role_id, name)
        if key is None or key != record.role_id:
            found = self.roles.find(str(name)) or self.roles.add(str(name), {"names": {SOURCE_LOCALE: name}})
            self.claims.claim_same(self.after.roles[found]["names"], record.locale, record.origin, name)
            return found
        if not is_id(key, LONGEST_ROLE):
            self.outcome.complain(
                record.origin, f'"{key}" can\'t be the id of a role: small letters, digits and hyphens'
            )
            return None
        if key not in self.after.roles:
            self.roles.add(name or key, {"names": {SOURCE_LOCALE: name or key}}, key)
        else:
            self.claims.claim(self.after.roles[key]["names"], record.locale, record.origin, name)
        return key

    def _notes(self) -> list[str]:
        notes = [
            f"{len(texts)} texts are the same in {locale} and in English: they count as not translated"
            for locale, texts in self.outcome.untranslated.items()
        ]
        for locale, skills in self.outcome.standing_in.items():
            notes.append(
                f"{len(skills)} skills have no English: until somebody translates them, {locale} stands in for it"
            )
        if self.outcome.left:
            notes.append(f"Not in the file, and left as they are: {'; '.join(self.outcome.left)}")
        return notes


def _names(skill: SkillDraft) -> Iterable[str]:
    yield skill.name
    yield from (overlay.name.text for overlay in skill.overlays.values() if overlay.name)


def _leading(records: Sequence[Record], draft: SkillDraft | None) -> str:
    """The language that structure and statements are taken from: English, but where a skill has none."""
    spoken = list(dict.fromkeys(record.locale for record in records))
    if SOURCE_LOCALE in spoken or not spoken:
        return SOURCE_LOCALE
    if draft is None:
        return spoken[0]
    stands_in = standing_in(draft)
    return stands_in if stands_in in spoken else SOURCE_LOCALE


def _at_known_ids(draft: SkillDraft, one: Placed) -> Placed:
    """The English of a cell that another language stands in for: the same statements, in the same order."""
    cell = draft.cells.get(one.role or "", {}).get(one.level or "", {})
    keys = cell.get(one.record.mandatory, [])
    if len(keys) != len(one.record.statements) or any(said.id for said in one.record.statements):
        return one
    said = tuple(replace(said, id=key) for key, said in zip(keys, one.record.statements, strict=True))
    return replace(one, record=replace(one.record, statements=said))
