"""How two people see the same statements: side by side, or on a phone stacked; and the window for the viewer's view."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from bot.domain.assessments import Rating
from bot.domain.ladder import Level
from bot.domain.questionnaires import is_reworded, seen_texts
from bot.domain.sharing import Pair, Share, SideBySide
from bot.domain.skills import Skill
from bot.domain.texts import TextState
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.assess import level_standing, rating_label
from bot.views.blocks import (
    SECTION_LIMIT,
    Block,
    Element,
    actions,
    button,
    context,
    divider,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    select,
    serialised,
    shorten,
)
from bot.views.ids import Action, Modal, SideRef
from bot.views.memory import remembered
from bot.views.names import MARK, named, title_blocks
from bot.views.paging import page_controls, page_place
from bot.views.progress import standing_name
from bot.views.requirements import notes

PAIRS_A_PAGE = 20
_VIEW = "view "  # what the block of a statement begins with


@dataclass(frozen=True, slots=True)
class ViewState:
    """What the window for one's view has to know: whose it is about, the window below it, and what it shows.

    `languages` are those in which it shows its statements, `seen` the hash of the text of each, by id.
    """

    side: str
    page: int
    window: str
    languages: Sequence[str] = ()
    seen: Mapping[str, str] = field(default_factory=dict)

    def dump(self) -> str:
        return serialised(asdict(self))

    @classmethod
    def load(cls, text: str) -> "ViewState":
        """Raises ValueError for anything that `dump` didn't make."""
        return remembered(cls, text)

    def is_reworded(self, skill: Skill) -> bool:
        return is_reworded(skill, self.seen, self.languages)


def side_title(t: Translator) -> str:
    # Translators: The title of a window with two people's ratings of the same statements, at most 24 characters.
    return t.gettext("Side by side")


def side_modal(
    ref: SideRef,
    share: Share,
    side: SideBySide | None,
    skills: Mapping[str, Skill],
    t: Translator,
    page: int = 0,
    notice: str = "",
) -> dict[str, Any]:
    """One skill as both see it; None where nothing of it can be shown. `notice` was made of mrkdwn."""
    count, page, shown = _page(side, page)
    controls = page_controls(Action.SHARE_LOOK, str(ref), page, count, t)
    if side and not ref.is_own:
        # Translators: A button that opens a window in which one says how one sees another person.
        controls.append(button(t.gettext("Add my view"), Action.SHARE_VIEW, f"{page} {ref}", primary=True))
    nothing = [context(plain(t.gettext("Nothing of this skill can be shown now.")))]
    return modal(
        callback_id=Modal.SIDE,
        title=side_title(t),
        close=t.gettext("Close"),
        blocks=[
            *([section(notice)] if notice else []),
            context(mrkdwn(render("sharing/between", t, person=ref.other))),
            *_other_skills(ref, share, skills, t),
            *(_head(ref, side, t, whole=page == 0) if side else nothing),
            *(block for level, pairs in shown for block in _level(level, pairs, ref, t)),
            *page_place(page, count, t),
            *([actions(*controls)] if controls else []),
            *notes([pair.statement.text for _, pairs in shown for pair in pairs], t),
        ],
    )


def added_notice(n: int, ref: SideRef, t: Translator) -> str:
    return render("sharing/added", t, n=n, person=ref.other)


def view_modal(
    ref: SideRef,
    side: SideBySide,
    window: str,
    t: Translator,
    page: int = 0,
    typed: Mapping[str, Rating] | None = None,
) -> dict[str, Any]:
    """Asks how the viewer sees the statements of one page; `typed` are choices that weren't saved yet.

    `window` is the id of the view below it.
    """
    _, page, shown = _page(side, page)
    pairs = [pair for _, level in shown for pair in level]
    languages = t.locale.content
    state = ViewState(str(ref), page, window, languages, seen_texts((one.statement for one in pairs), languages))
    return modal(
        callback_id=Modal.VIEW,
        # Translators: The title of a window, at most 24 characters.
        title=t.gettext("Add my view"),
        # Translators: The button that saves what was entered, at most 24 characters.
        submit=t.gettext("Save"),
        close=t.gettext("Cancel"),
        blocks=[
            *title_blocks(side.skill.name, t),
            *([section(render("assess/reworded", t))] if typed is not None else []),
            section(render("sharing/view", t, person=ref.other)),
            *(block for one in pairs for block in _question(one, (typed or {}).get(one.statement.id, one.view), t)),
        ],
        state=state.dump(),
    )


