"""What people see of teams: in every language, of every size, within Slack's limits."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time

import pytest

from bot.domain.cadence import Rhythm
from bot.domain.home import Home
from bot.domain.people import Profile
from bot.domain.summaries import LEAST_GROUP, MOST_GROUP
from bot.domain.teams import BY_OWNER, Team, TeamFault
from bot.i18n.zones import zones, zones_like
from bot.playground.blocks import Surface
from bot.playground.checks import check_view, suggested_options
from bot.views.counting import (
    counted_blocks,
    counting_message,
    elsewhere_blocks,
    joined_blocks,
    left_blocks,
    no_summary_blocks,
    teams_modal,
    unknown_blocks,
)
from bot.views.home import Visitor, home_view
from bot.views.message import message
from bot.views.privacy import data_modal, privacy_blocks
from bot.views.teams import (
    Around,
    member_modal,
    team_errors,
    team_modal,
    team_saved_modal,
    team_skill_options,
    zone_options,
)
from tests.conventions.test_views import (
    CHOICES,
    COMMAND,
    FRAMEWORK,
    LANGUAGES,
    NOW,
    for_each_reader,
    hold_message,
    hold_to_the_rules,
    hold_view,
    speaker,
)

LONG_COMMAND = "/" + "a" * 31
MANY = tuple(f"C{n:010d}" for n in range(130))
PLAIN = Team("T1", "C0000000001", "T1", date(2026, 3, 3), owners=frozenset({"U0000000001"}))
ODD = replace(
    PLAIN,
    rhythm=Rhythm.MONTHLY,
    hour=time(23, 59),
    zone="America/Argentina/ComodRivadavia",
    skills=tuple(f"{'x' * 70}-{n}" for n in range(60)),
    categories=tuple(one for one in FRAMEWORK.categories),
    group_size=MOST_GROUP,
    owners=frozenset(f"U{n:010d}" for n in range(40)),
)


def teams() -> Iterator[Team]:
    for team in (PLAIN, ODD, replace(PLAIN, rhythm=Rhythm.OFF), replace(PLAIN, owners=frozenset())):
        yield team.following(NOW)
    yield replace(PLAIN, paused=BY_OWNER)
    yield replace(PLAIN, paused="restricted_action")
    yield replace(PLAIN, group_size=LEAST_GROUP, skills=tuple(FRAMEWORK.skills))


@for_each_reader
def test_the_window_and_what_follows_it(locale: str) -> None:
    t, offered = speaker(locale), LANGUAGES.offered
    for team in teams():
        for yes in (True, False):
            around = Around(FRAMEWORK, offered, "de" if yes else None, is_kept=yes, is_shared=yes)
            hold_view(team_modal(team, around, t))
            hold_view(member_modal(team, around, t, is_counted=yes))
            for told in (None, True, False):
                hold_view(team_saved_modal(team, around, t, told=told))


@for_each_reader
def test_what_a_channel_is_told_and_each_answer_to_it(locale: str) -> None:
    t = speaker(locale)
    for command in (COMMAND, LONG_COMMAND):
        for team in teams():
            hold_message(counting_message(team, "U0000000001", t, command))
        for yes in (True, False):
            hold_message(message(elsewhere_blocks(t, command, in_channel=yes)))
            hold_message(message(no_summary_blocks(t, command, is_team=yes)))
        for words in ("xx", "x" * 3000, "*<!channel>* :tada: `x` & <@U1>"):
            hold_message(message(unknown_blocks(words, t, command)))
    for told in (joined_blocks(MANY[0], t), left_blocks(MANY[0], t)):
        hold_message(message(told))


@for_each_reader
@pytest.mark.parametrize("count", [0, 1, 2, 6, 130])
def test_where_somebody_is_counted(locale: str, count: int) -> None:
    t, counted = speaker(locale), MANY[:count]
    if counted:
        hold_message(message(counted_blocks(counted, t)))
    for page in range(5):
        hold_view(teams_modal(counted, t, page))
    for yes in (True, False):
        hold_message(message(privacy_blocks(t, COMMAND, can_keep=yes, retention=None, teams=counted)))
        hold_view(data_modal(t, COMMAND, can_keep=yes, retention=None, teams=counted))
        visitor = Visitor(Profile(), yes, None, (), CHOICES, NOW.date())
        view = home_view(Home((), None, (), (), (), 0, teams=counted), visitor, t)
        check_view(view, Surface.HOME)
        hold_to_the_rules(view["blocks"])


def test_every_team_stands_on_some_page() -> None:
    t = speaker("en-US")
    pages = [str(teams_modal(MANY, t, page)) for page in range(4)]
    assert [one for one in MANY if not any(one in page for page in pages)] == []


@for_each_reader
def test_skills_and_categories_are_offered_by_their_names(locale: str) -> None:
    t = speaker(locale)
    for typed in ("", "dist", "обуч", "verteil", "zzz"):
        suggested_options(team_skill_options(typed, FRAMEWORK, t))
    everything = {one["value"] for one in suggested_options(team_skill_options("", FRAMEWORK, t))}
    assert everything == {f"skill {one}" for one in FRAMEWORK.skills} | {f"category {c}" for c in FRAMEWORK.categories}


@pytest.mark.parametrize(
    ("locale", "typed", "zone"),
    [
        ("en-US", "new york", "America/New_York"),
        ("en-US", "europe", "Europe/Berlin"),
        ("en-US", "utc", "UTC"),
        ("de-DE", "mosk", "Europe/Moscow"),
        ("ru-RU", "берл", "Europe/Berlin"),
        ("ru-RU", "america/new_y", "America/New_York"),
    ],
)
def test_a_time_zone_is_found_by_what_the_reader_calls_its_city(locale: str, typed: str, zone: str) -> None:
    t = speaker(locale)
    offered = suggested_options(zone_options(zones_like(typed, t, 100)))
    assert zone in {one["value"] for one in offered}


@for_each_reader
def test_every_time_zone_can_be_reached(locale: str) -> None:
    t = speaker(locale)
    assert [zone for zone in zones() if zone not in zones_like(zone, t, 100)] == []
    assert len(suggested_options(zone_options(zones_like("", t, 100)))) == 100


@for_each_reader
def test_what_is_wrong_is_told_at_a_field_of_the_window(locale: str) -> None:
    t = speaker(locale)
    view = team_modal(PLAIN, Around(FRAMEWORK, LANGUAGES.offered, None, is_kept=False), t)
    fields = {block["block_id"] for block in view["blocks"] if "block_id" in block}
    told = team_errors(tuple(TeamFault), LEAST_GROUP, t)
    assert set(told) == {"skills", "zone", "size"}
    assert set(told) <= fields
    assert all(told.values())
