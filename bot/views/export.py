"""All that is stored of a person: as JSON for programs, and as a page of HTML that needs nothing else."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from typing import NamedTuple

from bot.domain.assessments import Rating
from bot.domain.cadence import Kind, Rhythm, zone_of
from bot.domain.deliveries import Status
from bot.domain.focus import FocusState
from bot.domain.people import PersonId
from bot.domain.personal import Everything, Row
from bot.domain.questionnaires import Typed
from bot.domain.skills import Framework
from bot.i18n.translator import Translator
from bot.text.templates import render_page
from bot.views.assess import rating_label
from bot.views.cadence import rhythm_name
from bot.views.names import named


class Cell(NamedTuple):
    """One value of a row, under its heading."""

    heading: str
    text: str
    is_link: bool = False


class Table(NamedTuple):
    """One kind of data; each row has the same headings."""

    title: str
    rows: list[list[Cell]]


def export_json(person: PersonId, everything: Everything, now: datetime) -> str:
    """By table, as it is stored, with drafts as what they are: times in ISO 8601, in UTC."""
    about = {"tenant": person.tenant, "user": person.user, "exported_at": now.astimezone(UTC).isoformat()}
    drafts = [{**row, "content": json.loads(str(row["content"]))} for row in everything["draft"]]
    return json.dumps({**about, "data": {**everything, "draft": drafts}}, ensure_ascii=False, indent=2) + "\n"


def export_page(
    everything: Everything, framework: Framework, t: Translator, timezone: str | None, now: datetime
) -> str:
    """In the reader's language; dates in their zone, an IANA name, or else in UTC."""
    writer = _Writer(framework, t, zone_of(timezone), everything)
    tables = (
        Table(title, [cells for row in everything.get(name, ()) for cells in draw(row)])
        for name, title, draw in writer.kinds()
    )
    shown = [table for table in tables if table.rows]
    return render_page("privacy/page", t, tables=shown, made=writer.day(now.isoformat()), zone=str(writer.zone))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Draws rows for one reader. What the content has lost goes by its id."""

    framework: Framework
    t: Translator
    zone: tzinfo
    everything: Everything

    def kinds(self) -> tuple[tuple[str, str, Callable[[Row], Iterable[list[Cell]]]], ...]:
        """Tables, each with its title and how a row is drawn. The latest ratings are the last of the history."""
        t = self.t
        return (
            # Translators: Titles over tables with all that is stored about a person; this one and all that follow.
            ("person", t.gettext("What you chose"), self._person),
            ("current_level", t.gettext("Your levels"), self._level),
            ("assessment", t.gettext("Your ratings"), self._assessment),
            ("assessment", t.gettext("How you see others, and others see you"), self._view),
            ("draft", t.gettext("Typed and not saved yet"), self._draft),
            ("focus", t.gettext("Your focuses"), self._focus),
            ("evidence", t.gettext("Your evidence"), self._evidence),
            ("comment_words", t.gettext("Your comments"), self._comment),
            ("suggestion", t.gettext("Changes that you suggested"), self._suggestion),
            ("cadence", t.gettext("When Rung writes to you"), self._cadence),
            ("delivery", t.gettext("What Rung wrote by itself"), self._delivery),
            ("team_member", t.gettext("Teams in which you're counted"), self._team_member),
            ("team_owner", t.gettext("Teams whose summaries you set up"), self._team_owner),
            ("offer", t.gettext("Skills that you offer to help with"), self._offer),
            ("share", t.gettext("Progress that you share, or that is shared with you"), self._share),
            ("set_aside", t.gettext("Statements of which you want no nudges"), self._set_aside),
        )

    def day(self, at: str | int | None) -> str:
        return self.t.date(datetime.fromisoformat(str(at)).astimezone(self.zone).date()) if at else ""

    def _person(self, row: Row) -> Iterator[list[Cell]]:
        t = self.t
        language = t.language_name(str(row["language"])) if row["language"] else t.gettext("Same as Slack")
        level = self._level_name(row["level"]) if row["level_set_at"] else t.gettext("Not set")
        role = self._role_name(row["role"]) if row["role"] else t.gettext("Not set")
        yield [
            # Translators: A heading in a table with all that is stored about a person, as are all short ones like it.
            Cell(t.gettext("Language"), language),
            Cell(t.gettext("Role"), role),
            Cell(t.gettext("Level"), level),
            self._since(row["created_at"]),
        ]

    def _level(self, row: Row) -> Iterator[list[Cell]]:
        level = Cell(self.t.gettext("Level"), self._level_name(row["level"]))
        yield [self._skill(row), self._role(row), level, self._since(row["updated_at"])]

    def _assessment(self, row: Row) -> Iterator[list[Cell]]:
        if row.get("author") == row.get("subject"):
            yield [*self._rated(row), Cell(self.t.gettext("Note"), str(row["note"])), self._date(row["at"])]

    def _view(self, row: Row) -> Iterator[list[Cell]]:
        """What one person says of another; people go by their ids, since no names are stored."""
        if row.get("author") != row.get("subject"):
            # Translators: Headings of two columns: who says something, and of whom.
            by, about = self.t.gettext("By"), self.t.gettext("About")
            people = Cell(by, str(row["author"])), Cell(about, str(row["subject"]))
            yield [*people, *self._rated(row), self._date(row["at"])]

    def _rated(self, row: Row) -> list[Cell]:
        return [
            self._skill(row),
            Cell(self.t.gettext("Statement"), str(row["shown_text"] or row["statement"])),
            Cell(self.t.gettext("Rating"), rating_label(Rating(str(row["rating"])), self.t)),
        ]

    def _draft(self, row: Row) -> Iterator[list[Cell]]:
        typed = Typed.load(str(row["content"]))
        for statement in dict.fromkeys((*typed.ratings, *typed.notes)):
            rating = typed.ratings.get(statement)
            yield [
                self._skill(row),
                self._statement({**row, "statement": statement}),
                Cell(self.t.gettext("Rating"), rating_label(rating, self.t) if rating else ""),
                Cell(self.t.gettext("Note"), typed.notes.get(statement, "")),
                self._date(row["updated_at"]),
            ]

    def _focus(self, row: Row) -> Iterator[list[Cell]]:
        yield [
            self._skill(row),
            self._role(row),
            Cell(self.t.gettext("Target"), self._level_name(row["target"])),
            Cell(self.t.gettext("State"), self._state(FocusState(str(row["state"])))),
            self._since(row["since"]),
        ]

    def _evidence(self, row: Row) -> Iterator[list[Cell]]:
        link = str(row["link"])
        yield [
            self._skill(row),
            self._statement(row),
            Cell(self.t.gettext("Your words"), str(row["words"])),
            Cell(self.t.gettext("Message"), link, is_link=link.startswith("https://")),
            self._date(row["created_at"]),
        ]

    def _comment(self, row: Row) -> Iterator[list[Cell]]:
        place = next(one for one in self.everything["comment"] if one["id"] == row["comment_id"])
        yield [
            self._skill(place),
            Cell(self.t.gettext("Your words"), str(row["text"])),
            self._date(place["created_at"]),
        ]

    def _suggestion(self, row: Row) -> Iterator[list[Cell]]:
        words = Cell(self.t.gettext("Your words"), str(row["text"]))
        yield [self._skill(row), self._statement(row), words, self._date(row["created_at"])]

    def _cadence(self, row: Row) -> Iterator[list[Cell]]:
        t = self.t
        opens, closes, begin, end = (self._clock(row[name]) for name in ("opens", "closes", "quiet_from", "quiet_to"))
        country = t.country(str(row["country"])) if row["country"] else ""
        yield [
            Cell(t.gettext("Check-ins"), rhythm_name(Rhythm(str(row["check_ins"])), t)),
            Cell(t.gettext("Nudges"), rhythm_name(Rhythm(str(row["nudges"])), t)),
            Cell(t.gettext("Days"), self._weekdays(row["days"])),
            Cell(t.gettext("Hours"), f"{opens}–{closes}"),
            Cell(t.gettext("Quiet hours"), "" if begin == end else f"{begin}–{end}"),
            Cell(t.gettext("Quiet days"), self._weekdays(row["quiet_days"])),
            Cell(t.gettext("Public holidays"), country),
            Cell(t.gettext("Paused until"), self._local_day(row["paused_until"])),
            Cell(t.gettext("Next message"), self._local_day(row["next_day"])),
        ]

    def _delivery(self, row: Row) -> Iterator[list[Cell]]:
        t, is_check_in = self.t, row["kind"] == Kind.CHECK_IN
        statements = [self._statement({**row, "statement": one}).text for one in str(row["statements"] or "").split()]
        yield [
            Cell(t.gettext("Message"), t.gettext("Check-in") if is_check_in else t.gettext("Nudge")),
            Cell(t.gettext("Planned for"), self._local_day(row["period"])),
            Cell(
                t.gettext("Sent"), self.day(row["done_at"]) if row["status"] == Status.SENT else t.gettext("Not sent")
            ),
            Cell(t.gettext("Answered"), self.day(row["answered_at"])),
            Cell(t.gettext("Statement"), "\n".join(statements)),
        ]

    def _set_aside(self, row: Row) -> Iterator[list[Cell]]:
        yield [self._skill(row), self._statement(row), self._since(row["at"])]

    def _offer(self, row: Row) -> Iterator[list[Cell]]:
        yield [self._skill(row), self._since(row["since"])]

    def _share(self, row: Row) -> Iterator[list[Cell]]:
        t = self.t
        skills = [self._skill({"skill": slug}).text for slug in str(row["skills"]).split()]
        yield [
            # Translators: Headings of two columns: whose progress is shown, and to whom.
            Cell(t.gettext("Whose"), str(row["subject"])),
            Cell(t.gettext("To whom"), str(row["viewer"])),
            Cell(t.gettext("Skills"), "\n".join(skills)),
            self._since(row["since"]),
        ]

    def _team_member(self, row: Row) -> Iterator[list[Cell]]:
        yield [self._channel(row), self._since(row["joined_at"])]

    def _team_owner(self, row: Row) -> Iterator[list[Cell]]:
        yield [self._channel(row), self._since(row["since"])]

    def _channel(self, row: Row) -> Cell:
        """By its id: what a channel is called isn't stored."""
        return Cell(self.t.gettext("Channel"), str(row["channel_id"]))

    def _clock(self, at: str | int | None) -> str:
        return self.t.time(time.fromisoformat(str(at)).replace(tzinfo=None))

    def _weekdays(self, days: str | int | None) -> str:
        return self.t.listed([self.t.weekday(int(day)) for day in str(days)]) if days else ""

    def _local_day(self, day: str | int | None) -> str:
        return self.t.date(date.fromisoformat(str(day))) if day else ""

    def _skill(self, row: Row) -> Cell:
        slug = str(row["skill"])
        skill = self.framework.skills.get(slug)
        return Cell(self.t.gettext("Skill"), named(skill.name, self.t) if skill else slug)

    def _statement(self, row: Row) -> Cell:
        skill = self.framework.skills.get(str(row["skill"]))
        statement = skill.statements.get(str(row["statement"])) if skill else None
        text = named(statement.text, self.t) if statement else str(row["statement"] or "")
        return Cell(self.t.gettext("Statement"), text)

    def _role(self, row: Row) -> Cell:
        return Cell(self.t.gettext("Role"), self._role_name(row["role"]))

    def _role_name(self, role_id: str | int | None) -> str:
        role = self.framework.roles.get(str(role_id))
        return named(role.name, self.t) if role else str(role_id)

    def _level_name(self, level_id: str | int | None) -> str:
        """None stands below the first level."""
        if level_id is None:
            return self.t.gettext("Not yet the first level")
        levels = (level for ladder in self.framework.ladders.values() for level in ladder.levels)
        return next((named(level.name, self.t) for level in levels if level.id == level_id), str(level_id))

    def _state(self, state: FocusState) -> str:
        match state:
            case FocusState.ACTIVE:
                # Translators: What has become of a focus, as are the next three.
                return self.t.gettext("Active")
            case FocusState.PAUSED:
                return self.t.gettext("Paused")
            case FocusState.ACHIEVED:
                return self.t.gettext("Achieved")
            case FocusState.DROPPED:
                return self.t.gettext("Dropped")

    def _date(self, at: str | int | None) -> Cell:
        return Cell(self.t.gettext("Date"), self.day(at))

    def _since(self, at: str | int | None) -> Cell:
        return Cell(self.t.gettext("Since"), self.day(at))
