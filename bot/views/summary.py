"""The summary of a team: what its channel is told, and the table and the window that say it skill by skill."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from bot.domain.helping import Helpers
from bot.domain.ladder import Ladder
from bot.domain.summaries import (
    LEAST_BANDED,
    AtTheTop,
    Band,
    MainPoint,
    Move,
    Nearest,
    PractiseTogether,
    Rose,
    SkillStanding,
)
from bot.domain.team_reports import TeamReport
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    modal,
    option,
    overflow,
    plain,
    section,
    sections,
    shorten,
)
from bot.views.helping import offer_title, team_helpers_block, team_helpers_list
from bot.views.ids import Action, Modal
from bot.views.message import message
from bot.views.names import named
from bot.views.paging import more, page_controls, page_place

Item = TypeVar("Item")

SKILL_LIMIT, LEVEL_LIMIT, STATEMENT_LIMIT = 80, 60, 160  # characters of a name or a sentence among others
SKILLS_NAMED = 3
MOVES_TOLD = 2
SKILLS_A_PAGE = 15
ROWS_A_PAGE = 30
COLUMNS = 20  # of a table, as Slack takes it
CELLS_ROOM = 9_000  # characters in all cells of a table
BAND_ROOM = 20
SETTINGS = "settings"  # what the menu of a summary offers, beside pages
NOTHING = "–"  # stands in a cell of which there is nothing to show


NOBODY: Helpers = MappingProxyType({})


def summary_message(
    report: TeamReport, t: Translator, join: Element | None = None, notice: str = "", *, helpers: Helpers = NOBODY
) -> dict[str, Any]:
    """What a channel is told; the same for one person who asks.

    `join` is the button that counts somebody in, for who isn't counted or whoever reads it; `notice` stands below.
    `helpers` are people of the channel, who chose to be named.
    """
    if report.snapshot.skills:
        told = section("\n".join(_lines(report, t)))
        controls = [
            # Translators: The button under a team's summary that shows what its picture shows, as a table.
            button(t.gettext("Show as table"), Action.SUMMARY_TABLE, report.channel),
            *([join] if join else []),
            overflow(Action.SUMMARY_MORE, _more_entries(report, t)),
        ]
    else:
        is_small = report.snapshot.counted < LEAST_BANDED
        told = section(render("summary/nothing", t, is_small=is_small, least=LEAST_BANDED))
        controls = [join] if join else []
    return message(
        [
            section(_first(report, t)),
            told,
            *([team_helpers_block(helpers, report.skills, t)] if helpers else []),
            *([actions(*controls)] if controls else []),
            context(plain(_counted(report, t))),
            *([context(plain(notice))] if notice else []),
        ]
    )


def _more_entries(report: TeamReport, t: Translator) -> list[Element]:
    return [
        # Translators: An entry of a menu: where a team stands, skill by skill.
        option(t.gettext("See all skills"), f"0 {report.channel}"),
        # Translators: An entry of a menu: when a team is told how it grows, and of what.
        option(t.gettext("See the settings"), f"{SETTINGS} {report.channel}"),
    ]


def last_summary_notice(t: Translator, *, pictured: bool) -> str:
    """Under the last summary, for one person who asked for it."""
    if pictured:
        return t.gettext("Only you see this message. The picture is on its way to your direct messages with Rung.")
    return t.gettext("Only you see this message.")


def summary_table(report: TeamReport, t: Translator, page: int = 0) -> dict[str, Any]:
    """What the picture shows, as a table for one person; a page has skills of one ladder."""
    parts = [
        (ladder, standings[start : start + size])
        for ladder, standings in report.by_ladder()
        for size in [max(1, min(ROWS_A_PAGE, CELLS_ROOM // (SKILL_LIMIT + BAND_ROOM * len(ladder.levels))))]
        for start in range(0, len(standings), size)
    ]
    count = max(1, len(parts))
    page = min(max(page, 0), count - 1)
    controls = page_controls(Action.SUMMARY_TABLE, report.channel, page, count, t)
    table = [_table(*parts[page], report, t)] if parts else [section(_first(report, t))]
    return message(
        [
            context(plain(f"{summary_title(t)} · {counted_on(report, t)}")),
            *table,
            context(plain(reading_note(t))),
            *page_place(page, count, t),
            *([actions(*controls)] if controls else []),
        ]
    )


def summary_modal(report: TeamReport, t: Translator, page: int = 0, *, helpers: Helpers = NOBODY) -> dict[str, Any]:
    """Everything that may be shown, in words: what moved, what most work on and who helps, then skill by skill."""
    count, page, shown = _page(report.snapshot.skills, page)
    controls = page_controls(Action.SUMMARY_MORE, report.channel, page, count, t)
    blocks = [
        context(plain(f"{counted_on(report, t)}. {reading_note(t)}")),
        *(_changes(report, t) if page == 0 else []),
        *(_helping(helpers, report, t) if page == 0 and helpers else []),
        *(_in_words(one, report, t) for one in shown),
        *([] if shown else [section(_first(report, t))]),
        *page_place(page, count, t),
        *([actions(*controls)] if controls else []),
    ]
    return modal(callback_id=Modal.SUMMARY, title=summary_title(t), close=t.gettext("Close"), blocks=blocks)


def summary_title(t: Translator) -> str:
    # Translators: The title of a picture, of a table and of a window, at most 24 characters.
    return t.gettext("Where the team stands")


def counted_on(report: TeamReport, t: Translator) -> str:
    # Translators: Beside what is told of a team. %(n)s is how many people are counted in it, %(day)s a date.
    return t.ngettext(
        "%(day)s · %(n)s\xa0counted", "%(day)s · %(n)s\xa0counted", report.snapshot.counted, day=_day(report, t)
    )


def reading_note(t: Translator) -> str:
    """How to read a band."""
    # Translators: Beside a table of levels that says of each how many people are there: few, about half, or most.
    return t.gettext("Each level stands for itself and those above it. “Few” may be nobody.")


def band_name(band: Band, t: Translator) -> str:
    match band:
        case Band.FEW:
            # Translators: How many of a team are at a level or above it, or nobody. Lower case, at most 20 characters.
            return t.pgettext("of a team", "few")
        case Band.HALF:
            # Translators: How many of a team are at a level or above it. Lower case, at most 20 characters.
            return t.pgettext("of a team", "about half")
        case Band.MOST:
            # Translators: How many of a team are at a level or above it. Lower case, at most 20 characters.
            return t.pgettext("of a team", "most")


def levels_by_band(standing: SkillStanding, ladder: Ladder, t: Translator) -> Iterator[str]:
    """`Most: Junior, Middle`: each band that a skill has, with its levels."""
    for band in reversed(Band):
        found = [level for level, own in standing.bands.items() if own is band]
        if not found:
            continue
        levels = ", ".join(shorten(named(ladder.level(level).name, t), LEVEL_LIMIT) for level in found)
        match band:
            case Band.MOST:
                # Translators: Levels of a skill that most of a team have reached; %(levels)s is a list of their names.
                yield t.gettext("Most: %(levels)s", levels=levels)
            case Band.HALF:
                # Translators: Levels of a skill that about half of a team have reached; %(levels)s is a list of names.
                yield t.gettext("About half: %(levels)s", levels=levels)
            case Band.FEW:
                # Translators: Levels of a skill that few of a team have reached; %(levels)s is a list of their names.
                yield t.gettext("Few: %(levels)s", levels=levels)


def _first(report: TeamReport, t: Translator) -> str:
    """The sentence that says what matters."""
    point = report.main_point
    if report.is_repeated and report.snapshot.skills:
        return render("summary/point", t, kind="repeated", day=_day(report, t))
    return render("summary/point", t, **_said(point, report, t))


def _said(point: MainPoint, report: TeamReport, t: Translator) -> dict[str, str]:
    match point:
        case Rose(move):
            return {"kind": "rose", "band": move.after, **_place(move.skill, move.level, report, t)}
        case Nearest(skill, level, band):
            return {"kind": "nearest", "band": band, **_place(skill, level, report, t)}
        case AtTheTop():
            return {"kind": "top"}
        case _:
            return {"kind": "nothing"}


def _lines(report: TeamReport, t: Translator) -> Iterator[str]:
    """At most three."""
    yield _stands(report, t)
    point = report.main_point
    if report.moved is not None:
        others = [move for move in report.moved if not isinstance(point, Rose) or move != point.move]
        if others or not report.moved:
            yield _moved(others, report, t)
    match report.suggestion:
        case PractiseTogether(one):
            text = shorten(named(report.statement(one.skill, one.statement).text, t), STATEMENT_LIMIT)
            yield render("summary/next", t, statement=text, skill=_skill(one.skill, report, t))
        case None:
            return
        case grow:
            yield render("summary/next", t, statement=None, **_place(grow.skill, grow.level, report, t))


def _stands(report: TeamReport, t: Translator) -> str:
    best = report.strongest
    if best is None:
        return render("summary/stands", t, level=None)
    # Translators: The name of a skill in a list.
    skills = [t.gettext("“%(skill)s”", skill=_skill(skill.slug, report, t)) for skill in best.skills]
    rest = len(skills) - SKILLS_NAMED
    if rest > 0:
        # Translators: The last item of a list of skills, after "most are at Senior or above in …". %(n)s counts others.
        other = t.ngettext("%(n)s\xa0more skill", "%(n)s\xa0more skills", rest)
        skills = [*skills[:SKILLS_NAMED], other]
    level = shorten(named(best.level.name, t), LEVEL_LIMIT)
    return render("summary/stands", t, level=level, skills=t.listed(skills))


def _moved(moves: Sequence[Move], report: TeamReport, t: Translator) -> str:
    told = [_move(move, report, t) for move in moves[:MOVES_TOLD]]
    rest = len(moves) - len(told)
    return render("summary/moved", t, moves=[*told, *([more(rest, t)] if rest else [])])


def _move(move: Move, report: TeamReport, t: Translator) -> str:
    bands = {"before": band_name(move.before, t), "after": band_name(move.after, t)}
    # Translators: What changed in a team: a level, a skill, and how many have reached it, e.g. few → most.
    return t.gettext(
        "%(level)s in “%(skill)s”: %(before)s → %(after)s", **bands, **_place(move.skill, move.level, report, t)
    )


def _place(skill: str, level: str, report: TeamReport, t: Translator) -> dict[str, str]:
    name = shorten(named(report.level(skill, level).name, t), LEVEL_LIMIT)
    return {"level": name, "skill": _skill(skill, report, t)}


def _skill(slug: str, report: TeamReport, t: Translator) -> str:
    return shorten(named(report.skills[slug].name, t), SKILL_LIMIT)


def _day(report: TeamReport, t: Translator) -> str:
    return t.date(report.day)


def _counted(report: TeamReport, t: Translator) -> str:
    # Translators: Under a team's summary. %(n)s is how many people are counted, %(day)s a date.
    return t.ngettext(
        "%(n)s\xa0counted, as of %(day)s. Nobody's own ratings are shown.",
        "%(n)s\xa0counted, as of %(day)s. Nobody's own ratings are shown.",
        report.snapshot.counted,
        day=_day(report, t),
    )


def _table(ladder: Ladder, standings: Sequence[SkillStanding], report: TeamReport, t: Translator) -> Block:
    levels = ladder.levels[: COLUMNS - 1]
    # Translators: The title of a table's first column; names of skills stand in it.
    head = [t.gettext("Skill"), *(shorten(named(level.name, t), LEVEL_LIMIT) for level in levels)]
    rows = [head]
    for one in standings:
        bands = (one.bands.get(level.id) for level in levels)
        rows.append([_skill(one.skill, report, t), *(band_name(band, t) if band else NOTHING for band in bands)])
    cells = [[{"type": "raw_text", "text": cell} for cell in row] for row in rows]
    return {"type": "table", "column_settings": [{"is_wrapped": True}], "rows": cells}


def _in_words(standing: SkillStanding, report: TeamReport, t: Translator) -> Block:
    skill = report.skills[standing.skill]
    lines = list(levels_by_band(standing, skill.ladder, t))
    return section(render("summary/skill", t, name=_skill(skill.slug, report, t), lines=lines))


def _changes(report: TeamReport, t: Translator) -> list[Block]:
    blocks = []
    if report.moved:
        # Translators: Over a list of what changed in a team since the summary before.
        title = t.gettext("What moved")
        blocks += sections(
            render("summary/list", t, title=title, items=[_move(move, report, t) for move in report.moved])
        )
    if report.snapshot.worked_on:
        # Translators: Over a list of statements from the content.
        title = t.gettext("What most who have a focus are working on")
        items = [
            f"{_skill(one.skill, report, t)}: "
            + shorten(named(report.statement(one.skill, one.statement).text, t), 2 * STATEMENT_LIMIT)
            for one in report.snapshot.worked_on
        ]
        blocks += sections(render("summary/list", t, title=title, items=items))
    return blocks


def _helping(helpers: Helpers, report: TeamReport, t: Translator) -> list[Block]:
    offers = team_helpers_list(helpers, report.skills, t)
    return sections(render("helping/all", t, title=offer_title(t), offers=offers))


def _page(items: tuple[Item, ...], page: int) -> tuple[int, int, tuple[Item, ...]]:
    """How many pages there are, the one that is shown, and what stands on it."""
    count = max(1, -(-len(items) // SKILLS_A_PAGE))
    page = min(max(page, 0), count - 1)
    return count, page, items[page * SKILLS_A_PAGE :][:SKILLS_A_PAGE]
