"""What a window remembers between two clicks, in the text that Slack keeps for it."""

import json
from typing import TypeVar, get_origin, get_type_hints

T = TypeVar("T")


def remembered(kind: type[T], text: str) -> T:
    """The state of that kind which was dumped as a JSON object of its fields. Raises ValueError for anything else."""
    try:
        state = kind(**json.loads(text))
    except TypeError as error:
        raise ValueError(str(error)) from error
    for name, hint in get_type_hints(kind).items():
        if not isinstance(getattr(state, name), get_origin(hint) or hint):
            raise ValueError(f"no state of this window: {text[:80]}")
    return state
