"""Content is checked against what the views show: a text that just fits stands there whole, a longer one does not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.catalog.rules.rooms import Kind
from bot.domain.answers import SkillList, Verb
from bot.domain.skills import Skill, Statement
from bot.domain.texts import Text
from bot.i18n.translator import Translator
from bot.views.card import card_title
from bot.views.focus import STATEMENT_LIMIT
from bot.views.lists import skill_list_blocks, skill_select
from bot.views.names import title_blocks
from bot.views.nudge import nudge_message
from bot.views.requirements import statement_elements
from bot.views.room import ROOMS
from tests.conventions.test_unasked_views import topics_of
from tests.conventions.test_views import COMMAND, FRAMEWORK, cards, speaker

LOCALES = ("en", "de", "ru")
SKILL = FRAMEWORK.skills["distributed-training"]
ROLE = FRAMEWORK.roles["llm-engineer"]


def nudged(statement: Statement, t: Translator) -> Any:
    topic = replace(topics_of(SKILL, ROLE)[0], statement=statement)
    return nudge_message(topic, SKILL, ROLE, None, t, COMMAND)["blocks"]


def titled(text: str, t: Translator) -> str:
    card = cards(SKILL, ROLE)[0]
    return card_title(replace(card, level=replace(card.level, name=Text(text))), t)


def named(text: str) -> Skill:
    return replace(SKILL, name=Text(text))


# (kind, whether it is the room that all views have, the view)
VIEWS: list[tuple[Kind, bool, Callable[[str, Translator], Any]]] = [
    (Kind.STATEMENT, False, lambda text, t: nudged(Statement("a", Text(text)), t)),
    (Kind.STATEMENT, True, lambda text, t: statement_elements(Statement("a", Text(text)), t, limit=STATEMENT_LIMIT)),
    (Kind.SUMMARY, True, lambda text, t: skill_list_blocks(_listed(replace(SKILL, summary=Text(text))), t)),
    (Kind.SKILL, True, lambda text, t: skill_select([named(text)], t)),
    (Kind.LEVEL, True, titled),
]


def _listed(skill: Skill) -> SkillList:
    return SkillList(Verb.LIST, "", (skill,))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("kind", "everywhere", "view"), VIEWS, ids=[f"{row[0].name} {row[1]}" for row in VIEWS])
def test_a_text_that_just_fits_is_whole(
    kind: Kind, everywhere: bool, view: Callable[[str, Translator], Any], locale: str
) -> None:
    t = speaker(locale)
    room = ROOMS[kind].everywhere if everywhere else ROOMS[kind].most
    assert "x" * room in str(view("x" * room, t))
    assert "x" * (room + 1) not in str(view("x" * (room + 1), t))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_suggestion_that_just_fits_is_whole(locale: str) -> None:
    text = "x" * ROOMS[Kind.SUGGESTION].most
    assert text in str(nudged(Statement("a", Text("Trains."), Text(text)), speaker(locale)))


def test_a_long_name_is_whole_behind_a_click() -> None:
    text = "x" * ROOMS[Kind.SKILL].most
    assert text in str(title_blocks(Text(text), speaker("en")))
