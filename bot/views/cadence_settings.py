"""The window in which a person says when Rung writes to them, and what they entered there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from typing import Any

from bot.domain.cadence import Cadence, Rhythm
from bot.domain.cadence_changes import Fault, faults_of, is_paused
from bot.domain.deliveries import Schedule
from bot.domain.query import fold
from bot.domain.tenants import Newcomers
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import OPTIONS_LIMIT, Block, Element, context, modal, option, plain, section, select
from bot.views.cadence import cadence_lines, coming, most_a_week, resume_button, rhythm_name, saved_notice
from bot.views.ids import Action, Modal, nth

Values = Mapping[str, Mapping[str, Any]]

MOST = (1, 2)
_WEEK = range(1, 8)
_NO_COUNTRY = "none"
_NUDGES, _CHECK_INS, _DAYS, _OPENS, _CLOSES = "nudges", "check_ins", "days", "opens", "closes"
_QUIET_FROM, _QUIET_TO, _QUIET_DAYS, _COUNTRY, _MOST = "quiet_from", "quiet_to", "quiet_days", "country", "most"
_PAUSE = "pause"  # what the block_id begins with; then comes the date that it shows, as another one needs another id


def settings_modal(
    schedule: Schedule, today: date, t: Translator, *, is_kept: bool = True, has_focus: bool = True, notice: str = ""
) -> dict[str, Any]:
    """`is_kept` is false while a person has none, and is shown the default."""
    cadence = schedule.cadence
    said = list(coming(schedule, today, t, has_focus=has_focus)) if is_kept else [_nothing_yet(t)]
    paused = is_paused(cadence, today)
    return _modal(
        # Translators: The title of a window, at most 24 characters.
        t.gettext("When Rung writes"),
        [
            *([context(plain(notice))] if notice else []),
            section(render("cadence/now", t, notice="", lines=[], coming=said), resume_button(t) if paused else None),
            *_rhythm_fields(cadence, t),
            *_quiet_fields(cadence, t),
            _pause_field(cadence.paused_until if paused else None, t),
        ],
        t,
        submit=t.gettext("Save"),
    )


def saved_modal(schedule: Schedule, today: date, t: Translator, *, has_focus: bool) -> dict[str, Any]:
    """What was kept, who sees it, and what comes next."""
    said = list(coming(schedule, today, t, has_focus=has_focus))
    lines = cadence_lines(schedule, t)
    shown = render("cadence/now", t, notice=saved_notice(schedule.cadence, t), lines=lines, coming=said)
    return _modal(t.gettext("Saved"), [section(shown)], t)


def told_modal(blocks: Sequence[Block], t: Translator) -> dict[str, Any]:
    """What became of a click in a window that isn't about the cadence."""
    return _modal(t.gettext("When Rung writes"), blocks, t)


def entered_cadence(values: Values, before: Cadence, known: Iterable[str]) -> Cadence:
    """What the window says, in place of a cadence; `known` are the countries that there are.

    Raises ValueError for anything that the window can't say.
    """
    opens, closes = _time(values, _OPENS), _time(values, _CLOSES)
    if opens is None or closes is None:
        raise ValueError("a window of the day has two ends")
    quiet_from, quiet_to = _time(values, _QUIET_FROM), _time(values, _QUIET_TO)
    country = _country(_option(_entry(values, _COUNTRY)), known)
    nudges, check_ins = _rhythms(values)
    return replace(
        before,
        nudges=nudges,
        check_ins=check_ins,
        days=_days(values, _DAYS),
        opens=opens,
        closes=closes,
        quiet_from=quiet_from or quiet_to or time(),
        quiet_to=quiet_to or quiet_from or time(),
        quiet_days=_days(values, _QUIET_DAYS),
        country=country,
        paused_until=_date(values),
        most_a_week=_most(_option(_entry(values, _MOST))),
    )


def errors_of(values: Values, faults: Iterable[Fault], t: Translator) -> dict[str, str]:
    """What is wrong, at its field; empty where nothing is."""
    found = dict(_error(fault, values, t) for fault in faults)
    half = (_time(values, _QUIET_FROM) is None) != (_time(values, _QUIET_TO) is None)
    if half:
        empty = _QUIET_FROM if _time(values, _QUIET_FROM) is None else _QUIET_TO
        found[empty] = t.gettext("Quiet hours need both a beginning and an end. The same time twice means none.")
    return found


def rhythm_inputs(cadence: Cadence, t: Translator) -> list[Block]:
    """The fields that say how often, on which days and between which times."""
    return _rhythm_fields(cadence, t)[:-1]