def views_in(values: Mapping[str, Mapping[str, Any]]) -> dict[str, Rating]:
    """What was chosen, by statement. Raises ValueError for a rating that there isn't."""
    return {
        block.removeprefix(_VIEW): Rating(chosen["value"])
        for block, fields in values.items()
        if block.startswith(_VIEW) and (chosen := (fields.get(Action.SHARE_RATING) or {}).get("selected_option"))
    }


def _page(side: SideBySide | None, page: int) -> tuple[int, int, list[tuple[Level, list[Pair]]]]:
    """How many pages there are, the one that is shown, and its statements by level."""
    pairs = [(level, pair) for level, own in (side.levels if side else ()) for pair in own]
    count = max(1, -(-len(pairs) // PAIRS_A_PAGE))
    page = min(max(page, 0), count - 1)
    grouped = groupby(pairs[page * PAIRS_A_PAGE :][:PAIRS_A_PAGE], key=lambda one: one[0])
    return count, page, [(level, [pair for _, pair in own]) for level, own in grouped]


def _other_skills(ref: SideRef, share: Share, skills: Mapping[str, Skill], t: Translator) -> list[Block]:
    """A menu of what else is shown, where there is anything."""
    known = [skills[slug] for slug in share.skills if slug in skills]
    if len(known) < 2:
        return []
    options = [option(named(skill.name, t), f"0 {ref.of(skill.slug)}") for skill in known]
    chosen = f"0 {ref.of(ref.skill or known[0].slug)}"
    return [actions(select(Action.SHARE_SKILL, t.gettext("Choose a skill"), options, chosen))]


def _head(ref: SideRef, side: SideBySide, t: Translator, *, whole: bool) -> Iterator[Block]:
    yield from title_blocks(side.skill.name, t)
    if not whole:
        return
    level = standing_name(side.history.stands, side.skill, t)
    yield section(render("sharing/stands", t, is_own=ref.is_own, person=ref.other, level=level))
    if compared := side.compared:
        # Translators: Over two people's ratings. Of %(total)s statements, %(n)s have the same rating by both.
        alike = t.gettext("Rated alike: %(n)s of %(total)s", n=t.number(side.alike), total=t.number(len(compared)))
        yield context(plain(alike))
    standings = [level_standing(one, t) for one in side.history.progress.defined if one.consistent]
    if standings:
        yield context(plain(" · ".join(standings)))


def _level(level: Level, pairs: Sequence[Pair], ref: SideRef, t: Translator) -> Iterator[Block]:
    yield divider()
    yield section(render("sharing/heading", t, title=named(level.name, t)))
    for pair in pairs:
        yield {
            "type": "section",
            "text": plain(_text(pair, t)),
            "fields": [_rated(pair.own, t, ref, of_subject=True), _rated(pair.view, t, ref, of_subject=False)],
        }


def _rated(rating: Rating | None, t: Translator, ref: SideRef, *, of_subject: bool) -> Element:
    """One of two columns: who rates, and how."""
    # Translators: In place of a rating that wasn't given.
    said = rating_label(rating, t) if rating else t.gettext("No view yet")
    return mrkdwn(render("sharing/rated", t, is_own=ref.is_own is of_subject, person=ref.other, rating=said))


def _question(pair: Pair, chosen: Rating | None, t: Translator) -> Iterator[Block]:
    """The statement and its ratings. No input: Slack would write "optional" beside it, which means something else."""
    options = [option(rating_label(rating, t), rating) for rating in Rating]
    element: Element = {"type": "radio_buttons", "action_id": Action.SHARE_RATING, "options": options}
    if chosen is not None:
        element["initial_option"] = options[tuple(Rating).index(chosen)]
    yield {"type": "section", "text": plain(_text(pair, t))}
    yield actions(element, block_id=f"{_VIEW}{pair.statement.id}")


def _text(pair: Pair, t: Translator) -> str:
    shown = pair.statement.text.shown(t.locale.content)
    mark = f"{MARK} " if shown.state is TextState.MISSING else ""
    return shorten(mark + shown.text, SECTION_LIMIT)
