"""Two workspaces in one Rung: what stands in one's controls and windows is of no use in the other, whoever sends it."""

import shutil
from collections.abc import AsyncIterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.people import PersonId
from bot.playground import asgi
from bot.playground.people import EMMA, FLORENCE, ROMAN
from bot.playground.records import Json
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL, TEAM
from bot.slack.install.allowance import REFILL
from bot.views.ids import Action, Modal
from tests.scenario.lives import ROLE, SENIOR, SKILL, STATEMENT, delivery_to, live, rows_by_person, secrets
from tests.scenario.many import FIRST, SECOND, WHOLE, Company, company, sqlite
from tests.scenario.test_any_payload import JUNK, bounded
from tests.scenario.watching import Watch

OPENING = ("assess distributed-training", "profile", "evidence", "share", "nudges", "offer", "one-on-one")
KEY = delivery_to(PersonId(FIRST, EMMA)).key
VALUES = [
    SENIOR, f"set {SENIOR}", f"C-{EMMA}", f"{SKILL} C-{EMMA}", "V1", KEY, f"{KEY} practising", f"{KEY} {STATEMENT}",
    f"own {FLORENCE} {SKILL}", f"theirs {EMMA} {SKILL}", TEAM, f"{SKILL} {ROLE}", f"1 {SENIOR}", FLORENCE, "de",
]  # fmt: skip
ELSEWHERE: list[Json] = [
    {},
    {"user": {"id": EMMA, "team_id": FIRST}},
    {"enterprise": {"id": WHOLE}},
    {"context_team_id": FIRST, "context_enterprise_id": WHOLE},
    {"team": {"id": SECOND, "enterprise_id": WHOLE}, "is_enterprise_install": "false"},
    {"authorizations": [{"team_id": FIRST, "enterprise_id": None}]},
]


@pytest.fixture
async def both(tmp_path: Path, migrated: Path) -> AsyncIterator[Company]:
    """Rung is installed in two workspaces of the same people, who have left something in the first one alone."""
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path)) as there:
        for tenant in (FIRST, SECOND):
            await there.install(tenant)
        for person in (EMMA, ROMAN):
            await live(there.scene(FIRST), person)
        yield there


class Untouched:
    """What is of the first workspace, and must be as it was; nothing of it may be shown in the second."""

    def __init__(self, there: Company) -> None:
        self._there = there
        self._calls = len(there.slack(FIRST).calls)
        self._rows = self._of_first()

    def _of_first(self) -> Mapping[PersonId, Mapping[str, list[object]]]:
        rows = rows_by_person(self._there.scene(FIRST))
        return {person: of_person for person, of_person in rows.items() if person.tenant == FIRST}

    def check(self) -> None:
        workspace = self._there.slack(SECOND).workspace
        shown = str([message.blocks for message in workspace.messages]) + str(self._there.slack(SECOND).calls)
        assert [word for person in (EMMA, ROMAN) for word in secrets(person) if word in shown] == []
        assert [word for word in (f"comment of {EMMA}", f"change by {EMMA}") if word in shown] == []
        assert self._of_first() == self._rows
        assert self._there.slack(FIRST).calls[self._calls :] == []


def acted(kind: str, **fields: Any) -> Json:
    """What Slack sends of somebody in the second workspace."""
    return {
        "type": kind,
        "user": {"id": EMMA, "team_id": SECOND},
        "team": {"id": SECOND},
        "trigger_id": "1.1.x",
        **fields,
    }


async def test_what_a_control_of_another_workspace_carries_leads_to_nothing_of_it(both: Company) -> None:
    before, elsewhere, scene = Untouched(both), cycle(ELSEWHERE), both.scene(SECOND)
    values = cycle(VALUES)
    for action in Action:
        for _ in range(4):
            value = next(values)
            pressed = {
                "type": "button", "action_id": action, "block_id": f"of {SENIOR}", "value": value,
                "selected_option": {"value": value}, "selected_conversation": None,
            }  # fmt: skip
            click = acted("block_actions", actions=[pressed], channel={"id": GENERAL}) | next(elsewhere)
            assert (await scene.send(RequestKind.INTERACTION, click)).status == 200, (action, value)
    before.check()


