"""When Rung writes by itself, in words: what holds, what comes next, and what was changed."""

from collections.abc import Iterator
from datetime import date

from bot.domain.answers import Verb
from bot.domain.cadence import PATIENCE, Cadence, Kind, Rhythm, zone_of
from bot.domain.cadence_changes import A_WHILE, hours_of, is_on, is_paused
from bot.domain.deliveries import Schedule
from bot.i18n.translator import Translator
from bot.i18n.verbs import CADENCE_EXAMPLES, cadence_words, until_words
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.blocks import Block, Element, actions, button, context, echo, option, plain, section
from bot.views.ids import Action, nth

SETTINGS = "cadence"  # what a button that opens the window carries
_NEVER = "-"


def settings_button(t: Translator) -> Element:
    """For every message that nobody asked for, too."""
    return button(_settings_label(t), Action.CADENCE_OPEN, SETTINGS)


def settings_option(t: Translator) -> Element:
    """The same as an entry of a menu, where a message has no room for one more button."""
    return option(_settings_label(t), SETTINGS)


def _settings_label(t: Translator) -> str:
    # Translators: The button that opens the window in which a person says when Rung writes to them.
    return t.gettext("Change rhythm")


def begun_blocks(schedule: Schedule, today: date, t: Translator) -> list[Block]:
    """What begins with the first focus, said once; its buttons are `begun_buttons`."""
    return [_plain(promise(schedule, t)), context(*(plain(line) for line in coming(schedule, today, t)))]


def begun_buttons(t: Translator) -> tuple[Element, Element]:
    return settings_button(t), _not_now_button(t)


def rhythm_offer(cadence: Cadence, zone: str | None, t: Translator) -> list[Block]:
    """For somebody who has a focus and was never asked, with the cadence that would begin."""
    # Translators: The button under the offer to write once a week and ask how a focus goes.
    yes = button(t.gettext("Ask me"), nth(Action.CADENCE_RESUME, "offer"), SETTINGS)
    return [_plain(_offered(cadence, zone, t)), actions(yes, settings_button(t), _not_now_button(t))]


def home_blocks(schedule: Schedule, today: date, t: Translator, *, has_focus: bool) -> list[Block]:
    """What comes next, and the ways to have it otherwise."""
    return [
        *(_plain(line) for line in coming(schedule, today, t, has_focus=has_focus)),
        actions(*_pause_or_resume(schedule.cadence, today, t), settings_button(t)),
    ]


def now_blocks(
    schedule: Schedule, today: date, t: Translator, *, has_focus: bool = True, notice: str = "", undo: str = ""
) -> list[Block]:
    """All that holds. `notice` says what was done, `undo` is what the button that takes it back carries."""
    lines = cadence_lines(schedule, t) if is_on(schedule.cadence) else []
    said = render(
        "cadence/now", t, notice=notice, lines=lines, coming=list(coming(schedule, today, t, has_focus=has_focus))
    )
    # Translators: The button that takes back what was just done.
    back = [button(t.gettext("Undo"), Action.CADENCE_UNDO, undo)] if undo else []
    return [section(said), actions(*back, *_pause_or_resume(schedule.cadence, today, t), settings_button(t))]


def unknown_blocks(words: str, command: str, today: date, t: Translator) -> list[Block]:
    """What was typed after the verb means nothing; and what does."""
    known = [cadence_words(change, t)[0] for change in CADENCE_EXAMPLES]
    dated = f"{until_words(t)[0]} {(today + A_WHILE).isoformat()}"
    examples = [typed(command, Verb.NUDGES, t, one) for one in (*known, dated)]
    said = render("cadence/unknown", t, words=echo(words), examples=examples)
    return [section(said), actions(settings_button(t))]


def saved_notice(cadence: Cadence, t: Translator) -> str:
    if is_on(cadence):
        return t.gettext("Saved. Only you see it.")
    return t.gettext("Saved: Rung won't write to you by itself any more. Only you see it.")


def undone_notice(t: Translator) -> str:
    return t.gettext("Undone: it's as it was before.")


def cadence_lines(schedule: Schedule, t: Translator) -> list[str]:
    """Each setting that matters, a line each."""
    cadence = schedule.cadence
    opens, closes = (t.time(clock) for clock in hours_of(cadence))
    days = t.listed([t.weekday(day) for day in sorted(cadence.days - cadence.quiet_days or cadence.days)])
    return [
        # Translators: %(rhythm)s is how often, e.g. "Every two weeks".
        t.gettext("Check-ins: %(rhythm)s", rhythm=rhythm_name(cadence.check_ins, t)),
        # Translators: %(rhythm)s is how often, e.g. "Every two weeks".
        t.gettext("Nudges: %(rhythm)s", rhythm=rhythm_name(cadence.nudges, t)),
        # Translators: %(days)s is a list of weekdays, %(opens)s and %(closes)s are times of the day.
        t.gettext("Days: %(days)s, between %(opens)s and %(closes)s", days=days, opens=opens, closes=closes),
        most_a_week(cadence.most_a_week, t),
    ]


