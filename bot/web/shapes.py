"""The few fields that Bolt reads before any listener, held to the kinds of value that Slack documents.

Bolt looks into them without a check of its own, and would answer an odd one with an error of ours.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.web.refusals import Refused

_SHAPES: Mapping[str, tuple[type, ...]] = {
    "type": (str,),
    "command": (str,),
    "callback_id": (str,),
    "action_id": (str,),
    "enterprise": (str, dict, type(None)),
    "team": (str, dict, type(None)),
    "user": (str, dict, type(None)),
    "channel": (str, dict, type(None)),
    "container": (dict, type(None)),
    "event": (dict,),
    "view": (dict,),
    "actions": (list,),
    "authorizations": (list, type(None)),
    "response_urls": (list,),
}
_OBJECTS = ("event", "view", "message", "previous_message", "item", "assistant_thread")
_LISTS = ("actions", "authorizations", "response_urls")
_REQUIRED: Mapping[str, str] = {"view": "type", "actions": "action_id"}  # in each object under that name


def check_shape(body: Mapping[str, Any]) -> None:
    """Raise Refused when a field that Bolt relies on is missing, or of a kind that Slack never sends."""
    waiting: list[Mapping[str, Any]] = [body]
    while waiting:
        fields = waiting.pop()
        for name, kinds in _SHAPES.items():
            if name in fields and not isinstance(fields[name], kinds):
                raise _odd(name)
        waiting.extend(_inner(fields))
    if body.get("actions") == []:
        raise _odd("actions")


def _inner(fields: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for name in _OBJECTS:
        if isinstance(fields.get(name), dict):
            yield _complete(name, fields[name])
    for name in _LISTS:
        for element in fields.get(name) or ():
            if not isinstance(element, dict):
                raise _odd(name)
            yield _complete(name, element)


def _complete(name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    if name in _REQUIRED and _REQUIRED[name] not in fields:
        raise _odd(name)
    return fields


def _odd(name: str) -> Refused:
    return Refused(400, "odd_field", f'The field "{name}" is not what Slack sends there.')
