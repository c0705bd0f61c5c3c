"""What people write, and what opens doors, never stands in the log, even where things fail."""

import asyncio
import logging
import sqlite3
from contextlib import closing

from bot.playground.failures import Failure
from bot.playground.people import EMMA, GUS
from bot.playground.records import View
from tests.scenario.conftest import Scene
from tests.scenario.lives import STATEMENT, live, secrets
from tests.scenario.watching import Watch

NOTE = "own-words-that-nobody-else-reads"


async def write_a_note(scene: Scene) -> None:
    """Into the window, and submit it."""
    window = (await scene.slack.command(EMMA, "assess distributed-training senior")).view
    assert window is not None
    await scene.slack.select(EMMA, window, "assess.rating", "practising", block_id=f"rating {STATEMENT}")
    if f"assess.note:{STATEMENT}" in str(window.blocks):
        await scene.slack.click(EMMA, window, f"assess.note:{STATEMENT}")
    await scene.slack.select(EMMA, window, "assess.words", NOTE, block_id=f"note {STATEMENT}")
    await asyncio.gather(scene.slack.submit(EMMA, window), scene.slack.submit(EMMA, window))


async def live_through_a_day(scene: Scene) -> None:
    await write_a_note(scene)
    await live(scene, EMMA)
    for words in ("privacy", "export", "distributed-training senior", NOTE):
        await scene.slack.command(EMMA, words)
        await scene.slack.send_message(EMMA, words)
    await scene.slack.command(GUS, f"language {NOTE}")


async def let_everything_fail(scene: Scene) -> None:
    for method in ("files.completeUploadExternal", "upload", "conversations.open", "response_url", "views.open"):
        scene.slack.fail_next(method, Failure.http(503))
        await scene.slack.command(EMMA, "export")
        await scene.slack.command(EMMA, "forget")
    for table in ("assessment", "draft"):
        with closing(sqlite3.connect(scene.database)) as connection:
            connection.execute(
                f"CREATE TRIGGER full_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
    await write_a_note_in_vain(scene)


async def write_a_note_in_vain(scene: Scene) -> None:
    """The database refuses a statement in the middle: a surprise, which is logged with its traceback."""
    window = (await scene.slack.command(EMMA, "assess distributed-training senior")).view
    assert window is not None
    for block in window.blocks:
        if block.get("block_id") == f"note {STATEMENT}":
            await scene.slack.select(EMMA, window, "assess.words", f"{NOTE} again", block_id=block["block_id"])
    await go_back_to(scene, window)
    await scene.slack.submit(EMMA, window)
    scene.database.write_bytes(b"this is no database" * 500)
    await go_back_to(scene, window)
    await scene.slack.submit(EMMA, window)


async def go_back_to(scene: Scene, window: View) -> None:
    """Close what tells of an error over a window."""
    while (told := scene.slack.workspace.modals.top(EMMA)) not in (None, window):
        assert told is not None
        await scene.slack.close(EMMA, told)


async def test_no_note_and_no_token_is_logged(scene: Scene, watch: Watch) -> None:
    """What is typed here, each token and each address that opens something is watched for, as in every scene."""
    await live_through_a_day(scene)
    await let_everything_fail(scene)

    logged = "\n".join(watch.lines)
    assert "Traceback" in logged, "else nothing has failed in a way that could tell too much"
    assert scene.slack.called("views.open")
    assert [told for told in secrets(EMMA) if told in logged] == []
    assert {NOTE, f"{NOTE} again"} <= watch.words


async def test_the_watch_sees_what_must_not_stand_in_a_log(scene: Scene, watch: Watch) -> None:
    await write_a_note(scene)
    await scene.slack.send_message(EMMA, "what I told nobody else")
    urls = [door for door in watch.doors if door.startswith("http")]
    triggers = [door for door in watch.doors if door.endswith(".demo")]
    secret = [NOTE, "what I told nobody else", scene.slack.signing_secret, scene.slack.bot_token, "xoxe.xoxb-1-abc"]
    assert watch.leaks() == []
    for told in (*secret, urls[0], triggers[0]):
        watch.lines.clear()
        try:
            raise RuntimeError(f"it was {told}")
        except RuntimeError as error:
            logging.getLogger("bot.test").debug("A line", exc_info=error)
        assert {found for found, _ in watch.leaks()} >= {told}
    logging.getLogger("bot.test").debug("A line", extra={"facts": {"note": NOTE}})
    assert NOTE in dict(watch.leaks())
    watch.lines.clear()
