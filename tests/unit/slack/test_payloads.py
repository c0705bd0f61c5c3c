"""Who acts, by each kind of payload."""

import pytest

from bot.domain.people import PersonId
from bot.slack.payloads import act_of_command, act_of_interaction, link_of_message, tenant_of_event

COMMAND = {"user_id": "U1", "team_id": "T1", "channel_id": "C1", "response_url": "R", "trigger_id": "G"}


@pytest.mark.parametrize(
    ("more", "tenant"),
    [
        ({}, "T1"),
        ({"enterprise_id": "E1", "is_enterprise_install": "false"}, "T1"),
        ({"enterprise_id": "E1", "is_enterprise_install": "true"}, "E1"),
    ],
)
def test_case_22_a_person_is_a_tenant_and_an_id(more: dict[str, str], tenant: str) -> None:
    act = act_of_command(COMMAND | more)

    assert act.person == PersonId(tenant, "U1")
    assert (act.channel, act.response_url, act.trigger_id, act.in_modal) == ("C1", "R", "G", False)


@pytest.mark.parametrize(
    ("body", "tenant"),
    [
        ({"user": {"id": "U1", "team_id": "T1"}, "team": {"id": "T1"}}, "T1"),
        ({"user": {"id": "U1", "team_id": "T1"}, "team": None}, "T1"),
        (
            {
                "user": {"id": "U1", "team_id": "T1"},
                "team": None,
                "enterprise": {"id": "E1"},
                "is_enterprise_install": True,
            },
            "E1",
        ),
    ],
)
def test_a_click_may_come_from_an_enterprise_without_a_team(body: dict[str, object], tenant: str) -> None:
    assert act_of_interaction(body).person == PersonId(tenant, "U1")


def test_a_click_in_a_window_knows_the_window() -> None:
    act = act_of_interaction({"user": {"id": "U1", "team_id": "T1"}, "view": {"id": "V1", "hash": "h"}})

    assert act.in_modal
    assert (act.view_id, act.view_hash, act.response_url) == ("V1", "h", "")


def test_an_event_belongs_to_its_workspace_or_enterprise() -> None:
    assert tenant_of_event({"team_id": "T1"}) == "T1"
    assert tenant_of_event({"team_id": "T1", "enterprise_id": "E1", "is_enterprise_install": True}) == "E1"


@pytest.mark.parametrize(
    ("team", "thread", "link"),
    [
        ({"id": "T1", "domain": "ours"}, None, "https://ours.slack.com/archives/C1/p1700000000000100"),
        ({"id": "T1", "domain": "ours"}, "1700000000.000100", "https://ours.slack.com/archives/C1/p1700000000000100"),
        (
            {"id": "T1", "domain": "ours"},
            "1600000000.000100",
            "https://ours.slack.com/archives/C1/p1700000000000100?thread_ts=1600000000.000100&cid=C1",
        ),
        (None, None, "https://slack.com/archives/C1/p1700000000000100"),
    ],
)
def test_a_message_has_a_link_wherever_it_is(team: dict[str, str] | None, thread: str | None, link: str) -> None:
    message = {"ts": "1700000000.000100", **({"thread_ts": thread} if thread else {})}
    body = {"team": team, "channel": {"id": "C1"}, "message_ts": "1700000000.000100", "message": message}

    assert link_of_message(body) == link
