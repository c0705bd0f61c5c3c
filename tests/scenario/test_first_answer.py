"""`/skill distributed-training senior`, from the signed request to what the person reads."""

import pytest

from bot.playground.people import DIETER, EMMA, GEORGE, ROMAN
from tests.scenario.conftest import Scene
from tests.scenario.reading import lines


@pytest.mark.parametrize(
    ("person", "expected", "after", "facts"),
    [
        (EMMA, "Expected at Senior", "After Senior: Lead / Staff", "5\xa0optional requirements, updated 2/22/2026"),
        (GEORGE, "Expected at Senior", "After Senior: Lead / Staff", "5\xa0optional requirements, updated 22/02/2026"),
        (
            DIETER,
            "Erwartet auf Level Senior",
            "Nach Senior: Lead / Staff",
            "5\xa0optionale Anforderungen, aktualisiert am 22.2.2026",
        ),
        (
            ROMAN,
            "Ожидания на грейде Senior",
            "После Senior: Lead / Staff",
            "5\xa0необязательных требований, обновлено 22.02.2026",
        ),
    ],
)
async def test_the_card_is_in_the_language_of_whoever_asks(
    scene: Scene, person: str, expected: str, after: str, facts: str
) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message

    assert answer.is_ephemeral
    shown = lines(answer)
    assert any(expected in line for line in shown)
    assert any(after in line for line in shown)
    assert facts in shown[-1]
