"""A window takes back the memory that it gave Slack, and no other."""

import json

import pytest

from bot.views.assess import AssessState
from bot.views.check_in import CheckInState
from bot.views.comments import CommentsState
from bot.views.evidence import EvidenceState
from bot.views.side_by_side import ViewState
from bot.views.telling import TellState

STATES = [
    AssessState("a card", 2, ["de", "en"], {"a-statement": "0" * 8}),
    CheckInState("C1 1.0", ["ru"], {}),
    CommentsState("a-skill", turn=3),
    EvidenceState("https://rung-demo.slack.com/1"),
    TellState("a card", "C1"),
    ViewState("U1", 0, "V1", ["en"], {"a-statement": "1" * 8}),
]
for_each = pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)


@for_each
def test_what_was_dumped_is_taken_back(state: AssessState) -> None:
    assert type(state).load(state.dump()) == state


@for_each
@pytest.mark.parametrize("wrong", [None, {"a": "mapping"}, 1.5])
def test_a_field_of_another_kind_is_refused(state: AssessState, wrong: object) -> None:
    kept = json.loads(state.dump())
    first = next(iter(kept))
    with pytest.raises(ValueError, match="no state of this window"):
        type(state).load(json.dumps(kept | {first: wrong}))


@for_each
@pytest.mark.parametrize("text", ["", "null", "[]", "7", '{"unknown": 1}'])
def test_what_is_no_object_of_its_fields_is_refused(state: AssessState, text: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting value|must be a mapping|unexpected keyword"):
        type(state).load(text)