def country_input(country: str | None, t: Translator) -> Block:
    return _field(_COUNTRY, t.gettext("Quiet on public holidays of"), _country_menu(country, t), optional=True)


def entered_newcomers(values: Values, known: Iterable[str]) -> Newcomers:
    """What those fields say; `known` are the countries that there are.

    Raises ValueError for anything that they can't say.
    """
    opens, closes = _time(values, _OPENS), _time(values, _CLOSES)
    if opens is None or closes is None:
        raise ValueError("a window of the day has two ends")
    return Newcomers(
        *_rhythms(values), _days(values, _DAYS), opens, closes, _country(_option(_entry(values, _COUNTRY)), known)
    )


def errors_of_newcomers(newcomers: Newcomers, today: date, t: Translator) -> dict[str, str]:
    """What is wrong, at its field; empty where nothing is."""
    found = {}
    for fault in faults_of(newcomers.cadence(today), today):
        block, told = _error(fault, {}, t)
        if fault is Fault.ALL_QUIET:
            block, told = _OPENS, t.gettext("All of this is in the quiet hours that everybody begins with.")
        found[block] = told
    return found


def country_options(typed: str, known: Iterable[str], t: Translator) -> dict[str, Any]:
    """The countries in whose name, as the reader says it, a word begins with the letters so far."""
    wanted = fold(typed)
    named = sorted((t.country(code), code) for code in known)
    fitting = [option(name, code) for name, code in named if f" {wanted}" in f" {fold(name)}"]
    first = [] if wanted else [_no_country(t)]
    return {"options": [*first, *fitting][:OPTIONS_LIMIT]}


def _modal(title: str, blocks: Sequence[Block], t: Translator, submit: str | None = None) -> dict[str, Any]:
    close = t.gettext("Cancel") if submit else t.gettext("Close")
    return modal(callback_id=Modal.CADENCE, title=title, submit=submit, close=close, blocks=blocks)


def _nothing_yet(t: Translator) -> str:
    return t.gettext("Rung doesn't write to you by itself yet. It will when you save this.")


def _rhythm_fields(cadence: Cadence, t: Translator) -> list[Block]:
    rhythms = [option(rhythm_name(rhythm, t), rhythm) for rhythm in Rhythm]
    most = [option(most_a_week(n, t), str(n)) for n in MOST]
    # Translators: The placeholder of a menu.
    often = t.gettext("Choose how often")
    nudges = select(_id(_NUDGES), often, rhythms, cadence.nudges)
    check_ins = select(_id(_CHECK_INS), often, rhythms, cadence.check_ins)
    return [
        # Translators: The label of a menu that says how often check-ins come.
        _field(_CHECK_INS, t.gettext("Check-ins: how your focuses go"), check_ins),
        # Translators: The label of a menu that says how often nudges come.
        _field(_NUDGES, t.gettext("Nudges: one idea for a focus"), nudges),
        _field(_DAYS, t.gettext("Days on which messages may come"), _weekdays(_DAYS, cadence.days, t)),
        _field(_OPENS, t.gettext("Not before"), _clock(_OPENS, cadence.opens, t)),
        _field(_CLOSES, t.gettext("Not after"), _clock(_CLOSES, cadence.closes, t)),
        _field(_MOST, t.gettext("Both together"), select(_id(_MOST), often, most, str(cadence.most_a_week))),
    ]


def _quiet_fields(cadence: Cadence, t: Translator) -> list[Block]:
    is_none = cadence.quiet_from == cadence.quiet_to
    begin, end = (None, None) if is_none else (cadence.quiet_from, cadence.quiet_to)
    none = t.gettext("The same time twice means no quiet hours.")
    return [
        _field(_QUIET_FROM, t.gettext("Quiet hours from"), _clock(_QUIET_FROM, begin, t), optional=True),
        _field(_QUIET_TO, t.gettext("Quiet hours to"), _clock(_QUIET_TO, end, t), optional=True, hint=none),
        _field(_QUIET_DAYS, t.gettext("Quiet days"), _weekdays(_QUIET_DAYS, cadence.quiet_days, t), optional=True),
        country_input(cadence.country, t),
    ]


