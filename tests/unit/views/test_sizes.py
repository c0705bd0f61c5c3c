"""Content far larger than the bundled one, in every view, by the rules of the local Slack."""

from dataclasses import replace
from datetime import date

import pytest

from bot.domain.answers import Card, Comparison, SkillList, Standing, Verb
from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Category, Requirement, Role, Skill, Statement
from bot.domain.texts import Text, Translation
from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs, Translator
from bot.playground.blocks import Surface
from bot.playground.checks import check_message, check_view
from bot.surfaces.card import card_message
from bot.views.card import card_parts, comparison_blocks
from bot.views.levels import details_modal, levels_modal
from bot.views.lists import skill_list_blocks
from bot.views.message import message

CATALOGS = Catalogs.load()
LANGUAGES = pytest.mark.parametrize("language", CATALOGS.languages)


def in_all(text: str) -> Text:
    text = text.strip()
    source = Text(text).hash
    return Text(text, {"de": Translation("ä" + text, source), "ru": Translation("ж" * len(text), source)})


def reader(language: str) -> Translator:
    return CATALOGS.translator(ReaderLocale(language, language, (language, "en")))


def large_card(*, levels: int, roles: int, statements: int, length: int, weights: int, position: int = 0) -> Card:
    """A card of a skill in which every cell of every role is full."""
    ladder = Ladder("tall", tuple(Level(f"level-{n}", in_all(f"Level {n} " + "of many " * 10)) for n in range(levels)))
    said = {
        f"s{n}": Statement(f"s{n}", in_all(f"{n} " + "word " * (length // 5)), in_all("try " * (length // 4)))
        for n in range(statements)
    }
    all_roles = tuple(Role(f"role-{n}", in_all(f"Role {n} " + "of the house " * 8)) for n in range(roles))
    half = tuple(said.values())
    cells = {
        (role.id, level.id): tuple(Requirement(role.id, level.id, not weight, half) for weight in range(weights))
        for role in all_roles
        for level in ladder.levels
    }
    category = Category("c", in_all("Category " * 12), {"sub": in_all("Subcategory " * 12)})
    skill = Skill(
        slug="a-skill",
        name=in_all("Name of a skill " * 12),
        summary=in_all("Summary " * 100),
        aliases=(),
        category="c",
        subcategory="sub",
        ladder=ladder,
        updated=date(2026, 2, 22),
        roles=tuple(role.id for role in all_roles),
        statements=said,
        cells=cells,
    )
    level, after = ladder.levels[position], ladder.after(ladder.levels[position].id)
    expected_after = cells[all_roles[0].id, after.id] if after else ()
    expected = cells[all_roles[0].id, level.id]
    return Card(skill, category, all_roles[0], all_roles, level, expected, after, expected_after)


SIZES = [
    {"levels": 9, "roles": 1, "statements": 1, "length": 2_900, "weights": 2},
    {"levels": 9, "roles": 3, "statements": 60, "length": 40, "weights": 1},
    {"levels": 9, "roles": 3, "statements": 40, "length": 200, "weights": 2},
    {"levels": 5, "roles": 70, "statements": 6, "length": 150, "weights": 1},
    {"levels": 1, "roles": 120, "statements": 1, "length": 100, "weights": 2},
]


@LANGUAGES
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_case_11_a_card_of_any_size_is_taken_by_slack(size: dict[str, int], language: str) -> None:
    card, t = large_card(**size), reader(language)
    standing = Standing(card.level, card.after)

    shown = card_message(card, standing, t, can_keep=True, notice="Saved. Only you see it.")

    check_message(shown["text"], shown["blocks"])
    posted = message(card_parts(card, t).public)
    check_message(posted["text"], posted["blocks"])
    if card.after:
        higher = large_card(**size, position=1)
        compared = message(comparison_blocks(Comparison(card, higher), t))
        check_message(compared["text"], compared["blocks"])


@LANGUAGES
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_case_11_the_table_of_any_size_is_taken_by_slack(size: dict[str, int], language: str) -> None:
    card, t = large_card(**size), reader(language)

    check_view(levels_modal(card, t), Surface.MODAL)
    for page in range(200):
        view = details_modal(card, t, page)
        check_view(view, Surface.MODAL)
        if t.gettext("Next page") not in str(view):
            break


@LANGUAGES
def test_a_list_of_long_names_is_taken_by_slack(language: str) -> None:
    skill = large_card(levels=1, roles=1, statements=1, length=10, weights=1).skill

    for page in range(3):
        found = SkillList(
            Verb.FIND, "words " * 100, tuple(replace(skill, slug=f"skill-{n}") for n in range(40)), page=page
        )
        shown = message(skill_list_blocks(found, reader(language)))
        check_message(shown["text"], shown["blocks"])
