"""What `rung ask` prints: the answer to every verb, in every language, also where Slack would open a window."""

import io
import json

import pytest
from click.testing import CliRunner
from rich.console import Console

from bot.cli import main
from bot.domain.answers import Verb
from bot.i18n.verbs import verb_words
from bot.playground.people import EMMA
from bot.playground.terminal import show_outcome
from tests.scenario.conftest import Scene

SKILL = "distributed-training"
OPEN_WINDOWS = {
    *(Verb.ONE_ON_ONE, Verb.NUDGES, Verb.TEAM, Verb.PROFILE, Verb.EVIDENCE, Verb.FORGET, Verb.SHARE, Verb.OFFER),
    f"{Verb.ASSESS} {SKILL}",
}


@pytest.mark.parametrize("locale", ["en", "de", "ru"])
async def test_every_verb_is_answered_in_the_terminal(scene: Scene, locale: str) -> None:
    slack, names = scene.slack, scene.slack.workspace.names
    slack.workspace.change_person(EMMA, locale=locale)
    t = scene.rung.parts.library().languages.for_channel(locale)
    windows = set()
    for verb in Verb:
        for question, asked in ((verb, verb_words(verb, t)[0]), (f"{verb} {SKILL}", f"{verb} {SKILL}")):
            out = io.StringIO()
            outcome = await slack.command(EMMA, asked)

            show_outcome(outcome, Console(file=out, width=80), names)

            assert out.getvalue().startswith("╭"), asked
            if outcome.view is not None:
                windows.add(question)
                assert outcome.view.body["title"]["text"] in out.getvalue()
                assert f"[{outcome.view.body['close']['text']}]" in out.getvalue()
                slack.workspace.modals.clear(EMMA)
    assert windows >= OPEN_WINDOWS


def test_a_verb_that_opens_a_window_is_asked_by_the_command_line() -> None:
    shown = CliRunner().invoke(main, ["ask", "profile", "--locale", "de"])
    payload = CliRunner().invoke(main, ["ask", "--json", "export"])

    assert shown.exit_code == 0
    assert "Dein Profil" in shown.output
    assert json.loads(payload.output)["blocks"]
