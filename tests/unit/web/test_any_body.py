import json
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.web.house import FORM, JSON, PAYLOADS, House, interaction


@settings(deadline=None, derandomize=True, max_examples=200)
@given(body=st.binary(max_size=300), content_type=st.sampled_from([FORM, JSON, None]))
async def test_no_bytes_make_the_front_fail(body: bytes, content_type: bytes | None) -> None:
    assert (await House().post(body, content_type)).status < 500


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["id", "type", "team"]), inner),
    max_leaves=6,
)


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """A request of Slack's in which one field, at any depth, is missing or something else."""
    payload = json.loads(json.dumps(draw(st.sampled_from(list(PAYLOADS.values())))))
    node: Any = payload
    while True:
        key = draw(st.sampled_from(list(node) if isinstance(node, dict) else range(len(node))))
        if isinstance(node[key], (dict, list)) and node[key] and draw(st.booleans()):
            node = node[key]
        elif draw(st.booleans()):
            node[key] = draw(_VALUES)
            return cast(dict[str, Any], payload)
        else:
            del node[key]
            return cast(dict[str, Any], payload)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(payload=damaged())
async def test_no_damage_to_a_request_makes_bolt_fail_before_the_listeners(payload: dict[str, Any]) -> None:
    assert (await House().post(interaction(payload))).status < 500