async def test_a_window_of_another_workspace_is_kept_in_ones_own(both: Company) -> None:
    first, scene = both.slack(FIRST), both.scene(SECOND)
    windows = []
    for words in OPENING:
        view = (await first.command(EMMA, words)).view
        assert view is not None, words
        windows.append(
            view.body | {"id": view.id, "state": {"values": {}}, "app_installed_team_id": FIRST, "team_id": FIRST}
        )
    before = Untouched(both)
    for elsewhere in ELSEWHERE:
        for window in windows:
            submitted = acted("view_submission", view=window) | elsewhere
            assert (await scene.send(RequestKind.INTERACTION, submitted)).status == 200, window["callback_id"]
    for modal in Modal:
        for window in windows[:2]:
            submitted = acted("view_submission", view=window | {"callback_id": modal})
            assert (await scene.send(RequestKind.INTERACTION, submitted)).status == 200, modal
    before.check()


async def test_events_of_one_workspace_change_nothing_in_the_other(both: Company) -> None:
    before, scene = Untouched(both), both.scene(SECOND)
    said = {"user": EMMA, "ts": "1.1"}
    told: list[Json] = [
        {"type": "user_change", "user": {"id": EMMA, "team_id": FIRST, "deleted": True}},
        {"type": "member_left_channel", "user": EMMA, "channel": TEAM, "team": FIRST},
        {"type": "channel_deleted", "channel": TEAM},
        {"type": "channel_archive", "channel": GENERAL, "user": EMMA},
        {"type": "channel_id_changed", "old_channel_id": TEAM, "new_channel_id": "C0NEW"},
        {"type": "app_home_opened", "user": EMMA, "channel": "D1", "tab": "home"},
        said | {"type": "message", "channel_type": "im", "channel": "D1", "text": "export", "team": FIRST},
        said | {"type": "app_mention", "channel": GENERAL, "text": "<@U1> stop", "user_team": FIRST},
    ]
    for number, event in enumerate(told):
        envelope = {"type": "event_callback", "team_id": SECOND, "event_id": f"Ev{number}", "event": event}
        envelopes: list[Json] = [
            {},
            {"authorizations": [{"team_id": SECOND, "enterprise_id": None}], "context_team_id": FIRST},
        ]
        for more in envelopes:
            assert (await scene.slack.deliver(RequestKind.EVENT, envelope | more)).status == 200, event
            await both.rung.background.settled()
    before.check()


QUERIES = st.lists(
    st.tuples(st.sampled_from(["code", "state", "error", "team", "code", "x"]), JUNK | st.text(max_size=200)),
    max_size=6,
)


@bounded(80)
@given(path=st.sampled_from(["/slack/install", "/slack/oauth_redirect"]), query=QUERIES, header=JUNK | st.text())
async def test_no_query_breaks_the_pages_of_an_installation(
    both: Company, watch: Watch, path: str, query: list[tuple[str, str]], header: str
) -> None:
    both.clock.seconds += REFILL
    told = "&".join(f"{name}={value}" for name, value in query).encode("utf-8", "replace").decode("latin-1")
    odd = header.encode("utf-8", "replace").decode("latin-1")
    headers = {"accept-language": odd, "cookie": f"slack-app-oauth-state={odd}", "x-forwarded-for": odd}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": told.encode("latin-1"),
        "client": None,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    statuses: list[int] = []

    async def send(event: asgi.Event) -> None:
        statuses.append(event.get("status", 0))

    await both.rung.front(scope, lambda: pytest.fail("it reads no body"), send)
    assert statuses[0] in (200, 400)
    watch.doors.clear()  # what is drawn here is no secret
