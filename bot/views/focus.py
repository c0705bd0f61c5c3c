"""Focuses: what is said when one was started, the list of all, and the controls of each."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from bot.domain.answers import Card, Verb
from bot.domain.deliveries import Schedule
from bot.domain.focus import Focus, FocusState, Lost, Part
from bot.domain.home import FocusStanding, Way
from bot.domain.ladder import Level
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.answers import typed
from bot.views.assess import level_standing
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    header,
    modal,
    option,
    overflow,
    plain,
    rich_list,
    section,
    select,
    shorten,
)
from bot.views.cadence import begun_blocks, begun_buttons
from bot.views.controls import levels_button, rate_button, ref_of
from bot.views.ids import Action, CardRef, Modal, nth
from bot.views.lists import search_field
from bot.views.names import named, title_blocks
from bot.views.paging import more, page_controls, pages
from bot.views.requirements import notes, statement_elements

OPEN_SHOWN = 5
STATEMENT_LIMIT = 600
LISTED = 12
BLOCKS_A_PAGE = 60
ALL = "focuses"  # what a button that opens the window of all focuses carries, after the page


def started_blocks(standing: FocusStanding, t: Translator) -> list[Block]:
    """What was stored, who sees it, and what is open until the target."""
    way = standing.way
    if way is None:
        return [section(_line(standing, t))]
    card = way.card
    last = achieve_button(standing.focus, t) if standing.is_covered else list_button(t)
    return [*_started(standing, way, t), actions(rate_button(card, t), levels_button(card, t), last)]


def first_blocks(standing: FocusStanding, schedule: Schedule, today: date, t: Translator) -> list[Block]:
    """The same of a person's first focus, and what Rung writes to them by itself from now on."""
    way, rhythm = standing.way, begun_blocks(schedule, today, t)
    if way is None:
        return [section(_line(standing, t)), *rhythm, actions(*begun_buttons(t))]
    started = _started(standing, way, t, has_levels=False)
    return [*started, *rhythm, actions(rate_button(way.card, t), *begun_buttons(t))]


def focus_list_blocks(standings: Sequence[FocusStanding], t: Translator, command: str) -> list[Block]:
    """All focuses in words, the open ones first, and the window in which they are changed."""
    if not standings:
        return [section(render("focus/none", t, command=typed(command, Verb.FOCUS, t, "distributed-training")))]
    shown, rest = standings[:LISTED], len(standings[LISTED:])
    more = [context(plain(more_focuses(rest, t)))] if rest else []
    return [
        header(t.gettext("Your focuses")),
        *(section(_line(one, t)) for one in shown),
        *more,
        actions(*_ways_on([one for one in shown if _is_adrift(one)], t), list_button(t)),
    ]


def lost_blocks(lost: Sequence[FocusStanding], t: Translator, room: int) -> list[Block]:
    """The open focuses of which the content has lost something, where the others aren't told; `room` is for buttons."""
    if not lost:
        return []
    rest = len(lost[LISTED:])
    more = [context(plain(more_focuses(rest, t)))] if rest else []
    ways = _ways_on(lost, t)
    fit = 0 < sum(one["type"] == "button" for one in ways) <= room
    controls = ways if fit else [list_button(t)]
    return [*(section(_line(one, t)) for one in lost[:LISTED]), *more, actions(*controls)]


def focus_modal(
    standings: Sequence[FocusStanding],
    t: Translator,
    command: str,
    page: int = 0,
    notice: str = "",
    rhythm: Sequence[Block] = (),
) -> dict[str, Any]:
    """Every focus with its controls. `notice` says what was just done, `rhythm` when Rung writes about them."""
    packed = pages(([divider(), *focus_rows(one, t)] for one in standings), BLOCKS_A_PAGE)
    page = min(max(page, 0), len(packed) - 1)
    said = [context(plain(notice))] if notice else []
    controls = page_controls(Action.FOCUS_LIST, ALL, page, len(packed), t)
    rows = packed[page] or focus_list_blocks((), t, command)
    return modal(
        callback_id=Modal.FOCUSES,
        title=focus_title(t),
        close=t.gettext("Close"),
        blocks=[
            context(plain(t.gettext("Only you see your focuses."))),
            *said,
            *rows,
            *([actions(*controls)] if controls else []),
            *([divider(), *rhythm] if rhythm else []),
        ],
        state=str(page),
    )


def focus_title(t: Translator) -> str:
    # Translators: The title of a window, at most 24 characters.
    return t.gettext("Your focuses")


