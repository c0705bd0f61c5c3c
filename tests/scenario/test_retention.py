"""Time passes: what has outlived it is gone wherever it was shown, and an old message says that it is too old."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.errors import MessageTooOld
from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Message
from bot.views.ids import Action
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.lives import KINDS_KEPT_TO_ONESELF, id_of, live, stored
from tests.scenario.reading import has_control, labels, lines, said, wording
from tests.scenario.test_cadence import kept
from tests.scenario.test_coaching import FIRST, check_in, nudge, ratings, sent

YEAR = 365 * 86_400.0
KEPT = {
    EMMA: ("privacy", "notes of your ratings: 2\xa0years; the ratings stay", "haven't saved: 90\xa0days"),
    DIETER: ("datenschutz", "Notizen zu deinen Einschätzungen: 2\xa0Jahre; die", "gespeichert hast: 90\xa0Tage"),
    ROMAN: ("приватность", "заметки к вашим оценкам: 2\xa0года; сами оценки", "не сохранено: 90\xa0дней"),
}


async def no_rest(_: float) -> None:
    pass


async def years_later(scene: Scene, years: float = 3) -> dict[str, int]:
    """What went, of each kind."""
    scene.clock.seconds += years * YEAR
    return dict(await replace(scene.rung.retaining, sleep=no_rest).remove())


async def next_message(scene: Scene, person: str) -> Message:
    """What is planned next, when it has come."""
    upcoming = (await kept(scene, person)).upcoming
    assert upcoming is not None
    scene.clock.seconds = upcoming.at.timestamp()
    await scene.rung.rounds.once()
    return sent(scene, person)[-1]


@pytest.mark.parametrize("person", list(KEPT))
async def test_everybody_is_told_how_long_what_is_kept(scene: Scene, person: str) -> None:
    words, notes, drafts = KEPT[person]
    told = said((await scene.slack.command(person, words)).message)
    assert notes in told
    assert drafts in told
    assert wording(person, "Everything else stays until you erase it.") in told


async def test_where_all_is_kept_for_good_it_is_until_it_is_erased(new_scene: NewScene) -> None:
    kinds = ("notes", "evidence", "drafts", "check_ins", "suggestions", "summaries")
    async with new_scene(**{f"keep_{kind}_days": None for kind in kinds}) as scene:
        assert "Until you erase it." in said((await scene.slack.command(EMMA, "privacy")).message)
        await live(scene, EMMA)
        assert await years_later(scene, 30) == {}


async def test_what_has_outlived_its_time_is_gone_wherever_it_was_shown(scene: Scene) -> None:
    await live(scene, EMMA)
    assert await told_again(scene) == set(KINDS_KEPT_TO_ONESELF)

    assert await years_later(scene) == {"notes": 1, "evidence": 1, "drafts": 1, "suggestions": 1}

    assert await told_again(scene) == set()
    data = await stored(scene, id_of(scene, EMMA))
    assert [(row["rating"], row["note"]) for row in data["assessment"]] == [("practising", "")]
    assert len(data["latest_rating"]) == 1


async def told_again(scene: Scene) -> set[str]:
    """Which kinds of what Emma keeps to herself are shown anywhere."""
    found = set()
    for asked in ("export", "evidence", "progress distributed-training", "one-on-one", "assess distributed-training"):
        outcome = await scene.slack.command(EMMA, asked)
        shown = str((outcome.view, outcome.messages))  # with their files
        found |= {kind for kind in KINDS_KEPT_TO_ONESELF if f"own-{kind}-{EMMA}" in shown}
        scene.slack.workspace.modals.clear(EMMA)
    return found


@pytest.mark.parametrize("person", list(KEPT))
async def test_an_answered_message_that_is_too_old_says_so_and_nothing_breaks(scene: Scene, person: str) -> None:
    idea = await nudge(scene, person)
    await scene.slack.click(person, idea, "nudge.rate:1")
    while not has_control(await next_message(scene, person), "nudge.rate:1"):
        pass
    shown = said(idea)

    removed = await years_later(scene, 1.1)

    assert removed["check_ins"] >= 2
    outcome = await scene.slack.click(person, idea, Action.ANSWER_UNDO)
    assert lines(outcome.message) == [wording(person, MessageTooOld.told)]
    assert said(idea) == shown
    assert ratings(scene) == [(FIRST, "consistent")]
    note = await scene.slack.send_message(person, "done today", thread_ts=idea.ts)
    assert labels(note.message)


async def test_what_waits_for_an_answer_is_answered_however_late(scene: Scene) -> None:
    asked = await check_in(scene, EMMA)
    assert await years_later(scene) == {}
    await scene.slack.click(EMMA, asked, Action.CHECK_IN_SAME)
    assert not has_control(asked, Action.CHECK_IN_SAME)


def test_operators_see_what_would_go_and_what_went(tmp_path: Path, migrated: Path) -> None:
    database = shutil.copyfile(migrated, tmp_path / "rung.db")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO seen_event VALUES ('T1', 'Ev1', '2026-11-01 00:00:00.000000')")
    operator = CliRunner(env={"SLACK_BOT_TOKEN": "xoxb-1", "RUNG_DATABASE_URL": f"sqlite:///{database}"})

    def last_line(*words: str) -> str:
        result = operator.invoke(main, ["tick", "--at", "2026-12-01T07:00:00Z", *words])
        assert result.exit_code == 0, result.output
        return str(result.stdout.splitlines()[-1])

    told = [last_line("--dry-run"), last_line("--dry-run"), last_line(), last_line()]
    assert told == ["to be removed: 1 events"] * 2 + ["removed: 1 events", "removed: nothing"]