def coming(schedule: Schedule, today: date, t: Translator, *, has_focus: bool = True) -> Iterator[str]:
    """What comes next, a sentence each."""
    cadence, upcoming = schedule.cadence, schedule.upcoming
    if not is_on(cadence):
        yield t.gettext("Rung doesn't write to you by itself.")
        return
    if is_paused(cadence, today) and cadence.paused_until is not None:
        # Translators: %(day)s is a date with its weekday in short, on which messages may come again.
        yield t.gettext("Paused until %(day)s.", day=t.near_date(cadence.paused_until))
    if not has_focus:
        yield t.gettext("Rung writes about your focuses, and none of them is active just now.")
    elif upcoming is None:
        yield t.gettext("With these settings nothing comes within a year.")
    else:
        opens, closes = (t.time(clock) for clock in hours_of(cadence))
        zone, day = zone_name(schedule.zone), t.near_date(upcoming.day)
        yield _next(upcoming.kind, t, day=day, opens=opens, closes=closes, zone=zone)
    if schedule.unanswered >= PATIENCE:
        yield t.gettext("Rung writes less often for now. Any answer of yours brings back the rhythm that you chose.")


def promise(schedule: Schedule, t: Translator) -> str:
    """What the default is, to somebody for whom it has just begun."""
    facts = _facts(schedule.cadence, schedule.zone, t)
    # Translators: Said once, with the first focus. %(days)s is like "on Tuesdays", %(opens)s and %(closes)s are times
    # of the day, %(zone)s is the name of a time zone.
    return t.gettext(
        "Rung asks how it goes in a direct message, at most once a week, %(days)s between %(opens)s and %(closes)s "
        "your time (%(zone)s). Only you see it.",
        **facts,
    )


def rhythm_name(rhythm: Rhythm, t: Translator) -> str:
    match rhythm:
        case Rhythm.WEEKLY:
            return t.gettext("Every week")
        case Rhythm.FORTNIGHTLY:
            return t.gettext("Every two weeks")
        case Rhythm.MONTHLY:
            return t.gettext("Once a month")
        case Rhythm.OFF:
            # Translators: How often messages of a kind come: never.
            return t.pgettext("rhythm", "Off")


def most_a_week(most: int, t: Translator) -> str:
    # Translators: %(n)s is how many messages Rung sends by itself in a week.
    return t.ngettext("At most %(n)s\xa0message a week", "At most %(n)s\xa0messages a week", most)


def undo_value(before: Cadence) -> str:
    """What takes a change back: the rhythms and the pause that there were."""
    until = before.paused_until.isoformat() if before.paused_until else _NEVER
    return f"{before.nudges} {before.check_ins} {until}"


def undo_of_value(value: str) -> tuple[dict[Kind, Rhythm], date | None]:
    """Raises ValueError for anything that `undo_value` didn't make."""
    nudges, check_ins, until = value.split(" ")
    rhythms = {Kind.NUDGE: Rhythm(nudges), Kind.CHECK_IN: Rhythm(check_ins)}
    return rhythms, None if until == _NEVER else date.fromisoformat(until)


def _next(kind: Kind, t: Translator, **facts: str) -> str:
    if kind is Kind.CHECK_IN:
        # Translators: %(day)s is a date with its weekday in short, %(opens)s and %(closes)s are times of the day,
        # %(zone)s is the name of a time zone.
        return t.gettext("Next check-in: %(day)s, between %(opens)s and %(closes)s (%(zone)s).", **facts)
    # Translators: %(day)s is a date with its weekday in short, %(opens)s and %(closes)s are times of the day,
    # %(zone)s is the name of a time zone.
    return t.gettext("Next nudge: %(day)s, between %(opens)s and %(closes)s (%(zone)s).", **facts)


def _offered(cadence: Cadence, zone: str | None, t: Translator) -> str:
    # Translators: %(days)s is like "on Tuesdays", %(opens)s and %(closes)s are times of the day, %(zone)s is the name
    # of a time zone.
    return t.gettext(
        "Rung can ask how your focuses go in a direct message, at most once a week, %(days)s between %(opens)s and "
        "%(closes)s your time (%(zone)s). Only you see it.",
        **_facts(cadence, zone, t),
    )


def _facts(cadence: Cadence, zone: str | None, t: Translator) -> dict[str, str]:
    opens, closes = (t.time(clock) for clock in hours_of(cadence))
    days = t.listed([_on(day, t) for day in sorted(cadence.days)])
    return {"days": days, "opens": opens, "closes": closes, "zone": zone_name(zone)}


def zone_name(zone: str | None) -> str:
    return str(zone_of(zone)).replace("_", " ")


def _on(day: int, t: Translator) -> str:
    return {
        1: t.gettext("on Mondays"),
        2: t.gettext("on Tuesdays"),
        3: t.gettext("on Wednesdays"),
        4: t.gettext("on Thursdays"),
        5: t.gettext("on Fridays"),
        6: t.gettext("on Saturdays"),
        7: t.gettext("on Sundays"),
    }[day]


def _pause_or_resume(cadence: Cadence, today: date, t: Translator) -> list[Element]:
    if not is_on(cadence):
        return []
    if is_paused(cadence, today):
        return [resume_button(t)]
    return [button(t.gettext("Pause two weeks"), Action.CADENCE_PAUSE, SETTINGS)]


def resume_button(t: Translator) -> Element:
    return button(t.gettext("Resume"), Action.CADENCE_RESUME, SETTINGS)


def _not_now_button(t: Translator) -> Element:
    # Translators: The button under the offer to ask how a focus goes: nothing of the kind is wanted.
    return button(t.gettext("Not now"), Action.CADENCE_STOP, SETTINGS)


def _plain(text: str) -> Block:
    return {"type": "section", "text": plain(text)}
