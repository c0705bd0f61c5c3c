"""Showing one's progress to one person: in every language, of every size, within Slack's limits."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.domain.assessments import LatestRating, Rating
from bot.domain.people import PersonId
from bot.domain.progress import skill_history
from bot.domain.sharing import Share, SideBySide, side_by_side
from bot.domain.skills import Skill
from bot.domain.texts import Text
from bot.i18n.translator import Translator
from bot.views.ids import SideRef
from bot.views.message import message
from bot.views.sharing import (
    ended_notice,
    hidden_message,
    nobody_notice,
    saved_notice,
    share_door,
    share_modal,
    shares_modal,
    told_message,
    withdrawn_message,
)
from bot.views.side_by_side import added_notice, side_modal, view_modal
from tests.conventions.test_summary_views import long_skills
from tests.conventions.test_views import FRAMEWORK, NOW, PERSON, for_each_reader, hold_message, hold_view, speaker

LONG_COMMAND = "/" + "a" * 31
OTHER = "U0000000002"
SKILLS = [dict(FRAMEWORK.skills), long_skills(130)]
RATINGS = tuple(Rating)


def share(*skills: str, person: str = PERSON, is_hidden: bool = False) -> Share:
    return Share(PersonId("T1", person), PersonId("T1", OTHER), skills, is_hidden)


def shared(number: int, skills: dict[str, Skill]) -> list[Share]:
    slugs = list(skills)
    return [share(*slugs[: n % 9 + 1], person=f"U{n:010d}", is_hidden=n % 4 == 3) for n in range(number)]


@for_each_reader
@pytest.mark.parametrize("skills", SKILLS, ids=len)
def test_what_the_other_one_is_told(locale: str, skills: dict[str, Skill]) -> None:
    t, whole = speaker(locale), share(*skills)
    for one in (whole, share("lost-skill"), share(next(iter(skills)))):
        hold_message(told_message(one, skills, t, LONG_COMMAND))
        hold_message(hidden_message(one, t))
        first, *_ = told_message(one, skills, t, LONG_COMMAND)["text"].splitlines()
        assert not any(name.name.source in first for name in skills.values())
    hold_message(withdrawn_message(t))
    for viewer in ("", PERSON):
        hold_message(message(share_door(t, viewer)))


@for_each_reader
@pytest.mark.parametrize("skills", SKILLS, ids=len)
def test_the_windows_that_ask_and_list(locale: str, skills: dict[str, Skill]) -> None:
    t, rated = speaker(locale), list(skills.values())
    hold_view(share_modal(PERSON, rated, list(skills)[-120:], t))
    hold_view(share_modal(PERSON, rated[:1], [], t))
    hold_view(share_modal(PERSON, [], [], t))
    notices = (saved_notice(share(*skills), skills, t), ended_notice(PERSON, t), nobody_notice("*<!channel>*" * 50, t))
    for n in (0, 1, 90):
        for page in range(4):
            for notice in notices:
                hold_view(shares_modal(shared(n, skills), shared(n, skills), skills, t, page, notice))


def test_each_person_stands_on_some_page() -> None:
    skills, t = SKILLS[0], speaker("en-US")
    pages = [str(shares_modal([], shared(90, skills), skills, t, page)) for page in range(5)]
    assert [n for n in range(90) if not any(f"<@U{n:010d}>" in page for page in pages)] == []


def sides() -> Iterator[SideBySide]:
    """Of every skill and role, and of one with long statements in great number."""
    plain = next(iter(FRAMEWORK.skills.values()))
    long = {one: replace(it, text=Text("ж" * 3_500)) for one, it in plain.statements.items()}
    cells = {
        cell: tuple(replace(r, statements=tuple(long[s.id] for s in r.statements)) for r in own)
        for cell, own in plain.cells.items()
    }
    for skill in (*FRAMEWORK.skills.values(), replace(plain, name=Text("n" * 400), statements=long, cells=cells)):
        for role in skill.roles:
            own, views = (
                {one: LatestRating(RATINGS[(n + turn) % 3], "en", "0", "0", NOW) for n, one in enumerate(ids)}
                for turn, ids in enumerate((list(skill.statements), list(skill.statements)[::2]))
            )
            if history := skill_history(skill, role, own, (), None, NOW):
                yield side_by_side(history, own, views)


SIDES = list(sides())


@for_each_reader
def test_both_side_by_side_and_the_view_that_is_added(locale: str) -> None:
    t, skills = speaker(locale), SKILLS[1]
    for side in SIDES:
        whole = share(side.skill.slug, *skills)
        for ref in (SideRef(True, PERSON, side.skill.slug), SideRef(False, PERSON)):
            shown = list(pages(ref, whole, side, {**skills, side.skill.slug: side.skill}, t))
            pairs = [block for view in shown for block in view["blocks"] if "fields" in block]
            assert len(pairs) == sum(len(own) for _, own in side.levels)
        for page in range(3):
            hold_view(view_modal(ref, side, "V" * 12, t, page))
            hold_view(view_modal(ref, side, "V" * 12, t, page, dict.fromkeys(side.skill.statements, Rating.NOT_YET)))
    hold_view(side_modal(SideRef(True, PERSON), share("lost-skill"), None, skills, t, notice=added_notice(0, ref, t)))


def pages(
    ref: SideRef, whole: Share, side: SideBySide, skills: dict[str, Skill], t: Translator
) -> Iterator[dict[str, Any]]:
    for page in count():
        view = side_modal(ref, whole, side, skills, t, page, added_notice(3, ref, t))
        hold_view(view)
        yield view
        if not any(f"{page + 1} {ref}" == one.get("value") for block in view["blocks"]
                   for one in block.get("elements", ()) if isinstance(one, dict)):  # fmt: skip
            return