def _pause_field(until: date | None, t: Translator) -> Block:
    """Slack keeps what stands in a field while its block_id stays the same."""
    picker: Element = {
        "type": "datepicker",
        "action_id": _id(_PAUSE),
        # Translators: The placeholder of a field with a date.
        "placeholder": plain(t.gettext("Choose a date")),
        **({"initial_date": until.isoformat()} if until else {}),
    }
    block_id = f"{_PAUSE} {until.isoformat()}" if until else _PAUSE
    hint = t.gettext("The first day on which messages may come again. The pause ends by itself.")
    return _field(block_id, t.gettext("Pause until"), picker, optional=True, hint=hint)


def _field(block_id: str, label: str, element: Element, *, optional: bool = False, hint: str = "") -> Block:
    block: Block = {"type": "input", "block_id": block_id, "label": plain(label), "element": element}
    if optional:
        block["optional"] = True
    if hint:
        block["hint"] = plain(hint)
    return block


def _weekdays(name: str, chosen: frozenset[int], t: Translator) -> Element:
    options = [option(t.weekday(day), str(day)) for day in _WEEK]
    initial = [one for one in options if int(one["value"]) in chosen]
    element: Element = {"type": "checkboxes", "action_id": _id(name), "options": options}
    return {**element, "initial_options": initial} if initial else element


def _clock(name: str, at: time | None, t: Translator) -> Element:
    # Translators: The placeholder of a field with a time of the day.
    element: Element = {"type": "timepicker", "action_id": _id(name), "placeholder": plain(t.gettext("Choose a time"))}
    return {**element, "initial_time": f"{at:%H:%M}"} if at is not None else element


def _country_menu(country: str | None, t: Translator) -> Element:
    return {
        "type": "external_select",
        "action_id": Action.CADENCE_COUNTRY,
        "placeholder": plain(t.gettext("Choose a country")),
        "min_query_length": 0,
        "initial_option": option(t.country(country), country) if country else _no_country(t),
    }


def _no_country(t: Translator) -> Element:
    # Translators: A choice in a menu of countries: public holidays are days like others.
    return option(t.gettext("No country"), _NO_COUNTRY)


def _id(name: str) -> str:
    return nth(Action.CADENCE_FIELD, name)


def _error(fault: Fault, values: Values, t: Translator) -> tuple[str, str]:
    match fault:
        case Fault.CLOSES_FIRST:
            return _CLOSES, t.gettext("This has to be later than the time above.")
        case Fault.ALL_QUIET:
            return _QUIET_FROM, t.gettext("These quiet hours leave nothing of the time between the two above.")
        case Fault.NO_DAY:
            return _DAYS, t.gettext("All of these are quiet days. Choose another one, or change the quiet days.")
        case Fault.PAUSE_PASSED:
            return _pause_block(values), t.gettext("Choose a date from tomorrow on.")
        case Fault.PAUSE_TOO_LONG:
            return _pause_block(values), t.gettext("Choose a date within a year. To get none at all, choose Off above.")


def _pause_block(values: Values) -> str:
    return next((block for block in values if block.partition(" ")[0] == _PAUSE), _PAUSE)


def _entry(values: Values, block_id: str) -> Mapping[str, Any]:
    """The one entry of a block; nothing where it isn't there."""
    return next(iter((values.get(block_id) or {}).values()), {}) or {}


def _option(entry: Mapping[str, Any]) -> str | None:
    chosen = entry.get("selected_option") or {}
    return str(chosen["value"]) if "value" in chosen else None


def _rhythms(values: Values) -> tuple[Rhythm, Rhythm]:
    nudges, check_ins = _option(_entry(values, _NUDGES)), _option(_entry(values, _CHECK_INS))
    return Rhythm(nudges or ""), Rhythm(check_ins or "")


def _country(chosen: str | None, known: Iterable[str]) -> str | None:
    if chosen not in (None, _NO_COUNTRY) and chosen not in known:
        raise ValueError(f"no such country: {chosen}")
    return None if chosen == _NO_COUNTRY else chosen


def _days(values: Values, name: str) -> frozenset[int]:
    days = frozenset(int(one["value"]) for one in _entry(values, name).get("selected_options") or ())
    if not days <= set(_WEEK):
        raise ValueError(f"no weekdays: {days}")
    return days


def _time(values: Values, name: str) -> time | None:
    chosen = _entry(values, name).get("selected_time")
    return time.fromisoformat(chosen).replace(tzinfo=None) if chosen else None


def _date(values: Values) -> date | None:
    chosen = _entry(values, _pause_block(values)).get("selected_date")
    return date.fromisoformat(chosen) if chosen else None


def _most(value: str | None) -> int:
    if value not in {str(n) for n in MOST}:
        raise ValueError(f"not so many a week: {value}")
    return int(value or 0)
