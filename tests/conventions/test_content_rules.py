"""The page of the rules of content has a section for each, which says how grave it is and how to mend it."""

import re

import pytest

from bot.catalog.rules.registry import AGING, PAGE, SEVERITIES, SILENCEABLE
from bot.catalog.rules.rooms import Kind
from bot.views.room import ROOMS
from tests.conventions.repository import ROOT

SECTIONS = dict(re.findall(r"^## ([a-z-]+)\n\n(.*?)(?=^## |\Z)", (ROOT / PAGE).read_text("utf-8"), re.M | re.S))


def test_every_rule_has_a_section_and_every_section_a_rule() -> None:
    assert set(SECTIONS) == set(SEVERITIES)


@pytest.mark.parametrize("rule", SEVERITIES)
def test_a_section_says_how_grave_its_rule_is_and_how_to_mend_it(rule: str) -> None:
    paragraphs = SECTIONS[rule].strip().split("\n\n")
    assert paragraphs[0].startswith(f"*{SEVERITIES[rule].title()}.* ")
    assert len(paragraphs) > 1


def test_only_the_first_sections_can_not_be_silenced() -> None:
    firm = [rule for rule in SECTIONS if rule not in SILENCEABLE]
    assert firm == [*list(SECTIONS)[: len(firm) - 1], "unused-silence"]
    assert len(firm) == 7
    assert {"outdated"} == AGING


@pytest.mark.parametrize("kind", Kind)
def test_the_page_tells_the_limits_of_the_views(kind: Kind) -> None:
    room = ROOMS[kind]
    assert room.everywhere <= room.most
    told = " ".join((SECTIONS["text-too-long"], SECTIONS["text-shortened"]))
    assert f"{room.everywhere:,}" in told
    assert f"{round(room.most, -2) if kind.is_sentence else room.most:,}" in told
