"""When Rung writes by itself: begun with the first focus, changed in a window, by a click, by words, and stopped."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.cadence import Cadence, Kind, Rhythm
from bot.domain.deliveries import Schedule
from bot.domain.focus import Focus, FocusState
from bot.errors import MembersOnly, PauseUnusable
from bot.playground.people import DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.storage.focus import save_focus
from bot.storage.people import hold_person
from bot.storage.schedules import load_schedule, save_schedule
from tests.scenario.conftest import Scene
from tests.scenario.lives import id_of, live
from tests.scenario.reading import buttons, labels, lines, said, wording

# Each on a Monday in March: the next Tuesday is the day after.
FOCUS = {EMMA: "focus", DIETER: "fokus", ROMAN: "фокус"}
NUDGES = {EMMA: "nudges", DIETER: "impulse", ROMAN: "подсказки"}
SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
NEXT_CHECK_IN = "Next check-in: %(day)s, between %(opens)s and %(closes)s (%(zone)s)."
NEXT = {
    EMMA: {"day": "Tue, Mar 3", "opens": "10:00\u202fAM", "closes": "12:00\u202fPM", "zone": "America/New York"},
    DIETER: {"day": "Di., 3. März", "opens": "10:00", "closes": "12:00", "zone": "Europe/Berlin"},
    ROMAN: {"day": "вт, 3 мар.", "opens": "10:00", "closes": "12:00", "zone": "Europe/Moscow"},
}
OFF = "Rung doesn't write to you by itself."
STOPPED = "Saved: Rung won't write to you by itself any more. Only you see it."


async def grow(scene: Scene, person: str) -> Message:
    return (await scene.slack.command(person, f"{FOCUS.get(person, 'focus')} distributed-training senior")).message


async def grew_before(scene: Scene, person: str) -> None:
    """They chose a focus before Rung wrote to anybody."""
    at = datetime(2026, 1, 5, tzinfo=UTC)
    focus = Focus("distributed-training", "llm-engineer", "senior", FocusState.ACTIVE, at, at)

    async def piece(session: AsyncSession) -> None:
        await hold_person(session, id_of(scene, person), at)
        await save_focus(session, id_of(scene, person), focus)

    await scene.rung.parts.database.write(piece)


async def schedule_of(scene: Scene, person: str) -> Schedule | None:
    async with scene.rung.parts.database.reading() as session:
        return await load_schedule(session, id_of(scene, person))


async def kept(scene: Scene, person: str) -> Schedule:
    schedule = await schedule_of(scene, person)
    assert schedule is not None
    return schedule


async def rhythms(scene: Scene, person: str) -> tuple[Rhythm, Rhythm]:
    cadence = (await kept(scene, person)).cadence
    return cadence.nudges, cadence.check_ins


async def window(scene: Scene, person: str) -> View:
    view = (await scene.slack.command(person, NUDGES.get(person, "nudges"))).view
    assert view is not None
    return view


def field(name: str, block: str | None = None) -> tuple[str, str]:
    return (block or name, f"cadence.field:{name}")


def is_next(person: str, surface: Message | View) -> bool:
    return any(wording(person, NEXT_CHECK_IN, **NEXT[person]) in line for line in lines(surface))


@SPEAKERS
async def test_the_first_focus_says_once_what_will_come(scene: Scene, person: str) -> None:
    told = await grow(scene, person)

    assert is_next(person, told)
    assert [wording(person, one) for one in ("Change rhythm", "Not now")] == labels(told)[1:]
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    assert (upcoming.kind, upcoming.day.isoformat()) == (Kind.CHECK_IN, "2026-03-03")
    again = (await scene.slack.command(person, f"{FOCUS[person]} model-evaluation senior")).message
    assert not is_next(person, again)
    assert wording(person, "Not now") not in labels(again)


async def test_grow_in_this_says_it_too_and_in_a_window(scene: Scene) -> None:
    view = (await scene.slack.shortcut(EMMA, "look_up")).view
    assert view is not None
    await scene.slack.select(EMMA, view, "skill.search", "distributed-training//", query="")
    told = (
        await scene.slack.click(EMMA, view, "card.more", value="grow distributed-training/llm-engineer/junior")
    ).view
    assert told is not None
    assert is_next(EMMA, told)

    await scene.slack.click(EMMA, told, "cadence.stop")

    assert wording(EMMA, STOPPED) in said(told)
    assert await rhythms(scene, EMMA) == (Rhythm.OFF, Rhythm.OFF)


@SPEAKERS
async def test_not_now_is_not_now_until_it_is_undone(scene: Scene, person: str) -> None:
    told = await grow(scene, person)

    await scene.slack.click(person, told, buttons(told)[wording(person, "Not now")])

    assert wording(person, STOPPED) in said(told)
    assert wording(person, OFF) in said(told)
    assert (await kept(scene, person)).upcoming is None
    await scene.slack.click(person, told, buttons(told)[wording(person, "Undo")])
    assert is_next(person, told)
    assert await rhythms(scene, person) == (Rhythm.FORTNIGHTLY, Rhythm.FORTNIGHTLY)


@SPEAKERS
async def test_the_window_shows_what_holds_and_keeps_what_is_changed(scene: Scene, person: str) -> None:
    await grow(scene, person)
    view = await window(scene, person)
    assert is_next(person, view)

    outcome = await scene.slack.submit(
        person,
        view,
        {
            field("nudges"): "off",
            field("check_ins"): "weekly",
            field("days"): ["3", "4"],
            field("opens"): "14:00",
            field("closes"): "16:30",
            field("quiet_from"): "20:00",
            field("quiet_to"): "07:00",
            field("quiet_days"): ["1", "7"],
            field("most"): "2",
        },
    )

    assert outcome.view is not None
    assert outcome.errors == {}
    cadence = (await kept(scene, person)).cadence
    assert (cadence.nudges, cadence.check_ins, cadence.days) == (Rhythm.OFF, Rhythm.WEEKLY, frozenset({3, 4}))
    assert (cadence.opens.hour, cadence.closes.minute, cadence.quiet_days) == (14, 30, frozenset({1, 7}))
    assert cadence.most_a_week == 2
    assert wording(person, "Saved. Only you see it.") in said(outcome.view)
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    assert upcoming.day.isoformat() == "2026-03-04"


@pytest.mark.parametrize(
    ("values", "at", "told"),
    [
        ({"opens": "12:00", "closes": "12:00"}, "closes", "This has to be later than the time above."),
        ({"opens": "12:00", "closes": "11:00"}, "closes", "This has to be later than the time above."),
        (
            {"days": ["2"], "quiet_days": ["2"]},
            "days",
            "All of these are quiet days. Choose another one, or change the quiet days.",
        ),
        (
            {"quiet_from": "09:00", "quiet_to": "13:00"},
            "quiet_from",
            "These quiet hours leave nothing of the time between the two above.",
        ),
        ({"pause": "2026-03-02"}, "pause", "Choose a date from tomorrow on."),
        ({"pause": "2020-01-01"}, "pause", "Choose a date from tomorrow on."),
        ({"pause": "2036-01-01"}, "pause", "Choose a date within a year. To get none at all, choose Off above."),
    ],
)
@SPEAKERS
async def test_case_16_what_is_wrong_is_said_at_its_field(
    scene: Scene, person: str, values: Mapping[str, str | list[str]], at: str, told: str
) -> None:
    await grow(scene, person)
    before = await kept(scene, person)

    outcome = await scene.slack.submit(
        person, await window(scene, person), {field(name): value for name, value in values.items()}
    )

    assert outcome.errors == {at: wording(person, told)}
    assert await kept(scene, person) == before


async def test_half_of_the_quiet_hours_is_none(scene: Scene) -> None:
    await grow(scene, EMMA)
    view = await window(scene, EMMA)
    await scene.slack.submit(EMMA, view, {field("quiet_from"): "00:00", field("quiet_to"): "00:00"})
    view = await window(scene, EMMA)

    outcome = await scene.slack.submit(EMMA, view, {field("quiet_to"): "07:00"})

    assert outcome.errors == {
        "quiet_from": "Quiet hours need both a beginning and an end. The same time twice means none."
    }


@pytest.mark.parametrize(("person", "typed", "named"), [(EMMA, "germ", "Germany"), (DIETER, "deutsch", "Deutschland")])
async def test_case_8_public_holidays_of_a_country_are_quiet(scene: Scene, person: str, typed: str, named: str) -> None:
    scene.clock.seconds = datetime(2026, 4, 27, 8, tzinfo=UTC).timestamp()
    await grow(scene, person)
    view = await window(scene, person)
    offered = await scene.slack.suggestions(person, view, "cadence.country", typed)
    assert named in [one["text"]["text"] for one in offered]

    await scene.slack.select(person, view, "cadence.country", "DE", query=typed)
    await scene.slack.submit(person, view, {field("days"): ["5"], field("check_ins"): "weekly"})

    schedule = await kept(scene, person)
    assert schedule.cadence.country == "DE"
    assert schedule.upcoming is not None
    assert schedule.upcoming.day.isoformat() == "2026-05-08"  # the first of May is none
    again = await window(scene, person)
    await scene.slack.select(person, again, "cadence.country", "none", query="")
    await scene.slack.submit(person, again)
    assert (await kept(scene, person)).cadence.country is None


async def test_case_8_a_pause_ends_by_itself(scene: Scene) -> None:
    await grow(scene, EMMA)

    await scene.slack.submit(EMMA, await window(scene, EMMA), {field("pause"): "2026-04-01"})

    schedule = await kept(scene, EMMA)
    assert schedule.upcoming is not None
    assert schedule.upcoming.day.isoformat() == "2026-04-07"
    view = await window(scene, EMMA)
    assert "Paused until Wed, Apr 1." in said(view)
    scene.clock.seconds += timedelta(days=40).total_seconds()
    view = await window(scene, EMMA)
    assert "Paused" not in said(view)
    assert (await scene.slack.submit(EMMA, view)).errors == {}


async def test_a_pause_is_ended_in_the_window_and_the_field_is_empty_then(scene: Scene) -> None:
    await grow(scene, EMMA)
    await scene.slack.submit(EMMA, await window(scene, EMMA), {field("pause"): "2026-04-01"})
    view = await window(scene, EMMA)

    await scene.slack.click(EMMA, view, "cadence.resume")

    assert is_next(EMMA, view)
    assert (await kept(scene, EMMA)).cadence.paused_until is None
    assert (await scene.slack.submit(EMMA, view)).errors == {}
    assert (await kept(scene, EMMA)).cadence.paused_until is None


@pytest.mark.parametrize(
    ("person", "words", "nudges", "paused_until"),
    [
        (EMMA, "nudges weekly", "weekly", None),
        (EMMA, "nudges Every two weeks", "fortnightly", None),
        (EMMA, "nudges monthly", "monthly", None),
        (EMMA, "nudges off", "off", None),
        (EMMA, "nudges pause 2026-12-24", "fortnightly", "2026-12-24"),
        (EMMA, "nudges pause until 2026–12–24", "fortnightly", "2026-12-24"),
        (EMMA, "nudges pause two weeks", "fortnightly", "2026-03-16"),
        (EMMA, "nudges pause a week", "fortnightly", "2026-03-09"),
        (EMMA, "stop", "off", None),
        (DIETER, "impulse wöchentlich", "weekly", None),
        (DIETER, "impulse alle zwei Wochen", "fortnightly", None),
        (DIETER, "impulse aus", "off", None),
        (DIETER, "impulse Pause bis 24.12.2026", "fortnightly", "2026-12-24"),
        (DIETER, "impulse pause zwei wochen", "fortnightly", "2026-03-16"),
        (ROMAN, "подсказки раз в неделю", "weekly", None),
        (ROMAN, "подсказки раз в месяц", "monthly", None),
        (ROMAN, "подсказки выключить", "off", None),
        (ROMAN, "подсказки пауза до 24.12.2026", "fortnightly", "2026-12-24"),
        (ROMAN, "подсказки пауза на две недели", "fortnightly", "2026-03-16"),
        (ROMAN, "стоп", "off", None),
    ],
)
async def test_words_after_the_command_change_it(
    scene: Scene, person: str, words: str, nudges: str, paused_until: str | None
) -> None:
    await grow(scene, person)

    told = (await scene.slack.command(person, words)).message

    cadence = (await kept(scene, person)).cadence
    until = cadence.paused_until.isoformat() if cadence.paused_until else None
    assert (cadence.nudges, cadence.check_ins, until) == (nudges, nudges, paused_until)
    assert told.is_ephemeral
    assert wording(person, OFF if nudges == "off" else "Saved. Only you see it.") in said(told)


@SPEAKERS
async def test_words_that_mean_nothing_change_nothing_and_lead_on(scene: Scene, person: str) -> None:
    await grow(scene, person)
    before = await kept(scene, person)

    told = (await scene.slack.command(person, f"{NUDGES[person]} on full moons")).message

    assert await kept(scene, person) == before
    assert "on full moons" in said(told)
    assert f"• `/skill {NUDGES[person]} " in said(told)
    assert (await scene.slack.click(person, told, "cadence.open")).view is not None


@pytest.mark.parametrize("until", ["2026-03-02", "2025-01-01", "2030-01-01", "9999-12-31"])
async def test_a_pause_that_makes_no_sense_changes_nothing(scene: Scene, until: str) -> None:
    await grow(scene, EMMA)
    before = await kept(scene, EMMA)

    told = (await scene.slack.command(EMMA, f"nudges pause {until}")).message

    assert wording(EMMA, PauseUnusable.told) in said(told)
    assert await kept(scene, EMMA) == before


@pytest.mark.parametrize("until", ["2026-13-01", "2026-02-30", "0000-01-01", "nonsense 2026-12-24"])
async def test_a_date_that_is_none_is_not_understood(scene: Scene, until: str) -> None:
    await grow(scene, EMMA)
    told = (await scene.slack.command(EMMA, f"nudges pause {until}")).message
    assert "so nothing was changed" in said(told)


@pytest.mark.parametrize(
    ("person", "stop", "start"),
    [
        (EMMA, "stop", "start"),
        (EMMA, "STOP!", "continue"),
        (EMMA, "please stop", "Resume."),
        (DIETER, "Stopp", "weiter"),
        (DIETER, "aufhören", "start"),
        (DIETER, "Hör auf!", "fortsetzen"),
        (DIETER, "stop", "weiter"),
        (ROMAN, "стоп", "продолжить"),
        (ROMAN, "Хватит", "Продолжить"),
        (ROMAN, "stop", "начать"),
        (EMMA, "стоп", "weiter"),
    ],
)
async def test_case_8_typing_stop_stops_and_typing_start_goes_on(
    scene: Scene, person: str, stop: str, start: str
) -> None:
    await grow(scene, person)

    told = (await scene.slack.send_message(person, stop)).message

    assert wording(person, STOPPED) in said(told)
    assert await rhythms(scene, person) == (Rhythm.OFF, Rhythm.OFF)
    assert buttons(told)[wording(person, "Undo")] == "cadence.undo"
    told = (await scene.slack.send_message(person, start)).message
    assert is_next(person, told)
    assert await rhythms(scene, person) == (Rhythm.FORTNIGHTLY, Rhythm.FORTNIGHTLY)


async def test_undo_brings_back_what_there_was_and_twice_changes_nothing(scene: Scene) -> None:
    await grow(scene, EMMA)
    await scene.slack.command(EMMA, "nudges monthly")
    await scene.slack.command(EMMA, "nudges pause 2026-05-05")
    before = await kept(scene, EMMA)
    told = (await scene.slack.send_message(EMMA, "stop")).message

    await scene.slack.click(EMMA, told, "cadence.undo")

    assert await kept(scene, EMMA) == before
    assert "Undo" not in buttons(told)


async def test_a_skill_that_begins_with_such_a_word_is_still_found(scene: Scene) -> None:
    await grow(scene, EMMA)
    told = (await scene.slack.command(EMMA, "stop distributed-training")).message
    assert "Distributed Training" in said(told)
    assert await rhythms(scene, EMMA) == (Rhythm.FORTNIGHTLY, Rhythm.FORTNIGHTLY)


@SPEAKERS
async def test_who_had_a_focus_before_is_offered_it_at_home_and_in_the_window_of_focuses(
    scene: Scene, person: str
) -> None:
    await grew_before(scene, person)
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    assert [wording(person, one) for one in ("Ask me", "Change rhythm", "Not now")] == [
        label
        for label in labels(home)
        if label in {wording(person, one) for one in ("Ask me", "Change rhythm", "Not now")}
    ]
    listed = (await scene.slack.command(person, FOCUS[person])).message
    view = (await scene.slack.click(person, listed, "focus.list")).view
    assert view is not None
    assert wording(person, "Ask me") in labels(view)

    await scene.slack.click(person, home, "cadence.resume:offer")

    assert is_next(person, home)
    assert wording(person, "Ask me") not in labels(home)
    assert (await kept(scene, person)).upcoming is not None


async def test_who_says_no_to_the_offer_is_not_offered_it_again(scene: Scene) -> None:
    await grew_before(scene, EMMA)
    home = (await scene.slack.open_home(EMMA)).home
    assert home is not None

    await scene.slack.click(EMMA, home, "cadence.stop")

    assert OFF in said(home)
    assert "Ask me" not in labels(home)
    assert await rhythms(scene, EMMA) == (Rhythm.OFF, Rhythm.OFF)
    told = (await scene.slack.command(EMMA, "focus model-evaluation senior")).message
    assert "Not now" not in labels(told)


@SPEAKERS
async def test_home_says_what_comes_next_and_pauses_and_resumes(scene: Scene, person: str) -> None:
    await grow(scene, person)
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    assert is_next(person, home)

    await scene.slack.click(person, home, "cadence.pause")

    until = {EMMA: "Mon, Mar 16", DIETER: "Mo., 16. März", ROMAN: "пн, 16 мар."}[person]
    assert wording(person, "Paused until %(day)s.", day=until) in said(home)
    assert wording(person, "Pause two weeks") not in labels(home)
    await scene.slack.click(person, home, "cadence.resume")
    assert is_next(person, home)
    assert (await scene.slack.click(person, home, "cadence.open")).view is not None


async def test_home_follows_what_is_said_elsewhere(scene: Scene) -> None:
    await grow(scene, EMMA)
    home = (await scene.slack.open_home(EMMA)).home
    assert home is not None

    await scene.slack.send_message(EMMA, "stop")

    assert OFF in said(home)


async def test_without_an_active_focus_nothing_is_promised(scene: Scene) -> None:
    await grow(scene, EMMA)
    view = (await scene.slack.click(EMMA, (await scene.slack.command(EMMA, "focus")).message, "focus.list")).view
    assert view is not None
    await scene.slack.click(EMMA, view, "focus.more", value="paused distributed-training/llm-engineer/")

    told = (await scene.slack.command(EMMA, "nudges weekly")).message

    assert "Rung writes about your focuses, and none of them is active just now." in said(told)
    assert "Next check-in" not in said(told)


async def test_case_10_who_moves_is_written_to_at_their_wall_time(scene: Scene) -> None:
    await grow(scene, EMMA)
    before = (await kept(scene, EMMA)).upcoming
    home = (await scene.slack.open_home(EMMA)).home
    assert home is not None
    assert before is not None
    assert 15 <= before.at.hour < 17  # ten to twelve in New York

    await scene.slack.change_user(EMMA, tz="Europe/Berlin")

    after = await kept(scene, EMMA)
    assert after.zone == "Europe/Berlin"
    assert after.upcoming is not None
    assert 9 <= after.upcoming.at.hour < 11
    assert "(Europe/Berlin)" in said(home)


async def test_who_isnt_written_to_may_move_as_they_like(scene: Scene) -> None:
    await scene.slack.change_user(EMMA, tz="Europe/Berlin")
    assert scene.rows("person") == []
    assert scene.rows("cadence") == []


async def test_case_9_quiet_hours_and_days_are_rungs_own(scene: Scene) -> None:
    await grow(scene, EMMA)
    view = await window(scene, EMMA)

    await scene.slack.submit(
        EMMA,
        view,
        {
            field("quiet_from"): "10:30",
            field("quiet_to"): "09:00",
            field("days"): ["1", "2"],
            field("quiet_days"): ["2"],
        },
    )

    upcoming = (await kept(scene, EMMA)).upcoming
    assert upcoming is not None
    assert upcoming.day.isoformat() == "2026-03-02"
    assert (upcoming.closes_at - datetime(2026, 3, 2, 15, tzinfo=UTC)) == timedelta(minutes=30)
    assert "10:30" in said(await window(scene, EMMA))


async def test_who_answered_nothing_for_a_while_is_told_that_it_is_slower_and_any_change_ends_that(
    scene: Scene,
) -> None:
    await grow(scene, EMMA)
    schedule = await kept(scene, EMMA)

    async def ignore(session: AsyncSession) -> None:
        cadence = Cadence(schedule.cadence.first_week)
        await save_schedule(
            session, Schedule(schedule.person, "T", cadence, schedule.zone, {}, 3), scene.rung.parts.now()
        )

    await scene.rung.parts.database.write(ignore)
    assert "Rung writes less often for now." in said(await window(scene, EMMA))

    told = (await scene.slack.command(EMMA, "nudges weekly")).message

    assert "less often" not in said(told)
    assert (await kept(scene, EMMA)).unanswered == 0


async def test_guests_are_told_and_nothing_is_stored(scene: Scene) -> None:
    for words in ("nudges", "nudges weekly", "stop", "start"):
        assert wording(GUS, MembersOnly.told) in said((await scene.slack.command(GUS, words)).message)
    assert scene.rows("cadence") == []
    assert scene.rows("person") == []


async def test_who_has_become_a_guest_can_still_stop(scene: Scene) -> None:
    await grow(scene, EMMA)
    await scene.slack.change_user(EMMA, is_restricted=True)

    told = (await scene.slack.send_message(EMMA, "stop")).message

    assert STOPPED in said(told)
    assert await rhythms(scene, EMMA) == (Rhythm.OFF, Rhythm.OFF)


async def test_nobody_changes_anothers(scene: Scene) -> None:
    await live(scene, EMMA)
    before = await kept(scene, EMMA)
    for words in ("nudges monthly", "stop", "start"):
        await scene.slack.command(GEORGE, words)
    assert await kept(scene, EMMA) == before


async def test_erased_with_everything_else(scene: Scene) -> None:
    told = await grow(scene, EMMA)
    view = (await scene.slack.command(EMMA, "forget")).view
    assert view is not None
    await scene.slack.submit(EMMA, view)
    assert scene.rows("cadence") == []

    await scene.slack.click(EMMA, told, buttons(told)["Not now"])

    assert wording(EMMA, STOPPED) in said(told)
    assert await rhythms(scene, EMMA) == (Rhythm.OFF, Rhythm.OFF)


@SPEAKERS
async def test_in_a_direct_message_what_holds_is_told_in_words(scene: Scene, person: str) -> None:
    await grow(scene, person)

    told = (await scene.slack.send_message(person, NUDGES[person])).message

    assert is_next(person, told)
    assert wording(person, "Check-ins: %(rhythm)s", rhythm=wording(person, "Every two weeks")) in said(told)
    assert (await scene.slack.click(person, told, "cadence.open")).view is not None


async def test_before_the_first_focus_the_window_shows_the_default_and_saves_it(scene: Scene) -> None:
    view = await window(scene, EMMA)
    assert "Rung doesn't write to you by itself yet." in said(view)
    assert scene.rows("cadence") == []

    await scene.slack.submit(EMMA, view)

    assert await rhythms(scene, EMMA) == (Rhythm.FORTNIGHTLY, Rhythm.FORTNIGHTLY)
