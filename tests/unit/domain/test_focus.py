"""How a focus begins, rests, goes on and ends, and how many there may be."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.focus import (
    Focus,
    FocusState,
    achieve_focus,
    aim_focus,
    drop_focus,
    open_focus,
    pause_focus,
    resume_focus,
    start_focus,
)
from bot.errors import FocusAlreadyOpen, FocusEnded, NothingToGrowTowards, RungError, TooManyFocuses
from tests.unit.domain.growth import NOW, ROLE, skill

ACTIVE, PAUSED, ACHIEVED, DROPPED = FocusState
LATER = NOW + timedelta(days=1)
SKILL = skill({"junior": ("a", ""), "senior": ("b", ""), "lead": ("c", "")}, retired="c")


def focus(state: FocusState = ACTIVE, of: str = "training", role: str = ROLE) -> Focus:
    return Focus(of, role, "senior", state, NOW, NOW)


def start(*mine: Focus, target: str = "senior", limit: int = 3) -> Focus:
    return start_focus(mine, SKILL, ROLE, target, limit, LATER)


def test_a_focus_starts_active() -> None:
    assert start() == Focus("training", ROLE, "senior", ACTIVE, LATER, LATER)


@pytest.mark.parametrize("state", [ACTIVE, PAUSED])
def test_a_skill_and_role_has_one_open_focus(state: FocusState) -> None:
    with pytest.raises(FocusAlreadyOpen):
        start(focus(state))


@pytest.mark.parametrize("mine", [focus(ACHIEVED), focus(DROPPED), focus(of="cooking"), focus(role="coach")])
def test_ended_focuses_and_those_of_other_skills_and_roles_are_in_nobody_s_way(mine: Focus) -> None:
    assert start(mine).is_active


@pytest.mark.parametrize(
    ("states", "limit", "fits"),
    [
        ((), 1, True),
        ((ACTIVE,), 1, False),
        ((ACTIVE,), 2, True),
        ((ACTIVE, ACTIVE), 2, False),
        ((ACTIVE, ACTIVE, ACTIVE), 2, False),  # the setting was lowered meanwhile
        ((ACTIVE, PAUSED, ACHIEVED, DROPPED), 2, True),
    ],
)
def test_only_so_many_are_active_at_once(states: tuple[FocusState, ...], limit: int, fits: bool) -> None:
    mine = [focus(state, of=f"skill-{n}") for n, state in enumerate(states)]
    resting = focus(PAUSED)
    if fits:
        assert start(*mine, limit=limit).is_active
        assert resume_focus([*mine, resting], resting, limit, LATER).is_active
        return
    with pytest.raises(TooManyFocuses):
        start(*mine, limit=limit)
    with pytest.raises(TooManyFocuses):
        resume_focus([*mine, resting], resting, limit, LATER)


@pytest.mark.parametrize("target", ["middle", "lead"])  # not defined; and nothing but a retired statement
def test_a_level_of_which_nothing_is_expected_is_no_target(target: str) -> None:
    with pytest.raises(NothingToGrowTowards):
        start(target=target)
    with pytest.raises(NothingToGrowTowards):
        aim_focus(focus(), SKILL, target)


Transition = Callable[[Focus], Focus]


def pause(one: Focus) -> Focus:
    return pause_focus(one, LATER)


def resume(one: Focus) -> Focus:
    return resume_focus([one], one, 1, LATER)


def achieve(one: Focus) -> Focus:
    return achieve_focus(one, LATER)


def drop(one: Focus) -> Focus:
    return drop_focus(one, LATER)


@pytest.mark.parametrize(
    ("before", "transition", "after"),
    [
        (ACTIVE, pause, PAUSED),
        (PAUSED, pause, PAUSED),
        (ACTIVE, resume, ACTIVE),
        (PAUSED, resume, ACTIVE),
        (ACTIVE, achieve, ACHIEVED),
        (PAUSED, achieve, ACHIEVED),
        (ACHIEVED, achieve, ACHIEVED),
        (ACTIVE, drop, DROPPED),
        (PAUSED, drop, DROPPED),
        (DROPPED, drop, DROPPED),
    ],
)
def test_a_focus_changes_its_state_and_a_second_click_changes_nothing(
    before: FocusState, transition: Transition, after: FocusState
) -> None:
    since = NOW if before is after else LATER
    assert transition(focus(before)) == replace(focus(after), since=since)


@pytest.mark.parametrize(
    ("ended", "transition"),
    [
        *((state, transition) for state in (ACHIEVED, DROPPED) for transition in (pause, resume)),
        (DROPPED, achieve),
        (ACHIEVED, drop),
        (ACHIEVED, lambda one: aim_focus(one, SKILL, "junior")),
    ],
)
def test_what_has_ended_stays_as_it_is(ended: FocusState, transition: Transition) -> None:
    with pytest.raises(FocusEnded):
        transition(focus(ended))


@pytest.mark.parametrize("state", [ACTIVE, PAUSED])
def test_an_open_focus_can_be_aimed_at_another_level(state: FocusState) -> None:
    assert aim_focus(focus(state), SKILL, "junior") == replace(focus(state), target="junior")


def test_the_open_focus_of_a_skill_and_role_is_found_among_the_ended_ones() -> None:
    mine = [focus(DROPPED), focus(of="cooking"), focus(role="coach"), focus(PAUSED)]
    assert open_focus(mine, "training", ROLE) == focus(PAUSED)
    assert open_focus(mine[:3], "training", ROLE) is None


@pytest.mark.parametrize("error", [FocusAlreadyOpen, FocusEnded, NothingToGrowTowards, TooManyFocuses])
def test_what_a_person_may_not_do_is_no_fault_of_ours(error: type[RungError]) -> None:
    assert not error.ours
