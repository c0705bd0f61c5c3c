"""Progress in words: of all skills that a person rated, or of one."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from bot.domain.answers import Card
from bot.domain.evidence import Evidence
from bot.domain.history import Move
from bot.domain.home import FocusStanding
from bot.domain.progress import ProgressReport, SkillHistory, local_day
from bot.domain.skills import Skill
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.assess import level_standing, rating_label
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    header,
    modal,
    plain,
    rich_list,
    rich_text,
    section,
    sections,
    shorten,
)
from bot.views.controls import rate_button, ref_of
from bot.views.evidence import evidence_button
from bot.views.focus import lost_blocks
from bot.views.ids import Action, Modal
from bot.views.lists import choice_blocks, search_field
from bot.views.names import named, title_blocks
from bot.views.one_on_one import one_on_one_button
from bot.views.paging import more, page_controls

Item = TypeVar("Item")

SKILLS_A_PAGE = 10
MOVES_A_PAGE = 12
EVIDENCE_SHOWN = 5
BUTTONS = 3
EVERYTHING = "*"  # what a page of the progress in all skills is of


def progress_blocks(report: ProgressReport, t: Translator, timezone: str | None, page: int = 0) -> list[Block]:
    """All skills that were rated, the last one first, a page of them; `report` has at least one."""
    words, controls = _all_skills(report, t, timezone, page)
    adrift, buttons = _below(report.lost, controls, [one_on_one_button(t)], t)
    return [header(progress_title(t)), *words, *adrift, actions(*buttons)]


def progress_modal(
    report: ProgressReport, t: Translator, timezone: str | None, page: int = 0, *, pictured: bool = False
) -> dict[str, Any]:
    """The same in a window, which nothing follows by itself; `pictured`: the picture was asked for."""
    if report.skills:
        words, controls = _all_skills(report, t, timezone, page)
        picture = button(t.gettext("Send me the picture"), Action.PROGRESS_PICTURE, EVERYTHING)
        words += [actions(*controls)] if controls else []
        words.append(actions(*([] if pictured else [picture]), one_on_one_button(t)))
        words += [picture_note(t)] if pictured else []
    else:
        words = [section(render("progress/nothing", t, skill=None))]
    words += lost_blocks(report.lost, t, BUTTONS)
    return modal(callback_id=Modal.PROGRESS, title=progress_title(t), close=t.gettext("Close"), blocks=words)


def progress_button(t: Translator) -> Element:
    return button(t.gettext("See progress"), Action.PROGRESS_OPEN, EVERYTHING)


def _all_skills(
    report: ProgressReport, t: Translator, timezone: str | None, page: int
) -> tuple[list[Block], list[Element]]:
    """A page of the skills in words, and the ways to the other pages."""
    count, page, shown = _page(report.skills, SKILLS_A_PAGE, page)
    lines = "\n\n".join(_in_words(one, t, whole=False) for one in shown)
    words = [context(plain(period(report, t, timezone))), *sections(lines), *_foot(t)]
    return words, page_controls(Action.PROGRESS_PAGE, EVERYTHING, page, count, t)


def skill_progress_blocks(
    report: ProgressReport, card: Card, t: Translator, timezone: str | None, page: int = 0
) -> list[Block]:
    """One skill: how far each level is, and a page of what moved; `report` is of this skill alone."""
    (one,) = report.skills
    count, page, moved = _page(one.moves, MOVES_A_PAGE, page)
    controls = page_controls(Action.PROGRESS_PAGE, str(ref_of(card)), page, count, t)
    evidence = [evidence_button(t)] if report.evidence else []
    others = [*evidence, rate_button(card, t), one_on_one_button(t)]
    adrift, buttons = _below(report.lost, controls, others, t)
    return [
        *title_blocks(one.skill.name, t),
        context(plain(f"{named(card.role.name, t)} · {period(report, t, timezone)}")),
        section(_in_words(one, t, whole=True)),
        *(context(plain(level_standing(level, t))) for level in one.progress.defined if level.consistent),
        divider(),
        section(render("progress/moves", t, any=bool(moved))),
        *([rich_list(_moves(one.skill, moved, t, timezone))] if moved else []),
        *_evidence(report.evidence, t, timezone),
        *adrift,
        *_foot(t),
        actions(*buttons),
    ]


def nothing_rated_blocks(
    card: Card | None, examples: Sequence[Skill], t: Translator, lost: Sequence[FocusStanding] = ()
) -> list[Block]:
    """What to do first, and what became of the focuses of which the content has lost something."""
    if card is not None:
        text = render("progress/nothing", t, skill=named(card.skill.name, t))
        adrift, buttons = _below(lost, [rate_button(card, t)], [], t)
        return [*title_blocks(card.skill.name, t), section(text), *adrift, actions(*buttons)]
    text = render("progress/nothing", t, skill=None)
    adrift = lost_blocks(lost, t, BUTTONS)
    shown = () if adrift else examples
    return [header(progress_title(t)), *adrift, *choice_blocks(text, shown, t), actions(search_field(t))]


def guest_blocks(t: Translator) -> list[Block]:
    return [section(render("progress/guest", t))]


def period(report: ProgressReport, t: Translator, timezone: str | None) -> str:
    since, until = days(report, t, timezone)
    # Translators: Beside somebody's progress. %(since)s and %(until)s are dates.
    return t.gettext("From %(since)s to %(until)s. Only you see this.", since=since, until=until)


def days(report: ProgressReport, t: Translator, timezone: str | None) -> tuple[str, str]:
    """The first and the last day of the period, as the reader writes dates."""
    return t.date(local_day(report.since, timezone)), t.date(local_day(report.until, timezone))


def standing_name(standing: int, skill: Skill, t: Translator) -> str:
    levels = skill.ladder.levels
    if standing:
        return named(levels[standing - 1].name, t)
    # Translators: Where somebody stands who hasn't reached the first level. %(level)s is its name, e.g. Junior.
    return t.gettext("Not yet %(level)s", level=named(levels[0].name, t))


def next_standing(one: SkillHistory, t: Translator) -> str:
    """How far the next level is; empty at the top."""
    return level_standing(one.next, t) if one.next else ""


def progress_title(t: Translator) -> str:
    # Translators: The title of an answer, of a picture, and of a window: at most 24 characters.
    return t.gettext("Your progress")


def _in_words(one: SkillHistory, t: Translator, *, whole: bool) -> str:
    moved_from = None if one.stood == one.stands else one.stood
    return render(
        "progress/skill",
        t,
        name=None if whole else shorten(named(one.skill.name, t), 150),
        before=None if moved_from is None else standing_name(moved_from, one.skill, t),
        now=standing_name(one.stands, one.skill, t),
        note=next_standing(one, t),
        moved=0 if whole else len(one.moves),
    )


def _moves(skill: Skill, moves: Sequence[Move], t: Translator, timezone: str | None) -> Iterator[list[Element]]:
    """`5/16/2026 · Not yet → Consistent: Designs the strategy …`"""
    for move in moves:
        before = f"{rating_label(move.before, t)} → " if move.before else ""
        text = shorten(named(skill.statements[move.statement].text, t), 160)
        yield [
            rich_text(f"{t.date(local_day(move.at, timezone))} · {before}"),
            rich_text(rating_label(move.after, t), bold=True),
            rich_text(f": {text}"),
        ]


def _evidence(evidence: Sequence[Evidence], t: Translator, timezone: str | None) -> list[Block]:
    if not evidence:
        return []
    shown = [
        {
            "link": one.link,
            "day": t.date(local_day(one.created_at, timezone)),
            "words": shorten(one.words, 160),
        }
        for one in evidence[:EVIDENCE_SHOWN]
    ]
    hidden = len(evidence) - len(shown)
    return sections(render("progress/evidence", t, evidence=shown, rest=more(hidden, t) if hidden else ""))


def _below(
    lost: Sequence[FocusStanding], first: Sequence[Element], others: Sequence[Element], t: Translator
) -> tuple[list[Block], list[Element]]:
    """The focuses that lost something, and the buttons at the end: in all as many as a message has room for."""
    adrift = lost_blocks(lost, t, BUTTONS - len(first))
    taken = sum(one["type"] == "button" for block in adrift for one in block.get("elements", ()))
    return adrift, [*first, *others][: BUTTONS - taken]


def _foot(t: Translator) -> list[Block]:
    return [
        context(
            plain(
                # Translators: How Rung knows where somebody stands, told below their progress.
                t.gettext("You stand at the level that you set yourself. Where you set none, your ratings tell.")
            )
        )
    ]


def picture_note(t: Translator) -> Block:
    # Translators: Below somebody's progress in words.
    return context(plain(t.gettext("The picture is on its way to your direct messages with Rung.")))


def _page(items: tuple[Item, ...], size: int, page: int) -> tuple[int, int, tuple[Item, ...]]:
    """How many pages there are, the one that is shown, and what stands on it."""
    count = max(1, -(-len(items) // size))
    page = min(max(page, 0), count - 1)
    return count, page, items[page * size : (page + 1) * size]