def focus_rows(standing: FocusStanding, t: Translator) -> list[Block]:
    """One focus with all that can be done with it."""
    focus, way = standing.focus, standing.way
    rows = [section(_line(standing, t))]
    if _is_adrift(standing):
        return [*rows, actions(*_ways_on([standing], t))]
    if standing.is_covered and way is not None:
        rows += _covered(way, t)
    if not focus.is_open or way is None:
        return rows
    menu = overflow(Action.FOCUS_MORE, list(_moves(focus, t)))
    achieve = [achieve_button(focus, t)] if standing.is_covered else []
    rate = button(t.gettext("Rate yourself"), Action.ASSESS_OPEN, str(ref_of(way.card)))
    return [*rows, actions(*achieve, rate, _targets(ref_of(way.card), way.card.skill.ladder.levels, t), menu)]


def short_row(standing: FocusStanding, t: Translator) -> list[Block]:
    """One focus on the home tab: in words, and what can become of it."""
    if _is_adrift(standing):
        return focus_rows(standing, t)
    rows = [section(_line(standing, t), overflow(Action.FOCUS_MORE, list(_moves(standing.focus, t))))]
    if standing.is_covered and standing.way is not None:
        rows += [*_covered(standing.way, t), actions(achieve_button(standing.focus, t))]
    return rows


def list_button(t: Translator) -> Element:
    return button(_change_focuses(t), Action.FOCUS_LIST, f"0 {ALL}")


def achieve_button(focus: Focus, t: Translator) -> Element:
    return button(
        _move_name(FocusState.ACHIEVED, focus, t), nth(Action.FOCUS_MORE, "achieve"), _value(FocusState.ACHIEVED, focus)
    )


def more_focuses(n: int, t: Translator) -> str:
    # Translators: Under a list that was too long to show. %(button)s is the button that shows all of it.
    return t.ngettext(
        "and %(n)s\xa0more focus under “%(button)s”",
        "and %(n)s\xa0more focuses under “%(button)s”",
        n,
        button=_change_focuses(t),
    )


def _change_focuses(t: Translator) -> str:
    # Translators: The button that opens the window in which focuses are changed.
    return t.gettext("Change focuses")


def changed_notice(focus: Focus, t: Translator) -> str:
    """What has become of a focus that was just changed."""
    match focus.state:
        case FocusState.ACTIVE:
            return t.gettext("Saved: your focus is active. Only you see it.")
        case FocusState.PAUSED:
            return t.gettext("Saved: your focus is paused. Only you see it.")
        case FocusState.ACHIEVED:
            return t.gettext("Saved: you've achieved your focus. Only you see it.")
        case FocusState.DROPPED:
            return t.gettext("Saved: the focus is dropped, what you rated stays. Only you see it.")


def aimed_notice(card: Card, t: Translator) -> str:
    """The target of a focus was changed to the level of the card."""
    # Translators: %(level)s is the name of the new target level of a focus.
    return t.gettext("Saved: your focus leads to %(level)s now. Only you see it.", level=named(card.level.name, t))


def state_of_value(value: str) -> tuple[FocusState, CardRef]:
    """What a choice in the menu of a focus carries. Raises ValueError for anything else."""
    state, _, ref = value.partition(" ")
    return FocusState(state), CardRef.parse(ref)


def _value(state: FocusState, focus: Focus) -> str:
    return f"{state} {CardRef(focus.skill, focus.role)}"


def _moves(focus: Focus, t: Translator) -> Iterator[Element]:
    yield _move(FocusState.PAUSED if focus.is_active else FocusState.ACTIVE, focus, t)
    yield _move(FocusState.ACHIEVED, focus, t)
    yield _move(FocusState.DROPPED, focus, t)


def _move(state: FocusState, focus: Focus, t: Translator) -> Element:
    return option(_move_name(state, focus, t), _value(state, focus))


def _move_name(state: FocusState, focus: Focus, t: Translator) -> str:
    match state:
        case FocusState.ACTIVE:
            return t.gettext("Resume")
        case FocusState.PAUSED:
            return t.gettext("Pause")
        case FocusState.ACHIEVED:
            return t.gettext("Mark as achieved")
        case FocusState.DROPPED:
            return t.gettext("Drop")


def _targets(ref: CardRef, levels: Sequence[Level], t: Translator) -> Element:
    """A menu that changes the target level."""
    options = [option(named(level.name, t), str(ref._replace(level=level.id))) for level in levels]
    # Translators: The placeholder of a menu with the names of levels.
    return select(Action.FOCUS_TARGET, t.gettext("Choose a target level"), options, str(ref) if ref.level else None)


