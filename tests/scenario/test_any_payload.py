"""Payloads of Slack's shapes with anything in them: they are answered, nothing becomes public, and nothing breaks."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.playground.installation import BOT_USER_ID
from bot.playground.people import DIETER, EMMA, GUS, ROMAN
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL, TEAM
from bot.views.ids import Action, Modal, More
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.watching import Watch


def bounded(examples: int) -> settings:
    """One scene serves all examples."""
    scoped = [HealthCheck.function_scoped_fixture]
    return settings(deadline=None, derandomize=True, max_examples=examples, suppress_health_check=scoped)


REFS = [
    "distributed-training/llm-engineer/senior",
    "distributed-training//",
    "model-evaluation//lead",
    "no-such-skill//",
    "distributed-training/llm-engineer/grandmaster",
]
JUNK = st.text(max_size=20) | st.sampled_from(["/", "auto", "de", "<!channel>", "\x00", "🚀", "9" * 40, "x" * 150])
WORDS = st.lists(
    st.sampled_from(["distributed", "training", "senior", "lead", "list", "find", "language", "show", "help", "список"])
    | JUNK,
    max_size=5,
).map(" ".join)
VALUES = st.one_of(
    st.sampled_from(REFS),
    st.builds("{} {}".format, st.sampled_from(list(More)) | JUNK, st.sampled_from(REFS) | JUNK),
    st.builds("{} {}".format, st.integers(), st.sampled_from([*REFS, "list", "find gpu", "list ml-ai", "show x"])),
    JUNK,
)
Anything = st.SearchStrategy[Any]

ODD: Anything = VALUES | st.none() | st.integers() | st.just([]) | st.just({})
ACTION_IDS = st.sampled_from([*Action, *(f"{action}:next" for action in Action)]) | JUNK
STATES = JUNK | st.fixed_dictionaries(
    {
        "card": st.sampled_from(REFS) | ODD,
        "channel": st.sampled_from([GENERAL, ""]) | ODD,
        "response_url": JUNK | ODD,
        "language": st.sampled_from(["en", "de", "xx"]) | ODD,
    }
).map(json.dumps)
PEOPLE = st.sampled_from([EMMA, DIETER, ROMAN, GUS, "U0NOBODY", ""])


def choosing(language: str) -> dict[str, Any]:
    return {"values": {"b": {Action.POST_LANGUAGE: {"selected_option": {"value": language}}}}}


VIEWS: Anything = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["V0", "V000000001"]),
        "type": st.just("modal"),
        "callback_id": st.sampled_from(list(Modal)) | JUNK,
        "private_metadata": STATES,
        "hash": JUNK,
        "state": st.just({}) | st.builds(choosing, st.sampled_from(["de", "xx"])),
    }
)
OPTIONS: Anything = st.fixed_dictionaries({"value": ODD}) | st.just({}) | st.none()


def interactions(kind: str, **fields: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "type": st.just(kind),
            "user": PEOPLE.map(lambda user: {"id": user, "team_id": "T0DEMO"}),
            "team": st.sampled_from([{"id": "T0DEMO"}, {"id": "T0OTHER"}, None]),
            "trigger_id": JUNK,
            **fields,
        },
        optional={"enterprise": st.none() | st.just({"id": "E0"}), "is_enterprise_install": st.booleans()},
    )


CLICKS = interactions(
    "block_actions",
    actions=st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["button", "overflow", "static_select"]), "action_id": ACTION_IDS},
            optional={"value": ODD, "selected_option": OPTIONS, "block_id": JUNK},
        ),
        min_size=1,
        max_size=2,
    ),
    view=VIEWS | st.none(),
    response_url=JUNK,
    channel=st.just({"id": GENERAL}) | st.none(),
).map(lambda click: {name: value for name, value in click.items() if name != "view" or value})
TYPE_AHEADS = interactions("block_suggestion", action_id=ACTION_IDS, block_id=JUNK | VALUES, value=WORDS)
SUBMISSIONS = interactions("view_submission", view=VIEWS)
LOOK_UPS = interactions("shortcut", callback_id=st.just("look_up"))
UNHEARD = interactions("shortcut", callback_id=JUNK)
COMMANDS = st.fixed_dictionaries(
    {"command": st.just("/skill"), "user_id": PEOPLE, "team_id": st.just("T0DEMO"), "channel_id": st.just(GENERAL)},
    optional={"text": WORDS, "response_url": JUNK, "trigger_id": JUNK},
)


def events(kind: str, channels: list[str], channel_type: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    event = st.fixed_dictionaries(
        {
            "type": st.just(kind),
            "user": PEOPLE,
            "channel": st.sampled_from(channels),
            "channel_type": channel_type,
            "ts": st.just("1.1"),
            "text": WORDS.map(lambda words: f"<@{BOT_USER_ID}> {words}") | WORDS,
        },
        optional={"thread_ts": st.just("1.0"), "subtype": JUNK, "bot_id": st.just("B1")},
    )
    return envelopes(event)


def envelopes(event: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    parts = {"type": st.just("event_callback"), "team_id": st.just("T0DEMO"), "event_id": st.uuids().map(str)}
    return st.fixed_dictionaries({**parts, "event": event})


USER_CHANGES = envelopes(
    st.fixed_dictionaries(
        {
            "type": st.just("user_change"),
            "user": st.fixed_dictionaries(
                {"id": PEOPLE},
                optional={"locale": JUNK | st.none(), "tz": JUNK, "team_id": JUNK, "profile": st.just({}) | st.none()},
            ),
        }
    )
)
EVENTS = st.one_of(
    events("app_mention", [GENERAL, TEAM, "C0NONE", ""], st.just("channel")),
    events("message", ["D000000001", "D0", ""], st.just("im")),
    events("message", [GENERAL, TEAM], st.sampled_from(["channel", "group", "mpim"])),
    USER_CHANGES,
)
HEARD = st.one_of(
    st.tuples(st.just(RequestKind.INTERACTION), CLICKS | TYPE_AHEADS | SUBMISSIONS | LOOK_UPS),
    st.tuples(st.just(RequestKind.COMMAND), COMMANDS),
    st.tuples(st.just(RequestKind.EVENT), EVENTS),
)
PAYLOADS = HEARD | st.tuples(st.just(RequestKind.INTERACTION), UNHEARD)


@pytest.fixture(autouse=True)
def unwatched(watch: Watch) -> Iterator[None]:
    """What is a trigger or a text here is drawn from what ids and values are drawn from, and those may be logged."""
    yield
    watch.lines.clear()


async def survives(scene: Scene, kind: RequestKind, payload: dict[str, Any], log: pytest.LogCaptureFixture) -> None:
    log.clear()
    status = (await scene.slack.deliver(kind, payload)).status
    await scene.rung.background.settled()

    assert status in (200, 404), status
    assert scene.public() == []
    assert [record.getMessage() for record in log.records if record.exc_info] == []


@bounded(150)
@given(sent=PAYLOADS)
async def test_no_payload_breaks_rung_or_makes_anything_public(
    scene: Scene, caplog: pytest.LogCaptureFixture, sent: tuple[RequestKind, dict[str, Any]]
) -> None:
    await survives(scene, *sent, caplog)


@pytest.fixture
async def by_socket(new_scene: NewScene) -> AsyncIterator[Scene]:
    async with new_scene(by_socket=True) as opened:
        yield opened


@bounded(40)
@given(sent=HEARD)
async def test_no_payload_that_somebody_listens_to_breaks_socket_mode(
    by_socket: Scene, caplog: pytest.LogCaptureFixture, sent: tuple[RequestKind, dict[str, Any]]
) -> None:
    await survives(by_socket, *sent, caplog)
