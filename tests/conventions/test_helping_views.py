"""Offers to help: in every language, of every number, within Slack's limits."""

import pytest

from bot.domain.skills import Skill
from bot.views.helping import offer_blocks, offer_modal, offers_blocks, offers_modal
from bot.views.message import message
from bot.views.summary import summary_message, summary_modal
from tests.conventions.test_summary_views import long_skills, reports
from tests.conventions.test_views import FRAMEWORK, MANY, for_each_reader, hold_message, hold_view, speaker

SKILLS = [dict(FRAMEWORK.skills), long_skills(130)]


@for_each_reader
@pytest.mark.parametrize("skills", SKILLS, ids=len)
def test_what_whoever_offers_help_is_shown(locale: str, skills: dict[str, Skill]) -> None:
    t = speaker(locale)
    for is_offered in (True, False):
        for skill in list(skills.values())[:3]:
            hold_message(message(offer_blocks(skill, t, is_offered=is_offered)))
            hold_view(offer_modal(skill, t, is_offered=is_offered))
    for offered in ((), ("lost-skill",), tuple(skills)):
        hold_message(message(offers_blocks(offered, skills, t)))
        for page in range(5):
            hold_view(offers_modal(offered, skills, t, page))


def test_every_offer_stands_on_some_page() -> None:
    skills = long_skills(130)
    pages = [str(offers_modal(tuple(skills), skills, speaker("en-US"), page)) for page in range(4)]
    assert [one for one in skills if not any(f"'{one}'" in page for page in pages)] == []


@for_each_reader
@pytest.mark.parametrize("skills", SKILLS, ids=len)
def test_a_team_s_summary_with_those_who_help(locale: str, skills: dict[str, Skill]) -> None:
    t = speaker(locale)
    for helpers in ({next(iter(skills)): MANY[:1]}, dict.fromkeys(skills, MANY)):
        for report in reports(skills):
            shown = summary_message(report, t, helpers=helpers)
            hold_message(shown)
            assert f"<@{MANY[0]}>" in shown["text"]
            window = summary_modal(report, t, helpers=helpers)
            hold_view(window)
            assert str(window["blocks"]).count(f"<@{MANY[0]}>") == len(helpers)