def _is_adrift(standing: FocusStanding) -> bool:
    """Whether it waits for another target, or for the content to come back."""
    return standing.focus.is_open and standing.lost is not None


def _ways_on(adrift: Sequence[FocusStanding], t: Translator) -> list[Element]:
    """The controls of the one that is adrift; of several each has its own in the window of all focuses."""
    if len(adrift) != 1 or (lost := adrift[0].lost) is None:
        return []
    focus = adrift[0].focus
    drop = button(
        _move_name(FocusState.DROPPED, focus, t), nth(Action.FOCUS_MORE, "drop"), _value(FocusState.DROPPED, focus)
    )
    return [_another(focus, lost, t), drop]


def _another(focus: Focus, lost: Lost, t: Translator) -> Element:
    """What leads to something else to grow towards: as near to the focus as the content has it."""
    match lost.part:
        case Part.LEVEL:
            return _targets(CardRef(focus.skill, focus.role), lost.targets, t)
        case Part.ROLE:
            return button(t.gettext("Choose a role"), nth(Action.SKILL_OPEN, "role"), str(CardRef(focus.skill)))
        case Part.SKILL:
            return search_field(t)


def _line(standing: FocusStanding, t: Translator) -> str:
    """The skill, and below it the target in numbers and how the focus is."""
    focus, way = standing.focus, standing.way
    if standing.lost is not None:
        return _lost_line(focus, standing.lost, t)
    assert way is not None
    facts = [level_standing(way.aim, t), _state_name(focus.state, t)]
    skill, role = shorten(named(way.card.skill.name, t), 150), named(way.card.role.name, t)
    return render("focus/line", t, skill=skill, role=role, facts=" · ".join(facts))


def _lost_line(focus: Focus, lost: Lost, t: Translator) -> str:
    """By the names that the content still has, else by its ids."""
    skill = shorten(named(lost.skill.name, t), 150) if lost.skill else focus.skill
    role = named(lost.role.name, t) if lost.role else focus.role
    level = named(lost.level.name, t) if lost.level else focus.target
    state = _state_name(focus.state, t)
    if focus.is_open:
        paused = "" if focus.is_active else state
        return render("focus/lost", t, skill=skill, role=role, level=level, paused=paused, part=lost.part.value)
    facts = [t.gettext("not in the framework any more"), state]
    return render("focus/line", t, skill=skill, role=role, facts=" · ".join(facts))


def _state_name(state: FocusState, t: Translator) -> str:
    match state:
        case FocusState.ACTIVE:
            # Translators: What has become of a focus, after other facts.
            return t.pgettext("focus", "active")
        case FocusState.PAUSED:
            # Translators: What has become of a focus, after other facts.
            return t.pgettext("focus", "paused")
        case FocusState.ACHIEVED:
            # Translators: What has become of a focus, after other facts.
            return t.pgettext("focus", "achieved")
        case FocusState.DROPPED:
            # Translators: What has become of a focus, after other facts.
            return t.pgettext("focus", "dropped")


def _covered(way: Way, t: Translator) -> list[Block]:
    return [section(render("focus/covered", t, level=named(way.card.level.name, t)))]


def _open(way: Way, t: Translator, *, has_levels: bool) -> Iterator[Block]:
    """The first of what is open, mandatory statements before the others."""
    shown, rest = way.path.open[:OPEN_SHOWN], len(way.path.open[OPEN_SHOWN:])
    if not shown:
        return
    # Translators: A heading over statements. %(level)s is the target level of a focus.
    title = t.gettext("Still open until %(level)s", level=named(way.card.level.name, t))
    yield section(render("home/heading", t, title=title))
    yield rich_list(statement_elements(statement, t, limit=STATEMENT_LIMIT) for statement in shown)
    if rest:
        yield context(plain(_more_statements(rest, t) if has_levels else more(rest, t)))
    yield from notes((statement.text for statement in shown), t)


def _started(standing: FocusStanding, way: Way, t: Translator, *, has_levels: bool = True) -> list[Block]:
    """`has_levels`: whether a button below leads to all levels."""
    card = way.card
    names = {"skill": named(card.skill.name, t), "role": named(card.role.name, t), "level": named(card.level.name, t)}
    return [
        *title_blocks(card.skill.name, t),
        section(render("focus/started", t, **names)),
        *(_covered(way, t) if standing.is_covered else _open(way, t, has_levels=has_levels)),
    ]


def _more_statements(n: int, t: Translator) -> str:
    return t.ngettext(
        "and %(n)s\xa0more statement under “%(button)s”",
        "and %(n)s\xa0more statements under “%(button)s”",
        n,
        button=t.gettext("All levels"),
    )
