"""Who was a member and is a guest now: nothing new is kept of them, and they are told the truth about what was."""

from collections.abc import Mapping

import pytest

from bot.errors import FormerMember, MembersOnly
from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Scene
from tests.scenario.lives import id_of, stored
from tests.scenario.reading import buttons, labels, said, wording
from tests.scenario.test_assess import STATEMENTS, rated
from tests.scenario.test_cadence import FOCUS, grow
from tests.scenario.test_evidence import kept

SPEAKERS = pytest.mark.parametrize("person", list(FOCUS))
TYPED = {EMMA: ("export", "forget"), DIETER: ("exportieren", "vergessen"), ROMAN: ("выгрузить", "забыть")}
WORDS: Mapping[str, Mapping[str, str]] = {
    "progress": {EMMA: "progress", DIETER: "fortschritt", ROMAN: "прогресс"},
    "one-on-one": {EMMA: "one-on-one", DIETER: "one-on-one", ROMAN: "one-on-one"},
    "nudges": {EMMA: "nudges", DIETER: "impulse", ROMAN: "подсказки"},
    "evidence": {EMMA: "evidence", DIETER: "belege", ROMAN: "подтверждения"},
}
NOTHING_KEPT = (
    "Guests can ask Rung anything, but Rung keeps no ratings of them, so there's no progress to show and nothing to "
    "prepare a 1:1 from."
)


async def left(scene: Scene, person: str) -> None:
    """They rated themselves, have a focus and evidence, and are a guest now."""
    await rated(scene, person, {STATEMENTS[0]: "practising"})
    await grow(scene, person)
    await kept(scene, person)
    await scene.slack.change_user(person, is_restricted=True)


def truth(person: str) -> str:
    export, forget = (f"/skill {word}" for word in TYPED[person])
    return wording(person, FormerMember.told, export=export, forget=forget)


async def opened(scene: Scene, person: str, label: str) -> View:
    """The window that a button of the home opens."""
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    view = (await scene.slack.click(person, home, buttons(home)[wording(person, label)])).view
    assert view is not None
    return view


@SPEAKERS
async def test_progress_is_shown_where_it_was_kept(scene: Scene, person: str) -> None:
    await left(scene, person)
    told = [said(one) for one in (await scene.slack.command(person, WORDS["progress"][person])).messages]
    assert any("Senior" in one for one in told)
    assert wording(person, NOTHING_KEPT) not in "\n".join(told)
    window = await opened(scene, person, "See progress")
    assert "Senior" in said(window)
    sent = await scene.slack.click(person, window, "progress.picture")
    assert any(message.files or message.blocks for message in sent.messages)


@SPEAKERS
async def test_focuses_are_shown_and_changing_one_tells_the_truth(scene: Scene, person: str) -> None:
    await left(scene, person)
    before = await stored(scene, id_of(scene, person))
    told = (await scene.slack.command(person, FOCUS[person])).message
    assert wording(person, "Your focuses") in said(told)
    view = (await scene.slack.click(person, told, "focus.list")).view
    assert view is not None
    assert wording(person, "Change rhythm") not in labels(view)  # nothing is written to guests

    change = "paused distributed-training/llm-engineer/"
    over = (await scene.slack.click(person, view, "focus.more", value=change)).view

    assert over is not None
    assert truth(person) in said(over)
    assert await stored(scene, id_of(scene, person)) == before


@SPEAKERS
@pytest.mark.parametrize("words", ["one-on-one", "nudges", "evidence"])
async def test_what_guests_do_not_get_is_told_with_the_way_to_what_is_kept(
    scene: Scene, person: str, words: str
) -> None:
    await left(scene, person)
    typed = WORDS[words][person]
    for told in (
        (await scene.slack.command(person, typed)).message,
        (await scene.slack.send_message(person, typed)).message,
    ):
        assert said(told) == truth(person)


async def test_who_never_was_a_member_is_told_that_nothing_is_kept(scene: Scene) -> None:
    for words in ("progress", "one-on-one"):
        assert said((await scene.slack.command(GUS, words)).message) == NOTHING_KEPT
    for words in ("focus", "nudges", "evidence"):
        assert said((await scene.slack.command(GUS, words)).message) == MembersOnly.told


async def test_without_a_database_nothing_is_claimed_of_it(scene: Scene) -> None:
    await left(scene, EMMA)
    away = scene.database.rename(scene.database.with_suffix(".away"))
    assert said((await scene.slack.command(EMMA, "nudges")).message) == MembersOnly.told
    away.rename(scene.database)


async def test_after_everything_was_erased_nothing_is_kept(scene: Scene) -> None:
    await left(scene, EMMA)
    view = (await scene.slack.command(EMMA, "forget")).view
    assert view is not None
    await scene.slack.submit(EMMA, view)
    assert said((await scene.slack.command(EMMA, "progress")).message) == NOTHING_KEPT
    assert said((await scene.slack.command(EMMA, "focus")).message) == MembersOnly.told
